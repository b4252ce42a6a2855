//! The moves after the first ones, compressed: each by its probability under the network of level default.
//!
//! Not part of the format.
//!
//! Each game is coded separately, so it can be read alone. Reading 16 plies takes about 0.1 ms; the first moves, which every search
//! uses, are not coded in this way.

use archive::Model;
use entropy::range::{Decoder, Encoder};
use entropy::{Code, Encode};
use legal::{Cursor, Position};
use streams::moves::{Alone, MoveContext, Setting};

/// Codes the ranks after the first ones.
pub(crate) fn encode(model: &Model, start: &Position, first: &[u8], after: &[u8]) -> Vec<u8> {
    let mut coder = Encoder::new();
    let mut after = after.to_vec();
    match code(&mut coder, model, start, first, &mut after) {
        true => coder.finish(),
        false => Vec::new(),
    }
}

/// The ranks after the first ones; none if the bytes are invalid.
pub(crate) fn decode(
    model: &Model,
    start: &Position,
    first: &[u8],
    count: usize,
    bytes: &[u8],
) -> Vec<u8> {
    let mut coder = Decoder::new(bytes);
    let mut after = vec![0; count];
    let is_read = code(&mut coder, model, start, first, &mut after) && !coder.failed();
    match is_read {
        true => after,
        false => Vec::new(),
    }
}

/// Codes the ranks after the first ones; `false` if a rank is not valid.
fn code(
    coder: &mut impl Code,
    model: &Model,
    start: &Position,
    first: &[u8],
    after: &mut [u8],
) -> bool {
    let (mut cursor, setting) = (Cursor::new(start.clone()), Setting::default());
    for &rank in first {
        let Some(m) = cursor.legal().unrank(usize::from(rank)) else {
            return false;
        };
        cursor.play_move(m);
    }
    let mut moves = Alone::new(model.knowledge());
    for rank in after {
        let turn = MoveContext::at(&cursor, &setting);
        let index = usize::from(*rank);
        if coder.decodes() && turn.legal.is_empty() || !coder.decodes() && index >= turn.legal.len()
        {
            return false;
        }
        let index = moves.code(coder, &turn, index);
        let found = turn.legal.unrank(index).zip(u8::try_from(index).ok());
        let Some((m, index)) = found else {
            return false;
        };
        *rank = index;
        cursor.play_move(m);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use archive::{Game, Level};

    #[test]
    fn ranks_come_back_and_junk_is_harmless() {
        let text = b"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 h5 9. Nd5 Bxd5 10. exd5 *";
        let game = Game::parse(text);
        let mut position = Position::standard();
        let mut ranks = Vec::new();
        for ply in &game.main_line().plies {
            let m = ply.played.unwrap().inner();
            ranks.push(u8::try_from(position.legal_moves().rank(m).unwrap()).unwrap());
            position.play(m);
        }
        let (start, model) = (Position::standard(), Model::of(Level::Default));
        let (first, after) = ranks.split_at(8);
        let bytes = encode(&model, &start, first, after);
        assert!(bytes.len() <= 4, "{}", bytes.len());
        assert_eq!(decode(&model, &start, first, after.len(), &bytes), after);
        for junk in [&b""[..], &[255; 40], &[0; 3]] {
            assert!(decode(&model, &start, first, 30, junk).len() <= 30);
        }
        assert!(decode(&model, &start, &[250], 3, &bytes).is_empty());
        assert!(encode(&model, &start, first, &[250]).is_empty());
    }
}
