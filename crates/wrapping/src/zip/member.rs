//! One member of a zip file.

use super::header::{Facts, Header, damaged, pass_over};
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{self, BufRead, ErrorKind, Read, Take};

/// A member whose header has been read.
pub(super) struct Member<R> {
    header: Header,
    data: Data<R>,
    crc: Crc,
    bytes: u64,
}

/// Unpacks the data; gives the input back at its end.
enum Data<R> {
    Stored(Take<R>),
    Deflated(Box<DeflateDecoder<Take<R>>>),
}

impl<R: BufRead> Member<R> {
    /// Why the text of a member cannot be read, if so.
    pub fn obstacle(header: &Header) -> Option<String> {
        if header.is_encrypted {
            return Some("is encrypted: unpack the zip with its password first".to_owned());
        }
        match (header.method, header.packed_bytes) {
            (8, _) | (0, Some(_)) => None,
            (0, None) => Some("does not say how long it is".to_owned()),
            (method, _) => Some(format!(
                "is packed by {}, which pgnz cannot read: unpack the zip first",
                method_name(method)
            )),
        }
    }

    /// A member that has no [`obstacle`](Self::obstacle), its data next in the input.
    pub fn open(header: Header, input: R) -> Self {
        let input = input.take(header.packed_bytes.unwrap_or(u64::MAX));
        let data = match header.method {
            8 => Data::Deflated(Box::new(DeflateDecoder::new(input))),
            _ => Data::Stored(input),
        };
        Self {
            header,
            data,
            crc: Crc::new(),
            bytes: 0,
        }
    }

    /// Checks, at the end of the text, that it is what was packed, and returns the input.
    pub fn close(self) -> io::Result<R> {
        let mut input = match self.data {
            Data::Stored(input) => input,
            Data::Deflated(decoder) => decoder.into_inner(),
        };
        if self.header.packed_bytes.is_some() {
            let surplus = input.limit();
            pass_over(&mut input, surplus)?;
        }
        let mut input = input.into_inner();
        let said = match self.header.text {
            Some(said) => said,
            None => self.header.read_behind(&mut input)?,
        };
        let found = Facts {
            crc: self.crc.sum(),
            bytes: self.bytes,
        };
        if found != said {
            return Err(damaged("a member's checksum or length does not match"));
        }
        Ok(input)
    }
}

impl<R: BufRead> Read for Member<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.data {
            Data::Stored(input) => {
                let count = input.read(out)?;
                if count == 0 && input.limit() > 0 {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                count
            }
            Data::Deflated(decoder) => decoder.read(out)?,
        };
        self.crc.update(&out[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

fn method_name(method: u16) -> String {
    match method {
        9 => "Deflate64".to_owned(),
        12 => "bzip2".to_owned(),
        14 => "LZMA".to_owned(),
        93 => "zstd".to_owned(),
        95 => "xz".to_owned(),
        method => format!("method {method}"),
    }
}
