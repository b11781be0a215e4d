# A small image with the released program and git: docs/GIT.md.
#
#   docker build -t sluice .
#   docker run --rm -v "$PWD:$PWD" -w "$PWD" -u "$(id -u):$(id -g)" sluice git
FROM debian:12-slim AS fetch
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates curl
COPY ci/fetch-sluice ci/release.sha256 /ci/
# Where releases are, if not at the project's own place.
ARG SLUICE_RELEASES
RUN /ci/fetch-sluice /fetched

FROM debian:12-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/*
COPY --from=fetch /fetched/sluice /usr/local/bin/sluice
COPY ci/scan-changes /usr/local/bin/scan-changes
# Nothing that is scanned needs root; -u gives the owner of a mounted tree.
USER nobody
ENTRYPOINT ["sluice"]
