//! What the networks make of 10,000 positions: the outputs that every implementation must compute exactly.
//!
//! A walk follows a game of the corpora for a while and goes on by chance. Its hundred positions are those before its moves.

use crate::case::Expected;
use crate::corpora::{famous, quirks};
use crate::setting::{COLUMNS, columns, spelled};
use crate::table::sha256;
use crate::{Form, Made, Player};
use anyhow::{Context, Result, ensure};
use archive::{Game, Level};
use fastrand::Rng;
use legal::{History, Move, Position, Variant, san};
use std::fmt::Write as _;
use streams::moves::{MoveContext, Outcome, Pace, Setting, Site};
use streams::training::networks::{Asked, BEST, DEFAULT, FAST, Networks};

/// Walks, and the positions of each.
const WALKS: usize = 100;
const POSITIONS: usize = 100;

/// A walk: what is known of its game, its start and its moves.
struct Walk {
    setting: Setting,
    start: Position,
    moves: Vec<Move>,
}

pub(super) fn cases(made: &mut Made) -> Result<()> {
    let walks = walks()?;
    let mut out = format!("{COLUMNS}\trules\tfen\tmoves\n");
    for walk in &walks {
        let moves: Vec<_> = walk.moves.iter().map(|&m| spelled(m)).collect();
        let (rules, fen) = (walk.start.variant() as u8, walk.start.to_fen());
        // Writing to memory does not fail.
        let _ = writeln!(
            out,
            "{}\t{rules}\t{fen}\t{}",
            columns(&walk.setting),
            moves.join(" ")
        );
    }
    let about = "walks of a hundred moves: the positions before each move";
    made.file(
        "walks.tsv",
        out.into_bytes(),
        Expected::Table("logits"),
        about,
    )?;
    for level in Level::ALL {
        let lines = match level {
            Level::Fast => lines(Asked::<FAST>::new(Networks::<FAST>::shipped()), &walks),
            Level::Default => lines(
                Asked::<DEFAULT>::new(Networks::<DEFAULT>::shipped()),
                &walks,
            ),
            _ => lines(Asked::<BEST>::new(Networks::<BEST>::shipped()), &walks),
        };
        let about =
            format!("what the networks of level {level} make of the positions of the walks");
        let name = format!("{level}.tsv");
        made.file(&name, lines.into_bytes(), Expected::Table("logits"), &about)?;
    }
    Ok(())
}

/// For each walk the SHA-256 of all its logits, each as four bytes, the lowest first; and the logits of one position.
fn lines<const C: usize>(mut asked: Asked<C>, walks: &[Walk]) -> String {
    let mut out = "sha256\tply\tlogits\n".to_owned();
    for (number, walk) in walks.iter().enumerate() {
        let (mut position, mut history) = (walk.start.clone(), History::default());
        let (mut bytes, mut shown) = (Vec::new(), String::new());
        for (ply, &m) in walk.moves.iter().enumerate() {
            let legal = position.legal_moves();
            asked.look(&MoveContext {
                position: &position,
                legal: &legal,
                history: &history,
                setting: &walk.setting,
            });
            asked.weigh(walk.setting.kind());
            bytes.extend(asked.logits.iter().flat_map(|logit| logit.to_le_bytes()));
            if ply == shown_of(number) {
                let logits: Vec<_> = asked.logits.iter().map(i32::to_string).collect();
                shown = logits.join(" ");
            }
            position.play(m);
            history = history.then(m);
        }
        let _ = writeln!(out, "{}\t{}\t{shown}", sha256(&bytes), shown_of(number));
    }
    out
}

/// The ply whose logits are shown in full.
fn shown_of(walk: usize) -> usize {
    walk * 37 % POSITIONS
}

fn walks() -> Result<Vec<Walk>> {
    let text = [
        famous()?,
        quirks(&[
            "lichess_dump_clk",
            "lichess_dump_eval",
            "chesscom_api",
            "twic",
            "ccrl",
            "tcec",
        ])?,
    ];
    let text = text.concat();
    let games: Vec<Game> = pgn::games(&text).map(Game::parse).collect();
    let mut random = Rng::with_seed(200);
    let mut walks = Vec::new();
    while walks.len() < WALKS {
        let game = match walks.len() % 10 {
            0 => played(
                &mut random,
                Form {
                    variant: Variant::KingOfTheHill,
                    ..Form::default()
                },
            ),
            1 => played(
                &mut random,
                Form {
                    variant: Variant::ThreeCheck,
                    ..Form::default()
                },
            ),
            2 => played(
                &mut random,
                Form {
                    chess960: true,
                    ..Form::default()
                },
            ),
            _ => games[random.usize(..games.len())].clone(),
        };
        // A walk that ends early is none.
        if let Some(walk) = walk(&game, &mut random) {
            walks.push(walk);
        }
    }
    for walk in &walks {
        read_back(walk)?;
    }
    Ok(walks)
}

fn played(random: &mut Rng, form: Form) -> Game {
    Game::parse(&Player::new(random.u64(..)).game(&form))
}

fn walk(game: &Game, random: &mut Rng) -> Option<Walk> {
    let last = |name: &[u8]| {
        let mut tags = game.tags().pairs().filter(|tag| tag.name == name);
        tags.next_back().map(|tag| tag.value)
    };
    let variant = last(b"Variant")
        .and_then(Variant::from_tag)
        .unwrap_or_default();
    let start = match last(b"FEN") {
        Some(fen) => Position::from_fen(&String::from_utf8_lossy(fen), variant).ok()?,
        None => Position::initial(variant),
    };
    let mut setting = Setting::from_tags(last);
    if random.bool() {
        setting = any_setting(random, setting.set_up);
    }
    let follows = random.usize(..POSITIONS);
    let mut told = game.moves();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while moves.len() < POSITIONS {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return None;
        }
        let told = told.next().filter(|_| moves.len() < follows);
        let told = told.and_then(|told| {
            let mut legal = legal.iter();
            legal.find(|&m| spelled(m) == told.to_uci(true))
        });
        let m = told.unwrap_or_else(|| legal[random.usize(..legal.len())]);
        position.play(m);
        moves.push(m);
    }
    Some(Walk {
        setting,
        start,
        moves,
    })
}

fn any_setting(random: &mut Rng, set_up: bool) -> Setting {
    let outcomes = [
        Outcome::Unknown,
        Outcome::White,
        Outcome::Black,
        Outcome::Draw,
    ];
    Setting {
        ratings: [(); 2].map(|()| random.u16(..30) * 100),
        pace: Pace::ALL[random.usize(..Pace::ALL.len())],
        site: Site::ALL[random.usize(..Site::ALL.len())],
        outcome: outcomes[random.usize(..4)],
        year: [0, 1990, 2024][random.usize(..3)],
        set_up,
        players: [0; 2],
    }
}

/// That the moves are read again as they are spelled.
fn read_back(walk: &Walk) -> Result<()> {
    let mut position = walk.start.clone();
    for &m in &walk.moves {
        let (legal, text) = (position.legal_moves(), spelled(m));
        let found = san::read(text.as_bytes(), &position, &legal);
        let found = found.with_context(|| format!("{text} is not read"))?;
        ensure!(legal[found] == m, "{text} is read as another move");
        position.play(m);
    }
    Ok(())
}
