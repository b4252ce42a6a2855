//! Predicts when games end: the probability, before each move, that the game ends instead.
//!
//! Format: "When games end".
//!
//! A log-linear model: each table contributes one weight, chosen by the state of the game, and the sum of the weights is the log-odds. It
//! is trained beforehand (`cargo run --release -p train --bin train-ends`) and does not learn while coding, so it can also be used for a
//! single game.

use legal::{Bitboard, Color, Position, Role};

use crate::moves::{Outcome, Setting, Site};
use legal::History;
use model::mix::squash;
use model::simd::{Task, run};

/// Tables.
pub const TABLES: usize = 7;
/// Where each table begins, and where the last one ends.
const BEGIN: [usize; TABLES + 1] = {
    let sizes = [
        FATES * 2 * PLIES,
        FATES * 21 * FORCES,
        FATES * 4 * 6,
        FATES * 7 * 2 * 2,
        FATES * 16 * 16,
        FATES * 3 * 3 * 3,
        FATES * 2 * 8 * FORCES,
    ];
    let mut begin = [0; TABLES + 1];
    let mut table = 0;
    while table < TABLES {
        begin[table + 1] = begin[table] + sizes[table];
        table += 1;
    }
    begin
};
/// Weights of the first table.
#[cfg(feature = "training")]
pub const FIRST: usize = BEGIN[1];
/// Weights of all tables.
pub const WEIGHTS: usize = BEGIN[TABLES];

/// The result for the side to move: not known, win, loss, draw.
const FATES: usize = 4;
/// Classes of plies: the first eight, then tens.
const PLIES: usize = 40;
/// Classes of the total value of all pieces except pawns and kings.
const FORCES: usize = 5;

/// Weights in units of 1/256 nat, two bytes each, the lower first.
pub(crate) static FILE: &[u8; 2 * WEIGHTS] = include_bytes!("ends.weights");

/// A place in a game.
#[derive(Clone, Copy, Debug)]
pub struct EndContext<'a> {
    /// The position.
    pub position: &'a Position,
    /// The moves that led there.
    pub history: &'a History,
    /// What is known of the game.
    pub setting: &'a Setting,
    /// How often the position has occurred since the last capture or pawn move, including this time
    /// ([`Repetitions::times`](model::repetitions::Repetitions::times)).
    pub met: usize,
    /// Whether it is check.
    pub check: bool,
}

impl EndContext<'_> {
    /// The log-odds that the game ends here, in units of 1/256 nat.
    ///
    /// ```
    /// use legal::{History, Position};
    /// use streams::EndContext;
    /// use streams::moves::Setting;
    /// let context = EndContext { position: &Position::standard(), history: &History::default(), setting: &Setting::default(), met: 1, check: false };
    /// assert!(context.odds() < 0 && context.chance() < entropy::TOTAL / 50);
    /// ```
    pub fn odds(&self) -> i32 {
        run(Odds(self))
    }

    /// The work of [`odds`](Self::odds).
    #[inline(always)]
    pub(super) fn sum(&self) -> i32 {
        let weight = |at: usize| i32::from(i16::from_le_bytes([FILE[2 * at], FILE[2 * at + 1]]));
        self.weights().into_iter().map(weight).sum()
    }

    /// The probability that the game ends here, out of [`entropy::TOTAL`].
    pub fn chance(&self) -> u32 {
        squash(self.odds())
    }

    /// The weights that are on, one of each table, all below `WEIGHTS`.
    #[inline(always)]
    pub fn weights(&self) -> [usize; TABLES] {
        let Self {
            position,
            history,
            setting,
            met,
            check,
        } = *self;
        let turn = position.turn();
        let white = usize::from(turn.is_white());
        let fate = match (setting.outcome, turn.is_white()) {
            (Outcome::Unknown, _) => 0,
            (Outcome::White, true) | (Outcome::Black, false) => 1,
            (Outcome::White, false) | (Outcome::Black, true) => 2,
            (Outcome::Draw, _) => 3,
        };
        let depth = usize::from(history.depth);
        let ply = match depth {
            0..8 => depth,
            _ => (8 + (depth - 8) / 10).min(PLIES - 1),
        };
        let own = Army::of(position, turn);
        let other = Army::of(position, !turn);
        let balance = (own.worth() - other.worth()).clamp(-10, 10) + 10;
        let force = match own.pieces + other.pieces {
            0..7 => 0,
            7..17 => 1,
            17..33 => 2,
            33..51 => 3,
            _ => 4,
        };
        let calm = match position.halfmoves() {
            0 => 0,
            1..4 => 1,
            4..10 => 2,
            10..30 => 3,
            30..99 => 4,
            _ => 5,
        };
        let taken = match history.last {
            None => 6,
            Some(m) => m.capture().map_or(5, |role| role as usize - 1),
        };
        let took = usize::from(history.own.is_some_and(|m| m.is_capture()));
        let site = match setting.site {
            Site::Other => 0,
            Site::Lichess => 1,
            Site::ChessCom => 2,
        };
        let strength = match setting.ratings[0] {
            0 => 0,
            1..1501 => 1,
            _ => 2,
        };
        let late = usize::from(depth >= 30) + usize::from(depth >= 80);
        let (trails, furthest) = (
            other.furthest > own.furthest,
            own.furthest.max(other.furthest),
        );
        let places = [
            white * PLIES + ply,
            balance as usize * FORCES + force,
            (met.clamp(1, 4) - 1) * 6 + calm,
            (taken * 2 + took) * 2 + usize::from(check),
            own.class() * 16 + other.class(),
            (site * 3 + strength) * 3 + late,
            (usize::from(trails) * 8 + furthest) * FORCES + force,
        ];
        std::array::from_fn(|table| {
            let size = (BEGIN[table + 1] - BEGIN[table]) / FATES;
            BEGIN[table] + fate * size + places[table]
        })
    }
}

/// Computes [`EndContext::odds`]; a task, so that it uses the processor's instruction to count bits.
struct Odds<'a>(&'a EndContext<'a>);

impl Task for Odds<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.0.sum()
    }
}

/// Computes [`balance`]; a task, so that it uses the processor's instruction to count bits.
struct Balance<'a>(&'a Position, Color);

impl Task for Balance<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        lead(self.0, self.1)
    }
}

/// The work of [`balance`].
#[inline(always)]
pub(super) fn lead(position: &Position, color: Color) -> i32 {
    Army::of(position, color).worth() - Army::of(position, !color).worth()
}

/// The material of a side less that of the other, in pawns: 3 for minor pieces, 5 for rooks, 9 for queens.
pub fn balance(position: &Position, color: Color) -> i32 {
    run(Balance(position, color))
}

/// The material of a side; `pawns` and `pieces` are in pawns.
struct Army {
    pawns: i32,
    pieces: i32,
    /// Minor pieces count 1, rooks 2, queens 4; at most 7.
    might: usize,
    /// The rank, from 0, of the pawn that has come furthest; 0 if there is none.
    furthest: usize,
}

impl Army {
    #[inline(always)]
    fn of(position: &Position, color: Color) -> Self {
        let board = position.board();
        let count = |role: Role| {
            let pieces = board.by_role(role) & board.by_color(color);
            pieces.0.count_ones() as usize
        };
        let [pawns, knights, bishops, rooks, queens] = [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ]
        .map(count);
        let minors = knights + bishops;
        Self {
            pawns: pawns as i32,
            pieces: (3 * minors + 5 * rooks + 9 * queens) as i32,
            might: (minors + 2 * rooks + 4 * queens).min(7),
            furthest: furthest(board.by_role(Role::Pawn) & board.by_color(color), color),
        }
    }

    #[inline(always)]
    fn worth(&self) -> i32 {
        self.pawns + self.pieces
    }

    /// Its might, and whether it has pawns; below 16.
    #[inline(always)]
    fn class(&self) -> usize {
        self.might * 2 + usize::from(self.pawns > 0)
    }
}

/// The rank of the pawn that has come furthest, seen from its side; 0 if there is none.
#[inline(always)]
fn furthest(pawns: Bitboard, color: Color) -> usize {
    let square = if color.is_white() {
        pawns.last()
    } else {
        pawns.first()
    };
    square.map_or(0, |square| {
        let rank = square.rank() as usize;
        if color.is_white() { rank } else { 7 - rank }
    })
}
