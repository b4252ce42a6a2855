"""The decoder gives the texts of the conformance set and of the golden archives, by their table: scripts/decoder.sh."""
import csv
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import decode

ROOT = Path(__file__).resolve().parents[2]
SET = ROOT / "corpora/conformance/1.0"
MODULE = Path(os.environ["PGNZ_MODULE"])
DATA = sorted(decode.CRATES.glob("data*"))


def run(*arguments):
    """The program with arguments."""
    return subprocess.run([sys.executable, ROOT / "packages/decoder/decode.py", *arguments], capture_output=True)


class Decode(unittest.TestCase):
    def test_every_archive_gives_its_text_or_its_error(self):
        decoder, texts, errors = decode.Decoder(MODULE, DATA), 0, 0
        for case in csv.DictReader((SET / "cases.csv").read_text(encoding="utf-8").splitlines()):
            if case["result"] in ("blobs", "logits"):
                continue
            with self.subTest(case["file"]):
                archive = (SET / case["file"]).read_bytes()
                self.assertEqual(hashlib.sha256(archive).hexdigest(), case["sha256"])
                if case["result"] == "text":
                    self.assertEqual(hashlib.sha256(decoder.text(archive)).hexdigest(), case["text_sha256"])
                    texts += 1
                else:
                    with self.assertRaises(ValueError) as refused:
                        decoder.text(archive)
                    self.assertEqual(refused.exception.args[0], case["result"])
                    errors += 1
        self.assertGreater(texts, 70)
        self.assertGreater(errors, 30)
        print(f"{texts} texts, {errors} errors", file=sys.stderr)

    def test_the_program_writes_the_text(self):
        golden = ROOT / "corpora/golden/1.0/famous-best.pgnz"
        done = run("--module", MODULE, golden)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, b"", (ROOT / "corpora/famous.pgn").read_bytes()))

    def test_what_is_missing_is_named_and_nothing_is_written(self):
        golden = ROOT / "corpora/golden/1.0/famous-best.pgnz"
        done = run(golden, "--module", MODULE, "--data", ROOT / "crates/data")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"best.net", done.stderr)
        for wrong in (ROOT / "README.md", ROOT / "none.pgnz"):
            done = run("--module", MODULE, wrong)
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertTrue(done.stderr.startswith(b"decode.py: "))

    def test_another_module_is_refused(self):
        with self.assertRaises(FileNotFoundError):
            decode.module_of(ROOT / "README.md")
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            (folder / "SHA256SUMS").write_bytes((MODULE.parent / "SHA256SUMS").read_bytes())
            (folder / "pgnz.wasm").write_bytes(b"\0asm")
            with self.assertRaises(ValueError):
                decode.module_of(folder / "pgnz.wasm")


if __name__ == "__main__":
    unittest.main()
