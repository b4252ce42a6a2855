#!/usr/bin/env bash
# Installs each package of a folder into an empty root and runs it there:
#   scripts/try-dist.sh target/dist
set -euo pipefail

folder=$1
here=$(cd "$(dirname "$0")/.." && pwd)
games=$here/corpora/famous.pgn
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The program and what belongs to it, under this folder.
try() {
    local usr=$1
    "$usr/bin/pgnz" compress "$games" -o "$work/games.pgnz" -f -q
    "$usr/bin/pgnz" expand -c "$work/games.pgnz" | cmp - "$games"
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
        file -m "$usr/share/pgnz/pgnz.magic" "$work/games.pgnz" | grep -q 'pgnz archive of chess games, format 0\.'
    else
        echo "file is not here: its magic was not tried" >&2
    fi
    local bytes
    bytes=$(stat -c %s "$usr/bin/pgnz")
    echo "$2: works; the program has $bytes bytes"
}

for package in "$folder"/*.tar.xz; do
    mkdir "$work/tar"
    tar -C "$work/tar" -xJf "$package"
    try "$work"/tar/* "$(basename "$package")"
done
for package in "$folder"/*.deb; do
    test -e "$package" || continue
    mkdir -p "$work/deb/var/lib/dpkg/info" "$work/deb/var/lib/dpkg/updates"
    touch "$work/deb/var/lib/dpkg/status"
    # The empty root has no C library; the one of this machine runs the program.
    dpkg --root="$work/deb" --force-depends --force-not-root --force-script-chrootless --log=/dev/null -i "$package" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    dpkg --root="$work/deb" -s pgnz | grep -q '^Status: install ok'
    try "$work/deb/usr" "$(basename "$package")"
done
