//! Names of players: equal in either order, with initials, without accents.
//!
//! Not part of the format.

use crate::fold::{fold, fold_long};

/// A name in a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    spellings: Vec<Spelling>,
}

/// One spelling of a name, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub words: Vec<String>,
    /// How many of the first words are the surname; `None` without a comma.
    pub surname: Option<usize>,
}

impl Name {
    pub fn new(text: &str) -> Self {
        Self::of_words(text, str::to_owned)
    }

    /// A name whose words, without accents, are written like this.
    pub fn of_words(text: &str, write: fn(&str) -> String) -> Self {
        let texts = [Some(fold(text)), fold_long(text)].into_iter().flatten();
        let spelling = |text: String| {
            let mut spelling = Spelling::new(&text);
            for word in &mut spelling.words {
                *word = write(word);
            }
            spelling
        };
        Self {
            spellings: texts.map(spelling).collect(),
        }
    }

    /// Whether it has a word of two letters or more; otherwise it cannot identify a player.
    pub fn is_enough(&self) -> bool {
        self.spellings[0].words.iter().any(|word| !is_initial(word))
    }

    /// Whether it fits a player with this full name.
    pub fn is_of(&self, player: &str) -> bool {
        self.fits(&Self::new(player), |one, two| one == two)
    }

    /// Whether it fits a player with this name, if words are the same when `same` says so.
    pub fn fits(&self, full: &Self, same: fn(&str, &str) -> bool) -> bool {
        let mut pairs = self
            .spellings
            .iter()
            .flat_map(|asked| full.spellings.iter().map(move |full| (asked, full)));
        pairs.any(|(asked, full)| asked.is_of(full, same))
    }
}

impl Spelling {
    pub fn new(text: &str) -> Self {
        let words = |text: &str| -> Vec<String> {
            let text: String = text.chars().filter(|&letter| letter != '\'').collect();
            let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
            let words = text
                .split(|letter| !is_part(letter))
                .filter(|word| !word.is_empty());
            words.map(str::to_owned).collect()
        };
        let (surname, given) = text.split_once(',').unwrap_or((text, ""));
        let mut all = words(surname);
        let surname = text.contains(',').then_some(all.len());
        all.extend(words(given));
        Self {
            words: all,
            surname,
        }
    }

    /// Whether each word fits another word of the full name: the same word, or an initial of a given name. At least one word must
    /// be the same, and belong to the surname if a comma shows which word that is.
    fn is_of(&self, full: &Self, is_same: fn(&str, &str) -> bool) -> bool {
        let mut taken = vec![false; full.words.len()];
        let mut open = Vec::new();
        let mut has_surname = false;
        for (at, word) in self.words.iter().enumerate() {
            let same =
                |other: usize| is_same(&full.words[other], word) && self.may_be(at, full, other);
            match (0..taken.len()).find(|&other| !taken[other] && same(other)) {
                Some(other) => {
                    taken[other] = true;
                    has_surname |=
                        !is_initial(word) && full.surname.is_none_or(|surname| other < surname);
                }
                None => open.push(at),
            }
        }
        let given = |name: &Self, at: usize| name.surname.is_none_or(|surname| at >= surname);
        for at in open {
            let word = &self.words[at];
            let fits = |other: usize| {
                let (other_word, both_given) =
                    (&full.words[other], given(self, at) && given(full, other));
                both_given && (is_initial_of(word, other_word) || is_initial_of(other_word, word))
            };
            match (0..taken.len()).find(|&other| !taken[other] && fits(other)) {
                Some(other) => taken[other] = true,
                None => return false,
            }
        }
        has_surname
    }

    /// Whether a word of this name can be a word of the other, according to the commas.
    fn may_be(&self, at: usize, full: &Self, other: usize) -> bool {
        match (self.surname, full.surname) {
            (Some(mine), Some(theirs)) => (at < mine) == (other < theirs),
            _ => true,
        }
    }
}

fn is_initial(word: &str) -> bool {
    word.chars().nth(1).is_none()
}

fn is_initial_of(letter: &str, word: &str) -> bool {
    is_initial(letter) && word.starts_with(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_goes_by_several_names() {
        for (asked, player) in [
            ("Carlsen, Magnus", "Carlsen, Magnus"),
            ("magnus carlsen", "Carlsen, Magnus"),
            ("Carlsen", "Carlsen, Magnus"),
            ("carlsen", "Magnus Carlsen"),
            ("Carlsen,M", "Carlsen, Magnus"),
            ("M. Carlsen", "Carlsen, Magnus"),
            ("Magnus Carlsen", "Carlsen,M"),
            ("Carlsen, Magnus", "Carlsen, M."),
            ("Müller", "Mueller, Karsten"),
            ("Muller", "Müller, Karsten"),
            ("Mueller", "Müller, Karsten"),
            ("MVL Vachier Lagrave", "Vachier-Lagrave, MVL"),
            ("O'Kelly", "O’Kelly de Galway, Alberic"),
            ("DrNykterstein", "DrNykterstein"),
            ("van foreest", "Van Foreest, Jorden"),
            ("Gonçalves", "Goncalves, J"),
        ] {
            assert!(Name::new(asked).is_of(player), "{asked} is {player}");
        }
    }

    #[test]
    fn others_are_not_taken_for_the_player() {
        for (asked, player) in [
            ("Magnus", "Carlsen, Magnus"),
            ("Carlsen, Magnus", "Carlsen, Henrik"),
            ("Magnus Carlsen", "Carlsen, Henrik"),
            ("Magnus Carlsen", "Carlsen"),
            ("Carlsen,M", "Carlsen, Henrik"),
            ("C", "Carlsen, Magnus"),
            ("Carlsen", "Carlsson, Pontus"),
            ("Muller", "Mueller, Karsten"),
            ("Thomas, Paul", "Paul, Thomas"),
            ("Michal", "Michael"),
            ("C. Magnus", "Carlsen, Magnus"),
            ("Carl", "Carlsen"),
            ("", "Carlsen"),
        ] {
            assert!(!Name::new(asked).is_of(player), "{asked} is not {player}");
        }
    }
}
