//! `pgnz show`.

use crate::args::Show;
use crate::console::Console;
use crate::names::{self, harmless};
use crate::play::Played;
use crate::{games, play};
use anyhow::{Context, Result, bail, ensure};
use archive::Model;
use archive::streams::moves::{Alone, MoveContext, Setting};
use classic::Game;
use entropy::TOTAL;
use legal::san;
use legal::{CastlingSide, Color, Cursor, File, Position, Rank, Square, Variant};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Shows a position of a game. A game that cannot be followed to its end is a warning, unless a ply before that is asked for.
pub fn run(args: &Show, console: &mut Console) -> Result<()> {
    let file = names::shown(&args.file);
    let name = match args.game {
        Some(number) => format!("{file}: game {number}"),
        None => file,
    };
    let (text, stop) = shown(args).with_context(|| name.clone())?;
    write!(io::stdout(), "{text}").context("cannot write to standard output")?;
    if let Some(stop) = stop {
        let what = format!("{stop}; this is the position before it");
        console.warn(name, what);
    }
    Ok(())
}

/// What is to be said, and why the game goes no further where that is not its end.
fn shown(args: &Show) -> Result<(String, Option<String>)> {
    let model = args.knowledge.model()?;
    let models = std::slice::from_ref(&model);
    let text = match args.game {
        Some(number) => games::nth(&args.file, number, models)?,
        None => games::only(&args.file, models)?,
    };
    let played = play::read(&text)?;
    let plies = played.game.moves.len();
    let players = players(&text);
    ensure!(
        plies > 0 || pgn::lex(&text).any(|token| token.tag_pair().is_some()),
        "this is not a game of chess: it has no tags, and it does not begin with a legal move"
    );
    let ply = args.ply.unwrap_or(plies);
    if ply > plies {
        match &played.stop {
            Some(stop) => bail!("there is no ply {ply}: {stop}"),
            None => bail!("there is no ply {ply}: the game has {plies}"),
        }
    }
    let Played {
        game,
        setting,
        stop,
    } = &played;
    let mut seen = Seen::new(game, setting, &model);
    game.moves[..ply].iter().for_each(|&m| seen.play(m));
    let text = players + &seen.text(game.moves.get(ply).copied());
    Ok((text, stop.clone().filter(|_| ply == plies)))
}

/// Who plays, on a line of its own, if the tags say so.
fn players(text: &[u8]) -> String {
    let tag = |name: &[u8]| {
        let mut pairs = pgn::lex(text).filter_map(|token| token.tag_pair());
        let value = pairs.find(|pair| pair.name == name)?.value;
        Some(harmless(&String::from_utf8_lossy(value), &[]))
    };
    match (tag(b"White"), tag(b"Black")) {
        (Some(white), Some(black)) => format!("{white} - {black}\n\n"),
        _ => String::new(),
    }
}

/// A game while it is gone through.
struct Seen<'a> {
    cursor: Cursor,
    setting: &'a Setting,
    model: Alone,
    /// The positions so far, the last included.
    hashes: Vec<u64>,
    last: Option<String>,
}

impl<'a> Seen<'a> {
    fn new(game: &Game, setting: &'a Setting, model: &Model) -> Self {
        Self {
            cursor: Cursor::new(game.start.clone()),
            setting,
            model: Alone::new(model.knowledge()),
            hashes: vec![game.start.hash()],
            last: None,
        }
    }

    /// How likely each legal move is, out of [`TOTAL`]. A model without a network learns from `played`, so it has to see every move.
    fn chances(&mut self, played: usize) -> Vec<u32> {
        let turn = MoveContext::at(&self.cursor, self.setting);
        let chances = self.model.predict(&turn).to_vec();
        self.model.learn(&turn, played);
        chances
    }

    fn play(&mut self, m: legal::Move) {
        let index = self.cursor.legal().rank(m).unwrap_or(0);
        self.last = Some(self.spelled(index));
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

    /// All that is to be said of the position; `next` is the move played in it.
    fn text(&mut self, next: Option<legal::Move>) -> String {
        let mut out = board(self.cursor.position());
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(out, "{key:<16}{value}");
        };
        let position = self.cursor.position();
        line("ply", &(self.hashes.len() - 1).to_string());
        line("move number", &position.fullmoves().to_string());
        line("last move", self.last.as_deref().unwrap_or("-"));
        line("FEN", &position.to_fen());
        line("to move", &side(position.turn()));
        line("castling", &castling(position));
        let ep = position.ep_square().map(|square| square.to_string());
        line("en passant", ep.as_deref().unwrap_or("-"));
        line("halfmove clock", &position.halfmoves().to_string());
        let now = position.hash();
        let times = self.hashes.iter().filter(|&&hash| hash == now).count();
        line(
            "occurred",
            &format!("{times} time{}", if times == 1 { "" } else { "s" }),
        );
        if self.cursor.legal().is_empty() {
            let (end, loser) = (end(position), side(position.turn()));
            line("legal moves", &format!("none: {loser} is {end}"));
            return out;
        }
        if position.is_check() {
            line("check", "yes");
        }
        line("legal moves", &self.cursor.legal().len().to_string());
        let played = next.and_then(|m| self.cursor.legal().rank(m));
        let chances = self.chances(played.unwrap_or(0));
        let mut order: Vec<usize> = (0..self.cursor.legal().len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(chances[index]));
        let _ = writeln!(
            out,
            "\n{:>5}  {:<8}{:>8}{:>7}",
            "index", "move", "chance", "bits"
        );
        for index in order {
            let chance = f64::from(chances[index]) / f64::from(TOTAL);
            let mark = if played == Some(index) {
                "  played"
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "{index:>5}  {:<8}{:>7.2}%{:>7.2}{mark}",
                self.spelled(index),
                100.0 * chance,
                -chance.log2() + 0.0
            );
        }
        out
    }
}

/// The board as people set it up, White below.
fn board(position: &Position) -> String {
    let mut out = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(out, "{} ", rank.char());
        for file in File::ALL {
            let man = position.board().piece_at(Square::from_coords(file, rank));
            let _ = write!(out, " {}", man.map_or('.', |man| man.char()));
        }
        out.push('\n');
    }
    out.push_str("\n   a b c d e f g h\n\n");
    out
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

fn side(color: Color) -> String {
    color.fold_wb("White", "Black").to_owned()
}

fn castling(position: &Position) -> String {
    let mut rights = Vec::new();
    for color in Color::ALL {
        for castling in CastlingSide::ALL {
            if position.castles().has(color, castling) {
                let where_to = match castling {
                    CastlingSide::KingSide => "king's side",
                    CastlingSide::QueenSide => "queen's side",
                };
                rights.push(format!("{} {where_to}", side(color)));
            }
        }
    }
    match rights.is_empty() {
        true => "-".to_owned(),
        false => rights.join(", "),
    }
}
