//! How fast weights move: less and less, as they have seen more.
//!
//! Format: "Mixing".

/// `256 / sqrt(1 + i / 32)`.
static SHARES: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut i = 0;
    while i < 1024 {
        table[i as usize] = ((1u64 << 21) / (32 + i)).isqrt() as u16;
        i += 1;
    }
    table
};

/// A learning rate that starts at some value and falls with the root of the number of steps, to 0.17 of it.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The first rate.
    pub start: i32,
    /// After `32 << slowness` steps it has fallen to 0.7 of that.
    pub slowness: u32,
}

impl Rate {
    /// The rate of the step after `steps` others.
    #[inline]
    pub fn after(self, steps: u32) -> i32 {
        let place = (steps >> self.slowness).min(1023);
        (self.start * i32::from(SHARES[place as usize])) >> 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_with_the_root_of_the_steps() {
        let rate = Rate {
            start: 1000,
            slowness: 4,
        };
        assert_eq!(rate.after(0), 1000);
        assert!(rate.after((3 * 32) << 4).abs_diff(500) < 4);
        assert!(rate.after(u32::MAX).abs_diff(174) < 4);
    }
}
