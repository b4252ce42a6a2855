//! The parts in which spellings of moves differ, and their stable codes.
//!
//! Format: "Spelling of moves".

/// How a text deviates from the export format of the PGN standard.
///
/// A spelling is a style that applies to every move: each field tells how to
/// write what it is named for, if the move has it. The default is the export
/// format: `Nf3`, `exd6`, `e8=Q+`, `O-O`, `Rdd1#`, drops as `P@f6`.
///
/// Fields are added only with a new archive format: [`to_code`](Self::to_code)
/// is stored in files.
///
/// ```
/// use legal::san::{Castling, Spelling};
/// let zeros = Spelling { castling: Castling::Zeros, ..Spelling::default() };
/// assert_eq!(Spelling::from_code(zeros.to_code()), Some(zeros));
/// assert_eq!(Spelling::default().to_code(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spelling {
    /// The kind of notation.
    pub base: Base,
    /// Where a piece comes from, in [`Base::San`].
    pub disambiguation: Disambiguation,
    /// The mark for check and mate.
    pub check: Check,
    /// Castling.
    pub castling: Castling,
    /// The piece a pawn becomes.
    pub promotion: Promotion,
    /// The capture sign.
    pub capture: Capture,
    /// The letter of pawns.
    pub pawn_letter: PawnLetter,
}

/// Declares one part of a spelling: a list of styles, numbered from 0, the
/// first of which is the default.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// Every style in the order of its number in the code.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];
        }

        impl Default for $name {
            fn default() -> $name {
                $name::ALL[0]
            }
        }
    };
}

part! {
    /// The kind of notation.
    Base {
        /// Standard algebraic notation: `e4`, `Nf3`.
        San,
        /// Squares without piece letters: `e2e4`, `g1f3`, `e7e8q`. Castling moves the
        /// king two squares, `e1g1`, unless king or rook stood elsewhere than in
        /// standard chess; then it takes the rook. No capture sign.
        Uci,
        /// Full squares with a hyphen: `e2-e4`, `Ng1-f3`, `e4xd5`.
        LongDash,
        /// Full squares without a hyphen: `e2e4`, `Ng1f3`, `e4xd5`.
        LongPlain,
        /// As [`Base::Uci`], but castling always takes the rook: `e1h1`.
        UciRook,
        /// As [`Base::Uci`] with a hyphen: `g1-f3`.
        UciDash,
    }
}

part! {
    /// Where a piece other than a pawn comes from, in [`Base::San`].
    Disambiguation {
        /// As little as tells legal moves apart: nothing, else the file, else the
        /// rank, else both.
        Minimal,
        /// The same, but a piece that is pinned or otherwise may not move there
        /// counts too.
        Pseudo,
        /// As [`Disambiguation::Minimal`], but with the rank always the file, too: `Rd1d2`. So lichess.org wrote once.
        Both,
        /// The file always; the rank too if the file is not enough.
        File,
        /// The rank always; the file too if the rank is not enough.
        Rank,
    }
}

part! {
    /// The mark for check and mate.
    Check {
        /// `+` for check and `#` for mate.
        True,
        /// Never a mark.
        Never,
        /// `+` for check and mate.
        PlusForMate,
        /// `+` for check, `++` for mate.
        DoubleForMate,
        /// `+` for check, `++` for double check, `#` for mate.
        DoubleForDouble,
        /// `#` for mate, nothing for check.
        MateOnly,
        /// `+` for check, `mate` for mate.
        WordForMate,
        /// `+` even without check.
        Plus,
        /// `#` even without mate.
        Hash,
        /// `++` even without double check.
        DoublePlus,
    }
}

part! {
    /// Castling, except in the UCI notations.
    Castling {
        /// `O-O`, the letter.
        Letters,
        /// `0-0`, the digit.
        Zeros,
        /// `o-o`, the lower case letter.
        LowerCase,
        /// The squares of the king, `e1g1` or in [`Base::LongDash`] `e1-g1`; as
        /// [`Castling::Letters`] in [`Base::San`].
        Squares,
    }
}

part! {
    /// The piece a pawn becomes. In the UCI notations `Equals` is `q`.
    Promotion {
        /// `e8=Q`.
        Equals,
        /// `e8Q`.
        Bare,
        /// `e8(Q)`.
        Parentheses,
        /// `e8/Q`.
        Slash,
        /// `e8=q`.
        EqualsLower,
        /// `e8q`.
        BareLower,
    }
}

part! {
    /// The capture sign, except in the UCI notations.
    Capture {
        /// `exd5`.
        Cross,
        /// `ed5`; in [`Base::LongDash`] a hyphen, `e4-d5`.
        None,
        /// `e:d5`.
        Colon,
        /// `exd5`, and en passant `exd6e.p.`.
        EnPassantSuffix,
    }
}

part! {
    /// The letter of pawns, except in the UCI notations.
    PawnLetter {
        /// None on the board, `P` in drops: `e4`, `P@f6`.
        Drops,
        /// The reverse: `Pe4`, `@f6`.
        Moves,
    }
}

const BASES: u16 = Base::ALL.len() as u16;
const DISAMBIGUATIONS: u16 = Disambiguation::ALL.len() as u16;
const CHECKS: u16 = Check::ALL.len() as u16;
const CASTLINGS: u16 = Castling::ALL.len() as u16;
const PROMOTIONS: u16 = Promotion::ALL.len() as u16;
const CAPTURES: u16 = Capture::ALL.len() as u16;
const PAWN_LETTERS: u16 = PawnLetter::ALL.len() as u16;

impl Spelling {
    /// The code of the spelling in an archive, 0 for the default.
    ///
    /// A mixed-radix number whose digits, the least significant first, are
    /// base (radix 6), disambiguation (5), check (10), castling (4),
    /// promotion (6), capture (4) and pawn letter (2), each the number of
    /// its style in the order declared.
    pub fn to_code(self) -> u16 {
        let code = self.pawn_letter as u16;
        let code = code * CAPTURES + self.capture as u16;
        let code = code * PROMOTIONS + self.promotion as u16;
        let code = code * CASTLINGS + self.castling as u16;
        let code = code * CHECKS + self.check as u16;
        let code = code * DISAMBIGUATIONS + self.disambiguation as u16;
        code * BASES + self.base as u16
    }

    /// The spelling of a code, `None` if there is none.
    pub fn from_code(mut code: u16) -> Option<Spelling> {
        let mut digit = |radix: u16| {
            let digit = code % radix;
            code /= radix;
            usize::from(digit)
        };
        let spelling = Spelling {
            base: *Base::ALL.get(digit(BASES))?,
            disambiguation: *Disambiguation::ALL.get(digit(DISAMBIGUATIONS))?,
            check: *Check::ALL.get(digit(CHECKS))?,
            castling: *Castling::ALL.get(digit(CASTLINGS))?,
            promotion: *Promotion::ALL.get(digit(PROMOTIONS))?,
            capture: *Capture::ALL.get(digit(CAPTURES))?,
            pawn_letter: *PawnLetter::ALL.get(digit(PAWN_LETTERS))?,
        };
        (code == 0).then_some(spelling)
    }
}
