//! Which template the next text has: guessed from where it stands and from what was there before.
//!
//! Format: "Streams comments, numbers and lines".

use entropy::Code;
use model::number::{Decisions, hash, place};

use super::comment_cursor::{CommentCursor, NEAR, behind};
use crate::block::game::{Game, Item};

/// Contexts that remember symbols.
const MEMORIES: usize = 3;
/// Symbols that each of them remembers, the latest first.
const DEPTH: usize = 3;
/// No more symbols are tried.
const MOST_TRIED: usize = 6;
/// Bits of the number of a row.
const ROWS: u32 = 10;

/// What is known of a text before it is coded.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Contexts that remember, each by its own rows.
    pub keys: [u32; MEMORIES],
    /// The glyph before it and what comes behind it.
    pub look: u32,
    /// Whether the game ends behind it.
    pub last: bool,
}

/// Symbols: 0 for no template, others for one.
#[derive(Clone)]
pub(super) struct Choice {
    rows: Vec<[u32; DEPTH]>, // symbol + 1; 0 is empty
    hits: Decisions<6>,
}

/// A symbol that may come next, and who says so, one bit for each place of each memory.
#[derive(Clone, Copy, Default)]
struct Candidate {
    symbol: u32,
    sources: u32,
}

impl Choice {
    /// Nothing known.
    pub fn new() -> Self {
        Self {
            rows: vec![[0; DEPTH]; MEMORIES << ROWS],
            hits: Decisions::new(14),
        }
    }

    fn row(&mut self, memory: usize, key: u32) -> &mut [u32; DEPTH] {
        &mut self.rows[memory << ROWS | place(key, ROWS)]
    }

    /// Codes a symbol below `count`, which is at least 1.
    pub fn code(&mut self, coder: &mut impl Code, spot: &Spot, symbol: u32, count: u32) -> u32 {
        let mut list = [Candidate::default(); MEMORIES * DEPTH];
        let mut length = 0;
        for (memory, &key) in spot.keys.iter().enumerate() {
            let row = *self.row(memory, key);
            for (depth, symbol) in row.into_iter().enumerate() {
                let Some(symbol) = symbol.checked_sub(1) else {
                    break;
                };
                let source = 1 << (memory * DEPTH + depth);
                let known = list[..length]
                    .iter_mut()
                    .find(|known| known.symbol == symbol);
                match known {
                    Some(known) => known.sources |= source,
                    None => {
                        list[length] = Candidate {
                            symbol,
                            sources: source,
                        };
                        length += 1;
                    }
                }
            }
        }
        let tried = &list[..length.min(MOST_TRIED)];
        let all = tried
            .iter()
            .fold(0, |all, tried| hash(&[all, tried.sources]));
        let mut found = None;
        for (place, candidate) in tried.iter().enumerate() {
            let place = place as u32;
            let Candidate {
                symbol: id,
                sources,
            } = *candidate;
            let contexts = [
                hash(&[1, spot.keys[0], id]),
                hash(&[2, spot.keys[1], id]),
                hash(&[3, spot.keys[2], id]),
                hash(&[4, all, place]),
                hash(&[5, spot.look, id]),
                hash(&[6, sources, place]),
            ];
            if self
                .hits
                .bit(coder, contexts, sources & 0b1001001, id == symbol)
            {
                found = Some(id);
                break;
            }
        }
        let symbol =
            found.unwrap_or_else(|| coder.uniform(u64::from(symbol), u64::from(count)) as u32);
        for (memory, key) in spot.keys.into_iter().enumerate() {
            let row = self.row(memory, key);
            let place = row.iter().position(|&known| known == symbol + 1);
            row[..=place.unwrap_or(DEPTH - 1)].rotate_right(1);
            row[0] = symbol + 1;
        }
        symbol
    }
}

/// Where a text stands: two contexts, of all that is around it and of what matters most.
///
/// `eval` is the number of the first evaluation behind it.
pub(super) fn surroundings(
    game: &Game,
    follow: &CommentCursor,
    item: usize,
    eval: usize,
) -> [u32; 2] {
    let before = game.items[..item].iter().rev().take(NEAR);
    let nth = before.take_while(|item| **item == Item::Comment).count();
    let behind_move = item > nth && game.items[item - nth - 1] == Item::Move;
    let ply = follow.plies().checked_sub(1).filter(|_| behind_move);
    let glyphs = ply
        .and_then(|ply| game.plies.get(ply))
        .map_or(0, |ply| text(game.get(ply.glyphs)));
    let next = match behind(game, item) {
        Some((_, Item::End)) => {
            let tag = |name| game.tag(name).map_or(0, text);
            let over = u32::from(game.main_line.over);
            hash(&[3, tag(b"Result"), tag(b"Termination"), over])
        }
        Some((_, Item::Open)) => 2,
        _ => 1,
    };
    let mates = [eval.checked_sub(1), Some(eval)].map(|at| {
        let eval = at.and_then(|at| game.evals.get(at));
        eval.map_or(0, |eval| {
            u32::from(eval.mate) << 1 | u32::from(eval.mate && eval.value < 0)
        })
    });
    let look = hash(&[glyphs, next]);
    [hash(&[look, nth as u32, mates[0], mates[1]]), look]
}

/// Whether the game ends behind the comment of this number.
pub(super) fn ends(game: &Game, item: usize) -> bool {
    matches!(behind(game, item), Some((_, Item::End)))
}

fn text(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(7, |state, &byte| hash(&[state, byte.into()]))
}
