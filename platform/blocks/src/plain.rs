//! The filled tree as the text part of a mail.

use words::Language;

use crate::format::Style;
use crate::pair::Body;
use crate::tree::{Align, Filled, Run, Table, words_of};

/// A text in one language.
#[must_use]
pub fn plain(blocks: &[Filled], style: Style) -> String {
    joined(blocks.iter().map(|block| one(block, style)))
}

/// A paper's text; in both languages first all of English, then all of Arabic.
#[must_use]
pub fn plain_body(body: &Body, style: Style) -> String {
    match body {
        Body::One(blocks) => plain(blocks, style),
        Body::After { .. } | Body::Beside(_) => {
            joined(Language::ALL.into_iter().map(|language| plain_body(&body.side(language), style.of(language))))
        }
    }
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
