"""The conformance set: of the texts those up to LIMIT bytes, or all if the environment variable PGNZ_CONFORMANCE is `all`."""
import csv
import os
import unittest
from array import array
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

from pgnz_reference import blob, block, container, fen
from pgnz_reference.conventions import FormatError
from pgnz_reference.network import networks_of
from pgnz_reference.setting import History, Setting
from pgnz_reference.spelling import UCI_ROOK, spell

SET = Path(__file__).resolve().parents[2] / "corpora/conformance/1.0"
WHOLE = os.environ.get("PGNZ_CONFORMANCE") == "all"
LIMIT = 2**30 if WHOLE else 4600
# How many blobs of a table, and walks of a level, are tried.
BLOBS, WALKS = (10_000, 100) if WHOLE else (12, 1)
# The spelling of the tables: UCI with the rook's square, without marks of check.
SPELLING = UCI_ROOK + 6 * 5


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="," if path.suffix == ".csv" else "\t"))


def setting(row):
    number = {name: int(value) for name, value in row.items() if value and value.isdigit()}
    pairs = [(number[f"white_{name}"], number[f"black_{name}"]) for name in ("rating", "name")]
    return Setting(pairs[0], number["pace"], number["site"], number["outcome"], bool(number["set_up"]), number["year"], pairs[1])


def line(pos, row):
    """The positions of a row of moves, with the history at each, and the moves."""
    history = History()
    for name in row["moves"].split():
        move = next(m for m in pos.legal() if spell(pos, m, pos.play(m), SPELLING) == name)
        yield pos, history, move
        pos, history = pos.play(move), history.then(move)


def archive(name):
    """What an archive gives: result, length and hash."""
    try:
        text = b"".join(block.decode_archives(container.read_archives((SET / name).read_bytes())))
    except FormatError as error:
        return type(error).__name__, "", ""
    return "text", str(len(text)), sha256(text).hexdigest()


def blobs(name, row):
    """Whether a blob gives its game, or the class of its error."""
    try:
        start, moves = blob.decode(bytes.fromhex(row["blob"]), setting(row))
    except FormatError as error:
        return type(error).__name__ == row["result"]
    pos = fen.parse(row["fen"], int(row["rules"]))
    return row["result"] == "game" and start.key() == pos.key() and moves == [move for _, _, move in line(pos, row)]


def logits(level, walk, expected):
    """Whether the networks of a level judge the positions of a walk as expected."""
    judge, found, start = networks_of(level).judge, sha256(), fen.parse(walk["fen"], int(walk["rules"]))
    for ply, (pos, history, _) in enumerate(line(start, walk)):
        judged = judge(pos, history, setting(walk))[0]
        found.update(array("i", judged).tobytes())
        if ply == int(expected["ply"]) and " ".join(map(str, judged)) != expected["logits"]:
            return False
    return found.hexdigest() == expected["sha256"]


class Conformance(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pool = ProcessPoolExecutor()
        cls.cases = rows(SET / "cases.csv")

    @classmethod
    def tearDownClass(cls):
        cls.pool.shutdown(cancel_futures=True)

    def check(self, asked):
        """Compares the results of (what, expected, function, arguments)."""
        for what, expected, result in [(what, expected, self.pool.submit(*call)) for what, expected, *call in asked]:
            with self.subTest(what):
                self.assertEqual(result.result(), expected)

    def test_archives_give_their_text_or_the_class_of_their_error(self):
        cases = [c for c in self.cases if c["result"] not in ("blobs", "logits") and int(c["text_bytes"] or 0) <= LIMIT]
        self.check((c["file"], (c["result"], c["text_bytes"], c["text_sha256"]), archive, c["file"]) for c in cases)

    def test_blobs(self):
        for case in self.cases:
            if case["result"] == "blobs":
                table = rows(SET / case["file"])[:BLOBS]
                self.check(((case["file"], row["blob"]), True, blobs, case["file"], row) for row in table)

    def test_logits(self):
        walks = rows(SET / "logits/walks.tsv")[:WALKS]
        for level in ("fast", "default", "best"):
            expected = rows(SET / f"logits/{level}.tsv")
            self.check(((level, n), True, logits, level, walk, expected[n]) for n, walk in enumerate(walks))
