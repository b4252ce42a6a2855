#!/usr/bin/env bash
# Builds the wheel `pgnz`, installs it into a fresh virtual environment, and runs its tests against it and against the program.
#   --release    builds it as it is published
#   --clusters   tests Spark and Ray, too, on clusters of processes of this machine: 600 MB of packages, and Java 17
# What follows goes to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=dev
needed=(-r crates/python/tests/requirements.txt)
apart=()
while true; do
    case "${1:-}" in
    --release) profile=release ;;
    --clusters)
        needed+=(-r crates/python/tests/requirements-cluster.txt)
        apart=(crates/python/tests/test_spark.py crates/python/tests/test_ray.py)
        ;;
    *) break ;;
    esac
    shift
done
target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/python
rm -rf "$work"
mkdir -p "$work"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "the package pgnz needs Python 3.11 or newer" >&2
    exit 1
}

# One environment builds and another tests, so that nothing is there by chance.
python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
"$work/build/bin/maturin" build --quiet --locked --profile "$profile" --manifest-path crates/python/Cargo.toml --out "$work/wheels"
wheel=$(ls "$work"/wheels/*.whl)
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes"

python3 -m venv "$work/test"
"$work/test/bin/pip" install --quiet --disable-pip-version-check --prefer-binary "${needed[@]}" "$wheel"
cargo build --quiet --locked -p cli
export PGNZ_PROGRAM=$target/debug/pgnz
# Skipped tests are named, with the reason. Ray and Spark each get a process of their own: they do not get on in one.
for tests in "${apart[@]}" crates/python/tests; do
    ignored=("${apart[@]/#/--ignore=}")
    [ "$tests" = crates/python/tests ] || ignored=()
    "$work/test/bin/python" -m pytest -q -rs -p no:cacheprovider "${ignored[@]}" "$tests" "$@"
done
