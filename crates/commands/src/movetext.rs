//! A game's text to its moves and back.

use crate::names::harmless;
use anyhow::{Context, Result, anyhow, bail};
use legal::san::{self, Mark};
use legal::{Game, LegalMoves, Position, Variant};
use pgn::{TagPair, Termination, Token, TokenKind};
use streams::moves::{Outcome, Setting};

/// A game as its text gives it.
#[derive(Debug)]
pub struct Played {
    /// The main line, as far as it can be followed.
    pub game: Game,
    /// What the tags say.
    pub setting: Setting,
    /// The word at which it cannot be followed any further, and why.
    pub stop: Option<String>,
}

impl Played {
    /// The game, if all of it could be followed.
    pub fn whole(self) -> Result<Self> {
        match self.stop {
            None => Ok(self),
            Some(stop) => Err(anyhow!(stop)),
        }
    }
}

/// Reads the main line of a game, from the start that its tags tell.
pub fn read(text: &[u8]) -> Result<Played> {
    let pairs: Vec<_> = pgn::lex(text)
        .filter_map(|token| token.tag_pair())
        .collect();
    let setting = Setting::from_tags(|name| tag(&pairs, name));
    let variant = match tag(&pairs, b"Variant") {
        None => Variant::Standard,
        Some(name) => variant(name)?,
    };
    let start = match tag(&pairs, b"FEN") {
        None => Position::initial(variant),
        Some(fen) => {
            position(&String::from_utf8_lossy(fen), variant).context("in the game's FEN tag")?
        }
    };
    let (mut game, stop) = follow(start, text, Words::Skipped);
    game.agreed = setting.outcome == Outcome::Draw && !is_over(&game);
    Ok(Played {
        game,
        setting,
        stop,
    })
}

/// Reads moves that someone typed: every word must be one, or a result.
pub fn read_moves(text: &str, start: Position) -> Result<Game> {
    let (mut game, stop) = follow(start, text.as_bytes(), Words::Refused);
    if let Some(stop) = stop {
        bail!(stop);
    }
    let draw = Termination::Draw.text().as_bytes();
    let draw = pgn::lex(text.as_bytes())
        .any(|token| token.kind == TokenKind::Termination && token.text == draw);
    game.agreed = draw && !is_over(&game);
    Ok(game)
}

/// The rules of a name.
pub fn variant(name: &[u8]) -> Result<Variant> {
    Variant::from_tag(name)
        .with_context(|| format!("there is no variant {:?}", String::from_utf8_lossy(name)))
}

/// The position of a FEN.
pub fn position(fen: &str, variant: Variant) -> Result<Position> {
    Position::from_fen(fen, variant).with_context(|| format!("{fen:?} is not a playable position"))
}

fn is_over(game: &Game) -> bool {
    game.last_position().legal_moves().is_empty()
}

fn tag<'a>(pairs: &[TagPair<'a>], name: &[u8]) -> Option<&'a [u8]> {
    let pair = pairs.iter().rfind(|pair| pair.name == name)?;
    Some(pair.value)
}

/// What to do with words that are not moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Skipped,
    Refused,
}

/// Plays the moves outside variations, up to the result; and says where and why it had to stop, if it had to.
fn follow(start: Position, text: &[u8], words: Words) -> (Game, Option<String>) {
    let mut game = Game::new(start.clone());
    let mut position = start;
    let mut legal = LegalMoves::new();
    let mut variations = 0_usize;
    for Token { kind, text } in pgn::lex(text) {
        let stop = match kind {
            TokenKind::VariationOpen => {
                variations += 1;
                continue;
            }
            TokenKind::VariationClose => {
                variations = variations.saturating_sub(1);
                continue;
            }
            _ if variations > 0 => continue,
            TokenKind::Termination => break,
            TokenKind::NullMove => "is a null move, which is not legal in any variant",
            TokenKind::San => {
                position.legal_moves_into(&mut legal);
                if let Some(index) = san::read(text, &position, &legal) {
                    game.moves.push(legal[index]);
                    position.play(legal[index]);
                    continue;
                }
                "is not a legal move, or is ambiguous"
            }
            TokenKind::Other if words == Words::Refused => "is not a move",
            _ => continue,
        };
        let ply = game.moves.len() + 1;
        let word = harmless(&String::from_utf8_lossy(text), &[]);
        let fen = position.to_fen();
        return (
            game,
            Some(format!("ply {ply}: {word} {stop} in the position {fen}")),
        );
    }
    (game, None)
}

/// A move as people write it.
pub struct Spelled {
    /// The number of the move, which counts both players' as one.
    pub number: u32,
    /// Whether White played it.
    pub is_white: bool,
    /// In standard algebraic notation.
    pub san: String,
}

impl Spelled {
    /// With its number: `12. Nf3`, `12... Nf6`.
    pub fn alone(&self) -> String {
        let dots = if self.is_white { "." } else { "..." };
        format!("{}{dots} {}", self.number, self.san)
    }
}

/// The moves of a game in standard algebraic notation.
pub fn spelled(game: &Game) -> Vec<Spelled> {
    let mut position = game.start.clone();
    let mut legal = position.legal_moves();
    let mut after = LegalMoves::new();
    let mut found = Vec::with_capacity(game.moves.len());
    for &m in &game.moves {
        let before = position.clone();
        position.play(m);
        position.legal_moves_into(&mut after);
        let mark = Mark::of(&position, || after.is_empty());
        let index = legal.rank(m).unwrap_or(0);
        let mut san = Vec::new();
        san::write(
            &mut san,
            &before,
            &legal,
            index,
            mark,
            san::Spelling::default(),
        );
        found.push(Spelled {
            number: before.fullmoves(),
            is_white: before.turn().is_white(),
            san: String::from_utf8_lossy(&san).into_owned(),
        });
        std::mem::swap(&mut legal, &mut after);
    }
    found
}

/// The moves with their numbers, as `1. e4 e5 2. Nf3`.
pub fn movetext(game: &Game) -> String {
    joined(&spelled(game))
}

/// Moves that follow one another, with their numbers.
pub fn joined(moves: &[Spelled]) -> String {
    let word = |(at, spelled): (usize, &Spelled)| match spelled.is_white || at == 0 {
        true => spelled.alone(),
        false => spelled.san.clone(),
    };
    let words: Vec<String> = moves.iter().enumerate().map(word).collect();
    words.join(" ")
}
