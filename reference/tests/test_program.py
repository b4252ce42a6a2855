"""Blobs and archives that the program in the environment variable PGNZ writes; skipped without it."""
import base64
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from pgnz_reference import blob, block, coder, container, files
from pgnz_reference.conventions import FormatError, UnknownModel

PROGRAM = os.environ.get("PGNZ")
CORPORA = Path(__file__).resolve().parents[2] / "corpora"
LINE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True).stdout


TAGS = """[Event "Rated blitz game"]
[Site "https://lichess.org/abcd%s"]
[Date "2024.05.0%s"]
[Round "%s"]
[White "%s"]
[Black "%s"]
[Result "%s"]
[UTCDate "2024.05.01"]
[UTCTime "10:0%s:17"]
[WhiteElo "18%s0"]
[BlackElo "17%s5"]
[WhiteRatingDiff "+%s"]
[BlackRatingDiff "-%s"]
[ECO "C60"]
[Opening "Ruy Lopez"]
[TimeControl "180+2"]
[Termination "Normal"]

"""
NAMES = ("Morphy, Paul", "Anderssen,A", "some_handle", "Staunton, Howard")
MOVES = LINE.split(" ")


def tagged(n, movetext, result):
    """A game with many tags, whose values depend on n."""
    values = "wxyz"[n % 4] * 4, n + 1, 1 + n // 2, NAMES[n % 4], NAMES[(n + 1) % 4], result, n, n, n, n + 3, n + 2
    return (TAGS % values + f"{movetext} {result}\n\n").encode()


def annotated(n, comment, glyphs=("",)):
    """LINE with a comment after each move."""
    moves = [word for word in MOVES if not word[0].isdigit()]
    return " ".join(f"{move}{glyphs[(i + n) % len(glyphs)]} {{ {comment(i + n)} }}" for i, move in enumerate(moves))


@unittest.skipUnless(PROGRAM, "the environment variable PGNZ does not name the program")
class Program(unittest.TestCase):
    def blobs(self, path, level):
        return [base64.b64decode(line + b"==") for line in run("blob", "encode", "--lines", "--level", level, path).split()]

    def archive(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "a.pgn").write_bytes(text)
            run("compress", "-q", *(options or ("--level", "fast")), path / "a.pgn", "-o", path / "a.pgnz")
            return (path / "a.pgnz").read_bytes()

    def test_blobs_of_famous_games(self):
        for level in files.LEVELS:
            for data in self.blobs(CORPORA / "famous.pgn", level)[:: 1 if level == "fast" else 8]:
                blob.decode(data)

    def test_a_damaged_blob_is_refused(self):
        data = self.blobs(CORPORA / "famous.pgn", "fast")[0]
        for at in range(1, len(data)):
            with self.assertRaises(FormatError):
                blob.decode(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])

    def test_the_digest_is_that_of_the_program(self):
        for level in files.LEVELS:
            archive = container.read_archives(self.archive(b"", "--level", level))[0]
            self.assertEqual(archive.header.digest, files.digest(level))

    def test_archives_of_moves(self):
        for text in (LINE + " *\n", LINE + " 1-0\n\n\n", LINE, LINE.replace("3. Bb5", "( 2... d6 3. d4 ) 3. Bb5") + " *\n"):
            archives = container.read_archives(self.archive(text.encode()))
            self.assertEqual(b"".join(block.decode_archives(archives)), text.encode())

    def test_moves_of_famous_games_in_lines_and_groups(self):
        lines = (CORPORA / "famous.pgn").read_bytes().split(b"\n")
        text = b"\n".join(line for line in lines if not line.startswith(b"["))[:9000]
        for options in ((), ("--group-games", "3", "--block-games", "12")):
            archives = container.read_archives(self.archive(text, "--level", "fast", *options))
            self.assertEqual(b"".join(block.decode_archives(archives)), text)

    def check(self, text, *options):
        archives = container.read_archives(self.archive(text, "--level", "fast", *options))
        self.assertNotIn("stored", {name for archive in archives for part in archive.blocks for name in part.streams})
        self.assertEqual(b"".join(block.decode_archives(archives)), text)

    def test_tags(self):
        self.check(b"".join(tagged(n, LINE, ("1-0", "0-1", "1/2-1/2")[n % 3]) for n in range(6)))

    def test_clocks_evaluations_and_glyphs(self):
        def comment(i):
            return f"[%eval {(i * 37 % 90 - 40) / 10 if i % 9 else '#4'}] [%clk 0:0{3 - i // 9}:{59 - i * 7 % 40}]"

        self.check(b"".join(tagged(n, annotated(n, comment, ("", "", "!", "", "??")), "1-0") for n in range(2)))

    def test_texts_and_numbers_of_comments(self):
        def comment(i):
            return f"{(i * 13 % 60 - 20) / 100:+.2f}/{12 + i % 3} {i % 4}.{i * 7 % 10}s" if i % 5 else "a good move"

        self.check(tagged(0, annotated(0, comment), "1-0"))

    def test_a_line_of_one_move_does_not_become_the_last(self):
        moves = [word for word in MOVES if not word[0].isdigit()]

        def comment(i):
            return "+0.1/9 " + " ".join(moves[i : i + (4, 4, 1, 1)[i % 4]])

        self.check((annotated(0, comment) + " *\n").encode())

    def test_the_first_last_lines_are_kept(self):
        words = ("alpha", "bravo", "delta", "gamma", "kappa", "omega", "sigma", "theta", "zulu's")
        moves = [word for word in MOVES if not word[0].isdigit()]

        def comment(i):
            return " ".join(["9", *(f"{word} {' '.join(moves[i : i + 3])}" for word in words)]) if i < 18 else "9"

        self.check((annotated(0, comment) + " *\n").encode())

    def test_the_ply_of_a_line_is_not_negative(self):
        turns = (("1. --", "e4 e5 Nf3 Nc6"), ("1... --", "e4 e5 Nf3 Nc6"), ("2. e4", "e4 e5 Nf3 Nc6"), ("2... e5", "e5 Nf3 Nc6 Bb5"))
        turns += ("3. Nf3", "Nf3 Nc6 Bb5 a6"), ("3... Nc6", "Nc6 Bb5 a6 Ba4")
        self.check((" ".join(f"{move} {{ +0.1/9 {line} }}" for move, line in turns) + " *\n").encode())

    def test_raw_text_repeats_and_encodings(self):
        game = tagged(0, LINE + " and then a rook", "1-0")
        self.check(game * 30)
        self.check(b"".join(game.replace(b"C60", b"C6%d" % (n % 9)) + game.replace(b"rated", b"%d" % n) for n in range(9)))
        self.check((game + tagged(1, LINE, "0-1")).decode().encode("utf-16"))

    def test_a_network_of_the_users_own(self):
        net = bytearray(files.file(files.level_name("fast")))
        net[-1] ^= 1
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "own.net"
            path.write_bytes(net)
            text = (LINE + " *\n").encode()
            archives = container.read_archives(self.archive(text, "--model", path))
            self.assertEqual(archives[0].network, net)
            self.assertEqual(b"".join(block.decode_archives(archives)), text)
            with self.assertRaises(UnknownModel):
                container.read_archives(self.archive(text, "--model", path, "--no-embed"))

    def test_an_archive_with_its_data_needs_no_files(self):
        text = tagged(0, LINE, "1-0")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "embedded.pgnz"
            path.write_bytes(self.archive(text, "--level", "fast", "--embed"))
            command = [sys.executable, "-B", "-m", "pgnz_reference", path]
            run = subprocess.run(command, env={**os.environ, "PGNZ_ROOT": folder}, capture_output=True, check=True)
            self.assertEqual(run.stdout, text)

    def test_a_trace_has_a_line_for_each_decision(self):
        lines = io.StringIO()
        with mock.patch.dict(coder.TRACED, to=lines):
            list(block.decode_archives(container.read_archives(self.archive((LINE + " *\n").encode()))))
        rows = [line.split("\t") for line in lines.getvalue().splitlines()]
        self.assertTrue(all(len(row) == 8 and int(row[3]) + int(row[4]) <= int(row[5]) for row in rows))
        moves = [int(row[1]) for row in rows if row[0] == "moves"]
        self.assertEqual(moves, list(range(20)))

    def test_every_damaged_byte_is_found(self):
        data = self.archive((LINE + " *\n").encode())
        for at in range(len(data)):
            with self.assertRaises(FormatError):
                container.read_archives(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])


class Golden(unittest.TestCase):
    def test_containers_of_golden_archives(self):
        for path in sorted((CORPORA / "golden").glob("*/*.pgnz")):
            data = path.read_bytes()
            self.assertTrue(container.read_archives(data))
            with self.assertRaises(FormatError):
                container.read_archives(data[:-1])


if __name__ == "__main__":
    unittest.main()
