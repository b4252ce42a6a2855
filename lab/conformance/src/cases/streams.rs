//! Each stream with as little else as there can be.

use crate::case::plain;
use crate::{Dialect, Form, Made, Player};
use anyhow::{Result, ensure};
use archive::{CompressOptions, Level, Stream};

/// A text without tags, in one line, that needs no more streams than it says.
struct Text {
    stream: Stream,
    text: Vec<u8>,
    about: &'static str,
}

pub(super) fn cases(made: &mut Made) -> Result<()> {
    for Text {
        stream,
        text,
        about,
    } in texts()
    {
        let options = match stream {
            Stream::Groups => options().group_games(20),
            _ => options(),
        };
        let archive = crate::case::packed(&text, &options)?;
        ensure!(
            has(&archive, stream)?,
            "there is no stream {}",
            stream.name()
        );
        made.archive(stream.name(), archive, Ok(text), about)?;
    }
    Ok(())
}

fn options() -> CompressOptions {
    plain().level(Level::Fast)
}

/// Whether the first block of an archive has a stream.
fn has(archive: &[u8], stream: Stream) -> Result<bool> {
    let source = std::io::Cursor::new(archive);
    let reader = archive::Reader::open(source, &archive::ExpandOptions::new())?;
    let mut streams = reader.blocks().iter().flat_map(archive::BlockInfo::streams);
    Ok(streams.any(|(found, _)| found == stream))
}

fn texts() -> Vec<Text> {
    let of = |stream, text: &str, about| Text {
        stream,
        text: text.as_bytes().to_vec(),
        about,
    };
    vec![
        of(
            Stream::Tags,
            &[
                "[Event \"A\"]\n[White \"Anna\"]\n[Black \"Emil\"]\n\n*\n\n",
                "[Event \"A\"]\n[White \"Emil\"]\n[Black \"Anna\"]\n\n*\n\n",
            ]
            .concat()
            .repeat(3),
            "tag pairs of games without moves",
        ),
        of(
            Stream::Structure,
            &"(()) ((()())) ".repeat(12),
            "items without a move: variations that nothing branches from",
        ),
        of(
            Stream::Moves,
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6",
            "moves without numbers, tags and result",
        ),
        of(
            Stream::Clocks,
            &numbered(|ply| format!("{{[%clk 0:{:02}:{:02}]}}", 59 - ply, 60 - 7 * (ply % 8) - 4)),
            "clock times in comments after each move",
        ),
        of(
            Stream::Evals,
            &numbered(|ply| format!("{{[%eval 0.{:02}]}}", 17 + ply * 13 % 50)),
            "evaluations in comments after each move",
        ),
        of(
            Stream::Glyphs,
            &numbered(|ply| format!("${}", 1 + ply % 6)),
            "a glyph after each move",
        ),
        of(
            Stream::Derived,
            &"[Result \"1-0\"]\n[PlyCount \"3\"]\n[ECO \"B00\"]\n[Opening \"King's Pawn Game\"]\n\n1. e4 e5 2. Nf3 1-0\n\n".repeat(4),
            "tags whose values follow from the game, or do not",
        ),
        of(
            Stream::Comments,
            &numbered(|ply| {
                let words = ["best", "a novelty here", "White has the better structure now"];
                format!("{{{}}}", words[ply % 3])
            }),
            "comments in words",
        ),
        of(
            Stream::Numbers,
            &numbered(|ply| format!("{{+0.{:02}/{} {}.{}s}}", 20 + ply, 12 + ply % 5, ply % 4, ply % 10)),
            "numbers in comments: score, depth and seconds",
        ),
        of(
            Stream::Lines,
            &numbered(|ply| match ply {
                6 => "{ d=20, pv=a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6; }".to_owned(),
                8 => "{ d=21, pv=Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O; }".to_owned(),
                ply => format!("{{ d={}, pv=; }}", 15 + ply),
            }),
            "lines of play in comments",
        ),
        of(
            Stream::Layout,
            &"1.e4  e5 2 . Nf3!\tNc6+ 3...Bb5\n\n a6  1-0 \n".repeat(5),
            "blanks, numbers and spellings that nobody writes",
        ),
        Text {
            stream: Stream::Groups,
            text: Player::new(11).games(90, &Form { plies: 50, ..Form::default() }),
            about: "a table of groups: all after the first begin with the state after the first",
        },
        Text {
            stream: Stream::Repeats,
            text: repeats(),
            about: "games that have the movetext of an earlier one, with other tags and with the same",
        },
        Text {
            stream: Stream::Stored,
            text: (0..=255).rev().collect(),
            about: "bytes in which no model sees anything are stored",
        },
        Text {
            stream: Stream::Encoding,
            text: utf16(&numbered(|_| String::new())),
            about: "UTF-16 with a byte order mark",
        },
    ]
}

/// The first moves of a game with something after each of them.
fn numbered(after: impl Fn(usize) -> String) -> String {
    let moves = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6",
    ];
    let mut words = Vec::new();
    for (ply, san) in moves.into_iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(san.to_owned());
        words.push(after(ply + 1));
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

fn repeats() -> Vec<u8> {
    let form = Form {
        dialect: Dialect::Magazine,
        plies: 100,
        ..Form::default()
    };
    let mut player = Player::new(12);
    let games: Vec<_> = (0..6).map(|_| player.game(&form)).collect();
    let other_tags = |game: &[u8]| {
        let text = String::from_utf8_lossy(game).into_owned();
        let (_, movetext) = text.split_once("\n\n").unwrap_or_default();
        let result = movetext.trim_end().rsplit(' ').next().unwrap_or("*");
        let result = result.rsplit('\n').next().unwrap_or("*");
        format!("[White \"Somebody\"]\n[Black \"Else\"]\n[Result \"{result}\"]\n\n{movetext}")
            .into_bytes()
    };
    let again = games.iter().map(|game| other_tags(game));
    [
        games.concat(),
        again.collect::<Vec<_>>().concat(),
        games.concat(),
    ]
    .concat()
}

pub(super) fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}
