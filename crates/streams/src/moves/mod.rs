//! Predicts which of the legal moves is played.
//!
//! Format: "Stream moves".
//!
//! The compression level decides the networks with which a block begins, its [`Knowledge`]; [`Moves`] learns more while coding.

mod alone;
mod deep;
mod kind;
mod move_context;
pub(crate) mod net;
mod setting;
mod surprise;
pub(crate) mod variations;

use std::sync::Arc;

use entropy::Code;
pub use game::Outcome;
use game::parts::Surprise;
use legal::Variant;

pub use alone::Alone;
use deep::Deep;
pub use kind::Kind;
pub use move_context::MoveContext;
#[cfg(not(feature = "embedded-weights"))]
pub(crate) use net::FILES;
use net::{AnyNetworks, BEST, DEFAULT, FAST, Networks};
pub use setting::{Pace, Setting, Site};

/// The networks with which a block begins.
#[derive(Clone)]
pub enum Knowledge {
    /// The network of level `fast`.
    Fast,
    /// The network of level `default`.
    Default,
    /// The networks of level `best`.
    Best,
    /// Other networks.
    Own(AnyNetworks),
}

impl Knowledge {
    /// The SHA-256 of the networks' file.
    pub fn digest(&self) -> [u8; 32] {
        match self {
            Self::Fast => Networks::<FAST>::DIGEST,
            Self::Default => Networks::<DEFAULT>::DIGEST,
            Self::Best => Networks::<BEST>::DIGEST,
            Self::Own(networks) => networks.digest(),
        }
    }

    /// The file of networks that come with the program.
    pub(crate) fn file(&self) -> Option<Vec<u8>> {
        match self {
            Self::Fast => Some(Networks::<FAST>::shipped_file()),
            Self::Default => Some(Networks::<DEFAULT>::shipped_file()),
            Self::Best => Some(Networks::<BEST>::shipped_file()),
            Self::Own(_) => None,
        }
    }

    /// The networks themselves.
    pub(crate) fn networks(&self) -> AnyNetworks {
        match self {
            Self::Fast => AnyNetworks::Fast(Networks::<FAST>::shipped()),
            Self::Default => AnyNetworks::Default(Networks::<DEFAULT>::shipped()),
            Self::Best => AnyNetworks::Best(Networks::<BEST>::shipped()),
            Self::Own(networks) => networks.clone(),
        }
    }
}

/// Learns from the moves of a block and predicts the next.
///
/// ```
/// use entropy::{Encode, range};
/// use legal::{Cursor, Position};
/// use streams::moves::{MoveContext, Knowledge, Moves, Setting};
///
/// let (cursor, setting) = (Cursor::new(Position::standard()), Setting::default());
/// let turn = MoveContext::at(&cursor, &setting);
/// let new = || Moves::new(&Knowledge::Fast);
/// let mut encoder = range::Encoder::new();
/// new().code(&mut encoder, &turn, 13);
/// let bytes = encoder.finish();
/// let mut decoder = range::Decoder::new(&bytes);
/// assert_eq!(new().code(&mut decoder, &turn, 0), 13);
/// ```
#[derive(Clone)]
pub struct Moves {
    models: Models,
    surprise: Surprise,
}

#[derive(Clone)]
enum Models {
    Best(ByRules<BEST>),
    Default(ByRules<DEFAULT>),
    Fast(ByRules<FAST>),
}

/// Separate models for groups of variants; each is made when it is needed.
#[derive(Clone)]
struct ByRules<const C: usize> {
    networks: Arc<Networks<C>>,
    /// Standard chess and what is close to it; crazyhouse; other variants.
    models: [Option<Box<Deep<C>>>; 3],
}

impl<const C: usize> ByRules<C> {
    fn new(networks: Arc<Networks<C>>) -> Self {
        Self {
            networks,
            models: [const { None }; 3],
        }
    }

    fn of(&mut self, variant: Variant) -> &mut Deep<C> {
        let at = match variant {
            variant if is_known(variant) => 0,
            Variant::Crazyhouse => 1,
            _ => 2,
        };
        let networks = &self.networks;
        self.models[at].get_or_insert_with(|| Box::new(Deep::new(networks.clone())))
    }
}

impl Moves {
    /// The state at the start of every block.
    pub fn new(knowledge: &Knowledge) -> Self {
        Self {
            models: match knowledge.networks() {
                AnyNetworks::Best(networks) => Models::Best(ByRules::new(networks)),
                AnyNetworks::Default(networks) => Models::Default(ByRules::new(networks)),
                AnyNetworks::Fast(networks) => Models::Fast(ByRules::new(networks)),
            },
            surprise: Surprise::default(),
        }
    }

    /// How surprising the last coded move was. A forced move is not surprising.
    pub fn surprise(&self) -> Surprise {
        self.surprise
    }

    /// Codes the index of the move played among the legal ones, of which there is at least one. A forced move costs nothing.
    ///
    /// Returns an index below their number, whatever the coder reads.
    pub fn code(&mut self, coder: &mut impl Code, turn: &MoveContext, played: usize) -> usize {
        self.code_reweighted(coder, turn, played, &mut |_| {})
    }

    /// As [`Moves::code`], but `reweight` may change the probabilities of the moves before they are used. They must keep their sum, and
    /// each must stay at least 1. It is not called for a forced move.
    pub(crate) fn code_reweighted(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        played: usize,
        reweight: &mut impl FnMut(&mut [u32]),
    ) -> usize {
        let variant = turn.position.variant();
        let (played, surprise) = match &mut self.models {
            Models::Best(models) => models.of(variant).code(coder, turn, played, reweight),
            Models::Default(models) => models.of(variant).code(coder, turn, played, reweight),
            Models::Fast(models) => models.of(variant).code(coder, turn, played, reweight),
        };
        self.surprise = surprise;
        played
    }
}

/// Whether the networks, trained on standard chess, can be used for a variant: its rules are close enough.
pub fn is_known(variant: Variant) -> bool {
    matches!(
        variant,
        Variant::Standard | Variant::KingOfTheHill | Variant::ThreeCheck
    )
}

/// Marks a dropped role, to distinguish it from a square that a piece leaves.
const DROPPED: u32 = 1 << 9;

/// A number of 16 bits for a move, for tables: from, to and promotion. No two legal moves of a position have the same number.
#[inline]
fn name(m: legal::Move) -> u16 {
    // Nearly all moves are normal.
    let (from, promotion) = match m {
        legal::Move::Normal {
            from, promotion, ..
        } => (from.to_u32(), promotion),
        other => (
            other
                .from()
                .map_or(DROPPED | other.role() as u32, |square| square.to_u32()),
            None,
        ),
    };
    let promotion = promotion.map_or(0, |role| role as u16);
    promotion << 12 | (from << 6 | m.to().to_u32()) as u16
}
