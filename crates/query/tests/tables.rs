//! The tables of fields for people and for Python are those of the program. `just tables` writes them.

use archive::Columns;
use query::{Item, Kind, Known, Type};
use std::fmt::Write;
use std::path::Path;

/// Compares what is between two lines of a file, or writes it if the variable `PGNZ_WRITE` is set.
fn check(file: &str, first: &str, last: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        panic!("cannot read {file}");
    };
    let begin = text.find(first).map(|at| at + first.len());
    let end = text.find(last);
    let (Some(begin), Some(end)) = (begin, end) else {
        panic!("{file} has no lines '{first}' and '{last}'");
    };
    let found = text[begin..end].replace('\r', "");
    if found == expected {
        return;
    }
    if std::env::var_os("PGNZ_WRITE").is_some() {
        let whole = [&text[..begin], expected, &text[end..]].concat();
        return std::fs::write(&path, whole).unwrap();
    }
    let differs = |(found, expected): &(&str, &str)| found != expected;
    let lines = || found.lines().zip(expected.lines());
    match lines().find(differs) {
        Some((found, expected)) => panic!(
            "{file} is not up to date: run `just tables`\n   found: {found}\nexpected: {expected}"
        ),
        None => panic!("{file} is not up to date: run `just tables`"),
    }
}

#[test]
fn the_fields_of_filters_are_those_of_the_documents() {
    let mut table = "\n| field | kind | needs | meaning |\n|---|---|---|---|\n".to_owned();
    for field in Known::ALL {
        let Some(kind) = field.kind() else { continue };
        let kind = match kind {
            Kind::Number => "number",
            Kind::Text => "text",
            Kind::Name => "name",
            Kind::Date => "date",
            Kind::Truth => "truth",
            Kind::Board => "board",
        };
        let needs = match Columns::TAGS.contains(field.needs()) {
            true => "tags",
            false => "moves",
        };
        let (name, help) = (field.name(), field.help());
        writeln!(table, "| `{name}` | {kind} | {needs} | {help} |").unwrap();
    }
    table += "| `tag('NAME')` | text | either | the tag with this name |\n";
    check(
        "docs/filters.md",
        "<!-- The fields: `just tables` writes this table. -->\n",
        "<!-- The end of the fields. -->",
        &(table + "\n"),
    );
}

#[test]
fn the_columns_of_tables_are_those_of_the_documents() {
    let mut table = "\n| column | type | meaning |\n|---|---|---|\n".to_owned();
    for field in Known::ALL {
        let Some(column) = field.column() else {
            continue;
        };
        let is_field_of_same_kind = match field.kind() {
            None | Some(Kind::Board) => false,
            Some(_) => matches!(column, Type::Text | Type::F64 | Type::Truth),
        };
        if !is_field_of_same_kind {
            let (name, help) = (field.name(), field.help());
            writeln!(table, "| `{name}` | {column} | {help} |").unwrap();
        }
    }
    check(
        "docs/export.md",
        "<!-- The columns: `just tables` writes this table. -->\n",
        "<!-- The end of the columns. -->",
        &(table + "\n"),
    );
}

/// What has a value in every game.
const ALWAYS: [Known; 2] = [Known::Path, Known::Pgn];

#[test]
fn the_attributes_of_python_are_those_of_the_stub_file() {
    let mut stubs = String::new();
    for field in Known::ALL {
        let Some(column) = field.column() else {
            continue;
        };
        let found = match column {
            // It stands above, as a part of the class itself.
            _ if *field == Known::Number => continue,
            _ if *field == Known::MovesIndex => "NDArray[np.int32]",
            _ if *field == Known::Positions => "NDArray[np.uint64]",
            Type::Text if ALWAYS.contains(field) => "str",
            Type::Text => "str | None",
            Type::Truth => "bool",
            Type::U8 | Type::U16 | Type::U32 | Type::U64 | Type::I16 => "int | None",
            Type::F64 => "float | None",
            Type::Date => "_date | None",
            Type::Timestamp => "_datetime | None",
            Type::List(Item::Text) => "list[str]",
            Type::List(_) => "_Floats",
        };
        let (name, help) = (field.name(), field.plain_help().replace('\\', "\\\\"));
        writeln!(
            stubs,
            "    @property\n    def {name}(self) -> {found}:\n        \"\"\"{help}\"\"\""
        )
        .unwrap();
        let is_other = |name: &&&str| Known::ALL.iter().all(|field| field.name() != **name);
        for alias in field.aliases().iter().filter(is_other) {
            writeln!(stubs, "    {alias}: {found}").unwrap();
        }
    }
    check(
        "crates/python/python/pgnz/__init__.pyi",
        "    # The columns: `just tables` writes them.\n",
        "    # The end of the columns.",
        &stubs,
    );
}
