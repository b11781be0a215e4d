"""Which mutants are tried: drawn by a seed, spread over the modules, and kept
in a list, in which a mutant is known by its file and the text of its line. So
the same mutants can be tried on another commit, in which lines have moved.
"""

import dataclasses
import random

from sites import KINDS, sites_of

FOLDERS = ("lib", "apps", "compat")


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    kind: str
    before: str
    after: str
    nth: int  # of the lines of the file that read like this, from 0
    same: int  # of the sites of the line that make the same of it, from 0

    @property
    def module(self):
        return module_of(self.file)


def module_of(file):
    """lib/judge of lib/judge/value/look.cc"""
    return "/".join(file.split("/")[:2])


def is_source(file):
    """Whether it is C++ of the product. sluice.h is C."""
    return (file.split("/")[0] in FOLDERS and file.endswith((".cc", ".h")) and
            not file.endswith("/sluice.h"))


def mutants_of(file, text):
    """[(mutant, site)] of one file."""
    lines = [line.strip() for line in text.split("\n")]
    seen, found = {}, []
    for site in sites_of(text):
        nth = lines[:site.line - 1].count(site.before)
        key = (site.line, site.kind, site.after)
        same = seen[key] = seen.get(key, -1) + 1
        found.append((Mutant(file, site.kind, site.before, site.after, nth,
                             same), site))
    return found


def find(mutant, text):
    """The mutant's site in `text`, or None. The text of the line decides; its
    place among equal lines only where there are several."""
    there = [(m, s) for m, s in mutants_of(mutant.file, text)
             if (m.kind, m.before, m.after, m.same) ==
             (mutant.kind, mutant.before, mutant.after, mutant.same)]
    exact = [s for m, s in there if m.nth == mutant.nth]
    return exact[0] if exact else there[0][1] if len(there) == 1 else None


def draw_order(mutants, seed):
    """{module: its mutants in the order in which they are drawn}. Each kind
    has the same chance, and no two mutants edit one line. `mutants` are pairs
    of a mutant and its site."""
    modules = {}
    for mutant, site in mutants:
        kinds = modules.setdefault(mutant.module, {})
        kinds.setdefault(mutant.kind, []).append((mutant, site))
    order = {}
    for module in sorted(modules):
        chance = random.Random(f"{seed} {module}")
        kinds = modules[module]
        for kind in KINDS:
            chance.shuffle(kinds.setdefault(kind, []))
        taken, drawn = set(), []
        while left := [kind for kind in KINDS if kinds[kind]]:
            mutant, site = kinds[chance.choice(left)].pop()
            places = {(mutant.file, line) for line in site.lines}
            if not places & taken:
                taken |= places
                drawn.append(mutant)
        order[module] = drawn
    return order


def shares(sizes, number):
    """How many of `number` each module gets: at least one, and the rest by
    size, the largest remainder first."""
    number = max(number, len(sizes))
    total = sum(sizes.values())
    exact = {m: size * (number - len(sizes)) / total
             for m, size in sizes.items()}
    share = {m: 1 + int(e) for m, e in exact.items()}
    by_rest = sorted(sizes, key=lambda m: (int(exact[m]) - exact[m], m))
    for module in by_rest[:number - sum(share.values())]:
        share[module] += 1
    return share


def take(drawn, share, number, seed):
    """Of `drawn`, pairs of a number and its module in the order of the draw,
    those of each module's share; then, for modules that have too few, any of
    the others. Returns the numbers taken and the rest."""
    left, taken, rest = dict(share), [], []
    for one, module in drawn:
        if left.get(module, 0) > 0:
            left[module] -= 1
            taken.append(one)
        else:
            rest.append(one)
    random.Random(seed).shuffle(rest)
    missing = max(0, number - len(taken))
    return sorted(taken + rest[:missing]), rest[missing:]


_COLUMNS = ("number", "kind", "file", "line", "nth", "same", "before", "after",
            "tests")


def write_list(rows):
    """The text of a list: rows of (number, mutant, line, tests), one a line,
    with tabs between."""
    lines = ["\t".join(_COLUMNS)]
    for number, m, line, tests in rows:
        cells = (number, m.kind, m.file, line, m.nth, m.same, m.before, m.after,
                 " ".join(tests))
        lines.append("\t".join(str(cell).replace("\t", " ") for cell in cells))
    return "\n".join(lines) + "\n"


def read_list(text):
    """[(number, mutant, tests)] of such a text."""
    rows = []
    for line in text.splitlines()[1:]:
        cell = dict(zip(_COLUMNS, line.split("\t")))
        mutant = Mutant(cell["file"], cell["kind"], cell["before"],
                        cell["after"], int(cell["nth"]), int(cell["same"]))
        rows.append((int(cell["number"]), mutant, cell["tests"].split()))
    return rows
