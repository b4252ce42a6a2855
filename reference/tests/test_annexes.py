"""The annexes C and D of the format say what this decoder finds."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import annexes


class Annexes(unittest.TestCase):
    maxDiff = 2000

    def written(self, name):
        return (annexes.FORMAT / name).read_text(encoding="utf-8")

    def test_the_archive_of_annex_c_decodes_as_written(self):
        self.assertEqual(annexes.annex_c(annexes.archive_of_annex_c()), self.written("annex-c-archive.md"))

    def test_the_vectors_of_annex_d_are_those_of_this_decoder(self):
        self.assertEqual(annexes.annex_d(), self.written("annex-d-vectors.md"))
