//! `pgnz convert`: new archives of those of releases 0.x, by the text that the old program gives.

use crate::args::Convert;
use crate::command_line;
use crate::console::Console;
use crate::convert::shown;
use crate::figures::grouped;
use crate::input::{Input, Origin};
use crate::kept_files::KeptFiles;
use crate::names::{self, harmless, is_dash};
use crate::output::{MadeFrom, Manner, Output};
use anyhow::{Context, Result, anyhow, bail, ensure};
use pgnz::{
    Digest, ExpandOptions, FORMAT_VERSION, Report, SourceDigest, compress, is_archive, test,
};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

/// Bytes of an archive up to and with its version, which stands in the same place in every version.
const VERSION_BYTES: usize = 10;

/// Converts the archive.
pub fn run(args: &Convert, console: &mut Console) -> Result<()> {
    if let Err(error) = convert(args, console) {
        console.fail_on(shown(&args.old), &error);
    }
    Ok(())
}

fn convert(args: &Convert, console: &mut Console) -> Result<()> {
    ensure!(
        !is_dash(&args.old),
        "convert cannot read from standard input: name a file"
    );
    let input = Input::open(&args.old)?;
    ensure!(
        input.length().is_some(),
        "this is not a regular file; copy it to one first"
    );
    let origin = input.origin.clone().context("the file has no name")?;
    let version = old_version(&args.old)?;
    let target = match &args.output {
        Some(output) if is_dash(output) => {
            bail!("the new archive is written to a file: give its name with -o FILE")
        }
        Some(output) => output.clone(),
        None => beside(&args.old),
    };
    KeptFiles::new(std::slice::from_ref(&args.old))
        .also(args.knowledge.model.iter())
        .check(&target)?;
    let manner = Manner {
        binary: true,
        force: args.force,
    };
    let mut output = Output::create(&target, manner, true)?;
    let mut program = OldProgram::start(&args.with, &args.old)?;
    let text_name = names::text_of(&args.old).unwrap_or_else(|| args.old.clone());
    let mut options = args
        .threads
        .compressing()
        .file_name(names::kept(&text_name).as_deref())
        .manifest(manifest(args, &origin, version)?);
    if let Some(model) = args.knowledge.given()? {
        options = options.model(model);
    }
    let digest = SourceDigest::default();
    let text = digest.reader(program.text()?);
    let written = compress(text, &mut output, &options).map(drop);
    let ended = program.wait()?;
    // How the old program ended tells more than that its text ended early.
    ensure!(
        ended.success() || written.is_err(),
        "{} could not expand the archive ({ended}), so nothing is written",
        shown(&args.with)
    );
    written?;
    let text = digest.get().context("the text was not read to its end")?;
    let report = proved(&output, text, args.threads.reading())?;
    output.commit(MadeFrom::One(&origin))?;
    console.done(format_args!(
        "pgnz: {}: {} games, {} bytes of text, the same as {} gives for {}",
        shown(&target),
        grouped(report.games),
        grouped(report.text_bytes),
        shown(&args.with),
        shown(&args.old)
    ));
    Ok(())
}

/// The minor version of an archive of major version 0.
fn old_version(path: &Path) -> Result<u8> {
    let mut start = Vec::new();
    let file = File::open(path).context("cannot open the file")?;
    let read = file.take(VERSION_BYTES as u64).read_to_end(&mut start);
    read.context("cannot read the file")?;
    let Some(&[.., major, minor]) = start.first_chunk::<VERSION_BYTES>() else {
        bail!("this is not a pgnz archive: it is too short");
    };
    ensure!(is_archive(&start), "this is not a pgnz archive");
    let [ours, _] = FORMAT_VERSION;
    match major {
        0 => Ok(minor),
        major if major == ours => bail!(
            "nothing is to be done: the archive has version {major}.{minor} of the format, which this release reads"
        ),
        _ => bail!(
            "the archive has version {major}.{minor} of the format: it was made by a newer release, which does not need to be converted"
        ),
    }
}

/// The name of the new archive, next to the old one.
fn beside(old: &Path) -> PathBuf {
    let [major, minor] = FORMAT_VERSION;
    let mut name: OsString = old.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{major}.{minor}.pgnz"));
    old.with_file_name(name)
}

/// What the archive records of how it was made.
fn manifest(args: &Convert, origin: &Origin, version: u8) -> Result<String> {
    let digest = SourceDigest::default();
    let file = File::open(&origin.path).context("cannot open the file")?;
    let read = io::copy(&mut digest.reader(file), &mut io::sink());
    read.context("cannot read the file")?;
    let digest = digest.get().context("cannot read the file to its end")?;
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        harmless(&name, &[])
    };
    let command = ["convert".to_owned(), name(&args.old)].into_iter();
    Ok(format!(
        "command: {}\nfrom: {}\nfrom-file-sha256: {digest}\nfrom-format: 0.{version}\nwith: {}\n",
        command_line::command(command),
        name(&args.old),
        name(&args.with)
    ))
}

/// What was written, if its text is that of this digest.
fn proved(output: &Output, text: Digest, options: ExpandOptions) -> Result<Report> {
    let mut file = output.file().context("the output is not a regular file")?;
    file.seek(SeekFrom::Start(0))
        .context("the new archive cannot be read again, so it is not kept")?;
    // This compares the text with the record of its digest.
    let report = test(BufReader::with_capacity(1 << 18, file), &options)
        .context("the new archive cannot be read again, so it is not kept")?;
    let is_same = report.damage.is_empty()
        && matches!(&report.provenance[..], [record] if record.text == Some(text));
    ensure!(
        is_same,
        "the text of the new archive is not that of the old one, so it is not kept"
    );
    Ok(report)
}

/// The program that reads the old archive, while it does so. It ends with this value.
struct OldProgram {
    child: Child,
}

impl OldProgram {
    fn start(program: &Path, old: &Path) -> Result<Self> {
        // A name that begins with a dash is no option.
        let old = match old.is_relative() {
            true => Path::new(".").join(old),
            false => old.to_path_buf(),
        };
        let child = Command::new(program)
            .args(["expand", "-c"])
            .arg(old)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn();
        let child = child.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => anyhow!(
                "there is no program {}, which is needed to read archives of releases 0.x: install release 0.3.0 of pgnz (cargo install --version 0.3.0 to another folder with --root, or the packed program of that release), and name it with --with PROGRAM",
                shown(program)
            ),
            _ => anyhow!("{} cannot be started: {error}", shown(program)),
        })?;
        Ok(Self { child })
    }

    fn text(&mut self) -> Result<ChildStdout> {
        let text = self.child.stdout.take();
        text.context("the output of the old program cannot be read")
    }

    fn wait(&mut self) -> Result<ExitStatus> {
        let ended = self.child.wait();
        ended.context("the end of the old program cannot be waited for")
    }
}

impl Drop for OldProgram {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
