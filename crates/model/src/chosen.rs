//! Which entries of a list pass a test, found without a branch for each: which ones they are is hard to foresee.
//!
//! Speed only: archives do not depend on it.

/// Entries tested at once.
pub const LANES: usize = 32;

/// The places of those that pass of at most [`LANES`] entries, in order.
#[inline(always)]
pub fn chosen<T: Copy>(entries: &[T], test: impl Fn(T) -> bool) -> SetBits {
    let mut passed = [0u8; LANES];
    for (passed, &entry) in passed.iter_mut().zip(entries) {
        *passed = u8::from(test(entry));
    }
    let mut set = 0;
    for (eighth, passed) in passed.as_chunks::<8>().0.iter().enumerate() {
        // Each byte's bit goes to another bit of the highest byte, and nothing else goes there.
        let bits = u64::from_le_bytes(*passed).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= (bits as u32) << (8 * eighth);
    }
    SetBits(set)
}

/// The places of bits that are set, the lowest first.
pub struct SetBits(u32);

impl SetBits {
    /// The same and one place more, if that is among the entries.
    #[inline(always)]
    pub fn with(self, place: usize) -> Self {
        Self(self.0 | u32::from(place < LANES) << (place % LANES))
    }
}

impl Iterator for SetBits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_that_pass_are_found_in_order(list in proptest::collection::vec(0u8..4, 0..=LANES)) {
            let found: Vec<usize> = chosen(&list, |entry| entry == 1).collect();
            let places = list.iter().enumerate();
            let expected: Vec<usize> = places.filter(|(_, entry)| **entry == 1).map(|(at, _)| at).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
