//! What is wrong with blocks that somebody wrote, by JSON pointer: what a file can never hold ([`shape`]), and what keeps it from going
//! live or is only odd ([`content`]).

mod content;
mod shape;

use crate::catalogue::{FieldKind, LetterKind, field, fields};

pub use content::{content, line};
pub use shape::{shape, text};

/// What a text may be made of, and what it may name.
#[derive(Debug, Clone, Copy)]
pub enum Rules {
    /// Headings, paragraphs, notes and lists, with these fields: terms, privacy, consents.
    Plain(&'static [&'static str]),
    /// All kinds of blocks, with the fields of a kind of letter.
    Letter(LetterKind),
}

/// The kinds that every text has.
const PLAIN_KINDS: &[&str] = &["heading", "paragraph", "note", "list"];
/// The kinds of a letter.
const LETTER_KINDS: &[&str] = &["heading", "paragraph", "note", "list", "table", "break", "signatures"];

impl Rules {
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Plain(_) => PLAIN_KINDS,
            Self::Letter(_) => LETTER_KINDS,
        }
    }

    fn is_letter(self) -> bool {
        matches!(self, Self::Letter(_))
    }

    /// Whether a text may name the field; in a row that is drawn for each entry of a list, also its fields.
    fn knows(self, name: &str, list: Option<&str>) -> bool {
        match self {
            Self::Plain(names) => names.contains(&name),
            Self::Letter(_) => self.kind_of(name, list).is_some_and(|kind| kind != FieldKind::List),
        }
    }

    /// What a letter's field holds; those of the list's entries come first.
    fn kind_of(self, name: &str, list: Option<&str>) -> Option<FieldKind> {
        let Self::Letter(letter) = self else { return None };
        let entries = list.and_then(|list| field(letter, list)).map_or(&[][..], |list| list.entries);
        let of_entry = entries.iter().find(|entry| entry.name == name);
        of_entry.or_else(|| field(letter, name)).map(|found| found.kind)
    }

    /// What a condition may ask for: any field, and any list.
    fn asks(self, name: &str) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::Letter(kind) => field(kind, name).is_some(),
        }
    }

    fn lists(self) -> Vec<&'static str> {
        match self {
            Self::Plain(_) => Vec::new(),
            Self::Letter(kind) => {
                fields(kind).iter().filter(|field| field.kind == FieldKind::List).map(|field| field.name).collect()
            }
        }
    }

    fn hint(self) -> String {
        match self {
            Self::Plain(names) => {
                let all: Vec<String> = names.iter().map(|name| format!("{{{{{name}}}}}")).collect();
                format!("there are {}", listed(&all, "and"))
            }
            Self::Letter(_) => "the fields of this kind of letter stand in the list beside the text".to_owned(),
        }
    }
}

/// `a, b or c`.
fn listed<S: AsRef<str>>(words: &[S], before_last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {before_last} {}", first.join(", "), last.as_ref())
        }
    }
}
