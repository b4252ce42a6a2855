//! Replays a game's moves, for the streams whose models evaluate its positions.
//!
//! Not part of the format.

use super::step::Step;
use game::parts::walk;
use game::parts::{GameParts, Item};

/// The steps of a game (its moves with the positions after them), made when they are first needed.
#[derive(Clone, Default)]
pub struct EvalSteps {
    steps: Vec<Step>,
    done: bool,
}

impl EvalSteps {
    /// Begins a game.
    pub fn clear(&mut self) {
        self.done = false;
    }

    /// A step for each ply of the game. The game's items must be those that were read or decoded.
    pub fn steps(&mut self, game: &GameParts) -> &[Step] {
        if !self.done {
            self.done = true;
            steps(game, &mut self.steps);
        }
        &self.steps
    }
}

/// Plays through all lines again.
fn steps(game: &GameParts, steps: &mut Vec<Step>) {
    steps.clear();
    let Some(mut cursor) = walk::begin(game) else {
        return;
    };
    let (mut plies, mut comments) = (game.plies.iter(), game.comments.iter());
    let mut fresh = false;
    for item in &game.items {
        let after = std::mem::replace(&mut fresh, *item == Item::Move);
        let followed = match item {
            Item::Move => {
                let Some(ply) = plies.next() else {
                    return;
                };
                let before = cursor.place().number;
                let at = steps.len() as u32;
                if let Some(before) = before {
                    steps[before as usize].follow(at);
                }
                let facts = &ply.facts;
                cursor.play_move(facts.played());
                steps.push(Step::new(
                    cursor.position(),
                    facts.played(),
                    facts.mark(),
                    ply.choices,
                    ply.depth,
                    ply.surprise.cost,
                    before,
                ));
                true
            }
            Item::Null => cursor.pass(),
            Item::Open => {
                cursor.open();
                true
            }
            Item::Close => cursor.close(),
            Item::Comment => {
                let comment = comments.next();
                if let (true, Some(step), Some(comment)) = (after, steps.last_mut(), comment) {
                    step.remark(comment.template + 1);
                }
                true
            }
            Item::Raw | Item::End => true,
        };
        if !followed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Knowledge;
    use crate::{MovetextEncoder, Structure};
    use entropy::Meter;
    use game::parts::{split, tag_section};

    fn befores(text: &[u8]) -> Vec<Option<u32>> {
        let mut game = GameParts::default();
        let tags_end = tag_section::split_tags(text, &mut game);
        let mut structure = Structure::new(&Knowledge::Fast);
        let (mut items, mut moves) = (Meter::default(), Meter::default());
        let mut coder = MovetextEncoder {
            structure: &mut structure,
            items: &mut items,
            moves: &mut moves,
        };
        split::split_movetext(text, tags_end, &mut game, &mut coder);
        let mut eval_steps = EvalSteps::default();
        let steps = eval_steps.steps(&game);
        assert_eq!(steps.len(), game.plies.len());
        steps.iter().map(Step::before).collect()
    }

    #[test]
    fn variations_branch_from_the_step_before_the_last() {
        let found = befores(b"1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *");
        assert_eq!(found, [None, Some(0), Some(0), Some(2), Some(2), Some(1)]);
    }

    #[test]
    fn null_moves_and_odd_positions_are_followed() {
        assert_eq!(befores(b"1. e4 -- 2. d4 *"), [None, Some(0)]);
        let fen = b"[FEN \"8/8/8/8/8/5k2/7q/5K2 b - - 0 1\"]\n\n1... Qf2# (1... Qh1#) 0-1";
        assert_eq!(befores(fen), [None, None]);
    }
}
