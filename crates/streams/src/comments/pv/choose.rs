//! Predicts the next move of a line, and whether the line ends.
//!
//! Format: "Lines in comments".

use super::followers::Follower;
use super::trail::Trail;
use super::{Lines, MOST_CANDIDATES, Situation};
use crate::moves::{MoveContext, Moves};
use entropy::Code;
use legal::{LegalMoves, Position};
use model::candidates::{Candidate, Candidates};
use model::number::hash;

impl Lines {
    pub(super) fn ends_here(
        &mut self,
        coder: &mut impl Code,
        position: &Position,
        legal: &LegalMoves,
        found: &[Option<Follower>; 3],
        end: bool,
    ) -> bool {
        let now = &self.now;
        let Situation {
            kind,
            engine,
            numbers,
            ..
        } = now.at;
        let kind = hash(&[kind, engine]);
        let length = now.moves.len() as u32;
        let marks = found.iter().fold(0, |marks, follower| {
            marks * 3
                + match follower {
                    None => 0,
                    Some(Follower { next: None, .. }) => 1,
                    Some(_) => 2,
                }
        });
        let ahead = |number: i64| (number - i64::from(length)).clamp(-24, 40) as u32;
        let left = now.trails.each_ref().map(Trail::left);
        let pieces = position.board().occupied().count() as u32;
        let drawn = position.halfmoves().min(101) / 10;
        let contexts = [
            hash(&[1, kind, length]),
            hash(&[2, kind, ahead(numbers[0]), marks]),
            hash(&[3, kind, ahead(numbers[1]), length.min(3)]),
            hash(&[4, kind, left[0], now.misses.min(7)]),
            hash(&[5, kind, marks, length.min(12), now.run.min(3)]),
            hash(&[6, kind, pieces.min(9), drawn, (legal.len() as u32).min(4)]),
            hash(&[7, now.at.kind, ahead(numbers[0]), left[0].min(8), marks]),
        ];
        self.ends.bit(coder, contexts, marks, end)
    }

    pub(super) fn choose(
        &mut self,
        coder: &mut impl Code,
        turn: &MoveContext,
        found: &[Option<Follower>; 3],
        index: usize,
    ) -> usize {
        let MoveContext {
            position, legal, ..
        } = *turn;
        if legal.len() == 1 {
            return 0;
        }
        let now = &self.now;
        let followers = found
            .iter()
            .map(|follower| follower.and_then(|follower| follower.next));
        let trails = now.trails.iter().map(|trail| trail.candidate(legal));
        let alternative = now.at.alternative.filter(|_| now.moves.is_empty());
        let mut candidates = Candidates::default();
        for (source, m) in (0..).zip(followers.chain(trails).chain([alternative])) {
            if let Some(index) = m.and_then(|m| legal.rank(m)) {
                candidates.add(index, source);
            }
        }
        let ranks = &self.ranks;
        let list = &mut candidates.list;
        list.sort_by_key(|tried| std::cmp::Reverse(ranks[tried.sources as usize & 63].one()));
        list.truncate(MOST_CANDIDATES);
        for (place, tried) in candidates.list.iter().enumerate() {
            let contexts = self.hit_contexts(position, legal, found, &candidates, place);
            let set = 64 * (place as u32) + tried.sources;
            let hit = self.hits.bit(coder, contexts, set, tried.value == index);
            self.ranks[tried.sources as usize & 63].update(hit, 250);
            if hit {
                self.now.run = if place == 0 { self.now.run + 1 } else { 0 };
                return tried.value;
            }
        }
        self.now.run = 0;
        self.now.misses += 1;
        let reweight = &mut self.reweight;
        reweight.classify(legal, &self.now.trails, &candidates);
        let moves = self
            .moves
            .get_or_insert_with(|| Box::new(Moves::new(&self.knowledge)));
        let index = moves.code_reweighted(coder, turn, index, &mut |widths| {
            reweight.apply(widths);
        });
        reweight.learn(index);
        index
    }

    fn hit_contexts(
        &self,
        position: &Position,
        legal: &LegalMoves,
        found: &[Option<Follower>; 3],
        candidates: &Candidates<usize>,
        place: usize,
    ) -> [u32; 8] {
        let now = &self.now;
        let Candidate {
            value: index,
            sources,
        } = candidates.list[place];
        let all = candidates.list.iter();
        let all = all.fold(0, |sum, tried| sum << 6 | tried.sources);
        let m = legal[index];
        let length = now.moves.len() as u32;
        let run = now.run;
        let situation = hash(&[place as u32, sources, all]);
        let kind = now.at.kind;
        let own = found[1].unwrap_or_default();
        let age = now.at.ply.saturating_sub(own.ply).min(9);
        let times = found.map(|follower| follower.map_or(0, |follower| follower.times.min(3)));
        let capture = u32::from(m.is_capture());
        let checked = u32::from(position.is_check());
        let retakes = now
            .moves
            .last()
            .is_some_and(|last| last.is_capture() && last.to() == m.to());
        let choices = (legal.len() as u32).min(40) / 4;
        let looks = m.role() as u32 * 8 + capture * 4 + checked * 2 + u32::from(retakes);
        let certainty = hash(&[age, times[1], times[2], times[0]]);
        [
            hash(&[1, situation, run.min(3), kind]),
            hash(&[2, situation, length.min(40), kind]),
            hash(&[3, situation, certainty]),
            hash(&[4, sources, run.min(30), now.misses.min(6)]),
            hash(&[5, sources, looks, choices]),
            hash(&[6, now.at.engine, sources, now.misses.min(3), run.min(6)]),
            hash(&[7, situation, now.trails[0].left(), age.min(3)]),
            hash(&[8, sources, place as u32, certainty, looks, run.min(2)]),
        ]
    }
}
