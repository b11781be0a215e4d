"""JSON as the program writes it (lib/report/json/json_text.cc)."""

import base64
import json
import re
from typing import Any

_CONTROLS = re.compile("[\x7f-\x9f]")


def text_of(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def path_json(path: bytes) -> dict[str, str]:
    """The members that name a path: bytes that are no text are escaped, with all
    of them beside."""
    try:
        return {"path": path.decode()}
    except UnicodeDecodeError:
        return {"path": path.decode(errors="backslashreplace"),
                "path_bytes": base64.b64encode(path).decode()}


def entry(path: bytes, reason: str) -> str:
    """Returns an entry of `incomplete` or `skipped_paths`."""
    return text_of({**path_json(path), "reason": reason})
