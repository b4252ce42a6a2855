//! Standard input and output that were closed when the program was started, as by `>&-` in a shell.
//!
//! Before `main`, Rust opens the null device in the place of each that is closed, so that no file gets its number by
//! chance: then what is written is lost without an error. Only code that runs earlier can see how it was, and to have
//! the system call it takes an attribute that counts as unsafe.
#![allow(unsafe_code)]

use anyhow::{Result, ensure};
use std::sync::atomic::{AtomicBool, Ordering};

static INPUT: AtomicBool = AtomicBool::new(false);
static OUTPUT: AtomicBool = AtomicBool::new(false);

/// Whether standard input was closed.
pub fn is_input_closed() -> bool {
    INPUT.load(Ordering::Relaxed)
}

/// Whether standard input is a pipe, a socket or a terminal, which may have nothing for a while.
#[cfg(unix)]
pub fn may_input_pause() -> bool {
    use rustix::fs::{FileType, fstat};
    let found = fstat(rustix::stdio::stdin());
    let kind = found.map(|found| FileType::from_raw_mode(found.st_mode));
    let is_pipe = matches!(kind, Ok(FileType::Fifo | FileType::Socket));
    is_pipe || std::io::IsTerminal::is_terminal(&std::io::stdin())
}

/// Elsewhere a pipe cannot be told from a file.
#[cfg(not(unix))]
pub fn may_input_pause() -> bool {
    false
}

/// An error if standard input was closed.
pub fn ensure_input() -> Result<()> {
    ensure!(
        !is_input_closed(),
        "standard input is closed: there is nothing to read"
    );
    Ok(())
}

/// An error if standard output was closed.
pub fn ensure_output() -> Result<()> {
    let closed = OUTPUT.load(Ordering::Relaxed);
    ensure!(
        !closed,
        "standard output is closed: nothing can be written to it"
    );
    Ok(())
}

/// Called by the system before Rust's own preparations, of which it needs none: two system calls, two flags.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[used]
// SAFETY: the section holds pointers to functions of this kind, which are called once, before any thread is started.
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn check() {
        use rustix::io::{Errno, fcntl_getfd};
        use rustix::stdio::{stdin, stdout};
        INPUT.store(fcntl_getfd(stdin()) == Err(Errno::BADF), Ordering::Relaxed);
        OUTPUT.store(fcntl_getfd(stdout()) == Err(Errno::BADF), Ordering::Relaxed);
    }
    check
};
