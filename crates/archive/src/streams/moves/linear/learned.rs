//! Trained weights that go on learning in every block. Trained weights know chess; what is left to learn are the habits of the block,
//! where views say much about few moves: the books, the opening, and the ways of pieces.
//!
//! Format: "Stream moves".

use super::sums::padded;
use super::views::{BASES, LEARNING, SIZES};
use entropy::TOTAL;
use model::chosen::{LANES, chosen};
use model::simd::fetch;

/// The step at a miss of the whole share, in units of 2^-11 bit.
const RATE: i32 = 90;
/// Moves with a smaller share that were not played are left alone.
const SMALL: u32 = 364;
/// A byte of the file counts 2^-4 bit.
pub(super) const BYTE_SHIFT: u32 = 7;

/// Weights of the first views, in units of 2^-11 bit. Tables are as long as their indices can say, so that none need be checked.
#[derive(Clone)]
pub(super) struct Learned {
    books: [[i16; 64]; 2],
    openings: Box<[i16; 1 << 16]>,
    /// For each role and square of the opponent's last move, and of the mover's own, a row.
    rows: [Vec<Row>; 2],
    ways: Box<[i16; 1 << 15]>,
}

/// By role from 0 and square to.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Row([i16; 512]);

/// What tells where the weights of a position's moves lie.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// The rows: role from 0 and square of the last moves.
    pub rows: [u32; 2],
    /// Whether the position is one of the opening, which has a say then.
    pub early: bool,
    /// Whether each book knows the position.
    pub met: [bool; 2],
}

/// What tells where the weights of a move lie.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// Role from 0, square from and square to, in 15 bits; role and square to, in 9 bits.
    way: u16,
    row: u16,
    /// Position and move, hashed, in the opening.
    pub opening: u16,
    /// What the books say that know the position, in 6 bits.
    pub said: [u8; 2],
}

impl Entry {
    /// Of a move: role from 0, from, to.
    #[inline(always)]
    pub fn set_way(&mut self, [r, from, to]: [u32; 3]) {
        self.way = (r << 12 | from << 6 | to) as u16;
        self.row = (r << 6 | to) as u16;
    }

    #[inline(always)]
    fn way(&self) -> usize {
        usize::from(self.way) % (1 << 15)
    }

    #[inline(always)]
    fn row(&self) -> usize {
        usize::from(self.row) % 512
    }
}

impl Learned {
    /// From the bytes of the file.
    pub fn new(bytes: &[u8]) -> Self {
        let view = |view: usize| -> Vec<i16> {
            let bytes = bytes[BASES[view]..][..SIZES[view]].iter();
            bytes
                .map(|&byte| i16::from(byte as i8) << BYTE_SHIFT)
                .collect()
        };
        let rows = |at: usize| {
            let rows = view(at);
            rows.chunks(384).map(|row| Row(padded(row))).collect()
        };
        const { assert!(LEARNING == 6) };
        Self {
            books: [padded(&view(0)), padded(&view(1))],
            openings: Box::new(padded(&view(2))),
            rows: [rows(3), rows(4)],
            ways: Box::new(padded(&view(5))),
        }
    }

    /// The weights for the moves of a position.
    #[inline(always)]
    pub fn of<'a>(&'a self, context: &'a Context) -> Weights<'a> {
        let [last, own] = context.rows;
        Weights {
            learned: self,
            context,
            rows: [&self.rows[0][last as usize], &self.rows[1][own as usize]],
        }
    }

    /// Asks for the rows that will soon be needed.
    #[inline(always)]
    pub fn fetch_rows(&self, [last, own]: [u32; 2]) {
        fetch(&self.rows[0][last as usize]);
        fetch(&self.rows[1][own as usize]);
    }

    /// Asks for a weight that will soon be needed.
    #[inline(always)]
    pub fn fetch_opening(&self, opening: u16) {
        fetch(&self.openings[usize::from(opening)]);
    }

    /// Moves weights along the gradient of the cost: up by what the move's share lacked of one, down by its share.
    #[inline(always)]
    pub fn learn(&mut self, context: &Context, moves: &[Entry], widths: &[u32], played: usize) {
        let [last, own] = &mut self.rows;
        let mut rows = [
            &mut last[context.rows[0] as usize],
            &mut own[context.rows[1] as usize],
        ];
        // Most moves are left, but which ones cannot be predicted.
        let chunks = widths.chunks(LANES).zip(moves.chunks(LANES));
        for (chunk, (widths, moves)) in chunks.enumerate() {
            let played = played.wrapping_sub(chunk * LANES);
            for at in chosen(widths, |width| width > SMALL).with(played) {
                let (Some(entry), Some(&width)) = (moves.get(at), widths.get(at)) else {
                    break;
                };

                let step = step(RATE, width, at == played);
                let add = |weight: &mut i16| *weight = weight.saturating_add(step);
                for row in &mut rows {
                    add(&mut row.0[entry.row()]);
                }
                add(&mut self.ways[entry.way()]);
                if context.early {
                    add(&mut self.openings[usize::from(entry.opening)]);
                }
                for ((book, said), met) in self.books.iter_mut().zip(entry.said).zip(context.met) {
                    if met {
                        add(&mut book[usize::from(said % 64)]);
                    }
                }
            }
        }
    }
}

/// The weights for the moves of a position.
pub(super) struct Weights<'a> {
    learned: &'a Learned,
    context: &'a Context,
    rows: [&'a Row; 2],
}

impl Weights<'_> {
    /// The sum of a move's weights, but for the rare ones.
    #[inline(always)]
    pub fn sum(&self, entry: &Entry) -> i32 {
        i32::from(self.rows[0].0[entry.row()])
            + i32::from(self.rows[1].0[entry.row()])
            + i32::from(self.learned.ways[entry.way()])
    }

    /// Adds the weights of the opening and of books, shifted, to the sums of the others. What books that do not know the position would
    /// add is the same for all moves, and left out.
    #[inline(always)]
    pub fn add_rare(&self, moves: &[Entry], sums: &mut [i32], shift: u32) {
        if self.context.early {
            for (sum, entry) in sums.iter_mut().zip(moves) {
                *sum += i32::from(self.learned.openings[usize::from(entry.opening)]) << shift;
            }
        }
        for (at, book) in self.learned.books.iter().enumerate() {
            if self.context.met[at] {
                for (sum, entry) in sums.iter_mut().zip(moves) {
                    *sum += i32::from(book[usize::from(entry.said[at] % 64)]) << shift;
                }
            }
        }
    }
}

/// The step of a move's weights: `rate` at a miss of the whole share.
#[inline]
pub(super) fn step(rate: i32, width: u32, played: bool) -> i16 {
    let target = if played { TOTAL as i32 } else { 0 };
    (((target - width as i32) * rate + (1 << 15)) >> 16) as i16
}
