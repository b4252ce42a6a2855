//! The second decoder, which was written from the text of the format, reads what the program writes.

use std::path::Path;
use std::process::Command;

#[test]
fn the_second_decoder_gives_the_same_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reference");
    let run = Command::new("python3")
        .args(["-B", "-m", "unittest"])
        .current_dir(folder)
        .env("PGNZ", env!("CARGO_BIN_EXE_pgnz"))
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
}
