//! `pgnz man`: the manual pages, made from the same texts as the help.

use crate::args::{Args, Man as Request};
use crate::names::shown;
use crate::standard_streams;
use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io::{self, Write};

/// Writes every page to a folder, or one page to standard output.
pub fn run(args: &Request) -> Result<()> {
    let pages = pages()?;
    if let Some(folder) = &args.output_dir {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", shown(folder)))?;
        for (name, page) in pages {
            let path = folder.join(format!("{name}.1"));
            fs::write(&path, page).with_context(|| format!("cannot write {}", shown(&path)))?;
        }
        return Ok(());
    }
    standard_streams::ensure_output()?;
    let words = args.command.join(" ");
    let wanted = format!("pgnz {words}").trim_end().replace(' ', "-");
    match pages.into_iter().find(|(name, _)| *name == wanted) {
        Some((_, page)) => io::stdout()
            .write_all(&page)
            .context("cannot write to standard output"),
        None => bail!("there is no command {words:?}; see pgnz --help"),
    }
}

/// The name and the text of each page: `pgnz`, `pgnz-compress`, `pgnz-blob-encode` and so on.
fn pages() -> Result<Vec<(String, Vec<u8>)>> {
    // The command `help` needs no page of its own.
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let mut found = Vec::new();
    add(&command, &mut found)?;
    Ok(found)
}

fn add(command: &Command, found: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    found.push((name.to_owned(), page(command)?));
    for subcommand in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        add(subcommand, found)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone())
        .source(concat!("pgnz ", env!("CARGO_PKG_VERSION")))
        .manual("pgnz manual");
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let more = command.get_after_help().map(ToString::to_string);
    sections(more.as_deref().unwrap_or_default()).to_writer(&mut out)?;
    Ok(out)
}

/// What follows the options in the help: paragraphs, examples, which keep their lines, and the exit status.
fn sections(more: &str) -> Roff {
    let mut roff = Roff::default();
    let mut in_notes = false;
    for paragraph in more
        .split("\n\n")
        .filter(|paragraph| !paragraph.trim().is_empty())
    {
        if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
            roff.control("SH", ["EXAMPLES"]);
            roff.control("nf", []);
            for line in examples.lines() {
                roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
            }
            roff.control("fi", []);
        } else if let Some(status) = paragraph.strip_prefix("Exit status: ") {
            roff.control("SH", ["EXIT STATUS"]);
            roff.text([roman(one_line(status))]);
        } else {
            let control = if in_notes {
                ("PP", vec![])
            } else {
                ("SH", vec!["NOTES"])
            };
            roff.control(control.0, control.1);
            roff.text([roman(one_line(paragraph))]);
            in_notes = true;
        }
    }
    roff
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
