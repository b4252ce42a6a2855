//! Properties of whole archives.

mod append;
mod blobs;
mod bounds;
mod chunks;
mod claims;
mod codecs;
mod damage;
mod file_names;
mod floors;
mod golden;
mod groups;
mod headers;
mod hostile;
mod io_errors;
mod levels;
mod repair;
mod repeats;
mod round_trip;
mod salvage;
mod samples;
mod spellings;
mod tags;
mod threads;
mod unfinished;
mod utf16;
mod values;
