//! The readers: front to back, by the index, by columns.

use super::harm::Harmed;
use super::reading;
use super::sound::{COLUMNS, Sound};
use super::truth::Truth;
use crate::{Broken, Random};
use archive::{Damage, Error, ErrorKind, Game, OnDamage, Reader, expand};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What the text of a damaged archive is, front to back.
pub struct Texts {
    /// All that can be had.
    pub kept: Vec<u8>,
    /// Why nothing can be had.
    pub error: Option<Error>,
    /// Whether the first bytes are not taken for an archive's unless somebody insists.
    pub is_refused: bool,
}

/// Front to back, with both ways of handling damage.
pub fn texts(harmed: &Harmed, truth: &Truth) -> Result<Texts, Broken> {
    let mut stopped = Vec::new();
    let whole = expand(&harmed.bytes[..], &mut stopped, &reading());
    let mut kept = Vec::new();
    // Front to back nobody knows that an input whose first bytes are damaged ends as an archive does.
    let salvaged = expand(
        &harmed.bytes[..],
        &mut kept,
        &reading().on_damage(OnDamage::Search),
    );
    let (games, damage, error) = match salvaged {
        Ok(report) => (report.games, report.damage, None),
        Err(error) => (0, Vec::new(), Some(error)),
    };
    let is_refused = matches!(&whole, Err(error) if error.kind() == ErrorKind::InvalidArgument);
    let texts = |kept, error| Texts {
        kept,
        error,
        is_refused,
    };
    let is_fine = damage.is_empty() && error.is_none();
    Broken::unless(whole.is_ok() == is_fine, || {
        format!("expanding says {whole:?}, keeping going {error:?} {damage:?}")
    })?;
    if is_fine {
        Broken::unless(stopped == kept, || "two ways give two texts".into())?;
    }
    if harmed.is_mended {
        return Ok(texts(kept, error));
    }
    truth.has_text(&kept, "kept")?;
    truth.has_text(&stopped, "written before an error")?;
    let text = truth.text();
    if truth.is_sound {
        Broken::unless(is_fine && kept == text, || {
            format!("nothing is wrong, but it is said: {error:?} {damage:?}")
        })?;
        return Ok(texts(kept, error));
    }
    // An archive of nothing may have any header, and any name of the same length.
    let is_nothing = |part: &Arc<Sound>| part.text.is_empty();
    let may_pass = harmed.is_moved && kept == text;
    let may_pass = may_pass && (truth.parts.iter().any(is_nothing) || truth.has_names());
    let may_pass = may_pass || truth.may_pass_for_sound(&kept);
    Broken::unless(!is_fine || may_pass, || "damage passes for sound".into())?;
    // After a cut, a block of another archive may be where one of this should be.
    if truth.in_order && !harmed.is_shifted {
        Broken::unless(text.starts_with(&stopped), || {
            "what is written before an error is not the beginning".into()
        })?;
    }
    let is_cut = damage
        .iter()
        .any(|damage| damage.kind() == ErrorKind::InsufficientData);
    if truth.in_order {
        for part in &truth.parts {
            let is_there = has(&harmed.bytes, &part.bytes);
            Broken::unless(!is_there || has(&kept, &part.text), || {
                "an archive with no damage is lost".into()
            })?;
        }
    }
    // Of archives that are gone as a whole nobody can know.
    let is_one = truth.parts.len() == 1 || harmed.how.iter().all(|how| how.contains("flipped"));
    if error.is_none() && truth.in_order && !harmed.is_shifted && !is_cut && is_one {
        counted(games, &damage, truth.count(), "kept")?;
    }
    Ok(texts(kept, error))
}

/// Whether some bytes stand in others.
pub fn has(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|bytes| bytes == part)
}

/// That games which are given and missing are all, if all that are missing are known.
fn counted(given: u64, damage: &[Damage], count: u64, what: &str) -> Result<(), Broken> {
    let missing = damage.iter().filter_map(Damage::missing);
    let known: Option<u64> = missing.map(|missing| missing.games).sum();
    Broken::unless(known.is_none_or(|known| given + known == count), || {
        format!("of {count} games {given} are {what}, and missing are {known:?}: {damage:?}")
    })
}

/// From the index, or from what a scan finds: texts and values. Returns whether the numbers of games are certain.
pub fn games(
    harmed: &Harmed,
    truth: &Truth,
    texts: &Texts,
    random: &mut Random,
) -> Result<bool, Broken> {
    let mut reader = match opened(harmed) {
        Ok(reader) => reader,
        Err(error) => {
            let is_refused = texts.is_refused && error.kind() == ErrorKind::InvalidArgument;
            Broken::unless(
                is_refused || harmed.is_mended || texts.error.is_some(),
                || format!("the reader does not open ({error}), but text is kept"),
            )?;
            return Ok(false);
        }
    };
    let at_once = reader.report().damage;
    let count = reader.len();
    let (mut text, mut given) = (Vec::new(), Vec::new());
    let read = reader.texts(0..count, &mut |_, game| {
        text.extend_from_slice(game);
        given.push(game.len());
        Ok(())
    });
    if harmed.is_mended && read.is_err() {
        return Ok(false);
    }
    read.map_err(|error| Broken(format!("games cannot be read: {error}")))?;
    let lost = reader.skipped_damage();
    let missing: u64 = lost
        .iter()
        .filter_map(|damage| damage.missing()?.games)
        .sum();
    Broken::unless(given.len() as u64 + missing == count, || {
        format!(
            "of {count} games {} are given and {missing} missing",
            given.len()
        )
    })?;
    if harmed.is_mended {
        values(harmed, truth, false, random)?;
        return Ok(false);
    }
    let has_blocks_without_games = reader.blocks().iter().any(|block| block.facts().games == 0);
    if !has_blocks_without_games {
        Broken::unless(text == texts.kept, || {
            format!(
                "games have {} bytes of text, {} are kept front to back",
                text.len(),
                texts.kept.len()
            )
        })?;
    }
    let says = !at_once.is_empty() || !lost.is_empty();
    // Who needs no index, no footer and no model need not know that they are damaged.
    let may_be_silent = !truth.is_sound && text == truth.text();
    let may_be_silent = may_be_silent || truth.may_pass_for_sound(&text);
    Broken::unless(
        has_blocks_without_games || may_be_silent || says != truth.is_sound,
        || format!("nothing is said of damage, or without cause: {at_once:?} {lost:?}"),
    )?;
    let is_known = at_once.iter().all(|damage| {
        let is_cut = damage.kind() == ErrorKind::InsufficientData;
        !is_cut
            && damage
                .missing()
                .is_none_or(|missing| missing.games.is_some())
    });
    let is_one = truth.parts.len() == 1 || harmed.how.iter().all(|how| how.contains("flipped"));
    let exact = truth.in_order && (truth.is_sound || is_known && is_one && !harmed.is_shifted);
    if exact && !has_blocks_without_games {
        Broken::unless(count == truth.count(), || {
            format!("{count} games are known of {}: {at_once:?}", truth.count())
        })?;
    }
    values(harmed, truth, exact, random)?;
    Ok(exact)
}

/// A reader that goes on after damage.
fn opened(harmed: &Harmed) -> Result<Reader<Cursor<&[u8]>>, Error> {
    let source = Cursor::new(&harmed.bytes[..]);
    Reader::open(source, &reading().keep_going(true))
}

/// Games as values, with some sets of columns.
fn values(harmed: &Harmed, truth: &Truth, exact: bool, random: &mut Random) -> Result<(), Broken> {
    let reader = || opened(harmed).map_err(|error| Broken(format!("it opened before: {error}")));
    let count = reader()?.len();
    let mut sets = vec![random.below(COLUMNS.len())];
    if harmed.only_groups {
        sets.push(0);
    }
    for set in sets {
        let mut found: Vec<(u64, Game)> = Vec::new();
        let mut reader = reader()?;
        let mut visit = |number, game| {
            found.push((number, game));
            ControlFlow::Continue(())
        };
        let visited = reader.each(0..count, COLUMNS[set], &mut visit);
        let lost = reader.skipped_damage();
        let missing = lost.iter().filter_map(|damage| damage.missing()?.games);
        let missing: u64 = missing.sum();
        if harmed.is_mended {
            // Whoever mends checksums may claim any number of games, or a stream of a later release.
            continue;
        }
        visited.map_err(|error| Broken(format!("games are not visited: {error}")))?;
        Broken::unless(found.len() as u64 + missing == count, || {
            format!(
                "of {count} games {} are visited and {missing} missing",
                found.len()
            )
        })?;
        if truth.has_values {
            truth.has_games(&found, set, exact)?;
        }
        if harmed.only_groups && set == 0 {
            Broken::unless(missing == 0, || {
                "tags are lost, though groups alone are damaged".into()
            })?;
        }
        if !random.once_in(3) {
            continue;
        }
        let games = reader.games(0..count, COLUMNS[set]);
        let games = games.map_err(|error| Broken(format!("no games: {error}")))?;
        let one_by_one = games.take_while(Result::is_ok).count();
        Broken::unless(one_by_one == found.len(), || {
            format!("{one_by_one} games are iterated, {} visited", found.len())
        })?;
    }
    one_by_one(&mut reader()?, harmed, truth, random)
}

/// Single games are what they are in a row.
fn one_by_one(
    reader: &mut Reader<Cursor<&[u8]>>,
    harmed: &Harmed,
    truth: &Truth,
    random: &mut Random,
) -> Result<(), Broken> {
    let count = reader.len();
    if count == 0 || harmed.is_mended {
        return Ok(());
    }
    let game = random.below(count as usize) as u64;
    let mut text = Vec::new();
    let mut give = |game: &[u8]| {
        text.extend_from_slice(game);
        Ok(())
    };
    let read = reader.games_text(game..game + 1, &mut give);
    if read.is_ok() {
        truth.has_text(&text, "one game")?;
    }
    Ok(())
}
