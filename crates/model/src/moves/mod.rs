//! Which of the legal moves is played.

mod history;
pub mod linear;
pub mod net;
mod setting;
mod softmax;

pub use history::History;
pub use setting::{Pace, Setting, Site};

/// Names a move in 16 bits, for tables: from, to, and what it becomes.
fn name(m: legal::Move) -> u16 {
    let from = m
        .from()
        .map_or(m.role() as u16, |square| square.to_u32() as u16);
    let promotion = m.promotion().map_or(0, |role| role as u16);
    promotion << 12 | from << 6 | m.to().to_u32() as u16
}
