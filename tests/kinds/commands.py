"""Commands that put a secret into a store, a registry or a tool's settings."""

from situation import HEX, Situation, app, drawn, one_of, password, some, uuid4


def _quoted(rng, value):
    return one_of(rng, f"'{value}'", f'"{value}"')


def _written(rng, value):
    """A value on a command line, with quotes or without."""
    return one_of(rng, value, _quoted(rng, value))


def _token(rng):
    return drawn(rng, rng.randrange(20, 44))


def _secret(rng):
    return one_of(rng, password(rng, rng.randrange(12, 20), "+-_.%"),
                  _token(rng))


def _name(rng):
    return one_of(rng, "dbPassword", "apiToken", "jwtSecret", "db_password",
                  "smtp-password", "client_secret", "DB_PASSWORD", "api_key")


FORMS = {
    "poetry": lambda r, v: f"poetry config http-basic.{app(r)} deploy {v}",
    "poetry token": lambda r, v: f"poetry config pypi-token.{app(r)} {v}",
    "composer": lambda r, v: (f"composer config --global http-basic.repo."
                              f"{app(r)}.example deploy {v}"),
    "npm": lambda r, v: (f"npm config set //registry.{app(r)}.example/"
                         f":_authToken {v}"),
    "npm, joined": lambda r, v: (f"npm config set //npm.{app(r)}.example/"
                                 f":_authToken={v}"),
    "yarn": lambda r, v: f"yarn config set npmAuthToken {v}",
    "pulumi": lambda r, v: f"pulumi config set --secret {_name(r)} {v}",
    "pulumi, at the end": lambda r, v: (
        f"pulumi config set {app(r)}:{_name(r)} {v} --secret"),
    "consul": lambda r, v: f"consul kv put {app(r)}/prod/{_name(r)} {v}",
    "etcdctl": lambda r, v: f"etcdctl put /{app(r)}/{_name(r)} {v}",
    "az": lambda r, v: (f"az keyvault secret set --vault-name {app(r)} "
                        f"--name {_name(r)} --value {v}"),
    "ssm": lambda r, v: (f"aws ssm put-parameter --name /{app(r)}/{_name(r)} "
                         f"--type SecureString --value {v}"),
    "ssm, before": lambda r, v: (
        f"aws ssm put-parameter --name /{app(r)}/db --value {v} "
        f"--type SecureString"),
    "secretsmanager": lambda r, v: (
        f"aws secretsmanager create-secret --name {app(r)}/db "
        f"--secret-string {v}"),
    "bundle": lambda r, v: (
        f"bundle config set --global gems.{app(r)}.example deploy:{v}"),
    "gem variable": lambda r, v: f"export BUNDLE_GEMS__ACME__NET={v}",
    "gh": lambda r, v: f"gh secret set DEPLOY_{app(r).upper()} --body {v}",
    "dotnet": lambda r, v: f'dotnet user-secrets set "Db:Password" {v}',
    "heroku": lambda r, v: f"heroku config:set {_name(r).upper()}={v}",
    "netlify": lambda r, v: f"netlify env:set {_name(r)} {v}",
}
BARE = {
    "httpie": lambda r, v: f"http -a deploy:{v} https://api.{app(r)}.example/",
    "curl": lambda r, v: f"curl -u :{v} https://api.{app(r)}.example/v1",
    "exp": lambda r, v: f"exp system/{v}@ORCL full=y file=all.dmp",
    "sqlplus": lambda r, v: f"sqlplus -S {app(r)}/{v}@//db1:1521/SHOP",
}


def situations(rng):
    for _ in range(2):
        for name, command in FORMS.items():
            value = _secret(rng)
            text = command(rng, _written(rng, value))
            yield Situation(name, "setup.sh", f"#!/bin/sh\n{text}\n", value)
            value = _secret(rng)
            text = command(rng, _written(rng, value))
            yield Situation(name, "README.md", f"Then:\n\n    {text}\n", value)
        for name, command in BARE.items():
            value = password(rng, 14, "+_.")
            yield Situation(name, "run.sh", command(rng, value) + "\n", value)
        key = uuid4(rng)
        yield Situation("cypress", "ci.yml", (
            f"    - run: npx cypress run --record --key {key}\n"), key)
        for name, command in FORMS.items():
            text = command(rng, one_of(rng, '"$SECRET"', "${DB_PASSWORD}",
                                       "$(cat secret.txt)", "changeme"))
            yield Situation(f"{name}, none", "setup.sh", text + "\n")
        yield Situation("a commit", "setup.sh", (
            f"git config user.signingkey {some(rng, HEX, 40)}\n"))
