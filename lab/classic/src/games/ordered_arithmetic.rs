//! `ordered-arithmetic`: the rank in a good order, as likely as it has shown itself to be.

use constriction::backends::Cursor;
use constriction::stream::model::ContiguousCategoricalEntropyModel;
use constriction::stream::queue::{RangeDecoder, RangeEncoder};
use constriction::stream::{Decode, Encode};
use legal::{LegalMoves, Position};

use super::order::ordered;
use super::rank_counts::COUNTS;
use super::{Game, GameCodec, play, replay};
use crate::{Bits, Error};

/// What one move of the game adds to the count of its rank, of which the training games make a million.
const STEP: u64 = 2_000;

/// Bits of a probability.
const PRECISION: usize = 16;
/// The sum of all probabilities.
const TOTAL: u64 = 1 << PRECISION;

/// Words of 16 bits, so that the end of a game costs one of these and not one of 32.
type Encoder = RangeEncoder<u16, u64>;
type Decoder = RangeDecoder<u16, u64, Cursor<u16, Vec<u16>>>;
type Model = ContiguousCategoricalEntropyModel<u16, Vec<u16>, PRECISION>;

/// The order of `ordered-huffman`; frequencies of the ranks that begin as in training games and follow the game, cut to the ranks that there
/// are; arithmetic coding by the range coder of `constriction`, in words of 16 bits.
///
/// Refuses positions with more than 256 legal moves, which standard chess does not have.
pub(super) struct OrderedArithmetic;

impl GameCodec for OrderedArithmetic {
    fn name(&self) -> &'static str {
        "ordered-arithmetic"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut ranks = Ranks::new();
        let mut coder = Encoder::new();
        replay(game, |position, legal, index| {
            let order = ordered(position, legal);
            let rank = order.iter().position(|&at| at == index).unwrap_or(0);
            if let Some(model) = ranks.model(legal)? {
                let coded = coder.encode_symbol(rank, model);
                coded.map_err(|_| Error::refused("a rank without a probability"))?;
            }
            ranks.counts[rank] += STEP;
            Ok(())
        })?;
        let words: Vec<u16> = coder.into();
        let bytes: Vec<u8> = words.into_iter().flat_map(u16::to_be_bytes).collect();
        Ok(Bits::from_bytes(&bytes, 8 * bytes.len()).unwrap_or_default())
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let malformed = || Error::malformed("no game of so many plies is written so");
        let words = bits.as_bytes().chunks_exact(2);
        let words: Vec<u16> = words
            .map(|word| u16::from_be_bytes([word[0], word[1]]))
            .collect();
        let mut ranks = Ranks::new();
        let Ok(mut coder) = Decoder::from_compressed(words);
        let game = play(start, plies, |position, legal| {
            let rank = match ranks.model(legal)? {
                Some(model) => coder.decode_symbol(model).map_err(|_| malformed())?,
                None => 0,
            };
            ranks.counts[rank] += STEP;
            Ok(ordered(position, legal)[rank])
        })?;
        // What follows the game, or is missing at its end, shows only when the game is written again.
        if self.encode(&game).as_ref() != Ok(bits) {
            return Err(malformed());
        }
        Ok(game)
    }
}

/// How often each rank occurs.
struct Ranks {
    counts: [u64; 256],
}

impl Ranks {
    fn new() -> Self {
        Self { counts: COUNTS }
    }

    /// How likely each rank is; `None` for a forced move, which costs nothing.
    fn model(&self, legal: &LegalMoves) -> Result<Option<Model>, Error> {
        if legal.len() < 2 {
            return Ok(None);
        }
        let counts = self.counts.get(..legal.len());
        let counts = counts.ok_or_else(|| Error::refused("more than 256 legal moves"))?;
        // Each rank has one unit, and what is left is shared out.
        let sum: u64 = counts.iter().sum();
        let share = TOTAL - counts.len() as u64;
        let mut widths: Vec<u16> = counts
            .iter()
            .map(|&count| 1 + (count * share / sum) as u16)
            .collect();
        let used: u64 = widths.iter().copied().map(u64::from).sum();
        widths[0] += (TOTAL - used) as u16;
        let model = Model::from_nonzero_fixed_point_probabilities(widths, false);
        let model = model.map_err(|()| Error::refused("probabilities that do not add up"))?;
        Ok(Some(model))
    }
}
