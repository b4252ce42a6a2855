use crate::Splitter;

/// Cuts a text into games. The slices put together are the input; an empty text holds no game.
///
/// A game is a tag section, which may be empty, and the movetext after it. The next game begins
///
/// - at a tag, or a line that begins like one, as soon as the game has movetext: any token but tags, whitespace, `;` comments and
///   `%` lines;
/// - after a termination outside variations, at the next move or move number outside variations;
/// - at the first tag after a blank line, if from there on one of the seven tags of the roster (`Event`, `Site`, `Date`, `Round`,
///   `White`, `Black`, `Result`) comes a second time before any movetext: the game before consists of tags only. Without a blank line the
///   next begins at a second `Event` if the next tag of the seven comes a second time too.
///
/// Whitespace, comments and other tokens between two games belong to the first. Other blank lines do not end a game. Text inside brace
/// comments is never looked at, so a comment that is not closed runs to the end of the text.
///
/// Lexing the slices one by one gives the same tokens as lexing the text at once.
///
/// ```
/// let games: Vec<_> = pgn::games(b"1. e4 1-0\n1. d4 *").collect();
/// assert_eq!(games, [&b"1. e4 1-0\n"[..], b"1. d4 *"]);
/// assert_eq!(pgn::games(b"[White \"A\"]\n\n[White \"B\"]\n").count(), 2);
/// ```
pub fn games(pgn: &[u8]) -> Games<'_> {
    Games {
        pgn,
        start: 0,
        splitter: Splitter::new(),
    }
}

/// Iterator over the games of a text, made by [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    pgn: &'a [u8],
    start: usize,
    splitter: Splitter,
}

impl<'a> Iterator for Games<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let end = self.splitter.next_end(self.pgn, true)?;
        let game = &self.pgn[self.start..end];
        self.start = end;
        Some(game)
    }
}
