"""What is wrong is said in the way of Python."""

import collections
import errno
import os
import pathlib
import types

import pgnz
import pytest


@pytest.mark.parametrize("use", [pgnz.open, pgnz.open_text, pgnz.compress, pgnz.expand])
def test_files_that_cannot_be_opened_are_named(use, tmp_path):
    missing = tmp_path / "missing.pgn"
    for given in (missing, str(missing)):
        with pytest.raises(FileNotFoundError) as raised:
            use(given)
        assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(missing))
    with pytest.raises(IsADirectoryError) as raised:
        use(tmp_path)
    assert (raised.value.errno, raised.value.filename) == (errno.EISDIR, str(tmp_path))


def test_files_that_cannot_be_written_are_named(tmp_path):
    there = tmp_path / "there.pgnz"
    there.write_bytes(b"mine")
    for target, kind in ((there, FileExistsError), (tmp_path, IsADirectoryError), (tmp_path / "no" / "a.pgnz", FileNotFoundError)):
        with pytest.raises(kind) as raised:
            pgnz.compress(b"1. e4 *", target, level="fast")
        assert raised.value.filename == str(target) and raised.value.errno
    with pytest.raises(IsADirectoryError):
        pgnz.compress(b"1. e4 *", tmp_path, level="fast", overwrite=True)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
def test_a_full_disk_is_told_with_the_name_of_the_file(path):
    for run in (lambda: pgnz.expand(path, "/dev/full"), lambda: pgnz.open(path).export("/dev/full", format="csv")):
        with pytest.raises(OSError) as raised:
            run()
        assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, "/dev/full")


@pytest.mark.skipif(os.name == "nt", reason="limits of POSIX")
def test_a_file_that_becomes_too_large_is_told_with_its_name(tmp_path):
    import resource
    import signal

    source = tmp_path / "games.pgn"
    source.write_text("1. e4 *\n\n" * 5000)
    packed, target = pgnz.compress(source, level="fast"), tmp_path / "back.pgn"
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(OSError) as raised:
            pgnz.expand(packed, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert (raised.value.errno, raised.value.filename) == (errno.EFBIG, str(target))
    assert list(tmp_path.iterdir()) == [source]


def test_errors_about_a_file_name_it(path, tmp_path):
    plain, damaged = tmp_path / "plain.pgn", tmp_path / "damaged.pgnz"
    plain.write_text("1. e4 *")
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    damaged.write_bytes(data)
    for use, file in (
        (pgnz.open, plain),
        (pgnz.expand, plain),
        (pgnz.compress, path),
        (pgnz.expand, damaged),
        (lambda file: pgnz.open(file)[0], damaged),
        (lambda file: list(pgnz.open(file)), damaged),
        (lambda file: pgnz.open_text(file).read(), damaged),
        (lambda file: list(pgnz.open(file).scan("moves_san")), damaged),
        (lambda file: list(pgnz.open(file).batches()), damaged),
        (lambda file: pgnz.open(file).count("plies > 1000"), damaged),
        (lambda file: pgnz.open(file).positions(), damaged),
        (lambda file: pgnz.open(file).engines(), damaged),
        (lambda file: pgnz.edit(file, set={"Annotator": "me"}), damaged),
        (lambda file: pgnz.edit(path, names=file), plain),
        (lambda file: pgnz.sort(file, "plies"), damaged),
        (lambda file: pgnz.index(file), damaged),
        (lambda file: pgnz.append(file, b"1. e4 *"), plain),
        (lambda file: pgnz.compress(b"1. e4 *", file, resume=True), plain),
        (lambda file: pgnz.split(path, "year", file / "parts"), plain),
    ):
        with pytest.raises(Exception) as raised:
            use(file)
        assert str(file) in str(raised.value)
    with pytest.raises(pgnz.Error, match="^s3://games: block 1"):
        list(pgnz.open(bytes(data), name="s3://games"))
    with pytest.raises(pgnz.Error, match="^there is no column"):
        pgnz.open(path).games(columns=["whit"])


def test_a_number_of_written_bytes_has_to_be_possible(famous):
    class File:
        def __init__(self, answer):
            self.answer = answer
        def write(self, data):
            return self.answer(data)
    packed = pgnz.compress(famous, level="fast")
    for answer in (lambda data: len(data) + 1, lambda data: -1, lambda data: 0, lambda data: 1.5, lambda data: 1 << 70):
        for run in (lambda: pgnz.compress(famous, File(answer), level="fast"), lambda: pgnz.expand(packed, File(answer))):
            with pytest.raises((pgnz.Error, OverflowError, OSError, TypeError)):
                run()
    # Without an answer, it has taken everything.
    assert pgnz.expand(packed, File(lambda data: None)).games == 48


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_pipe_that_is_full_is_an_error():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with open(reader, "rb"), open(writer, "wb", buffering=0) as file:
        while file.write(b"x" * 4096) is not None:
            pass
        with pytest.raises(BlockingIOError):
            pgnz.compress(b"1. e4 *", file, level="fast")


def test_columns_are_names(archive):
    for wrong in (3, {"white"}, [3], iter(["white"])):
        for use in (archive.scan, lambda columns: archive.games(columns=columns)):
            with pytest.raises(TypeError, match="columns are a list of str"):
                use(wrong)
    for nothing in ([], ""):
        game = next(archive.games(columns=nothing))
        assert game.white == archive[0].white
        with pytest.raises(pgnz.Error, match="not decoded"):
            game.moves
        with pytest.raises(pgnz.Error, match="needs a column"):
            archive.scan(nothing)


def test_moves_are_texts():
    for wrong in (3, None, {"e4"}, [3]):
        with pytest.raises(TypeError, match="moves are a list of str"):
            pgnz.encode_blob(wrong)


def test_tags_are_any_mapping(archive):
    game, predictor = archive[8], pgnz.Predictor("fast")
    given = dict(game.tags)
    blob = pgnz.encode_blob(game.uci, tags=given)
    for tags in (game.tags, types.MappingProxyType(given), collections.ChainMap(given)):
        assert pgnz.encode_blob(game.uci, tags=tags) == blob
        assert pgnz.decode_blob(blob, tags=tags).uci == game.uci
        assert predictor.probabilities(tags=tags) == predictor.probabilities(tags=given)
        assert list(predictor.surprisal("e4", tags=tags)) == list(predictor.surprisal("e4", tags=given))
    for wrong in (3, [("White", "A")], {"White": 1}):
        with pytest.raises(TypeError, match="tags are a mapping of str to str"):
            pgnz.encode_blob("e4", tags=wrong)


def test_blobs_are_any_bytes():
    blob = pgnz.encode_blob("e4 e5")
    for given in (bytearray(blob), memoryview(blob)):
        assert pgnz.decode_blob(given).san == ["e4", "e5"]
    for wrong in (5, "e4", None):
        with pytest.raises(TypeError):
            pgnz.decode_blob(wrong)


def test_indices_may_be_of_any_size(archive):
    for wrong in (1 << 70, -(1 << 70), 1 << 62, -(1 << 62)):
        for use in (archive.__getitem__, archive[0].board, archive[0].probabilities):
            with pytest.raises(IndexError):
                use(wrong)


@pytest.mark.skipif(os.name == "nt", reason="files of POSIX")
def test_what_is_no_regular_file_stays_what_it_is(path, famous, tmp_path):
    import threading

    pipe, target, link = tmp_path / "pipe", tmp_path / "target", tmp_path / "link"
    os.mkfifo(pipe)
    target.write_bytes(b"old")
    link.symlink_to(target.name)
    for overwrite in (False, True):
        read = []
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        assert pgnz.expand(path, pipe, overwrite=overwrite).games == 48
        reader.join(60)
        assert read == [famous] and pipe.is_fifo()
    with pytest.raises(FileExistsError):
        pgnz.expand(path, link)
    pgnz.expand(path, link, overwrite=True)
    assert link.is_symlink() and target.read_bytes() == famous
    assert pgnz.expand(path, pathlib.Path(os.devnull)).games == 48 and not pathlib.Path(os.devnull).is_file()
