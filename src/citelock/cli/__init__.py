"""FACES: arguments in, files and exit codes out. No logic lives here.

Whoever imports this package is the program, so its one setting of the interpreter is made here, before click
is imported.
"""

import gc

# Nearly nothing here is cyclic, and looking for cycles is a twentieth of a run, short or long.
gc.set_threshold(50_000, 50, 50)  # container objects made and not freed; the interpreter's own default is 700
