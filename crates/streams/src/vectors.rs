//! The vector instructions that the models use on this processor.
//!
//! Speed only: archives do not depend on it.

/// The vector instructions that the models use on this processor. Results are the same with any of them.
///
/// ```
/// let here = streams::VectorCode::here();
/// assert!(["none", "AVX2", "AVX-512"].contains(&here.mixing));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorCode {
    /// For the networks that predict moves: `AVX-512 with VNNI`, `AVX2`, or `none` if only the processor's baseline instructions are used.
    pub networks: &'static str,
    /// For all other models: `AVX-512`, `AVX2` or `none`.
    pub mixing: &'static str,
}

impl VectorCode {
    /// The instructions that are used on this processor.
    #[must_use]
    pub fn here() -> Self {
        Self {
            networks: crate::moves::net::vector_instructions(),
            mixing: model::simd::used(),
        }
    }
}
