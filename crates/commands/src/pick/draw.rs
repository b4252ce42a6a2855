//! Games drawn at random.
//!
//! The same seed draws the same games of the same number of games, in every release.

/// Numbers that look random: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0. Multiplication prefers none by more than 2^-64 of `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

/// Draws some of the values that it is shown, each with the same chance (Vitter's algorithm R), and gives them in their order.
pub struct Draw<T> {
    random: Random,
    size: usize,
    seen: u64,
    /// The values that are drawn so far, with their places among all.
    drawn: Vec<(u64, T)>,
}

impl<T> Draw<T> {
    /// Will draw `size` values, or all if there are no more.
    pub fn new(size: usize, seed: u64) -> Self {
        Self {
            random: Random(seed),
            size,
            seen: 0,
            drawn: Vec::new(),
        }
    }

    /// Shows the next value.
    pub fn show(&mut self, value: T) {
        let place = self.seen;
        self.seen += 1;
        if self.drawn.len() < self.size {
            self.drawn.push((place, value));
        } else {
            let at = self.random.below(self.seen);
            let slot = usize::try_from(at)
                .ok()
                .and_then(|at| self.drawn.get_mut(at));
            if let Some(slot) = slot {
                *slot = (place, value);
            }
        }
    }

    /// What was drawn.
    pub fn finish(mut self) -> Vec<T> {
        self.drawn.sort_by_key(|&(place, _)| place);
        self.drawn.into_iter().map(|(_, value)| value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn drawn(size: usize, of: u64, seed: u64) -> Vec<u64> {
        let mut draw = Draw::new(size, seed);
        (0..of).for_each(|value| draw.show(value));
        draw.finish()
    }

    #[test]
    fn a_seed_draws_the_same_for_ever() {
        assert_eq!(drawn(5, 1000, 1), drawn(5, 1000, 1));
        assert_ne!(drawn(5, 1000, 1), drawn(5, 1000, 2));
        // The first numbers that the authors' own program gives for the seed 1234567.
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn each_value_is_drawn_about_as_often() {
        let mut counts = [0u32; 20];
        for seed in 0..4000 {
            for value in drawn(5, 20, seed) {
                counts[value as usize] += 1;
            }
        }
        // 1,000 on average, 27 the standard deviation.
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    proptest! {
        #[test]
        fn what_is_drawn_is_in_order_and_none_of_it_twice(size in 0..40usize, of in 0..60u64, seed: u64) {
            let drawn = drawn(size, of, seed);
            prop_assert_eq!(drawn.len() as u64, of.min(size as u64));
            prop_assert!(drawn.is_sorted_by(|a, b| a < b));
            prop_assert!(drawn.iter().all(|&value| value < of));
        }
    }
}
