//! Stream `clocks`: times left and times spent.

use entropy::Code;
use legal::san::Mark;
use model::clocks::{Clocks as Model, Situation};
use model::number::{Decisions, hash};
use model::recent::Recent;

use crate::block::game::{Clock, ClockForm, Game};

/// Clock values are multiples of one of these, in milliseconds.
const UNITS: [u64; 4] = [1000, 100, 10, 1];

/// Model of the stream.
pub(crate) struct Clocks {
    model: Model,
    units: Recent,
    forms: Decisions<2>,
    last_form: ClockForm,
}

/// What a time control says: seconds at the start and seconds a move, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Control {
    start: u64,
    increment: u64,
}

impl Clocks {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            model: Model::new(),
            units: Recent::new(4),
            forms: Decisions::new(10),
            last_form: ClockForm::default(),
        }
    }

    /// Codes the times of a game, whose number and kinds are known from its comments' templates.
    pub fn code(&mut self, coder: &mut impl Code, game: &mut Game) {
        if game.clocks.is_empty() {
            return;
        }
        let unit = self.unit(coder, &game.clocks);
        let control = game.tag(b"TimeControl").map(control).unwrap_or_default();
        let mut players = [Player::new(control, unit), Player::new(control, unit)];
        let mut situation = Situation {
            control: hash(&[control.start as u32, control.increment as u32]),
            second: 1000 / unit,
            ..Situation::default()
        };
        for at in 0..game.clocks.len() {
            let clock = game.clocks[at];
            let ply = clock
                .after
                .checked_sub(1)
                .and_then(|ply| game.plies.get(ply as usize));
            let white = ply.is_none_or(|ply| ply.facts.white());
            if let Some(ply) = ply {
                situation.depth = ply.depth;
                situation.choices = ply.choices;
                situation.check = ply.facts.mark() != Mark::None;
                let before = clock
                    .after
                    .checked_sub(2)
                    .and_then(|ply| game.plies.get(ply as usize));
                situation.moves = [
                    Some(ply.facts.played()),
                    before.map(|ply| ply.facts.played()),
                ];
            }
            let [own, other] = if white { [0, 1] } else { [1, 0] }.map(|side| players[side]);
            situation.left = own.left;
            situation.spent = [own.spent[0], other.spent[0], own.spent[1]];
            let expected = if clock.spent {
                0
            } else {
                own.left + own.increment
            };
            let value = clock.time / unit;
            let spent = if clock.spent {
                value as i64
            } else {
                expected as i64 - value as i64
            };
            let spent = self.model.spent(coder, &situation, spent);
            let value = if clock.spent {
                spent
            } else {
                expected as i64 - spent
            };
            let value = value.clamp(0, MOST as i64) as u64;
            let clock = &mut game.clocks[at];
            clock.time = value * unit;
            self.form(coder, clock);
            let player = &mut players[usize::from(!white)];
            player.spent = [spent, player.spent[0]];
            if !clock.spent {
                player.left = value;
            }
        }
    }

    /// The largest unit that all times of the game are multiples of.
    fn unit(&mut self, coder: &mut impl Code, clocks: &[Clock]) -> u64 {
        let fits = |unit: &&u64| clocks.iter().all(|clock| clock.time % **unit == 0);
        let largest = UNITS.iter().find(fits).unwrap_or(&1);
        let place = UNITS.iter().position(|unit| unit == largest).unwrap_or(3);
        let place = self
            .units
            .symbol(coder, 0, place as u32, UNITS.len() as u32);
        UNITS[place as usize % 4]
    }

    /// How a time is written: as the last one, but decimals may be left out where they are zero.
    fn form(&mut self, coder: &mut impl Code, clock: &mut Clock) {
        let round = u32::from(clock.time.is_multiple_of(1000));
        let last = self.last_form;
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
            self.last_form = clock.form;
        }
    }
}

/// Most units a clock may show.
const MOST: u64 = 1 << 53;

/// One player's clock, in units.
#[derive(Clone, Copy)]
struct Player {
    left: u64,
    increment: u64,
    spent: [i64; 2],
}

impl Player {
    fn new(control: Control, unit: u64) -> Self {
        Self {
            left: control.start / unit,
            increment: control.increment / unit,
            spent: [0; 2],
        }
    }
}

/// Reads `300+3`, `600`; anything else is no help.
fn control(value: &[u8]) -> Control {
    let mut parts = value.split(|&byte| byte == b'+').map(|part| {
        let digits = std::str::from_utf8(part).ok()?;
        digits
            .parse::<u32>()
            .ok()
            .filter(|&seconds| seconds < 1 << 20)
    });
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Some(start)), None, _) => Control {
            start: u64::from(start) * 1000,
            increment: 0,
        },
        (Some(Some(start)), Some(Some(increment)), None) => Control {
            start: u64::from(start) * 1000,
            increment: u64::from(increment) * 1000,
        },
        _ => Control::default(),
    }
}
