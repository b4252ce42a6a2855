//! Builds a game as a value from its parts, which were read from a text or decoded from streams.
//!
//! Not part of the format.

use super::line::{Comment, Eval, Line, Ply};
use super::{Game, Move, Position, Tags};
use crate::Depth;
use crate::block::comment;
use crate::block::game::{self as parts, Item};
use crate::block::split::{self, Follower};
use crate::block::wrap::Usual;
use crate::block::{tag_section, walk};
use crate::streams::is_derived;
use crate::streams::moves::Surprise;
use legal::Cursor;
use legal::san::Spelling;
use model::dictionary::Dictionary;

impl Game {
    /// Reads the text of one game. Any bytes are accepted: what cannot be read is in [`Line::unread`].
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let (mut parts, mut templates) = (parts::Game::default(), Templates::default());
        let tags_end = tag_section::split_tags(text, &mut parts);
        // A break of a line may stand within a command in a comment.
        let unwrapped = split::unwrap(text, tags_end, &Usual::default());
        let flat = unwrapped.as_ref().map_or(text, |found| &found.flat);
        split::split_movetext(flat, tags_end, &mut parts, &mut templates);
        let template = |id| templates.0.get(id);
        Self::build(&parts, template, text.to_vec(), Depth::Text)
    }

    /// Builds a game from these parts, which are known up to `depth`, its comment templates, and its text.
    pub(crate) fn build<'a>(
        parts: &parts::Game,
        template: impl Fn(u32) -> &'a [u8],
        text: Vec<u8>,
        depth: Depth,
    ) -> Self {
        let lengths = parts
            .tags
            .iter()
            .map(|tag| tag.name.len() + tag.value.len());
        let mut tags = Tags::with_capacity(parts.tags.len(), lengths.sum(), parts.termination);
        for tag in &parts.tags {
            let name = parts.get(tag.name);
            if depth >= Depth::DerivedTags || !is_derived(name) {
                tags.push(name, parts.get(tag.value));
            }
        }
        let mut builder = Builder::new(parts, depth);
        for &item in &parts.items {
            builder.item(item, &template);
        }
        Self {
            text,
            tags,
            start: walk::initial(parts).map(Position::of),
            main_line: builder.finish(),
        }
    }
}

/// The templates of comments, numbered in the order in which they occur.
#[derive(Default)]
struct Templates(Dictionary);

impl Follower for Templates {
    fn start(&mut self, _: &parts::Game) {}

    fn item(&mut self, _: Option<walk::Line>, item: Item, template: &[u8]) -> u32 {
        match item {
            Item::Comment => self.0.add(template),
            _ => 0,
        }
    }

    fn play(&mut self, cursor: &mut Cursor, index: usize) -> parts::Ply {
        parts::Ply::play(cursor, index, Surprise::default())
    }
}

/// Builds lines, item by item.
struct Builder<'a> {
    parts: &'a parts::Game,
    line: Line,
    /// The lines that contain the current one.
    around: Vec<Line>,
    plies: std::slice::Iter<'a, parts::Ply>,
    nulls: std::slice::Iter<'a, parts::Span>,
    raws: std::slice::Iter<'a, parts::Span>,
    comments: std::slice::Iter<'a, parts::Comment>,
    values: Values<'a>,
}

/// The values of comments that are still to come.
struct Values<'a> {
    depth: Depth,
    clocks: std::slice::Iter<'a, parts::Clock>,
    evals: std::slice::Iter<'a, parts::Eval>,
    writer: comment::Join,
}

impl<'a> Builder<'a> {
    fn new(parts: &'a parts::Game, depth: Depth) -> Self {
        Self {
            parts,
            line: Line::default(),
            around: Vec::new(),
            plies: parts.plies.iter(),
            nulls: parts.nulls.iter(),
            raws: parts.raws.iter(),
            comments: parts.comments.iter(),
            values: Values {
                depth,
                clocks: parts.clocks.iter(),
                evals: parts.evals.iter(),
                writer: comment::Join::new(),
            },
        }
    }

    fn item<'t>(&mut self, item: Item, template: &impl Fn(u32) -> &'t [u8]) {
        match item {
            Item::Move => {
                let ply = self.plies.next().map(|ply| played(ply, self.parts));
                self.line.plies.extend(ply);
            }
            Item::Null => {
                self.line.plies.extend(self.nulls.next().map(|_| Ply {
                    played: None,
                    san: "--".to_owned(),
                    nags: Vec::new(),
                    comments: Vec::new(),
                    variations: Vec::new(),
                }));
            }
            Item::Open => self.around.push(std::mem::take(&mut self.line)),
            Item::Close => self.close(),
            Item::Comment => {
                let Some(found) = self.comments.next() else {
                    return;
                };
                let comment = self.values.comment(template(found.template), self.parts);
                match self.line.plies.last_mut() {
                    Some(ply) => ply.comments.push(comment),
                    None => self.line.comments.push(comment),
                }
            }
            Item::Raw => {
                let raw = self.raws.next().map(|&raw| self.parts.get(raw));
                self.line.unread = raw.unwrap_or_default().to_vec();
                blank_line_ends(&mut self.line.unread);
            }
            Item::End => {}
        }
    }

    /// Ends the open variation, if there is one.
    fn close(&mut self) {
        let Some(around) = self.around.pop() else {
            return;
        };
        let line = std::mem::replace(&mut self.line, around);
        match self.line.plies.last_mut() {
            Some(ply) => ply.variations.push(line),
            None => self.line.variations.push(line),
        }
    }

    /// The main line; variations that the text does not close end with it.
    fn finish(mut self) -> Line {
        while !self.around.is_empty() {
            self.close();
        }
        self.line
    }
}

impl Values<'_> {
    /// The next comment of the game, which has this template.
    fn comment(&mut self, template: &[u8], game: &parts::Game) -> Comment {
        let mut comment = Comment::default();
        if self.depth == Depth::Text {
            self.writer.comment(template, game, &mut comment.text);
            // The sign that begins the comment, and the one that ends it.
            comment.text.remove(0);
            if template.first() == Some(&b'{') {
                comment.text.pop();
            }
            blank_line_ends(&mut comment.text);
        }
        for &place in template {
            match place {
                comment::CLOCK | comment::SPENT | comment::TENTHS => {
                    let Some(clock) = self.clocks.next() else {
                        continue;
                    };
                    let time = match clock.spent {
                        true => &mut comment.spent,
                        false => &mut comment.clock,
                    };
                    if self.depth >= Depth::Clocks {
                        time.get_or_insert(clock.time);
                    }
                }
                comment::EVAL => {
                    let Some(eval) = self.evals.next() else {
                        continue;
                    };
                    if self.depth >= Depth::Evals {
                        comment.eval.get_or_insert(match eval.mate {
                            true => Eval::Mate(eval.value),
                            // Lichess's programming interface writes -4 for -4.0.
                            false if eval.form.is_whole() => {
                                Eval::Centipawns(eval.value.saturating_mul(100))
                            }
                            false => Eval::Centipawns(eval.value),
                        });
                    }
                }
                _ => {}
            }
        }
        comment
    }
}

/// Replaces each line end with a space. Streams store the text of a comment separately from its line breaks.
fn blank_line_ends(text: &mut Vec<u8>) {
    let ends_line = |at: usize, text: &[u8]| text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
    let mut kept = 0;
    for at in 0..text.len() {
        if ends_line(at, text) {
            continue;
        }
        text[kept] = match text[at] {
            b'\n' => b' ',
            byte => byte,
        };
        kept += 1;
    }
    text.truncate(kept);
}

/// A move with its glyphs.
fn played(ply: &parts::Ply, game: &parts::Game) -> Ply {
    let mut san = Vec::new();
    ply.facts.write(Spelling::default(), &mut san);
    Ply {
        played: Some(Move::of(ply.facts.played())),
        san: String::from_utf8_lossy(&san).into_owned(),
        nags: nags(game.get(ply.glyphs)),
        comments: Vec::new(),
        variations: Vec::new(),
    }
}

/// The numbers of glyphs, which may be separated by spaces.
fn nags(glyphs: &[u8]) -> Vec<u16> {
    let tokens = pgn::lex(glyphs).filter_map(|token| match token.text {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        [b'$', digits @ ..] => std::str::from_utf8(digits).ok()?.parse().ok(),
        _ => None,
    });
    tokens.collect()
}
