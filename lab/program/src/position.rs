//! `pgnz-lab position`.

use crate::args::{BitsAs, Position as Command, PositionDecode, PositionEncode};
use anyhow::{Context, Result, anyhow, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use classic::{Bits, Keeps, POSITIONS, PositionCodec, position_codec};
use commands::given;
use legal::{Fen, Position, Setup, Variant};
use std::fmt::Write as _;
use std::io::{self, Write as _};

/// Encodes or decodes a position.
pub fn run(command: &Command) -> Result<()> {
    let text = match command {
        Command::Encode(args) => encode(args)?,
        Command::Decode(args) => decode(args)?,
    };
    writeln!(io::stdout(), "{text}").context("cannot write to standard output")
}

fn encode(args: &PositionEncode) -> Result<String> {
    let text = given::text(&args.fen)?;
    let position = setup(text.trim())?;
    let Some(name) = &args.codec else {
        return Ok(table(&position));
    };
    let codec = named(name)?;
    let bits = codec
        .encode(&position)
        .with_context(|| format!("{name} cannot represent {}", text.trim()))?;
    Ok(spell(&bits, args.spelling.spelling))
}

fn decode(args: &PositionDecode) -> Result<String> {
    let codec = named(&args.codec)?;
    let words: Vec<String> = args.bits.iter().cloned().collect();
    let text = given::text(&words)?;
    let bits = read(text.trim(), args.spelling.spelling).context("these bits cannot be read")?;
    let position = codec.decode(&bits).with_context(|| {
        format!(
            "these bits are not a position in the encoding {}",
            codec.name()
        )
    })?;
    let fen = Fen::try_from(position).unwrap_or_else(|lossy| lossy.ignore());
    Ok(fen.to_string())
}

/// The encoding of a name.
fn named(name: &str) -> Result<&'static dyn PositionCodec> {
    position_codec(name).ok_or_else(|| {
        let names: Vec<_> = POSITIONS.iter().map(|codec| codec.name()).collect();
        anyhow!(
            "there is no position encoding {name:?}; the encodings are {}",
            names.join(", ")
        )
    })
}

/// An example of a FEN.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Any FEN; of a position that can be played on, castling rights and an en passant square that cannot be are dropped.
fn setup(fen: &str) -> Result<Setup> {
    ensure!(
        !fen.is_empty(),
        "the FEN is empty: give a position, such as {START:?} (if it came from a shell variable, this variable is not set)"
    );
    let parsed = Fen::from_ascii(fen.as_bytes()).map_err(|_| {
        anyhow!("{fen:?} is not a FEN; a FEN describes a position like this: {START:?}")
    })?;
    Ok(match Position::from_fen(fen, Variant::Standard) {
        Ok(position) => position.to_setup(),
        Err(_) => parsed.into_setup(),
    })
}

/// What every encoding takes.
fn table(position: &Setup) -> String {
    let mut out = format!("{:>5}  {:<34} keeps", "bits", "encoding");
    for codec in POSITIONS {
        // Writing to memory does not fail.
        let _ = match codec.encode(position) {
            Ok(bits) => {
                let keeps = match codec.keeps() {
                    Keeps::Board => "the board",
                    Keeps::State => "board, side to move, castling, en passant",
                };
                write!(out, "\n{:>5}  {:<34} {keeps}", bits.len(), codec.name())
            }
            Err(error) => write!(out, "\n{:>5}  {:<34} {error}", "-", codec.name()),
        };
    }
    out
}

fn spell(bits: &Bits, spelling: BitsAs) -> String {
    match spelling {
        BitsAs::Bits => bits.to_string(),
        BitsAs::Base64 => format!("{}:{}", bits.len(), STANDARD.encode(bits.as_bytes())),
        BitsAs::Hex => {
            let digits: String = bits
                .as_bytes()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            format!("{}:{}", bits.len(), &digits[..bits.len().div_ceil(4)])
        }
    }
}

fn read(text: &str, spelling: BitsAs) -> Result<Bits> {
    if spelling == BitsAs::Bits {
        return Ok(text.parse()?);
    }
    let (count, digits) = match text.split_once(':') {
        None => (None, text),
        Some((count, digits)) => {
            let count: usize = count
                .parse()
                .with_context(|| format!("{count:?} before the colon is not a number of bits"))?;
            (Some(count), digits)
        }
    };
    let (bytes, there) = match spelling {
        BitsAs::Base64 => {
            let bytes = STANDARD.decode(digits).context("this is not base64")?;
            let there = bytes.len() * 8;
            (bytes, there)
        }
        _ => (hex(digits)?, digits.len() * 4),
    };
    let count = count.unwrap_or(there);
    ensure!(
        count <= there,
        "the number before the colon says {count} bits, but only {there} follow"
    );
    Bits::from_bytes(&bytes, count).with_context(|| {
        format!("more bits follow than the {count} that the number before the colon says")
    })
}

/// The bytes of hexadecimal digits; a half byte at the end is filled with zeros.
fn hex(digits: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (at, digit) in digits.chars().enumerate() {
        let Some(value) = digit.to_digit(16) else {
            bail!(
                "digit {} is {digit:?}, which is not a hexadecimal digit",
                at + 1
            );
        };
        match bytes.last_mut() {
            Some(last) if at % 2 == 1 => *last |= value as u8,
            _ => bytes.push((value as u8) << 4),
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_any_length_come_back_from_every_spelling() {
        for text in ["", "1", "0001", "10110", "111100001", "0000000000000000"] {
            let bits: Bits = text.parse().unwrap();
            for spelling in [BitsAs::Hex, BitsAs::Base64, BitsAs::Bits] {
                assert_eq!(read(&spell(&bits, spelling), spelling).unwrap(), bits);
            }
        }
        assert_eq!(read("a5", BitsAs::Hex).unwrap().to_string(), "10100101");
        for wrong in ["x:00", "9:00", "3:ff", "8:0g", "4:0011"] {
            assert!(read(wrong, BitsAs::Hex).is_err(), "{wrong}");
        }
    }
}
