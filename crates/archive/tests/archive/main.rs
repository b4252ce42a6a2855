//! Properties of whole archives.

mod bounds;
mod damage;
mod io_errors;
mod round_trip;
mod samples;
