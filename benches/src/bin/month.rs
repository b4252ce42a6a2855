//! Writes a stretch of a month with the players of a large server, and says how soon they return.
//!
//! `month GAMES OUTPUT FILE…` takes real games, in the form of a Lichess dump, from the files. What a name costs is then seen with
//! `pgnz compress` and `pgnz list -v` of the output.

use benches::month::activity::{Played, play};
use benches::month::names::Names;
use benches::month::{games, write_game};
use benches::text_of;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Games of a block of an archive.
const BLOCK: usize = 4096;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, output, files @ ..] = &arguments[..] else {
        return Err(io::Error::other("usage: month GAMES OUTPUT FILE…"));
    };
    let count = count.parse().map_err(io::Error::other)?;
    let texts: Vec<Vec<u8>> = files
        .iter()
        .map(|file| text_of(Path::new(file)))
        .collect::<io::Result<_>>()?;
    let mut real: Vec<&[u8]> = texts.iter().flat_map(|text| games(text)).collect();
    fastrand::Rng::with_seed(2).shuffle(&mut real);
    let names = Names::learn(real.iter().flat_map(|game| players(game)));
    let played = play(count);
    print!("{}", returns(&played));
    let mut out = BufWriter::new(File::create(output)?);
    for (played, game) in played.iter().zip(real.iter().cycle()) {
        write_game(game, played, &names, &mut out)?;
    }
    out.flush()
}

/// The players of a game.
fn players(game: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = game.split(|&byte| byte == b'\n');
    lines.filter_map(|line| {
        let name = line
            .strip_prefix(b"[White \"")
            .or(line.strip_prefix(b"[Black \""))?;
        name.strip_suffix(b"\"]")
    })
}

/// Blocks that share a table of names, where there is one.
const RUNS: [usize; 4] = [8, 16, 25, 50];

/// How soon players return, and what tables of names for runs of blocks would hold.
fn returns(played: &[Played]) -> String {
    let sides = 2.0 * played.len() as f64;
    let share = |part: usize| 100.0 * part as f64 / sides;
    let seconds = played
        .last()
        .map_or(0, |game| game.second)
        .saturating_sub(3600);
    let mut text = format!("{} games in {seconds} s\n", played.len());
    let again: usize = played
        .chunks(BLOCK)
        .map(|block| 2 * block.len() - count(block).len())
        .sum();
    let _ = writeln!(
        text,
        "{:.1} % of sides played before in their block",
        share(again)
    );
    text += "blocks a run | players of a run | sides of players of the run before, % | players of several blocks of a run | their sides, %\n";
    for blocks in RUNS {
        let runs: Vec<&[Played]> = played.chunks_exact(blocks * BLOCK).collect();
        let sides = 2 * blocks * BLOCK * runs.len();
        let of_runs: Vec<_> = runs.iter().map(|run| count(run)).collect();
        let known = of_runs.windows(2).map(|pair| {
            let here = pair[1]
                .iter()
                .filter(|(player, _)| pair[0].contains_key(player));
            here.map(|(_, sides)| sides).sum::<usize>()
        });
        let known =
            known.sum::<usize>() as f64 * of_runs.len() as f64 / (of_runs.len() - 1).max(1) as f64;
        let several = runs.iter().zip(&of_runs).map(|(run, sides)| {
            let mut blocks: HashMap<u32, usize> = HashMap::new();
            for block in run.chunks(BLOCK) {
                count(block)
                    .keys()
                    .for_each(|player| *blocks.entry(*player).or_default() += 1);
            }
            blocks.retain(|_, blocks| *blocks > 1);
            (
                blocks.len(),
                blocks.keys().map(|player| sides[player]).sum::<usize>(),
            )
        });
        let (names, theirs) = several.fold((0, 0), |all, run| (all.0 + run.0, all.1 + run.1));
        let percent = |part: f64| 100.0 * part / sides as f64;
        let players: usize = of_runs.iter().map(HashMap::len).sum();
        let _ = writeln!(
            text,
            "{blocks} | {} | {:.1} | {} | {:.1}",
            players / runs.len().max(1),
            percent(known),
            names / runs.len().max(1),
            percent(theirs as f64)
        );
    }
    text
}

/// How many sides each player has.
fn count(games: &[Played]) -> HashMap<u32, usize> {
    let mut sides = HashMap::new();
    for game in games {
        for player in [game.white, game.black] {
            *sides.entry(player).or_default() += 1;
        }
    }
    sides
}
