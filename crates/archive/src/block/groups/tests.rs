use super::*;
use crate::BlockFacts;

/// The place of the stream `derived` in [`GROUPED`].
const DERIVED: usize = 5;

/// Groups of so many games each, with parts of the streams `moves` and `derived`.
fn groups_of(games: &[u64]) -> Vec<Group> {
    let mut ends = [0; GROUPED.len()];
    let mut groups = Vec::new();
    for (at, &games) in games.iter().enumerate() {
        let mut group = Group {
            games,
            text_bytes: LEAST_TEXT + games,
            checks: Some(Checks {
                text: 0xFEAB_CDE0 + at as u32,
                parts: at as u32,
            }),
            parts: ends.map(|end| end..end),
        };
        for stream in [1, DERIVED] {
            ends[stream] += 3 * games;
            group.parts[stream].end = ends[stream];
        }
        groups.push(group);
    }
    groups
}

#[test]
fn a_table_gives_its_groups_back() {
    let cases: [(&[u64], usize); 6] = [
        // The games of each group, and how many bytes say so.
        (&[256, 128, 128, 128, 60], 2 + 2),
        (&[100, 100, 100, 1], 2),
        (&[100, 90], 2),
        (&[1, 2, 2, 2], 2),
        (&[60, 20, 30, 20], 2 + 4),
        (&[60, 20, 20, 30], 2 + 4),
    ];
    for (games, numbers) in cases {
        let groups = groups_of(games);
        let table = write(&groups);
        // Beside them which streams there are, and of each group its text, checksums and two parts.
        let lengths =
            |group: &Group| [1, DERIVED].map(|at| group.parts[at].end - group.parts[at].start);
        let of_parts = groups.iter().flat_map(lengths);
        let of_parts = of_parts.map(|length| if length < 128 { 1 } else { 2 });
        let others = 1 + groups.len() * (2 + CHECK_BYTES) + of_parts.sum::<usize>();
        assert_eq!(table.len(), numbers + others, "{games:?}");

        let facts = BlockFacts {
            games: games.iter().sum(),
            text_bytes: groups.iter().map(|group| group.text_bytes).sum(),
            ..BlockFacts::default()
        };
        let bytes = |at: usize| vec![0; groups.last().unwrap().parts[at].end as usize];
        let streams = [1, DERIVED].map(|at| (GROUPED[at], bytes(at)));
        let mut streams: Vec<_> = streams
            .iter()
            .map(|(of, bytes)| (*of, &bytes[..]))
            .collect();
        streams.push((Stream::Groups, &table));
        let block = |facts| BlockPayload {
            facts,
            streams: &streams,
        };
        assert_eq!(of(&block(&facts)), Ok(groups));
        let other = BlockFacts {
            games: facts.games + 500,
            ..facts
        };
        assert!(of(&block(&other)).is_err(), "{games:?}");
    }
}
