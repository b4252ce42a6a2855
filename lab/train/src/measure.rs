//! Bits per ply on games that were held out.

use rayon::prelude::*;
use streams::training::networks::{Network, Scratch};

use crate::feed::walk;
use crate::games::{GameRef, Games};
use crate::net::Net;
use crate::net::batch::Batch;

/// Positions measured at once.
const AT_ONCE: usize = 1 << 14;

/// Costs by some property of a game or ply.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
}

/// One row of a [`Table`].
#[derive(Clone, Debug)]
pub struct Row {
    /// The property.
    pub name: String,
    /// The cost of all its plies.
    pub bits: f64,
    /// How many plies there are.
    pub plies: u64,
}

/// What a network costs on games.
#[derive(Clone, Debug, Default)]
pub struct Measure {
    /// By the file the game came from.
    pub files: Table,
    /// By ply.
    pub phases: Table,
    /// By the mover's rating.
    pub ratings: Table,
    /// By pace.
    pub paces: Table,
}

impl Row {
    /// Bits per ply.
    pub fn mean(&self) -> f64 {
        self.bits / self.plies as f64
    }
}

impl Table {
    fn add(&mut self, name: &str, bits: f64, plies: u64) {
        let at = self.rows.iter().position(|row| row.name == name);
        let at = at.unwrap_or_else(|| {
            self.rows.push(Row {
                name: name.into(),
                bits: 0.0,
                plies: 0,
            });
            self.rows.len() - 1
        });
        self.rows[at].bits += bits;
        self.rows[at].plies += plies;
    }

    /// The rows by name.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = self.rows.clone();
        rows.sort_by(|a, b| a.name.cmp(&b.name));
        rows
    }

    /// Bits per ply over all rows.
    pub fn mean(&self) -> f64 {
        let bits: f64 = self.rows.iter().map(|row| row.bits).sum();
        let plies: u64 = self.rows.iter().map(|row| row.plies).sum();
        bits / plies as f64
    }
}

impl Measure {
    /// The tables with what they are by.
    pub fn tables(&self) -> [(&'static str, &Table); 4] {
        [
            ("file", &self.files),
            ("ply", &self.phases),
            ("rating of the mover", &self.ratings),
            ("pace", &self.paces),
        ]
    }

    fn ply(&mut self, game: GameRef, file: &str, ply: usize, bits: f64) {
        self.files.add(file, bits, 1);
        self.phases.add(phase(ply), bits, 1);
        self.ratings
            .add(&rating(game.setting.ratings[ply % 2]), bits, 1);
        self.paces.add(&format!("{:?}", game.setting.pace), bits, 1);
    }

    fn merge(mut self, other: Self) -> Self {
        let into = [
            &mut self.files,
            &mut self.phases,
            &mut self.ratings,
            &mut self.paces,
        ];
        for (table, (_, other)) in into.into_iter().zip(other.tables()) {
            for row in &other.rows {
                table.add(&row.name, row.bits, row.plies);
            }
        }
        self
    }
}

/// Measures the games at `indices`, over all plies; a forced move costs nothing. `names` are those of the files.
pub fn measure(net: &mut Net, games: &Games, indices: &[u32], names: &[String]) -> Measure {
    let (mut result, detail) = (Measure::default(), net.detail());
    let mut batch = Batch::default();
    let mut places = Vec::new();
    let mut settle = |batch: &mut Batch, places: &mut Vec<(u32, usize)>| {
        for ((index, ply), bits) in places.drain(..).zip(net.costs(batch)) {
            let game = games.get(index as usize);
            result.ply(game, &names[usize::from(game.file)], ply, f64::from(bits));
        }
        batch.clear();
    };
    let mut forced = Vec::new();
    for &index in indices {
        let game = games.get(index as usize);
        let mut next = 0;
        walk(game, &game.setting, detail, |features, played, ply| {
            forced.extend((next..ply).map(|ply| (index, ply)));
            next = ply + 1;
            places.push((index, ply));
            batch.push(features, played);
        });
        forced.extend((next..game.plies.len()).map(|ply| (index, ply)));
        if batch.len() >= AT_ONCE {
            settle(&mut batch, &mut places);
        }
    }
    settle(&mut batch, &mut places);
    for (index, ply) in forced {
        let game = games.get(index as usize);
        result.ply(game, &names[usize::from(game.file)], ply, 0.0);
    }
    result
}

/// The same for a network of integers, as archives use it, but for what they learn.
pub fn measure_quantised<const C: usize>(
    network: &Network<C>,
    games: &Games,
    indices: &[u32],
    names: &[String],
) -> Measure {
    let parts = indices.par_chunks(64).map(|indices| {
        let (mut result, mut scratch, mut logits) =
            (Measure::default(), Scratch::default(), Vec::new());
        for &index in indices {
            let game = games.get(index as usize);
            let name = &names[usize::from(game.file)];
            let mut costs = vec![0.0; game.plies.len()];
            walk(
                game,
                &game.setting,
                Network::<C>::DETAIL,
                |features, played, ply| {
                    network.logits(features, &mut scratch, &mut logits);
                    costs[ply] = cost(&logits, played);
                },
            );
            for (ply, bits) in costs.into_iter().enumerate() {
                result.ply(game, name, ply, bits);
            }
        }
        result
    });
    // In one order, so that sums of floating-point numbers come out the same.
    parts
        .collect::<Vec<_>>()
        .into_iter()
        .fold(Measure::default(), Measure::merge)
}

/// What the logits of a quantised network are best multiplied by, to a hundredth: what games that were held out then cost the least.
pub fn sharpness<const C: usize>(network: &Network<C>, games: &Games, indices: &[u32]) -> f32 {
    const CANDIDATES: std::ops::Range<u32> = 80..111;
    let factor = |hundredths: u32| f64::from(hundredths) / 100.0;
    let parts = indices.par_chunks(64).map(|indices| {
        let (mut costs, mut scratch, mut logits) = (
            [0.0; CANDIDATES.end as usize],
            Scratch::default(),
            Vec::new(),
        );
        let mut scaled = Vec::new();
        for &index in indices {
            let game = games.get(index as usize);
            walk(
                game,
                &game.setting,
                Network::<C>::DETAIL,
                |features, played, _| {
                    network.logits(features, &mut scratch, &mut logits);
                    for candidate in CANDIDATES {
                        scaled.clear();
                        scaled.extend(
                            logits
                                .iter()
                                .map(|&logit| (f64::from(logit) * factor(candidate)) as i32),
                        );
                        costs[candidate as usize] += cost(&scaled, played);
                    }
                },
            );
        }
        costs
    });
    let mut costs = [0.0; CANDIDATES.end as usize];
    for part in parts.collect::<Vec<_>>() {
        costs
            .iter_mut()
            .zip(part)
            .for_each(|(sum, part)| *sum += part);
    }
    let best = CANDIDATES.min_by(|&a, &b| costs[a as usize].total_cmp(&costs[b as usize]));
    factor(best.unwrap_or(100)) as f32
}

/// Logits are in units of 2^-16 bit.
fn cost(logits: &[i32], played: usize) -> f64 {
    let top = logits.iter().copied().max().unwrap_or(0);
    let bits = |logit: i32| f64::from(logit - top) / 65536.0;
    let sum: f64 = logits.iter().map(|&logit| bits(logit).exp2()).sum();
    sum.log2() - bits(logits[played])
}

fn phase(ply: usize) -> &'static str {
    match ply {
        0..10 => "  0-9",
        10..20 => " 10-19",
        20..40 => " 20-39",
        40..60 => " 40-59",
        60..100 => " 60-99",
        _ => "100-",
    }
}

fn rating(rating: u16) -> String {
    match rating {
        0 => "unknown".into(),
        known => format!("{:4}-{}", known / 200 * 200, known / 200 * 200 + 199),
    }
}
