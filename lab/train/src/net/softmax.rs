//! From logits to what was missed.

/// Turns logits (in nats) into errors in place: each move's share, less what it should be. Returns the cost in bits of the move played.
pub fn errors(logits: &mut [f32], played: usize, targets: &[f32]) -> f32 {
    let top = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = exp2((*logit - top) * std::f32::consts::LOG2_E);
        sum += *logit;
    }
    let scale = 1.0 / sum;
    for logit in logits.iter_mut() {
        *logit *= scale;
    }
    let cost = -logits[played].max(1e-20).log2();
    for (logit, target) in logits.iter_mut().zip(targets) {
        *logit -= target;
    }
    cost
}

/// 2^x for x of at most 0, within 1e-7 of it, in operations that are exact alike on every machine; `f32::exp2` is not.
fn exp2(x: f32) -> f32 {
    let x = x.max(-100.0);
    let whole = x.floor();
    let t = (x - whole) * std::f32::consts::LN_2;
    // The series of e^t for t in 0..0.6931.
    let series = 1.0
        + t * (1.0
            + t * (1.0 / 2.0
                + t * (1.0 / 6.0
                    + t * (1.0 / 24.0 + t * (1.0 / 120.0 + t * (1.0 / 720.0 + t / 5040.0))))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_right() {
        for i in 0..2000 {
            let x = -i as f32 / 100.0;
            assert!((exp2(x) / x.exp2() - 1.0).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn errors_sum_to_nothing() {
        let mut logits = [0.5, -3.0, 2.0, 1.0];
        let cost = errors(&mut logits, 1, &[0.0, 1.0, 0.0, 0.0]);
        assert!(logits.iter().sum::<f32>().abs() < 1e-6);
        assert!(cost > 5.0 && logits[1] < -0.9);
    }
}
