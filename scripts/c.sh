#!/usr/bin/env bash
# The library for C (docs/c.md).
#   scripts/c.sh                   builds it as a test build, installs it in target/c/usr, and tests it there: the examples in C, Python and
#                                  Java give what the program gives, and valgrind finds nothing
#   scripts/c.sh --install PREFIX  builds it as a release and installs library, header and pkg-config file for PREFIX, below DESTDIR if that is set
# What a test needs and the machine has not is said aloud.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
export LC_ALL=C.UTF-8

# Puts a built library in FOLDER/lib, as one that programs find under PREFIX.
install_library() {
    local built=$1 prefix=$2 folder=$3 version short
    version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
    # The name at run time, as build.rs gives it.
    short=${version%%.*}
    install -D -m 644 crates/c/pgnz.h "$folder/include/pgnz.h"
    install -D -m 644 "$built/libpgnz.a" "$folder/lib/libpgnz.a"
    install -D -m 755 "$built/libpgnz.so" "$folder/lib/libpgnz.so.$version"
    ln -sf "libpgnz.so.$version" "$folder/lib/libpgnz.so.$short"
    ln -sf "libpgnz.so.$short" "$folder/lib/libpgnz.so"
    mkdir -p "$folder/lib/pkgconfig"
    # What `rustc --print native-static-libs` says.
    sed -e "s|@PREFIX@|$prefix|; s|@VERSION@|$version|; s|@PRIVATE@|-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc|" \
        packaging/pgnz.pc.in >"$folder/lib/pkgconfig/pgnz.pc"
    install -D -m 644 LICENSE "$folder/share/doc/libpgnz/LICENSE"
}

if [ "${1:-}" = --install ]; then
    prefix=$(realpath -m "${2:?scripts/c.sh --install PREFIX}")
    cargo build --locked --release -p pgnz-c
    install_library "$target/release" "$prefix" "${DESTDIR:-}$prefix"
    echo "installed: ${DESTDIR:-}$prefix/lib/libpgnz.so and pkgconfig/pgnz.pc, ${DESTDIR:-}$prefix/include/pgnz.h"
    exit
fi

# Libraries and programs of the whole workspace: alone they would have their dependencies built once more, with fewer features. To test what is
# built already, PGNZ_BUILT names its folder.
if [ -z "${PGNZ_BUILT:-}" ]; then
    cargo build --quiet --locked --workspace --lib --bin pgnz
fi
built=${PGNZ_BUILT:-$target/debug}
work=$target/c
rm -rf "$work"
mkdir -p "$work/bin" "$work/static"
install_library "$built" "$work/usr" "$work/usr"
export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig
pgnz() { "$built/pgnz" "$@"; }

has() { command -v "$1" >/dev/null; }
skipped() { echo "skipped: $*" >&2; }

# Both are the same, or the difference is shown.
same() {
    local what=$1
    if ! diff "$work/expected" "$work/found" >"$work/difference"; then
        echo "$what is not what the program gives:" >&2
        head -n 20 "$work/difference" >&2
        exit 1
    fi
    tests=$((tests + 1))
}
tests=0

for tool in gcc pkg-config python3; do
    has "$tool" || { echo "scripts/c.sh needs $tool" >&2; exit 1; }
done
strict=(-Wall -Wextra -Werror -pedantic -O1 -g)
read -ra flags <<<"$(pkg-config --cflags pgnz)"
read -ra shared <<<"$(pkg-config --libs pgnz)"
for source in examples/c/*.c; do
    gcc -std=c11 "${strict[@]}" "${flags[@]}" "$source" "${shared[@]}" "-Wl,-rpath,$work/usr/lib" -o "$work/bin/$(basename "$source" .c)"
done
# One with the static library, which brings everything.
read -ra private <<<"$(pkg-config --libs --static pgnz | sed 's/-lpgnz/-l:libpgnz.a/')"
gcc -std=c11 "${strict[@]}" "${flags[@]}" examples/c/search.c "${private[@]}" -o "$work/static/search"
if has g++; then
    echo '#include <pgnz.h>
    int main() { return pgnz_format_version() == 0; }' >"$work/header.cpp"
    g++ -std=c++17 "${strict[@]}" "${flags[@]}" "$work/header.cpp" "${shared[@]}" "-Wl,-rpath,$work/usr/lib" -o "$work/bin/header"
    "$work/bin/header"
else
    skipped "the header in C++: there is no g++"
fi

bin=$work/bin
famous=$work/famous.pgnz
lichess=$work/lichess.pgnz
pgnz compress -1 -q corpora/famous.pgn -o "$famous"
cat corpora/quirks/lichess_dump_*.pgn >"$work/lichess.pgn"
pgnz compress -1 -q "$work/lichess.pgn" -o "$lichess"

# Rows of a table of the program, as the examples print them: values between tabs, dates as numbers, lists with blanks.
rows() {
    pgnz export -q --to jsonl -c --columns "$@" | python3 -c '
import json, re, sys

def shown(value):
    if isinstance(value, list):
        return " ".join("-" if one is None else str(one) for one in value)
    date = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", str(value))
    return "".join(date.groups()) if date else "" if value is None else str(value)

for line in sys.stdin:
    row = json.loads(line)
    print("\t".join(shown(row[name]) for name in sys.argv[1].split(",")))
' "$1"
}

for archive in "$famous" "$lichess"; do
    rows number,white,black,white_rating,black_rating,date,result,eco,event,site,plies "$archive" >"$work/expected"
    "$bin/list" "$archive" >"$work/found"
    same "list of $archive"
done

games=$(pgnz count "$lichess" | cut -d' ' -f1)
for ((number = 1; number <= games; number++)); do
    pgnz cat "$lichess" --game "$number" >"$work/expected"
    "$bin/game" "$lichess" "$number" | sed '1,/^evals/d' >"$work/found"
    same "text of game $number"
done
# All games at once: the program says what each column of a game is.
for column in moves_uci:uci moves_san:san moves_index:indices clocks:clocks; do
    rows "${column%:*}" "$lichess" | sed 's/ *$//' >"$work/expected"
    for ((number = 1; number <= games; number++)); do
        "$bin/game" "$lichess" "$number" | sed -n "s/^${column#*:} \\{0,1\\}//p" | sed 's/\(^\| \)-1\( \|$\)/\1-\2/g; s/ *$//'
    done >"$work/found"
    same "${column%:*}"
done
rows fen_at "$famous" >"$work/expected"
for ((number = 1; number <= 48; number++)); do
    "$bin/game" "$famous" "$number" | sed -n 's/^last //p'
done >"$work/found"
same "the last positions"

# What a search gives, in every language.
expected() {
    pgnz count "$famous" --where "$1" | cut -d' ' -f1
    rows number,white,black --where "$1" "$famous"
}
java=
for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -x "$candidate/bin/java" ] || continue
    release=$("$candidate/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')
    if [ "${release:-0}" -ge 22 ]; then java=$candidate/bin/java; fi
done
[ -n "$java" ] || skipped "the example in Java: there is no Java 22 or later in JAVA_HOME or /usr/lib/jvm"
for where in "player = 'Morphy' or player = 'Anderssen'" "position = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'" "white = 'nobody'"; do
    expected "$where" >"$work/expected"
    for program in "$bin/search" "$work/static/search"; do
        # Without the list of numbers, which is the same as that of the games.
        "$program" "$famous" "$where" | awk -F '\t' 'NR == 1 || NF > 1' >"$work/found"
        same "search in C for $where"
    done
    PGNZ_LIBRARY=$work/usr/lib/libpgnz.so python3 examples/python/search.py "$famous" "$where" >"$work/found"
    same "search in Python for $where"
    if [ -n "$java" ]; then
        "$java" -ea --enable-native-access=ALL-UNNAMED examples/java/Search.java "$work/usr/lib/libpgnz.so" "$famous" "$where" >"$work/found"
        same "search in Java for $where"
    fi
done

cp corpora/famous.pgn "$work/expected"
"$bin/remote" "$famous" 1 48 >"$work/found" 2>"$work/requests"
grep -q requests "$work/requests"
same "the text that remote reads"

{ pgnz blob encode 1. e4 e5 2. Nf3 | od -An -v -tx1 | tr -d ' '; echo "e4 e5 Nf3"; } >"$work/expected"
"$bin/blob" "e2e4 e7e5 g1f3" >"$work/found"
same "a blob"

"$bin/pack" corpora/famous.pgn "$work/packed.pgnz" "$work/again.pgn" >/dev/null
pgnz test -q "$work/packed.pgnz"
pgnz expand -q -c "$work/packed.pgnz" >"$work/expected"
cp "$work/again.pgn" "$work/found"
same "a packed text"
cp corpora/famous.pgn "$work/expected"
head -c "$(wc -c <corpora/famous.pgn)" "$work/again.pgn" >"$work/found"
same "the beginning of a packed text"

# The programs of the documentation, as they are written there.
for page in which c; do
    awk '/^```c$/ { found = 1; text = ""; next } /^```$/ && found { if (text ~ /int main/) printf "%s", text; found = 0 } found { text = text $0 "\n" }' \
        "docs/$page.md" >"$work/$page.c"
    gcc -std=c11 "${strict[@]}" "${flags[@]}" "$work/$page.c" "${shared[@]}" "-Wl,-rpath,$work/usr/lib" -o "$bin/$page"
done
cp "$famous" "$work/games.pgnz"
pgnz export -q --to jsonl -c --columns white,black,result --player Morphy "$famous" |
    python3 -c 'import json, sys; [print("{white} - {black} {result}".format(**json.loads(line))) for line in sys.stdin]' >"$work/expected"
(cd "$work" && "$bin/which") >"$work/found"
same "the example of docs/which.md"
rows moves_san "$famous" | sed -n 1p >"$work/expected"
(cd "$work" && "$bin/c") >"$work/found"
same "the example of docs/c.md"

# Errors end the examples, with what is wrong.
! "$bin/list" corpora/famous.pgn 2>"$work/found" || { echo "a text was taken for an archive" >&2; exit 1; }
! "$bin/search" "$famous" "white >" 2>>"$work/found" || { echo "a wrong filter was taken" >&2; exit 1; }
grep -q "column 7" "$work/found"

if has valgrind; then
    # Leaks of anything but what scripts/c.supp explains, and any wrong use of memory.
    check() {
        valgrind -q --suppressions=scripts/c.supp --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
            --show-leak-kinds=definite,indirect,possible --error-exitcode=99 "$@" >"$work/found" 2>"$work/valgrind"
    }
    clean() {
        local status=0
        check "$@" || status=$?
        if [ "$status" != "${expected_status:-0}" ]; then
            echo "valgrind: $* (status $status)" >&2
            head -n 60 "$work/valgrind" >&2
            exit 1
        fi
        tests=$((tests + 1))
    }
    clean "$bin/list" "$famous"
    clean "$bin/game" "$lichess" 1
    clean "$bin/search" "$famous" "player = 'Morphy'"
    clean "$bin/remote" "$famous" 1 48
    clean "$bin/blob" "e2e4 e7e5 g1f3" 2400
    rm -f "$work/packed.pgnz" "$work/again.pgn"
    clean "$bin/pack" corpora/famous.pgn "$work/packed.pgnz" "$work/again.pgn"
    # After errors, too.
    expected_status=1
    clean "$bin/list" corpora/famous.pgn
    clean "$bin/search" "$famous" "white >"
    clean "$bin/game" "$famous" 49
    # What is not freed is found.
    sed 's/pgnz_game_free(game);//' examples/c/game.c >"$work/leak.c"
    gcc -std=c11 -g "${flags[@]}" "$work/leak.c" "${shared[@]}" "-Wl,-rpath,$work/usr/lib" -o "$bin/leak"
    expected_status=99
    clean "$bin/leak" "$famous" 1
else
    skipped "leaks and wrong uses of memory: there is no valgrind"
fi

# Nothing but the functions of the header is to be seen in the library.
nm -D --defined-only "$work/usr/lib/libpgnz.so" | awk '{print $3}' | grep -v '^pgnz_' >"$work/found" || true
grep -o 'pgnz_[a-z_]*(' crates/c/pgnz.h | tr -d '(' | sort -u >"$work/expected"
nm -D --defined-only "$work/usr/lib/libpgnz.so" | awk '{print $3}' | grep '^pgnz_' | sort -u >"$work/exported"
for name in $(cat "$work/exported"); do
    grep -qx "$name" "$work/expected" || { echo "$name is not in the header" >&2; exit 1; }
done

echo "$tests passed, 0 failed"
