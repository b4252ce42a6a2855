//! The data from which a thinking time is predicted: moves, clocks, players and result.
//!
//! Format: "Stream clocks".

use legal::Move;

use game::parts::Surprise;

/// The properties of a move that thinking times depend on; the default stands for no move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    /// The move.
    pub played: Option<Move>,
    /// Whether it gives check or mate.
    pub check: bool,
    /// Whether it mates.
    pub mate: bool,
    /// Number of legal moves there were.
    pub choices: u16,
    /// How surprising it was.
    pub surprise: Surprise,
}

impl Event {
    /// Whether it captures.
    #[inline(always)]
    pub(super) fn takes(&self) -> bool {
        self.played.is_some_and(Move::is_capture)
    }

    /// Whether it captures where `other` went.
    #[inline(always)]
    pub(super) fn retakes(&self, other: &Self) -> bool {
        let to = |event: &Self| event.played.map(Move::to);
        self.takes() && to(self) == to(other)
    }

    /// The piece that moves, from 1; 0 without a move.
    #[inline(always)]
    pub(super) fn role(&self) -> u32 {
        self.played.map_or(0, |m| m.role() as u32)
    }

    /// The piece that is taken, from 1; 0 if none is.
    #[inline(always)]
    pub(super) fn taken(&self) -> i32 {
        let taken = self.played.and_then(Move::capture);
        taken.map_or(0, |role| role as i32)
    }
}

/// How the game ends for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It is not known.
    #[default]
    Unknown,
    /// The player wins.
    Won,
    /// The player loses.
    Lost,
    /// Neither.
    Drawn,
}

/// What one side's clock has shown so far in a game; times are in units.
#[derive(Clone, Copy, Debug, Default)]
pub struct Player {
    /// Stands for the player and the time control.
    pub name: u32,
    /// Rating in steps of 200; 0 where it is not known.
    pub rating: u16,
    /// Time left.
    pub left: u64,
    /// Times spent, the last first.
    pub spent: [i64; 3],
    /// Logarithms of times spent, averaged over few moves and over many; units of 1/256.
    pub average: [i32; 2],
    /// The same over earlier games of the player.
    pub habit: Option<i32>,
    /// Number of times so far.
    pub moves: u32,
}

/// The data from which a thinking time is predicted: moves, clocks, players and result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// Time at the start, in units.
    pub start: u64,
    /// Time added with each move, in units.
    pub increment: u64,
    /// Units in a second, at least 1.
    pub second: u64,
    /// Plies before the move.
    pub depth: u16,
    /// Plies after the move.
    pub after: u16,
    /// The player's last move, the opponent's last, this one, the opponent's next, the player's next.
    pub moves: [Event; 5],
    /// Whether the game ends in mate.
    pub mates: bool,
    /// How the game ends for the player.
    pub end: End,
    /// The player, and the opponent.
    pub players: [Player; 2],
    /// Whether the player is White.
    pub white: bool,
}

impl Situation {
    /// What kind of move it is: a capture, a recapture, a check, an answer to a check, the only move, with the piece that
    /// moved last, a promotion, castling.
    #[inline(always)]
    pub(super) fn nature(&self) -> [bool; 8] {
        let [before, last, this, ..] = &self.moves;
        let is = |what: fn(Move) -> bool| this.played.is_some_and(what);
        let same = |m: Move| before.played.is_some_and(|b| m.from() == Some(b.to()));
        [
            this.takes(),
            this.retakes(last),
            this.check,
            last.check,
            this.choices == 1,
            this.played.is_some_and(same),
            is(Move::is_promotion),
            is(Move::is_castle),
        ]
    }

    /// What kind of move follows: a capture, a check, a recapture, mate.
    #[inline(always)]
    pub(super) fn sequel(&self) -> [bool; 4] {
        let [_, _, this, next, _] = &self.moves;
        [next.takes(), next.check, next.retakes(this), next.mate]
    }
}
