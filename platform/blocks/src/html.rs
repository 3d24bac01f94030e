//! The filled tree as HTML of a mail: our tags, and the text escaped between them.

use std::borrow::Cow;

use words::Language;

use crate::pair::{Body, Pair};
use crate::tree::{Align, Col, Filled, Run, Table};

/// A paper's text; both languages below each other, for mails are read in a narrow column.
#[must_use]
pub fn html(body: &Body, language: Language) -> String {
    let mut out = String::new();
    match body {
        Body::One(blocks) => section(blocks.iter(), language, &mut out),
        Body::After { en, ar } => {
            section(en.iter(), Language::En, &mut out);
            section(ar.iter(), Language::Ar, &mut out);
        }
        Body::Beside(pairs) => {
            for pair in pairs {
                match pair {
                    Pair::Both { both } => section([both], language, &mut out),
                    Pair::Sides { en, ar } => {
                        section([en], Language::En, &mut out);
                        section([ar], Language::Ar, &mut out);
                    }
                }
            }
        }
    }
    out
}

fn section<'b>(blocks: impl IntoIterator<Item = &'b Filled>, language: Language, out: &mut String) {
    let before = out.len();
    out.push_str(&format!("<div lang=\"{language}\" dir=\"{}\">", language.direction()));
    let opened = out.len();
    blocks.into_iter().for_each(|block| one(block, out));
    if out.len() == opened {
        out.truncate(before);
    } else {
        out.push_str("</div>");
    }
}

fn one(block: &Filled, out: &mut String) {
    match block {
        Filled::Heading { c } => within("h2", "", c, out),
        Filled::Para { c } => within("p", "", c, out),
        Filled::Note { c } => within("p", " style=\"padding:10px 14px;background:#f2f4f6\"", c, out),
        Filled::List { ordered, items } => {
            let tag = if *ordered { "ol" } else { "ul" };
            out.push_str(&format!("<{tag}>"));
            items.iter().for_each(|item| within("li", "", item, out));
            out.push_str(&format!("</{tag}>"));
        }
        Filled::Table(table) => rows(table, out),
        Filled::Break {} | Filled::Signatures {} => {}
    }
}

fn rows(table: &Table, out: &mut String) {
    out.push_str("<table role=\"table\" cellpadding=\"6\" style=\"border-collapse:collapse\"><thead><tr>");
    for col in &table.cols {
        within("th", &format!(" scope=\"col\"{}", of(col)), &col.head, out);
    }
    out.push_str("</tr></thead><tbody>");
    for (cells, tag) in
        table.rows.iter().map(|cells| (cells, "td")).chain(table.total.iter().map(|cells| (cells, "th")))
    {
        out.push_str("<tr>");
        for (cell, col) in cells.iter().zip(&table.cols) {
            within(tag, &of(col), cell, out);
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table>");
}

/// Language, direction and side of a column's cells: figures at the right in either direction.
fn of(col: &Col) -> String {
    let side = match (col.align, col.lang) {
        (Align::Number, _) | (Align::Start, Language::Ar) => "right",
        (Align::Start, Language::En) => "left",
    };
    let direction = col.lang.direction();
    format!(" lang=\"{}\" dir=\"{direction}\" style=\"text-align:{side}\"", col.lang)
}

fn within(tag: &str, attributes: &str, content: &[Run], out: &mut String) {
    out.push_str(&format!("<{tag}{attributes}>"));
    runs(content, out);
    out.push_str(&format!("</{tag}>"));
}

fn runs(content: &[Run], out: &mut String) {
    for run in content {
        match run {
            Run::Text(text) => out.push_str(&escaped(text)),
            Run::Bold(inner) => {
                out.push_str("<strong>");
                runs(inner, out);
                out.push_str("</strong>");
            }
            Run::Filled { text, whole, .. } => {
                let style = if *whole { " style=\"white-space:nowrap\"" } else { "" };
                out.push_str(&format!("<bdi{style}>{}</bdi>", escaped(text)));
            }
            Run::NewLine => out.push_str("<br>"),
        }
    }
}

/// Text that means nothing but itself, in content and in attributes.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}
