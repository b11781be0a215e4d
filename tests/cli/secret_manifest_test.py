"""Kubernetes Secrets as people write them: each value is found whatever its
name, and nothing of the settings beside it.

Every writer below makes a file from members with drawn values: manifests of
`kubectl`, Helm, Ansible, Terraform, kustomize and compose.
"""

import base64
import dataclasses
import gzip
import json
import random
import subprocess
import unittest

import archives
import harness
import share

DIGITS = "0123456789"
HEX = "0123456789abcdef"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
NAMES = ["alpha", "beta", "gamma", "mailer", "billing", "x1", "upstream",
         "legacy.v2", "MAIN", "WORKER_A", "db-main", "smtp", "admin", "primary",
         "orders_service", "hmac", "session", "license", "root"]
# One of a few hundred drawn passwords looks like a word or a template.
PROMISED = 0.99


@dataclasses.dataclass(frozen=True)
class Member:
    name: str
    value: str
    secret: bool

    def encoded(self) -> str:
        return base64.b64encode(self.value.encode()).decode()


class Maker:
    """Draws members, and the ways to write them."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def drawn(self, alphabet: str, size: int) -> str:
        return "".join(self.random.choice(alphabet) for _ in range(size))

    def uuid(self) -> str:
        return "-".join(self.drawn(HEX, n) for n in (8, 4)) + "-4" + \
            self.drawn(HEX, 3) + "-a" + self.drawn(HEX, 3) + "-" + \
            self.drawn(HEX, 12)

    def secret(self) -> str:
        one = self.random
        return one.choice([
            lambda: self.drawn(LETTERS + DIGITS + "!@%^*", one.randrange(12, 21)),
            lambda: self.drawn(LETTERS + DIGITS, one.randrange(16, 41)),
            lambda: self.drawn(HEX, one.choice([32, 40, 64])),
            lambda: self.drawn(LETTERS + DIGITS + "-_", one.choice([24, 32])),
            lambda: base64.b64encode(
                one.randbytes(one.choice([24, 32, 48]))).decode(),
        ])()

    def settings(self) -> dict:
        number = self.drawn(DIGITS, 12)
        return {
            "region": "eu-central-1", "AWS_REGION": "us-east-2",
            "bucket": f"acme-prod-backups-{self.drawn(HEX, 6)}",
            "client-id": self.uuid(), "tenant_id": self.uuid(),
            "CLIENT_ID": f"{number}-{self.drawn('abcdef0123456789', 32)}"
                         ".apps.googleusercontent.com",
            "writer": f"arn:aws:iam::{number}:role/backup-writer",
            "app": f"registry.acme.io/app@sha256:{self.drawn(HEX, 64)}",
            "requests": "requests==2.31.0 --hash=sha256:"
                        f"{self.drawn(HEX, 64)}",
            "username": "app_user", "upstream-a": "db-0.internal.acme.io",
            "port": "5432", "docs": "https://api.acme.io/v2",
            "contact": "ops@acme.io", "database": "orders",
            "namespace": "shop-prod", "log_level": "debug", "on": "true",
            "version": "2024.11.3",
            "app.conf": "[main]\nlevel = debug\nworkers = 4\n",
        }

    def members(self, lines: bool) -> list:
        """`lines`: whether a value may have several."""
        names = self.random.sample(NAMES, self.random.randrange(2, 7))
        found = [Member(name, self.secret(), True) for name in names]
        every = [one for one in self.settings().items()
                 if lines or "\n" not in one[1]]
        found += [Member(*one, False)
                  for one in self.random.sample(every, self.random.randrange(1, 5))]
        self.random.shuffle(found)
        return found

    def quoted(self, text: str) -> str:
        style = self.random.choice(["%s", '"%s"', "'%s'"])
        plain = text[0].isalnum() and ": " not in text and " #" not in text
        return (style if plain else '"%s"') % text


def indented(text: str, size: int) -> str:
    return "".join(" " * size + line for line in text.splitlines(True))


def fields(make: Maker, members, encoded: bool) -> dict:
    """The object's `data` or `stringData`, with values as they are written."""
    return {("data" if encoded else "stringData"): {
        one.name: one.encoded() if encoded else one.value for one in members}}


def yaml(make: Maker, members) -> str:
    encoded = make.random.random() < 0.5 or any("\n" in m.value for m in members)
    (key, values), = fields(make, members, encoded).items()
    data = f"{key}:\n" + "".join(f"  {name}: {make.quoted(value)}\n"
                                 for name, value in values.items())
    kind = make.random.choice(["kind: Secret\n", 'kind: "Secret"\n',
                               "kind: 'Secret'\n"])
    rest = "metadata:\n  name: app\n  labels:\n    app: web\n"
    first, last = make.random.choice([(data, kind), (kind, data)])
    return f"apiVersion: v1\n{first}{rest}{last}"


def document(make: Maker, members) -> dict:
    made = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "app"},
            **fields(make, members, make.random.random() < 0.5)}
    return dict(sorted(made.items())) if make.random.random() < 0.5 else made


def hcl(members, indent: int) -> str:
    return "".join(f'{" " * indent}{json.dumps(one.name).ljust(18)} = '
                   f'{json.dumps(one.value)}\n' for one in members)


# By its name: the file's name, and what makes its text.
WRITERS = {
    "manifest": ("a.yaml", yaml),
    "with-cr": ("a.yml", lambda make, members:
                yaml(make, members).replace("\n", "\r\n")),
    "list": ("a.yaml", lambda make, members:
             "apiVersion: v1\nkind: List\nitems:\n-"
             + indented(yaml(make, members), 2)[1:]),
    "list-in-json": ("a.json", lambda make, members: json.dumps(
        {"kind": "List", "items": [document(make, members)]},
        indent=make.random.choice([2, None]))),
    "json": ("a.json", lambda make, members:
             json.dumps(document(make, members), indent=4)),
    "json-in-one-line": ("a.json", lambda make, members: json.dumps(
        document(make, members), separators=(",", ":"))),
    "flow": ("a.yaml", lambda make, members:
             "kind: Secret\nmetadata: {name: app}\ndata: {" + ", ".join(
                 f"{m.name}: {m.encoded()}" for m in members) + "}\n"),
    "flow-in-lines": ("a.yaml", lambda make, members:
                      "- {kind: Secret,\n   stringData: {" + ",\n     ".join(
                          f'{m.name}: "{m.value}"' for m in members) + "}}\n"),
    "blocks": ("a.yaml", lambda make, members:
               "kind: Secret\nstringData:\n" + "".join(
                   f"  {m.name}: {make.random.choice(['|', '>-'])}\n"
                   f"    {m.value}\n" for m in members)),
    "in-a-block": ("a.yaml", lambda make, members:
                   "kind: ConfigMap\ndata:\n  secret.yaml: |\n"
                   + indented(yaml(make, members), 4)),
    "ansible": ("a.yml", lambda make, members:
                "- kubernetes.core.k8s:\n    state: present\n    definition:\n"
                + indented(yaml(make, members), 6)),
    "helm": ("templates/a.yaml", lambda make, members:
             "{{- if .Values.secret }}\n" + yaml(make, members)
             + "{{- end }}\n"),
    "b64enc": ("templates/a.yaml", lambda make, members:
               "kind: Secret\ndata:\n" + "".join(
                   f'  {m.name}: {{{{ "{m.value}" | b64enc }}}}\n'
                   for m in members)),
    "terraform": ("a.tf", lambda make, members:
                  'resource "kubernetes_secret" "app" {\n  data = {\n'
                  + hcl(members, 4) + "  }\n}\n"),
    "terraform-manifest": ("a.tf", lambda make, members:
                           "x = {\n  manifest = {\n    kind = \"Secret\"\n"
                           "    stringData = {\n" + hcl(members, 6)
                           + "    }\n  }\n}\n"),
    "jsonencode": ("a.tf", lambda make, members:
                   "yaml_body = jsonencode({\n  kind = \"Secret\"\n"
                   "  stringData = {\n" + hcl(members, 4) + "  }\n})\n"),
    "kustomize": ("kustomization.yaml", lambda make, members:
                  "secretGenerator:\n- name: app\n  literals:\n" + "".join(
                      f"  - {make.quoted(f'{m.name}={m.value}')}\n"
                      for m in members)),
    "kubectl": ("a.sh", lambda make, members:
                "kubectl create secret generic app" + "".join(
                    f" \\\n  --from-literal={m.name}='{m.value}'"
                    for m in members) + "\n"),
    "heredoc": ("a.sh", lambda make, members:
                f"kubectl apply -f - <<EOF\n{yaml(make, members)}EOF\n"),
    "compose": ("compose.yaml", lambda make, members:
                "services:\n  web:\n    secrets: [app]\nsecrets:\n" + "".join(
                    f"  {m.name}:\n    content: {make.quoted(m.value)}\n"
                    for m in members)),
}
# Here a value of several lines can be written, in base64.
LINES = {"manifest", "list", "ansible", "in-a-block", "flow"}


class SecretManifests(harness.CliTest):

    def test_each_value_and_no_setting(self):
        lost, settings, count = [], [], 0
        made = {}
        for seed in harness.seeds(10, 60):
            for name, (file, write) in WRITERS.items():
                make = Maker(seed)
                members = make.members(lines=name in LINES)
                path = f"tree/{seed}/{name}/{file}"
                made[path.removeprefix("tree/")] = members
                self.write(path, write(make, members).encode())
        report = self.scan(".", cwd=self.tmp / "tree")
        found = {}
        for one in report["findings"]:
            found.setdefault(one["path"].removeprefix("./"), []).append(
                one["secret"])
        for path, members in made.items():
            for one in members:
                forms = (one.value, one.encoded())
                if not one.secret:
                    settings += [(path, one.name)
                                 for secret in found.get(path, ())
                                 if any(form in secret for form in forms)]
                    continue
                count += 1
                if not set(forms) & set(found.get(path, ())):
                    lost.append((path, one.name))
        verdict = share.at_least(count - len(lost), count, PROMISED,
                                 harness.seed(0))
        self.assertTrue(verdict.holds, f"{verdict.text}: {lost}")
        self.assertEqual(settings, [])

    def test_from_standard_input_and_redacted(self):
        for seed in harness.seeds(3, 30):
            make = Maker(seed)
            members = make.members(lines=False)
            text = yaml(make, members).encode()
            secrets = [form for one in members if one.secret
                       for form in (one.value, one.encoded())]
            out = harness.run("redact", "-", stdin=text).stdout.decode()
            left = [one for one in secrets if one in out]
            self.assertLessEqual(len(left), 1, seed)

    def test_in_other_things(self):
        """In a file of any such name, in an archive, in encodings, in a
        history, and from a sub-folder."""
        make = Maker(2)
        members = make.members(lines=False)
        text = yaml(make, members).encode()
        wanted = [{one.value, one.encoded()} for one in members if one.secret]
        digits = base64.b64encode(text)
        packed = archives.zip_of({"k/s.yaml": text})
        files = {f"s.yaml{end}": text for end in (
            "", ".bak", "~", ".old", ".erb", ".dist", ".tpl")}
        files |= {
            "s": text, "s.py": b'M = """\n%s"""\n' % text, "a.zip": packed,
            "a.yaml.gz": gzip.compress(text),
            "wide.yaml": b"\xff\xfe" + text.decode().encode("utf-16-le"),
            "a.txt": digits, "lines.txt": base64.encodebytes(text),
            "twice.txt": base64.b64encode(digits),
            "zip.txt": base64.b64encode(packed)}
        for name, content in files.items():
            self.write(f"tree/sub/{name}", content)
        for tree, folder in (("tree", self.tmp), (".", self.tmp / "tree/sub")):
            found = {}
            for one in self.scan(tree, cwd=folder)["findings"]:
                found.setdefault(one["path"].rsplit("/", 1)[-1],
                                 set()).add(one["secret"])
            for name in files:
                with self.subTest(name, tree=tree):
                    self.assertEqual(
                        [one for one in wanted
                         if not one & found.get(name, set())], [])
        repository = self.tmp / "tree"
        for words in (["init", "-q"], ["add", "-A"],
                      ["-c", "user.name=x", "-c", "user.email=x@y", "commit",
                       "-qm", "x"]):
            subprocess.run(["git", *words], cwd=repository, check=True,
                           env=harness.environment())
        report = harness.run("git", "-f", "json", "--show-secrets",
                             cwd=repository).json()
        found = {one["secret"] for one in report["findings"]}
        self.assertEqual([one for one in wanted if not one & found], [])

    def test_other_kinds(self):
        make = Maker(1)
        text = yaml(make, make.members(lines=False))
        for kind in ("ConfigMap", "SealedSecret", "SecretList"):
            self.write("a.yaml", text.replace("Secret", kind).encode())
            rules = {one["rule_id"] for one in
                     self.scan(self.tmp / "a.yaml")["findings"]}
            self.assertNotIn("kubernetes-secret-member", rules)


if __name__ == "__main__":
    unittest.main()
