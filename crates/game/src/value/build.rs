//! Builds a game as a value from its parts, which were read from a text or decoded from streams.
//!
//! Not part of the format.

use super::comments::{self, Unread};
use super::line::{Comment, Line, Ply};
use super::{Game, Move, Position, Tags};
use crate::Depth;
use crate::parts::comment;
use crate::parts::split::{self, Follower};
use crate::parts::{self, GameParts, Item, Surprise};
use crate::parts::{tag_section, walk};
use legal::Cursor;
use legal::san::Spelling;
use model::dictionary::Dictionary;

impl Game {
    /// Reads the text of one game. Any bytes are accepted: what cannot be read is in [`Line::unread`].
    #[must_use]
    pub fn parse(text: &[u8]) -> Self {
        let (mut parts, mut templates) = (GameParts::default(), Templates::default());
        let tags_end = tag_section::split_tags(text, &mut parts);
        // A break of a line may stand within a command in a comment.
        let unwrapped = split::unwrap(text, tags_end, None);
        let flat = unwrapped.as_ref().map_or(text, |found| &found.flat);
        split::split_movetext(flat, tags_end, &mut parts, &mut templates);
        let template = |id| templates.0.get(id);
        game_of(&parts, template, text.to_vec(), Depth::Text, |_| true)
    }
}

/// Builds a game from these parts, which are known up to `depth`, its comment templates, and its text. Tags are left out whose names
/// `has_value` does not accept.
pub fn game_of<'a>(
    parts: &GameParts,
    template: impl Fn(u32) -> &'a [u8],
    text: Vec<u8>,
    depth: Depth,
    has_value: impl Fn(&[u8]) -> bool,
) -> Game {
    let lengths = parts
        .tags
        .iter()
        .map(|tag| tag.name.len() + tag.value.len());
    let mut tags = Tags::with_capacity(parts.tags.len(), lengths.sum(), parts.termination);
    for tag in &parts.tags {
        let name = parts.get(tag.name);
        if has_value(name) {
            tags.push(name, parts.get(tag.value));
        }
    }
    let mut builder = Builder::new(parts, read_comments(parts, template, depth));
    for &item in &parts.items {
        builder.item(item);
    }
    Game {
        text,
        tags,
        start: walk::initial(parts).map(Position::of),
        main_line: builder.finish(),
    }
}

/// The templates of comments, numbered in the order in which they occur.
#[derive(Default)]
struct Templates(Dictionary);

impl Follower for Templates {
    fn start(&mut self, _: &GameParts) {}

    fn item(&mut self, _: Option<walk::LinePoint>, item: Item, template: &[u8]) -> u32 {
        match item {
            Item::Comment => self.0.add(template),
            _ => 0,
        }
    }

    fn play(&mut self, cursor: &mut Cursor, index: usize) -> parts::PlyFacts {
        parts::PlyFacts::play(cursor, index, Surprise::default())
    }
}

/// Builds lines, item by item.
struct Builder<'a> {
    parts: &'a GameParts,
    line: Line,
    /// The lines that contain the current one.
    around: Vec<Line>,
    plies: std::slice::Iter<'a, parts::PlyFacts>,
    nulls: std::slice::Iter<'a, parts::Span>,
    raws: std::slice::Iter<'a, parts::Span>,
    comments: std::vec::IntoIter<Unread>,
}

/// The comments of a game, in the order of the text, with what is known of them at this depth.
fn read_comments<'a>(
    parts: &GameParts,
    template: impl Fn(u32) -> &'a [u8],
    depth: Depth,
) -> Vec<Unread> {
    let mut all = Vec::with_capacity(parts.comments.len());
    if depth < Depth::Clocks {
        all.resize_with(parts.comments.len(), Unread::default);
        return all;
    }
    let (mut texts, mut numbers) = (comment::Join::default(), parts.comments.iter());
    // Variations around an item, and plies of the main line before it.
    let (mut around, mut plies) = (0u32, 0);
    for item in &parts.items {
        match item {
            Item::Open => around += 1,
            Item::Close => around = around.saturating_sub(1),
            Item::Move | Item::Null if around == 0 => plies += 1,
            Item::Comment => all.extend(numbers.next().map(|found| {
                let template = template(found.template);
                let mut text = Vec::new();
                texts.comment(template, parts, &mut text);
                // Text that is not decoded may hold any values.
                if depth < Depth::Text && template.contains(&comment::TEXT) {
                    text.clear();
                }
                let comment = Comment {
                    text: inside(text),
                    ..Comment::default()
                };
                let plies = (around == 0).then_some(plies);
                Unread { comment, plies }
            })),
            _ => {}
        }
    }
    comments::read(&mut all, parts.tag(b"TimeControl"));
    if depth < Depth::Text {
        for Unread { comment, .. } in &mut all {
            comment.text = Vec::new();
            if depth < Depth::Evals {
                (comment.eval, comment.depth) = (None, None);
            }
        }
    }
    all
}

/// A comment without the sign that begins it and the one that ends it, and with a space for each line end.
fn inside(mut comment: Vec<u8>) -> Vec<u8> {
    if comment.first() == Some(&b'{') {
        comment.pop();
    }
    comment.drain(..comment.len().min(1));
    blank_line_ends(&mut comment);
    comment
}

impl<'a> Builder<'a> {
    fn new(parts: &'a GameParts, comments: Vec<Unread>) -> Self {
        Self {
            parts,
            line: Line::default(),
            around: Vec::new(),
            plies: parts.plies.iter(),
            nulls: parts.nulls.iter(),
            raws: parts.raws.iter(),
            comments: comments.into_iter(),
        }
    }

    fn item(&mut self, item: Item) {
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
                let Some(Unread { comment, .. }) = self.comments.next() else {
                    return;
                };
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
fn played(ply: &parts::PlyFacts, game: &GameParts) -> Ply {
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
