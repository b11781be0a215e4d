"""Tokens with a prefix that their vendor's documents name, in a sentence, in a
call, and alone."""

import base64
import json
import string

from situation import (HEX, SMALL, WORD, Situation, app, base64_of,
                       base64url_of, drawn, one_of, some, uuid4)

URL = WORD + "-_"
UPPER = string.ascii_uppercase + string.digits
ULID = "0123456789abcdefghjkmnpqrstvwxyz"


def _groups(rng, *sizes, alphabet=SMALL, sign="-"):
    return sign.join(drawn(rng, size, alphabet) for size in sizes)


def _discord(rng):
    name = base64.b64encode(
        str(rng.randrange(10 ** 17, 10 ** 18)).encode()).decode().rstrip("=")
    return f"{name}.{drawn(rng, 6, URL)}.{drawn(rng, 38, WORD)}"


def _paddle(rng):
    return (f"pdl_{one_of(rng, 'live', 'sdbx')}_apikey_01{some(rng, ULID, 24)}"
            f"_{drawn(rng, 22)}_{some(rng, WORD, 3)}")


def _yandex(rng):
    return f"t1.{base64url_of(rng, 90)}.{base64url_of(rng, 64)}"


def _vault_batch(rng):
    return "b.AAAAAQ" + base64url_of(rng, 90)


def _slack(rng):
    return ("https://hooks.slack.com/workflows/T0" + some(rng, UPPER, 8)
            + "/A0" + some(rng, UPPER, 9)
            + f"/{rng.randrange(10 ** 17, 10 ** 18)}/" + drawn(rng, 24))


def _teams(rng):
    return (f"https://{app(rng)}corp.webhook.office.com/webhookb2/{uuid4(rng)}"
            f"@{uuid4(rng)}/IncomingWebhook/{some(rng, HEX, 32)}/{uuid4(rng)}")


TOKENS = {
    "Resend": lambda r: f"re_{drawn(r, 8)}_{drawn(r, 24)}",
    "Helicone": lambda r: "sk-helicone-" + _groups(r, 7, 7, 7, 7),
    "Stripe organization": lambda r: (
        f"sk_org_{one_of(r, 'live', 'test')}_" + drawn(r, 32)),
    "Snyk": lambda r: (f"snyk_uat.{some(r, HEX, 8)}.eyJ{base64url_of(r, 60)}"
                       f".{base64url_of(r, 64)}"),
    "RunPod": lambda r: "rpa_" + drawn(r, 46),
    "RunPod, capitals": lambda r: "rpa_" + drawn(r, 40, UPPER)
                        + drawn(r, 6, SMALL),
    "Brave": lambda r: "BSA" + drawn(r, 28, URL),
    "Paddle": _paddle,
    "Square": lambda r: "EAAA" + drawn(r, 60, URL),
    "GitLab workspace": lambda r: "glwt-" + drawn(r, 20, URL),
    "Luma": lambda r: f"luma-{uuid4(r)}-{uuid4(r)}",
    "E2B": lambda r: "e2b_" + drawn(r, 40, HEX),
    "Firecrawl": lambda r: "fc-" + drawn(r, 32, HEX),
    "Voyage": lambda r: "pa-" + drawn(r, 43, URL),
    "Browserbase": lambda r: "bb_live_" + drawn(r, 27, URL),
    "Logfire": lambda r: f"pylf_v1_{one_of(r, 'us', 'eu')}_" + drawn(r, 44),
    "Infisical": lambda r: (f"st.{drawn(r, 24, HEX)}.{drawn(r, 32, HEX)}"
                            f".{drawn(r, 32, HEX)}"),
    "Context7": lambda r: f"ctx7sk-{uuid4(r)}",
    "Amp": lambda r: (f"sgamp_user_01{some(r, ULID, 24).upper()}_"
                      + drawn(r, 64, HEX)),
    "Mem0": lambda r: "m0-" + drawn(r, 40),
    "Cartesia": lambda r: "sk_car_" + drawn(r, 22),
    "Trigger.dev": lambda r: (f"tr_{one_of(r, 'prod', 'dev', 'stg')}_"
                              + drawn(r, 20)),
    "Bitwarden": lambda r: (f"0.{uuid4(r)}.{drawn(r, 30)}:"
                            + base64_of(r, 16)),
    "xAI management": lambda r: "xai-token-" + drawn(r, 80),
    "Yandex": _yandex,
    "OpenShift": lambda r: "sha256~" + base64url_of(r, 32),
    "Discord bot": _discord,
    "Vault batch": _vault_batch,
    "Vault, short": lambda r: "hvs." + drawn(r, 24),
    "Slack workflow": _slack,
    "Teams": _teams,
}


def _forms(rng, token):
    yield "notes.txt", f"Use {token} until Friday, then we rotate it.\n", token
    yield "client.py", f'client = connect("{token}", timeout=5)\n', token
    yield "main.go", f'\tc := {app(rng)}.New("{token}")\n', token
    yield "chat.md", f"that is `{token}`, for {app(rng)}\n", token


def _tink(rng):
    """A keyset in clear: JSON, and base64 of it."""
    value = base64.b64encode(b"\x1a\x10" + rng.randbytes(16)).decode()
    key = rng.randrange(10 ** 8, 2 ** 32)
    text = json.dumps({"primaryKeyId": key, "key": [{"keyData": {
        "typeUrl": "type.googleapis.com/google.crypto.tink."
                   + one_of(rng, "AesGcmKey", "ChaCha20Poly1305Key"),
        "value": value, "keyMaterialType": "SYMMETRIC"},
        "status": "ENABLED", "keyId": key, "outputPrefixType": "TINK"}]},
        indent=one_of(rng, None, 2))
    yield Situation("Tink", "keyset.json", text + "\n", value)
    encoded = base64.b64encode(text.encode()).decode()
    yield Situation("Tink in base64", "app.yaml", f"keyset: {encoded}\n",
                    value)
    body = (b"\x08\x81\x80\x04\x12\x54\x0a\x4c\x0a\x30"
            b"type.googleapis.com/google.crypto.tink.AesGcmKey\x12\x12\x1a\x10"
            + rng.randbytes(16) + b"\x18\x01\x10\x01\x18\x01\x20\x01")
    encoded = base64.b64encode(body).decode()
    yield Situation("Tink, binary", "app.yaml", f"keyset: {encoded}\n",
                    encoded, part=True)


def _beside(rng):
    """Secrets that are known by what stands beside them."""
    sig = base64url_of(rng, 32)
    yield Situation("Logic Apps", "call.sh", (
        f"curl 'https://prod-{rng.randrange(10, 99)}.westeurope.logic.azure.com"
        f":443/workflows/{some(rng, HEX, 32)}/triggers/manual/paths/invoke"
        f"?api-version=2016-10-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0"
        f"&sig={sig}'\n"), sig, part=True)
    secret = uuid4(rng)
    yield Situation("Vault AppRole", "login.sh", (
        f"vault write auth/approle/login role_id={uuid4(rng)} "
        f"secret_id={secret}\n"), secret)
    secret = uuid4(rng)
    yield Situation("Vault AppRole", "login.py", (
        f"client.auth.approle.login(role_id='{uuid4(rng)}', "
        f"secret_id='{secret}')\n"), secret)
    secret = base64_of(rng, 30)
    yield Situation("GCS HMAC", "gcs.py", (
        f"s3 = boto3.client('s3', region_name='auto',\n"
        f"    endpoint_url='https://storage.googleapis.com',\n"
        f"    aws_access_key_id='GOOG1E{some(rng, UPPER, 55)}',\n"
        f"    aws_secret_access_key='{secret}')\n"), secret, part=True)
    secret = base64_of(rng, 30)
    yield Situation("GCS HMAC", "note.txt", (
        f"access GOOG1E{some(rng, UPPER, 55)}\nsecret {secret}\n"), secret,
        part=True)
    secret = base64url_of(rng, 32)
    public = base64url_of(rng, 1) [:1] + base64url_of(rng, 65)[1:]
    yield Situation("VAPID", "push.js", (
        f"webpush.setVapidDetails('mailto:ops@{app(rng)}.example',\n"
        f"  'B{public[1:]}',\n  '{secret}');\n"), secret)
    secret = drawn(rng, 40, HEX)
    yield Situation("SonarQube", "ci.sh", (
        f"mvn verify sonar:sonar -Dsonar.login={secret}\n"), secret)
    secret = drawn(rng, 40, HEX)
    yield Situation("SonarQube", "notes.txt", f"SONARQUBE={secret}\n", secret)
    # Forty digits of a commit beside the name are no token.
    yield Situation("commit", "notes.txt", (
        f"sonarqube is built from commit {some(rng, HEX, 40)} now\n"))


def _aws(rng):
    token = "".join(("IQoJb3Jp", "Z2luX2Vj", base64_of(rng, 300)))
    lines = [token[at:at + 80] for at in range(0, len(token), 80)]
    yield Situation("AWS session token in lines", "Aws.java", (
        'String sessionToken = "' + '" +\n        "'.join(lines) + '";\n'),
        lines[1], part=True)


def situations(rng):
    for name, token in TOKENS.items():
        for path, text, secret in _forms(rng, token(rng)):
            yield Situation(name, path, text, secret)
    for made in (_tink, _beside, _aws):
        for _ in range(4):
            yield from made(rng)
