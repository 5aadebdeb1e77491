# The image of the Action. Built from this file alone: no registry is asked for a syntax, nothing is fetched that the locks
# do not name with a hash, and what built the wheel does not come along. docs/docker.md says how to build and pin it.
ARG PYTHON_IMAGE=python:3.13-slim-trixie

FROM ${PYTHON_IMAGE} AS build

# A cache, a look for a newer pip and its warning about root are for people at a terminal.
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# The locks first: an edit of the sources then installs nothing again. The environment that travels has no pip in it.
COPY requirements.lock requirements-build.lock /src/
RUN python -I -m venv /opt/build \
    && python -I -m venv --without-pip /opt/citelock \
    && /opt/build/bin/python -I -m pip install --no-compile \
        --require-hashes --no-deps --only-binary :all: -r /src/requirements-build.lock \
    && /opt/build/bin/python -I -m pip --python /opt/citelock/bin/python install --no-compile \
        --require-hashes --no-deps --only-binary :all: -r /src/requirements.lock

# Build isolation would fetch a backend that no lock pins.
COPY pyproject.toml README.md LICENSE /src/
COPY src /src/src
RUN /opt/build/bin/python -I -m pip wheel \
        --no-index --no-deps --no-build-isolation --wheel-dir /opt/wheel /src \
    && /opt/build/bin/python -I -m pip --python /opt/citelock/bin/python install --no-compile \
        --no-index --no-deps /opt/wheel/*.whl \
    && python -I -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/citelock/lib

FROM ${PYTHON_IMAGE}

# Debian keeps one version of git at a time, with security updates only: to pin one is to fail on the next update.
# hadolint ignore=DL3008
RUN command -v git >/dev/null \
    || { apt-get update \
        && apt-get install -y --no-install-recommends git \
        && rm -rf /var/lib/apt/lists/* /var/cache/apt/*; }

COPY --from=build /opt/citelock /opt/citelock

# An image in which this fails is of no use, so it is not built. On the way the base's standard library, which comes without
# bytecode, gets that of the modules that an audit needs: a quarter of its time.
RUN /opt/citelock/bin/python -I -m citelock demo >/dev/null

ENTRYPOINT ["/opt/citelock/bin/python", "-I", "-m", "citelock"]
