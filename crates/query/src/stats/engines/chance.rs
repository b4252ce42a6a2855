//! The normal distribution.
//!
//! Not part of the format.

/// So many standard deviations on both sides of the mean hold 95 % of a normal distribution.
pub const OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// The chance that a normal variable is below `x` standard deviations above its mean (Marsaglia 2004, "Evaluating the normal distribution").
pub fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut at) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        at += 2.0;
        term *= x * x / at;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_printed_tables() {
        for (x, chance) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (OF_95_PERCENT, 0.975),
            (-2.5, 0.006_209_665),
            (5.0, 0.999_999_713),
            (20.0, 1.0),
        ] {
            assert!((normal(x) - chance).abs() < 1e-9, "{x}");
        }
    }
}
