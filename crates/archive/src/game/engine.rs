//! The data about an engine's search in comments: evaluation, depth and time.
//!
//! Not part of the format.
//!
//! Two notations are read. Programs for engine matches (Cute Chess, fastchess, XBoard, Arena) write `+0.25/12 3.1s`: the evaluation from
//! the point of view of the side that moved, the depth, and the time. TCEC writes names and values, as in `d=30, sd=43, mt=67843, wv=1.37`.

use super::{Comment, Eval, Game, Position};

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

impl Game {
    /// The engines' data about their searches: an item for each ply of the main line, from its first comment that has such data. The comments
    /// must have been decoded ([`crate::Columns::COMMENTS`]).
    ///
    /// ```
    /// # extern crate archive as pgnz;
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
        let white_begins = self.start().is_none_or(Position::white_to_move);
        let plies = self.main_line().plies.iter().enumerate();
        let info = |comment: &Comment, is_white| EngineInfo::read(&comment.text, is_white);
        plies
            .map(|(at, ply)| {
                let is_white = white_begins == (at % 2 == 0);
                ply.comments
                    .iter()
                    .find_map(|comment| info(comment, is_white))
            })
            .collect()
    }
}

impl EngineInfo {
    /// Reads a comment after a move of White or of Black.
    fn read(comment: &[u8], is_white: bool) -> Option<Self> {
        let text = String::from_utf8_lossy(comment);
        Self::slash(text.trim(), is_white).or_else(|| Self::named(&text))
    }

    /// `+0.25/12 3.1s`; the expected moves may come before it in brackets, and words may follow after a comma.
    fn slash(text: &str, is_white: bool) -> Option<Self> {
        let text = match text.strip_prefix('(') {
            Some(moves) => moves.split_once(')')?.1.trim_start(),
            None => text,
        };
        let mut words = text.split([' ', ',', ';']);
        let (eval, depth) = words.next()?.split_once('/')?;
        let depth = depth.split('/').next()?;
        let is_depth = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
        let eval = match (is_depth, pawns(eval)?) {
            (false, _) => return None,
            (true, Eval::Centipawns(value)) => Eval::Centipawns(value),
            // Here the mate is counted in plies: odd numbers are mates by the side that moved.
            (true, Eval::Mate(plies)) => Eval::Mate((plies.abs() + 1) / 2 * plies.signum()),
        };
        let turned = match eval {
            Eval::Centipawns(value) => Eval::Centipawns(-value),
            Eval::Mate(moves) => Eval::Mate(-moves),
        };
        Some(Self {
            eval: Some(if is_white { eval } else { turned }),
            depth: depth.parse().ok(),
            spent: words.next().and_then(time),
        })
    }

    /// Names and values, with commas between; `wv` is the evaluation from White's point of view, `d` the depth, `mt` the time in milliseconds.
    fn named(text: &str) -> Option<Self> {
        let value = |wanted: &str| {
            let mut pairs = text
                .split(',')
                .filter_map(|pair| pair.trim().split_once('='));
            pairs
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| value)
        };
        Some(Self {
            eval: Some(pawns(value("wv")?)?),
            depth: value("d").and_then(|depth| depth.parse().ok()),
            spent: value("mt").and_then(|time| time.parse().ok()),
        })
    }
}

/// An evaluation in pawns with a decimal point, as in `-0.25`, or a mate, as in `M5`, `+M5` and `-M5`.
fn pawns(text: &str) -> Option<Eval> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(mate) = size.strip_prefix('M') {
        let mate = mate.parse::<u16>().ok().filter(|&mate| mate > 0)?;
        return Some(Eval::Mate(sign * i32::from(mate)));
    }
    let hundredths = decimal(size.split_once('.').map(|_| size)?, 2)?;
    Some(Eval::Centipawns(sign * i32::try_from(hundredths).ok()?))
}

/// Milliseconds: `3.1s`, `60ms`, `1:05` (minutes and seconds), or seconds without a unit.
fn time(text: &str) -> Option<u64> {
    if let Some(number) = text.strip_suffix("ms") {
        return number.parse().ok();
    }
    let seconds = text.strip_suffix('s').unwrap_or(text);
    let (minutes, seconds) = seconds.split_once(':').unwrap_or(("0", seconds));
    let minutes = minutes.parse::<u32>().ok()?;
    decimal(seconds, 3)?.checked_add(u64::from(minutes) * 60_000)
}

/// A number without a sign, times ten to the power of `places`; further decimal places are cut off.
fn decimal(text: &str, places: usize) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let part = part.bytes().chain(std::iter::repeat(b'0')).take(places);
    let digits = whole.bytes().chain(part).map(char::from);
    digits.collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str, is_white: bool) -> Option<(Option<Eval>, Option<u32>, Option<u64>)> {
        let info = EngineInfo::read(comment.as_bytes(), is_white)?;
        Some((info.eval, info.depth, info.spent))
    }

    #[test]
    fn searches_are_read_as_programs_write_them() {
        let pawns = |value| Some(Eval::Centipawns(value));
        let mate = |moves| Some(Eval::Mate(moves));
        for (comment, is_white, eval, depth, spent) in [
            ("+0.25/12 3.1s", true, pawns(25), 12, Some(3100)),
            ("+0.25/12 3.1s", false, pawns(-25), 12, Some(3100)),
            (" -12.5/9 ", true, pawns(-1250), 9, None),
            ("0.00/1 0s, White mates", false, pawns(0), 1, Some(0)),
            ("+M1/3 0.012s", false, mate(-1), 3, Some(12)),
            ("+M5/20 1:05", true, mate(3), 20, Some(65_000)),
            ("-M4/20 7", true, mate(-2), 20, Some(7000)),
            ("-0.11/11 21ms", true, pawns(-11), 11, Some(21)),
            (
                "(Nf6 Nc3) +0.13/14/31 12s",
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
            (
                "d=30, sd=43, mt=67843, pv=d5 Nf6, wv=-1.37, R50=50,",
                true,
                pawns(-137),
                30,
                Some(67_843),
            ),
            ("d=30, mt=1, wv=-M12,", false, mate(-12), 30, Some(1)),
        ] {
            let found = read(comment, is_white);
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
            "book, mb=+0+0+0+0+0,",
            "d=3, mt=5",
        ] {
            assert_eq!(read(comment, true), None, "{comment}");
        }
        assert!(EngineInfo::read(b"+0.25/12 1s, \xff", true).is_some());
        assert_eq!(read("0.10/5 soon", true).unwrap().2, None);
    }
}
