//! Bits per ply on games that were held out.

use crate::feed::walk;
use crate::games::Games;
use crate::net::Net;
use crate::net::batch::Batch;

/// Positions measured at once.
const AT_ONCE: usize = 1 << 14;

/// Costs by some property of a game or ply.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<(String, f64, u64)>,
}

/// What a network costs on games.
#[derive(Clone, Debug, Default)]
pub struct Measure {
    /// Over everything.
    pub all: Table,
    /// By the file the game came from.
    pub files: Table,
    /// By ply.
    pub phases: Table,
    /// By the mover's rating.
    pub ratings: Table,
    /// By pace.
    pub paces: Table,
}

impl Table {
    fn add(&mut self, name: impl Into<String>, bits: f64) {
        let name = name.into();
        let at = match self.rows.iter().position(|row| row.0 == name) {
            Some(at) => at,
            None => {
                self.rows.push((name, 0.0, 0));
                self.rows.len() - 1
            }
        };
        self.rows[at].1 += bits;
        self.rows[at].2 += 1;
    }

    /// Name, bits per ply and plies of each row, sorted by name.
    pub fn rows(&self) -> Vec<(String, f64, u64)> {
        let mut rows: Vec<_> = self
            .rows
            .iter()
            .map(|(name, bits, plies)| (name.clone(), bits / *plies as f64, *plies))
            .collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    }

    /// Bits per ply over all rows.
    pub fn mean(&self) -> f64 {
        let (bits, plies) = self
            .rows
            .iter()
            .fold((0.0, 0), |(bits, plies), row| (bits + row.1, plies + row.2));
        bits / plies as f64
    }
}

/// Measures the games at `indices`, over all plies; a forced move costs nothing.
pub fn measure(net: &mut Net, games: &Games, indices: &[u32], names: &[String]) -> Measure {
    let mut result = Measure::default();
    let mut batch = Batch::default();
    let mut places = Vec::new();
    let mut settle = |net: &mut Net, batch: &mut Batch, places: &mut Vec<(u32, usize, bool)>| {
        let mut costs = net.costs(batch).into_iter();
        for (index, ply, forced) in places.drain(..) {
            let bits = if forced {
                0.0
            } else {
                f64::from(costs.next().unwrap_or(0.0))
            };
            let game = games.get(index as usize);
            result.all.add("all", bits);
            result.files.add(&names[usize::from(game.file)], bits);
            result.phases.add(phase(ply), bits);
            result
                .ratings
                .add(rating(game.setting.ratings[ply % 2]), bits);
            result.paces.add(format!("{:?}", game.setting.pace), bits);
        }
        batch.clear();
    };
    for &index in indices {
        let game = games.get(index as usize);
        let mut next = 0;
        walk(game, &game.setting, |sight, played, ply| {
            places.extend((next..ply).map(|ply| (index, ply, true)));
            places.push((index, ply, false));
            next = ply + 1;
            batch.push(sight, played);
        });
        places.extend((next..game.plies.len()).map(|ply| (index, ply, true)));
        if batch.len() >= AT_ONCE {
            settle(net, &mut batch, &mut places);
        }
    }
    settle(net, &mut batch, &mut places);
    result
}

fn phase(ply: usize) -> &'static str {
    match ply {
        0..10 => "plies   0-9",
        10..20 => "plies  10-19",
        20..40 => "plies  20-39",
        40..60 => "plies  40-59",
        60..100 => "plies  60-99",
        _ => "plies 100-",
    }
}

fn rating(rating: u16) -> String {
    match rating {
        0 => "unknown".into(),
        known => format!("{:4}-", known / 200 * 200),
    }
}
