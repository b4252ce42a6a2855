//! A game with its positions.

use crate::answer::{View, Wrong};
use pgnz::{Columns, Comment, Eval, Game, Line, Ply, Position};
use serde_json::{Value, json};
use std::io::{Read, Seek};

/// Plies of a game that are given, variations included. Positions take a hundred bytes each.
const MOST_PLIES: usize = 20_000;

impl<R: Read + Seek + Clone + Send + 'static, E: Read + Seek> View<R, E> {
    /// A game by its number, from 0.
    pub(crate) fn read_game(&self, number: u64) -> Result<Game, Wrong> {
        self.with_archive(|archive| {
            let games = archive.len();
            if number >= games {
                let what = format!("there is no game {}: the archive has {games}", number + 1);
                return Err(Wrong::new(404, what));
            }
            let found = archive.games(number..=number, Columns::ALL)?.next();
            let lost = || {
                let what = "this game cannot be read: the archive is damaged here";
                Wrong::new(404, what)
            };
            found.transpose()?.ok_or_else(lost)
        })
    }

    /// A game: its tags, and its lines with the position after each ply.
    pub(crate) fn game(&self, number: u64) -> Result<Value, Wrong> {
        let game = self.read_game(number)?;
        let tags = game
            .tags()
            .pairs()
            .map(|tag| [text(tag.name), text(tag.value)]);
        let tags: Vec<[String; 2]> = tags.collect();
        let start = game.start();
        let mut left = MOST_PLIES;
        let mut line = line(game.main_line(), start, &mut left, game.is_chess960());
        // What engines say of their moves stands in comments of their own form.
        let plies = line["plies"].as_array_mut().into_iter().flatten();
        for (ply, info) in plies.zip(game.engine_infos()) {
            let Some(info) = info else { continue };
            if ply["eval"].is_null() {
                ply["eval"] = info.eval.map(eval).into();
            }
            if ply["spent"].is_null() {
                ply["spent"] = info.spent.into();
            }
        }
        Ok(json!({
            "n": number + 1,
            "tags": tags,
            "result": game.tags().result_text(),
            "start": start.map(Position::to_fen),
            "usual": start.is_some_and(|start| *start == Position::standard()),
            "line": line,
            "complete": left > 0,
        }))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A line from a position; variations of its first ply begin where it does.
fn line(line: &Line, start: Option<&Position>, left: &mut usize, chess960: bool) -> Value {
    let mut position = start.cloned();
    let mut plies = Vec::new();
    for ply in &line.plies {
        if *left == 0 {
            break;
        }
        *left -= 1;
        let before = position.clone();
        position = position.and_then(|position| after(position, ply));
        let variations: Vec<Value> = ply
            .variations
            .iter()
            .map(|variation| self::line(variation, before.as_ref(), left, chess960))
            .collect();
        plies.push(json!({
            "san": ply.san,
            "uci": ply.played.map(|played| played.to_uci(chess960)),
            "fen": position.as_ref().map(Position::to_fen),
            "clock": ply.clock(),
            "spent": ply.spent(),
            "eval": ply.eval().map(eval),
            "nags": ply.nags,
            "comments": comments(&ply.comments),
            "variations": variations,
        }));
    }
    json!({
        "comments": comments(&line.comments),
        "plies": plies,
        "unread": (!line.unread.is_empty()).then(|| text(&line.unread)),
    })
}

/// The position after a ply; a null move passes.
fn after(mut position: Position, ply: &Ply) -> Option<Position> {
    match ply.played {
        Some(played) => position.play(played).ok().map(|()| position),
        None => position.pass(),
    }
}

fn eval(eval: Eval) -> Value {
    match eval {
        Eval::Centipawns(value) => json!({"cp": value}),
        Eval::Mate(moves) => json!({"mate": moves}),
    }
}

fn comments(comments: &[Comment]) -> Vec<String> {
    let texts = comments.iter().map(|comment| text(&comment.text));
    texts.filter(|text| !text.trim().is_empty()).collect()
}
