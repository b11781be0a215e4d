"""Kubernetes' Secrets, files that exist to hold credentials, files whose name
says nothing, borders of values, values put together of parts, and what only
looks like a secret."""

import base64
import uuid

from situation import (HEX, SMALL, Situation, app, base64_of, base64url_of,
                       drawn, one_of, password, some)


def _value(rng):
    return one_of(rng, drawn(rng, rng.randrange(16, 40)),
                  password(rng, rng.randrange(14, 22), "-_.#%+"))


def kubernetes(rng):
    for _ in range(6):
        encoded = base64.b64encode(_value(rng).encode()).decode()
        key = one_of(rng, "one", "value", "db", "config", "conn")
        head = f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: {app(rng)}\n"
        labels = "".join(f"    label{number}: {app(rng)}\n"
                         for number in range(12))
        yield Situation("key says nothing", "secret.yaml", (
            f"{head}data:\n  {key}: {encoded}\n"), encoded)
        yield Situation("kind behind", "manifest.yaml", (
            f"apiVersion: v1\ndata:\n  {key}: {encoded}\nkind: Secret\n"),
            encoded)
        yield Situation("far away", "all.yaml", (
            f"{head}  labels:\n{labels}data:\n  {key}: {encoded}\n"), encoded)
        yield Situation("JSON", "secret.json", (
            f'{{\n  "apiVersion": "v1",\n  "kind": "Secret",\n  "data": {{\n'
            f'    "{key}": "{encoded}"\n  }}\n}}\n'), encoded)
        yield Situation("two of them", "secret.yaml", (
            f"{head}data:\n  user: {base64.b64encode(b'deploy').decode()}\n"
            f"  {key}: {encoded}\n"), encoded)
        yield Situation("ConfigMap", "map.yaml", (
            f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {app(rng)}\n"
            f"data:\n  {key}: {base64.b64encode(app(rng).encode()).decode()}\n"))
        yield Situation("no value", "secret.yaml", (
            f"{head}data:\n  {key}: {{{{ .Values.{key} | b64enc }}}}\n"))


def credentials(rng):
    for _ in range(5):
        value, name = _value(rng), app(rng)
        typed = one_of(rng, "Otter-Holt4", "Mill.Race77", "Gr4nary-Owl",
                       "Sl1pway#Crane")
        yield Situation("git-credentials", ".git-credentials", (
            f"https://{name}:{typed}@git.{name}.org\n"), typed)
        yield Situation("FileZilla", "FileZilla/sitemanager.xml", (
            f"<FileZilla3>\n <Servers>\n  <Server>\n   <Host>ftp.{name}.org"
            f"</Host>\n   <User>{name}</User>\n   <Pass>{typed}</Pass>\n"
            f"  </Server>\n </Servers>\n</FileZilla3>\n"), typed)
        yield Situation("sftp-config", "sftp-config.json", (
            f'{{\n    "type": "sftp",\n    "host": "{name}.org",\n'
            f'    "user": "{name}",\n    "password": "{typed}",\n'
            f'    "port": "22"\n}}\n'), typed)
        yield Situation("deployment-config", "deployment-config.json", (
            f'{{\n  "type": "sftp",\n  "host": "{name}.org",\n'
            f'  "username": "{name}",\n  "password": "{typed}"\n}}\n'), typed)
        yield Situation("mongoid", "config/mongoid.yml", (
            f"production:\n  clients:\n    default:\n      options:\n"
            f"        user: '{name}'\n        password: '{typed}'\n"), typed)
        yield Situation("rc file", ".ircrc", (
            f"IRC_NICK={name}\nIRC_PASS={value}\n"), value)
        encoded = "".join(f"df{some(rng, HEX, 2)}" for _ in range(10))
        yield Situation("JetBrains", ".idea/webServers.xml", (
            f'<fileTransfer host="{name}.org" port="22" '
            f'password="{encoded}" username="{name}">\n'), encoded)
        yield Situation("pgpass", ".pgpass", (
            f"db.{name}.org:5432:shop:{name}:{value}\n"), value)
        yield Situation("netrc", ".netrc", (
            f"machine git.{name}.org login {name} password {value}\n"), value)
        yield Situation("htpasswd", ".htpasswd", (
            f"{name}:$apr1${drawn(rng, 8)}${drawn(rng, 22)}\n"), "$apr1$",
            part=True)
        token = drawn(rng, 20)
        yield Situation("NUL", ".env.local",
                        f"PORT=80\0\nDB_PASSWORD={token}\n", token)
        yield Situation("secret_id", "vault.env", f"secret_id={token}\n",
                        token)
        yield Situation("npmrc", ".npmrc", (
            f"//npm.{name}.org/:_authToken={value}\n"), value)


def nameless(rng):
    """Scripts and settings without an extension."""
    for _ in range(5):
        for path in ("deploy/run", "bin/start", "settings", ".profile_local"):
            value, name = _value(rng), app(rng)
            yield Situation("export", path, (
                f"#!/bin/sh\nexport {name.upper()}_PASSWORD={value}\n"), value)
            token = drawn(rng, 32)
            yield Situation("call", path, (
                f"curl -H 'X-Api-Key: {token}' https://api.{name}.org/\n"),
                token)
            value = _value(rng)
            yield Situation("assigned", path, (
                f"# of {name}\ndb_password = {value}\n"), value)


def borders(rng):
    for _ in range(5):
        value, name = _value(rng), app(rng)
        yield Situation("default in braces", "app.yaml", (
            f'jwt: "${{JWT_SECRET:{value}}}"\n'), value)
        yield Situation("default in braces", "application.properties", (
            f"db.password=${{DB_PASSWORD:{value}}}\n"), value)
        yield Situation("national string", "seed.sql", (
            f"CREATE LOGIN {name} WITH PASSWORD = N'{value}';\n"), value)
        yield Situation("dblink", "view.sql", (
            f"SELECT * FROM dblink_connect('host=db1 user={name} "
            f"password={value}');\n"), value)
        yield Situation("gradle", "build.gradle", (
            f"credentials {{ username 'ci'; password '{value}' }}\n"), value)
        yield Situation("3D", "run.conf", f"DB_PASSWORD=3D{value}\n",
                        f"3D{value}")
        whole = drawn(rng, rng.randrange(24, 40))
        cut = rng.randrange(8, 16)
        joint, file = one_of(rng, ('" + "', "app.js"), ('"\n    "', "app.py"),
                             ('\\\n', "run.sh"), ('"\'', "run.sh"),
                             ('" . "', "app.php"), ('" & "', "app.vb"))
        yield Situation("in parts", file, (
            f'api_secret="{whole[:cut]}{joint}{whole[cut:]}"\n'), whole)
        token = drawn(rng, 20)
        yield Situation("mail", "note.eml", (
            f"Content-Transfer-Encoding: quoted-printable\n\n"
            f"The password=3D{token} is=20new =E2=80=93 keep it\n"), token)


def weak(rng):
    """Passwords that anybody may guess, where a server takes them; and what
    only looks like one."""
    for _ in range(10):
        host = f"{app(rng)}{rng.randrange(9)}.acme.io"
        known = one_of(rng, "monkey", "tiger", "qwerty", "dragon") + str(
            rng.randrange(11, 99))
        yield Situation("connection string", "Startup.cs", (
            f'var c = "Server={host};Database=x;User Id=sa;Password={known};";'
            f"\n"), known)
        yield Situation("host behind", "app.config", (
            f'<add connectionString="Password={known};User ID=app;'
            f'Data Source=tcp:{host},1433;"/>\n'), known)
        yield Situation("libpq", "run.py", (
            f"connect('host={host} user={app(rng)} password={known} "
            f"dbname=x')\n"), known)
        yield Situation("local", "Startup.cs", (
            f'var c = "Server=localhost;User Id=sa;Password={known};";\n'))
        number = "".join(rng.sample("0123456789", 7))
        yield Situation("number", "application.yml", (
            f"datasource:\n  username: {app(rng)}\n  password: 6{number}\n"),
            f"6{number}")
        row = "1234567"[:rng.randrange(6, 8)]
        yield Situation("row", "application.yml", f"password: {row}\n")
        yield Situation("name with a row", "application.yml", (
            f"client-secret: {app(rng)}-{app(rng)}-1234\n"))
        key = (f"aQ{drawn(rng, 16)}{one_of(rng, *'!#$%*@')}"
               f"{drawn(rng, 10)}")
        yield Situation("sign in a key", "application.properties", (
            f"acme_key={key}\n"), key)


NONE = (
    ("Dockerfile", lambda r: f"ENV GPG_KEY={some(r, HEX, 40).upper()}\n"),
    ("Dockerfile", lambda r: f"ENV GPG_KEY {some(r, HEX, 40).upper()}\n"),
    ("repo.yml", lambda r: f"key: {some(r, HEX, 40).upper()}\n"),
    ("repo.yml", lambda r: f"  repokey: {some(r, HEX, 40).upper()}\n"),
    ("repo.yml", lambda r: f"gpg_key: '{some(r, HEX, 40).upper()}'\n"),
    ("swap.js", lambda r: f'const token = "0x{some(r, HEX + "ABCDEF", 40)}";\n'),
    ("swap.py", lambda r: f"TOKEN = '0x{some(r, HEX, 40)}'\n"),
    ("addresses.json", lambda r: f'{{"token": "0x{some(r, HEX, 40)}"}}\n'),
    ("aes_test.json", lambda r: (
        f'{{"tcId": {r.randrange(1, 99)}, "comment": "", '
        f'"key": "{some(r, HEX, 32)}", "iv": "{some(r, HEX, 24)}", '
        f'"tag": "{some(r, HEX, 32)}"}}\n')),
    ("vectors.json", lambda r: (
        f'{{\n  "tcId" : {r.randrange(1, 99)},\n  "key" : "{some(r, HEX, 64)}"'
        f',\n  "msg" : "{some(r, HEX, 32)}",\n  "tag" : "{some(r, HEX, 32)}"\n'
        f'}}\n')),
    ("page.html", lambda r: (
        f'<input type="hidden" name="csrfmiddlewaretoken" '
        f'value="{drawn(r, 64)}">\n')),
    ("page.html", lambda r: (
        f'<input name="__RequestVerificationToken" type="hidden" '
        f'value="{base64url_of(r, 90)}" />\n')),
    ("page.html", lambda r: (
        f'<input type="hidden" name="authenticity_token" '
        f'value="{base64_of(r, 64)}" />\n')),
    ("page.html", lambda r: (
        f'<input type="hidden" name="_token" value="{drawn(r, 40)}">\n')),
    ("page.html", lambda r: (
        f'<meta name="csrf-token" content="{base64_of(r, 64)}" />\n')),
    ("app.service", lambda r: (
        f"SetCredentialEncrypted=db.password: \\\n"
        f"        {base64_of(r, 48)} \\\n        {base64_of(r, 48)}\n")),
    ("unit.service", lambda r: (
        f"SetCredentialEncrypted=token: {base64_of(r, 90)}\n")),
    ("names.txt", lambda r: "the ASIA" "ANDPACIFICREGION and AKIA" "OFTHEWHOLEWORLD\n"),
    ("notes.md", lambda r: (
        "npm_TestTokenForTheRegistryOfTheTeamAbcd is dead\n")),
    ("aws.md", lambda r: (
        "aws_secret_access_key = "
        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEYTESTKEY\n")),
    ("word.txt", lambda r: (
        "Big" + "ghr_ICANVASRENDERINGVIACONTEXT2D3D5D7D8DICANVASRENDERING"
        "VIACONTEXT2D3D5D7D8D9D22\n")),
    ("template.json", lambda r: (
        f'{{"S3Key": "{app(r)}/{some(r, HEX, 64)}.zip", '
        f'"S3Bucket": "{app(r)}-assets"}}\n')),
    ("template.json", lambda r: (
        f'"AssetParameters{some(r, HEX, 64)}S3VersionKey{some(r, HEX, 8).upper()}'
        f'": {{"Type": "String"}}\n')),
    ("ci.log", lambda r: (
        f"Cache restored from key: node-cache-Linux-x64-npm-"
        f"{some(r, HEX, 64)}\n"
        f"Cache saved with key: Linux-{app(r)}-{some(r, HEX, 64)}\n"
        f"Cache hit for restore-key: go-macOS-{some(r, HEX, 64)}\n")),
    ("trace.har", lambda r: (
        f'{{"name": "sec-websocket-key", "value": "{base64_of(r, 16)}"}}\n')),
    ("build.log", lambda r: (
        f"pulled {app(r)}@sha256:{some(r, HEX, 64)} for key {some(r, SMALL, 6)}"
        f"\n")),
)


def parts(rng):
    """Drawn values with words that label them; UUIDs and groups as parts."""
    for _ in range(4):
        one, other = str(uuid.UUID(int=rng.getrandbits(128), version=4)), str(
            uuid.UUID(int=rng.getrandbits(128), version=4))
        for value in (
                f"test_{drawn(rng, 30)}", f"apikey-{drawn(rng, 32, HEX)}",
                f"acme_test_{drawn(rng, 32)}", f"secret-{one}",
                f"Password-{drawn(rng, 16)}",
                f"token-{drawn(rng, 5)}:{drawn(rng, 54)}",
                f"secret-live-{drawn(rng, 35)}=", f"{one}:fx",
                f"{one}:{drawn(rng, 32, HEX)}", f"luma-{one}-{other}",
                f"acme-live-{one}", f"{{{one}}}",
                "sk-larch-" + "-".join(drawn(rng, 7, SMALL)
                                       for _ in range(4))):
            yield Situation(value, "app.py", f'API_TOKEN = "{value}"\n', value)


def nothing(rng):
    for path, text in NONE:
        for _ in range(4):
            yield Situation(text(rng)[:40], path, text(rng))


def calls(rng):
    """Defaults, calls and comparisons; files that hold a value alone."""
    for _ in range(4):
        name = app(rng)
        for path, form in (
                ("settings.py", 'SECRET_KEY = env.str("SECRET_KEY", "VALUE")'),
                ("settings.py", 'KEY = env("SECRET_KEY", default="VALUE")'),
                ("db.py", 'def connect(host, password="VALUE"):'),
                ("db.ts", "function login(user: string, password = 'VALUE')"),
                ("login_test.py",
                 'driver.find_element(By.ID, "password").send_keys("VALUE")'),
                ("Login.java", 'byte[] password = "VALUE".getBytes();'),
                ("auth.py", 'if "VALUE" == password:'),
                ("auth.js", "if (password === 'VALUE') {"),
                ("Auth.java", 'if ("VALUE".equals(password)) {'),
                ("auth.go", 'if password != "VALUE" {'),
                ("wp-config.php", "define('AUTH_SALT', 'VALUE');"),
                ("wp-config.php",
                 "define( 'NONCE_SALT',  'VALUE' );")):
            secret = (password(rng, 64, "!#%+@_-.^~?") if "NONCE" in form
                      else _value(rng))
            yield Situation("call", path, form.replace("VALUE", secret) + "\n",
                            secret)
        for path in ("password", "secrets/db_password", f"{name}.clientSecret",
                     "api.token", f"{name}.password"):
            token = drawn(rng, rng.randrange(24, 48))
            yield Situation("file", path, token + "\n", token)
        digest = drawn(rng, 22)
        for text in (f"$1${drawn(rng, 8)}${digest}",
                     f"$6${drawn(rng, 12)}${drawn(rng, 86)}",
                     f"$2b$12${drawn(rng, 53)}"):
            yield Situation("hash", "notes.txt", text + "\n", text)
