//! Reads and writes the files of networks.
//!
//! Format: "Networks".

use super::super::Kind;
use super::{BEST, Detail, INPUTS, SCALARS};

/// What the file begins with; the last byte is the version of its layout.
const MAGIC: [u8; 8] = *b"pgnznet\x02";

/// Why bytes are not a network that this program can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The bytes do not begin as a network file does.
    #[error("not a network file, or one of another version of the program")]
    Magic,
    /// The network has another shape: inputs, hidden columns, rows or scalars.
    #[error(
        "a network of another shape ({found:?} instead of {expected:?}), made for another version of the program"
    )]
    Shape {
        /// The shape in the file.
        found: [u32; 4],
        /// The expected shape for this number of columns, or that of level default if no network has this number.
        expected: [u32; 4],
    },
    /// Networks that describe moves in full and in brief are mixed, or one kind is given where the other is needed.
    #[error(
        "full networks and brief networks (`train --brief`) cannot be used together, or one in place of the other"
    )]
    Mixed,
    /// The first network has no scalars.
    #[error("the first network of the file lacks its scalars; it was cut from a file of several")]
    Scalars,
    /// The bytes end too early.
    #[error("the network file is cut short")]
    Short,
    /// A network is for no games, or for games of kinds that this program does not know.
    #[error("the network is for games that this program does not know (kinds {0:#x})")]
    Kinds(u32),
    /// No network is for games of this kind.
    #[error(
        "no network in the file is for {}; add one that is (`cat a.net b.net > both.net`)",
        match .0 {
            Kind::Online => "games played online",
            Kind::Other => "games that were not played online, or by masters",
            Kind::Unusual => "games from unusual start positions, or of which nothing is known",
        }
    )]
    Missing(Kind),
    /// There are more networks than can be averaged, or more than one where one is needed.
    #[error("the file holds more networks than can be used together here")]
    Long,
}

/// Rows of the last layer of a network with so many columns.
const fn rows(columns: usize) -> usize {
    match Detail::of_columns(columns) {
        Some(detail) => detail.rows(),
        None => Detail::Full.rows(),
    }
}

/// Bytes of one network, without its scalars.
const fn length(columns: usize) -> usize {
    28 + 4 * columns + 2 * columns * INPUTS + columns * rows(columns)
}

/// The shape without the scalars. (A network may have none; then it uses those of the network before.)
const fn shape(columns: usize) -> [u32; 3] {
    [INPUTS as u32, columns as u32, rows(columns) as u32]
}

/// The kinds of a network that is for all games.
pub const ALL_KINDS: u32 = 7;

/// Writes the file of a network for games of `kinds`, a bit each as in [`Kind::bit`]. Without scalars it uses those of the network before
/// it in the file.
///
/// # Panics
///
/// If the numbers of weights are not those of this program's networks.
#[cfg(feature = "training")]
pub fn to_bytes(kinds: u32, bias: &[i16], first: &[i8], last: &[i8], scalars: &[i16]) -> Vec<u8> {
    let columns = bias.len() / 2;
    assert!(Detail::of_columns(columns).is_some());
    assert_eq!(first.len(), bias.len() * INPUTS);
    assert_eq!(last.len(), columns * rows(columns));
    assert!([0, SCALARS].contains(&scalars.len()));
    let mut bytes = MAGIC.to_vec();
    let head = shape(columns)
        .into_iter()
        .chain([scalars.len() as u32, kinds]);
    bytes.extend(head.flat_map(u32::to_le_bytes));
    bytes.extend(bias.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(first.iter().map(|&weight| weight as u8));
    bytes.extend(last.iter().map(|&weight| weight as u8));
    bytes.extend(scalars.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

/// The networks of a file, one after another. Bytes that are not a whole network come last, as they are.
///
/// ```
/// use streams::training::networks::networks;
/// assert_eq!(networks(b"too short").collect::<Vec<_>>(), [b"too short"]);
/// ```
pub fn networks(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let now = rest?;
        let scalars = now.get(20..24).is_some_and(|count| count != [0; 4]);
        let columns = now.get(12..16).and_then(|bytes| bytes.first_chunk());
        let columns = columns.map(|&bytes| u32::from_le_bytes(bytes) as usize);
        let known = columns.filter(|&columns| Detail::of_columns(columns).is_some());
        let length = length(known.unwrap_or(BEST)) + 2 * SCALARS * usize::from(scalars);
        let (network, after) = now.split_at_checked(length).unwrap_or((now, &[]));
        rest = Some(after).filter(|after| !after.is_empty());
        Some(network)
    })
}

/// The numbers of a network's file, in the order in which they stand there.
#[cfg(feature = "training")]
pub struct Parts {
    /// The kinds of games that it is for, a bit each as in [`Kind::bit`].
    pub kinds: u32,
    /// Hidden columns, which say in how much detail it describes moves.
    pub columns: usize,
    /// Biases of the first layer.
    pub bias: Vec<i16>,
    /// Rows of the first layer.
    pub first: Vec<i8>,
    /// Rows of the last layer.
    pub last: Vec<i8>,
    /// Scalars of the last layer; none if it uses those of the network before.
    pub scalars: Vec<i16>,
}

#[cfg(feature = "training")]
impl Parts {
    /// The inverse of [`to_bytes`].
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not one network of the shape that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut numbers = Numbers::open(bytes)?;
        let columns = numbers.columns;
        let signed = |bytes: &[u8]| bytes.iter().map(|&byte| byte as i8).collect();
        let words = |words: &[Word]| words.iter().copied().map(i16::from_le_bytes).collect();
        let parts = Self {
            kinds: numbers.kinds,
            columns,
            bias: words(numbers.words(2 * columns)?),
            first: signed(numbers.bytes(2 * columns * INPUTS)?),
            last: signed(numbers.bytes(columns * rows(columns))?),
            scalars: words(numbers.words(numbers.scalars)?),
        };
        match numbers.rest {
            [] => Ok(parts),
            _ => Err(Malformed::Long),
        }
    }
}

/// A number of 16 bits, the lower byte first.
pub(super) type Word = [u8; 2];

/// Reads what [`to_bytes`] wrote, part by part. Nothing is copied.
pub(super) struct Numbers<'a> {
    /// The bytes not read yet.
    pub rest: &'a [u8],
    /// Hidden columns, which say in how much detail the network describes moves.
    pub columns: usize,
    /// Scalars of the network: all or none.
    pub scalars: usize,
    /// The kinds of games that it is for, a bit each.
    pub kinds: u32,
}

impl<'a> Numbers<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut numbers = Self {
            rest: bytes,
            columns: BEST,
            scalars: 0,
            kinds: 0,
        };
        if numbers.array() != Ok(MAGIC) {
            return Err(Malformed::Magic);
        }
        let mut found = [0; 4];
        for number in &mut found {
            *number = u32::from_le_bytes(numbers.array()?);
        }
        let [inputs, columns, rows, scalars] = found;
        if Detail::of_columns(columns as usize).is_some() {
            numbers.columns = columns as usize;
        }
        let expected = shape(numbers.columns);
        if [inputs, columns, rows] != expected || ![0, SCALARS as u32].contains(&scalars) {
            let [inputs, hidden, rows] = expected;
            return Err(Malformed::Shape {
                found,
                expected: [inputs, hidden, rows, SCALARS as u32],
            });
        }
        numbers.scalars = scalars as usize;
        numbers.kinds = u32::from_le_bytes(numbers.array()?);
        if !(1..=ALL_KINDS).contains(&numbers.kinds) {
            return Err(Malformed::Kinds(numbers.kinds));
        }
        Ok(numbers)
    }

    pub(super) fn words(&mut self, count: usize) -> Result<&'a [Word], Malformed> {
        Ok(self.bytes(2 * count)?.as_chunks().0)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let bytes = self.bytes(N)?.first_chunk();
        bytes.copied().ok_or(Malformed::Short)
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        self.rest.split_off(..count).ok_or(Malformed::Short)
    }
}
