"""The Python packages that tests/support/install_tools installs for tests. To
import this module makes them importable; Debian's come before them."""

import pathlib
import sys

_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "build/peers/modules"
_PACKAGES = _FOLDER / "lib/python{}.{}/site-packages".format(*sys.version_info)
# A Python that has them and nothing else.
PYTHON = _FOLDER / "bin/python"

sys.path.append(str(_PACKAGES))


def has(package) -> bool:
    return PYTHON.exists() and (_PACKAGES / package).exists()
