//! A network over the position whose output is compared with what distinguishes each legal move.
//!
//! Format: "The network".

mod check;
mod describe;
mod exchange;
mod file;
mod forward;
mod inputs;
mod kernels;
pub mod likeness;
mod network;
mod networks;
mod piece_features;
mod plain;
mod position_features;
mod products;
mod rows;
mod shipped;
mod simd;
mod structure;
mod sums;
mod threats;
mod value;
mod view;

/// The vector instructions with which networks run on this processor, as [`crate::VectorCode::networks`] has them.
pub(crate) fn vector_instructions() -> &'static str {
    simd::used()
}

/// Hidden columns of the network; the first layer has twice as many sums.
pub const HIDDEN: usize = 256;

use super::MoveContext;
pub use file::{ALL_KINDS, Malformed, Parts, networks, to_bytes};
pub use forward::Scratch;
pub use inputs::INPUTS;
pub use network::Network;
pub use networks::Networks;
use position_features::PositionFeatures;
pub use rows::{ROWS, ROWS_OF_MOVE, Row, SCALARS, SCALARS_OF_MOVE};
use view::View;

/// What the network sees of one position and its legal moves.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Inputs that are on, all below [`INPUTS`].
    pub inputs: Vec<u16>,
    /// One entry for each legal move.
    pub moves: Vec<Row>,
}

impl Features {
    /// Looks at a position of standard chess or Chess960.
    ///
    /// ```
    /// use legal::{Cursor, Position};
    /// use archive::streams::moves::{MoveContext, Setting, net::Features};
    ///
    /// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
    /// let turn = MoveContext::at(&cursor, &setting);
    /// let mut features = Features::default();
    /// features.extract(&turn);
    /// assert_eq!(features.moves.len(), turn.legal.len());
    /// ```
    pub fn extract(&mut self, turn: &MoveContext) {
        simd::extract(self, None, turn);
    }

    /// As [`extract`](Self::extract), and asks for the weights that the network will soon need, so that the wait for them passes with looking.
    pub(super) fn extract_for(&mut self, network: &Network, scratch: &Scratch, turn: &MoveContext) {
        simd::extract(self, Some((network, scratch)), turn);
    }

    /// The work of [`extract`](Self::extract).
    #[inline(always)]
    fn fill(&mut self, network: Option<(&Network, &Scratch)>, turn: &MoveContext) {
        let view = View::new(turn.position);
        inputs::fill(turn, &view, &mut self.inputs);
        if let Some((network, scratch)) = network {
            network.fetch_inputs(&self.inputs, scratch);
        }
        let position = PositionFeatures::new(turn.position, &view, turn.history);
        position.fill(turn.legal, &mut self.moves, |row| {
            if let Some((network, _)) = network {
                network.fetch_row(row);
            }
        });
    }
}
