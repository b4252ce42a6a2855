//! How likely the moves of a game are.

use crate::{Error, GameInfo, Level, Model, Move, Position};
use archive::streams::moves::{Alone, MoveContext, Setting};
use entropy::TOTAL;
use legal::{Cursor, san};

/// Gives every legal move of a position its probability: how often people (or engines) who play like those of the game choose it.
///
/// This is what the size of an archive rests on: a move of probability p costs -log2 p bits.
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
    /// The predictor of a level. Level default foresees more and takes longer: some tens of microseconds a position.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self::of(Model::of(level))
    }

    /// A predictor with a model, which may be the caller's own.
    #[must_use]
    pub fn of(model: Model) -> Self {
        Self { model }
    }

    /// The beginning of a game of which so much is known. Games know nothing of one another, so any number may go on at a time.
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

/// A game while its moves are predicted, made by [`Predictor::game`].
pub struct GamePredictor {
    cursor: Cursor,
    setting: Setting,
    model: Alone,
    /// Of the position at hand, if they have been asked for.
    shares: Option<Vec<u32>>,
}

/// A legal move and how likely it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The move; its text is that of UCI.
    pub candidate: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The probability in 65,536ths, 1 or more. Those of all moves of a position add up to 65,536.
    pub share: u32,
}

impl Chance {
    /// The probability, above 0 and at most 1.
    #[must_use]
    pub fn probability(&self) -> f64 {
        f64::from(self.share) / f64::from(TOTAL)
    }

    /// What the move would cost: 0 to 16 bits.
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
    /// The position at hand.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::of(self.cursor.position().clone())
    }

    /// Every legal move with its probability, the likeliest first. None where the game is over by rule.
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

    /// What a legal move would cost, in bits from 0 to 16: the surprisal.
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
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text names no legal move; the game is then as before.
    pub fn play(&mut self, text: &str) -> Result<f64, Error> {
        let m = self.position().read_move(text)?;
        self.play_move(m)
    }

    /// Plays a move, and returns its surprisal in bits, 0 to 16.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the move is not legal; the game is then as before.
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

    /// A model predicts a position once and is told then what was played.
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
