//! Whether a position may still be reached: captured pieces do not return, and pawns do not move backwards.
//!
//! Not part of the format.

use legal::{Bitboard, Board, Color, Role, Square};

const SIDES: [Color; 2] = [Color::White, Color::Black];
/// A pawn can change its file at most seven times.
const MOST_CAPTURES: usize = 7;

/// The material of one side that can only become less.
#[derive(Clone, Copy, Debug)]
struct Count {
    men: u8,
    pawns: u8,
    /// Queens, rooks, knights, bishops on light squares, bishops on dark ones.
    pieces: [u8; 5],
}

/// The material of a position that is searched for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    counts: [Count; 2],
    /// For each pawn of a side, the squares from which it may have come, by the number of captures of its side since then.
    origins: [Vec<[Bitboard; MOST_CAPTURES + 1]>; 2],
}

impl Wanted {
    /// The material on this board.
    pub fn new(board: &Board) -> Self {
        let origins = SIDES.map(|side| {
            let pawns = board.by_color(side) & board.pawns();
            let of = |pawn| std::array::from_fn(|captures| origins(pawn, side, captures as u32));
            pawns.into_iter().map(of).collect()
        });
        Self {
            counts: SIDES.map(|side| Count::of(board, side)),
            origins,
        }
    }

    /// Whether moves can lead from the material on a board to this.
    pub fn can_come(&self, board: &Board) -> bool {
        let counts = SIDES.map(|side| Count::of(board, side));
        let mut lost = [0; 2];
        for (side, lost) in lost.iter_mut().enumerate() {
            match counts[side].lost(&self.counts[side]) {
                Some(men) => *lost = usize::from(men),
                None => return false,
            }
        }
        (0..2).all(|side| {
            let pawns = board.by_color(SIDES[side]) & board.pawns();
            let captures = lost[1 - side].min(MOST_CAPTURES);
            let mut origins = self.origins[side].iter();
            origins.all(|origins| !(origins[captures] & pawns).is_empty())
        })
    }
}

impl Count {
    fn of(board: &Board, side: Color) -> Self {
        let own = board.by_color(side);
        let count = |men: Bitboard| (own & men).count() as u8;
        Self {
            men: own.count() as u8,
            pawns: count(board.pawns()),
            pieces: [
                count(board.by_role(Role::Queen)),
                count(board.by_role(Role::Rook)),
                count(board.by_role(Role::Knight)),
                count(board.by_role(Role::Bishop) & Bitboard::LIGHT_SQUARES),
                count(board.by_role(Role::Bishop) & Bitboard::DARK_SQUARES),
            ],
        }
    }

    /// How many pieces and pawns are lost on the way from these to others; `None` if there is no way.
    fn lost(&self, to: &Self) -> Option<u8> {
        let gone = self.pawns.checked_sub(to.pawns)?;
        let pieces = self.pieces.iter().zip(&to.pieces);
        let promoted: u8 = pieces.map(|(from, to)| to.saturating_sub(*from)).sum();
        let lost = self.men.checked_sub(to.men)?;
        (promoted <= gone).then_some(lost)
    }
}

/// The squares on which a pawn of a side may have stood, if it has captured at most this often since then.
fn origins(pawn: Square, side: Color, captures: u32) -> Bitboard {
    let mut all = Bitboard::EMPTY;
    for from in Bitboard::FULL {
        let files = pawn.file().distance(from.file());
        let ranks = match side {
            Color::White => pawn.rank().to_u32().checked_sub(from.rank().to_u32()),
            Color::Black => from.rank().to_u32().checked_sub(pawn.rank().to_u32()),
        };
        if ranks.is_some_and(|ranks| files <= ranks && files <= captures) {
            all.add(from);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::position;

    fn can_come(from: &str, to: &str) -> bool {
        let board = |fen: &str| position(fen).unwrap().board().clone();
        Wanted::new(&board(to)).can_come(&board(from))
    }

    #[test]
    fn pawns_do_not_go_back_and_change_files_by_captures_only() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        const E3: &str = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert!(can_come(START, E4) && can_come(START, E3) && can_come(E3, E4));
        assert!(!can_come(E4, E3) && !can_come(E4, START));
        // exd5 Qxd5: White's pawn went from e4 to d5 by the capture of a pawn.
        const D5: &str = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        assert!(can_come(E4, D5) && !can_come(D5, E4));
        // Nothing was captured: the pawn of the c-file cannot be one of the d-file.
        let (c, d) = (
            "4k3/8/8/8/8/2P5/8/4K3 w - - 0 1",
            "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1",
        );
        assert!(!can_come(c, d));
        assert!(can_come("4k3/8/8/n7/8/2P5/8/4K3 w - - 0 1", d));
    }

    #[test]
    fn men_do_not_come_back_unless_pawns_become_them() {
        let to = |men: &str| format!("4k3/8/8/8/8/8/8/{men} w - - 0 1");
        assert!(can_come("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", &to("QR2K3")));
        assert!(!can_come(&to("Q3K3"), &to("R3K3")));
        // A bishop stays on squares of its colour.
        assert!(!can_come(&to("B3K3"), &to("1B2K3")));
    }
}
