//! Stream `structure`: the sequence of items in the movetext (moves, comments, variations). Stream `moves` is coded together with it.
//!
//! Format: "Stream structure", "Stream moves".

mod comments_after_moves;
pub mod ends;
mod join;
mod line_ends;
mod replay;

use crate::moves::variations::Variations;
use crate::moves::{Knowledge, MoveContext, Moves, Setting};
use entropy::Code;
use model::move_to_front::MoveToFront;
use model::number::hash;
use model::strings::Strings;

use comments_after_moves::CommentsAfterMoves;
use game::parts::comment::LONGEST;
use game::parts::split::Follower;
use game::parts::walk::LinePoint;
use game::parts::{GameParts, Item, PlyFacts, Surprise};
pub use join::join_movetext;
use legal::Cursor;
use line_ends::LineEnds;
use model::dictionary::Dictionary;
pub use replay::MoveRecord;
use replay::{Replay, Witness};

/// Items as symbols; comments follow, one symbol for each template.
const MOVE: u32 = 0;
const CLOSE: u32 = 3;
const END: u32 = 5;
const COMMENT: u32 = 6;
/// Before the first item of a game.
const START: u32 = u32::MAX;

const PLAIN: [Item; COMMENT as usize] = [
    Item::Move,
    Item::Null,
    Item::Open,
    Item::Close,
    Item::Raw,
    Item::End,
];

/// Models of the streams `structure` and `moves`.
#[derive(Clone)]
pub struct Structure {
    followers: MoveToFront,
    comments_after_moves: CommentsAfterMoves,
    line_ends: LineEnds,
    templates: Dictionary,
    spelling: Strings,
    moves: Moves,
    variations: Variations,
    /// How surprising the last move of a main line was.
    surprise: Surprise,
    replay: Replay,
    /// Of the game.
    setting: Setting,
    last: [u32; 2],
}

impl Structure {
    /// The state at the start of every block.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            followers: MoveToFront::new(10),
            comments_after_moves: CommentsAfterMoves::new(),
            line_ends: LineEnds::new(),
            templates: Dictionary::default(),
            spelling: Strings::short(),
            moves: Moves::new(knowledge),
            variations: Variations::new(knowledge),
            surprise: Surprise::default(),
            replay: Replay::Off,
            setting: Setting::default(),
            last: [START; 2],
        }
    }

    /// Keeps what the models make of each move from now on.
    pub fn record_moves(&mut self) {
        self.replay = Replay::Recording(MoveRecord::default());
    }

    /// What was kept of the moves; nothing, if that was not wanted. No more is kept.
    pub fn take_record(&mut self) -> MoveRecord {
        match std::mem::take(&mut self.replay) {
            Replay::Recording(record) => record,
            _ => MoveRecord::default(),
        }
    }

    /// A copy that decodes the moves that were recorded, and asks no models.
    #[must_use]
    pub fn replaying(&self, record: MoveRecord, knowledge: &Knowledge) -> Self {
        Self {
            followers: self.followers.clone(),
            comments_after_moves: self.comments_after_moves.clone(),
            line_ends: self.line_ends.clone(),
            templates: self.templates.clone(),
            spelling: self.spelling.clone(),
            moves: Moves::new(knowledge),
            variations: Variations::new(knowledge),
            surprise: self.surprise,
            replay: Replay::Comparing {
                record,
                next: 0,
                differs: false,
            },
            setting: self.setting,
            last: self.last,
        }
    }

    /// Whether another move was decoded than was recorded.
    pub fn differs(&self) -> bool {
        self.replay.differs()
    }

    /// The template of a comment.
    pub fn template(&self, id: u32) -> &[u8] {
        self.templates.get(id)
    }

    /// Begins a game.
    pub fn start(&mut self, game: &GameParts) {
        self.last = [START; 2];
        self.setting = Setting::from_tags(|name| game.tag(name));
    }

    /// Codes which item comes next. For a comment, `template` is its template (when encoding), and the template's number is returned too.
    /// `None` if a template is longer than is allowed.
    pub fn item(
        &mut self,
        coder: &mut impl Code,
        line: Option<LinePoint>,
        item: Item,
        template: &[u8],
    ) -> Option<(Item, u32)> {
        let symbol = match item {
            Item::Comment => COMMENT + self.template_id(template),
            plain => PLAIN.iter().position(|&other| other == plain).unwrap_or(0) as u32,
        };
        let symbol = self.symbol(coder, line, symbol);
        self.last = [symbol, self.last[0]];
        match symbol.checked_sub(COMMENT) {
            None => Some((PLAIN[symbol as usize], 0)),
            Some(id) if id < self.templates.count() => Some((Item::Comment, id)),
            Some(_) => {
                let spelling = &mut self.spelling;
                let id = self
                    .templates
                    .enter(coder, spelling, template, LONGEST as u64 + 2)?;
                Some((Item::Comment, id))
            }
        }
    }

    /// The number of a template, or the next free one. It is mostly that of the last comment, which is compared first.
    fn template_id(&self, template: &[u8]) -> u32 {
        let last = self
            .last
            .iter()
            .find_map(|symbol| symbol.checked_sub(COMMENT));
        let last =
            last.filter(|&id| id < self.templates.count() && self.templates.get(id) == template);
        last.or_else(|| self.templates.find(template))
            .unwrap_or(self.templates.count())
    }

    fn symbol(&mut self, coder: &mut impl Code, line: Option<LinePoint>, symbol: u32) -> u32 {
        let inside = line.is_some_and(|line| line.inside());
        // The comment after the last move is often different: servers give no evaluation after mate.
        let over = line.is_some_and(|line| line.cursor.legal().is_empty());
        let place = u32::from(inside) | u32::from(over) << 1;
        let context = hash(&[self.last[0], self.last[1], place]);
        let stop = if inside { CLOSE } else { END };
        // Whether a move of the main line precedes, and a comment or a variation stood before it: then the moves of the game have comments.
        let remarks =
            !inside && self.last[0] == MOVE && (self.last[1] == CLOSE || is_comment(self.last[1]));
        let guess = if remarks {
            self.comments_after_moves.guess(context)
        } else {
            self.followers.guess(context)
        };
        if matches!(guess, None | Some(MOVE | CLOSE | END)) {
            let ends = symbol == stop;
            let setting = &self.setting;
            if self.line_ends.code(coder, line, setting, context, ends) {
                return stop;
            }
        }
        let known = COMMENT + self.templates.count();
        if remarks {
            let surprise = self.surprise;
            return self
                .comments_after_moves
                .symbol(coder, context, surprise, symbol, known + 1);
        }
        self.followers.symbol(coder, context, symbol, known + 1)
    }

    /// Codes a move and plays it. There is at least one legal move.
    pub fn play(&mut self, coder: &mut impl Code, cursor: &mut Cursor, index: usize) -> PlyFacts {
        let legal = cursor.legal().len();
        let (index, surprise) = match self.replay.compare(coder, legal) {
            Some(compared) => compared,
            None => self.predicted(coder, cursor, index),
        };
        if cursor.variations() == 0 {
            self.surprise = surprise;
        }
        PlyFacts::play(cursor, index, surprise)
    }

    /// Codes a move by the models.
    fn predicted(
        &mut self,
        coder: &mut impl Code,
        cursor: &Cursor,
        index: usize,
    ) -> (usize, Surprise) {
        let turn = MoveContext::at(cursor, &self.setting);
        let (moves, variations) = (&mut self.moves, &mut self.variations);
        let mut coder = Witness::new(coder, self.replay.keeps());
        let (index, surprise) = if cursor.variations() > 0 {
            let replaced = cursor.replaced();
            let index = variations.code(&mut coder, &turn, replaced, index);
            (index, variations.surprise())
        } else {
            let index = moves.code(&mut coder, &turn, index);
            (index, moves.surprise())
        };
        if turn.legal.len() > 1 {
            self.replay.keep(index, coder.share, surprise);
        }
        (index, surprise)
    }
}

/// Codes the items and moves of a movetext while it is being parsed.
pub struct MovetextEncoder<'a, C> {
    /// The models.
    pub structure: &'a mut Structure,
    /// Of the stream `structure`.
    pub items: &'a mut C,
    /// Of the stream `moves`.
    pub moves: &'a mut C,
}

impl<C: Code> Follower for MovetextEncoder<'_, C> {
    fn start(&mut self, game: &GameParts) {
        self.structure.start(game);
    }

    fn item(&mut self, line: Option<LinePoint>, item: Item, template: &[u8]) -> u32 {
        let coded = self.structure.item(self.items, line, item, template);
        // Templates are never too long to code: `comment::split` sees to that.
        coded.map_or(0, |(_, template)| template)
    }

    fn play(&mut self, cursor: &mut Cursor, index: usize) -> PlyFacts {
        self.structure.play(self.moves, cursor, index)
    }
}

fn is_comment(symbol: u32) -> bool {
    (COMMENT..START).contains(&symbol)
}
