//! `self-play`: plays games on for lab/selfplay, which says how likely each move is.

use std::fs;
use std::io::{self, BufRead as _};
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Parser;
use rayon::prelude::*;
use streams::training::networks::{Features, Networks};
use train::random::Random;
use train::selfplay::{Files, Game, Pack, Played, Step};

/// Plays games: writes a position of each game into a folder and the number of moves to standard output, then waits for a line, reads the file
/// `answers` of the folder, which has the index of a move for each game, and goes on.
#[derive(Parser)]
struct Args {
    /// A file of games, which `self-play-games` wrote.
    games: PathBuf,
    /// The networks that coded their moves.
    #[arg(long)]
    model: PathBuf,
    /// The folder.
    #[arg(long, required_unless_present = "unpack")]
    folder: Option<PathBuf>,
    /// Write the games into a larger file that is read sooner, and do nothing else.
    #[arg(long)]
    unpack: Option<PathBuf>,
    /// How many games are played at once.
    #[arg(long, default_value_t = 32768)]
    slots: usize,
    /// Play the games that are held out instead of the others, and as they were.
    #[arg(long)]
    held_out: bool,
    /// Decides the order of the games and where they are played on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A place for games one after another.
struct Slot<'a> {
    number: usize,
    played: Option<Played<'a>>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let networks = Networks::from_bytes(&fs::read(&args.model)?)?.into();
    let pack = Pack::from_bytes(&fs::read(&args.games)?, &networks)?;
    let Some(folder) = args.folder.as_ref().filter(|_| args.unpack.is_none()) else {
        let output = args.unpack.unwrap_or_default();
        return Ok(fs::write(output, pack.to_bytes(None))?);
    };
    let mut games: Vec<_> = pack
        .games
        .iter()
        .filter(|game| game.held_out == args.held_out)
        .collect();
    ensure!(!games.is_empty(), "there is no game to play");
    Random::new(args.seed).shuffle(&mut games);
    let files = Files::create(folder)?;
    let mut slots: Vec<_> = (0..args.slots)
        .map(|number| Slot {
            number,
            played: None,
        })
        .collect();
    let mut answers = vec![0; args.slots];
    let mut lines = io::stdin().lock().lines();
    loop {
        let steps: Vec<_> = slots
            .par_chunks_mut(128)
            .zip(answers.par_chunks(128))
            .map(|(slots, answers)| {
                let (mut step, mut features) = (Step::default(), Features::default());
                for (slot, &answer) in slots.iter_mut().zip(answers) {
                    slot.go_on(answer, &games, &args);
                    if let Some(played) = &slot.played {
                        step.push(played, &mut features);
                    }
                }
                step
            })
            .collect();
        Step::write(&steps, &files)?;
        Files::tell(&steps)?;
        if lines.next().transpose()?.is_none() {
            return Ok(());
        }
        answers = fs::read(folder.join("answers"))?;
        ensure!(
            answers.len() == args.slots,
            "an answer for each game is needed"
        );
    }
}

impl<'a> Slot<'a> {
    /// Plays the answer, and goes on to the next position, of the next game if need be.
    fn go_on(&mut self, answer: u8, games: &[&'a Game], args: &Args) {
        let is_first = self.played.is_none();
        if let Some(played) = &mut self.played {
            played.answer(usize::from(answer));
        }
        while !self.played.as_mut().is_some_and(Played::go_on) {
            let (round, at) = (self.number / games.len(), self.number % games.len());
            let game = games[at];
            // In two rounds each game is asked about as it was and played on, and from then on played on.
            let on = !args.held_out && (round > 1 || (at + round) % 2 == 1);
            // The first games of all places are asked about from some ply on, so that they are not all in the opening.
            let asked = |random: &mut Random| match is_first {
                true => random.below(game.plies.len().max(1)),
                false => 0,
            };
            self.played = Some(Played::new(game, on, asked, args.seed ^ self.number as u64));
            self.number += args.slots;
        }
    }
}
