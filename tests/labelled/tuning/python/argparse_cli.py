"""Uploads a build to the depot."""
import argparse
import base64
import subprocess
import sys


def parser():
    p = argparse.ArgumentParser()
    p.add_argument("--token", help="depot token (see the wiki)")
    p.add_argument("--password-file", default="/etc/depot/password")
    p.add_argument("--api-key", metavar="DEPOT_API_KEY")
    p.add_argument("--client-secret", type=str)
    return p


def upload(args):
    password = Path(args.password_file).read_text().strip()
    token = args.token or load_token()
    auth = "Basic " + "dXBsb2FkZXI6V2FscnVzXzE5X3BpZXI="
    subprocess.run(["curl", "-u", "robot:Lumen5tack!", "-T", args.file,
                    "https://depot.example/in"], check=True)
    ftp = login_ftp("files.depot.example", "mirror", "Orchard#2291")
    return auth, password, token, ftp


def login(secret: Optional[str] = None, api_key: SecretStr = None):
    if secret is None:
        sys.exit("secret: missing, set DEPOT_SECRET or use --client-secret")


PEPPER = base64.b64decode("KyS9x7NS6liHUS0hB6GdoKUIYxrYPAhMjYyxVvHO94E=")
