//! The bound of `huffman-simple-kings-pawn-optimal`, on boards built to need many bits.

use classic::Error;
use legal::{Board, Color, Role, Setup, Square};

use super::{bits_of, codec, comes_back, setup};

/// Boards built to be dear: pieces among pawns.
mod dear {
    use super::*;

    /// A board by random steps that make it longer, with the numbers of men as given.
    pub struct Climb {
        random: fastrand::Rng,
        squares: [Option<legal::Piece>; 64],
    }

    impl Climb {
        pub fn new(seed: u64, men: &[legal::Piece]) -> Self {
            let mut climb = Self {
                random: fastrand::Rng::with_seed(seed),
                squares: [None; 64],
            };
            for &man in men {
                loop {
                    let square = match man.role {
                        Role::Pawn => climb.random.usize(8..56),
                        _ => climb.random.usize(..64),
                    };
                    if climb.squares[square].is_none() {
                        climb.squares[square] = Some(man);
                        break;
                    }
                }
            }
            climb
        }

        pub fn setup(&self) -> Setup {
            let mut board = Board::empty();
            for (square, man) in Square::ALL.into_iter().zip(self.squares) {
                if let Some(man) = man {
                    board.set_piece_at(square, man);
                }
            }
            Setup {
                board,
                ..Setup::empty()
            }
        }

        /// The bits that the layout of rows or columns takes, the shorter.
        fn layout(&self) -> usize {
            let position = self.setup();
            let bits = |name| bits_of(name, &position);
            1 + bits("huffman-simple-kings-pawn-rows")
                .min(bits("huffman-simple-kings-pawn-columns"))
        }

        /// Swaps what stands on two squares, and swaps back if that made the layout shorter.
        pub fn climb(&mut self, steps: usize) -> usize {
            let mut best = self.layout();
            for _ in 0..steps {
                let [a, b] = [(); 2].map(|()| self.random.usize(..64));
                self.squares.swap(a, b);
                let outer = |at: usize| !(8..56).contains(&at);
                let pawn = |at: usize| self.squares[at].is_some_and(|man| man.role == Role::Pawn);
                let now = match [a, b].into_iter().any(|at| outer(at) && pawn(at)) {
                    true => 0,
                    false => self.layout(),
                };
                if now < best {
                    self.squares.swap(a, b);
                } else {
                    best = now;
                }
            }
            best
        }
    }

    /// The men of both sides after so many promotions, captured pawns and captured pieces, spread over both.
    pub fn men(promotions: usize, pawns_lost: usize, pieces_lost: usize) -> Vec<legal::Piece> {
        let mut men = Vec::new();
        for color in Color::ALL {
            let half = |n: usize| color.fold_wb(n.div_ceil(2), n / 2);
            let pawns = 8 - half(promotions) - half(pawns_lost);
            men.push(Role::King.of(color));
            men.extend([Role::Pawn.of(color)].repeat(pawns));
            let kinds = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];
            let first = [
                Role::Queen,
                Role::Rook,
                Role::Rook,
                Role::Knight,
                Role::Knight,
                Role::Bishop,
                Role::Bishop,
            ];
            let promoted = kinds.into_iter().cycle().take(half(promotions));
            let pieces: Vec<_> = first.into_iter().chain(promoted).collect();
            men.extend(
                pieces[half(pieces_lost)..]
                    .iter()
                    .map(|role| role.of(color)),
            );
        }
        men
    }
}

#[test]
fn pawn_optimal_never_takes_more_than_167_bits() {
    let codec = codec("huffman-simple-kings-pawn-optimal");
    let mut dearest = 0;
    for pawns_lost in 0..=6_usize {
        for pieces_lost in 0..=4 {
            // Each capture lets at most four pawns pass, one of which it may itself take.
            let most = (4 * (pawns_lost + pieces_lost)).saturating_sub(pawns_lost);
            for promotions in [0, most / 2, most] {
                if promotions + pawns_lost > 15 {
                    continue;
                }
                let men = dear::men(promotions, pawns_lost, pieces_lost);
                for seed in 0..2 {
                    let mut climb = dear::Climb::new(seed, &men);
                    dearest = dearest.max(climb.climb(400));
                    assert!(comes_back(codec, &climb.setup()) <= 167);
                }
            }
        }
    }
    // The layout alone would not have kept the bound.
    assert!(dearest >= 175, "{dearest}");
}

#[test]
fn pawn_optimal_keeps_its_bound_where_the_layout_alone_does_not() {
    let codec = codec("huffman-simple-kings-pawn-optimal");
    // No captures, no promotions, all pieces among pawns of every row and column: legal play leads here.
    let crowded = setup("4k3/1pn1rp1r/bb1pqPpn/2pP3p/p1P4P/PNQRpRPB/1PNBP3/4K3 w - - 0 1");
    let by = |name| bits_of(name, &crowded) + 1;
    assert!(
        by("huffman-simple-kings-pawn-rows").min(by("huffman-simple-kings-pawn-columns")) > 167
    );
    assert_eq!(comes_back(codec, &crowded), 163);
    // Twelve promoted pawns without a capture: dearer than the bound, and no game leads there.
    let men = dear::men(12, 0, 0);
    let mut climb = dear::Climb::new(1, &men);
    assert!(climb.climb(400) > 167);
    let error = codec.encode(&climb.setup()).unwrap_err();
    assert!(
        matches!(&error, Error::Refused(what) if what.contains("pawns are gone")),
        "{error}"
    );
}
