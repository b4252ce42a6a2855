//! Games' openings from their text.

use super::Numbers;
use anyhow::{Context, Result};
use legal::{LegalMoves, Position, san};
use pgn::{TokenKind, lex};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use streams::training::catalogue::{Label, School};

/// Plies of a game that may decide the name of its opening.
pub const PLIES: usize = 40;

/// The opening of a game.
#[derive(Debug)]
pub struct Opening {
    /// Hashes of the positions, from the initial one.
    pub positions: Vec<u64>,
    /// Ranks of the moves between them.
    pub ranks: Vec<u8>,
    /// The number of what it is called.
    pub label: u32,
}

/// Openings of games by school.
#[derive(Debug, Default)]
pub struct Openings {
    /// The games.
    pub games: [Vec<Opening>; School::ALL.len()],
    /// What the numbers of labels mean.
    pub labels: [Vec<Label>; School::ALL.len()],
    /// Entries of lists of openings: each names the last of its positions.
    pub entries: [Vec<Opening>; School::ALL.len()],
}

/// What files are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Games.
    Games,
    /// Games of lichess.org with the names that it had before.
    Earlier,
    /// Lists of openings.
    List,
}

/// Reads games and the entries of lists of openings from files, plain or wrapped.
///
/// # Errors
///
/// Those of reading.
pub fn read<'a>(files: impl IntoIterator<Item = (&'a PathBuf, Role)>) -> Result<Openings> {
    let mut openings = Openings::default();
    let mut numbers: [Numbers; School::ALL.len()] = Default::default();
    for (file, role) in files {
        let named = || file.display().to_string();
        let input = BufReader::new(File::open(file).with_context(named)?);
        let (start, input) = wrapping::peek(input).with_context(named)?;
        let source = wrapping::recognise(&start);
        let mut text = Vec::new();
        wrapping::unwrap(source, Box::new(input))
            .with_context(named)?
            .read_to_end(&mut text)
            .with_context(named)?;
        for game in pgn::games(&text) {
            let Some((school, label, movetext)) = label(game) else {
                continue;
            };
            let school = match school {
                School::Lichess if role == Role::Earlier => School::EarlierLichess,
                _ => school,
            };
            let at = school as usize;
            let number = numbers[at].number(label, &mut openings.labels[at]);
            let opening = opening(&game[movetext..], number);
            if role == Role::List {
                openings.entries[at].push(opening);
            } else {
                openings.games[at].push(opening);
            }
        }
    }
    Ok(openings)
}

/// What a game's opening is called, by whom, and where its movetext begins.
fn label(game: &[u8]) -> Option<(School, Label, usize)> {
    let mut label = Label::default();
    let (mut school, mut at) = (None, 0);
    for token in lex(game) {
        if let Some(pair) = token.tag_pair() {
            match pair.name {
                b"ECO" => label[0] = pair.value.to_vec(),
                b"Opening" => label[1] = pair.value.to_vec(),
                b"Variation" => label[2] = pair.value.to_vec(),
                b"ECOUrl" => {
                    let start = pair.value.iter().rposition(|&byte| byte == b'/')? + 1;
                    label[1] = pair.value[start..].to_vec();
                    school = Some(School::ChessCom);
                }
                b"FEN" | b"SetUp" => return None,
                b"Variant" if !pair.value.eq_ignore_ascii_case(b"standard") => return None,
                b"Site" if pair.value.starts_with(b"https://lichess.org") => {
                    school = school.or(Some(School::Lichess));
                }
                _ => {}
            }
        } else if matches!(
            token.kind,
            TokenKind::San | TokenKind::MoveNumber | TokenKind::Comment | TokenKind::Termination
        ) {
            break;
        }
        at += token.text.len();
    }
    let is_code = matches!(label[0][..], [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    if !is_code {
        return None;
    }
    let school = match school {
        // Programs that leave out the name are of no use for the names of the others.
        Some(school) => Some(school).filter(|_| !label[1].is_empty() && label[1] != b"?"),
        None if label[1].is_empty() => Some(School::Database),
        None => Some(School::Classical),
    }?;
    Some((school, label, at))
}

fn opening(movetext: &[u8], label: u32) -> Opening {
    let (mut position, mut legal) = (Position::standard(), LegalMoves::new());
    let mut opening = Opening {
        positions: vec![position.hash()],
        ranks: Vec::new(),
        label,
    };
    let mut variations = 0_usize;
    for token in lex(movetext) {
        match token.kind {
            TokenKind::VariationOpen => variations += 1,
            TokenKind::VariationClose => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            TokenKind::Termination | TokenKind::NullMove => break,
            TokenKind::San => {
                position.legal_moves_into(&mut legal);
                let Some(index) = san::read(token.text, &position, &legal) else {
                    break;
                };
                position.play(legal[index]);
                opening.positions.push(position.hash());
                opening.ranks.push(index as u8);
                if opening.ranks.len() == PLIES {
                    break;
                }
            }
            _ => {}
        }
    }
    opening
}
