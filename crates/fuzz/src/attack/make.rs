//! What is made of a damaged archive: repaired, merged, sorted, sifted, as a table, as a tree.

use super::harm::{Harmed, harm};
use super::pool::Victim;
use super::read::has;
use super::reading;
use super::sound::Sound;
use super::truth::Truth;
use crate::{Broken, Random};
use archive::fuzzing::{Kind, sections};
use archive::{
    Columns, CompressOptions, ErrorKind, Level, Model, Reader, Resources, Splice, Spliced, expand,
    repair,
};
use export::{Column, Format, Rows, Writer};
use query::{Conditions, Facts, Filter, Root, Tree, Visit};
use shape::{Archives, By, Order, Outputs, Plan, Rule, Writing};
use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// The text of an archive that was made, which must be sound.
fn text_of(archive: &[u8], what: &str) -> Result<Vec<u8>, Broken> {
    let mut text = Vec::new();
    expand(archive, &mut text, &reading())
        .map_err(|error| Broken(format!("what was {what} does not expand: {error}")))?;
    Ok(text)
}

/// Repaired from one copy.
pub fn repaired_alone(victim: &Victim, harmed: &Harmed, truth: &Truth) -> Result<(), Broken> {
    repaired(&[&harmed.bytes], victim, &[harmed], truth)
}

/// Repaired with a sound copy, which is what comes out.
pub fn repaired_with_sound(
    victim: &Victim,
    harmed: &Harmed,
    truth: &Truth,
    random: &mut Random,
) -> Result<(), Broken> {
    // Whole archives in a row, more or fewer of them, are another sound input. So may be an archive with the name of another: blocks do not
    // say in which file they belong.
    let is_gone = |part: &&Arc<Sound>| !has(&harmed.bytes, &part.bytes);
    let gone = victim.parts.iter().filter(is_gone).count();
    let has_more = complete(&harmed.bytes) + gone > victim.parts.len();
    let has_names = sections(&victim.bytes)
        .iter()
        .any(|section| section.kind == Kind::Chunk);
    let is_other = harmed.is_mended || truth.is_sound || has_more || has_names && harmed.is_moved;
    if is_other || !harmed.others.is_empty() {
        return Ok(());
    }
    let copies = match random.below(2) {
        0 => [&harmed.bytes, &victim.bytes],
        _ => [&victim.bytes, &harmed.bytes],
    };
    match make(&copies) {
        Ok((archive, repaired)) => Broken::unless(archive == victim.bytes, || {
            let damage = repaired.report.damage;
            format!("with a sound copy it is not made sound: {damage:?}")
        }),
        // Whoever names a file that is no archive is told so.
        Err(error) => Broken::unless(error.kind() == ErrorKind::InvalidArgument, || {
            format!("with a sound copy: {error}")
        }),
    }
}

/// Repaired with another damaged copy.
pub fn repaired_with_damaged(
    victim: &Victim,
    harmed: &Harmed,
    random: &mut Random,
) -> Result<(), Broken> {
    // Which of two archives that are alike a damaged one was, nobody can know.
    let is_alike = |(at, part): (usize, &Arc<Sound>)| {
        victim.parts[..at]
            .iter()
            .any(|other| other.bytes == part.bytes)
    };
    if victim.parts.iter().enumerate().any(is_alike) {
        return Ok(());
    }
    let other = harm(victim, random);
    // What is sound is an archive, whatever it was made of.
    if [harmed, &other].map(|copy| Truth::of(victim, copy).is_sound) != [false; 2] {
        return Ok(());
    }
    let both = Harmed {
        is_moved: harmed.is_moved || other.is_moved,
        is_shifted: true,
        is_lossy: harmed.is_lossy || other.is_lossy,
        is_mended: harmed.is_mended || other.is_mended,
        others: [&harmed.others[..], &other.others].concat(),
        ..Harmed::default()
    };
    let mut truth = Truth::of(victim, &both);
    (truth.is_sound, truth.in_order) = (false, false);
    let copies = [&harmed.bytes, &other.bytes];
    repaired(&copies, victim, &[harmed, &other], &truth).map_err(|broken| {
        Broken(format!(
            "{broken} (the other copy: {})",
            other.how.join(", ")
        ))
    })
}

/// How many archives are there from header to footer.
fn complete(bytes: &[u8]) -> usize {
    let (mut count, mut is_open) = (0, false);
    for section in sections(bytes) {
        match section.kind {
            Kind::Footer if is_open => (count, is_open) = (count + 1, false),
            Kind::Header => is_open = true,
            Kind::Footer | Kind::Other => is_open = false,
            Kind::Block | Kind::Chunk | Kind::Index => {}
        }
    }
    count
}

fn make(copies: &[&Vec<u8>]) -> Result<(Vec<u8>, archive::Repaired), archive::Error> {
    let copies = copies.iter().map(Cursor::new);
    let mut archive = Vec::new();
    let repaired = repair(copies, &mut archive, &reading())?;
    Ok((archive, repaired))
}

fn repaired(
    copies: &[&Vec<u8>],
    victim: &Victim,
    harmed: &[&Harmed],
    truth: &Truth,
) -> Result<(), Broken> {
    let Ok((archive, repaired)) = make(copies) else {
        return Broken::unless(
            !truth.is_sound || victim.parts.iter().all(|part| part.text.is_empty()),
            || "a sound archive is not repaired".into(),
        );
    };
    let sound: Vec<u8> = truth
        .parts
        .iter()
        .flat_map(|part| part.bytes.clone())
        .collect();
    if archive == sound && truth.has_values {
        return Ok(());
    }
    let text = text_of(&archive, "repaired")?;
    if harmed.iter().any(|harmed| harmed.is_mended) {
        return Ok(());
    }
    let tested = archive::test(&archive[..], &reading()).map(|report| report.damage);
    let passes = matches!(&tested, Ok(damage) if damage.is_empty());
    Broken::unless(passes, || {
        format!("what was repaired does not pass the test: {tested:?}")
    })?;
    truth.has_text(&text, "repaired")?;
    let is_moved = truth.is_sound || harmed.iter().any(|harmed| harmed.is_moved);
    let headers = |copy: &&Vec<u8>| {
        let places = copy.windows(8);
        places.filter(|bytes| archive::is_archive(bytes)).count()
    };
    let headers = if is_moved {
        copies.iter().map(headers).sum()
    } else {
        1
    };
    let times = truth.times();
    for (unit, count) in units_of(&archive)? {
        // Sections that are there twice may have been two archives: then it is told that something is wrong.
        let most = times.get(&unit[..]).copied().unwrap_or(0) * headers.max(1);
        let is_told = is_moved && !repaired.report.damage.is_empty();
        Broken::unless(count <= most || is_told, || {
            format!("a game is {count} times in what was repaired, at most {most} times before")
        })?;
    }
    if !repaired.report.damage.is_empty() {
        return Ok(());
    }
    if !harmed.iter().any(|harmed| harmed.is_moved) && victim.inner.is_empty() || truth.is_sound {
        // Of archives that are gone as a whole nobody can know.
        let is_lossy = harmed.iter().any(|harmed| harmed.is_lossy);
        let is_row = is_lossy && truth.is_some_row(&archive);
        return Broken::unless(is_row, || {
            "nothing is said to be missing, but it is not the sound archive".into()
        });
    }
    let is_lossy = harmed.iter().all(|harmed| harmed.is_lossy);
    Broken::unless(is_lossy || text.len() >= truth.text().len(), || {
        "nothing is said to be missing, but games are".into()
    })
}

/// How often each text of a game is in an archive.
fn units_of(archive: &[u8]) -> Result<BTreeMap<Vec<u8>, usize>, Broken> {
    let broken = |error| Broken(format!("what was repaired is not read: {error}"));
    let mut reader = Reader::open(Cursor::new(archive), &reading()).map_err(broken)?;
    let mut times: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let count = reader.len();
    let mut give = |game: &[u8]| {
        *times.entry(game.to_vec()).or_default() += 1;
        Ok(())
    };
    reader.games_text(0..count, &mut give).map_err(broken)?;
    Ok(times)
}

/// Outputs in memory.
#[derive(Default)]
struct InMemory(Vec<Vec<u8>>);

impl Outputs for InMemory {
    type File = Vec<u8>;

    fn begin(&mut self, _: usize) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn end(&mut self, _: usize, file: Vec<u8>, _: Spliced) -> io::Result<()> {
        self.0.push(file);
        Ok(())
    }
}

/// What can be made of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Merged with itself.
    Merge,
    /// Sorted.
    Sort,
    /// Without duplicates.
    Dedupe,
    /// The even games, then the odd ones.
    Split,
}

impl Shape {
    const ALL: [Self; 4] = [Self::Merge, Self::Sort, Self::Dedupe, Self::Split];

    /// Makes it. The same archive gives the same.
    fn make(self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let error = |error: &dyn std::fmt::Display| error.to_string();
        let reader = Reader::open(Cursor::new(bytes), &reading()).map_err(|e| error(&e))?;
        let mut archives = Archives::new(vec![reader]).map_err(|e| error(&e))?;
        archives.resources = Resources {
            threads: 1,
            memory: None,
        };
        let config = CompressOptions::new()
            .provenance(false)
            .level(Level::Fast)
            .threads(1);
        let all = 0..archives.games();
        let filter = Filter::of(&Conditions::default()).map_err(|e| error(&e))?;
        let mut plan = Plan::default();
        match self {
            Self::Merge => {
                let mut splice = Splice::new(Vec::new(), &config);
                shape::merge(&mut archives, &mut splice).map_err(|e| error(&e))?;
                let (bytes, _) = splice.finish().map_err(|e| error(&e))?;
                return Ok(vec![bytes]);
            }
            Self::Sort => {
                let order = Order::parse("-white_rating").map_err(|e| error(&e))?;
                plan.push(shape::sort(&mut archives, &filter, &order).map_err(|e| error(&e))?);
            }
            Self::Dedupe => {
                let rule = Rule {
                    by: By::Moves,
                    ..Rule::default()
                };
                let found = shape::dedupe(&mut archives, &filter, rule);
                plan.push(found.map_err(|e| error(&e))?.kept);
            }
            Self::Split => {
                plan.push(all.clone().step_by(2));
                plan.push(all.skip(1).step_by(2));
            }
        }
        let writing = Writing {
            options: &config,
            keeps_names: false,
            temporary: &|| Err(io::Error::other("games fit in memory")),
            manifest: "",
            changes: None,
        };
        let mut made = InMemory::default();
        shape::write(&mut archives, &plan, &writing, &mut made).map_err(|e| error(&e))?;
        Ok(made.0)
    }
}

/// What was made of archives in a row that are sound.
type Made = BTreeMap<(Vec<u8>, Shape), Vec<Vec<u8>>>;

impl Shape {
    /// What is made of the sound archive, which is sound.
    fn of_sound(self, truth: &Truth) -> Result<Vec<Vec<u8>>, Broken> {
        static KNOWN: Mutex<Made> = Mutex::new(BTreeMap::new());
        let sound: Vec<u8> = truth
            .parts
            .iter()
            .flat_map(|part| part.bytes.clone())
            .collect();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = known.get(&(sound.clone(), self)) {
            return Ok(made.clone());
        }
        let made = self
            .make(&sound)
            .map_err(|error| Broken(format!("{self:?}: {error}")))?;
        made.iter()
            .try_for_each(|made| text_of(made, "shaped").map(|_| ()))?;
        if known.len() < 1000 {
            known.insert((sound, self), made.clone());
        }
        Ok(made)
    }
}

/// That what is made of a damaged archive is what is made of the sound one, or an error.
pub fn shapes(harmed: &Harmed, truth: &Truth, random: &mut Random) -> Result<(), Broken> {
    let shape = Shape::ALL[random.below(Shape::ALL.len())];
    let Ok(made) = shape.make(&harmed.bytes) else {
        return Ok(());
    };
    if harmed.is_mended {
        return Ok(());
    }
    // All of an archive was asked for: if that is what is given, it was not needed that the rest of it be sound.
    let is_all = matches!(shape, Shape::Merge | Shape::Split);
    Broken::unless(truth.in_order || !is_all, || {
        format!("{shape:?}: what is damaged is taken for sound")
    })?;
    let expected = shape.of_sound(truth)?;
    Broken::unless(made == expected, || {
        format!("{shape:?}: something else is made")
    })
}

/// A table and a tree of all games that can be read, if their numbers are certain: they are those of the sound
/// archive without the others.
pub fn tables(harmed: &Harmed, truth: &Truth, random: &mut Random) -> Result<(), Broken> {
    let sets = [
        "number,white,black,date",
        "number,moves_san,result",
        "clocks,eco",
        "evals,ply_count",
    ];
    let columns =
        Column::parse(sets[random.below(sets.len())]).map_err(|e| Broken(e.to_string()))?;
    let sound: Vec<u8> = truth
        .parts
        .iter()
        .flat_map(|part| part.bytes.clone())
        .collect();
    let (numbers, made) = table(&harmed.bytes, &columns, None)?;
    let (_, wanted) = table(&sound, &columns, Some(&numbers))?;
    Broken::unless(made == wanted, || {
        "a table or a tree has other values".into()
    })
}

/// The numbers of the games, and what is made of them.
fn table(
    bytes: &[u8],
    columns: &[Column],
    only: Option<&[u64]>,
) -> Result<(Vec<u64>, Vec<u8>), Broken> {
    let broken = |error: &dyn std::fmt::Display| Broken(format!("no table: {error}"));
    let rows = Rows::new(columns.to_vec(), Model::of(Level::Fast));
    let opened = Reader::open(Cursor::new(bytes), &reading().keep_going(true));
    let mut reader = opened.map_err(|e| broken(&e))?;
    let (mut out, mut numbers) = (Vec::new(), Vec::new());
    let mut writer = Writer::new(Format::Csv, columns, &mut out).map_err(|e| broken(&e))?;
    let root = Root::start();
    let mut tree = Tree::new(&root);
    let mut visit = |number: u64, game: archive::Game| {
        if only.is_none_or(|only| only.contains(&number)) {
            numbers.push(number);
            let _ = writer.add(&rows.row("a.pgnz", number + 1, &game));
            if let Visit::Here(next) = root.visit(&game) {
                tree.add((0, number), next, &Facts::of(&game));
            }
        }
        ControlFlow::Continue(())
    };
    let needs = rows.needs() | Columns::MOVES | Columns::TAGS;
    let count = reader.len();
    let visited = reader.each(0..count, needs, &mut visit);
    visited.map_err(|e| broken(&e))?;
    writer.finish().map_err(|e| broken(&e))?;
    for (_, san, branch) in tree.branches() {
        out.extend(format!("{san} {branch:?}\n").bytes());
    }
    Ok((numbers, out))
}
