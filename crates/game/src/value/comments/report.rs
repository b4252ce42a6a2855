//! Reads what engines report of their searches in comments: evaluation, depth and time.
//!
//! Not part of the format.
//!
//! Each form is a row of [`FORMS`]. A comment that may be a report may also be prose, as in "4.5/6 was enough for the first prize": the
//! other comments of the game tell.

use super::budget::Budget;
use super::number::{Decimal, whole};
use super::time::Time;
use crate::{Eval, Game, Position};

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
    let is_book = text
        .get(..4)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"book"));
    !text.is_empty() && !is_book
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
    let (spent, rest) = leading_time(rest);
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
        certainty,
    })
}

/// `+0.25 12/18 310 94000`: OpenBench. The numbers after the evaluation are depth, selective depth, milliseconds and nodes.
fn spaced(text: &[u8]) -> Option<Report> {
    let mut words = text.split(u8::is_ascii_whitespace);
    let score = Score::read(words.next()?)?;
    let mut depths = words.next()?.split(|&byte| byte == b'/');
    let (depth, _) = (whole(depths.next()?)?, whole(depths.next()?)?);
    let (time, _) = (whole(words.next()?)?, whole(words.next()?)?);
    Some(Report {
        eval: score.eval,
        is_white: false,
        depth: u32::try_from(depth)
            .ok()
            .filter(|_| depths.next().is_none()),
        spent: Some(Spent::Clear(time)),
        certainty: Certainty::Certain,
    })
}

/// `d=30, sd=43, mt=67843, wv=1.37`: TCEC. `wv` is the evaluation from White's point of view, `d` the depth, `mt` the time in milliseconds
/// or as `00:01:05`. A mate is counted in moves.
fn named(text: &[u8]) -> Option<Report> {
    let value = |wanted: &[u8]| {
        let mut pairs = text.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
        pairs.find_map(|pair| pair.strip_prefix(wanted)?.strip_prefix(b"="))
    };
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
        certainty: Certainty::Certain,
    })
}

/// `3.1s`: Cute Chess, where a player gives no evaluation.
fn time_alone(text: &[u8]) -> Option<Report> {
    let (spent, rest) = leading_time(text);
    let is_time = matches!(spent, Some(Spent::Clear(_))) && is_clean(rest);
    is_time.then_some(Report {
        eval: None,
        is_white: false,
        depth: None,
        spent,
        certainty: Certainty::Possible,
    })
}

/// The score of a report.
#[derive(Clone, Copy, Debug)]
struct Score {
    /// With a mate in moves that was written in plies: odd numbers are mates by the side that moved.
    eval: Option<Eval>,
    /// With a mate in moves that was written in moves.
    in_moves: Option<Eval>,
    is_mate: bool,
    is_signed: bool,
    /// Whether it cannot be the score of a match, which is not negative and has one decimal.
    is_telling: bool,
}

/// XBoard's engines count a mate in n moves as this number of centipawns and n.
const XBOARD_MATE: i32 = 100_000;

impl Score {
    /// An evaluation in pawns with a point or a comma, as in `-0.25`, or a mate, as in `M5`, `+M5` and `-M5`.
    fn read(text: &[u8]) -> Option<Self> {
        let (sign, size) = match text {
            [b'-', size @ ..] => (-1, size),
            [b'+', size @ ..] => (1, size),
            _ => (1, text),
        };
        let is_signed = size.len() < text.len();
        let mate = |plies: i32| Some(Eval::Mate(sign * plies));
        let all = |eval, in_moves, is_mate, is_telling| Self {
            eval,
            in_moves,
            is_mate,
            is_signed,
            is_telling,
        };
        match size {
            [b'M', plies @ ..] => {
                let plies = whole(plies).filter(|plies| (1..1 << 16).contains(plies))?;
                let plies = i32::try_from(plies).ok()?;
                Some(all(mate((plies + 1) / 2), mate(plies), true, true))
            }
            // Whether moves or plies are counted is not known.
            [b'#', count @ ..] => whole(count).map(|_| all(None, None, true, true)),
            _ => {
                let pawns = Decimal::read(size, 2).filter(|pawns| pawns.decimals > 0)?;
                let value = i32::try_from(pawns.value).ok()?;
                let eval = match value - XBOARD_MATE {
                    moves @ 1..1000 => mate(moves),
                    _ => Some(Eval::Centipawns(sign * value)),
                };
                let is_telling = sign < 0 || pawns.decimals > 1;
                Some(all(eval, eval, false, is_telling))
            }
        }
    }
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

/// The time at the start of a text, and what follows: `3.1s`, `3.1 s`, `60ms`, `1:05`, `1:02:03`, seconds without a unit, or milliseconds
/// and nodes.
fn leading_time(text: &[u8]) -> (Option<Spent>, &[u8]) {
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
        _ => match (whole(word), whole(next)) {
            (Some(millis), Some(_)) if rest.starts_with(b" ") => Some(Spent::BesideNodes(millis)),
            _ if word.contains(&b':') => seconds(word).map(Spent::Clear),
            _ => seconds(word).map(Spent::Bare),
        },
    };
    match spent {
        Some(Spent::BesideNodes(_)) => (spent, after),
        Some(_) => (spent, rest),
        None => (None, text),
    }
}

/// Whether nothing follows, or something after a comma.
fn is_clean(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii();
    rest.first().is_none_or(|byte| matches!(byte, b',' | b';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report in one comment of a move of White or of Black.
    fn read(comment: &str, is_white: bool) -> Option<(Option<Eval>, Option<u32>, Option<u64>)> {
        let moves = if is_white { "1. e4" } else { "1. e4 e5" };
        let game = Game::parse(format!("{moves} {{{comment}}} *").as_bytes());
        let info = game.engine_infos().pop()??;
        Some((info.eval, info.depth, info.spent))
    }

    #[test]
    fn searches_are_read_as_programs_write_them() {
        let pawns = |value| Some(Eval::Centipawns(value));
        let mate = |moves| Some(Eval::Mate(moves));
        for (comment, is_white, eval, depth, spent) in [
            ("+0.25/12 3.1s", false, pawns(-25), 12, Some(3100)),
            (" -12.5/9 ", true, pawns(-1250), 9, None),
            ("0.00/1 0s, White mates", false, pawns(0), 1, Some(0)),
            ("+M1/3 0.012s", false, mate(-1), 3, Some(12)),
            ("+M5/20 1:05", true, mate(3), 20, Some(65_000)),
            ("-M4/20 7", true, mate(-2), 20, Some(7000)),
            ("-0.11/11 21ms", true, pawns(-11), 11, Some(21)),
            ("0.25/12 3.1 s", true, pawns(25), 12, Some(3100)),
            ("0,25/12 3,1s; text", true, pawns(25), 12, Some(3100)),
            ("+0.25/12 1:02:03", true, pawns(25), 12, Some(3_723_000)),
            (
                "[%clk 0:01:00] +0.25/12 3s",
                true,
                pawns(25),
                12,
                Some(3000),
            ),
            (
                "(Nf6 Nc3)\n+0.13/14/31\n12s",
                true,
                pawns(13),
                14,
                Some(12_000),
            ),
            (
                "+0.31/18 0.250s, n=1, wv=9.99",
                true,
                pawns(31),
                18,
                Some(250),
            ),
            ("-#5/20 3s", true, None, 20, Some(3000)),
            ("+1000.05/7 1s", true, mate(5), 7, Some(1000)),
            ("d=30, mt=1, wv=-M12,", false, mate(-12), 30, Some(1)),
            ("d=3, mt=5", true, None, 3, Some(5)),
            ("ev=0.35, d=22", true, None, 22, None),
        ] {
            let found = read(&comment.replace("\\n", "\n"), is_white);
            assert_eq!(found, Some((eval, Some(depth), spent)), "{comment}");
        }
    }

    #[test]
    fn other_comments_say_nothing_of_a_search() {
        for comment in [
            "",
            "book",
            "1/2-1/2",
            "1/2 agreed",
            "4.5/6 was enough for the first prize",
            "7.5/9",
            "+1.0/7",
            "2.0/2.0",
            "0.5/x",
            "/",
            "+/3",
            "M0/3",
            "+M/3",
            "(0.1/2",
            "?.?/1",
            "1.2.3/4",
            "99999999999.99/3",
            "[%eval 0.25/12]",
            "wv=",
            "d=4",
            "5s",
            "book, mb=+0+0+0+0+0,",
        ] {
            assert_eq!(read(comment, true), None, "{comment}");
        }
    }

    /// The evaluations in centipawns that are read from comments after the moves of a game.
    fn evals(control: &str, comments: &[&str]) -> Vec<(Option<i32>, Option<u64>)> {
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
        let text = moves
            .zip(comments)
            .map(|(m, comment)| format!("{m} {{{comment}}} "));
        let text: String = text.collect();
        let game = Game::parse(format!("[TimeControl \"{control}\"]\n\n{text}*").as_bytes());
        let value = |info: Option<EngineInfo>| {
            let eval = match info.and_then(|info| info.eval) {
                Some(Eval::Centipawns(value)) => Some(value),
                _ => None,
            };
            (eval, info.and_then(|info| info.spent))
        };
        game.engine_infos().into_iter().map(value).collect()
    }

    #[test]
    fn the_other_comments_tell_reports_from_prose() {
        let none = (None, None);
        // Scores of a tournament.
        let prose = ["4.5/6", "7.5/9", "0.5/3 so far", "+1.0/7"];
        assert_eq!(evals("", &prose), [none; 4]);
        // The same numbers among reports.
        let found = evals("", &["+0.30/12 3s", "0.5/9", "-0.31/9 better", "0.2/9 4s"]);
        let right = [
            (30, Some(3000)),
            (-50, None),
            (-31, None),
            (-20, Some(4000)),
        ];
        assert_eq!(found, right.map(|(eval, spent)| (Some(eval), spent)));
        // Reports without times, where nothing else stands in comments.
        assert_eq!(
            evals("", &["0.25/12", "0.3/12"]),
            [(Some(25), None), (Some(-30), None)]
        );
        assert_eq!(evals("", &["0.25/12", "a good move"]), [none; 2]);
        assert_eq!(evals("", &["-0.25/12 was shown", "0.25/12 3s"])[0], none);
    }

    #[test]
    fn numbers_without_a_unit_are_seconds_where_that_is_possible() {
        assert_eq!(evals("60", &["+0.25/12 7"]), [(Some(25), Some(7000))]);
        assert_eq!(evals("60", &["+0.25/12 2424"]), [(Some(25), None)]);
        let banksia = evals("", &["+0.3/21 2424 1511177", "-0.31/20 6.5s", "+0.30/9 60"]);
        assert_eq!(
            banksia,
            [
                (Some(30), Some(2424)),
                (Some(31), Some(6500)),
                (Some(30), None)
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_text_follow_a_report() {
        let game = Game::parse(b"1. e4 {+0.25/12 1s, \xff} *");
        assert!(game.engine_infos()[0].is_some());
    }
}
