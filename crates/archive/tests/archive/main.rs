//! Properties of whole archives.

mod bounds;
mod claims;
mod damage;
mod io_errors;
mod round_trip;
mod samples;
