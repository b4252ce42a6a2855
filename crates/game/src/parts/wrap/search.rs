//! Finds the line width and the rules with which a text is wrapped.
//!
//! Format: "What a writer chooses".

use super::{Ending, Space, Wrap};

/// How the games before were wrapped.
#[derive(Clone, Default)]
pub struct Usual {
    /// The last way of wrapping that explained all breaks.
    strict: Option<Wrap>,
    /// The last way of wrapping that was only a guide, and how many games had one.
    guide: Option<Wrap>,
    guided: u32,
    /// Whether all breaks of the last wrapped game were explained.
    explained: bool,
}

/// This many line breaks hardly ever fit a width by chance.
const MANY: usize = 8;

impl Usual {
    /// Records how a game is wrapped.
    pub fn note(&mut self, wrap: Wrap) {
        self.explained = !wrap.guided;
        if wrap.guided {
            self.guide = Some(wrap);
            self.guided = self.guided.saturating_add(1);
        } else {
            self.strict = Some(wrap);
        }
    }

    /// Whether a way of wrapping that explains all breaks of a text is evidence for the next text. It is not if other games are only
    /// guided and this text has so few breaks that it may fit by chance.
    fn is_telling(&self, text: &[u8]) -> bool {
        self.guided == 0
            || self.explained
            || memchr::memchr_iter(b'\n', text).take(MANY).count() == MANY
    }

    /// Whether to search for a new way of wrapping. The more games were only guided, the more rarely a search is made.
    fn is_time_to_search(&self) -> bool {
        self.guided == 0 || self.guided.is_power_of_two()
    }
}

/// A text without the line breaks that wrapping explains.
pub struct Unwrapped {
    /// The text, with a space for each break.
    pub flat: Vec<u8>,
    /// The way of wrapping that gives the breaks back.
    pub wrap: Wrap,
}

/// Replaces every single line break between two words by a space, and with `opened` removes those after an opening brace. `None` if
/// there are none.
fn flatten(text: &[u8], line_end: &[u8], opened: bool) -> Option<Vec<u8>> {
    let mut flat = Vec::with_capacity(text.len());
    let mut start = 0;
    for at in memchr::memmem::find_iter(text, line_end) {
        let before = text[..at].last().filter(|byte| !byte.is_ascii_whitespace());
        let after = text
            .get(at + line_end.len())
            .filter(|byte| !byte.is_ascii_whitespace());
        if let (Some(&before), Some(_)) = (before, after) {
            flat.extend_from_slice(&text[start..at]);
            if before != b'{' || !opened {
                flat.push(b' ');
            }
            start = at + line_end.len();
        }
    }
    flat.extend_from_slice(&text[start..]);
    (start > 0).then_some(flat)
}

/// Ways of wrapping: whether comments are wrapped, numbers stay with moves, comments with what they follow.
const WAYS: [[bool; 3]; 5] = [
    [true, false, false],
    [false, false, false],
    [true, true, false],
    [false, true, false],
    [false, true, true],
];

/// Widths of lines, and with [`Wrap::late`].
const WIDTHS: [u16; 10] = [80, 79, 75, 78, 76, 77, 100, 120, 72, 255];
const LATE_WIDTHS: [u16; 2] = [72, 80];

/// The form of the line ends that replace spaces: that of most line ends of the text.
fn form(text: &[u8]) -> Option<Wrap> {
    let first = memchr::memchr(b'\n', text)?;
    let (mut before, mut after, mut all) = (0, 0, 0);
    for at in memchr::memchr_iter(b'\n', text) {
        let line = &text[..at];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        before += usize::from(line.ends_with(b" ") && !line.ends_with(b"  "));
        after += usize::from(text[at + 1..].starts_with(b" "));
        all += 1;
    }
    Some(Wrap {
        crlf: text[..first].ends_with(b"\r"),
        space: match (2 * before > all, 2 * after > all) {
            (true, _) => Space::Before,
            (false, true) => Space::After,
            (false, false) => Space::None,
        },
        ..Wrap::from_code(0)
    })
}

/// Removes the breaks of a text. `None` if it has none.
pub fn unwrap(text: &[u8], usual: &Usual) -> Option<Unwrapped> {
    let form = form(text)?;
    let line_end = form.line_end();
    let flat = flatten(text, line_end, false)?;
    let mut again = Vec::with_capacity(text.len());
    let mut fits = |wrap: &Wrap| {
        again.clear();
        wrap.wrap(&flat, &mut again);
        again == text
    };
    if usual.is_telling(text) {
        let mut found = usual.strict.filter(&mut fits);
        if found.is_none() && usual.is_time_to_search() {
            found = candidates(text, form).find(&mut fits);
        }
        if let Some(wrap) = found {
            return Some(Unwrapped { flat, wrap });
        }
    }
    let guide = usual.guide.filter(|guide| guide.line_end() == line_end);
    let wrap = guide.unwrap_or_else(|| Wrap {
        width: longest(text, form).min(80),
        guided: true,
        ..form
    });
    flatten(text, line_end, true).map(|flat| Unwrapped { flat, wrap })
}

/// The columns of a text's lines.
fn lengths(text: &[u8], form: Wrap) -> impl DoubleEndedIterator<Item = u16> {
    text.split(|&byte| byte == b'\n').map(move |line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.strip_suffix(b" ").unwrap_or(line);
        u16::try_from(form.columns(line)).unwrap_or(u16::MAX)
    })
}

fn longest(text: &[u8], form: Wrap) -> u16 {
    lengths(text, form).max().unwrap_or_default()
}

/// What may have a separate line at the end of a text.
fn endings(text: &[u8]) -> impl Iterator<Item = Ending> {
    let last = text
        .rsplit(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let last = last.trim_ascii();
    let word = !last.iter().any(u8::is_ascii_whitespace);
    let comment = last.starts_with(b"{");
    let all = [
        (Ending::None, true),
        (Ending::Word, word),
        (Ending::Comment, comment),
    ];
    all.into_iter()
        .filter_map(|(ending, may)| may.then_some(ending))
}

/// Possible ways of wrapping for a text whose line ends have this form, the likeliest first: the usual widths, then widths taken from
/// the text.
fn candidates(text: &[u8], form: Wrap) -> impl Iterator<Item = Wrap> {
    let ascii = text.is_ascii();
    [true, false].into_iter().flat_map(move |usual| {
        endings(text).flat_map(move |ending| {
            let columns = [false, true].into_iter().take(2 - usize::from(ascii));
            columns.flat_map(move |characters| {
                let form = Wrap {
                    ending,
                    characters,
                    ..form
                };
                widths(text, form, usual)
            })
        })
    })
}

/// Adds the ending, how columns are counted, and either the usual widths or those of the longest and the shortest line.
fn widths(text: &[u8], form: Wrap, usual: bool) -> impl Iterator<Item = Wrap> {
    let alone = form.ending != Ending::None;
    let longest = longest(text, form);
    let shortest = lengths(text, form).rev().skip(1 + usize::from(alone));
    let shortest = shortest.min().unwrap_or_default();
    let ways = [false, true]
        .into_iter()
        .flat_map(|tail| WAYS.map(|way| (tail, way)));
    let early = ways.flat_map(move |(tail, [comments, numbers, attached])| {
        let unlimited = alone.then_some(u16::MAX);
        let widths = WIDTHS.into_iter().chain(unlimited).filter(move |_| usual);
        let widths = widths.chain((!usual).then_some(longest));
        widths.map(move |width| Wrap {
            width,
            comments,
            numbers,
            attached,
            tail,
            ..form
        })
    });
    let late = LATE_WIDTHS.into_iter().filter(move |_| usual);
    let late = late.chain((!usual).then_some(shortest));
    let late = late.flat_map(move |width| {
        [true, false].map(|numbers| Wrap {
            width,
            comments: true,
            numbers,
            late: true,
            ..form
        })
    });
    early
        .filter(move |wrap| wrap.width >= longest || wrap.tail)
        .chain(late.filter(move |wrap| wrap.width <= shortest))
}
