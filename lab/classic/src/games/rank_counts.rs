//! How often moves of each rank are played.

/// Of a million moves how many have each rank in the order of [`super::order`], at least 1: the mean of rapid games on Lichess and of
/// games of masters, counted on games for training.
pub(super) const COUNTS: [u64; 256] = {
    let mut counts = [1; 256];
    let mut rank = 0;
    while rank < SEEN.len() {
        counts[rank] = SEEN[rank];
        rank += 1;
    }
    counts
};

#[rustfmt::skip]
const SEEN: [u64; 70] = [
    171047, 117711, 87911, 73420, 52950, 41684, 32816, 28011, 25004, 23228, 21675, 20721, 21814,
    19678, 18778, 17566, 17881, 16994, 16486, 15968, 15977, 14417, 13940, 13206, 13399, 12649,
    11205, 10396, 8623, 7803, 6697, 5703, 4972, 4258, 3313, 2699, 2242, 1769, 1335, 1057, 826,
    621, 423, 305, 217, 180, 134, 88, 51, 42, 35, 21, 20, 12, 5, 3, 7, 2, 1, 1, 1, 1, 5, 1, 1, 2,
    1, 3, 1, 3,
];
