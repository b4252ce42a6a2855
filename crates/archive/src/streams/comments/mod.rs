//! Streams `comments`, `numbers` and `lines`: the free text of comments.
//!
//! Format: "Streams comments, numbers and lines".
//!
//! A text that has the template of an earlier one is coded by the template's number, and then what stands in its places: numbers by
//! [`Fields`], lines of moves by [`Lines`], marks by [`Marks`]. Any other text is coded byte by byte, its moves and marks apart, and its
//! template is known from then on.

mod choice;
mod follow;
mod line;
mod list;
mod number;
mod prose;
mod sketch;
mod template;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use entropy::Code;
use legal::san::Spelling;
use legal::{Color, Cursor, Move, Place};
use model::fields::Fields;
use model::marks::Marks;
use model::moves::{Knowledge, Setting, Turn};
use model::number::{Decisions, hash};
use model::prose::Prose;
use model::pv::{Lines, Situation};
use model::recent::Recent;

use super::dictionary::Dictionary;
use super::structure::Structure;
use crate::block::comment::{EVAL, TEXT};
use crate::block::game::{Game, Item};
use choice::{Choice, Spot, ends, surroundings};
use follow::Follow;
use line::{Line, Numbers};
use number::{MOST_DECIMALS, Number, Sign, Time};
use template::{Habits, Kind, Parsed, Told, Value};

/// The coders of the three streams.
pub(crate) struct Coders<C> {
    pub text: C,
    pub numbers: C,
    pub lines: C,
}

impl<C: Code> Coders<C> {
    /// Whether invalid data was met in any of the streams.
    pub fn failed(&self) -> bool {
        self.text.failed() || self.numbers.failed() || self.lines.failed()
    }
}

/// Models of the streams.
pub(crate) struct Comments {
    prose: Prose,
    /// The last texts of each side that had no template.
    last: [Vec<u8>; 2],
    templates: Dictionary,
    /// Made when the first text comes.
    choice: Option<Box<Choice>>,
    /// The last symbols: of each side, and of all.
    symbols: [u32; 3],
    forms: Recent,
    signs: Recent,
    styles: Recent,
    /// Where moves in prose start, and how the last one was spelled.
    starts: Decisions<4>,
    spelling: Spelling,
    habits: Habits,
    marks: Box<Marks>,
    /// How many texts there were.
    texts: u64,
    fields: Fields,
    knowledge: Knowledge,
    /// Made when the first line comes.
    lines: Option<Box<Lines>>,
    /// Whether `lines` know of the game's moves.
    told: bool,
    /// Templates of the last texts, for the choice of the encoder.
    lately: [Option<u32>; 4],
    /// The same for the last texts of games, by how those ended.
    endings: HashMap<u32, [Option<u32>; 3]>,
    /// Of the game, for each side: lines of one move that were to tell the other's, and how many did.
    expected: [[i64; 2]; 2],
}

/// What is known at a text.
struct Here<'a> {
    game: &'a Game,
    places: &'a [Option<Place>; 3],
    setting: &'a Setting,
    outside: [i64; 12],
    /// The next move of the line, if one follows.
    next: Option<Move>,
    situation: Situation,
}

impl Comments {
    /// The state at the start of every block, for about `bytes` bytes of text.
    pub fn new(bytes: usize, knowledge: &Knowledge) -> Self {
        Self {
            prose: Prose::new(bytes),
            last: Default::default(),
            templates: Dictionary::default(),
            choice: None,
            symbols: [0; 3],
            forms: Recent::new(10),
            signs: Recent::new(10),
            styles: Recent::new(10),
            starts: Decisions::new(12),
            spelling: Spelling::default(),
            habits: Habits::default(),
            marks: Box::default(),
            texts: 0,
            fields: Fields::default(),
            knowledge: knowledge.clone(),
            lines: None,
            told: false,
            lately: [None; 4],
            endings: HashMap::new(),
            expected: [[0; 2]; 2],
        }
    }

    /// Codes the texts of a game, whose number is known from its comments' templates. Returns `false` if they are longer than `limit`.
    pub fn code<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut Game,
        structure: &Structure,
        limit: u64,
    ) -> bool {
        if game.texts.is_empty() {
            return true;
        }
        self.start();
        let setting = Setting::from_tags(|name| game.tag(name));
        let mut follow = Follow::new(game);
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
        self.marks.start();
        self.symbols = [0; 3];
        self.expected = [[0; 2]; 2];
        self.told = false;
    }

    /// The model of lines, which knows what was played in the game.
    fn lines(&mut self, game: &Game) -> &mut Lines {
        let knowledge = &self.knowledge;
        let lines = self
            .lines
            .get_or_insert_with(|| Box::new(Lines::new(knowledge)));
        if !self.told {
            self.told = true;
            lines.start();
            let mut follow = Follow::new(game);
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

    /// Codes one text.
    fn text<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        game: &mut Game,
        follow: &mut Follow,
        setting: &Setting,
        (item, text, eval): (usize, usize, usize),
        limit: u64,
    ) -> bool {
        let white = follow
            .position()
            .is_none_or(|position| position.turn() == Color::Black);
        let side = usize::from(!white);
        let places = follow.places();
        let here = Here {
            game,
            places: &places,
            setting,
            next: follow.next(game, item),
            outside: outside(game, follow, eval, self.expected[side]),
            situation: Situation {
                side,
                engine: setting.players[side],
                ply: follow.plies() as u32,
                alternative: follow.alternative(game, item),
                ..Situation::default()
            },
        };
        let [around, look] = surroundings(game, follow, item, eval);
        let spot = Spot {
            keys: [
                around,
                hash(&[self.symbols[side], self.symbols[2], side as u32]),
                self.symbols[side],
            ],
            look,
            last: ends(game, item),
        };
        let told = template::told(game);
        self.texts += 1;
        let source = game.get(game.texts[text]);
        let parsed = if coders.text.decodes() {
            None
        } else {
            self.parse(source, &places, &told)
        };
        let known = parsed
            .as_ref()
            .and_then(|parsed| self.worthwhile(parsed, &spot));
        let symbol = self.symbol(&mut coders.text, &spot, side, known.map_or(0, |id| id + 1));
        let mut out = Vec::new();
        match symbol.checked_sub(1) {
            Some(id) => {
                let template = self.templates.get(id).to_vec();
                self.filled(
                    coders,
                    &template,
                    &here,
                    &told,
                    parsed.unwrap_or_default(),
                    &mut out,
                );
            }
            None => {
                if !self.prose(&mut coders.text, &here, source, limit, &mut out) {
                    return false;
                }
                if let Some(parsed) = self.parse(&out, &places, &told) {
                    self.templates.add(&parsed.template);
                }
            }
        }
        if coders.text.decodes() {
            game.texts[text] = game.put(&out);
            return game.fits(limit) && !coders.failed();
        }
        debug_assert_eq!(out, game.get(game.texts[text]));
        true
    }

    /// The template of a text, if it is known. Prose that happens to be repeated is better spelled again than named.
    fn worthwhile(&mut self, parsed: &Parsed, spot: &Spot) -> Option<u32> {
        let known = self.templates.find(&parsed.template);
        let places = !parsed.values.is_empty() || template::repeats(&parsed.template);
        let often = places || self.lately.contains(&known);
        self.lately.rotate_right(1);
        self.lately[0] = known.or(Some(self.templates.len()));
        let last = spot.last && self.habitual(spot.keys[0], self.lately[0]);
        known.filter(|_| often || last)
    }

    /// Whether one of the last texts that ended a game so had this template, too.
    fn habitual(&mut self, around: u32, template: Option<u32>) -> bool {
        let row = self.endings.entry(around).or_default();
        let found = row.iter().position(|&known| known == template);
        let last = found.unwrap_or(row.len() - 1);
        row[..=last].rotate_right(1);
        row[0] = template;
        found.is_some()
    }

    /// Takes a text apart, if putting it together gives the same bytes.
    fn parse(&self, text: &[u8], places: &[Option<Place>; 3], told: &Told<'_>) -> Option<Parsed> {
        let parsed = template::parse(text, places, &self.habits, told)?;
        let mut again = Vec::with_capacity(text.len());
        template::write(&parsed.template, &parsed.values, told, &mut again);
        (again == text).then_some(parsed)
    }

    fn choice(&mut self) -> &mut Choice {
        self.choice.get_or_insert_with(|| Box::new(Choice::new()))
    }

    /// Codes which template comes next, 0 for none.
    fn symbol(&mut self, coder: &mut impl Code, spot: &Spot, side: usize, symbol: u32) -> u32 {
        let count = self.templates.len() + 1;
        let symbol = self.choice().code(coder, spot, symbol, count);
        let symbol = symbol.min(count - 1);
        self.symbols[side] = symbol;
        self.symbols[2] = symbol;
        symbol
    }

    /// Codes what stands in the places of a template.
    fn filled<C: Code>(
        &mut self,
        coders: &mut Coders<C>,
        template: &[u8],
        here: &Here<'_>,
        told: &Told<'_>,
        mut parsed: Parsed,
        out: &mut Vec<u8>,
    ) {
        self.fields.begin(here.situation.side);
        let places = template::places(template);
        for (at, &(kind, name)) in places.iter().enumerate() {
            let value = match (kind, parsed.values.get(at)) {
                (Kind::Number, Some(&Value::Number(number))) => {
                    Value::Number(self.number(&mut coders.numbers, name, here, number))
                }
                (Kind::Number, _) => {
                    Value::Number(self.number(&mut coders.numbers, name, here, Number::default()))
                }
                (Kind::Time, Some(&Value::Time(time))) => {
                    Value::Time(self.time(&mut coders.numbers, name, here, time))
                }
                (Kind::Time, _) => {
                    Value::Time(self.time(&mut coders.numbers, name, here, Time::default()))
                }
                (Kind::Line, Some(Value::Line(line))) => {
                    Value::Line(self.line(&mut coders.lines, name, here, line))
                }
                (Kind::Marks(arrows), value) => {
                    let drawn = match value {
                        Some(Value::Marks(marks, _)) => &marks[..],
                        _ => &[],
                    };
                    Value::Marks(self.drawn(&mut coders.text, here, arrows, drawn), arrows)
                }
                (Kind::Line, _) => {
                    Value::Line(self.line(&mut coders.lines, name, here, &Line::default()))
                }
            };
            match parsed.values.get_mut(at) {
                Some(place) => *place = value,
                None => parsed.values.push(value),
            }
        }
        template::write(template, &parsed.values, told, out);
    }

    fn number(
        &mut self,
        coder: &mut impl Code,
        name: u32,
        here: &Here<'_>,
        number: Number,
    ) -> Number {
        let side = here.situation.side;
        let decimals = self.forms.symbol(
            coder,
            hash(&[name, side as u32]),
            number.decimals.into(),
            MOST_DECIMALS as u32 + 1,
        );
        let decimals = decimals.min(MOST_DECIMALS as u32);
        let value = self
            .fields
            .number(coder, name, decimals, &here.outside, number.value);
        let sign = if value < 0 {
            Sign::Plain
        } else {
            let zero = u32::from(value == 0);
            let sign = self
                .signs
                .symbol(coder, hash(&[name, zero]), number.sign as u32, 3);
            match sign {
                1 => Sign::Plus,
                2 if value == 0 => Sign::MinusZero,
                _ => Sign::Plain,
            }
        };
        Number {
            value,
            sign,
            decimals: decimals as u8,
        }
    }

    fn time(&mut self, coder: &mut impl Code, name: u32, here: &Here<'_>, time: Time) -> Time {
        let hours = self
            .forms
            .symbol(coder, hash(&[name, 9]), time.hours.into(), 5);
        let seconds = self
            .fields
            .number(coder, name, 0, &here.outside, time.seconds);
        Time {
            seconds: seconds.max(0),
            hours: hours.min(4) as u8,
        }
    }

    fn line(&mut self, coder: &mut impl Code, name: u32, here: &Here<'_>, line: &Line) -> Line {
        let start = self
            .styles
            .symbol(coder, hash(&[name, 1]), line.start.into(), 3)
            .min(2);
        let spelling = self
            .styles
            .symbol(coder, hash(&[name, 2]), line.spelling.into(), 1 << 16);
        let numbers = self
            .styles
            .symbol(coder, hash(&[name, 3]), line.numbers as u32, 3);
        let mut told = Line {
            start: start as u8,
            spelling: spelling as u16,
            numbers: Numbers::ALL[numbers as usize % 3],
            ..Line::default()
        };
        // Only junk begins where there is no position.
        let Some(place) = &here.places[start as usize] else {
            return told;
        };
        let spelling = Spelling::from_code(told.spelling).unwrap_or_default();
        let numbers = self.fields.firsts();
        let lines = self.lines(here.game);
        lines.begin(Situation {
            kind: name,
            numbers,
            ply: here.situation.ply.saturating_sub(start),
            alternative: here.situation.alternative.filter(|_| start == 1),
            ..here.situation
        });
        let mut cursor = Cursor::at(place.clone());
        loop {
            let next = line
                .moves
                .get(told.moves.len())
                .map(|&index| usize::from(index));
            let turn = Turn::at(&cursor, here.setting);
            let Some(index) = lines.next(coder, &turn, next) else {
                break;
            };
            let first = told.moves.is_empty();
            told.numbers.write(cursor.position(), first, &mut told.text);
            cursor.play(index).write(spelling, &mut told.text);
            told.moves.push(index as u16);
        }
        if start == 2 && told.moves.len() == 1 {
            self.expect(here, &told);
        }
        self.habits.learn(name, &told);
        told
    }

    /// Counts whether the move that a side said the other would play was played.
    fn expect(&mut self, here: &Here<'_>, told: &Line) {
        let [_, Some(after), Some(before)] = here.places else {
            return;
        };
        let played = after.history.last;
        let expected = before
            .position
            .legal_moves()
            .unrank(usize::from(told.moves[0]));
        let count = &mut self.expected[here.situation.side];
        count[0] += 1;
        count[1] += i64::from(played.is_some() && played == expected);
    }
}

/// Numbers of the game that a comment may repeat.
fn outside(game: &Game, follow: &Follow, eval: usize, [told, right]: [i64; 2]) -> [i64; 12] {
    // The next one may be that of the same move, in another comment.
    let evals = [0, 1, 2].map(|back| {
        let eval = eval.checked_sub(back).and_then(|at| game.evals.get(at));
        eval.map_or(0, |eval| i64::from(eval.value))
    });
    let mut outside = [0; 12];
    if let Some(position) = follow.position() {
        let halfmoves = i64::from(position.halfmoves());
        let board = position.board();
        outside[0] = (101 - halfmoves) / 2;
        outside[1] = (100 - halfmoves) / 2;
        outside[2] = i64::from(position.fullmoves());
        let roles = [
            board.pawns(),
            board.knights(),
            board.bishops(),
            board.rooks(),
            board.queens(),
        ];
        for (place, pieces) in outside[3..8].iter_mut().zip(roles) {
            let white = (pieces & board.white()).count() as i64;
            *place = 2 * white - pieces.count() as i64;
        }
    }
    outside[8..11].copy_from_slice(&evals);
    outside[11] = (right * 1000).checked_div(told).unwrap_or(0);
    outside
}
