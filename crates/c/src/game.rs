//! Single games: their text, tags, moves, times and evaluations.

use crate::archive::Archive;
use crate::buffer::{Buffer, Text, lend, lend_values};
use crate::error::{Failure, guarded, quietly};
use crate::given;
use pgnz::{Columns, Error, Move, Moves, Position};
use std::cell::OnceCell;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr;

/// A part of a game: tags, but for those that follow from the moves, and the start.
pub const PGNZ_TAGS: u32 = 1;
/// A part of a game: tags that follow from the moves, such as ECO and Opening.
pub const PGNZ_DERIVED_TAGS: u32 = 2;
/// A part of a game: moves of the main line.
pub const PGNZ_MOVES: u32 = 4;
/// A part of a game: times left and times spent.
pub const PGNZ_CLOCKS: u32 = 8;
/// A part of a game: evaluations.
pub const PGNZ_EVALS: u32 = 16;
/// A part of a game: its exact text.
pub const PGNZ_TEXT: u32 = 32;
/// All parts of a game.
pub const PGNZ_ALL: u32 = u32::MAX;

/// The index of a null move.
pub const PGNZ_NULL_MOVE: u16 = u16::MAX;
/// A time that the game does not tell.
pub const PGNZ_NO_TIME: i64 = -1;

/// The parts of a game that a caller asks for.
pub fn parts(given: u32) -> Result<Columns, Error> {
    if given == PGNZ_ALL {
        return Ok(Columns::ALL);
    }
    let known = [
        (PGNZ_TAGS, Columns::TAGS),
        (PGNZ_DERIVED_TAGS, Columns::DERIVED_TAGS),
        (PGNZ_MOVES, Columns::MOVES),
        (PGNZ_CLOCKS, Columns::CLOCKS),
        (PGNZ_EVALS, Columns::EVALS),
        (PGNZ_TEXT, Columns::TEXT),
    ];
    let all = known.iter().fold(0, |all, (part, _)| all | part);
    if given & !all != 0 {
        return Err(Error::argument(format!(
            "there are no parts {given:#x} of a game"
        )));
    }
    let wanted = known.into_iter().filter(|(part, _)| given & part != 0);
    Ok(wanted.map(|(_, columns)| columns).collect())
}

/// A game. It is used by one thread at a time, and outlives its archive. What it lends stays until it is freed.
pub struct Game {
    number: u64,
    /// The moves of a blob are a game without tags and text.
    game: Option<pgnz::Game>,
    start: Option<Position>,
    moves: Vec<Option<Move>>,
    is_chess960: bool,
    variant: Text,
    // What is asked for is made once.
    fen: OnceCell<Option<Text>>,
    text: OnceCell<Text>,
    tags: OnceCell<Vec<(Text, Text)>>,
    indices: OnceCell<Vec<u16>>,
    uci: OnceCell<Text>,
    san: OnceCell<Text>,
    clocks: OnceCell<Vec<i64>>,
    spent: OnceCell<Vec<i64>>,
    evals: OnceCell<Vec<Eval>>,
}

/// What an evaluation counts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalKind {
    /// The ply has no evaluation.
    None = 0,
    /// Hundredths of a pawn.
    Centipawns = 1,
    /// Moves to mate.
    Mate = 2,
}

/// The evaluation of a position, from White's point of view: negative if Black is better.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    /// What the number counts.
    pub kind: EvalKind,
    /// The number; 0 if there is none.
    pub value: i32,
}

impl Game {
    pub fn of(number: u64, game: pgnz::Game) -> Box<Self> {
        let start = game.start().cloned();
        let moves = game.main_line().plies.iter().map(|ply| ply.played);
        let (moves, is_chess960) = (moves.collect(), game.is_chess960());
        Self::new(number, Some(game), start, moves, is_chess960)
    }

    /// The game of a blob.
    pub fn of_moves(moves: &Moves) -> Box<Self> {
        let start = moves.start().clone();
        let is_chess960 = start.is_chess960();
        let moves = moves.as_slice().iter().copied().map(Some).collect();
        Self::new(0, None, Some(start), moves, is_chess960)
    }

    fn new(
        number: u64,
        game: Option<pgnz::Game>,
        start: Option<Position>,
        moves: Vec<Option<Move>>,
        is_chess960: bool,
    ) -> Box<Self> {
        let variant = start.as_ref().map_or("", |start| start.variant().name());
        Box::new(Self {
            number,
            game,
            moves,
            is_chess960,
            variant: Text::of(variant),
            start,
            fen: OnceCell::new(),
            text: OnceCell::new(),
            tags: OnceCell::new(),
            indices: OnceCell::new(),
            uci: OnceCell::new(),
            san: OnceCell::new(),
            clocks: OnceCell::new(),
            spent: OnceCell::new(),
            evals: OnceCell::new(),
        })
    }

    /// The position before each ply with the ply, and the one after the last.
    fn replay(&self, mut visit: impl FnMut(&Position, Option<Option<Move>>)) {
        let Some(mut position) = self.start.clone() else {
            return;
        };
        for &played in &self.moves {
            visit(&position, Some(played));
            let goes_on = match played {
                Some(m) => position.play(m).is_ok(),
                None => match position.pass() {
                    Some(after) => {
                        position = after;
                        true
                    }
                    None => false,
                },
            };
            if !goes_on {
                return;
            }
        }
        visit(&position, None);
    }

    fn indices(&self) -> Vec<u16> {
        let mut indices = Vec::with_capacity(self.moves.len());
        self.replay(|position, ply| {
            if let Some(played) = ply {
                let legal = played.map(|_| position.legal_moves()).unwrap_or_default();
                let index = legal.iter().position(|legal| Some(*legal) == played);
                let index = index.and_then(|index| u16::try_from(index).ok());
                indices.push(index.unwrap_or(PGNZ_NULL_MOVE));
            }
        });
        indices
    }

    fn uci(&self) -> String {
        let moves = self.moves.iter().map(|played| match played {
            Some(m) => m.to_uci(self.is_chess960),
            None => "0000".to_owned(),
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    fn san(&self) -> String {
        if let Some(game) = &self.game {
            let moves = game.main_line().plies.iter();
            return moves.map(|ply| &*ply.san).collect::<Vec<_>>().join(" ");
        }
        let mut moves = Vec::with_capacity(self.moves.len());
        self.replay(|position, ply| {
            if let Some(Some(played)) = ply {
                moves.push(position.san(played).unwrap_or_default());
            }
        });
        moves.join(" ")
    }

    fn tags(&self) -> &[(Text, Text)] {
        self.tags.get_or_init(|| {
            let tags = self.game.iter().flat_map(|game| game.tags().pairs());
            tags.map(|tag| (Text::of(tag.name), Text::of(tag.value)))
                .collect()
        })
    }

    /// What each ply has, if any of them has it.
    fn of_plies<T: Copy + PartialEq>(
        &self,
        none: T,
        value: impl Fn(&pgnz::Ply) -> Option<T>,
    ) -> Vec<T> {
        let plies = self.game.iter().flat_map(|game| &game.main_line().plies);
        let values: Vec<T> = plies.map(|ply| value(ply).unwrap_or(none)).collect();
        match values.iter().all(|value| *value == none) {
            true => Vec::new(),
            false => values,
        }
    }
}

fn millis(time: u64) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

fn eval(eval: pgnz::Eval) -> Eval {
    let (kind, value) = match eval {
        pgnz::Eval::Centipawns(value) => (EvalKind::Centipawns, value),
        pgnz::Eval::Mate(value) => (EvalKind::Mate, value),
    };
    Eval { kind, value }
}

/// Reads the game of this number, counted from 0. `parts` are the parts that are wanted: PGNZ_TAGS alone takes a tenth of the time of PGNZ_ALL.
/// To read many games, use pgnz_search_begin(). Returns NULL after an error.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_read(
    archive: Option<&mut Archive>,
    number: u64,
    parts: u32,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> Option<Box<Game>> {
    guarded(error, None, || {
        let archive = given::there(archive, "the archive")?;
        let columns = self::parts(parts)?;
        let mut games = archive
            .inner
            .games(number..number.saturating_add(1), columns)?;
        let none = || Error::argument(format!("there is no game {number}"));
        let game = games.next().ok_or_else(none)??;
        Ok(Some(Game::of(number, game)))
    })
}

/// Frees a game; NULL is none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_free(game: Option<Box<Game>>) {
    quietly((), || drop(game));
}

/// The number of the game in its archive, counted from 0.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_number(game: Option<&Game>) -> u64 {
    game.map_or(0, |game| game.number)
}

/// The exact text of the game; empty unless PGNZ_TEXT was asked for. `length` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_text(
    game: Option<&Game>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        let text = game.map(|game| {
            let text = || game.game.as_ref().map(pgnz::Game::text);
            game.text
                .get_or_init(|| Text::of(text().unwrap_or_default()))
        });
        lend(text, length)
    })
}

/// The number of tags.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_tags(game: Option<&Game>) -> usize {
    quietly(0, || game.map_or(0, |game| game.tags().len()))
}

/// The name of a tag, counted from 0 in the order of the text; NULL if there are fewer. `length` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_tag_name(
    game: Option<&Game>,
    tag: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        let found = game.and_then(|game| game.tags().get(tag));
        lend(found.map(|(name, _)| name), length)
    })
}

/// The value of a tag, counted from 0 in the order of the text, without quotes and backslashes; NULL if there are fewer. The bytes are those of
/// the text, mostly UTF-8. `length` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_tag_value(
    game: Option<&Game>,
    tag: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        let found = game.and_then(|game| game.tags().get(tag));
        lend(found.map(|(_, value)| value), length)
    })
}

/// The value of the first tag of this name, such as "White"; NULL if there is none. `length` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pgnz_game_tag(
    game: Option<&Game>,
    name: *const c_char,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        // SAFETY: the caller gives a text, or null.
        let name = unsafe { given::text(name, "the name") };
        let found = name.ok().zip(game).and_then(|(name, game)| {
            let mut tags = game.tags().iter();
            tags.find(|(tag, _)| tag.bytes() == name.as_bytes())
        });
        lend(found.map(|(_, value)| value), length)
    })
}

/// The number of plies of the main line; 0 unless PGNZ_MOVES was asked for.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_plies(game: Option<&Game>) -> usize {
    game.map_or(0, |game| game.moves.len())
}

/// The index of each ply among the legal moves of its position, in the order of the format; PGNZ_NULL_MOVE for a null move. `plies` is their number.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_indices(
    game: Option<&Game>,
    plies: Option<&mut MaybeUninit<usize>>,
) -> *const u16 {
    quietly(ptr::null(), || {
        let found = game.map(|game| &**game.indices.get_or_init(|| game.indices()));
        lend_values(found, plies)
    })
}

/// The moves in UCI notation with a space between, such as "e2e4 e7e5"; "0000" is a null move. In Chess960 a king that castles takes its rook.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_uci(
    game: Option<&Game>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        lend(
            game.map(|game| game.uci.get_or_init(|| Text::of(game.uci()))),
            length,
        )
    })
}

/// The moves in standard algebraic notation with a space between, such as "e4 e5"; "--" is a null move.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_san(
    game: Option<&Game>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        lend(
            game.map(|game| game.san.get_or_init(|| Text::of(game.san()))),
            length,
        )
    })
}

/// Milliseconds left on the clock after each ply, PGNZ_NO_TIME where the game does not tell. `plies` is the number of plies, or 0 if it tells none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_clocks(
    game: Option<&Game>,
    plies: Option<&mut MaybeUninit<usize>>,
) -> *const i64 {
    quietly(ptr::null(), || {
        let of = |game: &Game| game.of_plies(PGNZ_NO_TIME, |ply| ply.clock().map(millis));
        let found = game.map(|game| &**game.clocks.get_or_init(|| of(game)));
        lend_values(found, plies)
    })
}

/// Milliseconds spent on each ply, PGNZ_NO_TIME where the game does not tell. `plies` is the number of plies, or 0 if it tells none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_spent(
    game: Option<&Game>,
    plies: Option<&mut MaybeUninit<usize>>,
) -> *const i64 {
    quietly(ptr::null(), || {
        let of = |game: &Game| game.of_plies(PGNZ_NO_TIME, |ply| ply.spent().map(millis));
        let found = game.map(|game| &**game.spent.get_or_init(|| of(game)));
        lend_values(found, plies)
    })
}

/// The evaluation after each ply. `plies` is the number of plies, or 0 if the game has none.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_evals(
    game: Option<&Game>,
    plies: Option<&mut MaybeUninit<usize>>,
) -> *const Eval {
    quietly(ptr::null(), || {
        let none = Eval {
            kind: EvalKind::None,
            value: 0,
        };
        let of = |game: &Game| game.of_plies(none, |ply| ply.eval().map(eval));
        let found = game.map(|game| &**game.evals.get_or_init(|| of(game)));
        lend_values(found, plies)
    })
}

/// The position after this many plies as a FEN: 0 is the start. The caller frees it. Returns false after an error; a position that the game
/// does not reach is one.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_position(
    game: Option<&Game>,
    ply: usize,
    fen: Option<&mut MaybeUninit<Buffer>>,
    error: Option<&mut MaybeUninit<*mut Failure>>,
) -> bool {
    guarded(error, false, || {
        let game = given::there(game, "the game")?;
        let place = given::there(fen, "fen")?;
        let (mut at, mut found) = (0, None);
        game.replay(|position, _| {
            if at == ply {
                found = Some(position.to_fen());
            }
            at += 1;
        });
        let none = || Error::argument(format!("the game has no position after {ply} plies"));
        let fen = found.ok_or_else(none)?;
        place.write(Buffer::of(fen.into_bytes()));
        Ok(true)
    })
}

/// The start of the game as a FEN; NULL if it cannot be played.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_start(
    game: Option<&Game>,
    length: Option<&mut MaybeUninit<usize>>,
) -> *const c_char {
    quietly(ptr::null(), || {
        let of = |game: &Game| game.start.as_ref().map(|start| Text::of(start.to_fen()));
        let found = game.and_then(|game| game.fen.get_or_init(|| of(game)).as_ref());
        lend(found, length)
    })
}

/// The name of the variant, "Standard" for chess; empty if the start cannot be played.
#[unsafe(no_mangle)]
pub extern "C" fn pgnz_game_variant(game: Option<&Game>) -> *const c_char {
    lend(game.map(|game| &game.variant), None)
}
