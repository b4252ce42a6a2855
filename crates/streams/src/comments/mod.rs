//! Streams `comments`, `numbers` and `lines`: the free text of comments.
//!
//! Format: "Streams comments, numbers and lines".
//!
//! A text is coded as its template, then the values in its places: numbers by [`Fields`], lines of moves by [`Lines`]. A template that was
//! met before is coded by its number, a new one byte by byte.

mod choice;
mod comment_cursor;
pub mod fields;
mod filled;
mod line;
mod number;
pub mod pv;
mod template;
mod text;

use std::collections::{HashMap, HashSet};

use crate::comments::fields::Fields;
use crate::comments::pv::{Lines, Situation};
use crate::moves::{Knowledge, Setting};
use entropy::Code;
use legal::Place;
use model::move_to_front::MoveToFront;
use model::strings::Strings;

use super::structure::Structure;
use choice::{Choice, TextContext};
use comment_cursor::CommentCursor;
use game::parts::comment::{EVAL, TEXT};
use game::parts::{GameParts, Item};
use model::dictionary::Dictionary;
use model::number::digest;
use template::{Habits, Parsed, TagValues};

/// The coders of the three streams.
pub struct Coders<C> {
    /// Of the stream `comments`.
    pub text: C,
    /// Of the stream `numbers`.
    pub numbers: C,
    /// Of the stream `lines`.
    pub lines: C,
}

impl<C: Code> Coders<C> {
    /// Whether invalid data was met in any of the streams.
    pub fn failed(&self) -> bool {
        self.text.failed() || self.numbers.failed() || self.lines.failed()
    }
}

/// Templates with more bytes than this for each of their values are prose.
const MOST_BYTES_PER_VALUE: usize = 8;

/// Models of the streams.
#[derive(Clone)]
pub struct Comments {
    prose: Strings,
    /// The last new template of each side.
    last: [Vec<u8>; 2],
    templates: Dictionary,
    /// Made at the first text.
    choice: Option<Box<Choice>>,
    /// The last symbols: of each side, and of all.
    symbols: [u32; 3],
    forms: MoveToFront,
    signs: MoveToFront,
    styles: MoveToFront,
    habits: Habits,
    fields: Fields,
    knowledge: Knowledge,
    /// Made at the first line.
    lines: Option<Box<Lines>>,
    /// Whether `lines` has been given the game's moves.
    knows_game: bool,
    /// Templates of the last texts, by which the encoder decides whether to use a template.
    lately: [Option<u32>; 4],
    /// The same for the texts at the ends of games, by how the games ended.
    endings: HashMap<u32, [Option<u32>; 3]>,
    /// Digests of the templates of prose, by which the encoder finds those that come again.
    sparse: HashSet<u32>,
    /// Of the game, for each side: the number of expected moves of the opponent (lines of one move), and how many of these were played.
    expected: [[i64; 2]; 2],
}

/// What is known when a text is coded.
struct Here<'a> {
    game: &'a GameParts,
    places: &'a [Option<Place>; 3],
    setting: &'a Setting,
    outside: [i64; 12],
    situation: Situation,
    tags: TagValues<'a>,
}

impl Comments {
    /// The state at the start of every block.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            prose: Strings::long(),
            last: Default::default(),
            templates: Dictionary::default(),
            choice: None,
            symbols: [0; 3],
            forms: MoveToFront::new(10),
            signs: MoveToFront::new(10),
            styles: MoveToFront::new(10),
            habits: Habits::default(),
            fields: Fields::default(),
            knowledge: knowledge.clone(),
            lines: None,
            knows_game: false,
            lately: [None; 4],
            endings: HashMap::new(),
            sparse: HashSet::new(),
            expected: [[0; 2]; 2],
        }
    }

    /// Codes the texts of a game, whose number is known from its comments' templates. Returns `false` if they are longer than `limit`.
    pub fn code<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut GameParts,
        structure: &Structure,
        limit: u64,
    ) -> bool {
        if game.texts.is_empty() {
            return true;
        }
        self.start();
        let setting = Setting::from_tags(|name| game.tag(name));
        let mut follow = CommentCursor::new(game);
        let (mut comment, mut text, mut eval) = (0, 0, 0);
        for item in 0..game.items.len() {
            if game.items[item] != Item::Comment {
                continue;
            }
            let template = structure.template(game.comments[comment].template);
            comment += 1;
            for &byte in template {
                if byte == EVAL {
                    eval += 1;
                }
                if byte != TEXT {
                    continue;
                }
                follow.advance(game, item);
                if !self.text(
                    coders,
                    game,
                    &mut follow,
                    &setting,
                    (item, text, eval),
                    limit,
                ) {
                    return false;
                }
                text += 1;
            }
        }
        true
    }

    fn start(&mut self) {
        self.fields.start();
        self.symbols = [0; 3];
        self.expected = [[0; 2]; 2];
        self.knows_game = false;
    }

    /// The model of lines, which knows what was played in the game.
    fn lines(&mut self, game: &GameParts) -> &mut Lines {
        let knowledge = &self.knowledge;
        let lines = self
            .lines
            .get_or_insert_with(|| Box::new(Lines::new(knowledge)));
        if !self.knows_game {
            self.knows_game = true;
            lines.start();
            let mut follow = CommentCursor::new(game);
            for (item, _) in game
                .items
                .iter()
                .enumerate()
                .filter(|(_, item)| **item == Item::Move)
            {
                follow.advance(game, item);
                let next = game.plies.get(follow.plies());
                if let (0, Some(position), Some(next)) =
                    (follow.variations(), follow.position(), next)
                {
                    lines.played(position.hash(), next.facts.played());
                }
            }
        }
        lines
    }

    /// The template of a text, if it is known. Text that is repeated only by chance is better spelled again than coded by its number.
    fn worthwhile(&mut self, parsed: &Parsed, spot: &TextContext) -> Option<u32> {
        let known = self.templates.find(&parsed.template);
        let places = !parsed.values.is_empty() || template::repeats(&parsed.template);
        let often = places || self.lately.contains(&known);
        self.lately.rotate_right(1);
        self.lately[0] = known.or(Some(self.templates.count()));
        let last = spot.last && self.habitual(spot.keys[0], self.lately[0]);
        known.filter(|_| often || last)
    }

    /// Whether one of the last texts at the end of games that ended in the same way also had this template.
    fn habitual(&mut self, around: u32, template: Option<u32>) -> bool {
        let row = self.endings.entry(around).or_default();
        let found = row.iter().position(|&known| known == template);
        let last = found.unwrap_or(row.len() - 1);
        row[..=last].rotate_right(1);
        row[0] = template;
        found.is_some()
    }

    /// Splits a text into template and values. Prose has no places at first: it costs less by its bytes, unless it is written again with
    /// other values.
    fn parse(&mut self, text: &[u8], places: &[Option<Place>; 3], tags: &TagValues<'_>) -> Parsed {
        let parsed = template::parse(text, places, &self.habits, tags);
        let count = template::count(&parsed.template);
        let dense = parsed.template.len() <= count * MOST_BYTES_PER_VALUE;
        if !dense && self.sparse.insert(digest(&parsed.template)) {
            return Parsed::plain(text);
        }
        let mut again = Vec::with_capacity(text.len());
        template::write(&parsed.template, &parsed.values, tags, &mut again);
        if again == text {
            parsed
        } else {
            Parsed::plain(text)
        }
    }

    fn choice(&mut self) -> &mut Choice {
        self.choice.get_or_insert_with(|| Box::new(Choice::new()))
    }

    /// Codes which template comes next, 0 for none.
    fn symbol(
        &mut self,
        coder: &mut impl Code,
        spot: &TextContext,
        side: usize,
        symbol: u32,
    ) -> u32 {
        let count = self.templates.count() + 1;
        let symbol = self.choice().code(coder, spot, symbol, count);
        let symbol = symbol.min(count - 1);
        self.symbols[side] = symbol;
        self.symbols[2] = symbol;
        symbol
    }
}
