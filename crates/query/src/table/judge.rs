//! Applies a filter to all games of a table at once.
//!
//! Not part of the format.
//!
//! Each text that several games share is tested once. Main lines, which take longest, are followed only for games that pass everything else.

use super::{Table, Texts, Verdict};
use crate::Filter;
use crate::check::{Check, Question};
use crate::date::Days;
use crate::field::{Field, Kind, Known};
use crate::filter::Ready;
use crate::truth::Truths;
use crate::value;
use archive::Date;

impl Filter {
    /// The verdict of a table for each of its games.
    #[must_use]
    pub fn judge(&self, table: &Table) -> Vec<Verdict> {
        let truths = self.ready().judge(table, &vec![true; table.games]);
        let verdict = |truths: Truths| match truths {
            Truths::TRUE => Verdict::Yes,
            truths if truths.contains(Truths::TRUE) => Verdict::Ask,
            _ => Verdict::No,
        };
        truths.into_iter().map(verdict).collect()
    }
}

impl Ready {
    /// The result for the wanted games.
    fn judge(&self, table: &Table, wanted: &[bool]) -> Vec<Truths> {
        let (parts, nothing, end): (_, _, fn(Truths, Truths) -> Truths) = match self {
            Self::Check(check) => return table.truths(check, wanted),
            Self::Not(part) => {
                let truths = part.judge(table, wanted);
                return truths.into_iter().map(Truths::not).collect();
            }
            Self::And(parts) => (parts, Truths::TRUE, Truths::and),
            Self::Or(parts) => (parts, Truths::FALSE, Truths::or),
        };
        let mut all = vec![nothing; table.games];
        let mut parts: Vec<&Self> = parts.iter().collect();
        parts.sort_by_key(|part| part.follows_lines());
        for part in parts {
            let open = |(&wanted, &so_far): (&bool, &Truths)| wanted && so_far != nothing.not();
            let wanted: Vec<bool> = wanted.iter().zip(&all).map(open).collect();
            let truths = part.judge(table, &wanted);
            for ((so_far, truth), wanted) in all.iter_mut().zip(truths).zip(wanted) {
                if wanted {
                    *so_far = end(*so_far, truth);
                }
            }
        }
        all
    }

    fn follows_lines(&self) -> bool {
        match self {
            Self::Check(check) => check.field.kind() == Kind::Board,
            Self::Not(part) => part.follows_lines(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::follows_lines),
        }
    }
}

impl Table {
    fn truths(&self, check: &Check, wanted: &[bool]) -> Vec<Truths> {
        let found = match check.field {
            Field::Known(known) => self.known(check, known, wanted),
            Field::Tag(_) => None,
        };
        found.unwrap_or_else(|| vec![Truths::ANY; self.games])
    }

    fn known(&self, check: &Check, known: Known, wanted: &[bool]) -> Option<Vec<Truths>> {
        let question = &check.question;
        let games = 0..self.games;
        if let Some([white, black]) = known.either() {
            let [white, black] = [white, black].map(|side| self.of_texts(question, side));
            let both = white?.into_iter().zip(black?);
            return Some(match question.is_negative() {
                true => both.map(|(white, black)| white.and(black)).collect(),
                false => both.map(|(white, black)| white.or(black)).collect(),
            });
        }
        match known.kind() {
            Kind::Text | Kind::Name if matches!(known, Known::Winner | Known::Loser) => {
                self.texts.get(&Known::Result)?;
                let white = self.of_texts(question, Known::White)?;
                let black = self.of_texts(question, Known::Black)?;
                let of = |game: usize| match value::side(known, self.result(game)) {
                    Some(Known::White) => white[game],
                    Some(_) => black[game],
                    None => question.of_null(),
                };
                Some(games.map(of).collect())
            }
            Kind::Text | Kind::Name => self.of_texts(question, known),
            Kind::Number => {
                let number = self.numbers_of(known)?;
                let of = |game| match number(game) {
                    Some(number) => question.of_number(number, number),
                    // Without a start nothing is played.
                    None if known == Known::Plies => question.of_number(0.0, 0.0),
                    None => question.of_null(),
                };
                Some(games.map(of).collect())
            }
            Kind::Date if known == Known::Date => self.of_dates(question),
            Kind::Date => None,
            Kind::Truth => {
                let is_asked = matches!(question, Question::IsTrue);
                let of = |game| Some(Truths::of(self.truth(known, game)? && is_asked));
                games.map(of).collect()
            }
            Kind::Board => {
                let lines = self.lines.as_ref()?;
                let of = |game: usize| match wanted[game] {
                    true => lines.truths(question, game),
                    false => Truths::ANY,
                };
                Some(games.map(of).collect())
            }
        }
    }

    fn of_texts(&self, question: &Question, known: Known) -> Option<Vec<Truths>> {
        let Texts { values, keys } = self.texts.get(&known)?;
        let truths: Vec<Truths> = values.iter().map(|text| question.of_text(text)).collect();
        let null = question.of_null();
        let of = |&key: &u32| truths.get(key as usize).copied().unwrap_or(null);
        Some(keys.iter().map(of).collect())
    }

    pub(super) fn numbers_of(
        &self,
        known: Known,
    ) -> Option<Box<dyn Fn(usize) -> Option<f64> + '_>> {
        let column = |known| {
            let numbers = self.numbers.get(&known)?;
            Some(move |game: usize| numbers.get(game).copied().flatten().map(f64::from))
        };
        let both: fn(f64, f64) -> f64 = match known {
            Known::MinRating => f64::min,
            Known::MaxRating => f64::max,
            Known::MeanRating => |white, black| (white + black) / 2.0,
            Known::RatingGap => |white, black| white - black,
            // A month counts where the year is known.
            Known::Month => {
                let (year, month) = (column(Known::Year)?, column(Known::Month)?);
                return Some(Box::new(move |game| year(game).and(month(game))));
            }
            _ => {
                let number = column(known)?;
                return Some(Box::new(number));
            }
        };
        let (white, black) = (column(Known::WhiteRating)?, column(Known::BlackRating)?);
        Some(Box::new(move |game| Some(both(white(game)?, black(game)?))))
    }

    fn of_dates(&self, question: &Question) -> Option<Vec<Truths>> {
        let of = |date: &Option<Date>| match date.and_then(Days::of) {
            Some(days) => question.of_days(days),
            None => question.of_null(),
        };
        Some(self.dates.as_ref()?.iter().map(of).collect())
    }
}
