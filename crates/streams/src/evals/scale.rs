//! Centipawns on a scale that is linear near zero and logarithmic far from it.
//!
//! Format: "Stream evals", "The network of evaluations".

/// Sixteenths of a doubling of `16 + |value|`, with the sign of the value: 0, 16 and 64 for 0, 16 and 240 centipawns.
pub(super) fn scale(value: i32) -> i32 {
    let size = value.unsigned_abs().min(1 << 24) + 16;
    let whole = size.ilog2();
    let part = (size << 4 >> whole) & 15;
    let scaled = (whole * 16 + part) as i32 - 64;
    if value < 0 { -scaled } else { scaled }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_monotone_and_odd() {
        for value in -20_000..20_000 {
            assert!(scale(value) <= scale(value + 1));
            assert_eq!(scale(value), -scale(-value));
        }
        assert_eq!([0, 16, 240].map(scale), [0, 16, 64]);
        assert_eq!(scale(i32::MIN), -scale(1 << 24));
    }
}
