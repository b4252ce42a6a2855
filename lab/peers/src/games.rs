//! The games that are measured.

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};
use std::io;
use std::ops::ControlFlow;

/// The main line of a game, and its tags.
pub struct Game {
    pub tags: Vec<(String, String)>,
    pub moves: Vec<Move>,
}

/// The games of a text that begin as usual and have at least one move, all of them legal.
pub fn standard(text: &[u8]) -> io::Result<Vec<Game>> {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut MainLine)? {
        games.extend(game);
    }
    Ok(games)
}

struct MainLine;

struct Line {
    game: Game,
    position: Chess,
    is_legal: bool,
}

impl Visitor for MainLine {
    type Tags = Vec<(String, String)>;
    type Movetext = Line;
    type Output = Option<Game>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Line> {
        let is_odd = |(name, value): &(String, String)| {
            name == "FEN" || name == "Variant" && value != "Standard"
        };
        ControlFlow::Continue(Line {
            is_legal: !tags.iter().any(is_odd),
            game: Game {
                tags,
                moves: Vec::new(),
            },
            position: Chess::default(),
        })
    }

    fn begin_variation(&mut self, _: &mut Line) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(&line.position) {
            Ok(m) if line.is_legal => {
                line.position.play_unchecked(m);
                line.game.moves.push(m);
            }
            _ => line.is_legal = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> Self::Output {
        (line.is_legal && !line.game.moves.is_empty()).then_some(line.game)
    }
}
