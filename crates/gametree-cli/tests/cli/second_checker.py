#!/usr/bin/env python3
"""A second checker of certificates, written from docs/reference/certificates.md and the rules of the games.

    python3 second_checker.py FILE...

It was written without a look at the source of `gametree check`; where the document was silent, it does
what that one was seen to do. It computes with exact fractions where that one rounds. It knows two
games, `tree:FILE` (JSON) and `connect4:WxH`, and certificates that trust no facts.

Exit codes: 0 the claim is proven, 1 it is not, 2 the file is no certificate, and 3 if the certificate
is about something that this checker does not know; of several files, the largest. Needs nothing but
Python 3.8.
"""

import json
import math
import re
import struct
import sys
import zlib
from fractions import Fraction

LOWER, UPPER = ENDS = (0, 1)
OWNER = ("max", "min")  # who secures the lower end, and who the upper
WEAKEST = (min, max)  # of several bounds, the one that holds for each
TIGHTEST = (max, min)  # of several bounds of one value, the one that says most


class Refused(Exception):
    """The certificate does not prove its claim."""


class NoCertificate(Exception):
    """The file does not have the form of a certificate, or names no position of a game."""


class Unknown(Exception):
    """It may be a fine certificate, but this checker cannot tell."""


# The bytes


class Reader:
    """Reads what stands in a certificate, from its beginning to its end."""

    def __init__(self, packed):
        inflate = zlib.decompressobj(wbits=31)  # 31: one gzip member, its checksum included
        try:
            self.bytes = inflate.decompress(packed)
        except zlib.error as error:
            raise NoCertificate(f"it cannot be unpacked: {error}")
        if not inflate.eof or inflate.unused_data:
            raise NoCertificate("it should be one gzip member, whole, and nothing else")
        self.at = 0

    def take(self, count):
        self.at += count
        if self.at > len(self.bytes):
            raise NoCertificate("it is cut off")
        return self.bytes[self.at - count : self.at]

    def byte(self):
        return self.take(1)[0]

    def number(self, bits):
        value, shift = 0, 0
        while True:
            digit = self.byte()
            value |= (digit & 127) << shift
            if value >> bits:
                raise NoCertificate(f"a number has more than {bits} bits")
            if digit < 128:
                break
            shift += 7
        if digit == 0 and shift > 0:
            raise NoCertificate("a number is not written in the shortest way")
        return value

    def float(self):
        number = struct.unpack("<d", self.take(8))[0]
        if math.isnan(number):
            raise NoCertificate("NaN is no bound")
        return number if math.isinf(number) else Fraction(number)

    def interval(self):
        lower, upper = self.float(), self.float()
        if lower > upper:
            raise NoCertificate("a lower end lies above its upper end")
        return lower, upper

    def text(self):
        length = self.number(64)
        if length > 2**24:
            raise NoCertificate("a text is too long")
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise NoCertificate("a text is not UTF-8")


class Certificate:
    """What is written in a certificate: its form is checked here, its meaning by `Checker`."""

    def __init__(self, reader):
        if reader.take(21) != b"gametree certificate\n":
            raise NoCertificate("it starts with something else")
        if reader.byte() != 1:
            raise NoCertificate("its version is not 1")
        flags = reader.byte()
        if flags & ~3:
            raise NoCertificate("it has flags that do not exist")
        self.facts_are_trusted = flags & 1 != 0
        self.is_tree = flags & 2 != 0
        self.game = reader.text()
        self.position = reader.text()
        self.claim = reader.interval()
        self.records, key = [], 0  # each is key, what and how, uses; in a tree what and how is all
        for _ in range(reader.number(64)):
            if self.is_tree:
                self.records.append((None, reader.number(64), 1))
                continue
            folded = reader.number(128)
            difference = -(folded + 1) // 2 if folded & 1 else folded // 2
            key = (key + difference) % 2**128
            self.records.append((key, reader.number(64), reader.number(64)))
        if reader.at < len(reader.bytes):
            raise NoCertificate("something follows the last record")


# The games. `value` is that of a position where the game is over, otherwise None; `expand` says who moves
# ("max", "min", "chance") and lists the positions that the moves lead to, with their probabilities.


class Digits(str):
    """A number in JSON as it is written: probabilities are exact, leaves are doubles."""


class Tree:
    """`tree:FILE`. A position is a leaf (a fraction), or a pair of kind and children."""

    has_keys = False

    def __init__(self, path):
        self.span = (math.inf, -math.inf)
        try:
            with open(path, encoding="utf-8-sig") as file:
                pairs = lambda members: members  # a node has one key, so no dictionary is needed
                tree = json.load(file, parse_int=Digits, parse_float=Digits, object_pairs_hook=pairs)
            self.start = self.node(tree)
        except (OSError, ValueError, TypeError, ArithmeticError) as error:
            raise NoCertificate(f"{path}: {error}")

    def node(self, data):
        if isinstance(data, Digits):
            leaf = Fraction(float(data))
            self.span = (min(self.span[LOWER], leaf), max(self.span[UPPER], leaf))
            return leaf
        [(kind, children)] = data
        if kind not in ("max", "min", "chance") or not children:
            raise ValueError("a node has the key max, min or chance, and at least one child")
        if kind != "chance":
            return kind, [(None, self.node(child)) for child in children]
        odds = [self.probability(written) for written, _ in children]
        total = sum(odds)
        if abs(total - 1) > Fraction(1, 10**9):
            raise ValueError("the probabilities of a node should sum to 1")
        return kind, [(p / total, self.node(child)) for p, (_, child) in zip(odds, children)]

    @staticmethod
    def probability(written):
        if not (isinstance(written, Digits) or re.fullmatch("[0-9]+/[0-9]+", written)):
            raise ValueError(f"{written} should be a number or a fraction")
        if not 0 < Fraction(written) <= 1:
            raise ValueError(f"the probability {written} should be above 0 and at most 1")
        return Fraction(written)

    def value(self, node):
        return node if isinstance(node, Fraction) else None

    def expand(self, node):
        return node

    def position(self, text):
        node = self.start
        for move in re.findall(r"[^ ,\t]+", text):
            legal = [] if self.value(node) is not None else self.expand(node)[1]
            if move not in map(str, range(len(legal))):
                raise NoCertificate(f"'{text}' is no list of moves")
            node = legal[int(move)][1]
        return node


class Connect4:
    """`connect4:WxH`. A position is a pair of sets of cells: the mover's stones, and all stones. The
    cell in a column and a row, both from 0, is bit `column * (height + 1) + row`."""

    has_keys = True

    def __init__(self, size):
        numbers = re.fullmatch("([0-9]+)x([0-9]+)", size or "7x6")
        if not numbers:
            raise NoCertificate(f"connect4:{size}: the size should be WxH")
        self.width, self.height = map(int, numbers.groups())
        cells = self.width * self.height
        if not (1 <= self.width <= 9 and 1 <= self.height <= 29 and cells + self.width <= 64):
            raise NoCertificate(f"connect4:{size}: no board has that size")
        self.bits = self.height + 1  # of a column: its cells, and one that stays empty
        self.bottoms = sum(1 << c * self.bits for c in range(self.width))
        self.cells = self.bottoms * (2**self.height - 1)
        self.columns = sorted(range(self.width), key=lambda c: (abs(c - self.width // 2), c))
        self.start = (0, 0)
        # A win takes four stones.
        self.span = (Fraction(min(3 - cells // 2, 0)), Fraction(max((cells + 1) // 2 - 3, 0)))

    def has_four(self, stones):
        steps = (1, self.height, self.height + 1, self.height + 2)
        return any(stones & stones >> s & stones >> 2 * s & stones >> 3 * s for s in steps)

    def value(self, position):
        own, everything = position
        played, cells = bin(everything).count("1"), self.width * self.height
        if self.has_four(everything ^ own):  # the other player, with the last stone
            if played % 2 == 1:
                return Fraction((cells + 1) // 2 + 1 - (played + 1) // 2)
            return -Fraction(cells // 2 + 1 - played // 2)
        return Fraction(0) if everything == self.cells else None

    def expand(self, position):
        kind = OWNER[bin(position[1]).count("1") % 2]
        children = [self.play(position, column) for column in self.columns]
        return kind, [(None, child) for child in children if child]

    def play(self, position, column):
        own, everything = position
        cell = everything + self.bottoms & (2**self.height - 1) << column * self.bits
        return (own ^ everything, everything | cell) if cell else None

    def position(self, text):
        if "/" in text or "\n" in text:
            raise Unknown("drawings are not read here")
        position = self.start
        for move in re.sub(r"[ ,\t\r\v\f]", "", text):
            legal = self.value(position) is None and move in "123456789"[: self.width]
            position = legal and self.play(position, int(move) - 1)
            if not position:
                raise NoCertificate(f"'{text}' is no list of moves")
        return position

    def canonical_key(self, position):
        """The smaller one of the keys of the position and its mirror image."""
        key, mirrored = position[0] + position[1], 0
        for column in range(self.width):
            mirrored = mirrored << self.bits | key >> column * self.bits & 2**self.bits - 1
        return min(key, mirrored)

    def position_of(self, key):
        """The position with this key, None if there is none."""
        own = everything = 0
        for column in range(self.width):
            # n stones are 2^n - 1, and with one more there is a bit above the mover's stones.
            marked = (key >> column * self.bits & 2**self.bits - 1) + 1
            count = marked.bit_length() - 1
            if count > self.height:
                return None
            own |= (marked - 2**count) << column * self.bits
            everything |= (2**count - 1) << column * self.bits
        in_turns = bin(own).count("1") == bin(everything).count("1") // 2
        fits = key >> self.width * self.bits == 0
        return (own, everything) if fits and in_turns and not self.has_four(own) else None


# The proof


class Checker:
    """Reads the records and computes what they prove."""

    def __init__(self, certificate, game):
        self.certificate, self.game = certificate, game
        self.span = game.span
        self.records = iter(certificate.records)
        self.kept = {}  # by key: how often it may still be used, and what is proven

    def run(self):
        claim = self.certificate.claim
        root = self.game.position(self.certificate.position)
        known = self.span
        if not self.within(claim, known):
            if not self.certificate.is_tree:
                self.keep_all()
            known = self.known(root)
        if self.kept or next(self.records, None):
            raise Refused("there is more than the proof needs")
        if not self.within(claim, known):
            raise Refused(f"only {show(known)} is proven")

    @staticmethod
    def within(claim, known):
        return claim[LOWER] <= known[LOWER] and known[UPPER] <= claim[UPPER]

    def known(self, position):
        """What is known of a position that is made use of."""
        value = self.game.value(position)
        if value is not None:
            if not self.span[LOWER] <= value <= self.span[UPPER]:
                raise Refused(f"the value {float(value)} lies outside of the range")
            return value, value
        if self.certificate.is_tree:
            record = next(self.records, None)
            if record is None:
                raise Refused("a record is missing")
            return self.prove(position, record[1])
        key = self.game.canonical_key(position)
        if key not in self.kept:
            raise Refused(f"the position with key {key} is used before it is proven, or too often")
        uses, known = self.kept.pop(key)
        if uses > 1:
            self.kept[key] = (uses - 1, known)
        return known

    def keep_all(self):
        """Keeps what the records of positions prove until it is used up."""
        if not self.game.has_keys:
            raise Refused("the game does not name its positions")
        for key, what, uses in self.records:
            position = self.game.position_of(key)
            if position is None or self.game.canonical_key(position) != key:
                raise Refused(f"{key} is not the key of a canonical position")
            if self.game.value(position) is not None:
                raise Refused(f"the game is over in the position with key {key}")
            if key in self.kept:
                raise Refused(f"the position with key {key} is proven twice")
            if uses == 0:
                raise Refused(f"the position with key {key} is never used")
            self.kept[key] = (uses, self.prove(position, what))

    def prove(self, position, what):
        """The bounds that follow for a position from those of the children that its record follows."""
        kind, children = self.game.expand(position)
        proven, chosen = [end for end in ENDS if what >> end & 1], what >> 2
        names_a_move = any(kind == OWNER[end] for end in proven)
        if chosen >= (len(children) if names_a_move else 1):
            raise Refused(f"a record names move {chosen}, which is not there")
        found = [[], []]
        for number, (probability, child) in enumerate(children):
            ends = [end for end in proven if kind != OWNER[end] or number == chosen]
            known = self.known(child) if ends else None
            for end in ends:
                found[end].append(known[end] * probability if probability else known[end])
        bounds = list(self.span)
        for end in proven:
            bound = sum(found[end]) if kind == "chance" else WEAKEST[end](found[end])
            bounds[end] = TIGHTEST[end](bound, bounds[end])
        return tuple(bounds)


def show(interval):
    return f"between {float(interval[LOWER])} and {float(interval[UPPER])}"


def check(path):
    """The exit code, and the verdict in words."""
    try:
        with open(path, "rb") as file:
            certificate = Certificate(Reader(file.read()))
        name, _, parameters = certificate.game.partition(":")
        if name not in ("tree", "connect4") or certificate.facts_are_trusted:
            raise Unknown("only tree: and connect4: without trusted facts are checked here")
        game = Tree(parameters) if name == "tree" else Connect4(parameters)
        Checker(certificate, game).run()
        return 0, "proven"
    except Refused as reason:
        return 1, f"refused: {reason}"
    except (NoCertificate, OSError) as reason:
        return 2, f"no certificate: {reason}"
    except (Unknown, RecursionError) as reason:
        return 3, f"not checked: {reason}"


def main(paths):
    sys.setrecursionlimit(100_000)
    worst = 0
    for path in paths:
        code, verdict = check(path)
        print(f"file      {path}\nverdict   {verdict}".encode("ascii", "backslashreplace").decode())
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
