//! A position of a game with all that is to be said of it.

use entropy::TOTAL;
use legal::san;
use legal::{CastlingSide, Color, Cursor, Game, Position, Variant};
use pgnz::Model;
use serde::Serialize;
use std::cmp::Reverse;
use streams::moves::{Alone, MoveContext, Setting};

/// What the tags say of a game.
#[derive(Clone, Default, Serialize)]
pub struct Players {
    pub white: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub result: Option<String>,
}

/// A position of a game; docs/json.md explains the fields.
#[derive(Serialize)]
pub struct Shown {
    pub schema: u32,
    pub path: String,
    pub game: Option<u64>,
    #[serde(flatten)]
    pub players: Players,
    pub plies: usize,
    pub ply: usize,
    pub move_number: u32,
    pub last_move: Option<String>,
    pub last_move_uci: Option<String>,
    pub fen: String,
    pub to_move: &'static str,
    pub castling: Vec<&'static str>,
    pub en_passant: Option<String>,
    pub halfmove_clock: u32,
    pub occurred: usize,
    pub check: bool,
    /// How the side to move stands that has no legal move.
    pub end: Option<&'static str>,
    /// The likeliest first.
    pub moves: Vec<Choice>,
    #[serde(skip)]
    pub position: Position,
}

/// A legal move.
#[derive(Serialize)]
pub struct Choice {
    pub index: usize,
    pub san: String,
    pub uci: String,
    pub probability: f64,
    pub bits: f64,
    pub played: bool,
}

/// A game while it is gone through.
pub struct Seen<'a> {
    cursor: Cursor,
    setting: &'a Setting,
    model: Alone,
    /// The positions so far, the last included.
    hashes: Vec<u64>,
    /// The last move in both notations.
    last: Option<(String, String)>,
}

impl<'a> Seen<'a> {
    pub fn new(game: &Game, setting: &'a Setting, model: &Model) -> Self {
        Self {
            cursor: Cursor::new(game.start.clone()),
            setting,
            model: Alone::new(model.knowledge()),
            hashes: vec![game.start.hash()],
            last: None,
        }
    }

    /// How likely each legal move is, out of [`TOTAL`]. By rules that no network knows the model learns from `played`, so it has to see every move.
    fn chances(&mut self, played: usize) -> Vec<u32> {
        let turn = MoveContext::at(&self.cursor, self.setting);
        let chances = self.model.predict(&turn).to_vec();
        self.model.learn(&turn, played);
        chances
    }

    /// Plays the next move of the game.
    pub fn play(&mut self, m: legal::Move) {
        let index = self.cursor.legal().rank(m).unwrap_or(0);
        self.last = Some((self.spelled(index), self.uci(index)));
        self.chances(index);
        self.cursor.play_move(m);
        self.hashes.push(self.cursor.position().hash());
    }

    fn spelled(&self, index: usize) -> String {
        let mut text = Vec::new();
        let facts = self.cursor.clone().play(index);
        facts.write(san::Spelling::default(), &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn uci(&self, index: usize) -> String {
        pgnz::Move::of(self.cursor.legal()[index]).to_string()
    }

    /// All that is to be said of the position; `next` is the move played in it.
    pub fn shown(&mut self, next: Option<legal::Move>) -> Shown {
        let position = self.cursor.position().clone();
        let now = position.hash();
        let none = self.cursor.legal().is_empty();
        let played = next.and_then(|m| self.cursor.legal().rank(m));
        let moves = if none { Vec::new() } else { self.moves(played) };
        let (last_move, last_move_uci) = self.last.clone().unzip();
        Shown {
            schema: crate::figures::SCHEMA,
            path: String::new(),
            game: None,
            players: Players::default(),
            plies: 0,
            ply: self.hashes.len() - 1,
            move_number: position.fullmoves(),
            last_move,
            last_move_uci,
            fen: position.to_fen(),
            to_move: side(position.turn()),
            castling: castling(&position),
            en_passant: position.ep_square().map(|square| square.to_string()),
            halfmove_clock: position.halfmoves(),
            occurred: self.hashes.iter().filter(|&&hash| hash == now).count(),
            check: position.is_check(),
            end: none.then(|| end(&position)),
            moves,
            position,
        }
    }

    fn moves(&mut self, played: Option<usize>) -> Vec<Choice> {
        let chances = self.chances(played.unwrap_or(0));
        let mut order: Vec<usize> = (0..self.cursor.legal().len()).collect();
        order.sort_by_key(|&index| Reverse(chances[index]));
        let choice = |index: usize| {
            let probability = f64::from(chances[index]) / f64::from(TOTAL);
            Choice {
                index,
                san: self.spelled(index),
                uci: self.uci(index),
                probability,
                bits: (-probability.log2() * 1e4).round() / 1e4 + 0.0,
                played: played == Some(index),
            }
        };
        order.into_iter().map(choice).collect()
    }
}

/// How the side to move stands that has no legal move.
fn end(position: &Position) -> &'static str {
    match (position.is_check(), position.variant()) {
        (true, _) => "checkmated",
        (false, Variant::Standard) => "stalemated",
        // Some variants end otherwise: a king arrives, nothing is left to move.
        (false, _) => "at the end of the game",
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn castling(position: &Position) -> Vec<&'static str> {
    let mut rights = Vec::new();
    for color in Color::ALL {
        for castling in CastlingSide::ALL {
            if position.castles().has(color, castling) {
                rights.push(match (color, castling) {
                    (Color::White, CastlingSide::KingSide) => "White king's side",
                    (Color::White, CastlingSide::QueenSide) => "White queen's side",
                    (Color::Black, CastlingSide::KingSide) => "Black king's side",
                    (Color::Black, CastlingSide::QueenSide) => "Black queen's side",
                });
            }
        }
    }
    rights
}
