//! `pgnz-lab number`.

use crate::args::{Number as Command, NumberDecode, NumberEncode};
use anyhow::{Context, Result};
use classic::number;
use commands::{given, movetext};
use num_bigint::BigUint;
use std::io::{self, Write};

/// Encodes a game or decodes a number.
pub fn run(command: &Command) -> Result<()> {
    let text = match command {
        Command::Encode(args) => encode(args)?,
        Command::Decode(args) => decode(args)?,
    };
    writeln!(io::stdout(), "{text}").context("cannot write to standard output")
}

fn encode(args: &NumberEncode) -> Result<String> {
    let game = args.game.read(&[], "")?.game;
    let number = match args.end {
        true => number::encode_with_end(&game)?,
        false => number::encode(&game)?,
    };
    Ok(match args.hex {
        true => format!("{number:#x}"),
        false => number.to_string(),
    })
}

fn decode(args: &NumberDecode) -> Result<String> {
    let start = args.start.position()?;
    let words: Vec<String> = args.number.iter().cloned().collect();
    let text = given::text(&words)?;
    let number = read(text.trim())?;
    let game = match args.plies {
        Some(plies) => number::decode(&start, plies, &number),
        None => number::decode_with_end(&start, &number),
    };
    let game = game.context("no game has this number")?;
    let moves = movetext::movetext(&game);
    Ok(match game.agreed {
        true => format!("{moves} 1/2-1/2").trim_start().to_owned(),
        false => moves,
    })
}

/// A number, decimal or hexadecimal.
fn read(text: &str) -> Result<BigUint> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // A sign or underscores would pass for a number.
    let plain = digits.chars().all(|digit| digit.is_digit(radix));
    let number = BigUint::parse_bytes(digits.as_bytes(), radix).filter(|_| plain);
    number.with_context(|| {
        format!("{text:?} is not a whole number, decimal or hexadecimal with 0x in front")
    })
}
