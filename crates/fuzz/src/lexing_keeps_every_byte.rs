use crate::Broken;

/// The tokens of any bytes, written one after the other, are those bytes, and no token is empty.
///
/// # Errors
///
/// What does not hold.
pub fn lexing_keeps_every_byte(text: &[u8], _choices: u64) -> Result<(), Broken> {
    let mut written = Vec::with_capacity(text.len());
    pgn::write(pgn::lex(text), &mut written);
    Broken::unless(written == text, || "the tokens are not the text".into())?;
    let has_empty = pgn::lex(text).any(|token| token.text.is_empty());
    Broken::unless(!has_empty, || "a token is empty".into())
}
