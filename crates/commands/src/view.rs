//! `pgnz view`: a page in the browser.

use crate::args::View as Args;
use crate::console::Console;
use crate::index::Beside;
use crate::names::shown;
use crate::opened::{Opened, Prints};
use anyhow::{Context, Result};
use pgnz::{Level, Model};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use view::{Server, View, serve};

/// Serves the page until the program is stopped.
pub fn run(args: &Args, console: &mut Console) -> Result<()> {
    let models = args.models.read()?;
    let model = models.first().cloned();
    let model = model.unwrap_or_else(|| Model::of(Level::Default));
    let threads = args.threads.get();
    let command = ("view", Prints::AtTheEnd);
    let Opened {
        mut archive,
        is_text,
        ..
    } = Opened::new(&args.file, &models, command, threads, console)
        .with_context(|| shown(&args.file))?;
    let index = match args.no_index || is_text {
        true => None,
        false => Beside::find(&args.file, &mut archive, threads, console),
    };
    let index = index.map(|beside| beside.index);
    let explorer = match args.no_index || is_text {
        true => None,
        false => Beside::explorer(&args.file, &mut archive, console),
    };
    let name = args.file.file_name().unwrap_or(OsStr::new(""));
    let view =
        View::new(name.to_string_lossy(), archive, index, model, threads).with_explorer(explorer);
    let server = Server::new(args.port)
        .with_context(|| format!("port {} of 127.0.0.1 cannot be opened", args.port))?;
    let address = server.address();
    let mut out = io::stdout().lock();
    writeln!(out, "{address}\nCtrl-C ends it.")
        .and_then(|()| out.flush())
        .context("cannot write to standard output")?;
    drop(out);
    if !args.no_browser {
        open(&address);
    }
    serve(server, view);
    Ok(())
}

/// Shows the address in the browser, if there is one: whoever has none has the address.
fn open(address: &str) {
    #[cfg(target_os = "macos")]
    let mut command = Command::new("open");
    #[cfg(windows)]
    let mut command = Command::new("explorer");
    #[cfg(not(any(target_os = "macos", windows)))]
    let mut command = {
        // Without a screen this would start a browser in the terminal, where it would be in the way.
        let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
        if !has_screen {
            return;
        }
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // It ends at once, and must not stay as a process that nobody waits for.
        std::thread::spawn(move || child.wait());
    }
}
