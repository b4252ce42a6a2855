use crate::Token;

/// Appends the text of the tokens to `out`: the inverse of [`lex`](crate::lex()).
pub fn write<'a>(tokens: impl IntoIterator<Item = Token<'a>>, out: &mut Vec<u8>) {
    for token in tokens {
        out.extend_from_slice(token.text);
    }
}
