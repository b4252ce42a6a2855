//! `san-text`: as people write it.

use legal::san::{self, Mark, Spelling};
use legal::{LegalMoves, Position};

use super::{Game, GameCodec, play, replay};
use crate::{Bits, Error};

/// The moves in standard algebraic notation, without numbers, with one space between them, 8 bits a letter.
///
/// About 33 bits a ply on real files.
pub(super) struct SanText;

impl GameCodec for SanText {
    fn name(&self) -> &'static str {
        "san-text"
    }

    fn encode(&self, game: &Game) -> Result<Bits, Error> {
        let mut text = Vec::new();
        let mut after = LegalMoves::new();
        replay(game, |position, legal, index| {
            if !text.is_empty() {
                text.push(b' ');
            }
            let mut next = position.clone();
            next.play(legal[index]);
            let mark = Mark::of(&next, || {
                next.legal_moves_into(&mut after);
                after.is_empty()
            });
            san::write(&mut text, position, legal, index, mark, Spelling::default());
            Ok(())
        })?;
        Ok(Bits::from_bytes(&text, text.len() * 8).unwrap_or_default())
    }

    fn decode(&self, start: &Position, plies: usize, bits: &Bits) -> Result<Game, Error> {
        let mut words = bits.as_bytes().split(|&byte| byte == b' ');
        let game = play(start, plies, |position, legal| {
            let word = words.next().unwrap_or_default();
            san::read(word, position, legal).ok_or_else(|| {
                Error::malformed(format!("{:?} is not a move", String::from_utf8_lossy(word)))
            })
        })?;
        // Splitting nothing gives one empty word.
        let rest: usize = words.map(|word| 8 * word.len()).sum();
        super::nothing_left(rest)?;
        Ok(game)
    }
}
