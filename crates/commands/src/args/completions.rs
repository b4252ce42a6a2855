//! Options of `completions`.

use clap::Args as Arguments;
use clap_complete::Shell;

pub const MORE: &str = "\
The script is written to standard output. The command 'just install' puts the
scripts where shells look for them.

Examples:
  pgnz completions bash > ~/.local/share/bash-completion/completions/pgnz
  pgnz completions fish > ~/.config/fish/completions/pgnz.fish

Exit status: 0 success; 1 an error.";

/// Options of `completions`.
#[derive(Debug, Arguments)]
pub struct Completions {
    /// The shell for which the script is
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}
