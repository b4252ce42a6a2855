//! `best-of`: whichever is shortest.

use legal::Setup;

use super::PositionCodec;
use super::base13_11::Base13And11;
use super::huffman_weights::HuffmanWeights;
use super::piece_list_ranked::PieceListRanked;
use super::xor_start::XorStart;
use crate::{Bits, Error, bits::Reader};

/// What there is to choose from, by the selector's value.
pub(super) const CHOICES: [&dyn PositionCodec; 4] =
    [&Base13And11, &HuffmanWeights, &XorStart, &PieceListRanked];

/// A selector of 2 bits and the shortest of four other encodings: `base13-11`, `huffman-weights`, `xor-start` and `piece-list-ranked`;
/// of equals, the first.
///
/// Bound: 2 bits over the best of the four. Holds any board, as two of them do.
pub(super) struct BestOf;

impl PositionCodec for BestOf {
    fn name(&self) -> &'static str {
        "best-of"
    }

    fn encode(&self, position: &Setup) -> Result<Bits, Error> {
        let all = CHOICES.iter().zip(0..);
        let tries = all.filter_map(|(codec, choice)| Some((codec.encode(position).ok()?, choice)));
        let best = tries.min_by_key(|(found, _)| found.len());
        let (found, choice) = best.ok_or_else(|| Error::refused("none of the four holds it"))?;
        let mut bits = Bits::default();
        bits.push(choice, 2);
        bits.append(&found);
        Ok(bits)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Setup, Error> {
        CHOICES[reader.take(2)? as usize].read(reader)
    }
}
