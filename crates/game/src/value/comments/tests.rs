//! The templates of the codec and the reader of comments agree on every value that a template holds.

use super::*;
use crate::parts::GameParts as Parts;
use crate::parts::comment::split;
use proptest::prelude::*;

/// The time of the template's placeholder, if the comment has one.
fn modelled(comment: &str) -> Parts {
    let mut parts = Parts::default();
    split(comment.as_bytes(), 0, &mut parts, &mut Vec::new());
    parts
}

fn millis(time: Time) -> u64 {
    match time {
        Time::Exact(millis) | Time::Pair { millis, .. } | Time::Number { millis, .. } => millis,
    }
}

proptest! {
    #[test]
    fn templates_hold_what_is_read(
        before in "[a \\[%\n]{0,3}",
        command in "clk|clkc|emt|timestamp|eval|cal",
        time in "[0-9]{1,2}(:[0-9]{2}){0,2}([.][0-9]{1,3})?",
        eval in "#?[-+]?M?[0-9]{1,3}([.][0-9]{1,2})?",
    ) {
        let value = if command == "eval" { eval } else { time };
        let text = format!("{before}[%{command} {value}]");
        let parts = modelled(&format!("{{{text}}}"));
        let said = Said::of(text.as_bytes());
        for clock in &parts.clocks {
            let read = if clock.spent { said.spent } else { said.clock };
            prop_assert_eq!(read.map(millis), Some(clock.time), "{}", text);
        }
        for found in &parts.evals {
            let right = match found.mate {
                true => crate::Eval::Mate(found.value),
                false => crate::Eval::Centipawns(found.value),
            };
            // Beside an evaluation in pawns, a whole number is in pawns.
            let point = eval::Said::read(b"0.5");
            let meaning = eval::Meaning::of(point.into_iter());
            let is_whole = !found.mate && !value.contains('.');
            let read = said.eval.and_then(|said| meaning.eval(said));
            let read = match read {
                Some(crate::Eval::Centipawns(pawns)) if is_whole => Some(crate::Eval::Centipawns(pawns / 100)),
                read => read,
            };
            prop_assert_eq!(read, Some(right), "{}", text);
        }
        // What no template holds is counted all the same.
        let left = parts.texts.iter().flat_map(|&text| commands(parts.get(text)));
        let counted = left.filter(|command| Gives::of(command.name).is_some()).count();
        let read = [said.clock.is_some(), said.spent.is_some(), said.eval.is_some()];
        let read = read.into_iter().filter(|read| *read).count();
        prop_assert!(read <= parts.clocks.len() + parts.evals.len() + counted, "{}", text);
    }
}
