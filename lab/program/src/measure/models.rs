//! The product's own models: each game alone, as a blob, and learning from game to game as in a block.

use super::choice::Choice;
use super::corpus::Corpus;
use super::cost::{CodecFigures, Cost};
use anyhow::{Result, ensure};
use archive::{Level, Model, decode_bare_game, decode_game, encode_bare_game, encode_game};
use classic::{Bits, Error, Game, GameCodec};
use entropy::{Code, Encode, range};
use legal::{Cursor, Move, Position};
use std::time::Instant;
use streams::moves::{Alone, MoveContext, Moves, Setting};

/// The names of what is measured here.
pub const NAMES: [&str; 6] = [
    "engine-arithmetic",
    "blob-bare",
    "blob",
    "fast",
    "default",
    "best",
];

/// Games that models learn from before they begin anew, as in archives.
const BLOCK: usize = 4096;

/// The moves of one game by the default model, which learns nothing on the way and is told nothing of the game.
#[derive(Default)]
pub struct EngineArithmetic(Model);

impl GameCodec for EngineArithmetic {
    fn name(&self) -> &'static str {
        NAMES[0]
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut coder = range::Encoder::new();
        let mut alone = Alone::new(self.0.knowledge());
        follow(
            &game.start,
            game.moves.len(),
            &Setting::default(),
            |turn, ply| {
                let index = turn.legal.rank(game.moves[ply]).unwrap_or(0);
                alone.code(&mut coder, turn, index)
            },
        );
        let bytes = coder.finish();
        Ok(Bits::from_bytes(&bytes, 8 * bytes.len()).unwrap_or_default())
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut coder = range::Decoder::new(bits.as_bytes());
        let mut alone = Alone::new(self.0.knowledge());
        let mut game = Game::new(start.clone());
        follow(start, plies, &Setting::default(), |turn, _| {
            let index = alone.code(&mut coder, turn, 0);
            game.moves.push(turn.legal[index]);
            index
        });
        match coder.failed() || game.moves.len() < plies {
            true => Err(Error::Malformed("no game has this encoding".to_owned())),
            false => Ok(game),
        }
    }
}

/// Goes through a game, as long as there are moves; `code` says which is played.
fn follow(
    start: &Position,
    plies: usize,
    setting: &Setting,
    mut code: impl FnMut(&MoveContext, usize) -> usize,
) {
    let mut cursor = Cursor::new(start.clone());
    for ply in 0..plies {
        if cursor.legal().is_empty() {
            return;
        }
        let index = code(&MoveContext::at(&cursor, setting), ply);
        cursor.play_move(cursor.legal()[index]);
    }
}

/// Measures blobs and the models of the levels, as far as they are chosen.
pub fn measure(corpus: &Corpus, choice: &Choice, found: &mut Vec<CodecFigures>) -> Result<()> {
    if choice.has("blob-bare") {
        let cost = blobs(corpus, encode_bare_game, decode_bare_game)?;
        found.push(cost.figures("blob-bare"));
    }
    if choice.has("blob") {
        let decode =
            |blob: &[u8], setting: &Setting, model: &Model| decode_game(blob, setting, Some(model));
        found.push(blobs(corpus, encode_game, decode)?.figures("blob"));
    }
    for level in Level::ALL {
        if choice.has(level.name()) {
            found.push(learning(corpus, &Model::of(level))?.figures(level.name()));
        }
    }
    Ok(())
}

/// Blobs of the default model that is told what the tags say: with the start and the end of each game.
fn blobs(
    corpus: &Corpus,
    encode: impl Fn(&Position, &[Move], &Setting, &Model) -> Result<Vec<u8>, archive::Error>,
    decode: impl Fn(&[u8], &Setting, &Model) -> Result<(Position, Vec<Move>), archive::Error>,
) -> Result<Cost> {
    let model = Model::default();
    let mut cost = Cost::default();
    let start = Instant::now();
    let encoded =
        |(game, setting): &(Game, Setting)| encode(&game.start, &game.moves, setting, &model).ok();
    let encoded: Vec<_> = corpus.games.iter().map(encoded).collect();
    cost.encoding = start.elapsed();
    let start = Instant::now();
    for (blob, (game, setting)) in encoded.iter().zip(&corpus.games) {
        let Some(blob) = blob else {
            cost.refused += 1;
            continue;
        };
        let (_, moves) = decode(blob, setting, &model)?;
        ensure!(moves == game.moves, "blob: a game is not decoded correctly");
        cost.games += 1;
        cost.plies += game.moves.len() as u64;
        cost.bytes += blob.len() as u64;
    }
    cost.decoding = start.elapsed();
    cost.bits = 8 * cost.bytes;
    Ok(cost)
}

/// The moves of a model that learns from the games of a block: the stream `moves` of an archive, without variations.
fn learning(corpus: &Corpus, model: &Model) -> Result<Cost> {
    let mut cost = Cost {
        games: corpus.games.len() as u64,
        plies: corpus.plies(),
        ..Cost::default()
    };
    for block in corpus.games.chunks(BLOCK) {
        let start = Instant::now();
        let mut coder = range::Encoder::new();
        through(block, model, &mut coder, |_, _, _| {});
        let bytes = coder.finish();
        cost.encoding += start.elapsed();
        cost.bytes += bytes.len() as u64;
        let start = Instant::now();
        let mut coder = range::Decoder::new(&bytes);
        let mut same = true;
        through(block, model, &mut coder, |game, ply, m| {
            same &= game.moves[ply] == m
        });
        ensure!(
            same && !coder.failed(),
            "{}: a game is not decoded correctly",
            model.name()
        );
        cost.decoding += start.elapsed();
    }
    cost.bits = 8 * cost.bytes;
    Ok(cost)
}

/// Codes the games of a block, and shows each move that was coded.
fn through(
    block: &[(Game, Setting)],
    model: &Model,
    coder: &mut impl Code,
    mut show: impl FnMut(&Game, usize, legal::Move),
) {
    let mut moves = Moves::new(model.knowledge());
    for (game, setting) in block {
        follow(&game.start, game.moves.len(), setting, |turn, ply| {
            let index = match coder.decodes() {
                true => 0,
                false => turn.legal.rank(game.moves[ply]).unwrap_or(0),
            };
            let index = moves.code(coder, turn, index);
            show(game, ply, turn.legal[index]);
            index
        });
    }
}

/// Shows what each move of the corpus costs, in units of 2^-16 bit, by a model that learns as in archives.
pub fn costs(
    corpus: &Corpus,
    model: &Model,
    mut show: impl FnMut(usize, &Position, &Setting, usize, legal::Move, u64),
) {
    for (at, block) in corpus.games.chunks(BLOCK).enumerate() {
        let mut moves = Moves::new(model.knowledge());
        for (number, (game, setting)) in block.iter().enumerate() {
            follow(&game.start, game.moves.len(), setting, |turn, ply| {
                let index = turn.legal.rank(game.moves[ply]).unwrap_or(0);
                let mut meter = entropy::Meter::default();
                moves.code(&mut meter, turn, index);
                let game = at * BLOCK + number;
                let (position, played) = (turn.position, turn.legal[index]);
                show(game, position, setting, ply, played, meter.cost());
                index
            });
        }
    }
}
