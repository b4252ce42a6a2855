use super::*;

/// Cumulative probabilities of the letters, from sums computed letter by letter.
fn below(name: &[u8], style: usize) -> [u32; LETTERS + 1] {
    let on = rows(name, style).into_iter().chain([ROWS]);
    let on: Vec<&[u8; HIDDEN]> = on.map(line).collect();
    let hidden: [i32; HIDDEN] = std::array::from_fn(|unit| {
        let weights = on.iter().map(|row| i32::from(row[unit] as i8));
        weights.sum::<i32>().max(0)
    });
    let logit = |letter: usize| {
        let weights = line(ROWS + 1 + letter).iter().zip(hidden);
        let sum: i32 = weights.map(|(&w, unit)| i32::from(w as i8) * unit).sum();
        let sum = sum + i32::from(FILE.bytes()[LINES * HIDDEN + letter] as i8) * 32;
        ((i64::from(sum) * i64::from(LOGIT)) >> 4) as i32
    };
    let logits: Vec<i32> = (0..LETTERS).map(logit).collect();
    let mut shares = Vec::new();
    widths(&logits, &mut shares);
    let mut below = [0; LETTERS + 1];
    for (letter, share) in shares.into_iter().enumerate() {
        below[letter + 1] = below[letter] + share;
    }
    below
}

#[test]
fn sums_by_columns_in_wide_vectors_are_those_by_letters() {
    let mut priors = [Prior::default(), Prior::default()];
    for name in [
        &b""[..],
        b"Tal, Mi",
        b"Fischer",
        b"x_\xe9\x00y",
        b"AAAAAAAAAAAAAAAAAAA",
    ] {
        let [wide, plain] = &mut priors;
        wide.prepare(name);
        plain.consider(name);
        assert_eq!(wide.below, plain.below);
        assert_eq!(wide.below, below(name, wide.style()));
        wide.finish(name);
        plain.finish(name);
    }
}
