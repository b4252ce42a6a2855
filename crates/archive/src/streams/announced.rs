//! Ends that a comment announces: `{White resigns} 1-0`.
//!
//! Format: "Stream structure".

use entropy::{Code, Counter};

/// So many games must have ended with the comment, which stood nowhere else meanwhile, before it is waited for.
const HABIT: u32 = 2;

/// The comment that announces the ends of games, and whether it does.
pub(super) struct Announced {
    /// The symbols of the comment and of what stands before it.
    comment: u32,
    after: u32,
    /// Games that ended so, up to the habit, since the comment last stood elsewhere.
    games: u32,
    /// Whether a game that ends does so with the comment, and whether it ends behind it.
    with: Counter,
    behind: Counter,
}

impl Announced {
    /// The state at the start of every block.
    pub fn new() -> Self {
        Self {
            comment: 0,
            after: 0,
            games: 0,
            with: Counter::new(),
            behind: Counter::new(),
        }
    }

    /// The comment that comes next if the main line ends behind two symbols, the newest first.
    pub fn expected(&self, last: [u32; 2]) -> Option<u32> {
        let waits = self.games >= HABIT && last[0] == self.after;
        waits.then_some(self.comment)
    }

    /// Codes whether an end is announced.
    pub fn with(&mut self, coder: &mut impl Code, announced: bool) -> bool {
        self.with.code(coder, announced)
    }

    /// Whether the comment was the last item.
    pub fn stands(&self, last: [u32; 2]) -> bool {
        self.games >= HABIT && last == [self.comment, self.after]
    }

    /// Codes whether the game ends behind the comment.
    pub fn behind(&mut self, coder: &mut impl Code, ends: bool) -> bool {
        self.behind.code(coder, ends)
    }

    /// Learns what came behind two symbols in the main line: the `end` or not. Only a `comment`, if the newest is one, announces it.
    pub fn learn(&mut self, last: [u32; 2], comment: bool, end: bool) {
        if !comment {
            return;
        }
        let same = last == [self.comment, self.after];
        match (same, end) {
            (true, true) => self.games = (self.games + 1).min(HABIT),
            (true, false) => self.games = 0,
            (false, true) => {
                [self.comment, self.after] = last;
                self.games = 1;
            }
            (false, false) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: u32 = 0;
    const END: u32 = 5;
    const CLOCK: u32 = 6;
    const RESIGNS: u32 = 7;

    /// What is expected behind the second item of a game, when others have been.
    fn expected(games: &[&[u32]], last: [u32; 2]) -> Option<u32> {
        let mut announced = Announced::new();
        for game in games {
            let mut last = [u32::MAX; 2];
            for &symbol in *game {
                announced.learn(last, last[0] >= CLOCK && last[0] < u32::MAX, symbol == END);
                last = [symbol, last[0]];
            }
        }
        announced.expected(last)
    }

    #[test]
    fn a_comment_that_ended_two_games_is_waited_for() {
        let game: &[u32] = &[MOVE, MOVE, RESIGNS, END];
        assert_eq!(expected(&[game], [MOVE, MOVE]), None);
        assert_eq!(expected(&[game, game], [MOVE, MOVE]), Some(RESIGNS));
        assert_eq!(expected(&[game, game], [RESIGNS, MOVE]), None);
        let silent: &[u32] = &[MOVE, MOVE, END];
        assert_eq!(expected(&[game, game, silent], [MOVE, MOVE]), Some(RESIGNS));
    }

    #[test]
    fn comments_behind_every_move_announce_nothing() {
        let game: &[u32] = &[MOVE, CLOCK, MOVE, CLOCK, END];
        assert_eq!(expected(&[game; 5], [MOVE, CLOCK]), None);
        let told: &[u32] = &[MOVE, CLOCK, MOVE, CLOCK, RESIGNS, END];
        assert_eq!(expected(&[told; 2], [MOVE, CLOCK]), None);
        assert_eq!(expected(&[told; 2], [CLOCK, MOVE]), Some(RESIGNS));
    }

    #[test]
    fn a_comment_that_stood_elsewhere_is_no_longer_waited_for() {
        let game: &[u32] = &[MOVE, MOVE, RESIGNS, END];
        let other: &[u32] = &[MOVE, RESIGNS, MOVE, END];
        assert_eq!(expected(&[game, game, other], [MOVE, MOVE]), None);
    }
}
