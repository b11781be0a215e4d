# A small image with sluice and git: docs/CI.md.
#
#   docker build -t sluice .
#   docker run --rm -v "$PWD:$PWD" -w "$PWD" -u "$(id -u):$(id -g)" sluice git
#
# It has the release that ci/release.sha256 records, or what is built from this
# checkout, which takes minutes.
FROM debian:12-slim AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates curl
# A recorded release needs these alone, so a change of sources fetches nothing.
COPY ci/get-sluice ci/release.sha256 /src/ci/
# Where releases are, if not where ci/release.sha256 says.
ARG SLUICE_RELEASES
RUN if grep -q '^[^#]' /src/ci/release.sha256; \
  then /src/ci/get-sluice /program; fi
COPY . /src
RUN if [ ! -e /program/sluice ]; then /src/ci/get-sluice /program; fi

# The program alone: docker build --target program --output DIR .
FROM scratch AS program
COPY --from=build /program/sluice /sluice

FROM debian:12-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /program/sluice /usr/local/bin/sluice
COPY ci/scan-changes /usr/local/bin/scan-changes
# Nothing that is scanned needs root; -u gives the owner of a mounted tree.
USER nobody
ENTRYPOINT ["sluice"]
