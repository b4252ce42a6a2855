//! A move of the game with the position after it, as the model of evaluations needs them.
//!
//! Format: "Stream evals", "The network of evaluations".

use legal::san::Mark;
use legal::{Bitboard, Board, Color, Move, Position, Role, Square, attacks, sliders};

use model::simd::{Task, run};

/// What pieces are worth, in pawns.
const WORTH: [u8; 6] = [1, 3, 3, 5, 9, 0];

/// A square from the side of the player who moved.
fn seen(square: Square, white: bool) -> u8 {
    square.to_u32() as u8 ^ if white { 0 } else { 56 }
}

/// A move with the position after it, seen from the side of the player who made it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The pieces after the move: pawns, knights, bishops, rooks, queens, king, first the mover's, then the opponent's.
    pub(super) planes: [[u64; 6]; 2],
    /// Hash of the position after the move.
    pub(super) key: u64,
    pub(super) white: bool,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: u8,
    /// The role of the captured piece; 6 for none.
    pub(super) taken: u8,
    pub(super) promotes: bool,
    pub(super) mark: Mark,
    pub(super) choices: u16,
    pub(super) depth: u16,
    /// What the move cost in the stream of moves, in eighths of a bit.
    pub(super) cost: u8,
    /// The mover's pieces less the opponent's, in pawns.
    pub(super) balance: i16,
    /// Pieces other than pawns of both, in pawns.
    pub(super) pieces: u8,
    /// Hanging material, in pawns: the largest and the second largest loss of the mover, then of the opponent.
    pub(super) hanging: [[u8; 2]; 2],
    /// The step before and after it in its line.
    pub(super) before: Option<u32>,
    pub(super) after: Option<u32>,
    /// The comment after it, as a number from 1; 0 for none.
    pub(super) remark: u32,
}

impl Step {
    /// The step of a move that led to `position`. `choices` is the number of legal moves before it, and `depth` the number of plies before
    /// it in the line. `cost` is what the move cost, in eighths of a bit, and `before` the step before it in the line.
    pub fn new(
        position: &Position,
        played: Move,
        mark: Mark,
        choices: u16,
        depth: u16,
        cost: u8,
        before: Option<u32>,
    ) -> Self {
        let mover = !position.turn();
        let white = mover == Color::White;
        let board = position.board();
        let turned = |set: Bitboard| if white { set.0 } else { set.0.swap_bytes() };
        let side =
            |color| Role::ALL.map(|role| turned(board.by_role(role) & board.by_color(color)));
        let planes = [side(mover), side(!mover)];
        let worth = |planes: &[u64; 6], from: usize| {
            let roles = planes.iter().zip(WORTH).skip(from);
            roles
                .map(|(plane, worth)| plane.count_ones() as i16 * i16::from(worth))
                .sum::<i16>()
        };
        let to = played.to();
        Self {
            planes,
            key: position.hash(),
            white,
            from: seen(played.from().unwrap_or(to), white),
            to: seen(to, white),
            role: played.role() as u8 - 1,
            taken: played.capture().map_or(6, |role| role as u8 - 1),
            promotes: played.promotion().is_some(),
            mark,
            choices,
            depth,
            cost,
            balance: worth(&planes[0], 0) - worth(&planes[1], 0),
            pieces: (worth(&planes[0], 1) + worth(&planes[1], 1)).min(255) as u8,
            hanging: run(Hanging(board, mover)),
            before,
            after: None,
            remark: 0,
        }
    }

    /// Sets the step that follows in the line, unless it is set already.
    pub fn follow(&mut self, after: u32) {
        self.after.get_or_insert(after);
    }

    /// Sets the comment that follows it, as a number from 1.
    pub fn remark(&mut self, remark: u32) {
        self.remark = remark;
    }

    /// Whether White made the move.
    pub fn white(&self) -> bool {
        self.white
    }

    /// The step before it in its line.
    pub fn before(&self) -> Option<u32> {
        self.before
    }

    /// How many legal moves there were.
    pub fn choices(&self) -> u16 {
        self.choices
    }

    /// What the move cost in the stream of moves, in eighths of a bit.
    pub fn cost(&self) -> u8 {
        self.cost
    }

    /// The largest loss of the mover among pieces and pawns that hang, in pawns.
    pub fn hanging(&self) -> u8 {
        self.hanging[0][0]
    }

    /// The kind of the move, in 5 bits: capture, check, recapture on the target square of the step before, only legal move, promotion.
    pub fn nature(&self, steps: &[Self]) -> u32 {
        let before = self.before.and_then(|before| steps.get(before as usize));
        u32::from(self.taken < 6)
            | u32::from(self.mark != Mark::None) << 1
            | u32::from(self.retakes(before)) << 2
            | u32::from(self.choices == 1) << 3
            | u32::from(self.promotes) << 4
    }

    /// Whether it recaptured on the square to which the step before had moved.
    pub(super) fn retakes(&self, before: Option<&Self>) -> bool {
        self.taken < 6 && before.is_some_and(|before| before.to ^ 56 == self.to)
    }
}

/// Computes the hanging material of a side and of the other.
struct Hanging<'a>(&'a Board, Color);

impl Task for Hanging<'_> {
    type Output = [[u8; 2]; 2];

    #[inline(always)]
    fn run(self) -> [[u8; 2]; 2] {
        let Self(board, color) = self;
        let (own, other) = (Reach::of(board, color), Reach::of(board, !color));
        [
            hanging(board, color, &own, &other),
            hanging(board, !color, &other, &own),
        ]
    }
}

/// The largest and the second largest loss of a side, in pawns, without working out exchanges: of pieces that a cheaper one attacks, and of
/// pieces that are attacked and not covered.
#[inline(always)]
fn hanging(board: &Board, color: Color, own: &Reach, other: &Reach) -> [u8; 2] {
    let attacked = board.by_color(color).0 & other.all;
    let [mut most, mut next] = [0; 2];
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let worth = WORTH[role as usize - 1];
        for square in Bitboard(board.by_role(role).0 & attacked) {
            let square = 1 << square.to_u32();
            let cheaper = [(other.pawns, 1), (other.minors, 3), (other.rooks, 5)];
            let cheapest = cheaper.into_iter().find(|(reach, _)| reach & square != 0);
            let loss = match cheapest {
                _ if own.all & square == 0 => worth,
                Some((_, price)) => worth.saturating_sub(price),
                None => 0,
            };
            if loss > most {
                (most, next) = (loss, most);
            } else {
                next = loss.max(next);
            }
        }
    }
    [most, next]
}

/// The squares that a side attacks: in all, and by kind of piece.
struct Reach {
    all: u64,
    pawns: u64,
    minors: u64,
    rooks: u64,
}

impl Reach {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Self {
        let occupied = board.occupied().0;
        let pieces = |role| board.by_role(role) & board.by_color(color);
        let (mut pawns, mut minors, mut rooks, mut others) = (0, 0, 0, 0);
        for square in pieces(Role::Pawn) {
            pawns |= attacks::pawn_attacks(color, square).0;
        }
        for square in pieces(Role::Knight) {
            minors |= attacks::knight_attacks(square).0;
        }
        for square in pieces(Role::Bishop) {
            minors |= sliders::bishop(square.to_u32(), occupied);
        }
        for square in pieces(Role::Rook) {
            rooks |= sliders::rook(square.to_u32(), occupied);
        }
        for square in pieces(Role::Queen) {
            others |= sliders::queen(square.to_u32(), occupied);
        }
        for square in pieces(Role::King) {
            others |= attacks::king_attacks(square).0;
        }
        Self {
            all: pawns | minors | rooks | others,
            pawns,
            minors,
            rooks,
        }
    }
}
