//! `pgnz`: the program. What it does is in the crate `commands`.

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::main()
}
