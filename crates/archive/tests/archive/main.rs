//! Properties of whole archives.

mod bounds;
mod claims;
mod damage;
mod hostile;
mod io_errors;
mod round_trip;
mod samples;
