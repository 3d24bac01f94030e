//! The filled tree as the text part of a mail.

use words::Language;

use crate::format::Style;
use crate::pair::{Body, Pair};
use crate::tree::{Align, Filled, Run, Table, words_of};

/// A text in one language.
#[must_use]
pub fn plain(blocks: &[Filled], style: Style) -> String {
    joined(blocks.iter().map(|block| one(block, style)))
}

/// A paper's text; in both languages first all of English, then all of Arabic.
#[must_use]
pub fn plain_body(body: &Body, style: Style) -> String {
    let (en, ar) = (style.of(Language::En), style.of(Language::Ar));
    match body {
        Body::One(blocks) => plain(blocks, style),
        Body::After { en: english, ar: arabic } => joined([plain(english, en), plain(arabic, ar)]),
        Body::Beside(pairs) => {
            let side = |language| {
                pairs.iter().map(move |pair| match pair {
                    Pair::Both { both } => one(&only(both, language), style.of(language)),
                    Pair::Sides { en, ar } => one(if language == Language::En { en } else { ar }, style.of(language)),
                })
            };
            joined(side(Language::En).chain(side(Language::Ar)))
        }
    }
}

/// A block of both languages as one of them reads it: of a table its own words, and the figures.
fn only(block: &Filled, language: Language) -> Filled {
    let Filled::Table(table) = block else { return block.clone() };
    let is_own = |at: usize| {
        let col = &table.cols[at];
        col.lang == language || col.align == Align::Number
    };
    let is_number = |at: &usize| table.cols[*at].align == Align::Number;
    let (figures, mut order): (Vec<usize>, Vec<usize>) =
        (0..table.cols.len()).filter(|at| is_own(*at)).partition(is_number);
    if language == Language::Ar {
        // Its words stand behind the figures, the first of them last.
        order.reverse();
    }
    order.extend(figures);
    let line = |cells: &Vec<Vec<Run>>| order.iter().map(|at| cells[*at].clone()).collect();
    Filled::Table(Table {
        cols: order.iter().map(|at| table.cols[*at].clone()).collect(),
        rows: table.rows.iter().map(line).collect(),
        total: table.total.iter().map(line).collect(),
    })
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn one(block: &Filled, style: Style) -> String {
    match block {
        Filled::Heading { c } | Filled::Para { c } | Filled::Note { c } => words_of(c),
        Filled::List { ordered, items } => {
            let mark = |at: usize| if *ordered { style.mark(at + 1) } else { "-".to_owned() };
            let lines = items.iter().enumerate().map(|(at, item)| format!("{} {}", mark(at), words_of(item)));
            lines.collect::<Vec<_>>().join("\n")
        }
        Filled::Table(table) => rows(table),
        // A mail has no pages, and nobody signs in it.
        Filled::Break {} | Filled::Signatures {} => String::new(),
    }
}

/// A line for each row: `Registration fee: 100.000 KWD`, the head of a column of figures behind its figure.
fn rows(table: &Table) -> String {
    let cell = |(at, cell): (usize, &Vec<Run>)| {
        let (words, col) = (words_of(cell), table.cols.get(at));
        let head = col.filter(|col| col.align == Align::Number).map(|col| words_of(&col.head));
        match head.filter(|head| !head.trim().is_empty() && !words.is_empty()) {
            Some(head) => format!("{words} {head}"),
            None => words,
        }
    };
    let line = |cells: &Vec<Vec<Run>>| {
        let cells = cells.iter().enumerate().map(cell).filter(|words| !words.is_empty());
        cells.collect::<Vec<_>>().join(": ")
    };
    table.rows.iter().chain(&table.total).map(line).collect::<Vec<_>>().join("\n")
}
