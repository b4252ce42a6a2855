//! Trained weights that do not learn, added up beforehand: views that share what their indices are made of have one table.
//!
//! Speed only: archives do not depend on it.

mod ground;

pub(in crate::streams::moves::linear) use ground::{CachedSum, MoveSum, PieceSum, PositionSum};

use super::views::{BASES, LEARNING, SIZES, ahead, seen_from};

/// The weights of the views that do not learn, in units of 2^-4 bit. Tables are as long as their indices can say, so that none need be
/// checked. Which tables a view is in tells [`Sums::new`].
#[derive(Clone)]
pub(super) struct Sums {
    /// For each phase and king's square, by role and square to: from their king, from ours.
    kings: [Vec<Squares<i8>>; 2],
    /// For each phase, by role and square to.
    squares: [Squares<i8>; 4],
    /// For each kind and square of the last move, by square to.
    answers: Vec<[i8; 64]>,
    /// For each kind of the last move and role, by distance.
    distances: Vec<[i8; 16]>,
    /// For each phase, calm, balance and check, by role, captured, danger at to.
    captures: Vec<Captures>,
    /// Tables that all positions use.
    tables: Box<Tables>,
    /// By castling rights, role, square from, phase.
    pieces: Vec<i16>,
    /// For each phase, by kind of move.
    kinds: [[i8; 16]; 4],
    /// By calm, role, captures: how much more a move back is.
    backs: [[[i16; 2]; 6]; 8],
}

/// Tables in one piece, so that one address is enough to reach them.
#[derive(Clone)]
struct Tables {
    /// By rating, role, residual threat, danger at from, captured, danger at to.
    dangers: [i16; 1 << 16],
    /// By role, captured, danger at to, check, attacked and covered how often.
    crowds: [i16; 1 << 13],
    /// By role, targets, danger at to.
    targets: [i8; 1 << 11],
    /// By role, and pawns nearby or squares near their king.
    pawns: [i8; 1 << 10],
    nears: [i8; 1 << 10],
    /// By role and pawns around.
    rings: [i8; 1 << 16],
    runs: [i8; 1 << 9],
}

/// By role from 0 and square.
type Squares<T> = [T; 512];
/// By role from 0, captured, danger at to.
type Captures = [i16; 256];

impl Sums {
    /// From the bytes of the file after those of the views that learn.
    pub fn new(bytes: &[u8]) -> Self {
        let bytes: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        let view = |view: usize| &bytes[BASES[view] - BASES[LEARNING]..][..SIZES[view]];
        let wide = |weight: i8| i16::from(weight);
        Self {
            kings: [13, 14].map(|at| kings(view(at))),
            squares: rows(view(24), 384, padded),
            answers: view(6).chunks(64).map(padded).collect(),
            distances: view(11).chunks(9).map(padded).collect(),
            captures: (0..512)
                .map(|row| captures([12, 20, 18, 19].map(view), row))
                .collect(),
            tables: Box::new(Tables::new(&view)),
            pieces: (0..SIZES[17])
                .map(|at| {
                    let r = at / 128 % 6;
                    // Pieces but pawns have one weight each instead of a run.
                    let run = if r == 0 { 0 } else { view(21)[384 + r] };
                    wide(view(17)[at]) + wide(run)
                })
                .collect(),
            kinds: rows(view(12), 10, padded),
            backs: [0, 1, 2, 3, 4, 5, 6, 7].map(|calm: usize| {
                [0, 1, 2, 3, 4, 5].map(|r: usize| {
                    [0, 1].map(|takes: usize| {
                        let at = (calm * 6 + r) * 2 + takes;
                        wide(view(20)[96 + at]) - wide(view(20)[at])
                    })
                })
            }),
        }
    }
}

impl Tables {
    /// From the weights of each view.
    fn new<'a>(view: &impl Fn(usize) -> &'a [i8]) -> Self {
        let wide = |weight: i8| i16::from(weight);
        Self {
            dangers: *table(|at: usize| {
                let (captured, to) = (at >> 2 & 7, at & 3);
                let [rating, r, residual, from] =
                    [at >> 13, at >> 10 & 7, at >> 7 & 7, at >> 5 & 3];
                let taken = (rating * 6 + r) * 96 + captured * 16 + to * 4 + from;
                let left = ((rating * 6 + r) * 6 + residual) * 16 + to * 4 + from;
                let real = r < 6 && residual < 6 && captured < 6;
                real.then(|| wide(view(7)[taken]) + wide(view(8)[left]))
            }),
            crowds: *table(|at: usize| {
                let [r, captured, to] = [at >> 10, at >> 7 & 7, at >> 5 & 3];
                let [check, crowd] = [at >> 4 & 1, at & 15];
                let crowded = ((r * 6 + captured) * 4 + to) * 16 + crowd;
                let checked = r * 16 + check * 8 + to * 2 + usize::from(captured > 0);
                let real = r < 6 && captured < 6;
                real.then(|| wide(view(9)[crowded]) + wide(view(10)[checked]))
            }),
            targets: *table(|at: usize| {
                let (r, rest) = (at >> 8, at & 255);
                (r < 6 && rest < 196).then(|| view(16)[r * 196 + rest])
            }),
            pawns: padded(view(15)),
            nears: padded(view(23)),
            rings: *table(|at: usize| {
                let (r, ring) = (at >> 13, at & ((1 << 13) - 1));
                (r < 6 && ring < 6561).then(|| view(22)[ring * 6 + r])
            }),
            runs: padded(&view(21)[..384]),
        }
    }
}

/// A table from its entries, zero where there is none.
fn table<T: Copy + Default, const N: usize>(entry: impl Fn(usize) -> Option<T>) -> Box<[T; N]> {
    let mut table = Box::new([T::default(); N]);
    for (at, place) in table.iter_mut().enumerate() {
        *place = entry(at).unwrap_or_default();
    }
    table
}

/// A view in rows of so many weights.
fn rows<T, const N: usize>(view: &[i8], length: usize, row: impl Fn(&[i8]) -> T) -> [T; N] {
    std::array::from_fn(|at| row(&view[at * length..][..length]))
}

/// The view from a king, for each phase and square of the king, 64 if there is none.
fn kings(view: &[i8]) -> Vec<Squares<i8>> {
    let row = |phase: usize, king: u32| {
        let weight = |at: usize| {
            let (r, to) = (at >> 6, at as u32 & 63);
            let seen = match king {
                64 => 0,
                king => seen_from(king) + ahead(to),
            };
            (r < 6).then(|| view[(phase * 6 + r) * 225 + seen as usize])
        };
        *table(weight)
    };
    let phases = 0..4;
    phases
        .flat_map(|phase| (0..=64).map(move |king| row(phase, king)))
        .collect()
}

/// The row of a state: phase, calm, balance, check. Of the kinds of move there are two here.
fn captures([kinds, calms, balances, checks]: [&[i8]; 4], state: usize) -> Captures {
    let (phase, calm) = (state >> 7, state >> 4 & 7);
    let (balance, check) = (state >> 1 & 7, state & 1);
    *table(|at: usize| {
        let (r, capture) = (at >> 5, at & 31);
        let takes = usize::from(capture > 3);
        let weights = [
            kinds.get(phase * 10 + 6 * takes),
            calms.get((calm * 6 + r) * 2 + takes),
            balances.get((balance * 6 + r) * 24 + capture),
            checks.get((check * 6 + r) * 24 + capture),
        ];
        let real = r < 6 && capture < 24;
        real.then(|| weights.into_iter().flatten().map(|&w| i16::from(w)).sum())
    })
}

/// Zeros after a table.
pub(super) fn padded<T: Copy + Default, const N: usize>(values: &[T]) -> [T; N] {
    let mut table = [T::default(); N];
    table[..values.len()].copy_from_slice(values);
    table
}
