//! Options for the number of threads and for the memory that they may use.

use clap::Args as Arguments;
use pgnz::{CompressOptions, ExpandOptions};

/// The number of threads, and their memory.
#[derive(Debug, Clone, Copy, Arguments)]
pub struct Threads {
    /// Number of threads; 0 means one for each core. The result is the same with any number
    #[arg(short = 'T', long = "threads", value_name = "N", default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(0..=1024))]
    count: u16,
    /// Maximum memory, such as 500MiB or 2G: if it is scarce, fewer threads work at a time. The result is the same
    #[arg(long = "memlimit", value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
}

impl Threads {
    /// To compress with them.
    pub fn compressing(self) -> CompressOptions {
        let options = CompressOptions::new().threads(self.count.into());
        options.memory(self.memory)
    }

    /// To read archives with them.
    pub fn reading(self) -> ExpandOptions {
        let options = ExpandOptions::new().threads(self.count.into());
        options.memory(self.memory)
    }
}

/// Reads a size as people write it: a number, then nothing or K, M, G, T, with or without an i, a B.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "ki" | "kib" => 10,
        "m" | "mb" | "mi" | "mib" => 20,
        "g" | "gb" | "gi" | "gib" => 30,
        "t" | "tb" | "ti" | "tib" => 40,
        _ => return Err("write a number and a unit, such as 500MiB or 2G".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "write a number and a unit, such as 500MiB or 2G".to_owned())?;
    number
        .checked_mul(1 << shift)
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "this is not a possible size of memory".to_owned())
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("1", 1),
            ("10k", 10 << 10),
            ("500MiB", 500 << 20),
            ("500 mb", 500 << 20),
            ("2G", 2 << 30),
            ("1g", 1 << 30),
            ("3TiB", 3 << 40),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "M",
            "0",
            "-1",
            "1.5G",
            "1 apple",
            "99999999999999T",
            "18446744073709551616",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
