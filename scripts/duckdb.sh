#!/usr/bin/env bash
# Builds the extension of DuckDB, target/duckdb/pgnz.duckdb_extension, and tests it in released versions of DuckDB, each in a virtual environment of its own, against the
# program's own tables.
#   --release          builds extension and program as they are published
#   --build            only builds
#   --all              tests in one version of each line since 1.3 (the default is the oldest and the newest one)
# What follows goes to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=dev
built=debug
versions=(1.3.0 2.0.1)
tests=yes
while true; do
    case "${1:-}" in
    --release)
        profile=release
        built=release
        ;;
    --build) tests= ;;
    --all) versions=(1.3.0 1.3.2 1.4.5 1.5.6 2.0.1) ;;
    *) break ;;
    esac
    shift
done
target=${CARGO_TARGET_DIR:-$PWD/target}
there=$target/duckdb
mkdir -p "$there"
# For development as part of the workspace: alone, their dependencies would be built once more, with fewer features.
packages=(--workspace --lib --bin pgnz)
[ "$profile" = dev ] || packages=(-p pgnz-duckdb -p pgnz-cli)
cargo build --quiet --locked --profile "$profile" "${packages[@]}"
case "$(uname -s)" in
Darwin) library=libpgnz_duckdb.dylib ;;
Linux) library=libpgnz_duckdb.so ;;
*) library=pgnz_duckdb.dll ;;
esac
if [ "$profile" = release ] && command -v strip >/dev/null; then
    # Without what is only for debuggers, which is more than half.
    strip -S -o "$there/$library" "$target/$built/$library"
else
    cp "$target/$built/$library" "$there/$library"
fi
version=$(sed -n 's/^version = "\(.*\)"$/v\1/p' Cargo.toml | head -n 1)
extension=$there/pgnz.duckdb_extension
python3 scripts/duckdb_footer.py "$there/$library" "$version" "$extension"
echo "pgnz.duckdb_extension: $(wc -c <"$extension") bytes"
[ -n "$tests" ] || exit 0

export PGNZ_PROGRAM=$target/$built/pgnz PGNZ_EXTENSION=$extension
for one in "${versions[@]}"; do
    environment=$there/$one
    if [ ! -e "$environment/complete" ]; then
        rm -rf "$environment"
        python3 -m venv "$environment"
        "$environment/bin/pip" install --quiet --disable-pip-version-check --prefer-binary "duckdb==$one" "pytest>=8,<10"
        touch "$environment/complete"
    fi
    echo "DuckDB $one"
    # Skipped tests are named, with the reason.
    "$environment/bin/python" -m pytest -q -rs -p no:cacheprovider crates/duckdb/tests "$@"
done
