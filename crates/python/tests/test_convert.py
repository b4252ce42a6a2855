"""Texts to archives and back."""

import gzip
import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import pgnz
import pytest
from conftest import FAMOUS


def test_bytes_paths_and_file_objects_are_read_and_written(famous, tmp_path):
    plain, packed = tmp_path / "games.pgn", tmp_path / "games.pgnz"
    plain.write_bytes(famous)
    expected = pgnz.compress(famous, level="fast")
    assert isinstance(expected, bytes) and pgnz.expand(expected) == famous
    for source in (plain, str(plain), io.BytesIO(famous), open(plain, "rb"), bytearray(famous)):
        assert pgnz.compress(source, level="fast", threads=2) == expected
    report = pgnz.compress(plain, packed, level="fast")
    assert (report.games, report.archive_bytes) == (48, len(expected)) and packed.read_bytes() == expected
    file = io.BytesIO()
    assert pgnz.compress(plain, file, level="fast").games == 48 and file.getvalue() == expected
    back = tmp_path / "back.pgn"
    assert pgnz.expand(packed, back).text_bytes == len(famous) and back.read_bytes() == famous
    mask = os.umask(0)
    os.umask(mask)
    assert packed.stat().st_mode & 0o777 == 0o666 & ~mask
    assert sorted(path.name for path in tmp_path.iterdir()) == ["back.pgn", "games.pgn", "games.pgnz"]


def test_packed_sources_are_unpacked_and_archives_are_refused(famous):
    assert pgnz.expand(pgnz.compress(gzip.compress(famous), level="fast")) == famous
    with pytest.raises(pgnz.Error, match="already an archive"):
        pgnz.compress(pgnz.compress(famous, level="fast"))
    with pytest.raises(pgnz.Error, match="not a pgnz archive"):
        pgnz.expand(famous)


def test_nothing_is_overwritten_unless_asked_for(famous, tmp_path):
    packed = tmp_path / "games.pgnz"
    packed.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        pgnz.compress(famous, packed, level="fast")
    assert packed.read_bytes() == b"mine"
    pgnz.compress(famous, packed, level="fast", overwrite=True)
    assert len(pgnz.open(packed)) == 48


def test_progress_is_told_and_can_end_the_run(famous, tmp_path):
    told = []
    pgnz.compress(famous, level="fast", block_games=10, progress=told.append)
    assert told[0]["games"] == 0 and told[-1]["games"] == 48 and told[-1]["text_bytes"] == len(famous)
    class Enough(Exception):
        pass
    def stop(progress):
        raise Enough
    packed = tmp_path / "games.pgnz"
    for run in (pgnz.compress, pgnz.expand):
        source = famous if run is pgnz.compress else pgnz.compress(famous, level="fast")
        with pytest.raises(Enough):
            run(source, packed, progress=stop)
        assert list(tmp_path.iterdir()) == []


def test_what_a_file_object_raises_comes_back(famous):
    class Broken(io.BytesIO):
        def read(self, *_):
            raise ConnectionError("gone")
        def write(self, *_):
            raise ConnectionError("full")
    for run in (lambda: pgnz.compress(Broken(famous)), lambda: pgnz.compress(famous, Broken()), lambda: pgnz.open(Broken(famous))):
        with pytest.raises(ConnectionError):
            run()
    with pytest.raises(TypeError, match="binary"):
        pgnz.compress(io.StringIO("1. e4 *"))


def test_damage_is_passed_over_where_that_is_asked_for(path, famous):
    data = bytearray(path.read_bytes())
    data[sum(block.archive_bytes for block in pgnz.open(path).blocks[:3]) - 20] ^= 1
    with pytest.raises(pgnz.Error) as raised:
        pgnz.expand(bytes(data))
    assert raised.value.kind == "corruption" and raised.value.block == 3
    rest = pgnz.expand(bytes(data), keep_going=True)
    assert len(famous) // 2 < len(rest) < len(famous)
    assert len(pgnz.open(bytes(data[:-10]), keep_going=True)) == 48
    with pytest.raises(pgnz.Error) as raised:
        pgnz.open(bytes(data[:-10]))
    assert raised.value.kind == "insufficient_data"


@pytest.fixture(scope="module")
def many(path, tmp_path_factory):
    """So many games that whatever reads them all takes long."""
    made = tmp_path_factory.mktemp("many") / "many.pgnz"
    pgnz.merge([pgnz.merge([path] * 25)] * 25, made)
    return made


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    "work",
    [
        # It ends after a block: with blocks of the usual size that takes seconds, on a busy machine more than this test waits.
        "pgnz.compress(Endless(), progress=tell, block_games=100)",
        "tell(), pgnz.compress(Endless(), path + '.resumed', resume=True)",
        "tell(), [game.moves for game in archive]",
        "tell(), archive[::2]",
        "tell(), archive.count('plies > 3')",
        "tell(), [batch for batch in archive.scan('surprisal')]",
        "tell(), [batch for batch in archive.batches(1 << 20, masks=True)]",
        "tell(), archive.stats()",
        "tell(), archive.engines()",
        "tell(), archive.tree('1. e4')",
        "tell(), archive.positions((1, 40))",
        "tell(), archive.export(path + '.csv', 'moves_san')",
        "tell(), archive.text().read()",
        "tell(), pgnz.expand(path)",
        "tell(), pgnz.test(path)",
        "tell(), pgnz.repair(path)",
        "tell(), pgnz.index(path)",
        "tell(), pgnz.edit(path, set={'Annotator': 'me'})",
        "tell(), pgnz.sort(path, 'plies')",
        "tell(), pgnz.dedupe(path, by='moves')",
        "tell(), pgnz.filter(path, 'plies > 3')",
        "tell(), pgnz.split(path, 'games=7', path + '.parts')",
        "tell(), pgnz.append(path, Endless())",
    ],
)
def test_control_c_ends_long_calls(many, work, tmp_path):
    path = tmp_path / "many.pgnz"
    shutil.copy(many, path)
    program = textwrap.dedent(f"""
        import pgnz
        def tell(progress=None):
            print("going", flush=True)
        class Endless:
            # Games without end: however fast a machine packs them, it is not done.
            games = open({str(FAMOUS)!r}, "rb").read()
            def read(self, size):
                return self.games[:size]
        path = {str(path)!r}
        archive = pgnz.open(path)
        {work}
    """)
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "going\n"
    time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    try:
        _, said = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode != 0 and said.strip().endswith("KeyboardInterrupt"), said


def test_an_archive_records_where_its_text_comes_from(tmp_path, famous):
    text = famous
    packed = gzip.compress(text)
    source = tmp_path / "games.pgn.gz"
    source.write_bytes(packed)
    target = tmp_path / "games.pgnz"
    made = pgnz.compress(source, target, level="fast")
    with pgnz.open(target) as archive:
        (found,) = archive.provenance
        games = len(archive)
    assert [found] == made.provenance == pgnz.test(target).provenance, (found, made.provenance)
    assert found.text_sha256 == hashlib.sha256(text).hexdigest()
    assert found.source_sha256 == hashlib.sha256(packed).hexdigest()
    assert (found.text_bytes, found.source_bytes) == (len(text), len(packed))
    assert (found.games, found.file_name, found.manifest) == (games, None, "")
    bare = pgnz.compress(text, level="fast", provenance=False)
    assert pgnz.open(bare).provenance == [None]


def test_a_run_that_was_stopped_goes_on_and_can_be_read_meanwhile(famous, tmp_path):
    packed, options = tmp_path / "games.pgnz", {"level": "fast", "block_games": 10, "threads": 1}
    class Stopped(Exception):
        pass
    def stop(progress):
        if progress["games"] >= 20:
            raise Stopped
    with pytest.raises(Stopped):
        pgnz.compress(famous, packed, resume=True, progress=stop, **options)
    # The blocks that were begun are finished after the call.
    for _ in range(200):
        archive = pgnz.open(packed)
        if len(archive) >= 20:
            break
        time.sleep(0.05)
    assert archive.report.unfinished and not archive.report.damage
    assert len(archive) in range(20, 48, 10) and famous.startswith(b"".join(game.raw for game in archive))
    whole = pgnz.merge(packed)
    assert not pgnz.open(whole).report.unfinished and len(pgnz.open(whole)) == len(archive)
    with pytest.raises(pgnz.Error, match="unfinished"):
        pgnz.append(packed, famous)
    report = pgnz.compress(famous, packed, resume=True, **options)
    assert report.games == 48 and not report.unfinished
    assert packed.read_bytes() == pgnz.compress(famous, **options)
    # A longer source goes on, another one does not.
    assert pgnz.compress(famous * 2, packed, resume=True, **options).games == 96
    before = packed.read_bytes()
    with pytest.raises(pgnz.Error, match="differs from byte"):
        pgnz.compress(famous.replace(b"Morphy", b"Murphy") * 2, packed, resume=True, **options)
    assert packed.read_bytes() == before
    for dst, more in [(None, {}), (io.BytesIO(), {}), (packed, {"overwrite": True})]:
        with pytest.raises(pgnz.Error, match="resume=True"):
            pgnz.compress(famous, dst, resume=True, **more)
    missing = tmp_path / "missing.pgnz"
    with pytest.raises(pgnz.Error, match="already an archive"):
        pgnz.compress(packed, missing, resume=True)
    assert not missing.exists()


def test_small_blocks_are_put_together(famous):
    small = pgnz.compress(famous, level="fast", block_games=5)
    repacked = pgnz.merge(small, repack=True)
    assert repacked == pgnz.compress(famous, level="fast") and len(repacked) < len(small)
    assert pgnz.merge(small) == small
