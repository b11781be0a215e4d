# A small image with sluice and git: docs/GIT.md.
#
#   docker build -t sluice .
#   docker run --rm -v "$PWD:$PWD" -w "$PWD" -u "$(id -u):$(id -g)" sluice git
FROM debian:12-slim AS build
WORKDIR /build
COPY . .
# `dev` has the one list of packages.
RUN ./dev setup && ./dev build && strip build/apps/sluice/sluice

FROM debian:12-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/build/apps/sluice/sluice /usr/local/bin/sluice
COPY ci/scan-changes /usr/local/bin/scan-changes
# Nothing that is scanned needs root; -u gives the owner of a mounted tree.
USER nobody
ENTRYPOINT ["sluice"]
