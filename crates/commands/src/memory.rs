//! The end of a program for which the system has no more memory: a message, and nothing left behind.
//!
//! Rust ends such a program by a signal and a trace of its calls. The standard library lets a program choose another end
//! only by an allocator of its own, and an allocator cannot be written without unsafe code. This one hands every request
//! on to the system's, or to mimalloc where that is musl's, which gives memory back so soon that compressing takes 1.2 times as long.
#![allow(unsafe_code)]

use crate::interrupt;
#[cfg(target_env = "musl")]
use mimalloc::MiMalloc as System;
#[cfg(not(target_env = "musl"))]
use std::alloc::System;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// From how many bytes on memory is asked of the system itself and given back as soon as it is free.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: i32 = 1 << 20;
/// How much may be free at the end of a heap before it is given back: enough for the copies of models that are made for every group.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: i32 = 8 << 20;

/// Holds glibc to these two. By itself it takes the size of whatever large piece is freed as the new bound for both, and then texts and
/// tables lie among small things, where what is free can hardly be used again: 10 to 20 MB of a peak of 200.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_what_is_large() {
    /// Names of options in `malloc.h`.
    const TRIM_THRESHOLD: i32 = -1;
    const MMAP_THRESHOLD: i32 = -3;
    unsafe extern "C" {
        fn mallopt(option: i32, value: i32) -> i32;
    }
    // SAFETY: a function of glibc, for which this is; it only changes how much is kept. Whether it could is of no account.
    unsafe {
        mallopt(TRIM_THRESHOLD, KEPT);
        mallopt(MMAP_THRESHOLD, LARGE);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_what_is_large() {}

/// The system's allocator, for a program that ends when there is no more.
pub struct SystemOrEnd;

// SAFETY: every call goes to the system's allocator with the same arguments, so its guarantees are ours. What differs is
// that a null pointer is not returned: the program ends instead, without unwinding.
unsafe impl GlobalAlloc for SystemOrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what the caller promises us is what the system's allocator asks for.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        end(bytes);
    }
    memory
}

/// Ends the program. Nothing here takes memory but the removal of files with very long names, which is then given up.
#[cold]
fn end(bytes: usize) -> ! {
    static ENDING: AtomicBool = AtomicBool::new(false);
    thread_local!(static HERE: Cell<bool> = const { Cell::new(false) });

    let again = HERE.try_with(|here| here.replace(true)).unwrap_or(true);
    if !again && ENDING.swap(true, Ordering::SeqCst) {
        // Another thread is about to end the program.
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    if !again {
        let mut message = [0; 200];
        let mut rest = &mut message[..];
        let _ = writeln!(
            rest,
            "pgnz: out of memory: the system refused a request for {bytes} bytes; try fewer threads (-T1) or --memlimit"
        );
        let unused = rest.len();
        say(&message[..message.len() - unused]);
        interrupt::remove_pending_files_at_once();
    }
    exit()
}

/// Straight to the system: the program's own handle may be in use by this very thread.
#[cfg(unix)]
fn say(message: &[u8]) {
    let _ = rustix::io::write(rustix::stdio::stderr(), message);
}

#[cfg(not(unix))]
fn say(message: &[u8]) {
    let _ = std::io::stderr().write_all(message);
}

/// At once: whatever else is done at the end of a program may take memory.
#[cfg(unix)]
fn exit() -> ! {
    signal_hook::low_level::exit(1)
}

#[cfg(not(unix))]
fn exit() -> ! {
    std::process::exit(1)
}
