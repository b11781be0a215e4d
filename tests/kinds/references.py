"""Fields that name a secret instead of holding one, sentences about secrets,
and values that stand for a secret. None of them must be found."""

import base64

from situation import (HEX, SMALL, Situation, app, drawn, one_of, some, uuid4)


def _object(rng):
    """The name of an object in a store of secrets."""
    return one_of(
        rng, f"{app(rng)}-{one_of(rng, 'db', 'web', 'api')}-creds",
        f"{app(rng)}-tls", f"{app(rng)}.local-tls", f"{app(rng)}-auth",
        f"{app(rng)}-{app(rng)}-secret", f"{app(rng)}-credentials",
        f"{app(rng)}-root-password", f"prod-{app(rng)}-token",
        f"{app(rng)}-v2-certs")


FIELDS = (
    lambda r: f"existingSecret: {_object(r)}",
    lambda r: f'  existingSecret: "{_object(r)}"',
    lambda r: f"tlsSecret: {app(r)}.tls",
    lambda r: f"      tlsSecret: {app(r)}.domain{r.randrange(1, 9)}-tls",
    lambda r: "imagePullSecret: regcred",
    lambda r: f"imagePullSecret: {app(r)}-registry",
    lambda r: f"configFromSecret: {app(r)}-config",
    lambda r: f'configFromSecret: "{app(r)}-{app(r)}"',
    lambda r: "- secret: custom-CA",
    lambda r: f"  secret: {_object(r)}",
    lambda r: f"# secret: {app(r)}-ssl-certs",
    lambda r: f"nodeSecret: {app(r)}-node",
    lambda r: f"nginx.ingress.kubernetes.io/auth-secret: {app(r)}-basic-auth",
    lambda r: f"secretName: {_object(r)}",
    lambda r: f"passwordSecret: {_object(r)}",
    lambda r: f"adminPasswordSecretKey: {app(r)}-password",
    lambda r: f"credentialsSecret: {_object(r)}",
    lambda r: f"certSecret: {app(r)}-tls",
    lambda r: f"keystoreSecret: {app(r)}keystore",
    lambda r: f"serviceAccountSecret: {app(r)}-backup-key",
    lambda r: (f"passwordSecretRef:\n  name: {_object(r)}\n"
               f"  key: {app(r)}-password"),
    lambda r: (f"valueFrom:\n  secretKeyRef:\n    name: {_object(r)}\n"
               f"    key: postgres-password"),
    lambda r: f"imagePullSecrets:\n  - name: {app(r)}-pull",
    lambda r: f"command: etcd --initial-cluster-token {app(r)}_etcd",
    lambda r: f"command: etcd --initial-cluster-token k{r.randrange(9)}s_etcd",
    lambda r: f"args: [--initial-cluster-token, {app(r)}-etcd-cluster]",
)
CODE = (
    ("Jenkinsfile", lambda r: (
        f"sshagent(credentials: ['{some(r, HEX, 8)}-git-deploy-key']) {{")),
    ("Jenkinsfile", lambda r: f"credentialsId: '{app(r)}-deploy-token'"),
    ("Jenkinsfile", lambda r: f"withCredentials([string(credentialsId: "
                              f"'{app(r)}-api-key', variable: 'KEY')]) {{"),
    ("site.yml", lambda r: (
        f"""password: "{{{{ lookup('password', '/dev/null length=24') }}}}\"""")),
    ("site.yml", lambda r: (
        f"""  pw: "{{{{ lookup('community.general.onepassword', """
        f"""'{app(r).title()}-{app(r).title()}', section='prod') }}}}\"""")),
    ("main.tf", lambda r: f'secret_id = "{app(r)}/prod/db-credentials"'),
    ("main.tf", lambda r: f'password_secret = "{_object(r)}"'),
    ("settings.ini", lambda r: f'AppLoginSecret = "{app(r)}{r.randrange(99)}'
                               f'-login"'),
)
PROSE = (
    lambda r: "# Either `keySecret` or `keyFile` must be set.",
    lambda r: "  kind of the object ('Secret', 'ConfigMap').",
    lambda r: 'description: must be "Secret" or "ConfigMap"',
    lambda r: 'description: \'one of "token", "password" or "none"\'',
    lambda r: "## @param auth.enabled Enable password authentication",
    lambda r: f"# Enable password checking via {app(r)}",
    lambda r: f"## @param {app(r)}.auth.existingSecret The secret with keys "
              f"`{app(r)}-password` and `{app(r)}-fernet-key`",
    lambda r: f"## `auth.password`, `auth.fernetKey` and `auth.secretKey` "
              f"are ignored if `auth.existingSecret` is set",
    lambda r: f"# Only one of 'secret' or 'public_key_path' may be set",
    lambda r: f"- Add missing parameters such as `existingSecret`, "
              f"`containerPorts.*` or `lifecycleHooks`.",
    lambda r: f"# name: 'Enable password management by {app(r)}'",
    lambda r: "# The password must be at least 12 characters long.",
    lambda r: "# Set the LDAP password attribute",
    lambda r: f"# token: the token of {app(r)}, see its documentation",
)
STAND_INS = (
    "my_secret_api_key_here_0123", "obfuscated", "x-oauth-basic", "notAKey",
    "null", "none", "undefined", "mock_token", "password", "your-api-key-here",
    "please-change-me", "randomstring", "***********", "<your token>",
    "*****VZKQJNW*****", "TODO", "changeme", "REPLACE_ME_WITH_A_TOKEN",
    "not-a-real-token", "dummy-token-for-tests", "fake_api_key_for_tests",
    "insert-your-key-here", "to-be-defined", "xxxxxxxx-xxxx-xxxx", "UTF-8",
    "example-token-value", "redacted", "[REDACTED]", "(hidden)", "some-token",
)


def references(rng):
    for field in FIELDS:
        for path in ("values.yaml", "deploy/app.yml"):
            yield Situation(field(rng)[:50], path, field(rng) + "\n")
    for path, line in CODE:
        yield Situation(line(rng)[:50], path, line(rng) + "\n")
    for _ in range(4):
        value = drawn(rng, rng.randrange(20, 32))
        for name in ("secret", "clientSecret", "existingSecret", "tlsSecret"):
            yield Situation("drawn", "values.yaml", f"{name}: {value}\n", value)


def prose(rng):
    for line in PROSE:
        for path in ("values.yaml", "crds/app.yaml", "README.md"):
            yield Situation(line(rng)[:50], path, line(rng) + "\n")


def stand_ins(rng):
    for value in STAND_INS:
        for path, line in (("app.py", 'API_TOKEN = "{}"'),
                           ("config.yaml", 'password: "{}"'),
                           (".env", "CLIENT_SECRET={}")):
            yield Situation(value, path, line.format(value) + "\n")
    for _ in range(6):
        words = [app(rng).upper() for _ in range(3)]
        for joint in "-_":
            told = joint.join((one_of(rng, "DEFINED", "TAKEN", "COMES"),
                               one_of(rng, "IN", "FROM", "BY"), *words[:2]))
            yield Situation("sentence in capitals", "values.yaml",
                            f"db_password: {told}\n")
        name = app(rng)
        yield Situation("the user's name", "values.yaml", (
            f"db:\n  user: {name}\n  host: db1\n  password: {name}\n"))
        yield Situation("its own name", "values.yaml",
                        f"{name}Password: {name}\n")
        yield Situation("comment", "values.yaml",
                        f"password: #{drawn(rng, 12)}\n")
        yield Situation("MAC in a page", "saved.html", (
            f'<meta name="visitor-hmac" content="{some(rng, HEX, 64)}"/>\n'
            f'<a data-{name}-click-hmac="{some(rng, HEX, 64)}">x</a>\n'))
        yield Situation("a chart's test", "ci/shop-values.yaml",
                        f"password: {name}pass\n")
        yield Situation("Molecule", "molecule/default/molecule.yml",
                        f"key_password: {name}pass\n")
    for value in STAND_INS:
        encoded = base64.b64encode(value.encode()).decode()
        yield Situation(f"{value} in base64", "secret.yaml", (
            f"apiVersion: v1\nkind: Secret\ndata:\n  password: {encoded}\n"))
