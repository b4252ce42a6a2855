//! Starting positions of Chess960, by number.
//!
//! Numbers as in Scharnagl's scheme: the bishop on light squares, the one on dark squares, the queen, and the knights are taken off in turn.

/// How such a position is written in a FEN: the rights to castle.
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
pub(super) const POSITIONS: u32 = 960;
/// How many ways to write each.
pub(super) const STYLES: u32 = ENDINGS.len() as u32;

/// Pairs of squares out of five, in the order of the scheme.
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
];

/// The first rank of position `number`, below 960.
fn rank(number: u32) -> [u8; 8] {
    let mut rank = [0u8; 8];
    let number = number as usize % POSITIONS as usize;
    rank[number % 4 * 2 + 1] = b'b';
    rank[number / 4 % 4 * 2] = b'b';
    let free = |rank: &[u8; 8], nth: usize| {
        let mut free = (0..8).filter(|&file| rank[file] == 0);
        free.nth(nth).unwrap_or(0)
    };
    let queen = free(&rank, number / 16 % 6);
    rank[queen] = b'q';
    let [first, second] = KNIGHTS[number / 96].map(|nth| free(&rank, nth));
    rank[first] = b'n';
    rank[second] = b'n';
    for piece in *b"rkr" {
        let next = free(&rank, 0);
        rank[next] = piece;
    }
    rank
}

/// The FEN of a position in a style below [`STYLES`].
pub(super) fn write(number: u32, style: u32) -> Vec<u8> {
    let rank = rank(number);
    let mut fen = rank.to_vec();
    fen.extend_from_slice(b"/pppppppp/8/8/8/8/PPPPPPPP/");
    fen.extend(rank.map(|piece| piece.to_ascii_uppercase()));
    fen.extend_from_slice(b" w ");
    match ENDINGS[style as usize % ENDINGS.len()] {
        Ending::Letters => fen.extend_from_slice(b"KQkq"),
        Ending::Files => {
            let rooks = (0..8u8)
                .rev()
                .filter(|&file| rank[usize::from(file)] == b'r');
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
    let number = (0..POSITIONS).find(|&number| rank(number) == *pieces)?;
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
