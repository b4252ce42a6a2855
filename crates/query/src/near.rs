//! Names of players that are spelled nearly alike.
//!
//! Not part of the format.
//!
//! Each word is written as it sounds, so that transliterations become the same; then it may differ by a letter, or by two if it is long. The
//! words of two names are compared as those of [`Name`] are: initials may stand for given names, in either order.

use crate::name::Name;

/// Letters that are written in several ways, longest first, and what stands for them.
const SOUNDS: [(&str, &str); 28] = [
    ("shch", "S"),
    ("tsch", "C"),
    ("tch", "C"),
    ("sch", "S"),
    ("dzh", "i"),
    ("cz", "C"),
    ("ch", "C"),
    ("sz", "S"),
    ("sh", "S"),
    ("zh", "Z"),
    ("kh", "h"),
    ("gh", "g"),
    ("ph", "f"),
    ("th", "t"),
    ("ck", "k"),
    ("ts", "z"),
    ("tz", "z"),
    ("dj", "i"),
    ("ae", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("x", "ks"),
    ("w", "v"),
    ("y", "i"),
    ("j", "i"),
    ("q", "k"),
    ("c", "k"),
    ("'", ""),
];
/// Letters from which on a word may differ by one letter, and by two.
const ONE: usize = 4;
const TWO: usize = 8;
/// A longer word must be the same.
const LONGEST: usize = 64;

/// A name in a query that asks for near spellings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    plain: Name,
    heard: Name,
}

impl Near {
    pub fn new(text: &str) -> Self {
        Self {
            plain: Name::new(text),
            heard: Name::of_words(text, sound),
        }
    }

    /// Whether a player with this full name may be meant.
    pub fn is_of(&self, player: &str) -> bool {
        let heard = Name::of_words(player, sound);
        self.plain.is_of(player) || self.heard.fits(&heard, are_near)
    }
}

/// A word without accents as it sounds, double letters written once.
fn sound(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let found = SOUNDS.iter().find(|(written, _)| rest.starts_with(written));
        let (put, length) = match found {
            Some((written, sound)) => (*sound, written.len()),
            None => (&rest[..first.len_utf8()], first.len_utf8()),
        };
        if !(put.len() == first.len_utf8() && out.ends_with(put)) {
            out.push_str(put);
        }
        rest = &rest[length..];
    }
    // Names in -ov and -ev.
    for end in ["of", "ef"] {
        if out.len() > ONE && out.ends_with(end) {
            out.pop();
            out.push('v');
        }
    }
    out
}

/// Whether two words are the same but for a letter or two that are missing, changed, or in the place of their neighbour.
fn are_near(one: &str, two: &str) -> bool {
    if one == two {
        return true;
    }
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let (short, long) = (one.len().min(two.len()), one.len().max(two.len()));
    let most = match short {
        _ if long > LONGEST => 0,
        TWO.. => 2,
        ONE.. => 1,
        _ => 0,
    };
    most > 0 && long - short <= most && distance(&one, &two) <= most
}

/// The number of letters to insert, delete, change, or swap with their neighbour.
fn distance(one: &[char], two: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=two.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in two.iter().enumerate() {
            let changed = last[j] + usize::from(letter != other);
            let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == two[j - 1] && one[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn near_spellings_are_found() {
        for (asked, player) in [
            ("Andrejkin", "Andreikin, Dmitry"),
            ("Andrejkin, Dmitrij", "Andreikin, D"),
            ("Carlsen,M", "Carlsen, Magnus"),
            ("Karlsen", "Carlsen, Magnus"),
            ("Kortschnoj", "Korchnoi, Viktor"),
            ("Kortchnoi, V", "Korchnoi, Viktor L"),
            ("Nimzowitsch", "Nimzovich, Aron"),
            ("Tchigorin", "Chigorin, Mikhail"),
            ("Jussupow", "Yusupov, Artur"),
            ("Yuri Averbakh", "Awerbach, Juri"),
            ("Aleksandr Grischuk", "Grischuk, Alexander"),
            ("Müller", "Mueller, Karsten"),
            ("Muller", "Müller, Karsten"),
            ("Nepomniachchi", "Nepomniachtchi, Ian"),
            ("Kasparow", "Kasparov, Garry"),
            ("Smirnoff", "Smirnov, Pavel"),
            ("Vashier-Lagrave", "Vachier Lagrave, Maxime"),
            ("Carslen", "Carlsen, Magnus"),
        ] {
            assert!(Near::new(asked).is_of(player), "{asked} is near {player}");
        }
    }

    #[test]
    fn others_are_not_near() {
        for (asked, player) in [
            ("Carlsen", "Larsen, Bent"),
            ("Carlsen, Magnus", "Carlsen, Henrik"),
            ("Kasparov", "Karpov, Anatoly"),
            ("Li", "Lu, Shanglei"),
            ("Wei", "Wen, Yang"),
            ("Polgar, Judit", "Polgar, Susan"),
            ("Andrejkin", "Andersson, Ulf"),
        ] {
            assert!(
                !Near::new(asked).is_of(player),
                "{asked} is not near {player}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_sound_of_a_word_sounds_alike(word in "[a-zäöüйш']{0,20}") {
            prop_assert!(sound(&word).len() <= word.len() + word.matches('x').count());
        }

        #[test]
        fn the_distance_is_the_same_both_ways(one in "[a-d]{0,9}", two in "[a-d]{0,9}") {
            let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
            prop_assert_eq!(distance(&a, &b), distance(&b, &a));
            prop_assert_eq!(are_near(&one, &two), are_near(&two, &one));
        }
    }
}
