//! Which encodings are asked for.

use anyhow::{Result, bail};
use std::collections::BTreeSet;

/// Which encodings are measured.
pub struct Choice(Option<BTreeSet<String>>);

impl Choice {
    /// All, or those that are named, which have to be among the known ones.
    pub fn new(names: Option<&[String]>, known: &[&str]) -> Result<Self> {
        let Some(names) = names else {
            return Ok(Self(None));
        };
        for name in names {
            if !known.contains(&name.as_str()) {
                bail!(
                    "--codecs: there is no encoding {name:?}; the encodings are {}",
                    known.join(", ")
                );
            }
        }
        Ok(Self(Some(names.iter().cloned().collect())))
    }

    /// Whether the encoding of a name is measured.
    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(name))
    }
}
