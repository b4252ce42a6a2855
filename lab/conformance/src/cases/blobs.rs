//! Blobs: tables of games with their settings, what they decode to, and blobs that are none.

use crate::case::Expected;
use crate::setting::{COLUMNS, columns as columns_of, spelled};
use crate::{Form, Made, Player};
use anyhow::{Context, Result, ensure};
use archive::{Game, Level, Model, decode_game, encode_game};
use legal::{Move, Position, Variant};
use std::fmt::Write as _;
use streams::moves::Setting;

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let famous = crate::corpora::famous()?;
    for level in Level::ALL {
        let games = pgn_games(&famous).take(16);
        let blobs: Result<Vec<_>> = games.map(|game| Row::of(&game, level)).collect();
        let about = format!("famous games, level {level}, with what their tags say as setting");
        file(made, &format!("famous-{level}"), &blobs?, &about)?;
    }
    let mut others = Vec::new();
    for (at, variant) in Variant::ALL.into_iter().enumerate() {
        let form = Form {
            variant,
            chess960: variant == Variant::Standard,
            plies: 40,
            ..Form::default()
        };
        let text = Player::new(100 + at as u64).game(&form);
        others.push(Row::of(&Game::parse(&text), Level::Fast)?);
    }
    file(
        made,
        "variants",
        &others,
        "games of every variant and from set-up positions",
    )?;
    let empty = Row::of(&Game::parse(b"*\n"), Level::Default)?;
    let mut refused = vec![empty.clone()];
    let first = Row::of(
        &pgn_games(&famous).next().context("there are no games")?,
        Level::Fast,
    )?;
    let bits = (0..8).map(|bit| {
        first.damaged(|blob| {
            let at = 1 + bit % (blob.len() - 1);
            blob[at] ^= 1 << bit;
        })
    });
    refused.extend(bits.collect::<Result<Vec<_>>>()?);
    refused.push(first.damaged(|blob| blob.truncate(blob.len() - 1))?);
    refused.push(first.damaged(|blob| blob.push(0))?);
    refused.push(first.damaged(|blob| blob[0] = 1)?);
    refused.push(first.damaged(|blob| blob[0] = 0)?);
    refused.push(first.damaged(Vec::clear)?);
    let mut other = first.clone();
    other.setting.year += 1;
    refused.push(other.damaged(|_| {})?);
    file(
        made,
        "refused",
        &refused,
        "a game without moves, and blobs that are damaged or of another setting",
    )
}

fn pgn_games(text: &[u8]) -> impl Iterator<Item = Game> {
    let text = String::from_utf8_lossy(text).into_owned();
    let games: Vec<Game> = text
        .split("\n\n[")
        .enumerate()
        .map(|(at, part)| match at {
            0 => Game::parse(part.as_bytes()),
            _ => Game::parse(format!("[{part}\n").as_bytes()),
        })
        .collect();
    games.into_iter()
}

/// A blob, its setting, and what it decodes to.
#[derive(Clone)]
struct Row {
    blob: Vec<u8>,
    setting: Setting,
    /// Rules, FEN and moves, or the class of the error.
    decoded: Result<String, archive::ErrorKind>,
}

/// Rules, FEN and moves as columns.
fn columns(start: &Position, moves: &[Move]) -> String {
    let words: Vec<_> = moves.iter().map(|&m| spelled(m)).collect();
    format!(
        "{}\t{}\t{}",
        start.variant() as u8,
        start.to_fen(),
        words.join(" ")
    )
}

impl Row {
    fn of(game: &Game, level: Level) -> Result<Self> {
        let last = |name: &[u8]| {
            let mut tags = game.tags().pairs().filter(|tag| tag.name == name);
            tags.next_back().map(|tag| tag.value)
        };
        let setting = Setting::from_tags(last);
        let variant = last(b"Variant")
            .and_then(Variant::from_tag)
            .unwrap_or_default();
        let fen = last(b"FEN").map(String::from_utf8_lossy);
        let start = match fen {
            Some(fen) => Position::from_fen(&fen, variant)?,
            None => Position::initial(variant),
        };
        let (mut position, mut moves) = (start.clone(), Vec::new());
        for played in game.moves() {
            let legal = position.legal_moves();
            let uci = played.to_string();
            let found = legal
                .iter()
                .find(|m| spelled(*m) == played.to_uci(true) || spelled(*m) == uci);
            let found = found.with_context(|| format!("{uci} is not legal"))?;
            moves.push(found);
            position.play(found);
        }
        let blob = encode_game(&start, &moves, &setting, &Model::of(level))?;
        let decoded = Ok(columns(&start, &moves));
        let row = Self {
            blob,
            setting,
            decoded,
        };
        ensure!(row.decode() == row.decoded, "a blob does not come back");
        Ok(row)
    }

    fn decode(&self) -> Result<String, archive::ErrorKind> {
        let decoded = decode_game(&self.blob, &self.setting, None);
        let decoded = decoded.map(|(start, moves)| columns(&start, &moves));
        decoded.map_err(|error| error.kind())
    }

    /// The same with another blob, which is refused.
    fn damaged(&self, change: impl FnOnce(&mut Vec<u8>)) -> Result<Self> {
        let mut row = self.clone();
        change(&mut row.blob);
        row.decoded = row.decode();
        ensure!(row.decoded.is_err(), "a damaged blob is taken for a game");
        Ok(row)
    }

    fn write(&self, out: &mut String) {
        let Self {
            blob,
            setting,
            decoded,
        } = self;
        let hex: String = blob.iter().map(|byte| format!("{byte:02x}")).collect();
        let (result, game) = match decoded {
            Err(kind) => (format!("{kind:?}"), "\t\t".to_owned()),
            Ok(game) => ("game".to_owned(), game.clone()),
        };
        // Writing to memory does not fail.
        let _ = writeln!(out, "{hex}\t{}\t{result}\t{game}", columns_of(setting));
    }
}

fn file(made: &mut Made, name: &str, rows: &[Row], about: &str) -> Result<()> {
    let mut out = format!("blob\t{COLUMNS}\tresult\trules\tfen\tmoves\n");
    rows.iter().for_each(|row| row.write(&mut out));
    made.file(
        &format!("{name}.tsv"),
        out.into_bytes(),
        Expected::Table("blobs"),
        about,
    )
}
