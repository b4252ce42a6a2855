mod leave;
mod tags;

use memchr::{memchr, memchr2};

use self::tags::Sections;
use crate::TokenKind;
use crate::byte_class::{Column, Wide, is_blank, is_line_end, wide_blank, word_len};
use crate::tag::{self, Begins};
use crate::word::{LOOK_AHEAD, known_word};

/// Finds the ends of games in a text that arrives piece by piece, by the rule of [`games`](crate::games).
///
/// The caller holds the text in a buffer and appends to it; the splitter keeps a few words of state, looks at every byte about once,
/// and finds the same ends however the text is cut into pieces.
///
/// ```
/// let mut splitter = pgn::Splitter::new();
/// let (mut buffer, mut ends) = (Vec::new(), Vec::new());
/// buffer.extend_from_slice(b"1. e4 1-0\n1. d");
/// splitter.feed(&buffer, false, &mut ends);
/// buffer.extend_from_slice(b"4 *");
/// splitter.feed(&buffer, false, &mut ends);
/// assert_eq!(ends, [10]);
///
/// buffer.drain(..10);
/// splitter.consume(10);
/// ends.clear();
/// splitter.feed(&buffer, true, &mut ends);
/// assert_eq!(ends, [7]);
/// ```
#[derive(Clone, Debug)]
pub struct Splitter {
    /// Everything before this offset into the buffer has been looked at.
    at: usize,
    /// Where the game that is open began.
    start: usize,
    inside: Inside,
    column: Column,
    /// The tag section of the open game.
    sections: Sections,
    /// The open game has a token that is no part of a tag section.
    has_movetext: bool,
    /// The open game has a termination outside variations.
    is_over: bool,
    /// The number of variations that are open.
    depth: usize,
}

/// The token that the offset stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// None: a token starts here.
    Nothing,
    Comment,
    /// A comment, an escape or a failed tag that lasts to the line end.
    Line,
    Word,
    Nag,
    TagName,
    /// A tag, after its name: blanks, then a quote.
    TagGap,
    TagValue,
    /// A tag's value, after a backslash.
    TagEscape,
}

impl Default for Splitter {
    fn default() -> Self {
        Self::new()
    }
}

impl Splitter {
    /// A splitter at the start of a text.
    pub fn new() -> Self {
        Splitter {
            at: 0,
            start: 0,
            inside: Inside::Nothing,
            column: Column::First,
            sections: Sections::default(),
            has_movetext: false,
            is_over: false,
            depth: 0,
        }
    }

    /// Looks at the bytes that were appended to `buffer` since the last call, and appends the offsets into `buffer` at which games
    /// end to `ends`, in ascending order.
    ///
    /// With `at_end` the text is complete: what is left is the last game, and its end is the length of the buffer.
    pub fn feed(&mut self, buffer: &[u8], at_end: bool, ends: &mut Vec<usize>) {
        while let Some(end) = self.next_end(buffer, at_end) {
            ends.push(end);
        }
    }

    /// Tells that the caller removed `bytes` bytes from the front of its buffer.
    ///
    /// Meant for bytes before an end that was found. Other bytes may go as well, to keep the memory bounded: the game that is open
    /// then goes on with the bytes that remain.
    pub fn consume(&mut self, bytes: usize) {
        self.at = self.at.saturating_sub(bytes);
        self.start = self.start.saturating_sub(bytes);
        self.sections.consume(bytes);
    }

    /// Whether `buffer`, all of which has been looked at, ends with a whole game: its termination was there, and the line after it has ended.
    ///
    /// ```
    /// let mut splitter = pgn::Splitter::new();
    /// for (text, is_whole) in [("1. e4 1-0", false), ("1. e4 1-0\n", true), ("1. e4 1-0\n[White", false)] {
    ///     let mut splitter = splitter.clone();
    ///     splitter.feed(text.as_bytes(), false, &mut Vec::new());
    ///     assert_eq!(splitter.is_between_games(text.as_bytes()), is_whole);
    /// }
    /// ```
    pub fn is_between_games(&self, buffer: &[u8]) -> bool {
        let is_outside = self.depth == 0 && self.inside == Inside::Nothing;
        self.is_over && is_outside && self.column == Column::First && self.at == buffer.len()
    }

    /// The next end of a game, or `None` if that takes more text.
    pub(crate) fn next_end(&mut self, buffer: &[u8], at_end: bool) -> Option<usize> {
        while let Some(&first) = buffer.get(self.at) {
            let rest = &buffer[self.at..];
            let step = match self.inside {
                Inside::Nothing => self.start_token(rest, first, at_end),
                inside => self.go_on(inside, rest, at_end),
            };
            match step {
                Step::Over(bytes) => self.at += bytes,
                Step::NewGame(end) => {
                    let is_first = end <= self.start;
                    self.open_game(end);
                    // Where the caller took bytes away, the game that ends here may have none left.
                    if !is_first {
                        return Some(end);
                    }
                }
                Step::NeedsMore => return None,
            }
        }
        let is_last = at_end && self.start < buffer.len();
        is_last.then(|| {
            self.sections = Sections::default();
            self.open_game(buffer.len());
            buffer.len()
        })
    }

    fn open_game(&mut self, start: usize) {
        self.start = start;
        self.has_movetext = false;
        self.is_over = false;
        self.depth = 0;
    }

    /// Looks at the first bytes of a token.
    #[inline]
    fn start_token(&mut self, rest: &[u8], first: u8, at_end: bool) -> Step {
        match first {
            _ if is_line_end(first) => {
                self.sections.line_end(first);
                self.column = Column::First;
                return Step::Over(1);
            }
            _ if is_blank(first) => return self.blank(&rest[..1]),
            128.. => match wide_blank(rest) {
                Wide::Blank(len) => return self.blank(&rest[..len]),
                Wide::Undecided if !at_end => return Step::NeedsMore,
                Wide::No | Wide::Undecided => {}
            },
            b';' => return self.enter(Inside::Line, 1),
            _ => {}
        }
        if self.column != Column::Inside
            && let Some(step) = self.open_line(rest, first, at_end)
        {
            return step;
        }
        match first {
            b'{' => {
                self.enter_movetext(Inside::Comment);
                self.leave(rest, memchr(b'}', rest).map(|brace| brace + 1))
            }
            b'(' => {
                self.depth = self.depth.saturating_add(1);
                self.enter_movetext(Inside::Nothing)
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.enter_movetext(Inside::Nothing)
            }
            b'$' => self.enter_movetext(Inside::Nag),
            b'}' | b'!' | b'?' => self.enter_movetext(Inside::Nothing),
            _ => self.judge_word(rest, at_end),
        }
    }

    fn blank(&mut self, blank: &[u8]) -> Step {
        self.sections.blank();
        self.column = self.column.after_blank(blank);
        Step::Over(blank.len())
    }

    /// Looks for what only the start of a line can hold.
    fn open_line(&mut self, rest: &[u8], first: u8, at_end: bool) -> Option<Step> {
        match first {
            b'[' => match tag::tag_like(rest) {
                Begins::Yes(_) if self.has_movetext => {
                    self.sections = Sections::default();
                    Some(Step::NewGame(self.at))
                }
                Begins::Yes(name) => Some(self.open_tag(rest, name, at_end)),
                Begins::Undecided if !at_end => Some(Step::NeedsMore),
                _ => None,
            },
            b'%' if self.column == Column::First => Some(self.enter(Inside::Line, 1)),
            _ => None,
        }
    }

    /// Looks at a tag before the movetext, whose name begins after `name` bytes.
    fn open_tag(&mut self, rest: &[u8], name: usize, at_end: bool) -> Step {
        let Some(tag) = tag::Roster::named(&rest[name..], at_end) else {
            return Step::NeedsMore;
        };
        match self.sections.tag(tag, self.at) {
            Some(border) => Step::NewGame(border),
            None => self.enter(Inside::TagName, name),
        }
    }

    /// Looks at a word that may end a game or begin the next.
    #[inline]
    fn judge_word(&mut self, rest: &[u8], at_end: bool) -> Step {
        let window = &rest[..rest.len().min(LOOK_AHEAD)];
        let len = word_len(window);
        if len == window.len() && len < LOOK_AHEAD && !at_end {
            return Step::NeedsMore;
        }
        // Most words are moves, and end no game.
        let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#');
        if !self.is_over && len < LOOK_AHEAD && window[..len].iter().all(is_plain) {
            self.enter_movetext(Inside::Nothing);
            return self.leave(rest, ends_at(len, rest));
        }
        let Some((kind, len)) = known_word(window) else {
            return self.enter_movetext(Inside::Word);
        };
        if self.is_over && self.depth == 0 && matches!(kind, TokenKind::San | TokenKind::MoveNumber)
        {
            self.sections = Sections::default();
            return Step::NewGame(self.at);
        }
        self.is_over |= kind == TokenKind::Termination && self.depth == 0;
        self.enter_movetext(Inside::Nothing);
        self.leave(rest, Some(len))
    }

    fn enter(&mut self, inside: Inside, bytes: usize) -> Step {
        self.sections.token();
        self.inside = inside;
        self.column = Column::Inside;
        Step::Over(bytes)
    }

    fn enter_movetext(&mut self, inside: Inside) -> Step {
        self.has_movetext = true;
        self.enter(inside, 1)
    }

    /// Looks for the end of the token that the offset stands in.
    #[inline]
    fn go_on(&mut self, inside: Inside, rest: &[u8], at_end: bool) -> Step {
        let end = match inside {
            Inside::Nothing => return Step::Over(0),
            Inside::Comment => memchr(b'}', rest).map(|brace| brace + 1),
            Inside::Line => memchr2(b'\r', b'\n', rest),
            Inside::Word => return self.leave_word(rest, at_end),
            Inside::Nag => rest.iter().position(|byte| !byte.is_ascii_digit()),
            Inside::TagName => return self.leave_name(rest),
            Inside::TagGap => return self.leave_gap(rest, at_end),
            Inside::TagValue => return self.leave_value(rest, at_end),
            Inside::TagEscape => {
                self.inside = Inside::TagValue;
                return Step::Over(usize::from(!is_line_end(rest[0])));
            }
        };
        self.leave(rest, end)
    }
}

/// The end of a token after `len` bytes, if the text does not end there too.
fn ends_at(len: usize, rest: &[u8]) -> Option<usize> {
    (len < rest.len()).then_some(len)
}

enum Step {
    /// So many bytes are dealt with.
    Over(usize),
    /// The next game begins at this offset, which may have been passed already.
    NewGame(usize),
    /// The buffer ends before the next step is clear.
    NeedsMore,
}
