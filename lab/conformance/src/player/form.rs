//! How a game looks.

use super::Player;
use legal::Variant;
use legal::san::{Base, Castling, Check, Spelling};

/// Whose files a text is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The dumps of lichess.org.
    Lichess,
    /// The archives of chess.com.
    ChessCom,
    /// The seven tags of the roster and ratings.
    Magazine,
    /// A database program: annotators, teams, sources.
    Database,
    /// Matches of engines with depths and times in comments.
    Engines,
    /// An internet server with the times of moves.
    Server,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 6] = [
        Self::Lichess,
        Self::ChessCom,
        Self::Magazine,
        Self::Database,
        Self::Engines,
        Self::Server,
    ];
}

/// How a game looks.
#[derive(Debug, Clone)]
pub struct Form {
    /// The rules.
    pub variant: Variant,
    /// Whether it begins from one of the 960 positions; of standard chess only.
    pub chess960: bool,
    /// Moves at the beginning that are not told: the game has a `FEN` instead.
    pub skipped: usize,
    /// Whose files it is like.
    pub dialect: Dialect,
    /// The most plies of the main line.
    pub plies: usize,
    /// Whether comments have times.
    pub clocks: bool,
    /// Whether comments have evaluations.
    pub evals: bool,
    /// Whether there are comments in words.
    pub comments: bool,
    /// Whether there are glyphs.
    pub glyphs: bool,
    /// How deep variations are nested.
    pub variations: usize,
    /// Whether there are null moves.
    pub nulls: bool,
    /// How moves are spelled.
    pub spelling: Spelling,
    /// The width of the lines of the movetext, or all of it in one.
    pub width: Option<usize>,
    /// Whether lines end with CR LF.
    pub crlf: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            variant: Variant::Standard,
            chess960: false,
            skipped: 0,
            dialect: Dialect::Magazine,
            plies: 60,
            clocks: false,
            evals: false,
            comments: false,
            glyphs: false,
            variations: 0,
            nulls: false,
            spelling: Spelling::default(),
            width: Some(80),
            crlf: false,
        }
    }
}

impl Form {
    /// Any form.
    pub fn any(player: &mut Player) -> Self {
        let variant = match player.below(3) {
            0 => Variant::ALL[player.below(Variant::ALL.len())],
            _ => Variant::Standard,
        };
        Self {
            variant,
            chess960: variant == Variant::Standard && player.once_in(5),
            skipped: if player.once_in(5) {
                player.below(30)
            } else {
                0
            },
            dialect: player.pick(&Dialect::ALL),
            plies: player.pick(&[4, 30, 80, 160]),
            clocks: player.once_in(2),
            evals: player.once_in(3),
            comments: player.once_in(3),
            glyphs: player.once_in(3),
            variations: player.pick(&[0, 0, 1, 3]),
            nulls: player.once_in(10),
            spelling: Spelling {
                base: player.pick(&[Base::San, Base::San, Base::San, Base::Uci, Base::LongDash]),
                castling: player.pick(&[Castling::Letters, Castling::Letters, Castling::Zeros]),
                check: player.pick(&[Check::ALL[0], Check::ALL[0], Check::ALL[1]]),
                ..Spelling::default()
            },
            width: player.pick(&[None, Some(80), Some(75)]),
            crlf: player.once_in(6),
        }
    }
}
