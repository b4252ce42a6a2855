"""The stubs say what the module has, and programs that use it pass mypy."""

import pathlib
import subprocess
import sys

import pgnz
import pytest

pytest.importorskip("mypy", reason="mypy is not installed")

HERE = pathlib.Path(__file__).parent


def run(*arguments, cwd):
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_module(tmp_path):
    passed_over = ["--allowlist", str(HERE / "stubtest.txt"), "--ignore-unused-allowlist"]
    run("mypy.stubtest", "pgnz", "--concise", *passed_over, "--mypy-config-file", str(HERE / "mypy.ini"), cwd=tmp_path)


def test_a_program_with_types_passes(tmp_path):
    run("mypy", "--strict", "--cache-dir", str(tmp_path), str(HERE / "typed.py"), cwd=tmp_path)


def test_a_program_with_types_runs(archive):
    names = {}
    exec(compile((HERE / "typed.py").read_text(), "typed.py", "exec"), names)
    assert names["look"](archive) > 0
