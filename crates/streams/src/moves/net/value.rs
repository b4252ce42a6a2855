//! The class of what a move wins or loses. Where it is certain, the exchange is not worked out.
//!
//! Format: "Rows and scalars".

use super::describe::Kind;
use super::piece_features::PieceFeatures;
use super::position_features::PositionFeatures;
use super::view::{KING, WORTH};

impl PositionFeatures<'_> {
    /// The class of what the move wins, in `0..5`: from losing a piece to winning one.
    #[inline(always)]
    pub(super) fn value<const ROLE: usize>(
        &self,
        piece: &PieceFeatures,
        to: u32,
        captured: usize,
        kind: Kind,
        danger: u32,
    ) -> u32 {
        let mut gain = GAIN[captured & 7];
        let mut becomes = ROLE;
        let taken = ROLE != KING && piece.taken >> to & 1 == 1;
        if let Kind::Promotion(role) = kind {
            gain += WORTH[role] - 1;
            becomes = role;
            if !taken {
                return class(gain);
            }
        } else {
            let certain = CERTAIN[ROLE][if taken { danger as usize & 3 | 4 } else { 0 }];
            let certain = certain[captured & 7];
            if certain != OPEN && kind == Kind::Ordinary || !taken {
                return u32::from(certain);
            }
        }
        let en_passant = kind == Kind::EnPassant;
        class(
            self.view
                .exchange(piece.from, to, becomes, gain, en_passant),
        )
    }
}

/// The value of the captured piece, in pawns.
pub(super) const GAIN: [i32; 8] = [1, 3, 3, 5, 9, 100, 0, 0];

/// The class of a gain in pawns.
#[inline(always)]
pub(super) const fn class(gain: i32) -> u32 {
    (gain > -3) as u32 + (gain > -1) as u32 + (gain > 0) as u32 + (gain > 2) as u32
}

/// Where the exchange must be worked out.
const OPEN: u8 = 255;

/// The class of the exchange, if it is certain, for each role, danger (plus 4 where the piece can be captured) and captured role. Bounds
/// for it: the mover loses at most the piece, and wins back at most the value of the cheapest piece that may capture it.
static CERTAIN: [[[u8; 8]; 8]; 6] = {
    let mut table = [[[OPEN; 8]; 8]; 6];
    let mut at = 0;
    while at < 6 * 8 * 8 {
        let (role, danger, captured) = (at / 64, at / 8 % 8, at % 8);
        let gain = GAIN[captured];
        // If it is captured by a pawn, or by the most valuable of the less valuable pieces.
        let most = match (danger, role) {
            (5, 1..KING) => gain - WORTH[role] + 1,
            (6, 4) => gain - WORTH[role] + 5,
            (6, 1..KING) => gain - WORTH[role] + 3,
            _ => gain,
        };
        if danger < 4 {
            table[role][danger][captured] = class(gain) as u8;
        } else if class(most) == class(gain - WORTH[role]) {
            table[role][danger][captured] = class(most) as u8;
        }
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::view::View;
    use super::*;
    use legal::History;
    use legal::{Move, Position};

    fn agree<const ROLE: usize>(seen: &PositionFeatures, view: &View, m: Move) {
        let Move::Normal {
            capture,
            promotion: None,
            ..
        } = m
        else {
            return;
        };
        let (from, to) = view.ends(m);
        let piece = PieceFeatures::new::<ROLE>(seen, from);
        let captured = capture.map_or(6, |role| role as usize - 1);
        let danger = view.danger(ROLE, to);
        let value = seen.value::<ROLE>(&piece, to, captured, Kind::Ordinary, danger);
        let exchange = view.exchange(from, to, ROLE, GAIN[captured], false);
        assert_eq!(value, class(exchange), "{m}");
    }

    #[test]
    fn what_is_certain_is_what_the_exchange_gives() {
        let mut random = 5u64;
        for _ in 0..60 {
            let (mut position, history) = (Position::standard(), History::default());
            for _ in 0..150 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let view = View::new(&position, &legal);
                let seen = PositionFeatures::new(&position, &view, &history);
                for &m in legal.as_slice() {
                    match m.role() as usize - 1 {
                        0 => agree::<0>(&seen, &view, m),
                        1 => agree::<1>(&seen, &view, m),
                        2 => agree::<2>(&seen, &view, m),
                        3 => agree::<3>(&seen, &view, m),
                        4 => agree::<4>(&seen, &view, m),
                        _ => {}
                    }
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position.play(legal[(random >> 33) as usize % legal.len()]);
            }
        }
    }
}
