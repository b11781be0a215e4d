"""Makes cl100k_pairs.bin and words.txt of their sources: TIKTOKEN WORDS.

TIKTOKEN: cl100k_base.tiktoken, a token in base64 and its rank a line.
WORDS: a word a line.
"""

import base64
import pathlib
import sys


def pairs_of(tokens):
    """The first 256 tokens, a byte each; of every other one two tokens of lower
    ranks that it is made of, 17 bits each, from the lowest bit on."""
    ranks = {token: rank for rank, token in enumerate(tokens)}
    bits, held, packed = 0, 0, bytearray(b"".join(tokens[:256]))
    for rank, token in enumerate(tokens[256:], 256):
        halves = next((ranks[token[:i]], ranks[token[i:]])
                      for i in range(1, len(token))
                      if ranks.get(token[:i], rank) < rank
                      and ranks.get(token[i:], rank) < rank)
        for half in halves:
            bits |= half << held
            held += 17
        while held >= 8:
            packed.append(bits & 0xFF)
            bits >>= 8
            held -= 8
    packed.append(bits)
    return bytes(packed)


def shortest(words):
    """Those of 4 letters, and of the longer ones those that hold no other of at
    least 5: a text that holds one of the rest holds one of these."""
    known = set(words)

    def holds_another(word):
        return any(word[i:j] in known
                   for i in range(len(word)) for j in range(i + 5, len(word) + 1)
                   if j - i < len(word))
    return sorted(word for word in known
                  if len(word) == 4 or len(word) > 4 and not holds_another(word))


def main():
    here = pathlib.Path(__file__).parent
    lines = pathlib.Path(sys.argv[1]).read_text(encoding="ascii").splitlines()
    tokens = [base64.b64decode(line.split()[0]) for line in lines]
    (here / "cl100k_pairs.bin").write_bytes(pairs_of(tokens))
    words = pathlib.Path(sys.argv[2]).read_text(encoding="ascii").split()
    (here / "words.txt").write_text("\n".join(shortest(words)) + "\n", encoding="ascii")


main()
