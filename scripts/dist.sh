#!/usr/bin/env bash
# Makes packages of a built pgnz in a folder: a tarball and, where dpkg-deb is, a .deb; and a list of what the program is made of (scripts/sbom.py):
#   scripts/dist.sh target/release/pgnz target/dist
# The program is stripped; what it was built for (processor, C library) is asked of the compiler or of TARGET. RUNNER runs the program where this
# processor cannot, and CROSS comes before the names of binutils.
set -euo pipefail

program=$1
out=$2
here=$(cd "$(dirname "$0")/.." && pwd)

version=$(${RUNNER:-} "$program" --version | awk '{print $2}')
target=${TARGET:-$(rustc --print host-tuple)}
case $target in
x86_64-*) architecture=amd64 ;;
aarch64-*) architecture=arm64 ;;
*) architecture=${target%%-*} ;;
esac

mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What both packages hold, under the folder that stands for /usr.
tree=$work/pgnz-$version-$target
"$here/scripts/install.sh" "$program" "$tree" > "$work/log"
"${CROSS:-}strip" "$tree/bin/pgnz"
install -D -m 644 "$here/packaging/pgnz.xml" "$tree/share/mime/packages/pgnz.xml"
install -D -m 644 "$here/packaging/pgnz.magic" "$tree/share/pgnz/pgnz.magic"
for document in LICENSE README.md docs/CHANGELOG.md; do
    install -D -m 644 "$here/$document" "$tree/share/doc/pgnz/$(basename "$document")"
done

# The same bytes each time, for the same program.
date=@${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 0)}
tar --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner -C "$work" -cJf "$out/pgnz-$version-$target.tar.xz" "pgnz-$version-$target"
echo "$out/pgnz-$version-$target.tar.xz"

SOURCE_DATE_EPOCH=${date#@} python3 "$here/scripts/sbom.py" pgnz-cli "$target" >"$out/pgnz-$version-$target.cdx.json"
echo "$out/pgnz-$version-$target.cdx.json"

if [ -n "$(command -v dpkg-deb)" ] && [[ $target == *-linux-gnu ]]; then
    root=$work/deb
    mkdir -p "$root/DEBIAN"
    mv "$tree" "$root/usr"
    mv "$root/usr/share/doc/pgnz/LICENSE" "$root/usr/share/doc/pgnz/copyright"
    gzip -9n "$root"/usr/share/man/man1/*.1
    # What comes before a release sorts before it.
    debian=$(sed 's/-/~/' <<<"$version")
    # The C library that the program was linked with, by the newest of its symbols.
    libc=$("${CROSS:-}objdump" -T "$root/usr/bin/pgnz" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
    cat > "$root/DEBIAN/control" <<CONTROL
Package: pgnz
Version: $debian
Architecture: $architecture
Maintainer: The pgnz authors <pgnz@invalid>
Section: games
Priority: optional
Depends: libc6 (>= ${libc#GLIBC_}), libgcc-s1
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: chess games in small archives
 Packs PGN files into archives of a fifth of the size that zstd gives, returns
 them byte for byte, and finds games in an archive without unpacking it.
CONTROL
    SOURCE_DATE_EPOCH=${date#@} dpkg-deb --root-owner-group -Zxz --build "$root" "$out/pgnz_${version}_$architecture.deb" > "$work/log"
    echo "$out/pgnz_${version}_$architecture.deb"
fi
