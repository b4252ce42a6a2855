//! How far counters are trusted.
//!
//! Format: "Mixture".

/// How far an estimate is trusted that has been learned from so many decisions, in units of 1/256.
pub(super) static TRUST: [u16; 1024] = {
    let mut table = [256; 1024];
    let mut seen = 0;
    while seen <= 80 {
        table[seen] = match seen {
            0 => 0,
            1 => 16,
            2 => 80,
            3..=4 => 128,
            5..=8 => 168,
            9..=20 => 192,
            _ => 224,
        };
        seen += 1;
    }
    table
};
