//! How large the groups of a block are made.
//!
//! Format: "What a writer chooses".

use game::parts::{GameParts, tag_section};
use legal::Variant;
use streams::moves::{Kind, Setting, is_known};

/// The least bytes of text in a group, unless it is the last. This bounds the overhead of groups.
pub(super) const LEAST_TEXT: u64 = 1 << 12;

/// How large the groups of a block are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grouping {
    /// Games in the first group, at least 1.
    pub first: u32,
    /// Games in any other, at least 1.
    pub games: u32,
    /// Bytes of text with which a group closes before it has so many games.
    pub bytes: u64,
}

impl Grouping {
    /// Games in a group by default.
    pub const GAMES: u32 = 128;

    /// Groups of this many games, and of fewer where games are long. The first has twice as many, because the others begin with what the
    /// models have learned from it.
    #[must_use]
    pub const fn of(games: u32) -> Self {
        Self {
            first: games.saturating_mul(2),
            games,
            bytes: 4 << 20,
        }
    }

    /// Adapted to the kind of games:
    ///
    /// - Larger groups for variants that no network knows, because everything has to be learned from the first group.
    /// - A smaller first group for online games by players who are not masters: most of them, names of openings included, is known.
    /// - A larger first group for other games with comments, because every annotator and every engine writes differently.
    /// - Much larger groups for opening lines and puzzles. They have so few moves that 4,096 of them are decoded in the time of some
    ///   hundreds of games.
    pub(super) fn adapted_to(self, games: &[&[u8]]) -> Self {
        const LOOKED_AT: usize = 16;
        const UNKNOWN: u32 = 8;
        const COMMENTED: u32 = 2;
        const SHORT: u32 = 16;
        /// Shorter movetext is that of an opening line or a puzzle.
        const SHORT_BYTES: usize = 128;
        let (mut unknown, mut online, mut commented, mut short, mut looked_at) = (0, 0, 0, 0, 0);
        for text in games.iter().take(LOOKED_AT) {
            let mut game = GameParts::default();
            let movetext = tag_section::split_tags(text, &mut game);
            let variant = game.tag(b"Variant").and_then(Variant::from_tag);
            let setting = Setting::from_tags(|name| game.tag(name));
            unknown += usize::from(variant.is_some_and(|variant| !is_known(variant)));
            online += usize::from(setting.kind() == Kind::Online);
            commented += usize::from(text[movetext..].contains(&b'{'));
            short += usize::from(text.len() - movetext < SHORT_BYTES);
            looked_at += 1;
        }
        let of = |first, games| Self {
            first,
            games,
            ..self
        };
        let Self { first, games, .. } = self;
        if 2 * short > looked_at {
            of(first.saturating_mul(SHORT), games.saturating_mul(SHORT))
        } else if 2 * unknown > looked_at {
            of(first.saturating_mul(UNKNOWN), games.saturating_mul(UNKNOWN))
        } else if 2 * online > looked_at {
            of(games - games / 4, games)
        } else if 2 * commented > looked_at {
            of(first.saturating_mul(COMMENTED), games)
        } else {
            self
        }
    }

    /// Splits games into groups.
    pub(super) fn split<'a, 't>(self, games: &'a [&'t [u8]]) -> Vec<&'a [&'t [u8]]> {
        let mut groups = Vec::new();
        let (mut start, mut bytes) = (0, 0);
        for (at, game) in games.iter().enumerate() {
            bytes += game.len() as u64;
            let most = if start == 0 { self.first } else { self.games };
            let is_full = at + 1 - start >= most as usize || bytes >= self.bytes;
            if is_full && bytes >= LEAST_TEXT || at + 1 == games.len() {
                groups.push(&games[start..=at]);
                (start, bytes) = (at + 1, 0);
            }
        }
        groups
    }
}

impl Default for Grouping {
    fn default() -> Self {
        Self::of(Self::GAMES)
    }
}
