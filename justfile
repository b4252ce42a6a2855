# Every check and chore of this project. CI runs the same recipes as people do.

# List the recipes.
default:
    @just --list

# Everything that must hold before a change goes in: tests, traces, what `check` looks at, two minutes of fuzzing, the site, packages.
test: unit trace check (fuzz "120") site dist (crates "--no-verify")

# What can be seen without running anything: format, lints, documentation, packages.
check: format lint doc deny

# The sources are formatted.
format:
    cargo fmt --all --check

# No lint warns.
lint:
    cargo clippy --locked --workspace --all-targets -- -D warnings

# The documentation builds without a warning.
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps

# Unit tests, property tests, examples in the documentation.
unit:
    cargo test --locked --workspace

# Make the conformance set and the table of its hashes and of those of the golden archives (docs/conformance.md). After release 1.0 no file of it changes.
conformance:
    cargo run --locked -p conformance

# The program that prints each coded decision: its tests, which compare it with the reference in Python. Apart from the others, because the coder is built with its tracing.
trace:
    cargo test --locked -p trace --features trace

# The Python package: the wheel is built, put into a fresh virtual environment and tested there. Needs Python 3.11 and its package index.
# `--clusters` tests Spark and Ray, too; scripts/python.sh has the other options.
python *OPTIONS="":
    bash scripts/python.sh {{OPTIONS}}

# The library for C: its examples in C, Python and Java do what the program does, and valgrind finds nothing. Skips aloud what the machine has no tools for.
c:
    bash scripts/c.sh

# The extension of DuckDB, target/duckdb/pgnz.duckdb_extension, and its tests in the oldest and the newest DuckDB; `--all` takes one of each line. Needs Python and its package
# index; scripts/duckdb.sh has the other options.
duckdb *OPTIONS="":
    bash scripts/duckdb.sh {{OPTIONS}}

# Licences and sources of packages, where `cargo deny` is installed; the unit tests look at both everywhere.
deny:
    #!/usr/bin/env bash
    set -euo pipefail
    if command -v cargo-deny >/dev/null; then
        cargo deny --locked check licenses bans sources
    else
        echo "cargo-deny is not installed: licences and sources are left to the unit tests, duplicate packages are not looked at" >&2
    fi

# Known defects of the packages: fetches the RustSec advisory database, needs `cargo install --locked cargo-deny`.
advisories:
    cargo deny --locked check advisories

# Fuzzing guided by coverage: all targets for SECONDS together after they are built, or one (`just fuzz 600 --target NAME`).
fuzz SECONDS="120" *OPTIONS="":
    # As part of the workspace: alone it would have its dependencies built once more, with fewer features.
    cargo build --quiet --locked --workspace --bin fuzz
    "${CARGO_TARGET_DIR:-target}/debug/fuzz" --seconds {{SECONDS}} {{OPTIONS}}

# The module for WebAssembly in target/wasm, with the files of data that it needs. Without a compiler for it, one is fetched from Debian's packages; skips aloud where that cannot be had. `just wasm --keep` puts the module where `pgnz site` takes it from.
wasm *OPTIONS:
    bash scripts/wasm.sh {{OPTIONS}}

# The npm package in target/npm, tested there: in Node, against a host with faults, and in headless Chromium where that is installed. Needs `just wasm`; skips aloud without Node.
npm:
    bash scripts/npm.sh

# The decoder in Python over that module: it gives every text and every error of the conformance set. Skips aloud without module or wasmtime.
decoder:
    bash scripts/decoder.sh

# Go through the page of `view` in headless Chromium at two widths, in light and in dark, and say what is wrong; pictures go to target/view. Skips aloud without Chromium.
view:
    #!/usr/bin/env bash
    set -euo pipefail
    out=${CARGO_TARGET_DIR:-target}
    cargo build --quiet --locked --workspace --bin pgnz
    mkdir -p "$out/view"
    cat corpora/quirks/lichess_dump_*.pgn corpora/famous.pgn > "$out/view/games.pgn"
    "$out/debug/pgnz" compress -1 -q -f "$out/view/games.pgn"
    python3 scripts/view.py "$out/view/games.pgnz" --program "$out/debug/pgnz" --pictures "$out/view"

# Visit a site that `pgnz site` has made, in headless Chromium: cold and warm, by keys, from the disk, at two widths, in light and in dark; count what is loaded, and say what is wrong. Skips aloud without Chromium.
page:
    #!/usr/bin/env bash
    set -euo pipefail
    out=${CARGO_TARGET_DIR:-target}
    cargo build --quiet --locked --workspace --bin pgnz
    mkdir -p "$out/view"
    cat corpora/quirks/lichess_dump_*.pgn corpora/famous.pgn > "$out/view/games.pgn"
    "$out/debug/pgnz" compress -1 -q -f "$out/view/games.pgn"
    python3 scripts/page.py "$out/view/games.pgnz" --program "$out/debug/pgnz" --pictures "$out/view"

# Damage to archives: every bit, every cut, every order of blocks; junk that claims much.
damage:
    cargo test --locked -p pgnz-archive --test archive -- damage claims hostile

# Damage CASES small archives of every kind in every way, and ask every reader; the unit tests do so with 20,000.
attack CASES="100000" FIRST="1000000":
    PGNZ_ATTACKS={{CASES}} PGNZ_FIRST_ATTACK={{FIRST}} cargo test --locked --release -p fuzz --test attack -- --nocapture

# There and back for the corpora beside the repository, from the first byte to the last; the unit tests take the beginning of each file.
whole:
    PGNZ_WHOLE=1 cargo test --locked -p fuzz --test round_trip -- --nocapture

# Kill the program RUNS times at random moments and look for lost or half-written files.
kill RUNS="500":
    PGNZ_KILLS={{RUNS}} cargo test --locked -p pgnz-cli --test cli kills -- --nocapture

# Have every system call of a run fail once, and look for lost or half-written files; this takes strace.
faults:
    PGNZ_FAULTS=all cargo test --locked -p pgnz-cli --test cli faults -- --nocapture

# The whole way on the famous games: compress, look inside, expand, compare.
sample:
    #!/usr/bin/env bash
    set -euo pipefail
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cargo build --locked --release -p pgnz-cli
    pgnz() { cargo run --quiet --locked --release -p pgnz-cli -- "$@"; }
    pgnz compress -v corpora/famous.pgn -o "$folder/famous.pgnz"
    pgnz list "$folder/famous.pgnz"
    pgnz cat "$folder/famous.pgnz" --game 9
    pgnz expand -c "$folder/famous.pgnz" | cmp - corpora/famous.pgn
    echo "expanded text is identical to corpora/famous.pgn"

# Criterion benches.
bench:
    cargo bench --locked -p benches

# Write benches/sizes.csv: what every stream costs, on the famous games and on the corpora where present.
sizes:
    cargo run --locked --release -p benches --bin sizes

# Write GAMES games of a month on a large server to OUTPUT: the moves of the games in FILES, players made up; says how soon players return.
month GAMES OUTPUT *FILES:
    cargo run --locked --release -p benches --bin month -- {{GAMES}} {{OUTPUT}} {{FILES}}

# Measure pgnz and other coders of chess games on FILES, as tables in Markdown. (The other coders are packages of their own; zpaq is left out where it is not installed.)
peers *FILES:
    cargo run --locked --release --manifest-path lab/peers/Cargo.toml --target-dir target/peers -- {{FILES}}

# Draw the pictures of the README from benches/peers.csv.
pictures:
    cargo run --locked --release -p benches --bin picture

# Write the tables of fields in docs/filters.md, docs/export.md and the stub file of Python, after a change of the table of fields.
tables:
    PGNZ_WRITE=1 cargo test --locked -p pgnz-query --test tables

# The documentation as a site in target/site, its links checked, with that of the crate pgnz beside it; takes zensical (`pip install zensical`), or makes a virtual environment for it.
site:
    #!/usr/bin/env bash
    set -euo pipefail
    out=${CARGO_TARGET_DIR:-target}
    python3 scripts/site.py "$out/site-source"
    if ! command -v zensical >/dev/null; then
        [ -x "$out/site-tools/bin/zensical" ] || { python3 -m venv "$out/site-tools"; "$out/site-tools/bin/pip" install --quiet zensical==0.0.73; }
        PATH=$(realpath "$out")/site-tools/bin:$PATH
    fi
    (cd "$out/site-source" && zensical build --clean --strict)
    cargo doc --quiet --locked --no-deps -p pgnz
    cp -r "$out/doc" "$out/site-source/site/rustdoc"
    test -s "$out/site-source/site/rustdoc/pgnz/index.html"
    rm -rf "$out/site" && mv "$out/site-source/site" "$out/site"
    echo "the site is in $out/site"

# Packages in target/dist: a tarball, a .deb and the wheel of Python, each installed into an empty root or environment and tried there; their sums, and a list of what the program is made of.
dist:
    cargo build --locked --release -p pgnz-cli
    rm -rf "${CARGO_TARGET_DIR:-target}/dist"
    bash scripts/dist.sh "${CARGO_TARGET_DIR:-target}/release/pgnz" "${CARGO_TARGET_DIR:-target}/dist"
    bash scripts/wheel.sh release "${CARGO_TARGET_DIR:-target}/dist"
    bash scripts/sums.sh "${CARGO_TARGET_DIR:-target}/dist"
    bash scripts/try-dist.sh "${CARGO_TARGET_DIR:-target}/dist"

# Pack the crates that are published, build each from its package alone, and say their sizes and their order; `just crates --no-verify` only packs them.
crates *OPTIONS="":
    bash scripts/crates.sh {{OPTIONS}}

# The same for another target of Rust, in target/dist-TARGET: x86_64-unknown-linux-musl (a static program) or aarch64-unknown-linux-gnu.
dist-for TARGET:
    bash scripts/dist-for.sh {{TARGET}}

# Measure hostile texts of MIB: time and memory at both levels, as a table.
hostile MIB="32":
    cargo test --locked --release -p benches --test hostile -- --table {{MIB}}

# Put the files of data that archives are decoded with into FOLDER, each as one file under its name: those that are named, or all.
data FOLDER *NAMES:
    bash scripts/data.sh {{FOLDER}} {{NAMES}}

# Train a network for `pgnz compress --model` on FILES; options of `train` may stand among them (docs/modelling.md).
train *FILES:
    cargo run --locked --release -p train --bin train -- {{FILES}}

# Put pgnz, its manual pages and what shells need to complete it under PREFIX: the user's own folders, unless another is named.
install PREFIX=(env("HOME") / ".local"): (install-to PREFIX)

# The same for packages: DIR is the folder that stands for /usr, as in `just install-to pkg/usr`.
install-to DIR:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --locked --release -p pgnz-cli
    bash scripts/install.sh "${CARGO_TARGET_DIR:-target}/release/pgnz" "{{DIR}}"

# Put the library for C, its header and its pkg-config file under PREFIX; DESTDIR stands before it where a package is made.
install-c PREFIX="/usr/local":
    bash scripts/c.sh --install "{{PREFIX}}"
