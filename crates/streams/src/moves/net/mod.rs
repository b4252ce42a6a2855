//! The neural network that predicts moves: the hidden columns of a position are multiplied by the rows that describe each legal move.
//!
//! Format: "The network".

mod any;
mod asked;
mod brief;
mod check;
mod describe;
mod detail;
mod exchange;
mod file;
mod forward;
mod inputs;
mod kernels;
#[cfg(feature = "training")]
pub mod likeness;
mod network;
mod networks;
mod piece_features;
mod plain;
mod position_features;
mod products;
mod rows;
#[cfg(feature = "embedded-weights")]
mod shipped;
mod simd;
mod structure;
mod sums;
#[cfg(not(feature = "embedded-weights"))]
mod supplied;
mod threats;
mod value;
mod view;

/// The vector instructions that networks use on this processor, as in [`crate::VectorCode::networks`].
pub(crate) fn vector_instructions() -> &'static str {
    simd::used()
}

use super::MoveContext;
pub use any::AnyNetworks;
pub use asked::Asked;
pub use detail::{BEST, DEFAULT, Detail, FAST};
#[cfg(feature = "training")]
pub use file::{ALL_KINDS, Malformed, Parts, networks, to_bytes};
pub use forward::Scratch;
pub use inputs::{INPUTS, Inputs};
pub use network::Network;
pub use networks::Networks;
use position_features::PositionFeatures;
pub use rows::{ROWS, Row, SCALARS};
#[cfg(feature = "training")]
pub use rows::{ROWS_OF_MOVE, SCALARS_OF_MOVE};
#[cfg(not(feature = "embedded-weights"))]
use supplied as shipped;
#[cfg(not(feature = "embedded-weights"))]
pub(crate) use supplied::FILES;
use view::View;

use model::simd::Task;

/// The features of one position and its legal moves: what the network needs to know of them.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Inputs that are on.
    pub inputs: Inputs,
    /// Whether Black is to move.
    pub black: bool,
    /// One entry for each legal move.
    pub moves: Vec<Row>,
}

impl Features {
    /// Finds the features of a position.
    ///
    /// ```
    /// use legal::{Cursor, Position};
    /// use streams::moves::{MoveContext, Setting};
    /// use streams::training::networks::{Detail, Features};
    ///
    /// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
    /// let turn = MoveContext::at(&cursor, &setting);
    /// let mut features = Features::default();
    /// features.extract(Detail::Full, &turn);
    /// assert_eq!(features.moves.len(), turn.legal.len());
    /// ```
    pub fn extract(&mut self, detail: Detail, turn: &MoveContext) {
        simd::with_bits(Extract(self, detail, turn));
    }

    /// As [`extract`](Self::extract), and prefetches the weights that the network will soon need.
    pub(super) fn extract_for<const C: usize>(
        &mut self,
        network: &Network<C>,
        scratch: &Scratch<C>,
        turn: &MoveContext,
    ) {
        simd::with_bits(Look(self, network, scratch, turn));
    }

    /// The work of both.
    #[inline(always)]
    fn fill<const C: usize>(
        &mut self,
        detail: Detail,
        network: Option<(&Network<C>, &Scratch<C>)>,
        turn: &MoveContext,
    ) {
        let view = View::new(turn.position, turn.legal);
        self.inputs.fill(turn, &view);
        self.black = turn.position.turn().is_black();
        if detail == Detail::Brief {
            // Prefetching the rows of a small network takes more time than it saves.
            return brief::fill(turn, &view, &mut self.moves, |row| {
                if let Some((network, _)) = network {
                    network.fetch_scalars(row);
                }
            });
        }
        if let Some((network, scratch)) = network {
            network.fetch_inputs(self, scratch);
        }
        let position = PositionFeatures::new(turn.position, &view, turn.history);
        position.fill(turn.legal, &mut self.moves, |row| {
            if let Some((network, _)) = network {
                network.fetch_row(row);
            }
        });
    }
}

/// [`Features::extract`].
struct Extract<'a>(&'a mut Features, Detail, &'a MoveContext<'a>);

impl Task for Extract<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(features, detail, turn) = self;
        features.fill::<BEST>(detail, None, turn);
    }
}

/// [`Features::extract_for`].
struct Look<'a, const C: usize>(
    &'a mut Features,
    &'a Network<C>,
    &'a Scratch<C>,
    &'a MoveContext<'a>,
);

impl<const C: usize> Task for Look<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(features, network, scratch, turn) = self;
        features.fill(Network::<C>::DETAIL, Some((network, scratch)), turn);
    }
}
