//! The one reader of comments: it turns their texts into clock times, times spent, evaluations and depths, reports of engines, and
//! coloured squares and arrows.
//!
//! Not part of the format.
//!
//! Values stand in commands such as `[%clk 0:03:00]` ([`commands`]) or in the report of an engine such as `+0.25/12 3.1s` ([`report`]).
//! Programs write some of them in ways that mean different things, so reading has two steps. The first reads each comment alone and says
//! what stands there: in `1:30`, two numbers with a colon. The second looks at the whole game, its time control and its other comments, and
//! says what is meant. Where both readings stay possible there is no value.
//!
//! Games are read this way whether they come from text or from an archive. The templates of the codec ([`crate::parts::comment`]) serve
//! storage alone: the text of a comment is put together from them before it is read.

mod budget;
mod eval;
mod mark;
mod number;
mod report;
mod time;

#[cfg(test)]
mod dialects;
#[cfg(test)]
mod tests;

use super::Comment;
use crate::parts::comment::{Gives, commands};
use budget::Budget;
pub use mark::Mark;
pub use report::EngineInfo;
pub(super) use report::{engine_infos, is_book};
use time::Time;

/// A comment that is being read.
#[derive(Default)]
pub(super) struct Unread {
    pub comment: Comment,
    /// How many plies of the main line stand before it; `None` in a variation.
    pub plies: Option<usize>,
}

/// What the commands of a comment say, taken alone.
#[derive(Clone, Copy, Default)]
struct Said {
    clock: Option<Time>,
    spent: Option<Time>,
    eval: Option<eval::Said>,
}

impl Said {
    /// Of several values of the same kind, the first counts that can be read.
    fn of(text: &[u8]) -> Self {
        let mut said = Self::default();
        for command in commands(text) {
            let value = command.value;
            match Gives::of(command.name) {
                Some(Gives::Clock) => said.clock = said.clock.or_else(|| Time::read(value)),
                Some(Gives::Spent) => said.spent = said.spent.or_else(|| Time::read(value)),
                Some(Gives::Tenths) => said.spent = said.spent.or_else(|| Time::of_tenths(value)),
                Some(Gives::Eval) => said.eval = said.eval.or_else(|| eval::Said::read(value)),
                None => {}
            }
        }
        said
    }
}

/// Fills in the values of a game's comments, which have their texts. `control` is the tag `TimeControl`.
pub(super) fn read(comments: &mut [Unread], control: Option<&[u8]>) {
    let said: Vec<_> = comments
        .iter()
        .map(|unread| Said::of(&unread.comment.text))
        .collect();
    let main_line = || {
        let both = comments.iter().zip(&said);
        both.filter_map(|(unread, said)| Some((unread.plies?, said)))
    };
    let budget = control.and_then(Budget::of);
    let clocks: Vec<_> = main_line()
        .filter_map(|(plies, said)| Some((plies, said.clock?)))
        .collect();
    let spent: Vec<_> = main_line()
        .filter_map(|(plies, said)| Some((plies, said.spent?)))
        .collect();
    let clocks = time::Meaning::of_clocks(&clocks, budget);
    let spent = time::Meaning::of_spent(&spent, budget);
    let evals = eval::Meaning::of(main_line().filter_map(|(_, said)| said.eval));
    for (unread, said) in comments.iter_mut().zip(said) {
        let comment = &mut unread.comment;
        comment.clock = said.clock.and_then(|time| clocks.millis(time));
        comment.spent = said.spent.and_then(|time| spent.millis(time));
        comment.eval = said.eval.and_then(|eval| evals.eval(eval));
        comment.depth = said.eval.and_then(|eval| evals.depth(eval));
    }
}
