//! Static exchange evaluation: what a move wins or loses when both sides capture on its square.
//!
//! Format: "Exchange and threats".

use legal::sliders;

use super::view::{KING, PAWN, View, WORTH, reach};

impl View {
    /// Static exchange evaluation, in pawns: the best the mover gets when both sides take on `to`, the cheapest piece first, and
    /// may stop. `gain` is what the move itself takes; afterwards `role` stands on `to`.
    #[inline(always)]
    pub(super) fn exchange(
        &self,
        from: u32,
        to: u32,
        role: usize,
        gain: i32,
        en_passant: bool,
    ) -> i32 {
        let mut occupied = self.occupied ^ 1 << from;
        if en_passant {
            occupied ^= 1 << (to - 8);
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        if attackers & self.opponent == 0 {
            return gain;
        }
        // Sliders behind other pieces (X-ray attackers).
        let (diagonals, straights) = self.sliders();
        let mut hidden = [
            sliders::diagonals(to) & diagonals,
            sliders::straights(to) & straights,
        ];
        let behind = (hidden[0] | hidden[1]) & occupied & !attackers;
        if behind == 0 {
            if attackers & self.own == 0 {
                return gain - WORTH[role];
            }
            hidden = [0; 2];
        }
        let mut gains = [0; 33];
        gains[0] = gain;
        let mut depth = 0;
        let mut on_square = WORTH[role];
        let mut sides = [self.opponent, self.own];
        loop {
            let side = sides[depth & 1];
            let takers = attackers & side;
            if takers == 0 || depth + 1 == gains.len() {
                break;
            }
            let (cheapest, takers) = self.cheapest(takers);
            if cheapest == KING && attackers & sides[1 - (depth & 1)] != 0 {
                break; // a king may not take what is covered
            }
            depth += 1;
            gains[depth] = on_square - gains[depth - 1];
            if gains[depth].max(-gains[depth - 1]) < 0 {
                break; // whoever takes now loses, whatever follows
            }
            on_square = WORTH[cheapest];
            let taker = takers & takers.wrapping_neg();
            occupied ^= taker;
            sides = [sides[0] & !taker, sides[1] & !taker];
            if hidden[0] != 0 && matches!(cheapest, PAWN | 2 | 4) {
                attackers |= reach(2, to, occupied) & hidden[0];
            }
            if hidden[1] != 0 && matches!(cheapest, 3 | 4) {
                attackers |= reach(3, to, occupied) & hidden[1];
            }
            attackers &= occupied;
        }
        while depth > 0 {
            gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
            depth -= 1;
        }
        gains[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::{Position, Variant};

    #[test]
    fn both_sides_take_while_it_pays() {
        let value = |fen, from: u32, to: u32| {
            let position = Position::from_fen(fen, Variant::Standard).unwrap();
            let view = View::new(&position, &position.legal_moves());
            let role = view.role_at(from);
            let gain = (0..5)
                .find(|&role| view.planes[6 + role] >> to & 1 == 1)
                .map_or(0, |role| WORTH[role]);
            view.exchange(from, to, role, gain, false)
        };
        // Rook takes a loose pawn; a covered one.
        assert_eq!(value("4k3/8/8/4p3/8/8/8/4R1K1 w - - 0 1", 4, 36), 1);
        assert_eq!(value("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", 4, 36), -4);
        // A second rook behind the first.
        assert_eq!(value("4k3/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", 12, 36), 1);
        // A queen that steps before a pawn.
        assert_eq!(value("6k1/8/3p4/8/8/8/4Q3/6K1 w - - 0 1", 12, 36), -9);
    }
}
