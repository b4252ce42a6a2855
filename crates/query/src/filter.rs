//! Filters: expressions prepared for many games.
//!
//! Not part of the format.

use crate::check::{Check, Memory};
use crate::expr::Expr;
use crate::fields::{Field, Kind, Known};
use crate::summary::Summary;
use crate::truth::{Truth, Truths};
use crate::{Conditions, Error};
use archive::{Columns, Game};

/// A filter of games.
///
/// ```
/// use archive::Game;
/// use query::{Filter, Truth};
///
/// let filter = Filter::parse("player = 'Carlsen' and date >= '2013-11'")?;
/// let game = Game::parse(b"[White \"Carlsen, Magnus\"]\n[Black \"Anand\"]\n[Date \"2013.11.22\"]\n\n*");
/// assert!(filter.matches(&game));
/// // Nobody knows whether that was in November.
/// let game = Game::parse(b"[White \"Carlsen, Magnus\"]\n[Black \"Anand\"]\n[Date \"2013.??.??\"]\n\n*");
/// assert_eq!(filter.truth(&game), Truth::Unknown);
/// assert!(!filter.matches(&game));
/// # Ok::<(), query::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    expr: Expr,
    ready: Ready,
    columns: Columns,
}

/// An expression with prepared tests.
#[derive(Clone, Debug)]
pub(crate) enum Ready {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    NotTrue(Box<Self>),
    Check(Check),
}

/// The filter without conditions: every game passes.
impl Default for Filter {
    fn default() -> Self {
        Self::new(Expr::And(Vec::new()))
    }
}

impl Filter {
    /// The filter of an expression.
    ///
    /// # Errors
    ///
    /// As for [`Expr::parse`].
    pub fn parse(expression: &str) -> Result<Self, Error> {
        Expr::parse(expression).map(Self::new)
    }

    /// The filter of the usual conditions.
    ///
    /// # Errors
    ///
    /// A condition cannot be read; the error names it.
    pub fn of(conditions: &Conditions) -> Result<Self, Error> {
        conditions.expr().map(Self::new)
    }

    /// The filter of a parsed expression.
    #[must_use]
    pub fn new(expr: Expr) -> Self {
        let mut columns = Columns::TAGS;
        expr.each_test(&mut |test| columns |= test.field.needs());
        Self {
            ready: Ready::new(&expr),
            expr,
            columns,
        }
    }

    /// The expression.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    pub(crate) fn ready(&self) -> &Ready {
        &self.ready
    }

    /// Whether every game passes, because there are no conditions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(&self.expr, Expr::And(parts) if parts.is_empty())
    }

    /// The parts of games that the filter uses.
    #[must_use]
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// Whether it asks for a position or for moves as they are played, which an index knows only as far as it has the moves.
    #[must_use]
    pub fn asks_for_moves(&self) -> bool {
        let mut asks = false;
        self.expr.each_test(&mut |test| {
            asks |= matches!(test.field, Field::Known(known) if known.kind() == Some(Kind::Board));
        });
        asks
    }

    /// Whether a game passes: the expression must be true, not false or unknown. [`Filter::columns`] of the game must have been decoded.
    #[must_use]
    pub fn matches(&self, game: &Game) -> bool {
        self.truth(game) == Truth::True
    }

    /// Whether the expression is true of a game.
    #[must_use]
    pub fn truth(&self, game: &Game) -> Truth {
        let mut of = |check: &Check| check.of_game(game);
        self.ready.possible(&mut of).only()
    }

    /// Which of the two players of a game that passes the filter names, White first: those whose names its tests ask for. Both, if it asks for no
    /// name, or the game passes for another reason.
    ///
    /// ```
    /// let filter = query::Filter::parse("player = 'Alder' and not player = 'Cedar'")?;
    /// let game = archive::Game::parse(b"[White \"Birch, B\"]\n[Black \"Alder, A\"]\n\n*");
    /// assert_eq!(filter.names(&game), [false, true]);
    /// # Ok::<(), query::Error>(())
    /// ```
    #[must_use]
    pub fn names(&self, game: &Game) -> [bool; 2] {
        let mut checks = Vec::new();
        self.ready.asked(&mut checks);
        let names = |side| checks.iter().any(|check| check.names(game, side));
        match [names(Known::White), names(Known::Black)] {
            [false, false] => [true, true],
            named => named,
        }
    }

    /// Whether a test needs no more than these parts of a game. If none does, any game may pass by them alone.
    #[must_use]
    pub fn has_tests_of(&self, columns: Columns) -> bool {
        let mut has = false;
        self.expr
            .each_test(&mut |test| has |= columns.contains(test.field.needs()));
        has
    }

    /// Whether a game may pass, if only these parts of it have been decoded.
    ///
    /// Tags are read ten times as fast as moves. So a filter on both needs the moves of only those games that may pass by their tags.
    #[must_use]
    pub fn may_match_with(&self, game: &Game, columns: Columns) -> bool {
        let mut possible = |check: &Check| match columns.contains(check.field.needs()) {
            true => check.of_game(game),
            false => Truths::ANY,
        };
        self.ready.possible(&mut possible).contains(Truths::TRUE)
    }

    /// Whether one of several games may pass. If false, no game passes; if true, there may still be none.
    #[must_use]
    pub fn may_match(&self, summary: &Summary) -> bool {
        let mut possible = |check: &Check| check.of(&summary, &mut Memory::default());
        self.ready.possible(&mut possible).contains(Truths::TRUE)
    }
}

impl Ready {
    fn new(expr: &Expr) -> Self {
        let all = |parts: &[Expr]| parts.iter().map(Self::new).collect();
        match expr {
            Expr::And(parts) => Self::And(all(parts)),
            Expr::Or(parts) => Self::Or(all(parts)),
            Expr::Not(part) => Self::Not(Box::new(Self::new(part))),
            Expr::NotTrue(part) => Self::NotTrue(Box::new(Self::new(part))),
            Expr::Test(test) => Self::Check(Check::new(test)),
        }
    }

    /// The checks that are not negated.
    fn asked<'a>(&'a self, checks: &mut Vec<&'a Check>) {
        match self {
            Self::Check(check) => checks.push(check),
            Self::Not(_) | Self::NotTrue(_) => {}
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.asked(checks));
            }
        }
    }

    /// The possible results of the filter, given those of its checks.
    pub(crate) fn possible(&self, of: &mut dyn FnMut(&Check) -> Truths) -> Truths {
        match self {
            Self::Check(check) => of(check),
            Self::Not(part) => part.possible(of).not(),
            Self::NotTrue(part) => part.possible(of).not_true(),
            Self::And(parts) => {
                let mut all = Truths::TRUE;
                for part in parts {
                    if all == Truths::FALSE {
                        break;
                    }
                    all = all.and(part.possible(of));
                }
                all
            }
            Self::Or(parts) => {
                let mut all = Truths::FALSE;
                for part in parts {
                    if all == Truths::TRUE {
                        break;
                    }
                    all = all.or(part.possible(of));
                }
                all
            }
        }
    }
}
