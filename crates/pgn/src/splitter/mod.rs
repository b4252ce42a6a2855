mod leave;

use memchr::{memchr, memchr2};

use crate::TokenKind;
use crate::byte_class::{BYTE_ORDER_MARK, Column, is_blank, is_line_end, word_len};
use crate::tag::{self, TagLike};
use crate::word::{LOOK_AHEAD, dotted_number_len, lex_word};

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
                Step::NewGame => {
                    let end = self.at;
                    self.open_game(end);
                    return Some(end);
                }
                Step::NeedsMore => return None,
            }
        }
        let is_last = at_end && self.start < buffer.len();
        is_last.then(|| {
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
                self.column = Column::First;
                return Step::Over(1);
            }
            _ if is_blank(first) => {
                if self.column == Column::First {
                    self.column = Column::Indent;
                }
                return Step::Over(1);
            }
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
            b'}' | b'!' | b'?' | b'.' => self.enter_movetext(Inside::Nothing),
            b'0'..=b'9' | b'*' | 0xc2 => self.judge_word(rest, at_end),
            _ if self.is_over && self.depth == 0 => self.judge_word(rest, at_end),
            _ => {
                self.enter_movetext(Inside::Word);
                self.leave(rest, ends_at(word_len(rest), rest))
            }
        }
    }

    /// Looks for what only the start of a line can hold.
    fn open_line(&mut self, rest: &[u8], first: u8, at_end: bool) -> Option<Step> {
        let is_first = self.column == Column::First;
        match first {
            b'[' => match tag::tag_like(rest) {
                TagLike::Yes if self.has_movetext => Some(Step::NewGame),
                TagLike::Yes => Some(self.enter(Inside::TagName, 1)),
                TagLike::Undecided if !at_end => Some(Step::NeedsMore),
                _ => None,
            },
            b'%' if is_first => Some(self.enter(Inside::Line, 1)),
            0xef if is_first => {
                if rest.starts_with(BYTE_ORDER_MARK) {
                    return Some(Step::Over(BYTE_ORDER_MARK.len()));
                }
                let may_become_one = !at_end && BYTE_ORDER_MARK.starts_with(rest);
                may_become_one.then_some(Step::NeedsMore)
            }
            _ => None,
        }
    }

    /// Looks at a word that may end a game or begin the next.
    fn judge_word(&mut self, rest: &[u8], at_end: bool) -> Step {
        let window = &rest[..rest.len().min(LOOK_AHEAD)];
        let (kind, len) = if let Some(len) = dotted_number_len(window) {
            (TokenKind::MoveNumber, len)
        } else if at_end || window.len() == LOOK_AHEAD || word_len(window) < window.len() {
            lex_word(window)
        } else {
            return Step::NeedsMore;
        };
        let is_start = matches!(kind, TokenKind::San | TokenKind::MoveNumber);
        if is_start && self.is_over && self.depth == 0 {
            return Step::NewGame;
        }
        if kind == TokenKind::MoveNumber {
            self.enter_movetext(Inside::Nothing);
            return self.leave(rest, Some(len));
        }
        self.is_over |= kind == TokenKind::Termination && self.depth == 0;
        self.enter_movetext(Inside::Word)
    }

    fn enter(&mut self, inside: Inside, bytes: usize) -> Step {
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
            Inside::Word => ends_at(word_len(rest), rest),
            Inside::Nag => rest.iter().position(|byte| !byte.is_ascii_digit()),
            Inside::TagName => return self.leave_name(rest, at_end),
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
    /// The next game begins here.
    NewGame,
    /// The buffer ends before the next step is clear.
    NeedsMore,
}
