//! Whether two spellings of a name can mean one player: the surname must agree, and the initials, as in `Carlsen,M` and
//! `Magnus Carlsen`.
//!
//! Not part of the format.

use crate::fold::fold;
use crate::name::Spelling;
use std::collections::HashSet;

/// A name as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    spelling: Spelling,
}

/// A name that has been understood.
///
/// Two names agree if the surnames are equal and no given names at the same place begin with different letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// The words of the surname.
    pub surname: String,
    /// The given names and initials in their order.
    pub given: Vec<String>,
}

/// What stands for the name of a player who is not known.
const UNKNOWN: [&str; 4] = ["", "nn", "n n", "unknown"];
/// The most words of a name without a comma that are taken for a part of the surname.
const WORDS: usize = 4;
/// The longest name in bytes that is taken apart.
const LONGEST: usize = 120;

impl Person {
    /// The name in a tag; `None` if it says nothing, as `?`.
    ///
    /// ```
    /// use query::Person;
    ///
    /// let names = ["Carlsen,M", "Carlsen, Magnus", "Magnus Carlsen", "CARLSEN M."].map(|name| Person::new(name).unwrap());
    /// let known = Person::surnames(&names);
    /// assert!(names.iter().all(|name| name.understood(&known).surname == "carlsen"));
    /// assert_eq!(Person::new("?"), None);
    /// ```
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let name = name.trim();
        if name.len() > LONGEST {
            return Self::exactly(name);
        }
        let mut spelling = Spelling::new(&without_remarks(&fold(name)));
        spelling
            .words
            .iter_mut()
            .for_each(|word| *word = plain(word));
        let is_known = !UNKNOWN.contains(&&spelling.words.join(" ")[..]);
        is_known.then_some(Self { spelling })
    }

    /// A name that agrees only with itself, apart from white space; `None` if it says nothing.
    #[must_use]
    pub fn exactly(name: &str) -> Option<Self> {
        let words: Vec<&str> = name.split_ascii_whitespace().collect();
        let name = words.join(" ");
        let spelling = Spelling {
            words: vec![name],
            surname: Some(1),
        };
        let is_known = !["", "?", "-"].contains(&&spelling.words[0][..]);
        is_known.then_some(Self { spelling })
    }

    /// Words of which two names that agree have one in common; at least one.
    #[must_use]
    pub fn keys(&self) -> Vec<&str> {
        let words = match self.spelling.surname {
            Some(count @ 1..) => &self.spelling.words[..count],
            _ => &self.spelling.words[..],
        };
        let mut keys: Vec<&str> = words.iter().map(String::as_str).collect();
        keys.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
        keys.dedup();
        let is_initial = |word: &&str| word.chars().nth(1).is_none();
        let full = keys.iter().filter(|word| !is_initial(word)).count();
        keys.truncate(match self.spelling.surname {
            Some(1..) => 1,
            _ => full.clamp(1, WORDS),
        });
        keys
    }

    /// The surnames that are known among these names: those before a comma, those beside initials, and names of one word.
    #[must_use]
    pub fn surnames<'a>(names: impl IntoIterator<Item = &'a Self>) -> HashSet<String> {
        names
            .into_iter()
            .filter_map(|name| Some(name.apart()?.surname))
            .collect()
    }

    /// The name, if it shows by itself which words are the surname.
    fn apart(&self) -> Option<Understood> {
        let Spelling { words, surname } = &self.spelling;
        if let Some(count @ 1..) = *surname {
            return Some(Understood::new(&words[..count], &words[count..]));
        }
        let is_initial = |word: &String| word.chars().nth(1).is_none();
        let before = words.iter().take_while(|word| is_initial(word)).count();
        let after = words
            .iter()
            .rev()
            .take_while(|word| is_initial(word))
            .count();
        match (before, after) {
            _ if words.len() == 1 => Some(Understood::new(words, &[])),
            (1.., 0) => Some(Understood::new(&words[before..], &words[..before])),
            (0, 1..) => {
                let (surname, given) = words.split_at(words.len() - after);
                Some(Understood::new(surname, given))
            }
            _ => None,
        }
    }

    /// The name, taken apart with the help of surnames that are known from other names. If nothing shows which words are the surname, all
    /// are, in any order.
    #[must_use]
    pub fn understood(&self, known: &HashSet<String>) -> Understood {
        let words = &self.spelling.words;
        if let Some(apart) = self.apart() {
            return apart;
        }
        let lengths = || (1..=words.len()).rev();
        let first = lengths().find(|&count| known.contains(&words[..count].join(" ")));
        let last = lengths().find(|&count| known.contains(&words[words.len() - count..].join(" ")));
        match (first, last) {
            (Some(count), _) if count == words.len() => Understood::new(words, &[]),
            (Some(count), None) => Understood::new(&words[..count], &words[count..]),
            (None, Some(count)) => {
                let (given, surname) = words.split_at(words.len() - count);
                Understood::new(surname, given)
            }
            _ => {
                let mut words = words.clone();
                words.sort_unstable();
                Understood::new(&words, &[])
            }
        }
    }
}

impl Understood {
    fn new(surname: &[String], given: &[String]) -> Self {
        Self {
            surname: surname.join(" "),
            given: given.to_vec(),
        }
    }
}

/// The name without a rating, a title or a country in brackets.
fn without_remarks(name: &str) -> String {
    let mut left = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((inside, after)) = after.split_once(')') else {
            break;
        };
        left.push_str(before);
        let inside = inside.trim();
        let is_rating =
            (3..=4).contains(&inside.len()) && inside.bytes().all(|byte| byte.is_ascii_digit());
        let is_code = inside.len() <= 3 && inside.bytes().all(|byte| byte.is_ascii_lowercase());
        left.push_str(if is_rating || is_code { " " } else { inside });
        rest = after;
    }
    left + rest
}

/// A word in which `ä` is the same as `ae`, and `å` as `aa`.
fn plain(word: &str) -> String {
    ["ae", "oe", "ue", "aa"]
        .iter()
        .fold(word.to_owned(), |word, two| word.replace(two, &two[..1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Person {
        Person::new(name).unwrap()
    }

    /// Whether names agree if nothing else is known.
    fn agree(one: &str, two: &str) -> bool {
        let names = [person(one), person(two)];
        let known = Person::surnames(&names);
        let [one, two] = names.each_ref().map(|name| name.understood(&known));
        let keys = names.each_ref().map(Person::keys);
        let first = |word: &str| word.chars().next();
        let mut given = one.given.iter().zip(&two.given);
        let agree = one.surname == two.surname && given.all(|(a, b)| first(a) == first(b));
        assert!(
            !agree || keys[0].iter().any(|key| keys[1].contains(key)),
            "{names:?}"
        );
        agree
    }

    #[test]
    fn spellings_of_one_name_agree() {
        for (one, two) in [
            ("Carlsen,M", "Carlsen, Magnus"),
            ("Carlsen, M.", "Magnus Carlsen"),
            ("Carlsen M", "Carlsen, Magnus"),
            ("M. Carlsen", "Carlsen, Magnus"),
            ("M. Carlsen", "Magnus Carlsen"),
            ("Carlsen", "Carlsen, Magnus"),
            ("CARLSEN Magnus", "Carlsen, Magnus"),
            ("Magnus Carlsen", "Carlsen Magnus"),
            ("Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"),
            ("Vachier Lagrave M", "Vachier-Lagrave, Maxime"),
            ("Van Foreest, J", "Jorden van Foreest"),
            ("Müller, K", "Mueller, Karsten"),
            ("Muller, K", "Müller, Karsten"),
            ("Alder, A (2345)", "Alder, Anna"),
            ("Alder, A (NOR)", "Alder, A"),
            ("Alder, A. B.", "Alder, Anna"),
            ("alder_7", "Alder_7"),
            ("O'Kelly, A", "O’Kelly, Alberic"),
            ("A", "A"),
        ] {
            assert!(agree(one, two) && agree(two, one), "{one} {two}");
        }
    }

    #[test]
    fn names_of_others_do_not() {
        for (one, two) in [
            ("Carlsen,M", "Carlsen, Henrik"),
            ("Carlsen,M", "Karlsen, Magnus"),
            ("Alder, Anna", "Anna, Alder"),
            ("Alder, A", "Birch, A"),
            ("alder", "alder2"),
            ("Stockfish 16", "Stockfish 15"),
            ("Alder, A B", "Alder, B"),
            ("A", "B"),
        ] {
            assert!(!agree(one, two), "{one} {two}");
        }
        for unknown in ["", "?", "-", " ", "(?)", "...", "NN", "N.N.", "Unknown"] {
            assert_eq!(Person::new(unknown), None, "{unknown}");
            let exactly = !["", "?", "-", " "].contains(&unknown);
            assert_eq!(Person::exactly(unknown).is_some(), exactly);
        }
    }

    #[test]
    fn a_name_of_any_length_has_few_keys() {
        let long = "a bb ccc ".repeat(1000);
        assert_eq!(person(&long).keys().len(), 1);
        assert_eq!(
            person("Juan Carlos de la Cruz y Gomez").keys(),
            ["carlos", "gomez", "cruz", "juan"]
        );
    }
}
