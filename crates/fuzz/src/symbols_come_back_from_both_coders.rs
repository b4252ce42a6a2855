use crate::{Broken, Random};
use entropy::{Bit, Decode, Encode, Frequencies, InvalidData, TOTAL, Uniform, radix, range};

/// The radix coder is quadratic in the length of its message.
const MOST_SYMBOLS: usize = 2000;

/// Symbols come back from either coder; bytes that no encoder wrote give symbols in range or an error, never a panic.
///
/// # Errors
///
/// What does not hold.
pub fn symbols_come_back_from_both_coders(input: &[u8], choices: u64) -> Result<(), Broken> {
    let symbols = &input[..input.len().min(MOST_SYMBOLS)];
    let (mut range, mut radix) = (range::Encoder::new(), radix::Encoder::new());
    encode(symbols, choices, &mut range);
    encode(symbols, choices, &mut radix);
    let from_range = decode(
        symbols.len(),
        choices,
        &mut range::Decoder::new(&range.finish()),
    );
    let from_radix = decode(
        symbols.len(),
        choices,
        &mut radix::Decoder::new(&radix.finish()),
    );
    Broken::unless(from_range.as_deref() == Ok(symbols), || {
        "the range coder gives other symbols".into()
    })?;
    Broken::unless(from_radix.as_deref() == Ok(symbols), || {
        "the radix coder gives other symbols".into()
    })?;
    // The symbols as if they were a message. Whatever comes back is in range, or `decode` would have panicked.
    let _ = decode(
        2 * symbols.len(),
        choices,
        &mut range::Decoder::new(symbols),
    );
    let _ = decode(
        2 * symbols.len(),
        choices,
        &mut radix::Decoder::new(symbols),
    );
    Ok(())
}

/// The widths of 256 symbols, one of them far more probable than the rest.
fn widths(random: &mut Random) -> [u32; 256] {
    let mut widths = [0; 256];
    widths.fill_with(|| 1 + random.below(200) as u32);
    let sum: u32 = widths.iter().sum();
    widths[random.below(256)] += TOTAL - sum;
    widths
}

/// The probability of a bit, certainty included where the bit agrees.
fn probability(random: &mut Random) -> u32 {
    1 + random.below(TOTAL as usize - 1) as u32
}

/// Codes each symbol in one of three ways.
fn encode(symbols: &[u8], choices: u64, coder: &mut impl Encode) {
    let mut random = Random::new(choices);
    let widths = widths(&mut random);
    for &symbol in symbols {
        match random.below(3) {
            0 => coder.encode(usize::from(symbol), &Frequencies::new(&widths)),
            1 => coder.encode(usize::from(symbol), &Uniform::new(256)),
            _ => {
                for place in 0..8 {
                    let bit = symbol >> place & 1;
                    coder.encode(usize::from(bit), &Bit::new(probability(&mut random)));
                }
            }
        }
    }
}

/// Decodes so many symbols.
fn decode(count: usize, choices: u64, coder: &mut impl Decode) -> Result<Vec<u8>, InvalidData> {
    let mut random = Random::new(choices);
    let widths = widths(&mut random);
    let mut symbols = Vec::new();
    for _ in 0..count {
        let symbol = match random.below(3) {
            0 => coder.decode(&Frequencies::new(&widths))?,
            1 => coder.decode(&Uniform::new(256))?,
            _ => {
                let mut symbol = 0;
                for place in 0..8 {
                    symbol |= coder.decode(&Bit::new(probability(&mut random)))? << place;
                }
                symbol
            }
        };
        symbols.push(u8::try_from(symbol).expect("a symbol is in range"));
    }
    Ok(symbols)
}
