//! The insides of the models that training programs and tests with networks of their own need. They may change with any release.
//!
//! Not part of the format.

pub use crate::clocks::learn::learn_clocks;
pub use crate::derived::catalogue;
pub use crate::structure::ends;

/// The networks that predict moves: their features, files and sizes.
pub mod networks {
    pub use crate::moves::net::likeness;
    pub use crate::moves::net::{
        ALL_KINDS, AnyNetworks, Asked, BEST, DEFAULT, Detail, FAST, Features, INPUTS, Inputs,
        Malformed, Network, Networks, Parts, ROWS, ROWS_OF_MOVE, Row, SCALARS, SCALARS_OF_MOVE,
        Scratch, networks, to_bytes,
    };
}

/// The model of evaluations.
pub mod evals {
    pub use crate::evals::{EvalHistory, Memory, Step, Value, inputs, network, parts};
}

/// The network of players' names, and the list of names.
pub mod names {
    pub use crate::tags::names::{net, roster};
}
