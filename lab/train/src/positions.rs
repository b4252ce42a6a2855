//! Positions written down for a teacher that says how likely each move is: a player model that is no part of this project.
//!
//! Two files make a chunk of games. `NAME.plies` has [`PLY_BYTES`] for each ply of each game; `NAME.moves` has 4 bytes for each legal
//! move of each of these plies. All numbers are little-endian. Boards and moves are seen by the side to move, whose pieces go up.
//!
//! A ply: the game's hash (8 bytes), the number of the ply from 0 (2), the mover's rating, 0 where unknown (2), whether Black moves (1), the
//! number of legal moves (1), the index of the move played (1), how often the position stood on the board before, at most 2 (1), castling
//! rights (1: own short, own long, the other's short, long), plies since the last capture or pawn move, at most 255 (1), whether a label is
//! asked for (1), whether the game was played over the board (1), 4 zeros, and twelve boards of 8 bytes, the first square in the lowest
//! bit: own pawns, knights, bishops, rooks, queens, king, then the other's.
//!
//! A move: from, to (6 bits each) and what it becomes (3 bits: 0 nothing, 1 knight to 4 queen); castling goes to where the rook stands. Then
//! the logit that a model of this project gives it, less that of its likeliest move, in 1/256 nat (a signed number of 2 bytes).

use legal::{CastlingSide, Color, Cursor, Move, Position, Role};
use streams::moves::MoveContext;
use streams::training::networks::{Detail, Features, Networks, Scratch};

use crate::games::GameRef;
use crate::random::Random;
use crate::select::Shares;

/// Bytes of a ply.
pub const PLY_BYTES: usize = 120;

/// The two files of a chunk, while they are filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The bytes of `NAME.plies`.
    pub plies: Vec<u8>,
    /// The bytes of `NAME.moves`.
    pub moves: Vec<u8>,
}

impl Chunk {
    /// Appends all plies of a game. A label is asked for where there is a choice, and for players with very many games at as many plies as
    /// `shares` gives them.
    pub fn push(&mut self, game: GameRef, over_the_board: bool, shares: &Shares, model: &Networks) {
        let kept = game.players.map(|player| shares.of(player) as usize);
        let mut random = Random::new(game.hash);
        let mut cursor = Cursor::new(Position::standard());
        let (mut features, mut scratch, mut logits) =
            (Features::default(), Scratch::default(), Vec::new());
        let mut seen: Vec<u64> = Vec::new();
        for (ply, &played) in game.plies.iter().enumerate() {
            let (position, legal) = (cursor.position(), cursor.legal());
            features.extract(Detail::Full, &MoveContext::at(&cursor, &game.setting));
            let network = model.of(game.setting.kind());
            network.logits(&features, &mut scratch, &mut logits);
            let top = logits.iter().copied().max().unwrap_or(0);
            let black = position.turn() == Color::Black;
            for (m, &logit) in legal.as_slice().iter().zip(&logits) {
                let nats = f64::from(logit - top) / 65536.0 * std::f64::consts::LN_2;
                self.moves.extend(code(*m, black).to_le_bytes());
                self.moves.extend(((nats * 256.0) as i16).to_le_bytes());
            }
            let hash = position.hash();
            let repeated = seen.iter().filter(|&&earlier| earlier == hash).count();
            seen.push(hash);
            let chosen = random.below(Shares::WHOLE as usize) < kept[ply % 2];
            let begin = self.plies.len();
            self.plies.extend(game.hash.to_le_bytes());
            self.plies.extend((ply as u16).to_le_bytes());
            self.plies
                .extend(game.setting.ratings[ply % 2].to_le_bytes());
            self.plies.extend([
                u8::from(black),
                legal.len() as u8,
                played,
                repeated.min(2) as u8,
                castling(position),
                position.halfmoves().min(255) as u8,
                u8::from(legal.len() > 1 && chosen),
                u8::from(over_the_board),
            ]);
            self.plies.extend([0; 4]);
            for color in [position.turn(), position.turn().other()] {
                for role in Role::ALL {
                    let pieces = position.board().by_color(color) & position.board().by_role(role);
                    let pieces = u64::from(pieces);
                    let seen = if black { pieces.swap_bytes() } else { pieces };
                    self.plies.extend(seen.to_le_bytes());
                }
            }
            debug_assert_eq!(self.plies.len() - begin, PLY_BYTES);
            cursor.play_move(cursor.legal()[usize::from(played)]);
        }
    }

    /// Appends another chunk.
    pub fn append(&mut self, mut other: Self) {
        self.plies.append(&mut other.plies);
        self.moves.append(&mut other.moves);
    }
}

pub(crate) fn castling(position: &Position) -> u8 {
    let own = position.turn();
    let rights = [own, own.other()].into_iter().flat_map(|color| {
        [CastlingSide::KingSide, CastlingSide::QueenSide].map(|side| (color, side))
    });
    rights
        .enumerate()
        .map(|(bit, (color, side))| u8::from(position.castles().has(color, side)) << bit)
        .sum()
}

pub(crate) fn code(m: Move, black: bool) -> u16 {
    let (from, to, becomes) = match m {
        Move::Normal {
            from,
            to,
            promotion,
            ..
        } => (from, to, promotion.map_or(0, |role| role as u32 - 1)),
        Move::EnPassant { from, to } => (from, to, 0),
        Move::Castle { king, rook } => (king, rook, 0),
        Move::Put { to, .. } => (to, to, 0),
    };
    let turned = if black { 56 } else { 0 };
    let (from, to) = (from.to_u32() ^ turned, to.to_u32() ^ turned);
    (from | to << 6 | becomes << 12) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use streams::moves::Setting;

    /// What is written of the game that a line of moves makes, as plies and the codes of all moves.
    fn written(line: &[&str]) -> (Vec<u8>, Vec<u16>) {
        let mut cursor = Cursor::new(Position::standard());
        let mut plies = Vec::new();
        for san in line {
            let legal = cursor.legal();
            let index = legal::san::read(san.as_bytes(), cursor.position(), legal).unwrap();
            plies.push(index as u8);
            cursor.play(index);
        }
        let mut games = Games::default();
        let setting = Setting {
            ratings: [1500, 1600],
            ..Setting::default()
        };
        games.push(setting, [0; 2], 0, &plies);
        let mut chunk = Chunk::default();
        let shares = Shares::new(&games, Shares::CAP);
        chunk.push(games.get(0), true, &shares, &<Networks>::shipped());
        let codes = chunk.moves.as_chunks::<4>().0.iter();
        let codes = codes.map(|&[low, high, ..]| u16::from_le_bytes([low, high]));
        (chunk.plies, codes.collect())
    }

    /// From, to, and what it becomes.
    fn named(from: u16, to: u16, becomes: u16) -> u16 {
        from | to << 6 | becomes << 12
    }

    #[test]
    fn each_side_sees_itself_below() {
        let (plies, codes) = written(&["e4", "e5"]);
        assert_eq!(plies.len(), 2 * PLY_BYTES);
        let [white, black] = [&plies[..PLY_BYTES], &plies[PLY_BYTES..]];
        assert_eq!(white[8..14], [0, 0, 0xdc, 5, 0, 20]);
        assert_eq!(black[8..14], [1, 0, 0x40, 6, 1, 20]);
        // Repetitions, castling, quiet plies; a label is asked for; over the board.
        assert_eq!(white[15..20], [0, 15, 0, 1, 1]);
        // Own pawns on the second rank, those of the opponent on the seventh, but for the one on e5, as Black sees it.
        let pawns = |ply: &[u8], at: usize| u64::from_le_bytes(*ply[at..].first_chunk().unwrap());
        assert_eq!(pawns(white, 24), 0xff00);
        assert_eq!(pawns(black, 24), 0xff00);
        assert_eq!(pawns(black, 24 + 48), 0x00ef_0010_0000_0000);
        // e2-e4 and e7-e5 are the same move.
        let played = [usize::from(white[14]), 20 + usize::from(black[14])];
        assert_eq!(played.map(|at| codes[at]), [named(12, 28, 0); 2]);
    }

    #[test]
    fn castling_goes_to_the_rook_and_a_promotion_says_what_it_becomes() {
        let castling = ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "O-O"];
        assert!(written(&castling).1.contains(&named(4, 7, 0)));
        let promotion = [
            "b4", "a5", "bxa5", "b6", "axb6", "Nc6", "b7", "Nb4", "bxa8=N",
        ];
        let codes = written(&promotion).1;
        for becomes in 1..5 {
            assert!(codes.contains(&named(49, 56, becomes)), "{becomes}");
        }
    }
}
