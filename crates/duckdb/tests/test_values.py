"""Functions of single values: moves in texts, and games as blobs."""

import base64

import duckdb
import pytest
from conftest import run


def one(db, query, *arguments):
    (row,) = db.execute(query, list(arguments)).fetchall()
    return row[0]


def test_moves_are_read_from_texts(db):
    for text in ["1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3", "[White \"Anna\"]\n\n1. e4 { x } e5 (1... c5) 2. Nf3 *\n"]:
        assert one(db, "SELECT pgnz_moves(?)", text) == ["e2e4", "e7e5", "g1f3"]
        assert one(db, "SELECT pgnz_moves(?, 'san')", text) == ["e4", "e5", "Nf3"]
    assert one(db, "SELECT pgnz_moves(NULL)") is None
    assert one(db, "SELECT pgnz_moves('')") == []


def test_moves_of_texts_are_those_of_the_table(db, archives):
    query = "SELECT count(*) FROM '{}' WHERE pgnz_moves(pgn) = moves_uci AND pgnz_moves(pgn, 'san') = moves_san AND pgnz_moves(array_to_string(moves_san, ' ')) = moves_uci"
    for name in ["famous", "clocks"]:
        everything = one(db, f"SELECT count(*) FROM '{archives[name]}'")
        assert one(db, query.format(archives[name])) == everything > 0


def test_blobs_are_those_of_the_program(db):
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5"
    blob = base64.b64decode(run("blob", "encode", "--base64", *text.split()))
    assert one(db, "SELECT pgnz_blob_encode(?)", text) == blob
    assert one(db, "SELECT pgnz_blob_decode(?::BLOB)", blob) == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]


def test_every_game_comes_back_from_its_blob(db, archives):
    games = f"FROM '{archives['famous']}'"
    whole = one(db, f"SELECT count(*) {games}")
    moves = "array_to_string(moves_uci, ' ')"
    assert one(db, f"SELECT count(*) {games} WHERE pgnz_blob_decode(pgnz_blob_encode({moves})) = moves_uci") == whole
    tags = "MAP {'Result': result, 'WhiteElo': white_rating::VARCHAR}"
    assert one(db, f"SELECT count(*) {games} WHERE pgnz_blob_decode(pgnz_blob_encode({moves}, {tags}), {tags}) = moves_uci") == whole
    assert one(db, f"SELECT sum(octet_length(pgnz_blob_encode({moves}, {tags}))) < sum(octet_length(pgnz_blob_encode({moves}))) {games}")


def test_nulls_stay_nulls(db):
    found = db.execute("SELECT pgnz_blob_encode(m), pgnz_moves(m, n) FROM (VALUES ('1. e4', 'san'), (NULL, 'san'), ('1. d4', NULL)) v(m, n)").fetchall()
    assert [row[1] for row in found] == [["e4"], None, None]
    assert [row[0] is None for row in found] == [False, True, False]
    assert one(db, "SELECT pgnz_blob_encode('1. e4', NULL::MAP(VARCHAR, VARCHAR))") is None
    assert one(db, "SELECT pgnz_blob_decode(NULL)") is None


@pytest.mark.parametrize(
    "query, part",
    [
        ("SELECT pgnz_moves('1. e4 e4')", "pgnz_moves: "),
        ("SELECT pgnz_moves('1. e4', 'german')", "notations are uci and san"),
        ("SELECT pgnz_blob_encode('nonsense')", "pgnz_blob_encode: "),
        ("SELECT pgnz_blob_decode('abc'::BLOB)", "pgnz_blob_decode: "),
        ("SELECT pgnz_blob_decode(pgnz_blob_encode('1. e4 e5 2. Nf3 Nc6', MAP {'Result': '1-0'}))", "pgnz_blob_decode: "),
    ],
)
def test_what_cannot_be_read_is_an_error(db, query, part):
    with pytest.raises(duckdb.Error) as caught:
        db.execute(query).fetchall()
    assert part in str(caught.value)
