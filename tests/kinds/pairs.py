"""A name and its value with something between them, long values without quotes,
and what editors, chats and terminals put beside a value."""

from situation import Situation, app, base64_of, drawn, one_of, password


def _name(rng):
    return one_of(rng, "DbPassword", "apiToken", "DB_PASSWORD", "client_secret",
                  "smtpPassword", "API_TOKEN", "jwt_secret", "access_token")


def _value(rng):
    return one_of(rng, drawn(rng, rng.randrange(16, 44)),
                  password(rng, rng.randrange(12, 20), "-_.#%+"))


BETWEEN = {
    "slot setting": ("app.json", lambda r, n, v: (
        f'[{{"name":"{n}","slotSetting":false,"value":"{v}"}}]')),
    "CloudFormation": ("params.json", lambda r, n, v: (
        f'[\n  {{\n    "ParameterKey": "{n}",\n    "UsePreviousValue": false,\n'
        f'    "ParameterValue": "{v}"\n  }}\n]')),
    "web.xml": ("web.xml", lambda r, n, v: (
        f"<context-param>\n  <param-name>{app(r)}.{n}</param-name>\n"
        f"  <description>of the store</description>\n"
        f"  <param-value>{v}</param-value>\n</context-param>")),
    "attributes": ("app.config", lambda r, n, v: (
        f'<Parameter Name="{n}" Type="String" Value="{v}" />')),
    "CDATA": ("app.xml", lambda r, n, v: (
        f"<{n}><![CDATA[{v}]]></{n}>")),
    "yaml": ("vars.yaml", lambda r, n, v: (
        f"- name: {n}\n  description: of {app(r)}\n  value: {v}")),
    "next line": ("vars.yaml", lambda r, n, v: (
        f"- name: {n}\n  value:\n    {v}")),
    "unsafe": ("vars.yml", lambda r, n, v: f"{n}: !unsafe {v}"),
    "unsafe, quoted": ("vars.yml", lambda r, n, v: f"{n}: !unsafe '{v}'"),
    "blank in the name": ("app.py", lambda r, n, v: (
        f"config = {{'{one_of(r, 'api key', 'client secret')}': '{v}'}}")),
    "value first": ("pod.yaml", lambda r, n, v: (
        f"  - value: {v}\n    name: {n}_{r.randrange(1, 9)}\n")),
    "value first, JSON": ("task.json", lambda r, n, v: (
        f'{{\n  "value": "{v}",\n  "name": "{n}_{r.randrange(1, 9)}"\n}}')),
    "comment": ("App.java", lambda r, n, v: (
        f'String {n} = /* of {app(r)} */ "{v}";')),
    "comment, line": ("app.js", lambda r, n, v: (
        f"  {n}: // rotate it\n    '{v}',")),
    "one line": ("env.json", lambda r, n, v: (
        f'[{{"name":"{n}","value":"{v}"}},{{"name":"PORT","value":"8080"}}]')),
    "secure string": ("pipeline.json", lambda r, n, v: (
        f'{{"name": "{n}", "type": "secureString", "value": "{v}"}}')),
}
NOTHING = {
    "type only": ("app.json", lambda r, n: (
        f'{{"name": "{n}", "type": "string", "required": true}}')),
    "other value": ("vars.yaml", lambda r, n: (
        f"- name: {n}\n  description: of {app(r)}\n- name: PORT\n"
        f"  value: {app(r)}-service-{r.randrange(10, 99)}")),
    "reference": ("pod.yaml", lambda r, n: (
        f"- name: {n}\n  valueFrom:\n    secretKeyRef:\n      name: {app(r)}\n"
        f"      key: {n.lower()}")),
    "default": ("app.json", lambda r, n: (
        f'{{"name": "{n}", "type": "string", "default": "none"}}')),
}


def _between(rng):
    for name, (path, form) in BETWEEN.items():
        value = _value(rng)
        yield Situation(name, path, form(rng, _name(rng), value) + "\n", value)
    for name, (path, form) in NOTHING.items():
        yield Situation(name, path, form(rng, _name(rng)) + "\n")


def between(rng):
    for _ in range(5):
        yield from _between(rng)


def long(rng):
    """Each situation has a value of its own. So a value that looks like words
    by bad luck makes one situation wrong, not six."""
    for size in (241, 300, 600, 1200, 1900) * 2:
        for path, form in (
                (".env", lambda n, v: f"{n.upper()}={v}"),
                ("app.yaml", lambda n, v: f"  {n}: {v}"),
                ("app.properties", lambda n, v: f"{app(rng)}.{n}={v}"),
                ("app.xml", lambda n, v: f"<{n}>{v}</{n}>"),
                ("call.http", lambda _, v: f"Authorization: Bearer {v}"),
                ("app.ini", lambda n, v: f"{n} = {v}")):
            # "Ag" begins a sealed secret, which is no secret.
            value = "k" + drawn(rng, size - 1)
            yield Situation("long value", path,
                            form(_name(rng), value) + "\n", value)
    for _ in range(3):
        yield Situation("an image", "app.yaml", (
            f"token_icon: iVBORw0KGgo{base64_of(rng, 600)}\n"))


def _long_value(rng):
    return drawn(rng, rng.randrange(18, 44))


def pasted(rng):
    blank = ("\u00a0", "\u2009", "\u202f", "\u200b")
    hidden = ("\u200b", "\ufeff", "\u2060", "\u200e")
    quotes = ("\u201c\u201d", "\u2018\u2019", "\u201e\u201c", "\u00ab\u00bb")
    for _ in range(4):
        for opens, closes in quotes:
            for path, form in (
                    ("notes.md", lambda n, v: f"{n} = {opens}{v}{closes}"),
                    ("app.py", lambda n, v: f"{n} = {opens}{v}{closes}"),
                    ("app.json", lambda n, v: (
                        f"{{{opens}{n}{closes}: {opens}{v}{closes}}}")),
                    ("app.yaml", lambda n, v: f"{n}: {opens}{v}{closes}"),
                    (".env", lambda n, v: f"{n.upper()}={opens}{v}{closes}")):
                value = _long_value(rng)
                yield Situation("curly quotes", path,
                                form(_name(rng), value) + "\n", value)
        for sign in blank:
            value = _long_value(rng)
            yield Situation("blank", "app.py", (
                f'{_name(rng)} ={sign}"{value}"\n'), value)
            value = _long_value(rng)
            yield Situation("blank", "app.ini", (
                f"{_name(rng)}{sign}={sign}{value}\n"), value)
        for sign in hidden:
            value = _long_value(rng)
            yield Situation("hidden", "app.py", (
                f'{_name(rng)} = "{sign}{value}"\n'), value)
            value = _long_value(rng)
            yield Situation("hidden", ".env", (
                f"{_name(rng).upper()}={sign}{value}\n"), value)
            value = _long_value(rng)
            yield Situation("hidden", "app.yaml", (
                f"{_name(rng)}: {value}{sign}\n"), value)
        code = rng.randrange(31, 37)
        value, name = _long_value(rng), _name(rng)
        yield Situation("colours", "out.log", (
            f"\x1b[{code}m{name.upper()}\x1b[0m=\x1b[1;32m{value}\x1b[0m\n"),
            value)
        yield Situation("colours, none", "out.log", (
            f"\x1b[{code}m{app(rng)}\x1b[0m: \x1b[1;32mready\x1b[0m\n"))
