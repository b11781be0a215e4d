"""Databases of SQLite with one flipped bit. Every token that still stands in the
bytes of the file is found, or at least the file is named as incomplete. A bit
may hide a table, a page or all of the database from SQLite, but not what is in
their bytes.
"""

import base64
import random
import sqlite3
import struct
import unittest

import harness
from archive_case import left_out, places
from archive_bounds_test import BoundsTest
from tokens import TokenMaker

SEED = harness.seed(7107)
CODECS = {"UTF-8": "utf-8", "UTF-16le": "utf-16-le", "UTF-16be": "utf-16-be"}
HEADER = 100  # bytes of the file before the first page's own head
FLIPS = harness.times(24, 160)  # for each place and encoding


class SqliteDamageTest(BoundsTest):

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.maker = TokenMaker(SEED)

    def database(self, encoding, page_size):
        """A database's bytes, and the tokens in it."""
        tokens = []

        def token():
            tokens.append(self.maker.github())
            return tokens[-1]

        path = self.tmp / "whole.db"
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        for pragma in (f"encoding='{encoding}'", f"page_size={page_size}",
                       "secure_delete=off", "synchronous=off"):
            connection.execute(f"pragma {pragma}")
        connection.executescript(
            "create table notes(id integer primary key, name, body);"
            "create table plain(a, b);"
            "create table keyed(a primary key, b) without rowid;"
            "create index by_name on notes(name);"
            "create view shown as select body from notes;"
            f"create table last(a default '{token()}');")
        for i in range(12):
            connection.execute(
                "insert into notes values(?, ?, ?)",
                (i, f"name {i}", "words " * self.random.choice((1, 900))
                 + token()))
            connection.execute("insert into plain values(?, ?)", (i, token()))
            connection.execute("insert into keyed values(?, ?)",
                               (f"k{i}", token()))
        connection.execute("insert into last values(?)", (token(),))
        connection.execute("insert into plain values('gone', ?)", (token(),))
        connection.commit()
        connection.execute("delete from plain where a = 'gone'")
        connection.execute("delete from notes where id = 5")
        connection.commit()
        connection.close()
        return path.read_bytes(), tokens

    def flips(self, place, data, codec, page_size):
        """The bytes in which a bit is flipped, in an order that is drawn."""
        if place == "header":
            found = list(range(16, HEADER))
        elif place == "create":
            found = []
            for word in ("create table", "CREATE TABLE"):
                sought = word.encode(codec)
                at = data.find(sought)
                while at >= 0:
                    found += range(at, at + 3 * len(sought))
                    at = data.find(sought, at + 1)
        else:
            found = []
            for page in range(0, len(data), page_size):
                at = page + (HEADER if page == 0 else 0)
                if data[at] not in (2, 5, 10, 13):
                    continue
                cells = at + (12 if data[at] < 8 else 8)
                count = struct.unpack_from(">H", data, at + 3)[0]
                found += (range(at, cells) if place == "head" else
                          range(cells, cells + 2 * count))
        self.assertTrue(found, place)
        self.random.shuffle(found)
        return found

    def test_one_bit(self):
        """In a statement, in the head of a page, in a place of a row, in the
        head of the file."""
        standing = {}
        for encoding, codec in CODECS.items():
            for place in ("create", "head", "cell", "header"):
                for i in range(FLIPS):
                    page_size = (512, 1024, 4096)[i % 3]
                    data, tokens = self.database(encoding, page_size)
                    data = bytearray(data)
                    at = self.flips(place, data, codec, page_size)[0]
                    bit = self.random.randrange(8)
                    data[at] ^= 1 << bit
                    name = f"{encoding}-{place}-{i}-{at}-{bit}.db"
                    self.write(f"tree/{name}", bytes(data))
                    standing[name] = {
                        token for token in tokens
                        if token.encode(codec) in data}
        report = self.check(code=(1,))
        found = {name: set() for name in standing}
        for place in places(report):
            found[place.path].add(place.secret)
        named = {entry[0] for entry in left_out(report)}
        lost = {name for name, tokens in standing.items()
                if tokens - found[name]}
        self.assertEqual(lost - named, set())
        self.assertLessEqual(len(lost), len(standing) // 100, lost)

    def test_whole(self):
        """Without damage, every token is found as often as the file has it.
        SQLite leaves copies of rows behind when it moves them."""
        for encoding, codec in CODECS.items():
            for page_size in (512, 4096):
                data, tokens = self.database(encoding, page_size)
                self.write("tree/app.db", data)
                report = self.check(code=(1,))
                self.assertEqual(left_out(report), [])
                self.assertEqual(
                    sorted(place.secret for place in places(report)),
                    sorted(token for token in tokens for _ in range(
                        data.count(token.encode(codec)))))

    def test_in_base64(self):
        """The bytes that no row has are the only ones that are read as they
        stand, so nothing is found twice."""
        data, tokens = self.database("UTF-8", 4096)
        self.write("tree/wrapped", base64.encodebytes(data))
        report = self.check(code=(1,))
        found = [place.secret for place in places(report)]
        self.assertEqual(sorted(found), sorted(set(found)))
        self.assertLessEqual(set(tokens[:10]), set(found))

    def test_a_password_in_base64(self):
        password = "".join(("vK9#m", "Tq2xLw7"))
        path = self.tmp / "users.db"
        connection = sqlite3.connect(path)
        connection.execute("create table users(name, password)")
        connection.execute("insert into users values('al', ?)", (password,))
        connection.commit()
        connection.close()
        self.write("tree/wrapped", base64.encodebytes(path.read_bytes()))
        self.assertEqual([place.secret for place in
                          places(self.check(code=(1,)))], [password])


if __name__ == "__main__":
    unittest.main()
