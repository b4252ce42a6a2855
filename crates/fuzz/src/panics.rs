//! Panics that someone catches: the archive turns those of its codec into errors. For a property they are failures all the same.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    /// What the last panic of this thread said.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something and says what it gives, and what the last panic inside said if there was one that it caught. Panics of other threads
/// are not seen.
pub fn watched<T>(run: impl FnOnce() -> T) -> (T, Option<String>) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            LAST.with(|last| last.replace(Some(info.to_string().replace('\n', " "))));
            before(info);
        }));
    });
    LAST.take();
    let result = run();
    (result, LAST.take())
}
