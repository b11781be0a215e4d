"""The beginning and the end of a secret: only the secret is reported, once, in
every file with the same text."""

import random
import string
import unittest

import harness

SERVER = "Server=db;User Id=sa;Password={}"
MYSQL = "jdbc:mysql://db:3306/app?user=root&password={}"
# A file, and a line with the password in it.
LISTS = (
    ("appsettings.json", '{{"Db":"' + SERVER + ';Encrypt=True"}}'),
    ("appsettings.json", '{{"Db":"' + SERVER + '"}}'),
    ("app.env", "DB=" + SERVER + ";Encrypt=False"),
    ("app.env", "DB='" + SERVER + "'"),
    ("app.py", 'db = "' + SERVER + ';Encrypt=True"'),
    ("web.config", '<add connectionString="' + SERVER + ';" />'),
    ("web.config", "<add connectionString='" + SERVER + ";'/>"),
    ("web.config", '<add connectionString="' + SERVER + '"/>'),
    ("app.yml", "url: " + MYSQL + "&useSSL=false"),
    ("app.properties", "db.url=" + MYSQL + "&useSSL=false"),
    ("app.py", 'url = "' + MYSQL + '&useSSL=false"'),
    ("app.xml", '<url v="jdbc:mysql://db/app?user=root&amp;password={}'
                '&amp;useSSL=false"/>'),
    ("app.config", '<url v="jdbc:mysql://db/app?password={}'
                   '&amp;useSSL=false"/>'),
    ("app.properties", "redis=cache:6379,password={},ssl=True"),
)
COMMENTS = (" # prod", " # rotate in june", " # see vault", " # used by app",
            " #prod", "\t# prod", " ; foo")
SETTINGS = (("app.env", "A_PASSWORD={}"), ("app.ini", "password = {}"),
            ("app.cfg", "password = {}"), ("app.conf", "password = {}"),
            ("app.properties", "db.password={}"), ("app.yaml", "password: {}"))

# A file, and a text in which no more than the password is reported.
OTHERS = (
    ("build.gradle", 'buildConfigField "String", "API_KEY", "\\"{}\\""'),
    ("build.gradle", """buildConfigField("String", "API_SECRET", '"{}"')"""),
    ("run.py", 'run(["mysql", "-u", "root", "-p{}"])'),
    ("a.http", "Cookie: session={}"),
    ("a.py", 'headers = {{"Cookie": "session={}"}}'),
    ("k.yaml", "env:\n  - value: {}\n    name: DB_PASSWORD"),
    ("k.yaml", "env:\n  - name: DB_PASSWORD\n    # new\n    value: {}"),
    ("cfn.yaml", "Parameters:\n  DbPassword:\n    Type: String\n"
                 "    NoEcho: true\n    Default: {}"),
    ("cfn.json", '{{"DbPassword": {{"Type": "String", "Default": "{}"}}}}'),
    ("router.cfg", "enable secret 0 {}"),
    ("ppp/chap-secrets", "client * {} *"),
)


class Borders(harness.CliTest):

    def setUp(self):
        super().setUp()
        rng = random.Random(0xb0a)
        pairs = [rng.choice(string.ascii_letters) + rng.choice(string.digits)
                 for _ in range(8)]
        self.password = "".join(pairs)

    def assert_found(self, secret, name, line):
        with self.subTest(name=name, line=line):
            self.write(f"src/{name}", (line + "\n").encode())
            report = self.scan("--no-ignore", f"src/{name}", cwd=self.tmp)
            self.assert_secrets(report, secret)

    def test_a_password_in_a_list_of_pairs(self):
        for name, line in LISTS:
            self.assert_found(self.password, name, line.format(self.password))

    def test_a_password_in_other_texts(self):
        for name, text in OTHERS:
            self.assert_found(self.password, name, text.format(self.password))

    def test_a_password_with_signs_beyond_ascii(self):
        secret = self.password[:5] + "\u00a7" + self.password[5:] + "\u20ac"
        for name, line in (*SETTINGS, ("app.py", 'password = "{}"')):
            self.assert_found(secret, name, line.format(secret))

    def test_a_comment_is_no_part_of_a_value(self):
        for name, line in SETTINGS:
            for comment in COMMENTS:
                self.assert_found(self.password, name,
                                  line.format(self.password) + comment)

    def test_a_passphrase_ends_before_a_comment(self):
        phrase = "plain song at matins"  # sluice:allow
        for name, line in SETTINGS:
            for comment in ("", " # see vault", " ; foo"):
                self.assert_found(phrase, name, line.format(phrase) + comment)

    def test_a_sign_within_a_value_begins_no_comment(self):
        for name, line in SETTINGS:
            secret = self.password[:6] + "#" + self.password[6:]
            self.assert_found(secret, name, line.format(secret))


if __name__ == "__main__":
    unittest.main()
