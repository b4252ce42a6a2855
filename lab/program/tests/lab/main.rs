//! The program as people use it: a process of its own in a folder of its own.

mod desk;

mod measure;
mod numbers;
mod positions;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
