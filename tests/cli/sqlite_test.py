"""Databases of SQLite, made by SQLite itself: a secret in a table is found at
its row, a password by the name of its column, and what was deleted in the bytes
that no row has. A hostile database costs no more than its bounds.
"""

import gzip
import pathlib
import random
import sqlite3
import struct
import unittest

from archive_case import left_out, places
from archive_bounds_test import BoundsTest
from tokens import TokenMaker

MAKER = TokenMaker(6500)
PASSWORD = "".join(("vK9#m", "Tq2xLw7"))


class SqliteTest(BoundsTest):

    def database(self, name="tree/app.db", **pragmas):
        """A new database; the caller fills and closes it."""
        path = self.tmp / name
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        for pragma, value in {"secure_delete": "off", **pragmas}.items():
            connection.execute(f"pragma {pragma}={value}")
        self.addCleanup(connection.close)
        return connection

    def filled(self, script, rows=(), **pragmas):
        """The bytes of a database of these statements and rows."""
        connection = self.database(**pragmas)
        connection.executescript(script)
        for statement, values in rows:
            if statement.startswith(("delete", "drop")):
                connection.commit()  # else the row is never written
            connection.execute(statement, values)
        connection.commit()
        connection.close()
        return (self.tmp / "tree/app.db").read_bytes()

    def forged(self, script, *changes):
        """A database whose schema was changed behind SQLite's back."""
        connection = self.database()
        connection.executescript(script)
        connection.execute("pragma writable_schema=1")
        for statement, values in changes:
            connection.executemany(statement, values)
        connection.commit()
        connection.close()

    def found(self, **more):
        report = self.check(**more)
        self.assertEqual(left_out(report), [])
        return [(p.member, p.line, p.secret) for p in places(report)]


class Tables(SqliteTest):

    def test_a_row_is_a_line(self):
        tokens = [MAKER.github() for _ in range(3)]
        self.filled("create table notes(id integer primary key, text)",
                    [("insert into notes(text) values(?)", (text,))
                     for text in ("words", tokens[0], "more", tokens[1],
                                  tokens[2] + "\n")])
        self.assertEqual(self.found(), [
            (("notes",), 2, tokens[0]), (("notes",), 4, tokens[1]),
            (("notes",), 5, tokens[2])])

    def test_columns_are_names(self):
        self.filled("""create table users(id integer primary key, name text,
                                          password text, note text);
                       create table w(password, a, primary key(a)) without rowid
                    """,
                    [("insert into users values(7, 'al', ?, null)", (PASSWORD,)),
                     ("insert into users values(9, 'bo', null, 'x')", ()),
                     ("insert into w values(?, 2)", (PASSWORD[::-1],))])
        self.assertEqual(self.found(), [(("users",), 1, PASSWORD),
                                        (("w",), 1, PASSWORD[::-1])])

    def test_a_value_has_the_name_in_its_row(self):
        for columns in ("key, value", "id, name, value",
                        "option_value, option_name"):
            with self.subTest(columns):
                self.filled(f"create table settings({columns})")
                row = ["smtp_password" if c.endswith(("key", "name")) else
                       PASSWORD if c.endswith("value") else 5
                       for c in columns.split(", ")]
                marks = ", ".join("?" * len(row))
                self.filled(f"create table settings({columns})",
                            [(f"insert into settings values({marks})", row)])
                self.assertEqual(self.found(), [(("settings",), 1, PASSWORD)])

    def test_a_text_in_a_value(self):
        """A text of several lines is a member of its own."""
        for text, member, line in (
                (f'user = "x"\npassword = "{PASSWORD}"\n', "files/1/body", 2),
                (f"host: a\npassword: {PASSWORD}\n", "files/1/body", 2),
                (f"HOST=a\nDB_PASSWORD={PASSWORD}\nUSER=b\n", "files/1/body",
                 2),
                (f'{{"a": 1, "password": "{PASSWORD}"}}', "files", 1)):
            with self.subTest(text[:20]):
                self.filled("create table files(body)",
                            [("insert into files values(?)", (text,))])
                self.assertEqual(self.found(), [((member,), line, PASSWORD)])

    def test_encodings(self):
        for encoding in ("'UTF-8'", "'UTF-16le'", "'UTF-16be'"):
            for page_size in (512, 4096, 65536):
                with self.subTest(f"{encoding} {page_size}"):
                    self.filled("create table users(name, password)",
                                [("insert into users values(?, ?)",
                                  ("\u00e4\u20ac", PASSWORD))],
                                encoding=encoding, page_size=page_size)
                    self.assertEqual(self.found(),
                                     [(("users",), 1, PASSWORD)])

    def test_names_are_any(self):
        token = MAKER.github()
        for name in ('a"b', "a b", "select", "x'--", "\u00e4"):
            with self.subTest(name):
                quoted = name.replace('"', '""')
                self.filled(f'create table "{quoted}"("{quoted}", rowid)',
                            [(f'insert into "{quoted}" values(?, 1)',
                              (token,))])
                self.assertEqual(self.found(), [((name,), 1, token)])

    def test_statements_are_a_member(self):
        token = MAKER.github()
        self.filled(f"create table t(a default '{token}');"
                    "create view v as select * from t")
        self.assertEqual(self.found(), [(("sqlite_schema",), 1, token)])

    def test_large_values_are_members(self):
        tokens = [MAKER.github() for _ in range(3)]
        packed = gzip.compress(f"token = {tokens[0]}\n".encode())
        self.filled(
            "create table t(id integer primary key, avatar blob, body)",
            [("insert into t values(3, ?, 'x')", (packed,)),
             ("insert into t values(8, ?, ?)",
              (f"a = {tokens[1]}\n".encode("utf-16-le"),
               "line\n" * 4000 + tokens[2] + "\n"))])
        self.assertEqual(self.found(), [
            (("t/3/avatar", "avatar"), 1, tokens[0]),
            (("t/8/avatar",), 1, tokens[1]), (("t/8/body",), 4001, tokens[2])])

    def test_a_small_blob_is_a_part_of_its_row(self):
        token = MAKER.github()
        self.filled("create table t(a, b blob)",
                    [("insert into t values(1, ?)",
                      (b"\0\1\xff" + token.encode() + b"\0\x80",))])
        self.assertEqual(self.found(), [(("t",), 1, token)])

    def test_full_text_search_is_read_in_its_tables(self):
        token = MAKER.github()
        try:
            self.filled("create virtual table ft using fts5(body)",
                        [("insert into ft values(?)", (token,))])
        except sqlite3.OperationalError as error:
            self.skipTest(str(error))
        self.assertEqual(self.found(), [(("ft_content",), 1, token)])

    def test_an_index_shows_nothing_twice(self):
        token = MAKER.github()
        self.filled("create table t(a, b); create index i on t(b, a)",
                    [("insert into t values(?, ?)", (i, f"{i} {token}"))
                     for i in range(3)])
        self.assertEqual([p.member for p in places(self.check())],
                         [("t",)] * 3)

    def test_with_a_wal_beside(self):
        """The rows before its last checkpoint, and the runs of the WAL."""
        tokens = [MAKER.github() for _ in range(2)]
        writer = self.database(journal_mode="wal", wal_autocheckpoint=0)
        writer.executescript("create table t(a)")
        writer.execute("insert into t values(?)", (tokens[0],))
        writer.commit()
        writer.execute("pragma wal_checkpoint(truncate)")
        writer.execute("insert into t values(?)", (tokens[1],))
        writer.commit()
        report = self.check()
        self.assertIn(("app.db", ("t",), tokens[0]),
                      [(p.path, p.member, p.secret) for p in places(report)])
        self.assertIn(("app.db-wal", tokens[1]),
                      [(p.path, p.secret) for p in places(report)])

    def test_excluded_tables(self):
        token = MAKER.github()
        rows = [(f"insert into {t} values(?)", (token,)) for t in ("a", "b")]
        self.filled("create table a(x); create table b(x)", rows)
        report = self.scan("--exclude", "app.db!a", self.tree, code=1)
        self.assertEqual([p.member for p in places(report)], [("b",)])

    def test_in_an_archive_and_from_a_pipe(self):
        import archives
        data = self.filled("create table users(password)",
                           [("insert into users values(?)", (PASSWORD,))])
        report = self.scan("-", stdin=data, code=1)
        self.assertEqual([p.member for p in places(report)], [("users",)])
        for name, make in (("x.zip", archives.zip_of),
                           ("x.tar", archives.tar)):
            report = self.scan("-", stdin=make({"a/app.db": data}), code=1)
            self.assertEqual([p.member for p in places(report)],
                             [("a/app.db", "users")], name)


class Deleted(SqliteTest):
    """What no row has is scanned as it stands."""

    def test_a_row_in_a_page_that_is_in_use(self):
        token = MAKER.github()
        self.filled("create table t(a)", [
            ("insert into t values('stays')", ()),
            ("insert into t values(?)", ("gone " + token,)),
            ("delete from t where a like 'gone%'", ())])
        self.assert_in_file([token])

    def test_free_pages(self):
        tokens = [MAKER.github() for _ in range(40)]
        rows = [("insert into t values(?)", ("x" * 3000 + " " + token,))
                for token in tokens]
        self.filled("create table t(a); create table u(b)",
                    rows + [("delete from t", ())])
        self.assert_in_file(tokens)

    def test_a_table_that_was_dropped(self):
        token = MAKER.github()
        self.filled("create table u(b); create table t(a)",
                    [("insert into t values(?)", ("gone " + token,)),
                     ("drop table t", ())])
        self.assert_in_file([token])

    def assert_in_file(self, tokens):
        report = self.check(code=(1,))
        data = (self.tree / "app.db").read_bytes()
        self.assertEqual(left_out(report), [])
        self.assertEqual({p.secret for p in places(report)}, set(tokens))
        for place in places(report):
            self.assertEqual(place.member, ())
            self.assertTrue(data[place.byte:].startswith(
                place.secret.encode()), place)


class Damaged(SqliteTest):

    def test_a_table_with_a_damaged_page(self):
        """It is named, and scanned as it stands; others are read."""
        tokens = [MAKER.github() for _ in range(2)]
        self.filled("create table bad(a); create table good(a)",
                    [("insert into bad values(?)", ("row " + tokens[0],)),
                     ("insert into good values(?)", (tokens[1],))],
                    page_size=1024)
        path = self.tree / "app.db"
        data = bytearray(path.read_bytes())
        data[1024] = 99  # the kind of the second page
        path.write_bytes(data)
        report = self.check(code=(1,))
        self.assertEqual({(p.member, p.secret) for p in places(report)},
                         {((), tokens[0]), (("good",), tokens[1])})
        (path, member, reason), = left_out(report)
        self.assertEqual(member, ("bad",))
        self.assertIn("damaged", reason)

    def test_cut_off(self):
        tokens = [MAKER.github() for _ in range(2)]
        rows = [("insert into t values(?)", ("x" * 900 + tokens[0],))
                for _ in range(50)]
        data = self.filled(
            "create table first(a); create table t(a)",
            [("insert into first values(?)", (tokens[1],)), *rows])
        for part in (2, 3, 5):
            self.write("tree/app.db", data[:len(data) * part // 6])
            report = self.check(code=(1,))
            self.assertIn((("first",), tokens[1]),
                          [(p.member, p.secret) for p in places(report)])
            self.assertIn(("app.db", ("t",)),
                          [entry[:2] for entry in left_out(report)])

    def test_encrypted_but_for_its_head(self):
        """It is named, and scanned as it stands."""
        self.write("tree/x", b"SQLite format 3\0"
                   + random.Random(1).randbytes(50_000))
        report = self.check(code=(3,))
        (path, _, reason), = left_out(report)
        self.assertIn("begins as a database of SQLite", reason)

    def test_mutants(self):
        """Any bytes are scanned within bounds, with the same result for any
        number of workers."""
        rng = random.Random(6500)
        rows = [("insert into users values(?, ?, ?)",
                 (i, MAKER.github() if i % 50 == 0 else f"user {i}",
                  rng.randbytes(rng.choice((3, 400, 5000)))))
                for i in range(300)]
        whole = self.filled("create table users(id integer primary key, a, b);"
                            "create index i on users(a)", rows, page_size=512)
        (self.tree / "app.db").unlink()
        for i in range(60):
            data = bytearray(whole)
            # Headers of pages, where numbers of pages and places stand.
            for _ in range(rng.randrange(1, 40)):
                page = rng.randrange(len(data) // 512) * 512
                data[page + rng.randrange(40)] = rng.randrange(256)
            self.write(f"tree/{i:02}", bytes(data))
        self.check("-j1")
        one = self.scan("-j1", self.tree)
        four = self.scan("-j4", self.tree)
        self.assertEqual(one["findings"], four["findings"])
        self.assertEqual(left_out(one), left_out(four))
        self.assertGreater(len(one["findings"]), 60)


class Hostile(SqliteTest):

    def test_a_million_tables(self):
        self.forged("create table t0(a)", (
            "insert into sqlite_schema values('table', ?, ?, 2, ?)",
            ((f"t{i}", f"t{i}", f"create table t{i}(a, b)")
             for i in range(1, 1_000_000))))
        report = self.check(code=(3,))
        (_, member, reason), = left_out(report)
        self.assertEqual(member, ())
        self.assertIn("10000 tables", reason)

    def test_many_tables_of_the_same_pages(self):
        token = MAKER.github()
        self.forged(
            f"create table t0(a); insert into t0 values('{token}')",
            ("insert into sqlite_schema values('table', ?, ?, 2, ?)",
             ((f"t{i}", f"t{i}", f"create table t{i}(a)")
              for i in range(1, 9000))))
        report = self.check(code=(1,))
        self.assertEqual([p.member for p in places(report)], [("t0",)])
        self.assertGreater(len(left_out(report)), 50)

    def test_pages_that_refer_to_each_other(self):
        self.filled("create table t(a)",
                    [("insert into t values(?)", ("y" * 100,))] * 5000,
                    page_size=512)
        path = self.tree / "app.db"
        data = bytearray(path.read_bytes())
        root = 512
        self.assertEqual(data[root], 5)
        count = struct.unpack_from(">H", data, root + 3)[0]
        cells = struct.unpack_from(f">{count}H", data, root + 12)
        for cell in cells:
            struct.pack_into(">I", data, root + cell, 2)
        path.write_bytes(data)
        report = self.check(code=(3,))
        self.assertEqual([e[1] for e in left_out(report)], [("t",)])

    def test_a_view_in_a_tables_place(self):
        """Nothing of a schema runs."""
        self.forged("create table x(a); insert into x values('words')", (
            "update sqlite_schema set sql=? where name='x'",
            [("create table y(a)",)]), (
            "insert into sqlite_schema values('view', 'x', 'x', 0, ?)",
            [("create view x as with recursive r(a) as (select 1 union all "
              "select a + 1 from r) select a from r",)]))
        report = self.check(code=(3,))
        self.assertEqual([e[1] for e in left_out(report)], [("x",)])

    def test_generated_columns_are_not_computed(self):
        token = MAKER.github()
        columns = "".join(
            f", c{i} as (c{i - 1} || c{i - 1})" for i in range(1, 60))
        self.forged("create table g(a, c0 as (a || a))",
                    ("insert into g(a) values(?)",
                     [(f"{i} {token}",) for i in range(1000)]),
                    ("update sqlite_schema set sql=?",
                     [(f"create table g(a, c0 as (a || a){columns})",)]))
        report = self.check(code=(1,))
        self.assertEqual({p.line for p in places(report) if p.member},
                         set(range(1, 1001)))
        self.assertEqual(left_out(report), [])

    def test_a_virtual_table_in_a_tables_place(self):
        self.forged("create table x(a); insert into x values('words')", (
            "update sqlite_schema set sql=?",
            [("create virtual table x using fts5(a)",)]))
        report = self.check(code=(3,))
        self.assertEqual([e[1] for e in left_out(report)], [("x",)])

    def test_a_value_that_is_too_large(self):
        self.filled("create table t(a)",
                    [("insert into t values(zeroblob(?))", (40 << 20,))])
        report = self.check(code=(3,))
        (_, member, reason), = left_out(report)
        self.assertEqual(member, ("t",))
        self.assertIn("32 MiB", reason)

    def test_a_value_that_the_memory_has_no_room_for(self):
        token = MAKER.github()
        self.filled("create table t(a); create table u(a)",
                    [("insert into t values(zeroblob(?))", (30 << 20,)),
                     ("insert into u values(?)", (token,))])
        report = self.check("--max-memory", "48M", "-j1", code=(1,))
        self.assertIn("--max-memory", str(left_out(report)))
        self.assertEqual([p.secret for p in places(report)], [token])

    def test_bounds_of_unpacking(self):
        self.filled("create table t(a)",
                    [("insert into t values(?)", ("y" * 1000,))] * 9000)
        report = self.check("--archive-bytes", "1M", code=(3,))
        self.assert_bound(report, "--archive-bytes", "app.db")
        report = self.check("--archive-members", "1", code=(3,))
        self.assert_bound(report, "--archive-members", "app.db")
        report = self.check("--archive-depth", "0", code=(0,))
        self.assertEqual(left_out(report), [])


if __name__ == "__main__":
    unittest.main()
