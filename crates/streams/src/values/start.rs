//! Reads and writes FENs of Chess960 start positions, as a number and a style of writing.
//!
//! Format: "Values".

use legal::Role;
use legal::chess960::{self, FirstRank};

/// How the castling rights of such a position are written in a FEN.
const ENDINGS: [Ending; 3] = [Ending::Letters, Ending::Files, Ending::None];

#[derive(Clone, Copy)]
enum Ending {
    /// `KQkq`.
    Letters,
    /// The files of the rooks, as in `HAha`.
    Files,
    /// `-`.
    None,
}

/// How many positions there are.
pub(super) const POSITIONS: u32 = chess960::POSITIONS;
/// How many ways there are to write each.
pub(super) const STYLES: u32 = ENDINGS.len() as u32;

/// The FEN of a position in a style below [`STYLES`].
pub(super) fn write(number: u32, style: u32) -> Vec<u8> {
    let rank = chess960::first_rank(number % POSITIONS).unwrap_or([Role::Rook; 8]);
    let mut fen: Vec<u8> = rank.map(|role| role.char() as u8).to_vec();
    fen.extend_from_slice(b"/pppppppp/8/8/8/8/PPPPPPPP/");
    fen.extend(rank.map(|role| role.upper_char() as u8));
    fen.extend_from_slice(b" w ");
    match ENDINGS[style as usize % ENDINGS.len()] {
        Ending::Letters => fen.extend_from_slice(b"KQkq"),
        Ending::Files => {
            let rooks = (0..8u8)
                .rev()
                .filter(|&file| rank[usize::from(file)] == Role::Rook);
            let rooks: Vec<u8> = rooks.map(|file| b'A' + file).collect();
            fen.extend_from_slice(&rooks);
            fen.extend(rooks.iter().map(u8::to_ascii_lowercase));
        }
        Ending::None => fen.push(b'-'),
    }
    fen.extend_from_slice(b" - 0 1");
    fen
}

/// The number and style that write this FEN.
pub(super) fn read(fen: &[u8]) -> Option<(u32, u32)> {
    let pieces: &[u8; 8] = fen.first_chunk()?;
    if fen.get(8..28)? != b"/pppppppp/8/8/8/8/PP" {
        return None;
    }
    let mut rank: FirstRank = [Role::Rook; 8];
    for (role, &piece) in rank.iter_mut().zip(pieces) {
        *role = Role::from_char(char::from(piece))?;
    }
    let number = chess960::number(&rank)?;
    let style = (0..STYLES).find(|&style| write(number, style) == fen)?;
    Some((number, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_518_is_the_usual_one() {
        assert_eq!(
            write(518, 0),
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        assert_eq!(
            write(518, 1),
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
        );
    }

    #[test]
    fn every_position_is_read_as_written() {
        for number in 0..POSITIONS {
            for style in 0..STYLES {
                assert_eq!(read(&write(number, style)), Some((number, style)));
            }
        }
    }

    #[test]
    fn other_positions_are_not_read() {
        for fen in [
            &b""[..],
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
        ] {
            assert_eq!(read(fen), None);
        }
    }
}
