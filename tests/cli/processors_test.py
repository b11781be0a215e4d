"""On any x86-64 processor the same is found: those that have no code of their
own in Hyperscan, or none of the program's vector instructions, take other ways
through the literals. qemu plays the processors."""

import platform
import random
import shutil
import unittest

import harness
from tokens import TokenMaker

QEMU = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")

# A processor without SSSE3, which Hyperscan needs; one with only SSSE3; one
# with SSE4.2; AVX2 is qemu's own best.
PROCESSORS = ("qemu64,-ssse3,-sse4.1,-sse4.2", "core2duo", "Nehalem", "max")

RULES = """
[[rules]]
id = "own"
regex = '''(own_[a-z0-9]{16})'''
keywords = ["own_"]
"""


@unittest.skipUnless(QEMU, "there is no qemu-user")
@unittest.skipUnless(platform.machine() == "x86_64", "for x86-64")
@unittest.skipIf(harness.UNDER, "for the program as it is released")
class Processors(harness.CliTest):

    def setUp(self):
        super().setUp()
        random_ = random.Random(7)
        letters = "abcdefghijklmnopqrstuvwxyz0123456789"
        text = []
        # Enough for literals that are compiled when it pays.
        while len(text) < 9000:
            text.append(" ".join(
                "".join(random_.choices(letters, k=random_.randint(2, 9)))
                for _ in range(10)))
        self.owned = ["own_" + "".join(random_.choices(letters, k=16))
                      for _ in range(5)]
        self.token = TokenMaker(5).github()
        for at, secret in enumerate([*self.owned, self.token]):
            text[1500 * at + 700] += f' "{secret}"'
        self.write("tree/large.txt", "\n".join(text).encode())
        self.write("tree/small.env", f"A={self.token}\n".encode())
        self.write("own.toml", RULES.encode())

    def assert_equal_everywhere(self, secrets, *arguments):
        arguments = ("scan", "--show-secrets", "-f", "json", *arguments,
                     self.tmp / "tree")
        here = harness.run(*arguments)
        found = {finding["secret"] for finding in here.json()["findings"]}
        self.assertLessEqual(set(secrets), found)
        for processor in PROCESSORS:
            with self.subTest(processor):
                there = harness.run("-cpu", processor, harness.binary(),
                                    *arguments, program=QEMU)
                self.assertEqual(there.stdout, here.stdout, str(there))
                self.assert_code(there, here.code)

    def test_default_rules(self):
        self.assert_equal_everywhere([self.token])

    def test_own_rules(self):
        self.assert_equal_everywhere(self.owned, "--config",
                                     self.tmp / "own.toml")


if __name__ == "__main__":
    unittest.main()
