#!/usr/bin/env bash
# Builds the wheel `pgnz` with a profile of Cargo into an empty folder, and says where it is:
#   scripts/wheel.sh release target/dist
set -euo pipefail
profile=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "the package pgnz needs Python 3.11 or newer" >&2
    exit 1
}
# One environment builds and others test, so that nothing is there by chance.
tools=${CARGO_TARGET_DIR:-$PWD/target}/python/build
if [ ! -x "$tools/bin/maturin" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
fi
rm -f "$out"/pgnz-*.whl
"$tools/bin/maturin" build --quiet --locked --profile "$profile" --manifest-path crates/python/Cargo.toml --out "$out" >&2
ls "$out"/pgnz-*.whl
