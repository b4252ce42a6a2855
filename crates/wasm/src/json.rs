//! Games, trees and reports as JSON.

use pgnz::{
    Branch, Columns, Comment, Eval, Game, Line, MissingData, Ply, Position, Report, Root, Tree,
};
use serde_json::{Map, Value, json};

/// Lines in lines are given up to this depth, so that no text can exhaust the stack of whoever reads the JSON.
const MOST_DEEP: usize = 100;

/// A game by its number, from 0, with these parts. What is absent is left out.
pub fn game(number: u64, game: &Game, columns: Columns) -> Value {
    let mut found = Map::new();
    found.insert("number".into(), number.into());
    if columns.contains(Columns::TAGS) || columns.contains(Columns::DERIVED_TAGS) {
        let tags = game.tags().pairs();
        let tags: Vec<[String; 2]> = tags.map(|tag| [text(tag.name), text(tag.value)]).collect();
        found.insert("tags".into(), json!(tags));
        found.insert("result".into(), game.tags().result_text().into());
    }
    if columns.contains(Columns::MOVES) {
        let start = game.start();
        let is_usual = start.is_some_and(|start| *start == Position::standard());
        if let Some(start) = start.filter(|_| !is_usual) {
            found.insert("start".into(), start.to_fen().into());
        }
        let shown = Shown {
            columns,
            chess960: game.is_chess960(),
        };
        found.extend(shown.line(game.main_line(), 0));
    }
    if columns.contains(Columns::TEXT) {
        found.insert("text".into(), text(game.text()).into());
    }
    found.into()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How plies are shown.
struct Shown {
    columns: Columns,
    chess960: bool,
}

impl Shown {
    fn line(&self, line: &Line, depth: usize) -> Map<String, Value> {
        let plies = line.plies.iter().map(|ply| self.ply(ply, depth));
        let mut found = Map::new();
        found.insert("plies".into(), plies.collect::<Vec<Value>>().into());
        self.comments(&mut found, &line.comments);
        self.lines(&mut found, &line.variations, depth);
        if !line.unread.is_empty() {
            found.insert("unread".into(), text(&line.unread).into());
        }
        found
    }

    fn ply(&self, ply: &Ply, depth: usize) -> Value {
        let mut found = Map::new();
        found.insert("san".into(), ply.san.as_str().into());
        if let Some(played) = ply.played {
            found.insert("uci".into(), played.to_uci(self.chess960).into());
        }
        if self.columns.contains(Columns::CLOCKS) {
            insert(&mut found, "clock", ply.clock());
            insert(&mut found, "spent", ply.spent());
        }
        if self.columns.contains(Columns::EVALS) {
            insert(&mut found, "eval", ply.eval().map(eval));
            insert(&mut found, "depth", ply.depth());
        }
        if self.columns.contains(Columns::NAGS) && !ply.nags.is_empty() {
            found.insert("nags".into(), json!(ply.nags));
        }
        self.comments(&mut found, &ply.comments);
        self.lines(&mut found, &ply.variations, depth);
        found.into()
    }

    fn comments(&self, found: &mut Map<String, Value>, comments: &[Comment]) {
        if !self.columns.contains(Columns::COMMENTS) {
            return;
        }
        let texts = comments.iter().map(|comment| text(&comment.text));
        let texts: Vec<String> = texts.filter(|text| !text.trim().is_empty()).collect();
        if !texts.is_empty() {
            found.insert("comments".into(), json!(texts));
        }
    }

    fn lines(&self, found: &mut Map<String, Value>, lines: &[Line], depth: usize) {
        if lines.is_empty() || depth >= MOST_DEEP {
            return;
        }
        let lines = lines.iter().map(|line| self.line(line, depth + 1).into());
        found.insert("variations".into(), lines.collect::<Vec<Value>>().into());
    }
}

fn insert(found: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        found.insert(name.into(), value.into());
    }
}

fn eval(eval: Eval) -> Value {
    match eval {
        Eval::Centipawns(value) => json!({"cp": value}),
        Eval::Mate(moves) => json!({"mate": moves}),
    }
}

/// The moves that were played in a position.
pub fn tree(tree: &Tree, root: &Root) -> Value {
    let branches = tree.branches().into_iter().map(|(played, san, branch)| {
        let mut found = figures(branch);
        found.insert("san".into(), san.into());
        found.insert("uci".into(), played.to_string().into());
        Value::from(found)
    });
    let branches: Vec<Value> = branches.collect();
    json!({
        "position": root.position().to_fen(),
        "total": figures(tree.total()),
        "moves": branches,
        "ended": tree.ended(),
    })
}

/// The figures of the games with one move.
fn figures(branch: &Branch) -> Map<String, Value> {
    let mut found = Map::new();
    for (name, count) in [
        ("games", branch.games),
        ("white", branch.white),
        ("draws", branch.draws),
        ("black", branch.black),
    ] {
        found.insert(name.into(), count.into());
    }
    insert(&mut found, "score", branch.score());
    insert(&mut found, "rating", branch.rating());
    insert(&mut found, "performance", branch.performance());
    insert(&mut found, "example", branch.example.map(|(_, game)| game));
    let years = branch.years.map(|(first, last)| json!([first, last]));
    insert(&mut found, "years", years);
    found
}

/// What an archive holds.
pub fn report(report: &Report) -> Value {
    let streams = report.streams.iter().filter(|stream| stream.bytes > 0);
    let streams: Map<String, Value> = streams
        .map(|stream| (stream.stream.to_string(), stream.bytes.into()))
        .collect();
    let files = report.files.iter();
    let files: Vec<Value> = files
        .map(|file| json!({"name": file.name, "games": file.games, "textBytes": file.text_bytes}))
        .collect();
    json!({
        "level": report.model.map(|model| model.name()),
        "archives": report.archives,
        "blocks": report.blocks,
        "games": report.games,
        "plies": report.plies,
        "textBytes": report.text_bytes,
        "archiveBytes": report.archive_bytes,
        "containerBytes": report.container_bytes,
        "streams": streams,
        "dates": report.dates.map(|(first, last)| [first, last]),
        "ratings": report.ratings.map(|(lowest, highest)| [lowest, highest]),
        "files": files,
        "unfinished": report.unfinished,
    })
}

/// The files that must be handed over.
pub fn missing(files: &[MissingData]) -> Value {
    let files = files.iter().map(|file| {
        let digits: String = file
            .sha256
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        json!({"name": file.name, "sha256": digits})
    });
    files.collect::<Vec<Value>>().into()
}
