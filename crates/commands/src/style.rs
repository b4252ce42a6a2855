//! How the report looks.

use super::{command_line, plot};
use std::fmt::Write;

/// The page up to its heading, which is its title, too.
pub fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
<style>{STYLE}{}</style></head><body>\n<h1>{title}</h1>\n",
        colours()
    )
}

/// Text as a page has it.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// What made the page: program, version, day in Universal Time, command.
pub fn made_by() -> String {
    let command = command_line::command(command_line::words());
    format!(
        "<section class=\"wide\"><p>Made by pgnz {} on {} with <code>{}</code></p></section>\n",
        env!("CARGO_PKG_VERSION"),
        today(),
        escaped(&command)
    )
}

/// The day in Universal Time, as 2026-11-23.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    pgnz::Day(days as i64).to_string()
}

/// How the page looks, in light and in dark.
const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#22252b;--soft:#667;--grid:#dcdcd6}\
@media(prefers-color-scheme:dark){:root{--paper:#14161a;--card:#1d2026;--ink:#e6e6e2;--soft:#a0a4ad;--grid:#3a3e47}}\
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:1560px;margin:2rem auto;padding:0 1rem;\
columns:2 520px;column-gap:1rem}\
h1,.wide{column-span:all}section.wide{margin-top:1rem}h1{font-size:1.7rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:0}p{color:var(--soft);margin:.2rem 0 .6rem;font-size:.9rem}\
section{background:var(--card);border:1px solid var(--grid);border-radius:10px;padding:1rem 1.2rem;margin:0 0 1rem;overflow-x:auto;break-inside:avoid}\
svg{max-width:100%;height:auto}svg text{font-family:inherit}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}td,th{padding:.15rem .9rem .15rem 0;text-align:right}\
td:first-child,th:first-child{text-align:left}th{color:var(--soft);font-weight:500}tr+tr td,.rows tr+tr th{border-top:1px solid var(--grid)}\
.legend{margin:0 0 1rem}.legend span{margin-right:1.4rem;white-space:nowrap}\
.legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin-right:.4rem}\
table.rows{width:100%}.rows th{font-weight:400;color:var(--ink);text-align:left;width:42%;overflow-wrap:anywhere;font-size:.85rem;line-height:1.25}.rows td{padding-right:0}\
.bar span{display:flex;height:1.15rem;border-radius:3px;overflow:hidden}.bar i{font:.72rem/1.15rem system-ui,sans-serif;text-align:center}.rows td:last-child{width:5rem}\
.results .bar span{border:1px solid var(--grid)}.won{background:#f4f4f0;color:#222}.drawn{background:#a9abaf;color:#111}.lost{background:#33363d;color:#eee}.one{background:var(--s0)}\
@media(max-width:520px){section{padding:.8rem}.rows tr{display:grid;grid-template-columns:1fr auto;gap:0 .7rem;padding:.2rem 0}.rows th{width:auto;grid-column:1/3;border:0!important}.rows td{border:0!important;padding:.1rem 0}}\
.boards{display:flex;flex-wrap:wrap;gap:1.5rem}.boards figure{margin:0}figcaption{color:var(--soft);font-size:.9rem}";

/// The series' colours on dark paper, a little lighter than those of [`plot::SERIES`].
const ON_DARK: [&str; plot::SERIES.len()] = [
    "#4ba3e3", "#f0803c", "#2fc39a", "#dd93bb", "#f2b73a", "#8accf2", "#a8a8a8",
];

/// Rules that give the colours of the plots their values.
fn colours() -> String {
    let mut out = String::new();
    let mut rule = |colour, value: &str| {
        let hex = plot::hex(colour);
        let _ = write!(
            out,
            "svg [fill=\"{hex}\"]{{fill:{value}}}svg [stroke=\"{hex}\"]{{stroke:{value}}}"
        );
    };
    rule(plot::INK, "var(--ink)");
    rule(plot::GRID, "var(--grid)");
    let (mut light, mut dark) = (String::new(), String::new());
    for (number, (colour, on_dark)) in plot::SERIES.into_iter().zip(ON_DARK).enumerate() {
        rule(colour, &format!("var(--s{number})"));
        let _ = write!(light, "--s{number}:{};", plot::hex(colour));
        let _ = write!(dark, "--s{number}:{on_dark};");
    }
    let _ = write!(
        out,
        ":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    );
    out
}
