"""The child that reads one document: `python -I -m citelock.snapshotter.extract` (snapshots.md, section 1).

A request line and the bytes come on stdin, one `Extracted` as JSON goes to stdout. Whatever a parser raises
is a verdict here; what ends the process is one for the parent.
"""

from __future__ import annotations

import sys

from citelock.snapshotter import signals
from citelock.snapshotter.extract.interface import EXTRACTORS, Backend, Extracted
from citelock.snapshotter.extract.limits import bind
from citelock.snapshotter.extract.wire import Request, pack_answer, unpack_request

READY = b"ready\n"  # the first thing the child says: what fails before is no fault of the document


def main() -> int:
    """Reads the request, answers it, and ends."""
    signals.let_through()
    request = unpack_request(sys.stdin.buffer.readline(65536))
    limited = bind(request.limits)
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    try:
        extracted = _read(request, sys.stdin.buffer.read())
        if len(extracted.text.encode()) > request.limits.text:
            said = f"its text is longer than {request.limits.text} bytes"
            extracted = _nothing(request, extracted._replace(verdict="resource_limit", message=said))
        answer = pack_answer(extracted._replace(limits=limited))
    except MemoryError:
        said = f"it needs more than {request.limits.memory // 1024**2} MiB of memory"
        answer = pack_answer(_nothing(request, Extracted("resource_limit", said, limits=limited)))
    out.write(answer)
    out.flush()
    return 0


def _read(request: Request, data: bytes) -> Extracted:
    try:
        if request.kind == "pdf":
            from citelock.snapshotter.extract import pdf

            return pdf.read(data, _backend(request.backend), request.limits.pages)
        # Imported here, so that a child loads one parser and no more.
        if request.kind == "html":
            from citelock.snapshotter.extract import html

            return html.read(data, request.charset)
        if request.kind == "jats":
            from citelock.snapshotter.extract import jats

            return jats.read(data, request.charset)
        from citelock.snapshotter.extract import plain

        return plain.read(data, request.charset)
    except RecursionError:
        return _nothing(request, Extracted("broken", "it is nested too deeply"))


def _backend(name: str) -> Backend:
    if name == "pdfium":
        from citelock.snapshotter.extract.pdfium import read
    else:
        from citelock.snapshotter.extract.pdf_child import read
    return read


def _nothing(request: Request, extracted: Extracted) -> Extracted:
    """The verdict without the text so far: half a text is worse than none."""
    return Extracted(
        extracted.verdict,
        extracted.message,
        pages_total=extracted.pages_total,
        extractor=EXTRACTORS[request.kind],
        backend=extracted.backend,
    )


if __name__ == "__main__":
    sys.exit(main())
