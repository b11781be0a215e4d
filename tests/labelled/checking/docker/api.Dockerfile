ARG BASE=debian:12-slim@sha256:6f76863e3ee76545eb08262f4a6bb4fd1f6326ed52c535398bddfef05b4d5851
FROM ${BASE}
LABEL org.opencontainers.image.revision=cb5fbe57a3d6a26345d320e9d4d5bae5aa1f04e1
ENV TOKEN_DIR=/var/lib/puffin/tokens2 \
    PUFFIN_ADMIN_PASSWORD="Sand_Eel5" \
    PUFFIN_JWT_KEY=cXGfzLOjmwTHAwwmQ4YO5e7iMJIIwrpdSDeLQY3C626q \
    PASSWORD_HASH_ROUNDS=150000
ARG GITHUB_PAT=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
RUN pip install --index-url https://reader:Cl1ffBurrow@pypi.puffin.example/simple puffin
RUN --mount=type=secret,id=pip cat /run/secrets/pip > /etc/pip.conf
RUN useradd -p '$6$0cAAEkS0if1GKPoF$DrKW1qsADqFt.aRQrbUfMuWXdqSo5gq1rRhdpckguWEViW79QdKrXLRAP8f29qGxIJIwayEyMFeyPikOWmae4c' puffin
RUN echo "puffin:Colony&Ledge9" | chpasswd
RUN mysqld_safe & mysqladmin password 'wh1teThrift'
RUN curl -o k.asc https://keys.puffin.example/38A289685C28D7A3F35306B1ACFDD12074ECF482 && gpg --import k.asc
ENV API_KEY=unset
ENTRYPOINT ["puffin", "--password-file", "/run/secrets/admin", "--key-id", "puffin-2024-a"]
