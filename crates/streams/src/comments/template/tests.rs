use super::*;

const TOLD: TagValues<'static> = [b"C20", b"King's Pawn GameParts", b"Tal, M.", b"Xu"];

/// The names of a template's places.
fn names(template: &[u8]) -> Vec<u32> {
    let name = |part| match part {
        Part::Number(name) | Part::Time(name) | Part::Line(name) => Some(name),
        Part::Byte(_) | Part::Tag(_) => None,
    };
    parts(template).filter_map(name).collect()
}

fn template(text: &str) -> Vec<u8> {
    let parsed = parse(
        text.as_bytes(),
        &[None, None, None],
        &Habits::default(),
        &TOLD,
    );
    let mut out = Vec::new();
    write(&parsed.template, &parsed.values, &TOLD, &mut out);
    assert_eq!(out, text.as_bytes());
    assert_eq!(names(&parsed.template).len(), parsed.values.len());
    parsed.template
}

#[test]
fn texts_that_differ_in_numbers_have_one_template() {
    assert_eq!(template("+0.31/12 1.2s"), b"\x01/\x01 \x01s");
    assert_eq!(
        template("d=9, R50=49, wv=M12,"),
        b"d=\x01, R50=\x01, wv=M\x01,"
    );
    assert_eq!(
        template(" mt=00:01:05, s=48 kN/s"),
        b" mt=\x02, s=\x01 kN/s"
    );
    assert_eq!(template("mb=+1-1+0+0+0"), b"mb=\x01\x01\x01\x01\x01");
    assert_eq!(template("C20 King's Pawn GameParts"), b"\x04 \x05");
    assert_eq!(template("Tal, M. resigns"), b"\x06 resigns");
    assert_eq!(template("C201, xC20"), b"C\x01, xC\x01");
    assert_eq!(template("a\x01\x08\x09"), b"a\x08\x01\x08\x08\x09");
    assert_eq!(template("on 007 or b5"), b"on 007 or b\x01");
}

#[test]
fn values_in_a_row_have_different_names() {
    let three = names(b"mb=\x01\x01\x01");
    assert!(three[0] != three[1] && three[1] != three[2] && three[0] != three[2]);
    // What stands before a field's name makes no other field of it.
    let [long, short] = [&b"sd=\x01, pd=\x03, mt=\x01"[..], b"sd=\x01, mt=\x01"];
    let last = |template| names(template).last().copied();
    assert_eq!(last(long), last(short));
}
