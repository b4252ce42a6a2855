//! Predicts which template the next text has, from its place in the game and from the templates of earlier texts.
//!
//! Format: "Streams comments, numbers and lines".

use entropy::Code;
use model::candidates::{Candidate, LastSymbols};
use model::number::{Decisions, hash, place};

use super::comment_cursor::{CommentCursor, NEAR, after};
use game::parts::{GameParts, Item};

/// Number of contexts that remember symbols.
const MEMORIES: usize = 3;
/// Symbols that each of them remembers, the latest first.
const DEPTH: usize = 3;
/// At most so many symbols are tried.
const MOST_TRIED: usize = 6;
/// Rows of each context's table, as a power of two.
const ROWS: u32 = 10;

/// What is known of a text before it is coded.
#[derive(Clone, Copy)]
pub(super) struct TextContext {
    /// The contexts that remember symbols, each with its own rows.
    pub keys: [u32; MEMORIES],
    /// The glyph before it and what comes after it.
    pub nearest: u32,
    /// Whether the game ends after it.
    pub last: bool,
}

/// Model of templates as symbols: 0 for a new one, then one symbol for each template.
#[derive(Clone)]
pub(super) struct Choice {
    last: LastSymbols<DEPTH>,
    hits: Decisions<6>,
}

impl Choice {
    /// The state before the first text.
    pub fn new() -> Self {
        Self {
            last: LastSymbols::new(MEMORIES << ROWS),
            hits: Decisions::new(14),
        }
    }

    /// Codes a symbol below `count`, which is at least 1.
    pub fn code(
        &mut self,
        coder: &mut impl Code,
        spot: &TextContext,
        symbol: u32,
        count: u32,
    ) -> u32 {
        let rows: [usize; MEMORIES] =
            std::array::from_fn(|memory| memory << ROWS | place(spot.keys[memory], ROWS));
        let mut candidates = self.last.candidates(&rows);
        candidates.list.truncate(MOST_TRIED);
        let tried = candidates.list.iter();
        let all = tried.fold(0, |all, tried| hash(&[all, tried.sources]));
        let contexts = |place: usize, tried: &Candidate<u32>| {
            let Candidate { value: id, sources } = *tried;
            let place = place as u32;
            let contexts = [
                hash(&[1, spot.keys[0], id]),
                hash(&[2, spot.keys[1], id]),
                hash(&[3, spot.keys[2], id]),
                hash(&[4, all, place]),
                hash(&[5, spot.nearest, id]),
                hash(&[6, sources, place]),
            ];
            (contexts, sources & 0b1001001)
        };
        let found = candidates.code(coder, &mut self.hits, contexts, |&id| id == symbol);
        let symbol = match found {
            Some(at) => candidates.list[at].value,
            None => coder.uniform(u64::from(symbol), u64::from(count)) as u32,
        };
        self.last.learn(&rows, symbol);
        symbol
    }
}

/// Contexts of a text from its place in the game: one of everything around it, one of the most important part.
///
/// `eval` is the number of the first evaluation after it.
pub(super) fn surroundings(
    game: &GameParts,
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
    let next = match after(game, item) {
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
    let nearest = hash(&[glyphs, next]);
    [hash(&[nearest, nth as u32, mates[0], mates[1]]), nearest]
}

/// Whether the game ends after the comment of this number.
pub(super) fn ends(game: &GameParts, item: usize) -> bool {
    matches!(after(game, item), Some((_, Item::End)))
}

fn text(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(7, |state, &byte| hash(&[state, byte.into()]))
}
