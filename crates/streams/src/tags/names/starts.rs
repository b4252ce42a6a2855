//! Finds where the names with each two first bytes begin in a list. The build script uses this file, so it depends on nothing else.
//!
//! Speed only: archives do not depend on it.

/// The [`starts`] of both lists of the file.
pub fn lists(file: &[u8]) -> [Vec<[u32; 3]>; 2] {
    let mut start = 0;
    [(); 2].map(|()| {
        let starts = starts(file, start);
        // What ends a list: nothing shared, and a name without bytes.
        start = starts.last().map_or(0, |last| last[2] as usize) + 2;
        starts
    })
}

/// For each pair of first bytes: the pair as a number, how many names come before, and the place in `file`. At the end: 2^16, the number of
/// names, and where they end. The list begins at `start`, and an empty name ends it.
fn starts(file: &[u8], start: usize) -> Vec<[u32; 3]> {
    let (mut starts, mut names, mut at): (Vec<[u32; 3]>, u32, usize) = (Vec::new(), 0, start);
    let mut first = [0; 2];
    while let Some((&shared, tail)) = file.get(at..).and_then(<[u8]>::split_first) {
        let length = tail.iter().take_while(|&&byte| byte > 0).count();
        if shared == 0 && length == 0 {
            break;
        }
        for (place, byte) in first.iter_mut().enumerate().skip(shared.into()) {
            *byte = tail[..length]
                .get(place - usize::from(shared))
                .copied()
                .unwrap_or(0);
        }
        let pair = u16::from_be_bytes(first).into();
        if starts.last().is_none_or(|last| last[0] != pair) {
            starts.push([pair, names, at as u32]);
        }
        names += 1;
        at += length + 2;
    }
    starts.push([1 << 16, names, at as u32]);
    starts
}
