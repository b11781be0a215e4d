"""The tree of planted secrets that the tests scan: one function per idea."""

import os

from planting import Secret, Tree, prose
from tokens import TokenMaker

KIB = 1024
MIB = 1024 * 1024

# The border between the first and the second view of a file: kOwnedBytes of
# lib/scan/unit/pipeline.h and kLeftContext of lib/match/engine.h (planted_test.py
# checks that they are equal).
BORDER = (512 + 4) * KIB
TOKEN_SIZE = 40  # bytes of a GitHub or npm token

# Around a secret: what people write before and after it.
_SETTINGS = (
    (b"", b"\n"),
    (b"token: ", b"\n"),
    (b'export DEPLOY="', b'"\n'),
    (b"  - '", b"'\n"),
    (b"// see ", b" for more\n"),
    (b"<value>", b"</value>\n"),
    (b"call(", b");\n"),
    (b'{"credential": "', b'", "rest": 1}\n'),
    (b"\t", b",\n"),
    (b"a|", b"|b\n"),
)


def build(root, seed: int = 1) -> Tree:
    """Everything: about 25 MB in some 170 files."""
    tree = build_small(root, seed)
    maker = TokenMaker(seed + 1000)
    add_long_line(tree, maker)
    add_border_files(tree, maker)
    add_large_file(tree, maker)
    return tree


def build_small(root, seed: int = 1) -> Tree:
    """All but the large files."""
    tree = Tree(root)
    maker = TokenMaker(seed)
    add_repository(tree, maker)
    add_ordinary_files(tree, maker)
    add_file_edges(tree, maker)
    add_line_ends(tree, maker)
    add_names(tree, maker)
    add_deep_directories(tree, maker)
    add_binary_files(tree, maker)
    add_ignored(tree, maker)
    add_links(tree, maker)
    add_decoys(tree, maker)
    return tree


def add_repository(tree: Tree, maker: TokenMaker):
    """Makes the tree a repository; of `.git` only the settings are read."""
    tree.hide(".git/HEAD", b"ref: refs/heads/main\n")
    tree.file(".git/config", b"[core]\n\tbare = false\n# ",
              Secret(maker.github()), b"\n")
    tree.hide(".git/hooks/pre-push", Secret(maker.stripe()), b"\n")
    tree.hide(".git/objects/info/packs", b"")
    tree.hide(".git/refs/heads/.keep", b"")
    tree.skip("git_directory")
    # A repository within the repository: the same of its own .git, and its files stay.
    tree.hide("vendored/inner/.git/HEAD", b"ref: refs/heads/main\n")
    tree.file("vendored/inner/.git/config", Secret(maker.npm()), b"\n")
    tree.hide("vendored/inner/.git/objects/info/packs", b"")
    tree.hide("vendored/inner/.git/refs/heads/.keep", b"")
    tree.skip("git_directory")
    tree.file("vendored/inner/main.c", b"/* ", Secret(maker.github()),
              b" */\n")


def add_ordinary_files(tree: Tree, maker: TokenMaker):
    """Each kind in each setting, lines of prose around it."""
    for row, (before, after) in enumerate(_SETTINGS):
        for kind in TokenMaker.KINDS:
            tree.file(f"src/{kind}/file{row}.txt",
                      prose(113 * row, seed=row), before,
                      Secret(maker.of_kind(kind)), after,
                      prose(57 * row, seed=row + 50))


def add_file_edges(tree: Tree, maker: TokenMaker):
    """First byte, last byte, nothing else, nothing at all."""
    for kind in TokenMaker.KINDS:
        tree.file(f"edges/first_{kind}", Secret(maker.of_kind(kind)),
                  b"\nand more\n")
        tree.file(f"edges/last_{kind}", b"some text\nand ",
                  Secret(maker.of_kind(kind)))
        tree.file(f"edges/only_{kind}", Secret(maker.of_kind(kind)))
    tree.file("edges/both", Secret(maker.github()), b"\n\n",
              Secret(maker.github()))
    tree.file("edges/after_empty_lines", b"\n" * 1000,
              Secret(maker.slack()), b"\n" * 1000)
    for number in range(5):
        tree.file(f"edges/empty{number}")
    tree.file("edges/one_byte", b"x")
    tree.file("edges/one_line_end", b"\n")
    tree.file("edges/exactly_one_read", prose(BORDER, seed=3))
    tree.file("edges/several_on_a_line",
              b"all of ", Secret(maker.github()), b" ",
              Secret(maker.npm()), b" and ", Secret(maker.slack()), b",",
              Secret(maker.stripe()), b";", Secret(maker.aws()), b"|",
              Secret(maker.sendgrid()), b"\nnone here\n",
              Secret(maker.github()), b" ", Secret(maker.github()), b"\n")


def add_line_ends(tree: Tree, maker: TokenMaker):
    """A line ends with a line feed; columns count bytes."""
    tree.file("lines/crlf.txt", b"one\r\ntwo\r\n", Secret(maker.github()),
              b"\r\nfour ", Secret(maker.aws()), b"\r\n\r\nsix ",
              Secret(maker.stripe()), b"\r\n")
    tree.file("lines/crlf_last", b"one\r\n", Secret(maker.sendgrid()),
              b"\r\n")
    tree.file("lines/cr_alone", b"one\rtwo\r", Secret(maker.github()),
              b"\rfour\r")
    tree.file("lines/bom.txt", b"\xef\xbb\xbf", Secret(maker.github()),
              b"\nsecond ", Secret(maker.npm()), b"\n")
    tree.file("lines/bom_crlf.txt", b"\xef\xbb\xbfkey ",
              Secret(maker.stripe()), b"\r\n", Secret(maker.slack()))
    tree.file("lines/multibyte.txt", "Grüße, \u4e16\u754c \U0001f980 ".encode(),
              Secret(maker.github()), " \u2014 ok\n\u00e9 ".encode(),
              Secret(maker.sendgrid()), b"\n")
    tree.file("lines/latin1.txt", b"Gr\xfc\xdfe ", Secret(maker.github()),
              b" \xff\xfe\n")
    tree.file("lines/controls.txt", b"\x1b[31mred\x1b[0m \x07 ",
              Secret(maker.github()), b" \x1b]0;title\x07 \x7f\n")


def add_names(tree: Tree, maker: TokenMaker):
    """Names that a shell, a format or a terminal could stumble over. All are
    UTF-8; bad_input_test.py has others."""
    names = (
        ".env", ".hidden/config", ".config/.deeper/.rc", "..two_dots",
        "...", "with blank.txt", " leading", "trailing ",
        "two  blanks/in dir/f f", "na\u00efve/\u4e16\u754c.txt",
        "emoji \U0001f511", "new\nline.txt", "new\nline dir/x",
        "quote\".txt", "apostrophe'.txt", "back\\slash", "tab\there",
        "cr\rhere", "star*", "question?", "[brackets]", "{braces}",
        "$HOME", "`cmd`", "--help", "-f", "#hash", "!bang", "~tilde",
        "colon:1:2", "percent%s%n", "a&b;c|d", "cafe\u0301",
        "x" * 255, ("y" * 200 + "/") * 3 + "z",
    )
    for name in names:
        tree.file("names/" + name, b"it is ", Secret(maker.any()), b"\n")


def add_deep_directories(tree: Tree, maker: TokenMaker):
    """Sixty levels, a secret at every tenth."""
    path = "deep"
    for level in range(1, 61):
        path += f"/d{level}"
        if level % 10 == 0:
            tree.file(f"{path}/here.txt", Secret(maker.any()), b"\n")


def add_binary_files(tree: Tree, maker: TokenMaker):
    """NUL bytes make a file binary: strong rules alone look at it."""
    head = b"\x7fELF\x02\x01\x01" + b"\0" * 9
    tree.file("binary/program", head, bytes(range(256)) * 3, b"\0",
              Secret(maker.github()), b"\0\0", bytes(range(256)))
    tree.file("binary/first", Secret(maker.npm()), b"\0" * 64)
    tree.file("binary/nothing", b"\0" * 5000)
    tree.skip("binary", 3)


def add_ignored(tree: Tree, maker: TokenMaker):
    """Behind ignore files of several kinds. A directory that is left out
    counts once, whatever is in it."""
    def hide(name):
        tree.hide(name, b"hidden ", Secret(maker.github()), b"\n")

    tree.file(".gitignore",
              b"# comment\n\n*.secret\n!kept.secret\n/rooted.txt\n"
              b"ignored_dir/\nlogs/*\n!logs/kept.log\n**/cache/*.tmp\n"
              b"only_here/exact.txt\n\\#literal\nspaced\\ \nran[ge].bin\n")
    hide("a.secret")
    hide("some/where/b.secret")
    tree.skip("ignored", 2)
    tree.file("kept.secret", Secret(maker.github()), b"\n")
    tree.file("some/where/kept.secret", Secret(maker.github()), b"\n")

    hide("rooted.txt")
    tree.skip("ignored")
    tree.file("some/rooted.txt", Secret(maker.github()), b"\n")

    hide("ignored_dir/one")
    hide("ignored_dir/two/three")
    tree.skip("ignored")
    # The pattern names directories; this is a file.
    tree.file("some/ignored_dir", Secret(maker.github()), b"\n")

    hide("logs/a.log")
    hide("logs/old/b.log")
    tree.skip("ignored", 2)
    tree.file("logs/kept.log", Secret(maker.github()), b"\n")

    hide("x/y/cache/1.tmp")
    hide("cache/2.tmp")
    tree.skip("ignored", 2)
    tree.file("x/y/cache/1.txt", Secret(maker.github()), b"\n")

    hide("only_here/exact.txt")
    tree.skip("ignored")
    tree.file("some/only_here/exact.txt", Secret(maker.github()), b"\n")

    hide("#literal")
    hide("spaced ")
    hide("rang.bin")
    hide("rane.bin")
    tree.skip("ignored", 4)

    # A nearer file has the last word.
    tree.file("nearer/.gitignore", b"*.txt\n!*.secret\n")
    hide("nearer/n.txt")
    hide("nearer/below/n.txt")
    tree.skip("ignored", 2)
    tree.file("nearer/n.secret", Secret(maker.github()), b"\n")

    # Files in an excluded directory cannot be included again.
    tree.file("no_return/.gitignore", b"gone/\n!gone/kept.txt\n")
    hide("no_return/gone/kept.txt")
    tree.skip("ignored")

    tree.hide(".git/info/exclude", b"excluded_by_info\n")
    hide("excluded_by_info")
    hide("some/excluded_by_info/f")
    tree.skip("ignored", 2)

    tree.file(".sluiceignore", b"/fixtures/\n*.golden\n")
    hide("fixtures/f1")
    hide("fixtures/f2")
    hide("some/expected.golden")
    tree.skip("ignored", 2)


def add_links(tree: Tree, maker: TokenMaker):
    """Links to a file, a directory, a loop, nowhere and outside."""
    outside = os.path.join(os.path.dirname(tree.root), b"outside-the-tree")
    os.makedirs(outside)
    with open(os.path.join(outside, b"f"), "wb") as file:
        file.write(maker.github().encode("ascii"))
    tree.link("links/to_file", "../src/github/file0.txt")
    tree.link("links/to_directory", "../src")
    tree.link("links/to_itself", "to_itself")
    tree.link("links/to_parent", "..")
    tree.link("links/to_nowhere", "no/such/file")
    tree.link("links/to_outside", outside)


def add_decoys(tree: Tree, maker: TokenMaker):
    """Texts that only look like secrets."""
    tree.file("decoys/too_short", b"see ", maker.github()[:30], b"\n")
    tree.file("decoys/placeholder", b"see ghp" b"_" + b"x" * 36 + b"\n")
    tree.file("decoys/prose", prose(20000, seed=9))
    tree.file("decoys/hashes",
              b"3f786850e387550fdab836ed7e6dc881de23001b\n"
              b"0b9c2625-dc21-4f0f-9a5c-7c9f4c4a3a52\n"
              b"#c0ffee 1234567890123456\n")


def add_long_line(tree: Tree, maker: TokenMaker):
    """One line of 5 MB, with no end."""
    filler = prose(2_500_000, seed=4).replace(b"\n", b" ")
    tree.file("large/one_line", Secret(maker.github()), b" ",
              filler, Secret(maker.stripe()), b" ", filler,
              Secret(maker.npm()))


def add_border_files(tree: Tree, maker: TokenMaker):
    """The end of the first read at every place in and around a token."""
    for start in range(BORDER - TOKEN_SIZE - 1, BORDER + 2):
        # Shorter and longer rests, so that the second read differs too.
        rest = (0, 1, 100, 5000)[start % 4]
        tree.file(f"borders/at{start - BORDER:+d}",
                  prose(start, seed=start), Secret(maker.checked()),
                  b"\n" * min(rest, 1), prose(rest - 1, seed=5))


def add_large_file(tree: Tree, maker: TokenMaker, size: int = 6 * MIB):
    """A token every 4093 bytes: 4093 is prime, so the borders of reads of
    any size fall on ever other places of the stretch."""
    step = 4093
    filler = prose(step - TOKEN_SIZE - 1, seed=6)
    parts = []
    for _ in range(size // step):
        parts += [filler, Secret(maker.checked()), b"\n"]
    tree.file("large/every_4093", *parts)


def add_dense_file(tree: Tree, maker: TokenMaker, size: int):
    """Tokens side by side, all of different lengths and distances: wherever
    a read ends, it ends in or beside one of them."""
    parts, length, row = [], 0, 0
    while length < size:
        secret = Secret(maker.checked() if row % 3 else maker.sendgrid())
        gap = b" .,;:"[:row % 5 + 1] if row % 7 else b"\n"
        parts += [secret, gap]
        length += len(secret) + len(gap)
        row += 1
    tree.file("dense", *parts)
