"""JSON as the program writes it (lib/report/json/json_text.cc)."""

import base64
import json
import re
from typing import Any

_CONTROLS = re.compile("[\x7f-\x9f]")


def text_of(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def bytes_json(member: str, data: bytes) -> dict[str, str]:
    """Returns a member with the text of some bytes. If they are no text, they
    are escaped, and another member has them in base64."""
    try:
        return {member: data.decode()}
    except UnicodeDecodeError:
        return {member: data.decode(errors="backslashreplace"),
                f"{member}_bytes": base64.b64encode(data).decode()}


def path_json(path: bytes) -> dict[str, str]:
    return bytes_json("path", path)


def path_of(one: dict[str, Any]) -> bytes:
    """Returns the bytes from which path_json() made these members."""
    if "path_bytes" in one:
        return base64.b64decode(one["path_bytes"])
    return str(one["path"]).encode()


def entry(path: bytes, reason: str) -> str:
    """Returns an entry of `incomplete` or `skipped_paths`."""
    return text_of({**path_json(path), "reason": reason})
