//! Comments with times, evaluations and words, as files of each dialect have them.

use super::{Dialect, Form, Player};
use legal::Position;
use legal::san::{self, Mark, Spelling};

const WORDS: [&str; 10] = [
    "This is the point.",
    "White has the better structure",
    "a novelty",
    "Better was to castle first.",
    "Black is lost",
    "with compensation",
    "The clock was a factor here, too.",
    "only move",
    "Both sides had seen this line before the game",
    "draw offered",
];

impl Player {
    /// The comment after a move, if it has one.
    pub(super) fn comment(
        &mut self,
        form: &Form,
        before: &Position,
        after: &Position,
    ) -> Option<String> {
        let side = usize::from(before.turn().is_black());
        let spent = (self.below(20) * self.below(400)) as u64;
        self.clocks[side] = self.clocks[side].saturating_sub(spent).max(100);
        self.eval = (self.eval + self.below(61) as i64 - 30).clamp(-2000, 2000);
        let words = form.comments && self.once_in(7);
        let mut parts = Vec::new();
        if form.dialect == Dialect::Engines && (form.clocks || form.evals) {
            parts.push(self.score(spent));
        } else {
            if form.evals {
                parts.push(format!("[%eval {}]", self.pawns()));
            }
            if form.clocks {
                parts.push(self.time(form.dialect, self.clocks[side], spent));
            }
        }
        if words {
            parts.push(self.words(after));
        }
        if parts.is_empty() {
            return None;
        }
        let inner = parts.join(" ");
        Some(match form.dialect {
            Dialect::Lichess => format!("{{ {inner} }}"),
            _ => format!("{{{inner}}}"),
        })
    }

    /// The evaluation as Lichess writes it.
    fn pawns(&mut self) -> String {
        if self.eval.abs() > 1500 {
            return format!("#{}", self.eval / 100);
        }
        let sign = if self.eval < 0 { "-" } else { "" };
        let size = self.eval.abs();
        match size % 10 {
            0 => format!("{sign}{}.{}", size / 100, size / 10 % 10),
            _ => format!("{sign}{}.{:02}", size / 100, size % 100),
        }
    }

    /// Score, depth and seconds of an engine.
    fn score(&mut self, spent: u64) -> String {
        let depth = 8 + self.below(25);
        let (eval, seconds) = (self.eval, spent / 1000);
        let sign = if eval < 0 { '-' } else { '+' };
        let tenths = spent % 1000 / 100;
        let size = eval.abs();
        format!(
            "{sign}{}.{:02}/{depth} {seconds}.{tenths}s",
            size / 100,
            size % 100
        )
    }

    fn time(&mut self, dialect: Dialect, left: u64, spent: u64) -> String {
        let whole = left / 1000;
        let clock = format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
        match dialect {
            Dialect::ChessCom => match left % 1000 / 100 {
                0 => format!("[%clk {clock}]"),
                tenths => format!("[%clk {clock}.{tenths}]"),
            },
            Dialect::Server => format!("[%emt {}.{:03}]", spent / 1000, spent % 1000),
            _ => format!("[%clk {clock}]"),
        }
    }

    /// Words, or a line of play from the position.
    fn words(&mut self, after: &Position) -> String {
        if self.once_in(3) {
            let mut line = String::new();
            let mut position = after.clone();
            for _ in 0..self.below(6) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let at = self.below(legal.len());
                let before = position.clone();
                position.play(legal[at]);
                let mark = Mark::with(&position, &position.legal_moves());
                let mut text = Vec::new();
                san::write(&mut text, &before, &legal, at, mark, Spelling::default());
                line.push(' ');
                line.push_str(&String::from_utf8_lossy(&text));
            }
            return format!("{} is threatened:{line}", self.below(40));
        }
        self.pick(&WORDS).to_owned()
    }
}
