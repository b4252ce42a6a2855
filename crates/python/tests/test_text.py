"""The PGN of an archive as a file."""

import io
import random

import chess.pgn
import pgnz
import pytest


def test_it_is_the_text_that_was_compressed(path, archive, famous):
    with pgnz.open_text(path) as file:
        assert file.readable() and file.seekable() and not file.writable()
        assert file.read() == famous
        assert file.seek(0, io.SEEK_END) == len(famous)
    assert archive.text().read() == famous
    assert b"".join(pgnz.open_text(path)) == famous


def test_it_is_read_from_any_place(path, famous):
    draw = random.Random(7)
    with pgnz.open_text(path) as file:
        for _ in range(200):
            at, length = draw.randrange(len(famous) + 10), draw.randrange(3000)
            assert file.seek(at) == at == file.tell()
            assert file.read(length) == famous[at : at + length]
        file.seek(-5, io.SEEK_END)
        assert file.read() == famous[-5:]
        with pytest.raises((OSError, ValueError)):
            file.seek(-1)
    with pytest.raises(ValueError):
        file.read()


def test_a_slice_has_its_part(archive):
    part = archive[7:23]
    assert part.text().read() == b"".join(game.raw for game in part)


def test_python_chess_reads_it_as_any_file(path, archive):
    with io.TextIOWrapper(pgnz.open_text(path), "utf-8") as text:
        for game in archive:
            assert [move.uci() for move in chess.pgn.read_game(text).mainline_moves()] == game.uci
        assert chess.pgn.read_game(text) is None


def test_offsets_of_python_chess_lead_back(path):
    with io.TextIOWrapper(pgnz.open_text(path), "utf-8") as text:
        offsets = []
        while True:
            at = text.tell()
            if (headers := chess.pgn.read_headers(text)) is None:
                break
            offsets.append((at, headers["White"]))
        for at, white in reversed(offsets):
            text.seek(at)
            assert chess.pgn.read_headers(text)["White"] == white


def test_any_bytes_come_back():
    for data in (b"", b"\n\n", b"no chess \xff\x00" * 5000, "[White \"Å\"]\n\n1. e4 *\n".encode("utf-16")):
        assert pgnz.open_text(pgnz.compress(data, level="fast")).read() == data
