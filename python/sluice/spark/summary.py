"""The summary of a report, and the numbers of its secrets, as the program counts
them (lib/report/shown/found.cc).

The findings come in the order of the report. The driver keeps a name of each
secret, so that its memory is bounded by _MOST_SECRETS.
"""

from typing import Any

from .words import bytes_json, path_of

_MOST_SECRETS = 1 << 18   # the others have no number
_MOST_NAMES = 4096        # of directories
_SHOWN = 100              # groups of a grouping

_CONFIDENCES = ("high", "medium", "low")


class _Tally:
    def __init__(self) -> None:
        self.secrets = 0
        self.places = 0

    def add(self, is_new: bool) -> None:
        self.places += 1
        self.secrets += is_new

    def json(self) -> dict[str, int]:
        return {"secrets": self.secrets, "places": self.places}


_Groups = dict[bytes, _Tally]


def directory_of(path: bytes) -> bytes:
    """Returns the first two directories of a path."""
    names = path.split(b"/")
    if len(names) == 1:
        return b"./"
    # The slash before the first name of an absolute path belongs to the name.
    first = 2 if names[0] == b"" else 1
    return b"/".join(names[:-1][:first + 1]) or b"/"


def _groups(groups: _Groups, elsewhere: _Tally) -> list[dict[str, Any]]:
    """The largest groups, and the rest together."""
    largest = sorted(sorted(groups.items(), key=lambda one: one[0]),
                     key=lambda one: (-one[1].secrets, -one[1].places))
    rest = largest[_SHOWN:]
    told: list[dict[str, Any]] = [
        {**bytes_json("name", name), **tally.json()}
        for name, tally in largest[:_SHOWN]]
    places = elsewhere.places + sum(tally.places for _, tally in rest)
    if places:
        told.append({
            "others": len(rest), "secrets": elsewhere.secrets
            + sum(tally.secrets for _, tally in rest), "places": places})
    return told


class Summary:
    """`apart`: the findings are from several repositories, and only equal
    secrets of one repository have equal names."""

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._numbers: dict[str, int] = {}   # of secrets, by name
        self._highest: list[str] = []        # confidence of each secret
        self._is_full = False
        self._all = _Tally()
        self._files = 0
        self._last: tuple[bytes, list[str]] = (b"", [])
        self._by_confidence = {name: _Tally() for name in _CONFIDENCES}
        self._by_rule: _Groups = {}
        self._by_provider: _Groups = {}
        self._by_directory: _Groups = {}
        self._by_where: _Groups = {}
        self._by_reach: _Groups = {}
        self._elsewhere = _Tally()

    def add(self, finding: dict[str, Any], name: str) -> int:
        """Counts the next finding. Returns the number of its secret; 0 if there
        are too many. Without a name, the secret is like no other."""
        number, is_new = self._meet(name or f"at {self._all.places}",
                                    finding["confidence"])
        path = path_of(finding)
        self._all.add(is_new)
        self._by_confidence[finding["confidence"]].add(is_new)
        groups = [(self._by_rule, finding["rule_id"])]
        if "provider" in finding:
            groups.append((self._by_provider, finding["provider"]))
        git = finding.get("git")
        if git:
            groups += [(self._by_where, git["where"]),
                       (self._by_reach, git["reached_by"])]
        for group, key in groups:
            group.setdefault(key.encode(), _Tally()).add(is_new)
        directory = directory_of(path)
        if directory in self._by_directory or (
                len(self._by_directory) < _MOST_NAMES):
            self._by_directory.setdefault(directory, _Tally()).add(is_new)
        else:
            self._elsewhere.add(is_new)
        if not git or git["where"] not in ("commit message", "tag"):
            self._count_file((path, finding.get("member", [])))
        return number

    def _count_file(self, place: tuple[bytes, list[str]]) -> None:
        if self._files == 0 or place != self._last:
            self._files += 1
        self._last = place

    def _meet(self, name: str, confidence: str) -> tuple[int, bool]:
        number = self._numbers.get(name)
        if number is None:
            if len(self._numbers) == _MOST_SECRETS:
                self._is_full = True
                return 0, False
            self._highest.append(confidence)
            self._numbers[name] = len(self._highest)
            return len(self._highest), True
        highest = self._highest[number - 1]
        if _CONFIDENCES.index(confidence) < _CONFIDENCES.index(highest):
            self._by_confidence[highest].secrets -= 1
            self._by_confidence[confidence].secrets += 1
            self._highest[number - 1] = confidence
        return number, False

    def json(self) -> dict[str, Any]:
        none = _Tally()
        told: dict[str, Any] = {
            "secrets_are": "at_least" if self._is_full else
                           "at_most" if self._apart else "exact",
            "secrets": len(self._numbers), "places": self._all.places,
            "files": self._files,
            "by_confidence": [{"name": name, **tally.json()}
                              for name, tally in self._by_confidence.items()],
            "by_rule": _groups(self._by_rule, none),
            "by_provider": _groups(self._by_provider, none),
            "by_directory": _groups(self._by_directory, self._elsewhere)}
        if self._by_where:
            told["by_where"] = _groups(self._by_where, none)
            told["by_reach"] = _groups(self._by_reach, none)
        return told
