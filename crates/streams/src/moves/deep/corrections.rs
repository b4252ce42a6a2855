//! Corrections to a network's logits, learned from the games of a block: for rows, for scalars, and for habits of players.
//!
//! Format: "Stream moves".

use entropy::TOTAL;

use super::super::net::{ROWS, Row, SCALARS};

/// Corrections of logits, in units of 2^-16 bit. Tables are made when they are first needed.
#[derive(Clone, Default)]
pub(super) struct Corrections {
    /// Of rows, for all players.
    rows: Vec<i32>,
    /// Of scalars, for all players.
    scalars: Vec<i32>,
    /// Of rows for each player, in a hash table that does not detect collisions.
    habits: Vec<i32>,
    /// Positions learned from with [`Corrected::All`].
    learned: u32,
}

/// Which corrections apply in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Corrected {
    /// None, for networks that describe moves in brief: corrections would take a tenth of the time of level `fast`.
    Nothing,
    /// Habits of players, in games online: rows would save at most 0.03 % of an archive, for a thirtieth of the time.
    Habits,
    /// Habits and rows.
    Rows,
    /// Habits, rows and scalars, with large steps at first, in variants that the network does not know. `asked` says whether its logits are
    /// used nevertheless.
    All { asked: bool },
}

/// Entries of the table of habits, a power of two.
const HABITS: usize = 1 << 16;
/// Rows of a move that are corrected for each player: the landing and the exchange.
const HABITUAL: [usize; 2] = [1, 2];
/// Steps per error, in units of 2^-10.
const ROWS_RATE: i32 = 3;
const HABITS_RATE: i32 = 20;
/// The rates in variants, from so many positions on: of rows; scalars have half of it. Both are halved where a network's logits are used.
const RATES: [(u32, i32); 4] = [(0, 400), (2_000, 200), (10_000, 100), (60_000, 40)];
/// Corrections stay within 128 bits either way: without this limit, rows that all moves of a position have in common could drift without
/// bound.
const LIMIT: i32 = 1 << 23;
/// Errors below this are ignored: most moves have such errors, and together they matter little.
const SMALL: u32 = 100;

impl Corrections {
    /// Adds the corrections to the logit of each move.
    pub fn add(&mut self, of: Corrected, player: u64, moves: &[Row], logits: &mut [i32]) {
        if of == Corrected::Nothing {
            return;
        }
        self.habits.resize(HABITS, 0);
        let logits = logits.iter_mut().zip(moves);
        if of == Corrected::Habits {
            for (logit, row) in logits {
                *logit += self.habits_of(player, row);
            }
            return;
        }
        self.rows.resize(ROWS, 0);
        if of == Corrected::Rows {
            for (logit, row) in logits {
                *logit += self.rows_of(row) + self.habits_of(player, row);
            }
            return;
        }
        self.scalars.resize(SCALARS, 0);
        for (logit, row) in logits {
            let scalars = row.scalars.iter().map(|&at| self.scalars[at as usize]);
            *logit += self.rows_of(row) + scalars.sum::<i32>() + self.habits_of(player, row);
        }
    }

    #[inline(always)]
    fn rows_of(&self, row: &Row) -> i32 {
        row.rows.iter().map(|&at| self.rows[usize::from(at)]).sum()
    }

    #[inline(always)]
    fn habits_of(&self, player: u64, row: &Row) -> i32 {
        let habits = habits(player, row).map(|habit| self.habits[habit]);
        habits.into_iter().sum()
    }

    /// Moves each correction along the gradient of the cost; `widths` are the probabilities from the corrected logits.
    pub fn learn(
        &mut self,
        of: Corrected,
        player: u64,
        moves: &[Row],
        widths: &[u32],
        played: usize,
    ) {
        if of == Corrected::Nothing {
            return;
        }
        let rate = match of {
            Corrected::All { asked } => self.next_rate() >> u32::from(asked),
            _ => ROWS_RATE,
        };
        for (at, (row, &width)) in moves.iter().zip(widths).enumerate() {
            let target = if at == played { TOTAL } else { 0 };
            if target.abs_diff(width) < SMALL {
                continue;
            }
            let error = target as i32 - width as i32;
            let step = |correction: &mut i32, rate: i32| {
                let step = (error * rate + (1 << 9)) >> 10;
                *correction = (*correction + step).clamp(-LIMIT, LIMIT);
            };
            if of != Corrected::Habits {
                for &at in &row.rows {
                    step(&mut self.rows[usize::from(at)], rate);
                }
            }
            if matches!(of, Corrected::All { .. }) {
                for &at in &row.scalars {
                    step(&mut self.scalars[at as usize], rate / 2);
                }
            }
            for habit in habits(player, row) {
                step(&mut self.habits[habit], HABITS_RATE);
            }
        }
    }

    fn next_rate(&mut self) -> i32 {
        let reached = RATES.iter().rev().find(|(from, _)| *from <= self.learned);
        self.learned = self.learned.saturating_add(1);
        reached.map_or(0, |&(_, rate)| rate)
    }
}

/// The places of a player's habits for a move.
#[inline]
fn habits(player: u64, row: &Row) -> [usize; HABITUAL.len()] {
    HABITUAL.map(|of| {
        let hash = (player ^ u64::from(row.rows[of])).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 48) as usize % HABITS
    })
}
