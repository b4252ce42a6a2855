//! Programs that pack whole files.

use anyhow::{Context, Result, ensure};
use pgnz::{CompressOptions, ExpandOptions, Level};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// How a program is told to pack `in` to `packed`, and to unpack that to `out`.
const PROGRAMS: [(&str, &str, &str); 3] = [
    (
        "zstd -19 --long=27",
        "zstd -q -19 --long=27 -T1 in -o packed",
        "zstd -q -d --long=27 packed -o out",
    ),
    ("xz -9e", "xz -9e -T1 -c in > packed", "xz -dc packed > out"),
    (
        "zpaq -m5",
        "zpaq add packed.zpaq in -m5 -t1 && mv packed.zpaq packed",
        "mv packed p.zpaq && zpaq x p.zpaq in -to out -t1 && mv p.zpaq packed",
    ),
];

/// Prints the table of all programs. One that is not installed is said to be left out.
pub fn table(path: &Path, text: &[u8]) -> Result<()> {
    println!(
        "| program | bytes | share of the text | MB/s, pack | unpack |\n|---|---|---|---|---|"
    );
    for (name, pack, unpack) in PROGRAMS {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("in"), text)?;
        let Some(packing) = timed(pack, folder.path())? else {
            println!("| {name} | not installed here | | | |");
            continue;
        };
        let packed = std::fs::metadata(folder.path().join("packed"))?.len();
        let unpacking =
            timed(unpack, folder.path())?.with_context(|| format!("{name} does not unpack"))?;
        ensure!(
            std::fs::read(folder.path().join("out"))? == text,
            "{name} gives another text back"
        );
        print(name, packed, text.len(), [packing, unpacking]);
    }
    for level in Level::ALL {
        let options = CompressOptions::new().level(level).threads(1);
        let mut packed = Vec::new();
        let start = Instant::now();
        pgnz::compress(text, &mut packed, &options)?;
        let packing = start.elapsed().as_secs_f64();
        let (start, mut back) = (Instant::now(), Vec::new());
        pgnz::expand(&packed[..], &mut back, &ExpandOptions::new().threads(1))?;
        let unpacking = start.elapsed().as_secs_f64();
        ensure!(
            back == text,
            "{}: pgnz gives another text back",
            path.display()
        );
        let name = format!("pgnz, level {level}, verified");
        print(&name, packed.len() as u64, text.len(), [packing, unpacking]);
    }
    Ok(())
}

fn print(name: &str, bytes: u64, text: usize, seconds: [f64; 2]) {
    let [pack, unpack] = seconds.map(|seconds| text as f64 / 1e6 / seconds);
    println!(
        "| {name} | {bytes} | {:.2} % | {pack:.2} | {unpack:.2} |",
        100.0 * bytes as f64 / text as f64
    );
}

/// The seconds that a command takes; `None` if its program is not installed or it fails.
fn timed(command: &str, folder: &Path) -> Result<Option<f64>> {
    let start = Instant::now();
    let status = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(status.success().then(|| start.elapsed().as_secs_f64()))
}
