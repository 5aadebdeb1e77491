# The single entry: every target sets up what it needs in .venv and is safe to run again.
#
#   make demo    see it work: the worked example, then an audit of real papers
#   make test    every test that needs no network and no daemon
#   make docker  the image of the Action, built and run in a daemon of its own (Debian, as root)
#   make check   formatting, lint, types, fences, documents; then the tests
#   make docs-site  the documentation as a site, in site/
#   make bench   scores and speed (make bench-full: the large corpora, minutes)
#   make fix · goldens · docs · lock · dist · clean
#
# PYTHON=python3.12 chooses the interpreter, ARGS="tests/cli -k merge" goes to pytest, MATERIAL=DIR to the benchmark.

VENV := .venv
BIN := $(VENV)/bin
# Quiet but for errors; a person's own index settings (pip.conf, PIP_…) stay in force.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet
# Isolation would fetch a build backend that no lock has pinned.
INSTALL_SELF := $(PIP) --no-deps --no-build-isolation --editable .
LOCKS := requirements.lock requirements-build.lock requirements-dev.lock
PYTHON ?=
ARGS ?=
MATERIAL ?=

# What is tested must not depend on what the shell that called make had on its path.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP

.PHONY: help demo test docker check fix goldens docs docs-site bench bench-full lock dist clean FORCE
.DELETE_ON_ERROR:

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

# Exit code 1 is what both audits are expected to end with; `citelock demo` judges its own.
REAL_AS_EXPECTED := import json, sys; \
	read = lambda path: json.load(open(path, encoding="utf-8")); \
	expected, found = read("examples/real/expected.json"), {}; \
	[found.setdefault(row["claim"], []).extend(row["errors"]) for row in read("report.json")["results"]]; \
	sys.exit(0 if found == expected else "The findings are not those of examples/real/expected.json.")
demo: $(VENV)/stamp-runtime
	@$(BIN)/citelock demo
	@printf '\n%s\n\n' 'Next, ten real open-access papers with planted faults: examples/real/README.md names each.'
	@printf '%s\n' '$$ citelock audit examples/real/claims.json'
	@$(BIN)/citelock audit examples/real/claims.json; test $$? -eq 1
	@$(BIN)/python -c '$(REAL_AS_EXPECTED)'
	@printf '\n%s\n' 'As expected, finding by finding. The whole of it, cited and found values included, is in report.json.'

# All tests are shared out among the processors; a part that ARGS names is run in one process, as a debugger wants it.
PYTEST := $(BIN)/pytest $(if $(ARGS),$(ARGS),--numprocesses auto --maxprocesses 8 --dist worksteal)

test: $(VENV)/stamp-dev
	$(PYTEST)

docker: $(VENV)/stamp-dev
	CITELOCK_DOCKER=require $(BIN)/pytest tests/docker $(ARGS)

check: $(VENV)/stamp-dev
	$(BIN)/ruff format --check src tests bench examples docs
	$(BIN)/ruff check --no-cache src tests bench examples docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(PYTEST)

fix: $(VENV)/stamp-dev
	$(BIN)/ruff format src tests bench examples docs
	$(BIN)/ruff check --fix src tests bench examples docs

goldens: $(VENV)/stamp-dev
	$(BIN)/pytest --update-goldens $(ARGS)
	@git --no-pager diff --stat -- tests/goldens

docs: $(VENV)/stamp-dev
	$(BIN)/pytest --update-documents tests/test_documents.py

# Strictly: a link or an anchor that leads nowhere ends it. Not with --quiet: what is not said is not counted either.
docs-site: $(VENV)/stamp-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir site
	@echo 'The documentation is in site/index.html. Its search needs a server: $(BIN)/python -m http.server --directory site'

bench: $(VENV)/stamp-runtime
	$(BIN)/python bench/run.py --quick $(if $(MATERIAL),--material "$(MATERIAL)") $(ARGS)

bench-full: $(VENV)/stamp-runtime
	$(BIN)/python bench/run.py --full $(if $(MATERIAL),--material "$(MATERIAL)") $(ARGS)

# The only target that may change a lock. Compiled on the oldest supported Python; every hash of every file of a release is
# taken, so that the lock serves all platforms. Run it with the public registry alone configured: a private index or a
# find-links folder would add the hashes of its own files.
PIP_COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options --newline lf $(ARGS)
GROUP := $(BIN)/python -c 'import sys, tomllib; \
	project = tomllib.load(open("pyproject.toml", "rb")); \
	groups = project["dependency-groups"] | {"run": project["project"]["dependencies"]}; \
	print(*(line for name in sys.argv[1:] for line in groups[name]), sep="\n")'
lock: $(VENV)/stamp-dev
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
	  || { echo 'make lock: the locks are compiled on the oldest supported Python: make lock PYTHON=python3.11' >&2; exit 2; }
	@$(GROUP) run | $(PIP_COMPILE) --output-file requirements.lock -
	@$(GROUP) build | $(PIP_COMPILE) --constraint requirements.lock --output-file requirements-build.lock -
	@$(GROUP) run build dev | $(PIP_COMPILE) --constraint requirements.lock --constraint requirements-build.lock \
	  --output-file requirements-dev.lock -

dist: $(VENV)/stamp-dev
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist

clean:
	rm -rf $(VENV) dist build site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis bench/results
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/stamp-runtime: $(VENV)/interpreter requirements.lock requirements-build.lock pyproject.toml
	@echo 'Installing citelock into $(VENV) (once)'
	@$(PIP) --require-hashes -r requirements.lock -r requirements-build.lock
	@$(INSTALL_SELF)
	@touch $@

$(VENV)/stamp-dev: $(VENV)/interpreter $(LOCKS) pyproject.toml
	@echo 'Installing citelock and its development tools into $(VENV) (once)'
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(INSTALL_SELF)
	@touch $@

# The environment is made anew when PYTHON= names another interpreter than the one it has, or when that one is gone;
# otherwise this leaves the file, and so the stamps, alone. An interpreter counts only if it runs: a version manager's
# shim may exist and fail.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
IDENTITY := import sys; print(sys.base_prefix, sys.version.split()[0])
$(VENV)/interpreter: FORCE
	@chosen='$(PYTHON)'; \
	if [ -z "$$chosen" ] && [ -f $@ ] && $(BIN)/python -c '$(NEW_ENOUGH)' 2>/dev/null; then exit 0; fi; \
	if [ -z "$$chosen" ]; then \
	  for candidate in python3.13 python3.12 python3.11 python3; do \
	    if $$candidate -c '$(NEW_ENOUGH)' >/dev/null 2>&1; then chosen=$$candidate; break; fi; \
	  done; \
	fi; \
	if [ -z "$$chosen" ]; then \
	  echo 'make: no Python 3.11 or newer was found. Install one, or name it: make PYTHON=/path/to/python3' >&2; exit 2; \
	fi; \
	if ! "$$chosen" -c '$(NEW_ENOUGH)' 2>/dev/null; then \
	  echo "make: $$chosen does not run or is older than Python 3.11. Name another: make PYTHON=/path/to/python3" >&2; exit 2; \
	fi; \
	identity=$$("$$chosen" -c '$(IDENTITY)'); \
	if [ -f $@ ] && [ "$$identity" = "$$(cat $@)" ] && $(BIN)/python -c '' 2>/dev/null; then exit 0; fi; \
	if ! "$$chosen" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "make: $$chosen cannot make a virtual environment, ensurepip is missing. Install it: apt-get install python3-venv" >&2; exit 2; \
	fi; \
	rm -rf $(VENV) && "$$chosen" -m venv $(VENV) && printf '%s\n' "$$identity" > $@
