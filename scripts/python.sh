#!/usr/bin/env bash
# Builds the wheel `pgnz`, installs it into a fresh virtual environment, and runs its tests against it and against the program.
#   --release      builds it as it is published, and tests it against a program built so
#   --wheel FILE   tests this wheel, which is built already; for one of a release, with --release
#   --clusters     tests Spark and Ray, too, on clusters of processes of this machine: 600 MB of packages, and Java 17 for Spark
# What follows goes to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=dev
wheel=
clusters=
while true; do
    case "${1:-}" in
    --release) profile=release ;;
    --wheel)
        wheel=$2
        shift
        ;;
    --clusters) clusters=yes ;;
    *) break ;;
    esac
    shift
done
target=${CARGO_TARGET_DIR:-$PWD/target}
tests=crates/python/tests
# Ray and Spark have processes of their own: they do not get on in one.
apart=("$tests/test_spark.py" "$tests/test_ray.py")
[ -n "$wheel" ] || wheel=$(bash scripts/wheel.sh "$profile" "$target/python/wheels")
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes"

pip() { "$1/bin/pip" install --quiet --disable-pip-version-check --prefer-binary "${@:2}"; }

# Skipped tests are named, with the reason.
try() { "$1/bin/python" -m pytest -q -rs -p no:cacheprovider "${@:2}"; }

rm -rf "$target/python/test"
python3 -m venv "$target/python/test"
pip "$target/python/test" -r "$tests/requirements.txt" "$wheel"
if [ "$profile" = release ]; then
    cargo build --quiet --locked --release -p pgnz-cli
    export PGNZ_PROGRAM=$target/release/pgnz
else
    cargo build --quiet --locked -p pgnz-cli
    export PGNZ_PROGRAM=$target/debug/pgnz
fi
try "$target/python/test" "${apart[@]/#/--ignore=}" "$tests" "$@"

if [ -n "$clusters" ]; then
    # The packages are large: this environment stays, and gets the new wheel.
    there=$target/python/clusters
    [ -x "$there/bin/python" ] || python3 -m venv "$there"
    pip "$there" -r "$tests/requirements-cluster.txt"
    pip "$there" --force-reinstall --no-deps "$wheel"
    for one in "${apart[@]}"; do
        # What hangs is ended as by Ctrl-C, so that it ends what it has started.
        timeout --signal=INT --kill-after=30 900 "$there/bin/python" -m pytest -q -rs -p no:cacheprovider --durations=5 "$one" "$@"
    done
fi
