//! The facts about a block's games that its header records: counts, range of dates, range of ratings.
//!
//! Format: "Summary".

/// Facts about one block, recorded in its header and in the index.
///
/// The block codec fills them in when encoding and uses them when decoding. They come from a file, so decoding must check them like
/// everything else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockFacts {
    /// Length of the text in bytes.
    pub text_bytes: u64,
    /// Games in the block, by the rule of `pgn::games`.
    pub games: u64,
    /// Moves by one player, in main lines and variations.
    pub plies: u64,
    /// Clock times.
    pub clocks: u64,
    /// Engine evaluations.
    pub evals: u64,
    /// Comments.
    pub comments: u64,
    /// First and last date as `yyyymmdd`, unknown parts 0; `None` where no game has a date.
    pub dates: Option<(u32, u32)>,
    /// Lowest and highest rating; `None` where no game has a rating.
    pub ratings: Option<(u16, u16)>,
}

impl BlockFacts {
    /// Merges the facts of another block into these, so that `self` describes both blocks.
    pub fn merge(&mut self, other: &Self) {
        self.text_bytes = self.text_bytes.saturating_add(other.text_bytes);
        self.games = self.games.saturating_add(other.games);
        self.plies = self.plies.saturating_add(other.plies);
        self.clocks = self.clocks.saturating_add(other.clocks);
        self.evals = self.evals.saturating_add(other.evals);
        self.comments = self.comments.saturating_add(other.comments);
        self.dates = union(self.dates, other.dates);
        self.ratings = union(self.ratings, other.ratings);
    }
}

/// The smallest range that holds both.
fn union<T: Ord>(a: Option<(T, T)>, b: Option<(T, T)>) -> Option<(T, T)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_widens_ranges_and_adds_counts() {
        let mut all = BlockFacts::default();
        all.merge(&BlockFacts {
            games: 2,
            dates: Some((20200101, 20210000)),
            ..BlockFacts::default()
        });
        all.merge(&BlockFacts {
            games: 3,
            dates: Some((20190000, 20200505)),
            ratings: Some((1500, 1600)),
            ..BlockFacts::default()
        });
        assert_eq!(all.games, 5);
        assert_eq!(all.dates, Some((20190000, 20210000)));
        assert_eq!(all.ratings, Some((1500, 1600)));
    }
}
