"""The settings that the driver gives to the tasks. They are pickled with each
stage."""

from dataclasses import dataclass
from typing import Any, Optional

import sluice

from .objects import Root


@dataclass(frozen=True)
class Settings:
    roots: tuple[Root, ...] = ()
    task_bytes: int = 128 * 1024 * 1024
    file_cost: int = 32 * 1024
    readers: int = 8  # at a time in a task, of objects that are not local
    config: Optional[str] = None
    min_confidence: sluice.Confidence = sluice.Confidence.MEDIUM
    show_secrets: bool = False
    ignore_allow_comments: bool = False
    decode_depth: int = 5
    archive_depth: int = 5
    name_key: str = ""

    def engine(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (
            "config", "min_confidence", "show_secrets", "ignore_allow_comments",
            "decode_depth", "archive_depth", "name_key")}
