//! Stream `clocks`: the times that players had left or spent.
//!
//! Format: "Stream clocks".

mod clock_model;
mod features;
#[cfg(feature = "training")]
pub(crate) mod learn;
mod situation;
mod table;

use entropy::Code;
use model::move_to_front::MoveToFront;
use model::number::{Decisions, hash};

pub use clock_model::ClockModel;
pub(crate) use clock_model::LEARNED;
use game::parts::comment::ClockForm;
use game::parts::{GameParts, WrittenClock};
pub use situation::{End, Event, Player, Situation};
use table::Table;

/// Clock values are multiples of one of these, in milliseconds.
const UNITS: [u64; 4] = [1000, 100, 10, 1];

/// Model of the stream.
#[derive(Clone)]
pub struct Clocks {
    /// Large; games without clocks need none.
    model: Option<Box<ClockModel>>,
    units: MoveToFront,
    forms: Decisions<2>,
    /// Of times left and of times spent.
    last_forms: [ClockForm; 2],
    /// A second time with the same move: its difference from the value that follows from the first one, and the last such difference.
    seconds: Decisions<2>,
    last_second: i64,
    /// Whether the first move adds its increment to the clock: on some servers it does.
    first_gains: bool,
}

impl Clocks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self::with(None)
    }

    /// The state before anything was learned.
    #[cfg(feature = "training")]
    pub fn untrained() -> Self {
        Self::with(Some(Box::new(ClockModel::untrained())))
    }

    /// Resets everything except the trained weights ([`learned`](Self::learned)).
    #[cfg(feature = "training")]
    pub fn forget(&mut self) {
        let mut model = self.model.take().unwrap_or_default();
        model.forget();
        *self = Self::with(Some(model));
    }

    /// The trained weights, with which [`new`](Self::new) may begin.
    #[cfg(feature = "training")]
    pub fn learned(&self) -> Vec<u8> {
        let model = self.model.as_deref();
        model.map_or(LEARNED.to_vec(), ClockModel::learned)
    }

    fn model(&mut self) -> &mut ClockModel {
        self.model.get_or_insert_default()
    }

    fn with(model: Option<Box<ClockModel>>) -> Self {
        Self {
            model,
            units: MoveToFront::new(4),
            forms: Decisions::new(10),
            last_forms: [ClockForm::default(); 2],
            seconds: Decisions::new(12),
            last_second: 0,
            first_gains: false,
        }
    }

    /// Codes the times of a game, whose number and kinds are known from its comments' templates.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut GameParts) {
        if game.clocks.is_empty() {
            return;
        }
        let unit = self.unit(coder, &game.clocks);
        let mut table = Table::new(game, self.model(), unit);
        for at in 0..game.clocks.len() {
            let mut clock = game.clocks[at];
            let value = clock.time / unit;
            let value = match table.prepare(game, clock) {
                Some(known) => self.second(coder, &table, known, clock.spent, value),
                None => self.first(coder, &mut table, clock.spent, value),
            };
            clock.time = value * unit;
            if !clock.tenths {
                self.form(coder, &mut clock);
            }
            game.clocks[at] = clock;
            if coder.failed() {
                return;
            }
        }
    }

    /// Codes the first time with a move, as the time that the player spent according to it.
    fn first(&mut self, coder: &mut impl Code, table: &mut Table, spent: bool, value: u64) -> u64 {
        let player = &table.players[table.side];
        let (begins, left, each) = (player.moves == 0, player.left, table.each);
        let increment = table.increments[table.side];
        let gain = if begins && !self.first_gains {
            0
        } else {
            increment
        };
        let before = left + gain;
        let time = if spent {
            value as i64
        } else {
            before as i64 - value as i64
        };
        let time = self.model().spent(coder, &table.now, time);
        let after = (before as i64 - time).clamp(0, MOST as i64) as u64;
        if !spent && begins && left > 0 {
            if increment > 0 && after != left {
                self.first_gains = after > left;
            }
            if after == left / 2 {
                table.increments[table.side] = 0; // the player gave half the time away, and the increment with it
            }
        }
        let player = &mut table.players[table.side];
        self.model().note(player, time);
        if !each {
            player.left = after;
        }
        table.last = time;
        if spent {
            time.clamp(0, MOST as i64) as u64
        } else {
            after
        }
    }

    /// Codes a second time with a move; `known` is its value according to the first one.
    fn second(
        &mut self,
        coder: &mut impl Code,
        table: &Table,
        known: u64,
        spent: bool,
        value: u64,
    ) -> u64 {
        let contexts = [
            spent.into(),
            hash(&[
                spent.into(),
                self.last_second as u32,
                table.now.second as u32,
            ]),
        ];
        let difference = value as i64 - known as i64;
        self.last_second = self.seconds.signed(coder, contexts, difference);
        (known as i64)
            .saturating_add(self.last_second)
            .clamp(0, MOST as i64) as u64
    }

    /// The largest unit that all times of the game are multiples of.
    fn unit(&mut self, coder: &mut impl Code, clocks: &[WrittenClock]) -> u64 {
        let fits = |unit: &&u64| clocks.iter().all(|clock| clock.time % **unit == 0);
        let largest = UNITS.iter().find(fits).unwrap_or(&1);
        let place = UNITS.iter().position(|unit| unit == largest).unwrap_or(3);
        let place = self
            .units
            .symbol(coder, 0, place as u32, UNITS.len() as u32);
        UNITS[place as usize % 4]
    }

    /// How a time is written: as the last one, but decimals may be left out where they are zero.
    fn form(&mut self, coder: &mut impl Code, clock: &mut WrittenClock) {
        let round = u32::from(clock.time.is_multiple_of(1000));
        let last = self.last_forms[usize::from(clock.spent)];
        let contexts = [
            hash(&[round, last.decimals.into(), last.hours.into()]),
            round,
        ];
        let same = self.forms.bit(coder, contexts, 1, clock.form == last);
        if same {
            clock.form = last;
            return;
        }
        let hours = self.forms.symbol(
            coder,
            contexts.map(|c| c ^ 0x100),
            4,
            clock.form.hours.min(15).into(),
        );
        let decimals = self.forms.symbol(
            coder,
            contexts.map(|c| c ^ 0x200),
            2,
            clock.form.decimals.into(),
        );
        clock.form = ClockForm {
            hours: hours as u8,
            decimals: decimals as u8,
        };
        // A round time without decimals says nothing about the next one.
        if round == 0 || clock.form.decimals > 0 || clock.form.hours != last.hours {
            self.last_forms[usize::from(clock.spent)] = clock.form;
        }
    }
}

/// Most units a clock may show.
const MOST: u64 = 1 << 53;
