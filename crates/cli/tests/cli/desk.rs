//! A folder of one's own, games to put there, and the program to run there.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use streams::training::networks::{ALL_KINDS, BEST, INPUTS, ROWS, SCALARS, to_bytes};

/// Lines of play of different lengths.
const PLAY: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 { the main line } 4. Bg5 Be7 1/2-1/2",
    "1. e4 { [%clk 0:03:00] } 1... c5 { [%clk 0:02:58] } 2. Nf3 { [%clk 0:02:55] } 0-1",
    "1. f3 e5 2. g4 Qh4# 0-1",
];

/// So many games, no two alike.
pub fn games(count: usize) -> Vec<u8> {
    let mut text = String::new();
    for n in 0..count {
        let (year, day) = (1990 + n % 30, 1 + n % 28);
        let _ = write!(
            text,
            "[Event \"Club evening {n}\"]\n[Date \"{year}.03.{day:02}\"]\n[White \"Player {}\"]\n[Black \"Player {}\"]\n[WhiteElo \"{}\"]\n\n{}\n\n",
            n * 7 % 23,
            n * 5 % 19,
            1500 + n * 13 % 900,
            PLAY[n % PLAY.len()]
        );
    }
    text.into_bytes()
}

/// Bytes that do not shrink.
pub fn noise(bytes: usize) -> Vec<u8> {
    let mut random = 1_u64;
    let mut next = || {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (random >> 56) as u8
    };
    (0..bytes).map(|_| next()).collect()
}

/// Real games, where the corpora are present.
pub fn real_games() -> Option<Vec<u8>> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpora/test/lichess-dump-2025-05.pgn"
    );
    let text = fs::read(path).ok();
    if text.is_none() {
        eprintln!("skipped: no corpora next to the project");
    }
    text
}

/// The file of a model of the user's own that knows nothing but its number.
pub fn own_model(number: i16) -> Vec<u8> {
    let mut scalars = vec![0; SCALARS];
    scalars[0] = number;
    to_bytes(
        ALL_KINDS,
        &vec![0; 2 * BEST],
        &vec![0; 2 * BEST * INPUTS],
        &vec![0; BEST * ROWS],
        &scalars,
    )
}

/// A text in a bzip2 stream of blocks of 100,000 bytes.
pub fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    bzip2::read::BzEncoder::new(text, bzip2::Compression::fast())
        .read_to_end(&mut out)
        .unwrap();
    out
}

/// A text in an xz stream.
pub fn xz(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    liblzma::read::XzEncoder::new(text, 1)
        .read_to_end(&mut out)
        .unwrap();
    out
}

/// A text in a frame of lz4, in blocks of 64 KiB.
pub fn lz4(text: &[u8]) -> Vec<u8> {
    let info = lz4_flex::frame::FrameInfo::new()
        .content_checksum(true)
        .block_size(lz4_flex::frame::BlockSize::Max64KB);
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A zip of these members.
pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let two = |value: usize| (value as u16).to_le_bytes().to_vec();
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in members {
        let mut crc = flate2::Crc::new();
        crc.update(text);
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text).unwrap();
        let data = encoder.finish().unwrap();
        let offset = out.len() as u32;
        let facts = [crc.sum(), data.len() as u32, text.len() as u32];
        // Version, flags, method, time, date; what both headers say.
        let both = [
            [two(20), two(0), two(8), vec![0; 4]].concat(),
            facts.map(u32::to_le_bytes).concat(),
            two(name.len()),
            two(0),
        ]
        .concat();
        out.extend([b"PK\x03\x04", &both[..], name.as_bytes(), &data].concat());
        let places = [vec![0; 10], offset.to_le_bytes().to_vec()].concat();
        directory.extend([b"PK\x01\x02\x14\0", &both[..], &places, name.as_bytes()].concat());
    }
    let (length, offset) = (directory.len() as u32, out.len() as u32);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([two(members.len()), two(members.len())].concat());
    out.extend([length, offset].map(u32::to_le_bytes).concat());
    out.extend([0, 0]);
    out
}

/// A folder that is removed after the test.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.path().join(name.as_ref())
    }

    pub fn write(&self, name: impl AsRef<OsStr>, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn read(&self, name: impl AsRef<OsStr>) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names in the folder, in order, hidden ones included.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgnz"));
        command.args(args).current_dir(self.folder.path());
        command
    }

    /// The program after a line of shell, which may set limits or close what is open.
    #[cfg(unix)]
    pub fn after(&self, line: &str, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new("sh");
        let line = format!("{line}; exec \"$0\" \"$@\"");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_pgnz")]);
        command.args(args).current_dir(self.folder.path());
        command
    }

    /// The same without /proc, without which files that have no name cannot be given one.
    #[cfg(target_os = "linux")]
    pub fn after_without_proc(&self, line: &str, args: &[impl AsRef<OsStr>]) -> Option<Command> {
        let line = format!("mount -t tmpfs none /proc && {line}");
        let plain = self.after(&line, args);
        let mut probe = Command::new("unshare");
        probe.args(["-rm", "mount", "-t", "tmpfs", "none", "/proc"]);
        if !probe.output().is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: without /proc, which takes `unshare` and the right to mount");
            return None;
        }
        let mut command = Command::new("unshare");
        command
            .arg("-rm")
            .arg(plain.get_program())
            .args(plain.get_args());
        command.current_dir(self.folder.path());
        Some(command)
    }

    /// Waits until a process has opened a file in the folder to write to it, with a temporary name or without.
    #[cfg(target_os = "linux")]
    pub fn wait_for_output(&self, id: u32, named: bool) {
        let folder = fs::canonicalize(self.folder.path()).unwrap();
        for _ in 0..6000 {
            let open = fs::read_dir(format!("/proc/{id}/fd")).unwrap();
            let links = open.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
            for link in links.filter(|link| link.starts_with(&folder)) {
                let name = link.file_name().unwrap().to_string_lossy().into_owned();
                if name.ends_with(".part") || !named && name.starts_with('#') {
                    return;
                }
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        panic!("no output was opened");
    }

    /// Starts the program with all its ends in our hands.
    pub fn spawn(&self, args: &[impl AsRef<OsStr>]) -> Child {
        self.command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the program on some bytes.
    pub fn pipe(&self, args: &[impl AsRef<OsStr>], input: &[u8]) -> Output {
        let mut child = self.spawn(args);
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let _ = stdin.write_all(input);
            });
            child.wait_with_output().unwrap()
        })
    }

    /// Runs the program; its exit status must be `code`.
    #[track_caller]
    pub fn run(&self, args: &[impl AsRef<OsStr>], code: i32) -> Output {
        let output = self.command(args).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        output
    }
}

/// Whether the test runs as the superuser, who can give files to others and act as anyone.
#[cfg(unix)]
pub fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    let root = tempfile::tempfile().unwrap().metadata().unwrap().uid() == 0;
    if !root {
        eprintln!("skipped: this takes the superuser");
    }
    root
}

/// The user and the group that own nothing.
pub const NOBODY: u32 = 65534;

/// The same command run by [`NOBODY`], who may enter the folder. It takes the superuser and the program `setpriv`.
#[cfg(unix)]
pub fn as_nobody(command: &Command) -> Command {
    use std::os::unix::fs::PermissionsExt;
    let folder = command.get_current_dir().unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
    let mut other = Command::new("setpriv");
    other
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(folder);
    other
}

/// What the program said on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whether these tests were started with the signal ignored, which the programs that they start inherit.
pub fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}
