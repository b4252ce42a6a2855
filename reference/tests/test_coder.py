"""Numbers that follow from the text, and messages made by hand."""
import unittest

from pgnz_reference.coder import NEW_COUNTER, Decoder, learn
from pgnz_reference.conventions import Bytes, Corruption, checksum, varint
from pgnz_reference.mixing import hash32, squash, stretch


class Conventions(unittest.TestCase):
    def test_a_varint_has_one_encoding(self):
        for value in (0, 1, 127, 128, 16_383, 16_384, 2**64 - 1):
            self.assertEqual(Bytes(varint(value)).varint(), value)
        for wrong in (b"\x80\x00", b"\x80", b"\xff" * 9 + b"\x02"):
            with self.assertRaises(Corruption):
                Bytes(wrong).varint()

    def test_the_checksum_is_that_of_zlib(self):
        self.assertEqual(checksum(b"1234", b"56789"), 0xCBF43926)


class Coder(unittest.TestCase):
    def test_an_empty_message_holds_the_first_symbols(self):
        coder = Decoder(b"")
        self.assertEqual([coder.bit(30_000), coder.uniform(10), coder.frequencies([1, 65_535])], [1, 0, 0])

    def test_a_certain_symbol_is_not_coded(self):
        coder = Decoder(b"\xff")
        before = coder.range
        self.assertEqual((coder.frequencies([65_536]), coder.range), (0, before))

    def test_zeros_are_supplied_for_sixteen_bytes(self):
        coder = Decoder(b"")
        with self.assertRaises(Corruption):
            for _ in range(200):
                coder.bit(1 << 15)

    def test_uniform_intervals(self):
        for n in (2, 3, 7, 4096):
            for symbol in (0, n // 2, n - 1):
                start = symbol * 65_536 // n
                self.assertEqual(Decoder(start.to_bytes(2, "big") + b"\xff" * 6).uniform(n), symbol)

    def test_a_counter_learns(self):
        counters = [NEW_COUNTER]
        learn(counters, 0, 1, 255)
        self.assertEqual((counters[0] >> 10, counters[0] & 1023), (2**21 + ((2**21 - 1) * 43_690 >> 16), 1))

    def test_squash_and_stretch(self):
        self.assertEqual([squash(x) for x in (-9999, 0, 9999)], [1, 32_768, 65_535])
        self.assertEqual([stretch(squash(x)) // 8 for x in (-800, 0, 800)], [-100, 0, 100])

    def test_hash(self):
        self.assertEqual(hash32(), 0x811C9DC5)
        self.assertEqual(hash32(-1), hash32(0xFFFFFFFF))


if __name__ == "__main__":
    unittest.main()
