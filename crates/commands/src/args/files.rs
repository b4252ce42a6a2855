//! Options of the commands that make files from files: what is read, where the result goes, and whether the source is kept.

use clap::Args as Arguments;
use std::path::PathBuf;

/// What is read, and where the result goes.
#[derive(Debug, Clone, Arguments)]
pub struct Files {
    /// Files; without one, or for -, standard input is read and the result goes to standard output
    #[arg(value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Write to this file, or into this folder; - for standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "stdout")]
    pub output: Option<PathBuf>,
    /// Write into this folder, which is created if necessary; with -r, the subfolders of each folder are kept
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stdout", "output"])]
    pub output_dir: Option<PathBuf>,
    /// Read folders recursively; links in them are not followed
    #[arg(short, long)]
    pub recursive: bool,
    /// Write to standard output
    #[arg(short = 'c', long)]
    pub stdout: bool,
    /// Overwrite existing files
    #[arg(short, long)]
    pub force: bool,
    /// Keep the files that were read (the default)
    #[arg(short, long, overrides_with = "rm")]
    pub keep: bool,
    /// Remove each file once its result is safe on the disk
    #[arg(long, overrides_with = "keep", conflicts_with = "stdout")]
    pub rm: bool,
}
