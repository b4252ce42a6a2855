//! The index beside an archive.

#[cfg(feature = "index")]
pub use pgnz::Index;

#[cfg(not(feature = "index"))]
pub use none::Index;

/// Where indexes are not read, there is none: a type without values, with what is asked of them.
#[cfg(not(feature = "index"))]
mod none {
    use pgnz::{Error, Facts, Filter, Move, Record, Root};
    use query::Verdict;

    /// No index.
    pub enum Index {}

    impl Index {
        pub fn records_among(&self, _: &[u64]) -> Result<&Self, Error> {
            match *self {}
        }

        pub fn record(&self, _: u64) -> Option<Record> {
            match *self {}
        }

        pub fn judge(&self, _: &Filter) -> Result<Vec<Verdict>, Error> {
            match *self {}
        }

        pub fn tree(
            &self,
            _: &Filter,
            _: &Root,
        ) -> Result<(Vec<Verdict>, Vec<(u64, Option<Move>, Facts)>), Error> {
            match *self {}
        }
    }
}
