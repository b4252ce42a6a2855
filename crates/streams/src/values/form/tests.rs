use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_form_writes_the_value_that_it_is_of(
        value in "[a-z.+-]?[0-9]{0,4}|[0-9]{4}[.][0-1][0-9][.][0-3][0-9]|[0-9]{0,2}:[0-9]{2}:[0-9]{2}( [A-Z])?|[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-9]{2}:[0-9]{2}([.][0-9]{0,3})?"
    ) {
        if let Some(form) = Form::of(value.as_bytes()) {
            prop_assert_eq!(form.at(form.number()), value.as_bytes());
            prop_assert_eq!(form.step_to(value.as_bytes()), Some(0));
        }
    }
}

#[test]
fn values_have_the_form_that_writes_them() {
    for (value, shape) in [
        ("2025.05.01", Shape::Date),
        ("23:59:59", Shape::Time),
        ("2799", Shape::Number),
        ("+5", Shape::Signed),
        ("-12", Shape::Signed),
        ("4:11:49 PST", Shape::Time),
        ("14:11:49 PST", Shape::Time),
        ("1.10", Shape::Number),
        ("2023-05-26T11:33:47.540 +0200", Shape::Moment),
        ("2024-02-29T00:00:06", Shape::Moment),
        ("0000-03-01T00:00:00.", Shape::Moment),
        ("https://www.chess.com/game/live/6118564678", Shape::Number),
    ] {
        let found = Form::of(value.as_bytes()).unwrap().shape();
        assert_eq!(found, shape, "{value}");
    }
}

#[test]
fn moments_are_counted_in_their_last_decimal() {
    let form = Form::of(b"2023-12-31T23:59:59.95 GMT").unwrap();
    assert_eq!(form.step_to(b"2024-01-01T00:00:00.05 GMT"), Some(10));
    assert_eq!(form.step_to(b"2024-01-01T00:00:00.050 GMT"), None);
    assert_eq!(form.step_to(b"2024-01-01T00:00:00 GMT"), None);
}

#[test]
fn every_day_is_written_as_it_is_read() {
    for number in (0..3_652_000).step_by(17) {
        let [year, month, day] = date(number).map(|number| number as i64);
        assert_eq!(days(year * 12 + month - 3, day - 1), number as i64);
    }
}

#[test]
fn values_that_no_form_writes_have_none() {
    for value in [
        "",
        "?",
        "2025.??.??",
        "0123",
        "+05",
        "2025.13.01",
        "2025.00.10",
        "2025.01.32",
        "-0",
        "-012",
        ":12:34",
        "12:75:59",
        "2023-02-29T00:00:12",
        "2023-02-29T00:00:00",
        "2023-02-28T24:00:00",
        "2023-02-28 12:00:00 ",
        "0000-02-01T00:00:00Z",
        "1234567890123456",
    ] {
        assert!(Form::of(value.as_bytes()).is_none(), "{value}");
    }
}
