"""Blobs and archives that the program in the environment variable PGNZ writes; skipped without it."""
import base64
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from pgnz_reference import blob, block, container, files
from pgnz_reference.conventions import FormatError

PROGRAM = os.environ.get("PGNZ")
CORPORA = Path(__file__).resolve().parents[2] / "corpora"
LINE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True).stdout


@unittest.skipUnless(PROGRAM, "the environment variable PGNZ does not name the program")
class Program(unittest.TestCase):
    def blobs(self, path, level):
        return [base64.b64decode(line + b"==") for line in run("blob", "encode", "--lines", "--level", level, path).split()]

    def archive(self, text, level="fast", *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "a.pgn").write_bytes(text)
            run("compress", "-q", "--level", level, *options, path / "a.pgn", "-o", path / "a.pgnz")
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
            archive = container.read_archives(self.archive(b"", level))[0]
            self.assertEqual(archive.header.digest, files.digest(level))

    def test_archives_of_moves(self):
        for text in (LINE + " *\n", LINE + " 1-0\n\n\n", LINE, LINE.replace("3. Bb5", "( 2... d6 3. d4 ) 3. Bb5") + " *\n"):
            archives = container.read_archives(self.archive(text.encode()))
            self.assertEqual(b"".join(map(block.decode_archive, archives)), text.encode())

    def test_moves_of_famous_games_in_lines_and_groups(self):
        lines = (CORPORA / "famous.pgn").read_bytes().split(b"\n")
        text = b"\n".join(line for line in lines if not line.startswith(b"["))[:9000]
        for options in ((), ("--group-games", "3", "--block-games", "12")):
            archives = container.read_archives(self.archive(text, "fast", *options))
            self.assertEqual(b"".join(map(block.decode_archive, archives)), text)

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
