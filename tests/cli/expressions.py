"""Draws filters of betterleaks' configurations from a seed."""

import random

TEXTS = ['finding["secret"]', "finding.match", "finding.line", "finding?.rule_id",
         'attributes["path"]', 'attributes["git.sha"]', '"a.b"', "'x1'", "`q\\d`",
         '"\\u00e9t"', 'lower(finding.secret)', 'finding.secret[1:4]',
         'finding.fragment_raw[finding.match_start_idx:finding.match_end_idx]',
         'trim(" a ")', 'join(split(finding.match, "_"), "-")',
         'findMatch(finding.secret, "[a-z]+")', 'upper("ab")[-1:]',
         'replace(finding.match, "_", "")', 'split(finding.match, "_")[0]',
         'trimPrefix(finding.match, "m")', 'finding.entropy', 'repeat("ab", 2)']
NUMBERS = ["0", "1", "2.5", "-3", "0x1F", "1e2", "len(finding.secret)",
           "entropy(finding.secret)", "tokenRatio(finding.secret)",
           "int(finding.match_start_idx) - int(finding.match_line_start_idx)",
           "min(3, len(finding.match))", "max(1, 2)", "7 / 2", "7 % 4", "-7 % 3",
           "indexOf(finding.match, \"_\")", "abs(-2)", 'int("12")', "float(3)",
           "len(split(finding.match, \"_\"))", "2 * 3 + 1", "int(2.9)"]
PATTERNS = ['[`^[a-z]+$`]', '["(?i)A", `\\d{2}`]', '["x", "y"]', "[`_`]", '["^$"]']
WORDS = ['["AB", "zz"]', "['1']", '["q7", "e"]', '["_"]']


class Drawer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *these):
        return self.random.choice(these)

    def text(self, depth):
        if depth <= 0 or self.random.random() < 0.6:
            return self.random.choice(TEXTS)
        return self.pick(
            f"({self.text(depth - 1)} + {self.text(depth - 1)})",
            f"({self.truth(depth - 1)} ? {self.text(depth - 1)} : "
            f"{self.text(depth - 1)})",
            f"({self.text(depth - 1)} ?? {self.text(depth - 1)})",
            f"{self.text(0)}[:len({self.text(0)}) - 2]",
            f"lower({self.text(depth - 1)})")

    def number(self, depth):
        if depth <= 0 or self.random.random() < 0.6:
            return self.random.choice(NUMBERS)
        sign = self.pick("+", "-", "*", "/", "%") if self.random.random() < 0.9 else "+"
        return f"({self.number(depth - 1)} {sign} {self.number(depth - 1)})"

    def truth(self, depth):
        if depth <= 0:
            return self.pick("true", "false", "finding.secret != \"\"",
                             "failsTokenEfficiency(finding.secret)")
        d = depth - 1
        compare = self.pick("==", "!=", "<", "<=", ">", ">=")
        forms = [
            lambda: f"{self.number(d)} {compare} {self.number(d)}",
            lambda: f"{self.text(d)} {self.pick('==', '!=', '<', '>=')} {self.text(d)}",
            lambda: f"{self.text(d)} {self.pick('contains', 'startsWith', 'endsWith', 'not contains')} {self.text(d)}",
            lambda: f"matchesAny({self.text(d)}, {self.random.choice(PATTERNS)})",
            lambda: f"containsAny({self.text(d)}, {self.random.choice(WORDS)})",
            lambda: f"startsWithAny({self.text(d)}, {self.random.choice(WORDS)})",
            lambda: f"{self.text(d)} in [{self.text(d)}, {self.text(d)}]",
            lambda: f"{self.number(d)} {self.pick('in', 'not in')} [1, 2.5, {self.number(d)}]",
            lambda: f"({self.truth(d)} {self.pick('&&', 'and', '||', 'or')} {self.truth(d)})",
            lambda: f"{self.pick('!', 'not ')}({self.truth(d)})",
            lambda: f"({self.truth(d)} ? {self.truth(d)} : {self.truth(d)})",
            lambda: f"{self.text(d)} matches `[a-c]+_?`",
            lambda: f"{self.number(d)} < {self.number(d)} < {self.number(d)}",
            lambda: f"intersects(split(finding.match, \"_\"), {self.random.choice(WORDS)})",
            # What is wrong in one way or another; not with a member of `finding`,
            # whose types betterleaks does not know.
            lambda: f"{self.pick('lower(finding.line)', '`x`')} {compare} {self.pick('1', 'len([1])')}"
            if self.random.random() < 0.15 else self.truth(d),
            lambda: f"{self.truth(d)} {self.pick('&&', '||')} {self.truth(d)} ?? true"
            if self.random.random() < 0.1 else self.truth(d),
        ]
        return self.random.choice(forms)()

    def filter(self):
        depth = self.random.randint(1, 3)
        if self.random.random() < 0.25:
            return (f"let a = {self.text(2)}; let b = {self.number(2)}; // both\n"
                    f"(a contains {self.text(1)}) || b > {self.number(1)} || "
                    f"{self.truth(depth)}")
        return self.truth(depth)
