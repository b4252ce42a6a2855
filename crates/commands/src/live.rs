//! Inputs whose games come one by one, and that the user ends: pipes of programs that play, terminals, and files that grow.

use crate::interrupt::Stop;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use std::fs::File;
use std::io::{self, Read};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How much is read at once, and how many such pieces wait.
const PIECE_BYTES: usize = 1 << 16;
const PIECES: usize = 16;
/// How often it is said that there is nothing, where that is so.
const TICK: Duration = Duration::from_millis(200);
/// How often a file that grows is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// When the run is stopped, what a pipe holds is read, but not what comes and comes.
const MOST_AFTER_STOP: usize = 1 << 20;

/// Complete games are written at the latest so long after they came.
pub const USUAL_FLUSH: Duration = Duration::from_secs(10);

/// When a block of games that came is written though it is not full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    Never,
    After(Duration),
}

impl std::str::FromStr for Flush {
    type Err = String;

    /// Reads `10s`, `500ms`, `2m`, a number of seconds, or `never`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "never" {
            return Ok(Self::Never);
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let factor = match unit {
            "ms" => Some(1),
            "s" | "" => Some(1000),
            "m" => Some(60_000),
            _ => None,
        };
        let number = number.parse::<u64>().ok();
        let time = number.zip(factor);
        match time.and_then(|(number, factor)| number.checked_mul(factor)) {
            Some(0) => Ok(Self::Never),
            Some(time) => Ok(Self::After(Duration::from_millis(time))),
            None => Err("a time such as 10s, 500ms or 2m, or never".to_owned()),
        }
    }
}

/// A text that comes piece by piece. Where it has nothing, that is now and then an error of the kind `WouldBlock`; it ends when the run is stopped.
pub struct LiveText {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    tick: Duration,
    /// When it was said last that there is nothing for now.
    paused: Instant,
    stop: Stop,
    /// Whether a text that is stopped counts as one that cannot be read on.
    breaks_off: bool,
    /// Bytes that came after the run was stopped.
    after_stop: usize,
    ended: bool,
}

impl LiveText {
    /// Reads a text on a thread of its own. Where none can be had, the text is given back.
    pub fn start(
        text: Box<dyn Read + Send>,
        flush: Duration,
        stop: Stop,
        breaks_off: bool,
    ) -> Result<Self, Box<dyn Read + Send>> {
        let (sender, pieces) = bounded(PIECES);
        let (hand_over, texts) = bounded::<Box<dyn Read + Send>>(1);
        let thread = Builder::new().spawn(move || {
            let Ok(mut text) = texts.recv() else { return };
            loop {
                let mut piece = vec![0; PIECE_BYTES];
                let read = match text.read(&mut piece) {
                    Ok(0) => return,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = read.is_err();
                let piece = read.map(|count| {
                    piece.truncate(count);
                    piece
                });
                if sender.send(piece).is_err() || is_last {
                    return;
                }
            }
        });
        if thread.is_err() {
            return Err(text);
        }
        hand_over
            .send(text)
            .map_err(|refused| refused.into_inner())?;
        Ok(Self {
            pieces,
            piece: io::Cursor::default(),
            tick: TICK.min(flush / 4),
            paused: Instant::now(),
            stop,
            breaks_off,
            after_stop: 0,
            ended: false,
        })
    }

    /// The end of a text, because the run was stopped.
    fn stopped(&mut self, signal: &str) -> io::Result<usize> {
        self.ended = true;
        match self.breaks_off {
            true => Err(io::Error::other(format!("stopped by {signal}"))),
            false => Ok(0),
        }
    }
}

impl Read for LiveText {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.piece.read(out)?;
        if count > 0 || out.is_empty() || self.ended {
            return Ok(count);
        }
        let stopped = self.stop.signal();
        if let Some(signal) = stopped.filter(|_| self.after_stop >= MOST_AFTER_STOP) {
            return self.stopped(signal);
        }
        let wait = match stopped {
            Some(_) => self.tick,
            None => self.tick.saturating_sub(self.paused.elapsed()),
        };
        match self.pieces.recv_timeout(wait) {
            Ok(piece) => {
                let piece = piece?;
                if stopped.is_some() {
                    self.after_stop += piece.len();
                }
                self.piece = io::Cursor::new(piece);
                self.piece.read(out)
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                Ok(0)
            }
            Err(RecvTimeoutError::Timeout) => match stopped {
                Some(signal) => self.stopped(signal),
                None => {
                    self.paused = Instant::now();
                    Err(io::ErrorKind::WouldBlock.into())
                }
            },
        }
    }
}

/// A file whose end is not its end: it is waited for more.
pub struct Following {
    file: File,
    read: u64,
}

impl Following {
    pub fn new(file: File) -> Self {
        Self { file, read: 0 }
    }
}

impl Read for Following {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let count = self.file.read(out)?;
            if count > 0 {
                self.read += count as u64;
                return Ok(count);
            }
            if self.file.metadata()?.len() < self.read {
                let what =
                    "the file that is followed has become shorter: it was cut or written anew";
                return Err(io::Error::other(what));
            }
            std::thread::sleep(LOOK_EVERY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        for (text, time) in [
            ("10", 10_000),
            ("10s", 10_000),
            ("500ms", 500),
            ("2m", 120_000),
        ] {
            let time = Duration::from_millis(time);
            assert_eq!(text.parse(), Ok(Flush::After(time)), "{text}");
        }
        for text in ["0", "0s", "never"] {
            assert_eq!(text.parse(), Ok(Flush::Never), "{text}");
        }
        for text in ["", "s", "10h", "-1", "1.5s", "99999999999999999999"] {
            assert!(text.parse::<Flush>().is_err(), "{text}");
        }
    }
}
