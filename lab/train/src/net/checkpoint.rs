//! A network in training, on disk.

use std::fs;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use streams::training::networks::Detail;

use super::Net;
use crate::feed::Place;

/// What a checkpoint begins with; the last byte is the version.
const MAGIC: [u8; 8] = *b"pgnztrn5";

/// More networks do not learn together.
const MOST: u64 = 8;

impl Net {
    /// Writes weights, the optimiser's moments, the number of steps and where the feed stands, then puts the file in place of an older one.
    ///
    /// # Errors
    ///
    /// What the file system says.
    pub fn save(&self, path: &Path, place: Place) -> io::Result<()> {
        let partial = path.with_extension("partial");
        let mut file = BufWriter::new(fs::File::create(&partial)?);
        file.write_all(&MAGIC)?;
        let networks = self.networks() as u64;
        let columns = self.columns as u64;
        for number in [
            columns,
            networks,
            self.steps,
            place.round,
            place.begin,
            place.used,
        ] {
            file.write_all(&number.to_le_bytes())?;
        }
        for numbers in self.numbers() {
            for number in numbers {
                file.write_all(&number.to_le_bytes())?;
            }
        }
        file.into_inner()?.sync_all()?;
        fs::rename(&partial, path)
    }

    /// Reads what [`save`](Self::save) wrote.
    ///
    /// # Errors
    ///
    /// What the file system says, or [`io::ErrorKind::InvalidData`] if the file is no checkpoint of a network of this shape.
    pub fn load(path: &Path) -> io::Result<(Self, Place)> {
        let mut file = BufReader::new(fs::File::open(path)?);
        let mut word = [0; 8];
        file.read_exact(&mut word)?;
        if word != MAGIC {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "not a checkpoint of this program",
            ));
        }
        file.read_exact(&mut word)?;
        let columns = u64::from_le_bytes(word) as usize;
        if Detail::of_columns(columns).is_none() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a checkpoint of networks of another width",
            ));
        }
        file.read_exact(&mut word)?;
        let networks = u64::from_le_bytes(word);
        let mut net = Self::new(0, networks.clamp(1, MOST) as usize, columns);
        let mut place = Place::default();
        for number in [
            &mut net.steps,
            &mut place.round,
            &mut place.begin,
            &mut place.used,
        ] {
            file.read_exact(&mut word)?;
            *number = u64::from_le_bytes(word);
        }
        for numbers in net.numbers_mut() {
            let mut bytes = vec![0; numbers.len() * 4];
            file.read_exact(&mut bytes)?;
            for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *number = f32::from_le_bytes(*bytes);
            }
        }
        if file.read(&mut word)? != 0 {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a checkpoint of a larger network",
            ));
        }
        Ok((net, place))
    }

    fn numbers(&self) -> Vec<&[f32]> {
        let mut all = Vec::new();
        for block in &self.blocks {
            all.extend(block.weights.numbers());
            let moments = block
                .moments
                .iter()
                .chain(block.common.iter().flat_map(|common| &common.moments));
            all.extend(moments.flat_map(|moments| moments.numbers()));
            all.extend(block.mean.numbers());
        }
        all.extend([&self.scalars[..], &self.scalar_mean]);
        all.extend(self.scalar_moments.iter().map(Vec::as_slice));
        all
    }

    fn numbers_mut(&mut self) -> Vec<&mut [f32]> {
        let mut all = Vec::new();
        for block in &mut self.blocks {
            all.extend(block.weights.numbers_mut());
            let moments = block.moments.iter_mut().chain(
                block
                    .common
                    .iter_mut()
                    .flat_map(|common| &mut common.moments),
            );
            all.extend(moments.flat_map(|moments| moments.numbers_mut()));
            all.extend(block.mean.numbers_mut());
        }
        all.extend([&mut self.scalars[..], &mut self.scalar_mean]);
        all.extend(self.scalar_moments.iter_mut().map(Vec::as_mut_slice));
        all
    }
}
