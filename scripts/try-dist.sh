#!/usr/bin/env bash
# Installs each package of a folder into an empty root (a wheel: into a fresh virtual environment) and runs it there, and looks at the sums and at
# the lists of what programs are made of:
#   scripts/try-dist.sh target/dist
# RUNNER runs the program where this processor cannot.
set -euo pipefail

folder=$1
here=$(cd "$(dirname "$0")/.." && pwd)
games=$here/corpora/famous.pgn
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The program and what belongs to it, under this folder.
try() {
    local usr=$1
    ${RUNNER:-} "$usr/bin/pgnz" compress "$games" -o "$work/games.pgnz" -f -q
    ${RUNNER:-} "$usr/bin/pgnz" expand -c "$work/games.pgnz" | cmp - "$games"
    test -s "$usr/share/bash-completion/completions/pgnz"
    test -n "$(ls "$usr"/share/man/man1/pgnz.1*)"
    test -n "$(ls "$usr"/share/doc/pgnz/copyright "$usr"/share/doc/pgnz/LICENSE 2>/dev/null)"
    if [ -n "$(command -v update-mime-database)" ]; then
        update-mime-database "$usr/share/mime" 2>/dev/null
        grep -q '^application/vnd.pgnz:\*.pgnz$' "$usr/share/mime/globs"
    else
        echo "update-mime-database is not here: the MIME type was not tried" >&2
    fi
    if [ -n "$(command -v file)" ]; then
        file -m "$usr/share/pgnz/pgnz.magic" "$work/games.pgnz" | grep -q 'pgnz archive of chess games, format 1\.'
    else
        echo "file is not here: its magic was not tried" >&2
    fi
    local bytes
    bytes=$(stat -c %s "$usr/bin/pgnz")
    echo "$2: works; the program has $bytes bytes"
}

(cd "$folder" && sha256sum --check --strict --quiet SHA256SUMS)
[ "$(wc -l <"$folder/SHA256SUMS")" -eq "$(find "$folder" -maxdepth 1 -type f ! -name SHA256SUMS | wc -l)" ] || {
    echo "SHA256SUMS has not all files of $folder" >&2
    exit 1
}
for package in "$folder"/*.tar.xz; do
    mkdir "$work/tar"
    tar -C "$work/tar" -xJf "$package"
    try "$work"/tar/* "$(basename "$package")"
    python3 "$here/scripts/check_sbom.py" "${package%.tar.xz}.cdx.json" "$work"/tar/*/bin/pgnz
done
for package in "$folder"/*.deb; do
    test -e "$package" || continue
    mkdir -p "$work/deb/var/lib/dpkg/info" "$work/deb/var/lib/dpkg/updates"
    touch "$work/deb/var/lib/dpkg/status"
    # The empty root has no C library; the one of this machine runs the program.
    dpkg --root="$work/deb" --force-architecture --force-depends --force-not-root --force-script-chrootless --log=/dev/null -i "$package" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    dpkg --root="$work/deb" -s pgnz | grep -q '^Status: install ok'
    try "$work/deb/usr" "$(basename "$package")"
done
for package in "$folder"/*.whl; do
    test -e "$package" || continue
    python3 -m zipfile -l "$package" | grep -q '\.dist-info/licenses/LICENSE '
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$package"
    "$work/venv/bin/python" "$here/scripts/try_wheel.py" "$games" "$work/games.pgnz"
    echo "$(basename "$package"): works; the wheel has $(stat -c %s "$package") bytes"
done
