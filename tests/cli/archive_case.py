"""The common parts of tests of archives: the places in reports, and rows that
are skipped by their names."""

import typing

import archives
import harness
from tokens import TokenMaker


class Place(typing.NamedTuple):
    """The place of a secret in a report."""
    path: str
    member: tuple[str, ...]
    line: int
    column: int
    byte: int
    secret: str


def places(report: dict) -> list[Place]:
    return [Place(f["path"], tuple(f.get("member", ())), f["start"]["line"],
                  f["start"]["column"], f["start"]["byte"], f["secret"])
            for f in report["findings"]]


def left_out(report: dict) -> list[tuple[str, tuple[str, ...], str]]:
    """The unread parts: path, member, reason."""
    return [(entry["path"], tuple(entry.get("member", ())), entry["reason"])
            for entry in report["coverage"]["incomplete"]]


class ArchiveCase(harness.CliTest):

    def setUp(self):
        super().setUp()
        # A program that does not look into archives at all fails here, before
        # anything large is made.
        secret = TokenMaker(6000).github()
        report = self.scan("-", stdin=archives.zip_of({"a": secret.encode()}),
                           code=1)
        self.assertEqual([p.member for p in places(report)], [("a",)])

    def made(self, make, *arguments):
        """Returns the maker's archive. If the maker cannot make it, the test
        or subtest is skipped by its name."""
        try:
            return make(*arguments)
        except archives.NoTool as missing:
            self.skipTest(f"not installed, or too old: {missing}")
