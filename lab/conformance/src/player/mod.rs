//! A player who plays and annotates by chance: the same seed gives the same games.

mod comments;
mod form;
mod tags;

pub use form::{Dialect, Form};

use fastrand::Rng;
use legal::san::{self, Mark};
use legal::{Color, Position, Variant, chess960};

/// Makes the texts of games.
///
/// ```
/// use conformance::{Form, Player};
/// let [one, other] = [7, 7].map(|seed| Player::new(seed).game(&Form::default()));
/// assert_eq!(one, other);
/// ```
#[derive(Debug)]
pub struct Player {
    random: Rng,
    /// Milliseconds on the clocks of White and Black.
    clocks: [u64; 2],
    /// The evaluation in hundredths of a pawn.
    eval: i64,
    /// Games so far.
    games: u32,
}

/// The words of a movetext, and what is needed to put the next one.
#[derive(Default)]
struct Words {
    found: Vec<String>,
    /// Whether Black's next move needs its number.
    interrupted: bool,
}

impl Player {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            random: Rng::with_seed(seed),
            clocks: [0; 2],
            eval: 0,
            games: 0,
        }
    }

    /// A choice among so many, from 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.random.usize(..count.max(1))
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.usize(..of.len())]
    }

    /// Several games in a form.
    pub fn games(&mut self, count: usize, form: &Form) -> Vec<u8> {
        (0..count).flat_map(|_| self.game(form)).collect()
    }

    /// The text of a game with the blank line after it.
    pub fn game(&mut self, form: &Form) -> Vec<u8> {
        self.games += 1;
        self.clocks = [self.pick(&[60_000, 180_000, 600_000, 5_400_000]); 2];
        self.eval = 20;
        let start = self.start(form);
        let mut words = Words {
            interrupted: true,
            ..Words::default()
        };
        let plies = form.plies / 2 + self.below(form.plies / 2 + 1);
        let end = self.line(form, start.clone(), plies, 0, &mut words);
        let result = match end.outcome() {
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
            Some(None) => "1/2-1/2",
            None => self.pick(&["1-0", "0-1", "1/2-1/2", "*"]),
        };
        words.found.push(result.to_owned());
        let mut text = self.tags(form, &start, &end, result);
        text.push('\n');
        let mut column = 0;
        for word in &words.found {
            let breaks = form.width.is_some_and(|width| column + word.len() >= width);
            if column > 0 {
                text.push(if breaks { '\n' } else { ' ' });
                column = if breaks { 0 } else { column + 1 };
            }
            text.push_str(word);
            column += word.len();
        }
        text.push_str("\n\n");
        if form.crlf {
            text = text.replace('\n', "\r\n");
        }
        text.into_bytes()
    }

    fn start(&mut self, form: &Form) -> Position {
        if form.chess960 {
            return self.start_of_chess960();
        }
        let mut position = Position::initial(form.variant);
        for _ in 0..form.skipped {
            let legal = position.legal_moves();
            if legal.len() < 2 {
                break;
            }
            let at = self.below(legal.len());
            position.play(legal[at]);
        }
        position
    }

    fn start_of_chess960(&mut self) -> Position {
        let number = self.random.u32(..chess960::POSITIONS);
        let rank = chess960::first_rank(number).into_iter().flatten();
        let men: String = rank.map(legal::Role::char).collect();
        let files = men.char_indices().filter(|&(_, man)| man == 'r');
        let rooks: String = files.map(|(at, _)| char::from(b'a' + at as u8)).collect();
        let (white, rights) = (men.to_uppercase(), rooks.to_uppercase());
        let fen = format!("{men}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights}{rooks} - 0 1");
        Position::from_fen(&fen, Variant::Standard).unwrap_or_else(|_| Position::standard())
    }

    /// Plays a line, with variations from it as deep as the form says. Returns the position after it.
    fn line(
        &mut self,
        form: &Form,
        mut position: Position,
        plies: usize,
        depth: usize,
        words: &mut Words,
    ) -> Position {
        for _ in 0..plies {
            if form.nulls && self.once_in(25) {
                let Some(after) = position.pass() else {
                    continue;
                };
                number(&position, words);
                words
                    .found
                    .push(self.pick(&["--", "Z0", "0000"]).to_owned());
                position = after;
                continue;
            }
            let legal = position.legal_moves();
            if legal.is_empty() || position.outcome().is_some() {
                break;
            }
            let before = position.clone();
            let at = self.choice(legal.len());
            number(&position, words);
            position.play(legal[at]);
            let mut san = Vec::new();
            let mark = Mark::with(&position, &position.legal_moves());
            san::write(&mut san, &before, &legal, at, mark, form.spelling);
            words.found.push(String::from_utf8_lossy(&san).into_owned());
            self.annotate(form, &before, &position, words);
            if depth < form.variations && legal.len() > 1 && self.once_in(9) {
                words.found.push("(".to_owned());
                words.interrupted = true;
                let length = 1 + self.below(8);
                self.line(form, before, length, depth + 1, words);
                let last = words.found.len() - 1;
                words.found[last].push(')');
                words.interrupted = true;
                join_opening(&mut words.found);
            }
        }
        position
    }

    /// The first moves of the order more often than the others: a text in which all are as likely says little of a model.
    fn choice(&mut self, count: usize) -> usize {
        let one = self.below(count);
        one.min(self.below(count))
    }

    fn annotate(&mut self, form: &Form, before: &Position, after: &Position, words: &mut Words) {
        if form.glyphs && self.once_in(6) {
            let glyph = self.pick(&["$1", "$2", "$3", "$4", "$6", "$10", "$14", "$16", "$139"]);
            match self.pick(&["!", "?", "!?", "?!", "", "", ""]) {
                "" => words.found.push(glyph.to_owned()),
                mark => {
                    let last = words.found.len() - 1;
                    words.found[last].push_str(mark);
                }
            }
        }
        if let Some(comment) = self.comment(form, before, after) {
            words.found.push(comment);
            words.interrupted = true;
        }
    }
}

/// Puts the number of the next move, where it is needed.
fn number(position: &Position, words: &mut Words) {
    let fullmoves = position.fullmoves();
    if position.turn().is_white() {
        words.found.push(format!("{fullmoves}."));
    } else if words.interrupted {
        words.found.push(format!("{fullmoves}..."));
    }
    words.interrupted = false;
}

/// Puts an opening parenthesis at the word after it.
fn join_opening(words: &mut Vec<String>) {
    if let Some(at) = words.iter().rposition(|word| word == "(")
        && at + 1 < words.len()
    {
        words.remove(at);
        words[at].insert(0, '(');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use legal::san::Spelling;

    #[test]
    fn games_of_every_form_are_read_to_their_end() {
        let mut player = Player::new(1);
        for dialect in Dialect::ALL {
            let form = Form {
                dialect,
                clocks: true,
                evals: true,
                comments: true,
                glyphs: true,
                variations: 3,
                nulls: true,
                ..Form::default()
            };
            let text = player.game(&form);
            let game = archive::Game::parse(&text);
            // Null moves are plies without a move.
            let plies = game.main_line().plies.len();
            assert!(plies > 5, "{dialect:?}: {plies} plies");
        }
    }

    #[test]
    fn spellings_are_standard_unless_the_form_says_else() {
        assert_eq!(Form::default().spelling, Spelling::default());
    }
}
