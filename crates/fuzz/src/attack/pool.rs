//! Small archives of every kind, made once.

use super::sound::Sound;
use crate::Random;
use archive::{CompressOptions, ExpandOptions, Level, Model, Source, compress};
use std::sync::{Arc, LazyLock};
use streams::training::networks::{ALL_KINDS, BEST, INPUTS, ROWS, SCALARS, to_bytes};

/// An archive, or several in a row, that will be damaged.
pub struct Victim {
    /// What is special about it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The archives in a row that it is.
    pub parts: Vec<Arc<Sound>>,
    /// Archives that are part of its text. What is in them may come out where the block around them is damaged.
    pub inner: Vec<Arc<Sound>>,
}

/// Lines of play, some of which end in what is no move.
const LINES: [&str; 8] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3",
    "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5",
    "e4 e6 d4 d5 Nd2 c5 exd5 exd5 Ngf3 Nc6",
    "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7",
    "f3 e5 g4 Qh4#",
    "e4 e5 Ke9 Nc6",
];
/// Words of comments.
const WORDS: [&str; 12] = [
    "strong",
    "the",
    "knight",
    "a novelty",
    "plan",
    "better is",
    "weak",
    "pawn",
    "file",
    "of",
    "with",
    "attack",
];

/// How games are written.
#[derive(Clone, Copy)]
enum Style {
    Plain,
    Annotated,
    Long,
    Variants,
}

fn movetext(number: usize, style: Style, random: &mut Random) -> String {
    let mut out = String::new();
    let mut clock = 300;
    for (ply, san) in LINES[number % LINES.len()].split(' ').enumerate() {
        if ply % 2 == 0 {
            out += &format!("{}. ", ply / 2 + 1);
        }
        out += san;
        out += " ";
        if matches!(style, Style::Annotated) {
            clock -= random.below(9);
            match random.below(5) {
                0 => out += "$1 ",
                1 => out += &format!("{{ [%eval {}.{}] }} ", random.below(3), random.below(90)),
                2 => out += &format!("{{ {} }} ", WORDS[random.below(WORDS.len())]),
                _ => out += &format!("{{ [%clk 0:0{}:{:02}] }} ", clock / 60, clock % 60),
            }
            if ply == 2 {
                out += "(2. a3 $6 {slow}) ";
            }
        }
    }
    if matches!(style, Style::Long) {
        // A group has 4 KiB of text at least. Blanks take the least time.
        out += &" ".repeat(4200 - out.len());
    }
    out
}

fn game(number: usize, style: Style, random: &mut Random) -> String {
    let variant = match (style, number % 3) {
        (Style::Variants, 0) => {
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1\"]\n"
        }
        (Style::Variants, 1) => "[Variant \"Atomic\"]\n",
        (Style::Variants, _) => "[Variant \"Crazyhouse\"]\n",
        _ => "",
    };
    let result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4];
    format!(
        "[Event \"Open {number}\"]\n[White \"Player {}\"]\n[Black \"Rival {number}\"]\n[Date \"2024.01.{:02}\"]\n[WhiteElo \"{}\"]\n[Result \"{result}\"]\n[ECO \"C{:02}\"]\n{variant}\n{}{result}\n\n",
        number % 3,
        number % 28 + 1,
        1500 + number,
        number % 60,
        movetext(number, style, random),
    )
}

fn games(first: usize, count: usize, style: Style) -> Vec<u8> {
    let mut random = Random::new(first as u64);
    let texts = (first..first + count).map(|number| game(number, style, &mut random));
    texts.collect::<String>().into_bytes()
}

fn utf16(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// The models that every reader is given: one of the user's own.
pub fn models() -> &'static [Model] {
    static OWN: LazyLock<Vec<Model>> = LazyLock::new(|| {
        let zeros = vec![0; 2 * BEST * INPUTS];
        let mut scalars = vec![0; SCALARS];
        scalars[0] = 3;
        let rows = vec![0; BEST * ROWS];
        let bytes = to_bytes(ALL_KINDS, &vec![0; 2 * BEST], &zeros, &rows, &scalars);
        Model::from_bytes(&bytes).into_iter().collect()
    });
    &OWN
}

/// How every archive is read: on one thread, with these models.
pub fn reading() -> ExpandOptions {
    ExpandOptions::new()
        .threads(1)
        .models(models().iter().cloned())
}

fn packed(text: &[u8], config: &CompressOptions) -> Arc<Sound> {
    let mut bytes = Vec::new();
    let packed = compress(text, &mut bytes, config);
    assert!(packed.is_ok(), "compressing to memory cannot fail");
    Arc::new(Sound::of(bytes))
}

/// All kinds of archives.
pub static VICTIMS: LazyLock<Vec<Victim>> = LazyLock::new(|| {
    let fast = |block_games: u32, group_games: u32| {
        CompressOptions::new()
            .provenance(false)
            .level(Level::Fast)
            .block_games(block_games)
            .group_games(group_games)
            .threads(1)
    };
    let named = |name: &str, config: CompressOptions| config.file_name(name);
    let recorded = |config: CompressOptions| config.provenance(true);
    let own = fast(2, 1).model(models()[0].clone()).embed(false);
    let noise = {
        let mut random = Random::new(5);
        (0..700).map(|_| random.byte()).collect::<Vec<u8>>()
    };
    let ends = b"[White \"Anna\"]\n\n1. e4 *".to_vec();
    let one = |text: &[u8], config: CompressOptions| vec![packed(text, &config)];
    let plain = |first, count| games(first, count, Style::Plain);
    let annotated = |first, count| games(first, count, Style::Annotated);
    let long = |first, count| games(first, count, Style::Long);
    let mut victims: Vec<(&str, Vec<Arc<Sound>>)> = vec![
        ("one block", one(&plain(0, 5), fast(4096, 1))),
        ("a block for each game", one(&plain(0, 4), fast(1, 1))),
        ("two games a block", one(&plain(0, 5), fast(2, 1))),
        ("one game", one(&plain(3, 1), fast(4096, 1))),
        ("annotated", one(&annotated(10, 4), fast(4096, 1))),
        (
            "annotated, small blocks",
            one(&annotated(10, 4), fast(1, 1)),
        ),
        (
            "variants",
            one(&games(20, 3, Style::Variants), fast(4096, 1)),
        ),
        (
            "variants, small blocks",
            one(&games(20, 4, Style::Variants), fast(2, 1)),
        ),
        ("groups", one(&long(30, 4), fast(4096, 1))),
        ("groups, two blocks", one(&long(30, 4), fast(3, 1))),
        ("UTF-16", one(&utf16(&annotated(40, 3)), fast(4096, 1))),
        (
            "UTF-16, small blocks",
            one(&utf16(&plain(40, 4)), fast(1, 1)),
        ),
        ("UTF-16 in groups", one(&utf16(&long(40, 3)), fast(4096, 1))),
        ("noise", one(&noise, fast(4096, 1))),
        (
            "games and noise",
            one(
                &[plain(50, 2), noise.clone(), plain(52, 2)].concat(),
                fast(1, 1),
            ),
        ),
        ("empty", one(b"", fast(4096, 1))),
        ("blank", one(b"\n\n \n", fast(4096, 1))),
        ("a short text", one(b"x", fast(4096, 1))),
        ("no line end", one(&ends, fast(4096, 1))),
        (
            "repeats",
            one(
                &[plain(61, 2), plain(61, 2), plain(64, 1), plain(61, 1)].concat(),
                fast(4096, 1),
            ),
        ),
        (
            "the same game again",
            one(&plain(60, 1).repeat(3), fast(1, 1)),
        ),
        (
            "default level",
            one(
                &annotated(70, 2),
                CompressOptions::new().provenance(false).threads(1),
            ),
        ),
        ("own model", one(&plain(80, 4), own)),
        ("recorded", one(&plain(86, 2), recorded(fast(4096, 1)))),
        (
            "recorded, small blocks",
            one(&plain(86, 3), recorded(fast(1, 1))),
        ),
        ("named", one(&plain(90, 3), named("a.pgn", fast(1, 1)))),
        (
            "of a zip",
            one(&plain(90, 3), fast(1, 1).source(Source::Zip)),
        ),
        (
            "of lz4",
            one(&plain(94, 2), fast(4096, 1).source(Source::Lz4)),
        ),
    ];
    let single = |name: &str| {
        let found = victims.iter().find(|(other, _)| *other == name);
        found.map_or_else(Vec::new, |(_, parts)| parts.clone())
    };
    let rows = [
        ("two in a row", vec!["one block", "annotated"]),
        (
            "three in a row",
            vec![
                "two games a block",
                "annotated, small blocks",
                "a short text",
            ],
        ),
        ("the same twice", vec!["one game", "one game"]),
        (
            "recorded in a row",
            vec!["recorded", "recorded, small blocks"],
        ),
        (
            "the same twice, in blocks",
            vec!["a block for each game", "a block for each game"],
        ),
        (
            "an empty one before",
            vec!["empty", "annotated, small blocks"],
        ),
        ("an empty one between", vec!["one game", "empty", "UTF-16"]),
        (
            "mixed",
            vec![
                "UTF-16, small blocks",
                "own model",
                "default level",
                "of a zip",
            ],
        ),
        ("groups in a row", vec!["groups", "one block"]),
        (
            "without line ends",
            vec!["no line end", "one game", "no line end"],
        ),
        (
            "a named one between",
            vec!["one block", "named", "variants"],
        ),
    ];
    let rows: Vec<(&str, Vec<Arc<Sound>>)> = rows
        .into_iter()
        .map(|(name, names)| (name, names.into_iter().flat_map(single).collect()))
        .collect();
    victims.extend(rows);
    victims.push((
        "files",
        vec![
            packed(&plain(100, 3), &recorded(named("jan.pgn", fast(2, 1)))),
            packed(&annotated(110, 2), &recorded(named("feb.pgn", fast(1, 1)))),
            packed(&plain(120, 1), &recorded(named("mar.pgn", fast(1, 1)))),
        ],
    ));
    let mut victims: Vec<Victim> = victims
        .into_iter()
        .map(|(name, parts)| Victim::of(name, parts, Vec::new()))
        .collect();
    for name in ["one block", "two games a block", "files"] {
        let Some(inside) = victims.iter().position(|victim| victim.name == name) else {
            continue;
        };
        let text = [plain(130, 1), victims[inside].bytes.clone(), plain(131, 1)].concat();
        let around = vec![packed(&text, &fast(4096, 1))];
        let inner = victims[inside].parts.clone();
        victims.push(Victim::of(&format!("{name}, inside a text"), around, inner));
    }
    victims
});

/// An archive that brings its own model along, which takes megabytes.
pub static WITH_MODEL: LazyLock<Victim> = LazyLock::new(|| {
    let config = CompressOptions::new()
        .provenance(false)
        .model(models()[0].clone())
        .block_games(1)
        .threads(1);
    let text = games(140, 3, Style::Plain);
    Victim::of("a model inside", vec![packed(&text, &config)], Vec::new())
});

impl Victim {
    fn of(name: &str, parts: Vec<Arc<Sound>>, inner: Vec<Arc<Sound>>) -> Self {
        let bytes = parts.iter().flat_map(|part| part.bytes.clone()).collect();
        Self {
            name: name.to_owned(),
            bytes,
            parts,
            inner,
        }
    }
}
