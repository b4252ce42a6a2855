use crate::{Broken, Random, mutated_bytes};
use archive::{CompressOptions, ExpandOptions, Level, Reader, Splice, Spliced, compress};
use query::Filter;
use shape::{
    Archives, By, Keep, Order, Outputs, Part, Plan, Rule, Writing, dedupe, merge, sort, split,
};
use std::io::{self, Cursor};

/// Archives that are merged, split, sorted or freed of duplicates give archives of games that they have, or an error, one of them damaged
/// or not.
///
/// # Errors
///
/// What does not hold.
pub fn shapes_of_damaged_archives_lose_no_game_unsaid(
    text: &[u8],
    choices: u64,
) -> Result<(), Broken> {
    let mut random = Random::new(choices);
    let config = CompressOptions::new()
        .provenance(false)
        .level(Level::Fast)
        .block_games(1 + random.below(4) as u32)
        .threads(1);
    let mut sound = Vec::new();
    compress(text, &mut sound, &config).map_err(broken)?;
    let known = games(&sound).map_err(broken)?;
    let changed = match random.below(3) {
        0 => sound.clone(),
        _ => mutated_bytes(&sound, &mut random),
    };
    let readers = [&sound, &changed]
        .map(|file| Reader::open(Cursor::new(file.clone()), &ExpandOptions::new()));
    let readers: Result<Vec<_>, _> = readers.into_iter().collect();
    let Ok(Ok(mut archives)) = readers.map(Archives::new) else {
        return Ok(());
    };
    let mut files = Memory::default();
    let total = archives.games() as usize;
    let all = Filter::parse("plies >= 0 or plies is null").map_err(broken)?;
    let plan = match random.below(4) {
        0 => {
            let mut splice = Splice::new(Vec::new(), &config);
            if merge(&mut archives, &mut splice).is_ok()
                && let Ok((file, _)) = splice.finish()
            {
                files.0.push(file);
            }
            None
        }
        1 => split(&mut archives, &all, Part::Games(2))
            .ok()
            .map(|parts| parts.plan),
        2 => {
            let order = Order::parse("-white,date").map_err(broken)?;
            sort(&mut archives, &all, &order).ok().map(Plan::one)
        }
        _ => {
            let rule = Rule {
                by: By::Text,
                keep: Keep::First,
                strict: false,
            };
            let found = dedupe(&mut archives, &all, rule);
            found.ok().map(|found| Plan::one(found.kept))
        }
    };
    let planned = plan.as_ref().map_or(total, |plan| plan.order.len());
    if let Some(plan) = plan {
        let writing = Writing {
            options: &config,
            keeps_names: false,
            temporary: &|| Err(io::ErrorKind::Unsupported.into()),
            manifest: "",
            changes: None,
        };
        if shape::write(&mut archives, &plan, &writing, &mut files).is_err() {
            return Ok(());
        }
    }
    let mut found = 0;
    for file in &files.0 {
        for game in games(file).map_err(broken)? {
            found += 1;
            let game = game.trim_ascii();
            Broken::unless(known.iter().any(|known| known.trim_ascii() == game), || {
                format!(
                    "a game that was in no archive: {:?}",
                    String::from_utf8_lossy(game)
                )
            })?;
        }
    }
    Broken::unless(files.0.is_empty() || found == planned, || {
        format!("{found} games of {planned}")
    })
}

fn broken(error: impl std::fmt::Display) -> Broken {
    Broken(error.to_string())
}

fn games(file: &[u8]) -> Result<Vec<Vec<u8>>, archive::Error> {
    let mut reader = Reader::open(Cursor::new(file), &ExpandOptions::new())?;
    let (mut found, all) = (Vec::new(), 0..reader.len());
    reader.games_text(all, &mut |game| {
        found.push(game.to_vec());
        Ok(())
    })?;
    Ok(found)
}

#[derive(Default)]
struct Memory(Vec<Vec<u8>>);

impl Outputs for Memory {
    type File = Vec<u8>;

    fn begin(&mut self, _: usize) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn end(&mut self, _: usize, file: Vec<u8>, _: Spliced) -> io::Result<()> {
        self.0.push(file);
        Ok(())
    }
}
