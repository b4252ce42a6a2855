//! Makes games and changes them.

use crate::pgn;
use crate::{Comment, Error, Game, Line, Ply, Position, Variant};

/// The tags that every game has in the export format of the PGN standard, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game that is being made or changed: its tags, its moves with comments, annotations and variations. [`GameBuilder::to_pgn`] writes it in
/// the export format of the PGN standard.
///
/// ```
/// use pgnz::{Comment, Game, GameBuilder};
///
/// let mut game = GameBuilder::new();
/// game.tag("White", "Anna")?.tag("Result", "1-0")?;
/// game.push("e4")?;
/// game.push("e5")?.nags.push(2);
/// game.variation(1, "c5 Nf3")?;
/// game.line_mut().plies[0].comments.push(Comment::new("best by test"));
/// let text = game.to_pgn()?;
/// assert!(text.ends_with(b"\n\n1. e4 {best by test} 1... e5 $2 (1... c5 2. Nf3) 1-0\n\n"));
///
/// let mut changed = GameBuilder::edit(&Game::parse(&text))?;
/// changed.remove_tag("White");
/// changed.push("Nf3")?;
/// assert_eq!(changed.build()?.moves().count(), 3);
/// # Ok::<(), pgnz::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameBuilder {
    /// Names, and values as they stand between the quotes.
    tags: Vec<(String, Vec<u8>)>,
    start: Position,
    line: Line,
    /// The result where the tag does not tell it.
    result: Option<&'static str>,
}

impl GameBuilder {
    /// A game without tags and moves, from the usual start.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A game, to change it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the game has no playable start, or its moves cannot be read to their
    /// end: what cannot be read would be lost.
    pub fn edit(game: &Game) -> Result<Self, Error> {
        let start = game.start().cloned();
        let start = start.ok_or_else(|| Error::argument("the game has no playable start"))?;
        if has_unread(game.main_line(), 0) {
            let what = "a part of the moves cannot be read, so the game cannot be changed";
            return Err(Error::argument(what));
        }
        let tags = game.tags().pairs();
        let tags = tags.map(|tag| {
            let name = String::from_utf8_lossy(tag.name).into_owned();
            (name, tag.value.to_vec())
        });
        Ok(Self {
            tags: tags.collect(),
            start,
            line: game.main_line().clone(),
            result: game.tags().result_text(),
        })
    }

    /// Sets a tag, in place of those with this name. Quotes and backslashes are escaped.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the name has other characters than ASCII letters, digits and `_`, or
    /// the value has a control character, such as a line end. The tags `FEN`, `SetUp` and `Variant` are those of [`GameBuilder::set_start`].
    pub fn tag(&mut self, name: &str, value: &str) -> Result<&mut Self, Error> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_letter) || value.contains(char::is_control) {
            let what = format!("{name:?} with the value {value:?} is no tag pair");
            return Err(Error::argument(what));
        }
        if ["FEN", "SetUp", "Variant"].contains(&name) {
            return Err(Error::argument("the start position sets this tag"));
        }
        self.put(name, value);
        Ok(self)
    }

    fn put(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let place = self.tags.iter().position(|(known, _)| known == name);
        self.tags.retain(|(known, _)| known != name);
        let place = place.unwrap_or(self.tags.len()).min(self.tags.len());
        self.tags
            .insert(place, (name.to_owned(), value.into_bytes()));
    }

    /// Removes a tag. Returns whether there was one. Those that the export format demands are written in any case, with `?` as their value.
    pub fn remove_tag(&mut self, name: &str) -> bool {
        let before = self.tags.len();
        self.tags.retain(|(known, _)| known != name);
        self.tags.len() < before
    }

    /// Sets the start position, with its tags, and removes all moves.
    pub fn set_start(&mut self, start: Position) {
        for name in ["FEN", "SetUp", "Variant"] {
            self.remove_tag(name);
        }
        if start.variant() != Variant::Standard {
            self.put("Variant", start.variant().name());
        } else if start.is_chess960() {
            self.put("Variant", "Chess960");
        }
        if start != Position::initial(start.variant()) {
            self.put("SetUp", "1");
            self.put("FEN", &start.to_fen());
        }
        (self.start, self.line) = (start, Line::default());
    }

    /// Adds a move to the main line, as [`Position::read_move`] reads it, and returns it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if the text is not a legal move.
    pub fn push(&mut self, text: &str) -> Result<&mut Ply, Error> {
        let mut position = self.position(self.line.plies.len())?;
        let ply = read(&mut position, text)?;
        self.line.plies.push(ply);
        let last = self.line.plies.last_mut();
        last.ok_or_else(|| Error::argument("there is no move"))
    }

    /// Adds a variation: moves with spaces between, which begin in place of the ply with this number, from 0. Returns it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there is no such ply, or a text is not a legal move.
    pub fn variation(&mut self, ply: usize, moves: &str) -> Result<&mut Line, Error> {
        let mut position = self.position(ply)?;
        let plies = moves
            .split_whitespace()
            .map(|text| read(&mut position, text));
        let mut line = Line::default();
        line.plies = plies.collect::<Result<_, _>>()?;
        let no_ply = || Error::argument(format!("the game has no ply {ply}"));
        let of = self.line.plies.get_mut(ply).ok_or_else(no_ply)?;
        of.variations.push(line);
        let last = of.variations.last_mut();
        last.ok_or_else(|| Error::argument("there is no variation"))
    }

    /// The moves.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The moves, to change them. Whether they are legal is looked at when the game is written.
    pub fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// Makes tags and comments UTF-8 that are not: their bytes are read as Latin-1. So text that is added to an old game can be in UTF-8, too.
    ///
    /// ```
    /// use pgnz::{Game, GameBuilder};
    ///
    /// let mut game = GameBuilder::edit(&Game::parse(b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *"))?;
    /// game.make_utf8();
    /// let text = String::from_utf8(game.to_pgn()?).unwrap();
    /// assert!(text.contains("Müller") && text.contains("schön"));
    /// # Ok::<(), pgnz::Error>(())
    /// ```
    pub fn make_utf8(&mut self) {
        for (_, value) in &mut self.tags {
            make_utf8(value);
        }
        let mut lines = vec![&mut self.line];
        while let Some(line) = lines.pop() {
            let of_plies = line.plies.iter_mut().flat_map(|ply| {
                lines.extend(&mut ply.variations);
                &mut ply.comments
            });
            for comment in line.comments.iter_mut().chain(of_plies) {
                make_utf8(&mut comment.text);
            }
            lines.extend(&mut line.variations);
        }
    }

    /// The position before the ply with this number.
    fn position(&self, ply: usize) -> Result<Position, Error> {
        let mut position = self.start.clone();
        for played in self.line.plies.iter().take(ply) {
            pgn::follow(&mut position, played)?;
        }
        Ok(position)
    }

    /// The game as PGN, in the export format of the standard: the seven tags that every game has come first; lines have at most 79 bytes where a
    /// single word is not longer; a blank line follows the tags and the moves.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if a move is not legal, a comment has `}` and a line end, variations are
    /// nested more than 200 deep, or the text would not be read as the same game.
    pub fn to_pgn(&self) -> Result<Vec<u8>, Error> {
        let text = self.text()?;
        let read = Game::parse(&text);
        match same(read.main_line(), &self.line) {
            true => Ok(text),
            false => Err(Error::argument("the game cannot be written as PGN")),
        }
    }

    /// The game as a value.
    ///
    /// # Errors
    ///
    /// As for [`GameBuilder::to_pgn`].
    pub fn build(&self) -> Result<Game, Error> {
        Ok(Game::parse(&self.to_pgn()?))
    }

    fn text(&self) -> Result<Vec<u8>, Error> {
        const TERMINATIONS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];
        let stated = |name: &str| {
            let mut found = self.tags.iter().rev();
            let (_, value) = found.find(|(known, _)| known == name)?;
            Some(&value[..])
        };
        let by_tag = |text: &&&str| stated("Result") == Some(text.as_bytes());
        let result = TERMINATIONS.iter().find(by_tag).copied();
        let result = result.or(self.result).unwrap_or("*");
        let mut out = pgn::Writer::default();
        for name in ROSTER {
            let usual = match name {
                "Date" => "????.??.??",
                "Result" => result,
                _ => "?",
            };
            out.tag(name, stated(name).unwrap_or(usual.as_bytes()));
        }
        for (name, value) in &self.tags {
            if !ROSTER.contains(&&name[..]) {
                out.tag(name, value);
            }
        }
        out.end_tags();
        out.line(&self.line, &self.start, 0)?;
        out.word(result.as_bytes());
        Ok(out.finish())
    }
}

fn make_utf8(text: &mut Vec<u8>) {
    if std::str::from_utf8(text).is_err() {
        let latin = text.iter().copied().map(char::from);
        *text = latin.collect::<String>().into_bytes();
    }
}

/// Reads a move and plays it.
fn read(position: &mut Position, text: &str) -> Result<Ply, Error> {
    let played = position.read_move(text)?;
    let san = position.san(played)?;
    position.play(played)?;
    Ok(Ply::new(Some(played), san))
}

fn has_unread(line: &Line, depth: usize) -> bool {
    let of_plies = line.plies.iter().flat_map(|ply| &ply.variations);
    let mut lines = line.variations.iter().chain(of_plies);
    !line.unread.is_empty()
        || depth > pgn::MOST_DEPTH
        || lines.any(|line| has_unread(line, depth + 1))
}

/// Whether two lines have the same moves, annotations, comments and variations. Times and evaluations follow from the text of the comments.
fn same(one: &Line, other: &Line) -> bool {
    let texts = |comments: &[Comment]| -> Vec<Vec<u8>> {
        comments.iter().map(|one| one.text.clone()).collect()
    };
    let all =
        |a: &[Line], b: &[Line]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    let plies = one.plies.iter().zip(&other.plies);
    one.unread.is_empty()
        && one.plies.len() == other.plies.len()
        && texts(&one.comments) == texts(&other.comments)
        && all(&one.variations, &other.variations)
        && plies.into_iter().all(|(a, b)| {
            a.played == b.played
                && a.nags == b.nags
                && texts(&a.comments) == texts(&b.comments)
                && all(&a.variations, &b.variations)
        })
}
