use super::super::forward::Scratch;
use super::super::kernels::{Hidden, InputRow, Kernels, OutputRow, Sum, TOGETHER};
use super::super::likeness::ASPECTS;
use super::super::plain::Plain;
use super::super::{BEST, DEFAULT, Detail, FAST, Features, brief, simd};
use super::load::MOST;
use super::*;
use crate::moves::net::kernels::FULL;
use crate::moves::net::{ALL_KINDS, INPUTS, Malformed, Networks, ROWS, SCALARS};
use crate::moves::{Kind, MoveContext, Setting};
use legal::{History, Position, Variant};

/// Calls `visit` with the features of each position of games of random moves.
fn walk(seed: u64, visit: impl FnMut(&Features)) {
    walk_in(Detail::Full, seed, visit);
}

/// The same, with moves described in this detail.
fn walk_in(detail: Detail, seed: u64, visit: impl FnMut(&Features)) {
    walk_by(Variant::Standard, detail, seed, visit);
}

fn walk_by(variant: Variant, detail: Detail, seed: u64, mut visit: impl FnMut(&Features)) {
    let mut random = seed;
    for _ in 0..40 {
        let (mut position, mut history) = (Position::initial(variant), History::default());
        let mut features = Features::default();
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            features.extract(
                detail,
                &MoveContext {
                    position: &position,
                    legal: &legal,
                    history: &history,
                    setting: &Setting::default(),
                },
            );
            visit(&features);
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let m = legal[(random >> 33) as usize % legal.len()];
            position.play(m);
            history = history.then(m);
        }
    }
}

#[test]
fn what_is_seen_lies_in_its_tables() {
    let check = |features: &Features| {
        let mut inputs = features.inputs.numbers();
        assert_eq!(inputs.len(), features.inputs.count());
        inputs.sort_unstable();
        assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(inputs.iter().all(|&input| usize::from(input) < INPUTS));
        for row in &features.moves {
            let aspects = row.rows.iter().zip(ASPECTS);
            assert!(
                aspects
                    .into_iter()
                    .all(|(&row, of)| of.contains(&usize::from(row)))
            );
            let mut scalars = row.scalars.iter();
            assert!(scalars.all(|&scalar| (scalar as usize) < SCALARS));
        }
    };
    for variant in Variant::ALL {
        walk_by(variant, Detail::Full, 1, check);
        walk_by(variant, Detail::Brief, 1, check);
    }
}

#[test]
fn what_is_seen_in_brief_is_what_is_seen_in_full() {
    let mut full = Vec::new();
    walk_in(Detail::Full, 6, |features| full.push(features.clone()));
    let (mut full, mut alike, mut all) = (full.into_iter(), 0, 0);
    walk_in(Detail::Brief, 6, |brief| {
        let full = full.next().unwrap();
        assert_eq!(brief.inputs, full.inputs);
        assert_eq!(brief.moves.len(), full.moves.len());
        for (brief, full) in brief.moves.iter().zip(&full.moves) {
            assert_eq!(brief.rows[0], full.rows[0]);
            for scalar in brief::READ.1 {
                assert_eq!(brief.scalars[scalar], full.scalars[scalar]);
            }
            // Checks that are uncovered, exchanges of more than two pieces, and attacks from behind a piece that goes away are not seen.
            alike += usize::from(brief.rows[..3] == full.rows[..3]);
            all += 1;
        }
    });
    assert!(10 * alike > 9 * all, "{alike} of {all}");
}

#[test]
fn vectors_give_the_same_logits() {
    agree(Networks::<BEST>::shipped().of(Kind::Online));
    agree(Networks::<DEFAULT>::shipped().of(Kind::Online));
    agree(Networks::<FAST>::shipped().of(Kind::Online));
}

fn agree<const C: usize>(network: &Network<C>) {
    let (mut scratch, mut plain_scratch) = (Scratch::default(), Scratch::default());
    let (mut logits, mut plain) = (Vec::new(), Vec::new());
    walk_in(Network::<C>::DETAIL, 2, |features| {
        network.forward::<Plain>(features, &mut plain_scratch, &mut plain);
        let agree = |scratch: &Scratch<C>, logits: &[i32]| {
            assert_eq!(scratch.hidden.0, plain_scratch.hidden.0);
            assert_eq!(logits, plain);
        };
        network.logits(features, &mut scratch, &mut logits);
        agree(&scratch, &logits);
        // The widest vectors hide the others.
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            network.forward::<simd::Avx2>(features, &mut scratch, &mut logits);
            agree(&scratch, &logits);
        }
    });
}

#[test]
fn sums_that_were_kept_are_those_of_a_new_start() {
    let networks = Networks::<BEST>::shipped();
    let network = networks.of(Kind::Online);
    let (mut scratch, mut kept, mut new) = (Scratch::default(), Vec::new(), Vec::new());
    walk(4, |features| {
        network.logits(features, &mut scratch, &mut kept);
        network.forward::<Plain>(features, &mut Scratch::default(), &mut new);
        assert_eq!(kept, new);
    });
}

#[test]
fn vectors_agree_at_the_limits() {
    // Every weight and every column at an end of its range.
    let (hidden, row) = (Hidden([FULL as u8; BEST]), OutputRow([-127; BEST]));
    let most = i32::from(FULL) * -127 * BEST as i32;
    let rows = [[&row; 2]; TOGETHER];
    assert_eq!(Plain::products(&hidden, rows), [2 * most; TOGETHER]);
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        assert_eq!(simd::Avx2::products(&hidden, rows), [2 * most; TOGETHER]);
    }
    #[cfg(target_arch = "x86_64")]
    if simd::Avx512::runs_here() {
        assert_eq!(simd::Avx512::products(&hidden, rows), [2 * most; TOGETHER]);
    }
}

#[test]
fn vectors_of_every_width_agree() {
    of_width::<64>();
    of_width::<128>();
    of_width::<192>();
    of_width::<256>();
}

fn of_width<const C: usize>() {
    let rows: Vec<InputRow<C>> = (0..7)
        .map(|row| {
            let weight = |at: usize| (row * 89 + at * at * 31 + at * 7) as u8;
            InputRow([0, C].map(|half| std::array::from_fn(|at| weight(half + at))))
        })
        .collect();
    let hidden = |change: fn(&mut Sum<C>, &[InputRow<C>]), hide: fn(&Sum<C>, &mut Hidden<C>)| {
        let (mut sum, mut hidden) = (Sum::of(|column| column as i16 % 50), Hidden([0; C]));
        change(&mut sum, &rows);
        hide(&sum, &mut hidden);
        hidden.0
    };
    /// The sum of the first five rows without the last two, and the columns of that.
    macro_rules! by {
        ($kernels:ty) => {
            hidden(
                |sum, rows| <$kernels>::change(sum, rows[..5].iter(), rows[5..].iter()),
                |sum, columns| <$kernels>::hidden(sum, 3, columns),
            )
        };
    }
    let plain = by!(Plain);
    assert!(plain.iter().any(|&column| column > 0));
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        assert_eq!(by!(simd::Avx2), plain);
    }
    #[cfg(target_arch = "x86_64")]
    if simd::Avx512::runs_here() {
        assert_eq!(by!(simd::Avx512), plain);
    }
}

#[test]
fn several_networks_speak_with_one_voice() {
    let one = own(3);
    let (one, both) = (<Network>::from_bytes(&one).unwrap(), [one, own(8)].concat());
    let other = <Network>::from_bytes(&own(8)).unwrap();
    let both = <Network>::from_bytes(&both).unwrap();
    let (mut scratch, mut logits) = (Scratch::default(), [(); 3].map(|()| Vec::new()));
    walk(3, |features| {
        for (network, logits) in [&one, &other, &both].into_iter().zip(&mut logits) {
            network.logits(features, &mut scratch, logits);
        }
        let [one, other, both] = &logits;
        let mean = one.iter().zip(other).map(|(a, b)| (a + b).div_euclid(2));
        assert!(mean.eq(both.iter().copied()));
    });
    assert_ne!(one.id(), both.id());
    let many = own(1).repeat(MOST + 1);
    assert_eq!(<Network>::from_bytes(&many).err(), Some(Malformed::Long));
}

#[test]
fn a_network_without_scalars_has_those_of_the_one_before() {
    let [shared, stated] = [0, SCALARS].map(|scalars| {
        let second = of_scalars(8, 3, scalars);
        <Network>::from_bytes(&[own(3), second].concat()).unwrap()
    });
    let (mut scratch, mut logits) = (Scratch::default(), [(); 2].map(|()| Vec::new()));
    walk(1, |features| {
        for (network, logits) in [&shared, &stated].into_iter().zip(&mut logits) {
            network.logits(features, &mut scratch, logits);
        }
        assert_eq!(logits[0], logits[1]);
    });
    let alone = <Network>::from_bytes(&of_scalars(8, 3, 0));
    assert_eq!(alone.err(), Some(Malformed::Scalars));
}

/// The file of a network with arbitrary weights.
fn own(seed: usize) -> Vec<u8> {
    of_scalars(seed, seed, SCALARS)
}

/// The same, with so many scalars from a separate seed.
fn of_scalars(seed: usize, scalar_seed: usize, scalars: usize) -> Vec<u8> {
    let weight = |at: usize, seed: usize| ((at.wrapping_mul(seed * 2 + 1) >> 3) % 7) as i8 - 3;
    let bytes = |count: usize| (0..count).map(|at| weight(at, seed)).collect::<Vec<_>>();
    let words = |count: usize, seed: usize| {
        let words = (0..count).map(|at| weight(at, seed).into());
        words.collect::<Vec<i16>>()
    };
    let (first, last) = (bytes(2 * BEST * INPUTS), bytes(BEST * ROWS));
    let scalars = words(scalars, scalar_seed);
    super::super::to_bytes(ALL_KINDS, &words(2 * BEST, seed), &first, &last, &scalars)
}

#[test]
fn other_files_are_refused() {
    let shipped = &pgnz_data::BEST.concat()[..];
    let refused = |bytes: &[u8]| <Network>::from_bytes(bytes).err();
    assert_eq!(refused(b"[Event \"?\"]"), Some(Malformed::Magic));
    assert_eq!(
        refused(&shipped[..shipped.len() - 1]),
        Some(Malformed::Short)
    );
    assert_eq!(refused(&[shipped, b"!"].concat()), Some(Malformed::Magic));
    let mut other = shipped.to_vec();
    other[8] ^= 1;
    assert!(matches!(refused(&other), Some(Malformed::Shape { .. })));
}

#[test]
fn the_shipped_networks_are_those_of_their_file() {
    are_those_of(
        &Networks::<BEST>::shipped(),
        &Networks::<BEST>::shipped_file(),
    );
    are_those_of(
        &Networks::<DEFAULT>::shipped(),
        &Networks::<DEFAULT>::shipped_file(),
    );
    are_those_of(
        &Networks::<FAST>::shipped(),
        &Networks::<FAST>::shipped_file(),
    );
}

fn are_those_of<const C: usize>(shipped: &Networks<C>, file: &[u8]) {
    let read = Networks::<C>::from_bytes(file).unwrap();
    assert_eq!(read.digest(), shipped.digest());
    for kind in Kind::ALL {
        let (read, packed) = (read.of(kind), shipped.of(kind));
        let first = read.first.iter().zip(packed.first.iter());
        assert!(first.into_iter().all(|(read, packed)| read.0 == packed.0));
        let last = read.last.iter().zip(packed.last.iter());
        assert!(last.into_iter().all(|(read, packed)| read.0 == packed.0));
        assert_eq!(read.scalars, packed.scalars);
    }
}

#[test]
fn networks_of_two_widths_do_not_work_together() {
    let (full, brief) = (own(3), Networks::<FAST>::shipped_file());
    let refused = Networks::<FAST>::from_bytes(&[&brief[..], &full].concat()).err();
    assert_eq!(refused, Some(Malformed::Mixed));
    let refused = <Networks>::from_bytes(&[&full[..], &brief].concat()).err();
    assert_eq!(refused, Some(Malformed::Mixed));
}

/// The file of a network for games of these kinds.
fn judging(kinds: u32, seed: usize) -> Vec<u8> {
    let mut file = own(seed);
    file[24..28].copy_from_slice(&kinds.to_le_bytes());
    file
}

#[test]
fn games_of_a_kind_are_judged_by_the_networks_for_it() {
    let (all, other) = (judging(7, 3), judging(2, 8));
    let networks = <Networks>::from_bytes(&[&all[..], &other].concat()).unwrap();
    let alone = [all, other].map(|file| <Network>::from_bytes(&file).unwrap());
    let (mut scratch, mut logits) = (Scratch::default(), [(); 5].map(|()| Vec::new()));
    walk(5, |features| {
        let asked = Kind::ALL.map(|kind| networks.of(kind));
        for (network, logits) in asked.into_iter().chain(&alone).zip(&mut logits) {
            network.logits(features, &mut scratch, logits);
        }
        let [online, both, unusual, first, second] = &logits;
        assert_eq!([online, unusual], [first; 2]);
        let mean = first.iter().zip(second);
        assert!(mean.map(|(a, b)| (a + b) >> 1).eq(both.iter().copied()));
    });
}

#[test]
fn a_file_without_a_network_for_some_games_is_refused() {
    for (kinds, missing) in [(1, Kind::Other), (2, Kind::Online), (3, Kind::Unusual)] {
        let refused = <Networks>::from_bytes(&judging(kinds, 3)).err();
        assert_eq!(refused, Some(Malformed::Missing(missing)));
    }
    for kinds in [0, 8] {
        let refused = <Networks>::from_bytes(&judging(kinds, 3)).err();
        assert_eq!(refused, Some(Malformed::Kinds(kinds)));
    }
}
