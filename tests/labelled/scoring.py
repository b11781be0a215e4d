"""Findings against labels: what was found, what was missed, what is a false
alarm (README.md, "Matching").

Knows no scanner: score.py brings sluice's findings, bench/precision those of
other scanners as well.
"""

import base64
import binascii
import collections
import dataclasses
import pathlib
import shutil

import check_labels
from check_labels import HALVES, Label

# Where reviewers would disagree (README.md, "Left out"): what is found on a
# line with this word in it, and belongs to no label, counts neither way.
LEFT_OUT = {
    "javascript/firebase-init.js": "apiKey",
    "json/service-account.json": "private_key_id",
    "json/firebase-admin.json": "private_key_id",
}


@dataclasses.dataclass(frozen=True)
class Finding:
    """A finding of some scanner. `path` is below the half's folder; lines
    count from 1, `last` is the last one; `value` is None if the scanner does
    not say it, and then the lines decide alone; `level` is the scanner's
    confidence, the higher the surer."""
    path: str
    first: int
    last: int
    value: str | None
    rule: str = ""
    level: int = 0


@dataclasses.dataclass(frozen=True)
class Alarm:
    """A place that was reported and is no secret. `label` is None if it has
    none; of several findings, the surest stands for all."""
    finding: Finding
    label: Label | None


@dataclasses.dataclass
class Score:
    """What a scanner made of a half, or of both (scores can be added)."""
    found: list[Label]
    missed: list[Label]
    alarms: list[Alarm]

    @property
    def precision(self):
        return _ratio(len(self.found), len(self.found) + len(self.alarms))

    @property
    def recall(self):
        return _ratio(len(self.found), len(self.found) + len(self.missed))

    @property
    def f1(self):
        return _ratio(2 * self.precision * self.recall,
                      self.precision + self.recall)

    def by_kind(self):
        """Kind to numbers of true labels found and of all."""
        found = collections.Counter(label.kind for label in self.found)
        missed = collections.Counter(label.kind for label in self.missed)
        return {kind: (found[kind], found[kind] + missed[kind])
                for kind in sorted(found | missed)}

    def __add__(self, other):
        return Score(self.found + other.found, self.missed + other.missed,
                     self.alarms + other.alarms)


def _ratio(part, whole):
    return part / whole if whole else 0.0


class Half:
    """The labels and files (path to lines) of a half."""

    def __init__(self, name, labels, files):
        self.name = name
        self.labels = labels
        self.files = files
        self._by_path = collections.defaultdict(list)
        for label in labels:
            self._by_path[label.path].append((label, self._last(label)))

    def copy_to(self, folder):
        """Puts the files, and nothing else, into a new folder: there no
        ignore file and no name of a folder above says that they are tests."""
        shutil.copytree(check_labels.HERE / self.name, pathlib.Path(folder),
                        ignore=shutil.ignore_patterns("labels.tsv"))

    def score(self, findings):
        found, alarms = set(), []
        for finding in sorted(findings, key=lambda each: -each.level):
            labels = self._labels_of(finding)
            right = [label for label in labels if label.verdict == "true"]
            found.update(right)
            if not right and not (not labels and self._left_out(finding)):
                _add_alarm(alarms,
                           Alarm(finding, labels[0] if labels else None))
        true = [label for label in self.labels if label.verdict == "true"]
        return Score([label for label in true if label in found],
                     [label for label in true if label not in found], alarms)

    def lines(self, finding):
        return self.files.get(finding.path, [])[
            max(finding.first, 1) - 1:finding.last]

    def _labels_of(self, finding):
        return [label for label, last in self._by_path[finding.path]
                if finding.first <= last and label.line <= finding.last
                and (last > label.line
                     or same_value(label.value, finding.value))]

    def _left_out(self, finding):
        word = LEFT_OUT.get(finding.path)
        return word is not None and any(
            word in line for line in self.lines(finding))

    def _last(self, label):
        """A label's last line: beyond the first for a key in several lines."""
        if not check_labels.is_key_in_lines(label):
            return label.line
        lines = self.files[label.path]
        return next(number for number in range(label.line, len(lines) + 1)
                    if "-----END" in lines[number - 1])


def same_value(label, found):
    """Whether what was found is what a label means: one contains the other,
    as they stand or after the label is decoded from base64."""
    if found is None:
        return True
    if not found:
        return False
    return any(found in text or text in found
               for text in (label, _decoded(label)) if text)


def _decoded(text):
    try:
        return base64.b64decode(text, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None


def _add_alarm(alarms, new):
    """A place counts once, however many rules report it."""
    for alarm in alarms:
        if new.label is not None or alarm.label is not None:
            if new.label == alarm.label:
                return
        elif _overlap(new.finding, alarm.finding):
            return
    alarms.append(new)


def _overlap(one, other):
    return (one.path == other.path and one.first <= other.last
            and other.first <= one.last
            and (one.value is None or other.value is None
                 or one.value in other.value or other.value in one.value))


def read_half(name):
    labels, faults = check_labels.read_labels(name)
    if faults:
        raise ValueError("\n".join(faults))
    return Half(name, labels, check_labels.files_of(name))


def halves():
    return [read_half(name) for name in HALVES]
