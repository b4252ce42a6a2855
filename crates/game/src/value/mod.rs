//! A game as a value: tags, moves with their comments, glyphs and variations, and the exact text.
//!
//! Not part of the format.
//!
//! A [`Game`] comes from its text ([`Game::parse`]) or from an archive (`archive::Reader::games`); the result is the same.

mod board;
mod build;
mod chess_move;
mod comments;
mod date;
mod line;
mod moves;
mod position;
mod tags;

pub use board::{Castling, Color, Piece, Role, Square};
pub use build::game_of;
pub use chess_move::Move;
pub use comments::{EngineInfo, Mark};
pub use date::{Date, date_of_tags};
pub use line::{Comment, Eval, Line, Ply};
pub use moves::Moves;
pub use position::Position;
pub use tags::rating;
pub use tags::{Tag, Tags};

/// One game.
///
/// ```
/// # extern crate game as pgnz;
/// use pgnz::Game;
///
/// let text = b"[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 { [%clk 0:03:00] } e5 (1... c5 2. Nf3) 2. Qh5 $6 1-0\n";
/// let game = Game::parse(text);
/// assert_eq!(game.tags().get("White"), Some(&b"Anna"[..]));
/// let plies = &game.main_line().plies;
/// assert_eq!(plies.iter().map(|ply| ply.san.as_str()).collect::<Vec<_>>(), ["e4", "e5", "Qh5"]);
/// assert_eq!(plies[0].clock(), Some(180_000));
/// assert_eq!(plies[1].variations[0].plies[1].san, "Nf3");
/// assert_eq!(plies[2].nags, [6]);
/// assert_eq!(game.text(), text);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    text: Vec<u8>,
    tags: Tags,
    start: Option<Position>,
    main_line: Line,
}

impl Game {
    /// The bytes of the game, including tags and white space, as in the PGN file; UTF-8 if the file was UTF-16.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The tag pairs, and the values of the usual ones.
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The position from which the game starts; `None` if its tags do not set up a playable position.
    #[must_use]
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The moves that were played, with variations and comments.
    #[must_use]
    pub fn main_line(&self) -> &Line {
        &self.main_line
    }

    /// Whether it is a game of Chess960: by its tag `Variant`, or because it starts with castling rights that standard chess does not have.
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let game = pgnz::Game::parse(b"[FEN \"4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1\"]\n\n1. O-O *");
    /// let castling = game.moves().next().unwrap();
    /// assert!(game.is_chess960());
    /// assert_eq!(castling.to_uci(true), "e1h1");
    /// ```
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        let variant = self.tags.get("Variant").unwrap_or_default();
        legal::Variant::is_chess960_tag(variant)
            || self.start.as_ref().is_some_and(Position::is_chess960)
    }

    /// The position after this number of plies of the main line, 0 for the start. `None` after the last ply that can be read.
    ///
    /// All moves before it are played for this: if you need all positions, use [`Game::positions`].
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// let game = pgnz::Game::parse(b"1. e4 e5 *");
    /// let fen = game.position(1).unwrap().to_fen();
    /// assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
    /// assert!(game.position(3).is_none());
    /// ```
    #[must_use]
    pub fn position(&self, ply: usize) -> Option<Position> {
        self.positions().nth(ply)
    }

    /// The positions of the main line: the start, and the one after each ply.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut plies = self.main_line.plies.iter();
        let follow = move |position: &Position| {
            let mut position = position.clone();
            match plies.next()?.played {
                Some(m) => position.play(m).ok()?,
                None => position = position.pass()?,
            }
            Some(position)
        };
        std::iter::successors(self.start.clone(), follow)
    }

    /// The engines' data about their searches: an item for each ply of the main line, from its first comment that has such data. The comments
    /// must have been decoded (`Columns::COMMENTS`).
    ///
    /// ```
    /// # extern crate game as pgnz;
    /// use pgnz::{Eval, Game};
    ///
    /// let game = Game::parse(b"1. e4 {book} e5 {+0.25/12 3.1s} 2. Nf3 {-M4/20 60ms, resigns} *");
    /// let infos = game.engine_infos();
    /// assert_eq!(infos[0], None);
    /// let [black, white] = [infos[1].unwrap(), infos[2].unwrap()];
    /// assert_eq!((black.eval, black.depth, black.spent), (Some(Eval::Centipawns(-25)), Some(12), Some(3100)));
    /// assert_eq!((white.eval, white.depth, white.spent), (Some(Eval::Mate(-2)), Some(20), Some(60)));
    /// ```
    #[must_use]
    pub fn engine_infos(&self) -> Vec<Option<EngineInfo>> {
        comments::engine_infos(self)
    }

    /// The moves of the main line, up to the first null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line.plies.iter().map_while(|ply| ply.played)
    }
}

#[cfg(test)]
mod tests;
