//! Predicts how likely the moves of a game are.

use crate::{Error, GameInfo, Level, Model, Move, Position};
use entropy::TOTAL;
use legal::{Cursor, san};
use streams::moves::{Alone, MoveContext, Setting};

/// Computes the probability of every legal move in a position: how often players like those of the game (people or engines) choose it.
///
/// The size of an archive depends on this: a move with probability p costs -log2 p bits.
///
/// ```
/// use pgnz::{GameInfo, Level, Position, Predictor};
///
/// let predictor = Predictor::new(Level::Fast);
/// let info = GameInfo::from_pairs([("WhiteElo", "1500"), ("BlackElo", "1480"), ("TimeControl", "180+0")]);
/// let mut game = predictor.game(&Position::standard(), &info);
/// let chances = game.chances();
/// assert_eq!(chances.len(), 20);
/// let sum: f64 = chances.iter().map(|chance| chance.probability()).sum();
/// assert!((sum - 1.0).abs() < 1e-9);
///
/// let expected = game.play("e4")?;
/// let surprising = game.play("h7h5")?;
/// assert!(expected < 2.0 && surprising > expected);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Predictor {
    model: Model,
}

impl Predictor {
    /// The predictor of a level. Level default predicts better and takes longer: some tens of microseconds for a position.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self::of(Model::of(level))
    }

    /// A predictor with the given model, which may be the caller's own.
    #[must_use]
    pub fn of(model: Model) -> Self {
        Self { model }
    }

    /// Starts a game with this information about it. Games are independent of one another, so several may be predicted at the same time.
    #[must_use]
    pub fn game(&self, start: &Position, info: &GameInfo) -> GamePredictor {
        GamePredictor {
            cursor: Cursor::new(start.rules().clone()),
            setting: info.setting,
            model: Alone::new(self.model.knowledge()),
            shares: None,
        }
    }
}

/// A game whose moves are predicted, made by [`Predictor::game`].
pub struct GamePredictor {
    cursor: Cursor,
    setting: Setting,
    model: Alone,
    /// The probabilities of the current position's moves, if they have been computed.
    shares: Option<Vec<u32>>,
}

/// A legal move and its probability.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chance {
    /// The move; it is displayed in UCI notation.
    pub candidate: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The probability in units of 1/65,536, at least 1. The values of all moves of a position add up to 65,536.
    pub share: u32,
}

impl Chance {
    /// The probability, above 0 and at most 1.
    #[must_use]
    pub fn probability(&self) -> f64 {
        f64::from(self.share) / f64::from(TOTAL)
    }

    /// The cost of the move: 0 to 16 bits.
    #[must_use]
    pub fn bits(&self) -> f64 {
        bits(self.share)
    }
}

fn bits(share: u32) -> f64 {
    // The sum keeps a certain move from costing minus nothing.
    -(f64::from(share) / f64::from(TOTAL)).log2() + 0.0
}

impl GamePredictor {
    /// The current position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::of(self.cursor.position().clone())
    }

    /// Every legal move with its probability, the most likely first. Empty if the game is over by the rules.
    pub fn chances(&mut self) -> Vec<Chance> {
        let shares = self.shares().to_vec();
        let legal = self.cursor.legal().iter().enumerate().zip(shares);
        let mut chances: Vec<Chance> = legal
            .map(|((index, m), share)| {
                let mut text = Vec::new();
                let facts = self.cursor.clone().play(index);
                facts.write(san::Spelling::default(), &mut text);
                Chance {
                    candidate: Move::of(m),
                    san: String::from_utf8_lossy(&text).into_owned(),
                    share,
                }
            })
            .collect();
        chances.sort_by_key(|chance| std::cmp::Reverse(chance.share));
        chances
    }

    /// The cost of a legal move in bits, from 0 to 16: its surprisal.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the move is not legal.
    pub fn surprisal(&mut self, m: Move) -> Result<f64, Error> {
        let index = self.rank(m)?;
        Ok(bits(self.shares()[index]))
    }

    /// Plays a move, in UCI or standard algebraic notation, and returns its surprisal in bits, 0 to 16.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text is not a legal move; the game does not change then.
    pub fn play(&mut self, text: &str) -> Result<f64, Error> {
        let m = self.position().read_move(text)?;
        self.play_move(m)
    }

    /// Plays a move, and returns its surprisal in bits, 0 to 16.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the move is not legal; the game does not change then.
    pub fn play_move(&mut self, m: Move) -> Result<f64, Error> {
        let index = self.rank(m)?;
        let bits = bits(self.shares()[index]);
        self.model
            .learn(&MoveContext::at(&self.cursor, &self.setting), index);
        self.cursor.play(index);
        self.shares = None;
        Ok(bits)
    }

    fn rank(&self, m: Move) -> Result<usize, Error> {
        let found = self.cursor.legal().rank(m.inner());
        // Playing an illegal move is the error that is wanted.
        found.map_or_else(|| self.position().play(m).map(|()| 0), Ok)
    }

    /// A model must predict each position once before it is given the move played.
    fn shares(&mut self) -> &[u32] {
        let Self {
            cursor,
            setting,
            model,
            shares,
        } = self;
        shares.get_or_insert_with(|| match cursor.legal().is_empty() {
            true => Vec::new(),
            false => model.predict(&MoveContext::at(cursor, setting)).to_vec(),
        })
    }
}
