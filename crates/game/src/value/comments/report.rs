//! Reads what engines report of their searches in comments: evaluation, depth, time and nodes.
//!
//! Not part of the format.
//!
//! Each form is a row of [`FORMS`]. A comment that may be a report may also be prose, as in "4.5/6 was enough for the first prize": the
//! other comments of the game tell.

mod score;

use super::budget::Budget;
use super::number::{self, Decimal, whole};
use super::time::Time;
use crate::{Eval, Game, Position};
use score::Score;

/// The data about the search that led to a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineInfo {
    /// The evaluation from White's point of view.
    pub eval: Option<Eval>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// Milliseconds spent on the move.
    pub spent: Option<u64>,
    /// The number of positions that were searched.
    pub nodes: Option<u64>,
}

/// What a comment says, taken alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Report {
    /// From the point of view of the side that moved.
    eval: Option<Eval>,
    /// Whether the evaluation is from White's point of view instead.
    is_white: bool,
    depth: Option<u32>,
    spent: Option<Spent>,
    nodes: Option<u64>,
    certainty: Certainty,
}

/// A time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spent {
    /// With a unit.
    Clear(u64),
    /// A number alone, as seconds.
    Bare(u64),
    /// A number before the number of nodes: milliseconds, as Banksia writes them.
    BesideNodes(u64),
}

/// How certain it is that a comment is a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// Nothing else looks like this.
    Certain,
    /// An evaluation and a depth without a time; or with words after it.
    Likely,
    /// It may be the score of a match: `4.5/6`.
    Possible,
    /// Words follow after an evaluation and a depth.
    Doubtful,
}

/// A form of reports.
type Form = fn(&[u8]) -> Option<Report>;

/// The first form that fits is taken.
const FORMS: [Form; 4] = [slash, spaced, named, time_alone];

/// What the engines report in a game's main line: an item for each ply, from its first comment with such data.
pub(in crate::value) fn engine_infos(game: &Game) -> Vec<Option<EngineInfo>> {
    let plies = &game.main_line().plies;
    let comments = || plies.iter().flat_map(|ply| &ply.comments);
    let texts: Vec<_> = comments()
        .map(|comment| without_commands(&comment.text))
        .collect();
    let read = |text: &&[u8]| FORMS.iter().find_map(|form| form(text));
    let reports: Vec<Option<Report>> = texts.iter().map(read).collect();
    let prose = texts.iter().filter(|text| is_prose(text)).count();
    let budget = game.tags().get("TimeControl").and_then(Budget::of);
    let meaning = Meaning::of(reports.iter().flatten(), prose, budget, plies.len());
    let white_begins = game.start().is_none_or(Position::white_to_move);
    let mut reports = reports.into_iter();
    let infos = plies.iter().enumerate().map(|(at, ply)| {
        let is_white = white_begins == (at % 2 == 0);
        let mut own = reports.by_ref().take(ply.comments.len()).flatten();
        let info = own.find_map(|report| meaning.info(report, is_white));
        own.for_each(drop);
        info
    });
    infos.collect()
}

/// A comment from the end of the commands that it begins with, without white space around it.
fn without_commands(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while let Some(command) = text.strip_prefix(b"[%") {
        let Some(end) = memchr::memchr(b']', command) else {
            break;
        };
        text = command[end + 1..].trim_ascii_start();
    }
    text
}

/// Whether a comment has words, and they are not those of an engine's book.
fn is_prose(text: &[u8]) -> bool {
    !text.is_empty() && !is_book(text)
}

/// Whether a comment says that its move is one of an engine's opening book, or of the tournament's.
pub(in crate::value) fn is_book(text: &[u8]) -> bool {
    let word = without_commands(text).get(..4);
    word.is_some_and(|word| word.eq_ignore_ascii_case(b"book"))
}

/// What the reports of a game mean.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    /// The least certain reports that count.
    least: Certainty,
    /// Whether times without a unit are seconds.
    seconds: bool,
}

/// The longest time in milliseconds that is read without a unit where there is no time control.
const LONG: u64 = 4 * 3_600_000;

impl Meaning {
    /// The meaning of a main line's reports. `prose` is the number of comments with words, reports among them.
    fn of<'a>(
        reports: impl Iterator<Item = &'a Report> + Clone,
        prose: usize,
        budget: Option<Budget>,
        plies: usize,
    ) -> Self {
        use Certainty::{Certain, Doubtful, Likely, Possible};
        let count = |wanted| {
            reports
                .clone()
                .filter(|report| report.certainty == wanted)
                .count()
        };
        let [certain, likely, possible, doubtful] =
            [Certain, Likely, Possible, Doubtful].map(count);
        let least = if certain > doubtful {
            Doubtful
        } else if certain > 0 || (likely > 0 && likely + possible == prose) {
            Possible
        } else {
            Certain
        };
        let most = budget.map_or(LONG, |budget| budget.most(plies));
        let is_odd = |report: &Report| match report.spent {
            Some(Spent::Bare(time)) => time > most,
            // A number alone may be milliseconds here, too.
            Some(Spent::BesideNodes(_)) => true,
            Some(Spent::Clear(_)) | None => false,
        };
        Self {
            least,
            seconds: !reports.clone().any(is_odd),
        }
    }

    /// What a report after a move of White or of Black says, if it counts.
    fn info(self, report: Report, is_white: bool) -> Option<EngineInfo> {
        if report.certainty > self.least {
            return None;
        }
        let turned = |eval| match eval {
            Eval::Centipawns(value) => Eval::Centipawns(-value),
            Eval::Mate(moves) => Eval::Mate(-moves),
        };
        let is_own = !is_white && !report.is_white;
        Some(EngineInfo {
            eval: report
                .eval
                .map(|eval| if is_own { turned(eval) } else { eval }),
            depth: report.depth,
            spent: report.spent.and_then(|spent| match spent {
                Spent::Clear(time) | Spent::BesideNodes(time) => Some(time),
                Spent::Bare(time) => self.seconds.then_some(time),
            }),
            nodes: report.nodes,
        })
    }
}

/// `+0.25/12 3.1s`: Cute Chess, fastchess, XBoard, Arena, CCRL, Banksia. The expected moves may stand before it in brackets, and words may
/// follow after a comma. Here a mate is counted in plies.
fn slash(text: &[u8]) -> Option<Report> {
    let text = match text {
        [b'(', moves @ ..] => moves[memchr::memchr(b')', moves)? + 1..].trim_ascii_start(),
        _ => text,
    };
    let at = memchr::memchr(b'/', text)?;
    let score = Score::read(&text[..at])?;
    let (depth, rest) = leading(&text[at + 1..])?;
    let rest = match rest {
        [b'/', selective @ ..] => leading(selective)?.1,
        _ => rest,
    };
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';');
    if !rest.first().is_none_or(is_end) {
        return None;
    }
    let (spent, nodes, rest) = leading_time(rest);
    let is_clean = is_clean(rest);
    let certainty = match (spent, is_clean) {
        (Some(Spent::Clear(_) | Spent::BesideNodes(_)), _) => Certainty::Certain,
        (_, true) if score.is_mate => Certainty::Certain,
        (Some(Spent::Bare(_)), true) if score.is_telling || score.is_signed => Certainty::Certain,
        (Some(Spent::Bare(_)), false) | (None, true) if score.is_telling => Certainty::Likely,
        (_, true) => Certainty::Possible,
        (_, false) if score.is_telling => Certainty::Doubtful,
        (_, false) => return None,
    };
    let is_banksia = matches!(spent, Some(Spent::BesideNodes(_)));
    Some(Report {
        // Nobody has written down what Banksia counts to a mate.
        eval: score.eval.filter(|_| !(is_banksia && score.is_mate)),
        is_white: false,
        depth: Some(depth),
        spent,
        nodes: nodes.or_else(|| number::nodes(pair(rest, b"n")?)),
        certainty,
    })
}

/// `+0.25 12/18 310 94000`: OpenBench. The numbers after the evaluation are depth, selective depth, milliseconds and nodes.
fn spaced(text: &[u8]) -> Option<Report> {
    let mut words = text.split(u8::is_ascii_whitespace);
    let score = Score::read(words.next()?)?;
    let mut depths = words.next()?.split(|&byte| byte == b'/');
    let (depth, _) = (whole(depths.next()?)?, whole(depths.next()?)?);
    let (time, nodes) = (whole(words.next()?)?, number::nodes(words.next()?)?);
    Some(Report {
        eval: score.eval,
        is_white: false,
        depth: u32::try_from(depth)
            .ok()
            .filter(|_| depths.next().is_none()),
        spent: Some(Spent::Clear(time)),
        nodes: Some(nodes),
        certainty: Certainty::Certain,
    })
}

/// `d=30, sd=43, mt=67843, wv=1.37`: TCEC. `wv` is the evaluation from White's point of view, `d` the depth, `n` the nodes, `mt` the time in
/// milliseconds or as `00:01:05`. A mate is counted in moves.
fn named(text: &[u8]) -> Option<Report> {
    let value = |wanted: &[u8]| pair(text, wanted);
    let eval = value(b"wv").and_then(|value| Score::read(value)?.in_moves);
    let depth = value(b"d").and_then(|value| u32::try_from(whole(value)?).ok());
    let spent = value(b"mt").and_then(|value| match Time::read(value)? {
        Time::Exact(millis) => Some(millis),
        Time::Number { .. } => whole(value),
        Time::Pair { .. } => None,
    });
    let others = [&b"sd"[..], b"tl", b"n", b"s", b"ev", b"pv"];
    let is_report = eval.is_some()
        || (depth.is_some()
            && (spent.is_some() || others.iter().any(|name| value(name).is_some())));
    is_report.then_some(Report {
        eval,
        is_white: true,
        depth,
        spent: spent.map(Spent::Clear),
        nodes: value(b"n").and_then(number::nodes),
        certainty: Certainty::Certain,
    })
}

/// The value of a name in a list such as `tl=2.054s, n=83485`.
fn pair<'a>(text: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let mut pairs = text.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    pairs.find_map(|pair| pair.strip_prefix(wanted)?.strip_prefix(b"="))
}

/// `3.1s`: Cute Chess, where a player gives no evaluation.
fn time_alone(text: &[u8]) -> Option<Report> {
    let (spent, _, rest) = leading_time(text);
    let is_time = matches!(spent, Some(Spent::Clear(_))) && is_clean(rest);
    is_time.then_some(Report {
        eval: None,
        is_white: false,
        depth: None,
        spent,
        nodes: None,
        certainty: Certainty::Possible,
    })
}

/// A whole number at the start of a text, and what follows.
fn leading(text: &[u8]) -> Option<(u32, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((u32::try_from(whole(digits)?).ok()?, rest))
}

/// A word at the start of a text, after white space, commas and semicolons, and what follows. A comma between digits belongs to the word.
fn leading_word(text: &[u8]) -> (&[u8], &[u8]) {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';');
    let start = text.iter().position(|byte| !is_gap(byte));
    let text = &text[start.unwrap_or(text.len())..];
    let ends = |&(at, byte): &(usize, &u8)| {
        is_gap(byte) && !(*byte == b',' && text.get(at + 1).is_some_and(u8::is_ascii_digit))
    };
    let end = text.iter().enumerate().find(ends).map(|(at, _)| at);
    text.split_at(end.unwrap_or(text.len()))
}

/// The time at the start of a text, nodes after it, and what follows: `3.1s`, `3.1 s`, `60ms`, `1:05`, `1:02:03`, seconds without a unit, or milliseconds
/// and nodes.
fn leading_time(text: &[u8]) -> (Option<Spent>, Option<u64>, &[u8]) {
    let (word, rest) = leading_word(text);
    let (next, after) = leading_word(rest);
    let seconds = |word: &[u8]| match Time::read(word)? {
        Time::Exact(millis) | Time::Pair { millis, .. } | Time::Number { millis, .. } => {
            Some(millis)
        }
    };
    let (number, unit, rest) = match word {
        [number @ .., b'm', b's'] => (number, &b"ms"[..], rest),
        [number @ .., b's'] => (number, &b"s"[..], rest),
        _ if matches!(next, b"s" | b"ms") => (word, next, after),
        _ => (word, &b""[..], rest),
    };
    let spent = match unit {
        b"ms" => Decimal::read(number, 0).map(|millis| Spent::Clear(millis.value)),
        b"s" => seconds(number).map(Spent::Clear),
        _ => match (whole(word), number::nodes(next)) {
            (Some(millis), Some(_)) if rest.starts_with(b" ") => Some(Spent::BesideNodes(millis)),
            _ if word.contains(&b':') => seconds(word).map(Spent::Clear),
            _ => seconds(word).map(Spent::Bare),
        },
    };
    match spent {
        Some(Spent::BesideNodes(_)) => (spent, number::nodes(next), after),
        Some(_) => (spent, None, rest),
        None => (None, None, text),
    }
}

/// Whether nothing follows, or something after a comma.
fn is_clean(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii();
    rest.first().is_none_or(|byte| matches!(byte, b',' | b';'))
}

#[cfg(test)]
mod tests;
