//! A game as far as it has been played.

use legal::{Color, Cursor, Position, Role};
use streams::moves::{MoveContext, Setting};

use super::Game;
use crate::feed::{STARTS_LATE, blurred};
use crate::random::Random;

/// Positions that are told of a game, the last first.
pub(super) const POSITIONS: usize = 8;
/// Plies that over the board are always those of the game.
const OPENING: usize = 20;

/// Where the men stand: White's pawns, knights, bishops, rooks, queens, king, then Black's.
pub(super) type Men = [u64; 12];

/// A game that is played as it was up to some ply, and then on by whoever answers.
pub struct Played<'a> {
    game: &'a Game,
    /// What is told of the setting.
    setting: Setting,
    cursor: Cursor,
    /// What stood on the board before each ply, and whether it had stood there before.
    before: Vec<(Men, bool)>,
    hashes: Vec<u64>,
    /// From this ply on positions are asked about, from this on answers are played, and at this the game ends.
    asked: usize,
    free: usize,
    end: usize,
    /// At this ply the moves before are forgotten, as if the game had been set up there.
    begin: usize,
    random: Random,
}

impl<'a> Played<'a> {
    /// The game as it was, asked about from ply `asked` on; or, with `on`, played on from some ply by answers, and asked about from there.
    /// Games of engines are never played on.
    pub fn new(
        game: &'a Game,
        on: bool,
        asked: impl FnOnce(&mut Random) -> usize,
        seed: u64,
    ) -> Self {
        let mut random = Random::new(seed);
        let length = game.plies.len();
        let first = if game.setting.is_online() { 2 } else { OPENING };
        let free = match on && !game.engines && length > first {
            // More of them early, for they leave more to be played.
            true => {
                first
                    + random.below(length - first) * random.below(length - first) / (length - first)
            }
            false => length,
        };
        let begin = match random.below(STARTS_LATE) {
            0 => random.below(length.max(1)),
            _ => 0,
        };
        let asked = asked(&mut random);
        Self {
            game,
            setting: blurred(game.setting, &mut random),
            cursor: Cursor::new(Position::standard()),
            before: Vec::new(),
            hashes: Vec::new(),
            asked: if free < length { free } else { asked },
            free,
            end: length,
            begin,
            random,
        }
    }

    /// Plays up to the next position that is asked about. Whether there is one; if not, the game is over.
    pub fn go_on(&mut self) -> bool {
        loop {
            let ply = self.hashes.len();
            if ply >= self.end || self.cursor.legal().is_empty() {
                return false;
            }
            self.note();
            match self.cursor.legal().len() {
                1 => self.play(0),
                _ if self.is_free() => return true,
                _ => {
                    let kept = self.game.kept[ply % 2];
                    if ply >= self.asked && self.random.below(255) < usize::from(kept) {
                        return true;
                    }
                    self.play(usize::from(self.game.plies[ply]));
                }
            }
        }
    }

    /// Plays the move of the game, or where it is played on, the answer.
    pub fn answer(&mut self, answer: usize) {
        let index = self.played().unwrap_or(answer);
        self.play(index.min(self.cursor.legal().len() - 1));
    }

    /// The ply that is asked about.
    pub fn ply(&self) -> usize {
        self.hashes.len() - 1
    }

    /// The move that was played in the game, if it is still that game.
    pub fn played(&self) -> Option<usize> {
        let played = || usize::from(self.game.plies[self.ply()]);
        (!self.is_free()).then(played)
    }

    /// The game that it began as.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// The position that is asked about.
    pub fn turn(&self) -> MoveContext<'_> {
        MoveContext::at(&self.cursor, &self.setting)
    }

    /// What stood on the board, the position that is asked about first, and whether it had stood there before.
    pub(super) fn positions(&self) -> impl Iterator<Item = &(Men, bool)> {
        self.before.iter().rev().take(POSITIONS)
    }

    fn is_free(&self) -> bool {
        self.ply() >= self.free
    }

    /// Notes what stands on the board before the next ply.
    fn note(&mut self) {
        if self.hashes.len() == self.begin {
            self.cursor = Cursor::new(self.cursor.position().clone());
        }
        let position = self.cursor.position();
        let hash = position.hash();
        let mut men = Men::default();
        for (at, color) in [Color::White, Color::Black].into_iter().enumerate() {
            for (role, men) in Role::ALL.into_iter().zip(&mut men[6 * at..]) {
                let board = position.board();
                *men = u64::from(board.by_color(color) & board.by_role(role));
            }
        }
        self.before.push((men, self.hashes.contains(&hash)));
        self.hashes.push(hash);
    }

    fn play(&mut self, index: usize) {
        self.cursor.play_move(self.cursor.legal()[index]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(plies: usize) -> Game {
        Game {
            plies: vec![0; plies],
            kept: [255; 2],
            ..Game::default()
        }
    }

    /// The plies that are asked about, and what was played in the game.
    fn asked(mut played: Played) -> Vec<(usize, Option<usize>)> {
        let mut asked = Vec::new();
        while played.go_on() {
            asked.push((played.ply(), played.played()));
            played.answer(1);
        }
        asked
    }

    #[test]
    fn a_game_is_asked_about_as_it_was_or_from_where_it_is_played_on() {
        let game = game(40);
        let as_it_was = asked(Played::new(&game, false, |_| 30, 1));
        assert!(
            as_it_was
                .iter()
                .all(|&(ply, played)| ply >= 30 && played == Some(0))
        );
        assert_eq!(as_it_was.len(), 10);
        for seed in 0..50 {
            let on = asked(Played::new(&game, true, |_| 0, seed));
            let first = on[0].0;
            assert!((OPENING..40).contains(&first));
            assert!(on.iter().all(|&(_, played)| played.is_none()));
            assert!(on.last().unwrap().0 < 40);
        }
        let of_engines = Game {
            engines: true,
            ..game
        };
        let asked = asked(Played::new(&of_engines, true, |_| 0, 1));
        assert!(asked.iter().all(|&(_, played)| played == Some(0)));
    }
}
