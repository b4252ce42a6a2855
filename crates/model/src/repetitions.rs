//! How often a position has stood on the board.
//!
//! Format: "When games end".

use std::collections::HashMap;

/// So many positions are compared one by one, which is the quickest way for nearly every game; more are counted in a table.
const COMPARED: usize = 64;

/// Counts how often the position on the board has stood there since the last capture or pawn move, by the halfmove clock.
///
/// A ply takes the same time however long the game is, and memory is kept for the plies since the last capture or pawn move only.
///
/// ```
/// use legal::{Position, san};
/// use model::repetitions::Repetitions;
///
/// let mut position = Position::standard();
/// let mut repetitions = Repetitions::default();
/// repetitions.step(position.hash(), position.halfmoves());
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let legal = position.legal_moves();
///     let index = san::read(text.as_bytes(), &position, &legal).unwrap();
///     position.play(legal[index]);
///     repetitions.step(position.hash(), position.halfmoves());
/// }
/// assert_eq!(repetitions.times(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    /// The first positions since the last capture or pawn move, [`COMPARED`] at most.
    first: Vec<u64>,
    /// All of them with their numbers, once there are more. Its hashing is keyed, for whoever wrote the game may know the hashes.
    counts: HashMap<u64, u32>,
    times: usize,
}

impl Repetitions {
    /// Forgets the game.
    pub fn clear(&mut self) {
        self.first.clear();
        if !self.counts.is_empty() {
            self.counts = HashMap::new();
        }
        self.times = 0;
    }

    /// Goes on to the next position of a game, the first included; `halfmoves` is its halfmove clock.
    pub fn step(&mut self, hash: u64, halfmoves: u32) {
        // The clock either grows by one or begins again, so nothing before this position counts any more.
        if halfmoves == 0 {
            self.clear();
        }
        if self.first.len() < COMPARED {
            self.first.push(hash);
            self.times = self.first.iter().filter(|&&other| other == hash).count();
            return;
        }
        if self.counts.is_empty() {
            for &hash in &self.first {
                *self.counts.entry(hash).or_default() += 1;
            }
        }
        let times = self.counts.entry(hash).or_default();
        *times = times.saturating_add(1);
        self.times = *times as usize;
    }

    /// How often the position on the board has stood there, this time among them; 0 before the first.
    #[must_use]
    pub fn times(&self) -> usize {
        self.times
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::{Position, Role, Variant};
    use proptest::prelude::*;

    /// The definition, which looks at all positions at every ply.
    fn plain(positions: &[u64], halfmoves: u32) -> usize {
        let since = positions.len().saturating_sub(halfmoves as usize + 1);
        let last = positions.last();
        let met = positions[since..].iter().filter(|&hash| Some(hash) == last);
        met.count()
    }

    const STARTS: [(Variant, &str); 7] = [
        (
            Variant::Standard,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (Variant::Standard, "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 40"),
        (Variant::Standard, "4k3/8/8/8/8/8/8/4K3 b - - 100 400"),
        (Variant::Standard, "1n2k3/8/8/8/8/8/8/4K1N1 w - - 9999 9999"),
        (
            Variant::Crazyhouse,
            "4k3/8/8/8/8/8/8/4K3[QRnnpP] w - - 75 90",
        ),
        (
            Variant::ThreeCheck,
            "4k1n1/8/8/8/8/8/8/1N2K3 w - - 50 60 +0+1",
        ),
        (
            Variant::RacingKings,
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 7 9",
        ),
    ];

    proptest! {
        /// Games that mostly move kings and knights to and fro, with null moves, and captures and pawn moves now and then.
        #[test]
        fn counts_are_those_of_the_plain_definition(
            start in 0..STARTS.len(),
            seed: u64,
            plies in 0usize..600,
            rash in 1u64..60,
        ) {
            let (variant, fen) = STARTS[start];
            let mut position = Position::from_fen(fen, variant).unwrap();
            let mut random = seed;
            let mut draw = |below: u64| {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                (random >> 33) % below
            };
            let (mut all, mut counted) = (Vec::new(), Repetitions::default());
            for _ in 0..=plies {
                all.push(position.hash());
                counted.step(position.hash(), position.halfmoves());
                prop_assert_eq!(counted.times(), plain(&all, position.halfmoves()));
                if let Some(passed) = position.pass().filter(|_| draw(50) == 0) {
                    position = passed;
                    continue;
                }
                let legal = position.legal_moves();
                let any = draw(rash) == 0;
                let calm = |m: &legal::Move| !m.is_capture() && m.role() != Role::Pawn;
                let moves: Vec<_> = legal.iter().filter(|m| any || calm(m)).collect();
                if moves.is_empty() {
                    break;
                }
                // Few of them, so that positions come again.
                position.play(moves[draw(moves.len().min(3) as u64) as usize]);
            }
        }
    }

    #[test]
    fn a_million_plies_without_a_capture_are_counted_at_once() {
        let mut repetitions = Repetitions::default();
        for ply in 0..1_000_000u32 {
            repetitions.step(u64::from(ply % 4), ply);
        }
        assert_eq!(repetitions.times(), 250_000);
        repetitions.step(3, 0);
        assert_eq!((repetitions.times(), repetitions.counts.capacity()), (1, 0));
    }
}
