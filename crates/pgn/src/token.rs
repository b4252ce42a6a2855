use crate::tag;

/// What a run of bytes is in the PGN standard, or in one of the dialects of it that are seen in practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `[Name "value"]`, where a tag may stand: at the start of a line (after optional blanks) or after another tag pair. Blanks may stand
    /// after `[`, around the value, or nowhere.
    ///
    /// The name is an ASCII letter followed by letters, digits and `_+#=:-`. The value holds no line end; it ends at the first
    /// unescaped quote that is followed by `]` (after up to eight blanks) and then by whitespace, `[` or the end of the text, so it may
    /// hold raw quotes.
    TagPair,
    /// A run of line ends (CR, LF) and blanks: spaces, tabs, vertical tabs, form feeds, and in UTF-8 no-break and thin spaces, spaces of
    /// no width and byte order marks; also the no-break space of Latin-1.
    Whitespace,
    /// One to nine digits and any number of dots, that of the ellipsis (`…`) among them: `12.`, `12...`, `12`. Without a dot the digits
    /// are a word of their own, or a move follows them.
    MoveNumber,
    /// A word that could be a move, with its check marks: SAN, long algebraic, UCI, castling with letters or zeros, drops, and all
    /// spellings of promotions, including `e8(Q)`. What stands right behind it is the next token: `1-0`, `ch`, `+-`, `e.p.`
    San,
    /// A null move: `--`, `Z0`, `0000`, `@@@@` or `null`.
    NullMove,
    /// A glyph that judges a move: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    Glyph,
    /// `$` and one or more digits.
    Nag,
    /// `{` up to and including the first `}`, or up to the end of the text.
    Comment,
    /// `;` up to but not including the line end.
    LineComment,
    /// `%` in the first column, up to but not including the line end.
    PercentLine,
    /// `(`
    VariationOpen,
    /// `)`
    VariationClose,
    /// A result as at the end of a game: `1-0`, `0-1`, `1/2-1/2` or `*`, also in the spellings of
    /// [`Termination::read`](crate::Termination::read) that have two scores and a dash.
    Termination,
    /// Anything else: a word that is none of the above, a run of dots and commas, a stray `}` or `$`, or, where a tag may stand, a whole
    /// line that begins like a tag (`[`, up to eight blanks, a letter) but is no pair.
    Other,
}

/// A run of bytes and what it is.
///
/// ```
/// let kinds: Vec<_> = pgn::lex(b"1. e4!").map(|token| token.kind).collect();
/// use pgn::TokenKind::*;
/// assert_eq!(kinds, [MoveNumber, Whitespace, San, Glyph]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What the bytes are.
    pub kind: TokenKind,
    /// The bytes, exactly as they stand in the text; never empty when made by [`lex`](crate::lex()).
    pub text: &'a [u8],
}

/// The two halves of a [`TokenKind::TagPair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'a> {
    /// ASCII letters, digits and `_+#=:-`.
    pub name: &'a [u8],
    /// The raw bytes between the quotes, escapes not resolved.
    pub value: &'a [u8],
    /// The blanks after `[`, between name and value, and before `]`: usually nothing, a space, nothing.
    pub blanks: [&'a [u8]; 3],
}

impl<'a> Token<'a> {
    /// The name and value of a tag pair; `None` for tokens of other kinds.
    ///
    /// ```
    /// let token = pgn::lex(b"[Result \"1-0\"]").next().unwrap();
    /// let pair = token.tag_pair().unwrap();
    /// assert_eq!((pair.name, pair.value), (&b"Result"[..], &b"1-0"[..]));
    /// ```
    pub fn tag_pair(&self) -> Option<TagPair<'a>> {
        match self.kind {
            TokenKind::TagPair => tag::pair(self.text).map(|(pair, _)| pair),
            _ => None,
        }
    }
}
