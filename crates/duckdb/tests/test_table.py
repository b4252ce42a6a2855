"""Tables of archives are those that `pgnz export` writes."""

import os

import duckdb
import pytest
from conftest import ROOT, run

NAMES = ["famous", "quirks", "clocks"]


def rows(db, query, *arguments):
    return db.execute(query, list(arguments)).fetchall()


def one(db, query, *arguments):
    (row,) = rows(db, query, *arguments)
    return row[0]


@pytest.mark.parametrize("name", NAMES)
def test_all_columns_are_those_of_the_program(db, archives, tables, name):
    ours, theirs = f"FROM '{archives[name]}'", f"FROM '{tables[name]}'"
    assert rows(db, f"DESCRIBE {ours}") == rows(db, f"DESCRIBE {theirs}")
    assert rows(db, ours) == rows(db, theirs)
    assert one(db, f"SELECT count(*) {ours}") == one(db, f"SELECT count(*) {theirs}") > 40


def test_each_column_alone_is_the_same(db, archives, tables):
    ours, theirs = f"FROM '{archives['clocks']}'", f"FROM '{tables['clocks']}'"
    for column, *_ in rows(db, f"DESCRIBE {ours}"):
        if column not in ["surprisal", "best_probability"]:
            query = f'SELECT "{column}" '
            assert rows(db, query + ours) == rows(db, query + theirs), column


def test_columns_in_another_order_are_the_same(db, archives, tables):
    query = "SELECT clocks[-1], result, white, len(moves_san), number FROM '{}' WHERE white_rating > 1510"
    assert rows(db, query.format(archives["clocks"])) == rows(db, query.format(tables["clocks"]))


def test_nulls_stand_in_lists_where_they_belong(db, archives):
    query = "SELECT count(*), count(item) FROM (SELECT unnest(clocks) AS item FROM '{}')"
    plies, clocks = rows(db, query.format(archives["clocks"]))[0]
    assert plies == 2 * clocks > 4096


def test_sums_and_groups_are_the_same(db, archives, tables):
    query = "SELECT result, count(*), avg(plies), sum(year), count(DISTINCT white) FROM '{}' GROUP BY result ORDER BY result"
    for name in NAMES:
        assert rows(db, query.format(archives[name])) == rows(db, query.format(tables[name]))


def test_columns_may_be_named(db, archives):
    found = rows(db, f"DESCRIBE FROM read_pgnz('{archives['famous']}', columns := 'number,tag:Round,fen_at(2)')")
    assert [row[:2] for row in found] == [("number", "UBIGINT"), ("tag:Round", "VARCHAR"), ("fen_at(2)", "VARCHAR")]
    assert len(rows(db, f"DESCRIBE FROM read_pgnz('{archives['famous']}', columns := 'usual')")) == 17


@pytest.mark.parametrize(
    "where",
    [
        "plies > 60",
        "white = 'Morphy' or black like 'Anders%'",
        "result = '1-0' and moves = '1. e4 e5'",
        "ending = 'mate' and not year < 1900",
        "year = 1",
    ],
)
def test_filters_find_what_the_program_finds(db, archives, where):
    for name in NAMES:
        expected = int(run("count", archives[name], "--where", where))
        for parameter in ["filter", '"where"']:
            query = f"SELECT count(*) FROM read_pgnz(?, {parameter} := ?)"
            assert one(db, query, str(archives[name]), where) == expected
        query = "SELECT number FROM read_pgnz(?, filter := ?)"
        numbers = [number for (number,) in rows(db, query, str(archives[name]), where)]
        lines = run("list", archives[name], "--games", "--columns", "number", "--where", where, "--tsv").split()
        assert numbers == [int(line) for line in lines if line.isdigit()]


def test_positions_are_found_by_fen_and_by_moves(db, archives):
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    expected = int(run("count", archives["famous"], "--position", fen))
    assert expected > 10
    for given in [fen, "1. e4 e5", "e2e4 e7e5"]:
        for parameter in ["reaches", '"position"']:
            query = f"SELECT count(*) FROM read_pgnz(?, {parameter} := ?)"
            assert one(db, query, str(archives["famous"]), given) == expected


def test_an_index_changes_nothing_but_the_time(db, archives, tmp_path):
    archive = tmp_path / "famous.pgnz"
    archive.write_bytes(archives["famous"].read_bytes())
    query = f"SELECT number, white FROM read_pgnz('{archive}', filter := 'plies > 60 and result = ''1-0''', reaches := '1. e4 e5')"
    without = rows(db, query)
    run("index", "-q", archive)
    assert rows(db, query) == without != []
    # Of another archive.
    archive.write_bytes(archives["quirks"].read_bytes())
    assert one(db, f"SELECT count(*) FROM read_pgnz('{archive}', filter := 'plies > 60')") == int(run("count", archives["quirks"], "--where", "plies > 60"))


def test_several_archives_are_one_table(db, archives):
    folder = archives["famous"].parent
    counts = [(str(path), one(db, f"SELECT count(*) FROM '{path}'")) for path in sorted(archives.values())]
    group = "SELECT path, count(*) FROM {} GROUP BY path ORDER BY path"
    assert rows(db, group.format(f"'{folder}/*.pgnz'")) == counts
    assert rows(db, group.format(f"read_pgnz({[str(path) for path in archives.values()]})")) == counts
    assert rows(db, group.format("read_pgnz(?)"), f"{folder}/[cfq]*.pgnz") == counts
    assert one(db, f"SELECT count(*) FROM '{folder}/*.pgnz'") == sum(count for _, count in counts)


def test_tables_are_in_the_order_of_the_games(db, archives):
    paths = [str(archives["clocks"]), str(archives["quirks"])]
    expected = [number + 1 for path in paths for number in range(one(db, f"SELECT count(*) FROM '{path}'"))]
    db.execute("CREATE TABLE games AS SELECT number, white FROM read_pgnz(?)", [paths * 3])
    assert [number for (number,) in rows(db, "SELECT number FROM games")] == expected * 3


def test_the_number_of_threads_changes_nothing(db, archives):
    query = "SELECT sum(hash(number, white, moves_uci)) FROM read_pgnz(?, threads := {})"
    sums = {one(db, query.format(threads), str(archives["quirks"])) for threads in [0, 1, 3]}
    db.execute("SET threads = 1")
    sums.add(one(db, query.format(2), str(archives["quirks"])))
    assert len(sums) == 1


def test_a_query_may_end_early_and_run_again(db, archives):
    for _ in range(3):
        assert len(rows(db, f"SELECT number, surprisal FROM '{archives['clocks']}' LIMIT 3")) == 3
    db.execute(f"CREATE VIEW v AS SELECT number FROM '{archives['famous']}'")
    assert rows(db, "FROM v") == rows(db, "FROM v")


def test_an_archive_joins_itself(db, archives):
    query = f"SELECT count(*) FROM '{archives['famous']}' a JOIN '{archives['famous']}' b USING (number)"
    assert one(db, query) == one(db, f"SELECT count(*) FROM '{archives['famous']}'")


def refused(db, query, *parts):
    with pytest.raises(duckdb.Error) as caught:
        db.execute(query).fetchall()
    for part in parts:
        assert part in str(caught.value), caught.value


def test_what_cannot_be_done_is_said(db, archives, tmp_path):
    famous = archives["famous"]
    refused(db, "FROM 'missing.pgnz'", "missing.pgnz: cannot open the file: No such file")
    refused(db, "FROM read_pgnz('missing*.pgnz')", "missing*.pgnz: no file has a name of this pattern")
    refused(db, f"FROM read_pgnz('{tmp_path}')", f"{tmp_path}: this is not a regular file")
    refused(db, f"FROM read_pgnz('{ROOT}/README.md')", "README.md: ", "not a pgnz archive")
    refused(db, f"FROM read_pgnz('{famous}', filter := 'white_rating > ten')", "filter: column 16: expected a number")
    refused(db, f"FROM read_pgnz('{famous}', reaches := '1. e4 e4')", "position: ")
    refused(db, f"FROM read_pgnz('{famous}', reaches := '8/8 w')", "position: ")
    refused(db, f"FROM read_pgnz('{famous}', columns := 'whit')", "columns: there is no column 'whit'")
    refused(db, f"FROM read_pgnz('{famous}', level := 'slow')", "level: ")
    refused(db, f"FROM read_pgnz('{famous}', sorted := true)", "sorted")
    refused(db, "FROM read_pgnz(NULL)", "no archive is named")


def test_damage_is_an_error_unless_it_is_passed_over(db, archives, tmp_path):
    whole = archives["clocks"].read_bytes()
    archive = tmp_path / "damaged.pgnz"
    archive.write_bytes(whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 4]) + whole[len(whole) // 2 + 1 :])
    refused(db, f"SELECT sum(len(moves_san)), sum(len(clocks)), max(pgn), max(white) FROM '{archive}'", "damaged.pgnz: ", "block")
    query = "SELECT count(pgn) FROM read_pgnz('{}', keep_going := true)"
    assert one(db, query.format(archive)) < one(db, query.format(archives["clocks"])) == 200
    # A cut archive.
    archive.write_bytes(whole[:-20])
    refused(db, f"SELECT count(*) FROM '{archive}'", "damaged.pgnz: ")
    assert one(db, f"SELECT count(*) FROM read_pgnz('{archive}', keep_going := true)") == 200


CORPUS = ROOT / "../shared/corpora/test/lichess-user-clk.pgn"
MONTH = ROOT / "../shared/corpora/test/lichess-month-2013-01.pgn.zst"


def test_a_large_archive_is_the_same(db, tmp_path):
    """With PGNZ_WHOLE, a month of 121,332 games."""
    text = MONTH if os.environ.get("PGNZ_WHOLE") else CORPUS
    if not text.exists():
        pytest.skip(f"{text.name} is not beside the repository")
    archive, table = tmp_path / "large.pgnz", tmp_path / "large.parquet"
    run("compress", "-1", "-q", "--verify", "none", text, "-o", archive)
    columns = "number,white,black,white_rating,date,result,eco,time_control,plies,moves_uci,clocks,evals"
    run("export", "-q", "--columns", columns, archive, "-o", table)
    ours, theirs = f"read_pgnz('{archive}', columns := '{columns}')", f"'{table}'"
    assert one(db, f"SELECT count(*) FROM (FROM {ours} EXCEPT ALL FROM {theirs})") == 0
    for query in [
        "SELECT count(*), count(DISTINCT white), avg(white_rating)::INT FROM {}",
        "SELECT eco, count(*) FROM {} GROUP BY eco ORDER BY eco",
        "SELECT sum(len(moves_uci)), sum(list_sum(clocks)) FROM {}",
        "SELECT sum(hash(number, white, moves_uci, clocks, evals)) FROM {}",
    ]:
        assert rows(db, query.format(ours)) == rows(db, query.format(theirs))
