"""The prepared folders in which the commands of the pages run.

Each function makes one; its name is the one that a mark gives (`<!-- run:
demo -->`). All secrets are made up, by tests/cli/tokens.py.
"""

import base64
import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
# pylint: disable=wrong-import-position
import git_repositories
import harness
from tokens import TokenMaker

PASSWORD = "Nq7" + "vR2mXw9KpZ4"


def put(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def git(folder, *words):
    return git_repositories.git(folder, *words).decode().strip()


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


def empty(_folder):
    """Nothing is in it."""


def demo(folder):
    """A project in `demo/`: two secrets, a binary file, an ignored one."""
    maker = TokenMaker(1)
    put(folder, "demo/.gitignore", "build/\n")
    put(folder, "demo/build/app.o", b"\x7fELF\0")
    put(folder, "demo/config/settings.py",
        "import os\n\nDEBUG = False\n"
        f'GITHUB_TOKEN = "{maker.github()}"\n')
    put(folder, "demo/deploy/.env",
        "PORT=8080\n"
        f"DATABASE_URL=postgres://app:{PASSWORD}@db.internal:5432/app\n")
    put(folder, "demo/logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    put(folder, "demo/README.md", "# Demo\n\nA project made up for the docs.\n")
    put(folder, "demo/src/main.py", "print('hello')\n")
    git(folder / "demo", "init", "-q", ".")


def picture(folder):
    """The project of the README's picture, in `shop/`: a token in code, a
    password in a URL, a token in base64 in a manifest, and the first one again
    in an archive."""
    maker = TokenMaker(5)
    shop = folder / "shop"
    settings = f'import os\n\nDEBUG = False\nGITHUB_TOKEN = "{maker.github()}"\n'
    put(shop, ".gitignore", "build/\n")
    put(shop, "build/app.o", b"\x7fELF\0")
    put(shop, "config/settings.py", settings)
    put(shop, "deploy/.env",
        "PORT=8080\n"
        f"DATABASE_URL=postgres://app:{PASSWORD}@db.internal:5432/shop\n")
    put(shop, "deploy/registry.yaml",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: registry}\ndata:\n"
        f"  token: {base64.b64encode(maker.npm().encode()).decode()}\n")
    put(shop, "logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    put(shop, "src/main.py", "print('hello')\n")
    # The bytes must not depend on the user who runs it, because the report
    # counts them.
    git(shop, "init", "-q", ".")
    put(shop, ".git/config", "[core]\n\tbare = false\n")
    subprocess.run(["tar", "czf", "release.tar.gz", "--format=ustar",
                    "--owner=0", "--group=0", "--numeric-owner", "--mode=644",
                    "--mtime=@0", "config/settings.py"], cwd=shop, check=True)


def clean(folder):
    """A repository without a secret, with `origin/main`."""
    put(folder, "src/main.py", "print('hello')\n")
    put(folder, ".gitignore", "*.log\n")
    git(folder, "init", "-q", ".")
    commit(folder, "first")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")


def claude_prompt(folder):
    """A message of an agent's hook, whose prompt has a token."""
    put(folder, "prompt.json", json.dumps(
        {"hook_event_name": "UserPromptSubmit",
         "prompt": f"Why does {TokenMaker(7).github()} not work?"}))


def archive(folder):
    """A compressed tar archive with a secret, in no repository."""
    put(folder, "etc/app.conf",
        f"# made up\nport = 80\ntoken = {TokenMaker(3).github()}\n")
    subprocess.run(["tar", "czf", "release.tar.gz", "etc"], cwd=folder,
                   check=True)


def leak(folder):
    """One file with one token."""
    put(folder, "app.py", f'token = "{TokenMaker(4).github()}"\n')


def ignored(folder):
    """A repository whose `.gitignore` matches a file that git tracks, and
    others that it does not."""
    put(folder, ".gitignore", "/build/\n# editors\n*~\n*.log\n.env\n")
    put(folder, "build/x.o", b"\x7fELF\0")
    put(folder, "notes.log", "nothing\n")
    put(folder, "src/main.py", "print('hello')\n")
    put(folder, ".env", "PORT=8080\n")
    (folder / "link").symlink_to("src")
    git(folder, "init", "-q", ".")
    git(folder, "add", "-f", "notes.log")
    commit(folder, "first")


def entries(folder):
    """Secrets in `src/` and in `tests/`, for entries of a baseline."""
    maker = TokenMaker(8)
    put(folder, "src/deploy.py", f'# deploys\nkey = "{maker.github()}"\n')
    put(folder, "tests/data.py", f'key = "{maker.github()}"\n')


def project(folder):
    """A repository with secrets in its history, in a commit that
    `origin/main` lacks, and in what is staged. Tags: v1.0 and v1.1."""
    maker = TokenMaker(2)
    put(folder, ".gitignore", "*.log\n")
    put(folder, "src/app.py", f'key = "{maker.github()}"\n')
    put(folder, "docs/setup.md", "# Setup\n")
    put(folder, "config/production.env", f"NPM_TOKEN={maker.npm()}\n")
    git(folder, "init", "-q", ".")
    commit(folder, "first")
    git(folder, "tag", "v1.0")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    put(folder, "src/more.py", f'key = "{maker.github()}"\n')
    commit(folder, "second")
    git(folder, "tag", "v1.1")
    put(folder, "src/staged.py", f'key = "{maker.github()}"\n')
    git(folder, "add", "src/staged.py")


def ci(folder):
    """A job's checkout of a branch that adds a secret to `origin/main`, with
    the scripts of ci/."""
    put(folder, "origin.txt", "main\n")
    git(folder, "init", "-q", ".")
    commit(folder, "first")
    git(folder, "clone", "-q", "--bare", ".", ".git/origin")
    git(folder, "remote", "add", "origin", "./.git/origin")
    git(folder, "fetch", "-q", "origin")
    put(folder, "leak.py", f'key = "{TokenMaker(5).github()}"\n')
    commit(folder, "second")
    shutil.copytree(harness.REPOSITORY / "ci", folder / "ci")


ALL = {made.__name__: made for made in (empty, demo, picture, clean,
                                         claude_prompt, archive, leak,
                                         ignored, project, entries, ci)}
