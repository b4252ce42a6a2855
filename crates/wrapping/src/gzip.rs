//! gzip: members one after the other, and zeros after the last.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// Reads all members. Tapes and disks fill their last block with zeros, which `gzip` skips too; anything else after a member
/// is an error.
pub(crate) enum Gzip<R> {
    Member(Box<GzDecoder<R>>),
    /// After a member, where another or zeros may follow.
    Between(R),
    Zeros(R),
    Done,
}

impl<R: BufRead> Gzip<R> {
    pub(crate) fn new(input: R) -> Self {
        Self::Member(Box::new(GzDecoder::new(input)))
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let next = match std::mem::replace(self, Self::Done) {
                Self::Member(mut member) => match member.read(out) {
                    Ok(0) => Self::Between(member.into_inner()),
                    done => {
                        *self = Self::Member(member);
                        return done;
                    }
                },
                Self::Between(mut input) => {
                    match input.fill_buf().map(|bytes| bytes.first().copied()) {
                        Ok(None) => Self::Done,
                        Ok(Some(0)) => Self::Zeros(input),
                        Ok(Some(_)) => Self::Member(Box::new(GzDecoder::new(input))),
                        Err(error) => {
                            *self = Self::Between(input);
                            return Err(error);
                        }
                    }
                }
                Self::Zeros(mut input) => match pass_zeros(&mut input) {
                    Ok(true) => Self::Done,
                    Ok(false) => Self::Zeros(input),
                    Err(error) => {
                        *self = Self::Zeros(input);
                        return Err(error);
                    }
                },
                Self::Done => return Ok(0),
            };
            *self = next;
        }
    }
}

/// Passes over zeros; returns whether the input is at its end.
fn pass_zeros(input: &mut impl BufRead) -> io::Result<bool> {
    let bytes = input.fill_buf()?;
    if bytes.iter().any(|&byte| byte != 0) {
        let what = "what follows the last member is neither gzip nor zeros";
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    let zeros = bytes.len();
    input.consume(zeros);
    Ok(zeros == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;

    fn member(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        flate2::read::GzEncoder::new(text, Compression::fast())
            .read_to_end(&mut out)
            .unwrap();
        out
    }

    #[test]
    fn zeros_behind_the_last_member_are_skipped() {
        for zeros in [1, 511, 100_000] {
            let padded = [member(b"1. e4 *\n"), member(b"1. d4 *\n"), vec![0; zeros]].concat();
            let text = io::read_to_string(Gzip::new(&padded[..])).unwrap();
            assert_eq!(text, "1. e4 *\n1. d4 *\n");
        }
    }

    #[test]
    fn what_stands_behind_zeros_is_an_error_not_lost() {
        let padded = [member(b"1. e4 *\n"), vec![0; 512], member(b"1. d4 *\n")].concat();
        assert!(io::read_to_string(Gzip::new(&padded[..])).is_err());
    }
}
