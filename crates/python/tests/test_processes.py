"""Child processes, and the end of the interpreter."""

import os
import subprocess
import sys
import textwrap

import pgnz
import pytest


def run(program, *arguments):
    program = textwrap.dedent(program)
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, timeout=100)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")
def test_child_processes_read_an_archive_that_was_open_before(tmp_path):
    packed = tmp_path / "games.pgnz"
    text = "".join(f'[White "Player {number}"]\n\n1. e4 e5 2. Nf3 *\n\n' for number in range(2000))
    pgnz.compress(text.encode(), packed, level="fast", block_games=100)
    # Many small reads at once, of one open file.
    done = run(
        """
        import os, pgnz, sys
        archive = pgnz.open(sys.argv[1])
        children = []
        for first in range(4):
            child = os.fork()
            if not child:
                read = [archive[at].white == f"Player {at}" for at in range(first, 2000, 40)]
                os._exit(0 if all(read) else 1)
            children.append(child)
        read = [archive[at].white == f"Player {at}" for at in range(5, 2000, 40)]
        assert all(read) and not any(os.waitpid(child, 0)[1] for child in children)
        """,
        packed,
    )
    assert done.returncode == 0, done.stderr


SLOW = """
    import io, os, pgnz, sys, threading, time
    class Slow(io.BytesIO):
        def read(self, size=-1):
            time.sleep(0.02)
            return super().read(min(size, 500))
    archive = pgnz.open(Slow(open(sys.argv[1], "rb").read()))
"""


@pytest.mark.parametrize(
    "rest",
    [
        "games = archive.games(threads=2); next(games)",
        "batches = iter(archive.scan('moves_san')); time.sleep(0.1)",
        "threading.Thread(target=lambda: [list(archive) for _ in range(99)], daemon=True).start(); time.sleep(0.1)",
        "threading.Thread(target=lambda: pgnz.expand(sys.argv[1], progress=lambda _: time.sleep(0.3)), daemon=True).start(); time.sleep(0.1)",
    ],
    ids=["games", "scan", "thread", "callback"],
)
def test_the_interpreter_ends_while_a_file_object_is_read(path, rest):
    done = run(textwrap.dedent(SLOW) + rest, path)
    assert done.returncode == 0, done.stderr


def test_file_objects_are_read_until_the_end(path):
    # Registered before the package is imported, so it runs after what the package has registered.
    done = run(
        """
        import atexit
        atexit.register(lambda: print(archive[47].number))
        import pgnz, sys
        archive = pgnz.open(open(sys.argv[1], "rb"))
        """,
        path,
    )
    assert done.stdout == "48\n", done.stderr


def test_children_do_not_wait_for_calls_of_their_parent(path):
    if not hasattr(os, "fork"):
        pytest.skip("the system has no forks")
    done = run(
        textwrap.dedent(SLOW)
        + textwrap.dedent("""
        games = archive.games(threads=2)
        next(games)
        began, child = time.monotonic(), os.fork()
        if not child:
            sys.exit()
        assert os.waitpid(child, 0)[1] == 0 and time.monotonic() - began < 3
        """),
        path,
    )
    assert done.returncode == 0, done.stderr
