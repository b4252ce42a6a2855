"""Perft numbers, which are public facts, and FEN strings."""
import unittest

from pgnz_reference import fen

PERFT = (
    (0, fen.USUAL, 3, 8902),
    (0, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    (0, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    (0, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
    (0, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    (2, fen.STARTS[2], 3, 8067),
    (5, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 3, 8902),
    (6, fen.STARTS[6], 3, 11_264),
    (7, fen.STARTS[7], 4, 23_310),
)


def perft(pos, depth):
    if depth == 1:
        return len(pos.legal())
    return sum(perft(pos.play(move), depth - 1) for move in pos.legal())


class Rules(unittest.TestCase):
    def test_perft(self):
        for rules, text, depth, count in PERFT:
            with self.subTest(text):
                self.assertEqual(perft(fen.parse(text, rules), depth), count)

    def test_fen_is_written_as_it_was_read(self):
        for rules, text, _, _ in PERFT:
            self.assertEqual(fen.write(fen.parse(text, rules)), text)

    def test_fen_that_gives_no_position(self):
        for text in ("", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4k3/9/8/8/8/8/8/4K3 w - - 0 1"):
            self.assertIsNone(fen.parse(text, 0), text)

    def test_impossible_rights_and_squares_are_dropped(self):
        pos = fen.parse("4k3/8/8/8/8/8/8/R3K3 w KQkq e6 0 1", 0)
        self.assertEqual(fen.write(pos), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")


if __name__ == "__main__":
    unittest.main()
