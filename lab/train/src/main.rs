//! `train`: from games to the weights of the move model.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::{Parser, ValueEnum};
use streams::moves::Kind;
use streams::training::networks::{
    ALL_KINDS, BEST, DEFAULT, Detail, FAST, Network, Networks, Parts, networks,
};
use train::games::Games;
use train::labels::Labels;
use train::measure::{Measure, measure, measure_quantised, sharpness};
use train::net::Net;
use train::quantise::quantise;
use train::report::{self, Point};
use train::run::{Plan, run};
use train::sources::{Prepared, Sources};
use train::teacher::Teacher;

/// Trains the network of the move model.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    sources: Sources,
    /// Positions to learn from, in millions, over all rounds.
    #[arg(long, default_value_t = 200.0)]
    millions: f64,
    /// Positions in a batch.
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Learning rate at its highest.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Share of the highest rate that is left for the last two fifths of the positions, in which it falls slowly.
    #[arg(long, default_value_t = 0.25)]
    late_rate: f32,
    /// Silent share of the hidden columns, in 1/256.
    #[arg(long, default_value_t = 51)]
    dropout: u32,
    /// The file of a network to begin with: it learns the games given here better and those it learned first a little worse. A `--rate` of a
    /// third of the usual suits. Of several networks in the file the last learns, and the others stand before it in the output as they were.
    #[arg(long)]
    begin: Option<PathBuf>,
    /// All networks of the file to begin with learn, as one whose logits are averaged.
    #[arg(long, requires = "begin")]
    together: bool,
    /// Files of labels: what a teacher says of the moves of some games (docs/modelling.md, "Taught by player models").
    #[arg(long, num_args = 1..)]
    labels: Vec<PathBuf>,
    /// The teacher's part of what is learned from a position with a label; the rest is the move played.
    #[arg(long, default_value_t = 0.9)]
    soft: f32,
    /// With labels: learn also from one in so many of the games that have none; 0 for no other games.
    #[arg(long, default_value_t = 1)]
    unlabelled: usize,
    /// The kinds of games that the network is for, if not all.
    #[arg(long = "for", value_enum, num_args = 1..)]
    kinds: Vec<Kinds>,
    /// Learn from one in so many of the games that the network is not for; 0 for none of them.
    #[arg(long, default_value_t = 1)]
    others: usize,
    /// A file of networks that are asked about every position: what they say is learned as labels are.
    #[arg(long, conflicts_with = "labels")]
    teacher: Option<PathBuf>,
    /// Train a network that looks at moves less closely, with so many hidden columns: 128 as level fast, or 192 as level middle.
    #[arg(long, conflicts_with = "begin", value_name = "COLUMNS", value_parser = in_brief)]
    brief: Option<usize>,
    /// Decides the first weights and the order of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the network is kept while it is trained; if it is there, training goes on.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Where the finished model goes, for `pgnz compress --model`; a report (.md) and the learning curve (.svg) lie beside it.
    #[arg(short, long, default_value = "own.net")]
    output: PathBuf,
}

/// Kinds of games, as [`Kind`] has them.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kinds {
    /// Those played on servers by people who are no masters.
    Online,
    /// Those from positions of their own, as in Chess960, and those of which nothing is known.
    Unusual,
    /// All others.
    Other,
}

/// The bits of some kinds; of all where there are none.
fn bits(kinds: &[Kinds]) -> u32 {
    let bit = |kinds: &Kinds| match kinds {
        Kinds::Online => Kind::Online.bit(),
        Kinds::Unusual => Kind::Unusual.bit(),
        Kinds::Other => Kind::Other.bit(),
    };
    match kinds {
        [] => ALL_KINDS,
        kinds => kinds.iter().map(bit).fold(0, |bits, bit| bits | bit),
    }
}

/// The networks that stand before those that learn, and the places of these in the file to begin with.
fn others(args: &Args) -> Result<(Vec<u8>, Range<usize>)> {
    let Some(path) = &args.begin else {
        return Ok((Vec::new(), 0..1));
    };
    let file = || format!("cannot begin with {}", path.display());
    let bytes = fs::read(path).with_context(file)?;
    // What is wrong with it is better told before the training than after it.
    for bytes in networks(&bytes) {
        Parts::from_bytes(bytes).with_context(file)?;
    }
    let count = networks(&bytes).count();
    let last = networks(&bytes).last().map_or(0, <[u8]>::len);
    Ok(match args.together {
        true => (Vec::new(), 0..count),
        false => (bytes[..bytes.len() - last].to_vec(), count - 1..count),
    })
}

/// Whether it is the turn of each that is asked about: of one in so many, the first included; of none for 0.
fn one_in(count: usize) -> impl FnMut() -> bool {
    let mut turns = (1..=count).cycle();
    move || turns.next() == Some(1)
}

fn in_brief(text: &str) -> Result<usize, String> {
    let columns = text.parse().map_err(|_| "not a number")?;
    match Detail::of_columns(columns) {
        Some(Detail::Brief) => Ok(columns),
        _ => Err("no width of networks in brief".to_owned()),
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let kinds = bits(&args.kinds);
    let (others, learning) = others(&args)?;
    let Prepared {
        games,
        mut training,
        held_out,
    } = args.sources.prepare()?;
    let names = args.sources.names();
    let labels = match &args.labels[..] {
        [] => None,
        files => Some(Labels::read(files, args.soft)?),
    };
    let asked = match &args.teacher {
        None => None,
        Some(path) => {
            let file = || format!("cannot be taught by {}", path.display());
            let networks = Networks::from_bytes(&fs::read(path).with_context(file)?);
            Some(Arc::new(networks.with_context(file)?))
        }
    };
    let teacher = match (&labels, &asked) {
        (Some(labels), _) => Some(Teacher::Labels(labels)),
        (None, asked) => asked.as_ref().map(|networks| Teacher::Networks {
            networks,
            part: args.soft,
        }),
    };
    if let Some(labels) = &labels {
        let mut is_drawn = one_in(args.unlabelled);
        let (all, mut found) = (training.len(), 0);
        training.retain(|&index| {
            let has = labels.has(games.get(index as usize));
            found += usize::from(has);
            has || is_drawn()
        });
        eprintln!(
            "{found} of {} games with labels found among {all}; {} games to learn from",
            labels.len(),
            training.len()
        );
    }
    if args.others != 1 {
        let mut is_drawn = one_in(args.others);
        training.retain(|&index| {
            let kind = games.get(index as usize).setting.kind();
            kind.bit() & kinds != 0 || is_drawn()
        });
        eprintln!("{} games to learn from", training.len());
    }
    let plan = Plan {
        positions: (args.millions * 1e6) as u64,
        batch: args.batch,
        rate: args.rate,
        late_rate: args.late_rate,
        dropout: args.dropout,
        columns: args.brief.unwrap_or(BEST),
        seed: args.seed,
        begin: args.begin.clone().map(|path| (path, learning)),
        checkpoint: args.checkpoint.clone(),
        keep_every: Duration::from_secs(120),
    };
    // The curve lies beside the checkpoint, so that it is whole after a run in several parts.
    let curve = args
        .checkpoint
        .as_ref()
        .map(|path| path.with_extension("csv"));
    let mut points = match &curve {
        Some(path) if path.exists() => Point::read(&fs::read_to_string(path)?),
        _ => Vec::new(),
    };
    let mut net = run(
        &games,
        training,
        &held_out,
        &names,
        &plan,
        teacher,
        |point, measure| {
            let rows: Vec<_> = measure
                .files
                .rows()
                .iter()
                .map(|row| format!("{} {:.4}", row.name, row.mean()))
                .collect();
            eprintln!("    {}", rows.join(", "));
            points.retain(|earlier| earlier.positions < point.positions);
            points.push(point);
            if let Some(path) = &curve {
                fs::write(path, points.iter().map(Point::line).collect::<String>())?;
            }
            Ok(())
        },
    )?;
    let (file, sharpness, quantised) = match net.columns {
        BEST => shipped::<BEST>(&net, kinds, &games, &held_out, &names)?,
        DEFAULT => shipped::<DEFAULT>(&net, kinds, &games, &held_out, &names)?,
        _ => shipped::<FAST>(&net, kinds, &games, &held_out, &names)?,
    };
    fs::write(&args.output, [&others, &file[..]].concat())
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    let trained = measure(&mut net, &games, &held_out, &names);
    let report = report::text(&points, &trained, &quantised, sharpness);
    fs::write(args.output.with_extension("md"), &report)?;
    report::picture(&points, &args.output.with_extension("svg"))?;
    print!("{report}");
    Ok(())
}

/// The file of a network, what its logits were best multiplied by, and what it costs.
fn shipped<const C: usize>(
    net: &Net,
    kinds: u32,
    games: &Games,
    held_out: &[u32],
    names: &[String],
) -> Result<(Vec<u8>, f32, Measure)> {
    let read = |sharpness| {
        let file = quantise(net, kinds, sharpness);
        Network::<C>::from_bytes(&file).map(|network| (network, file))
    };
    let sharpness = sharpness(&read(1.0)?.0, games, held_out);
    let (network, file) = read(sharpness)?;
    let cost = measure_quantised(&network, games, held_out, names);
    Ok((file, sharpness, cost))
}
