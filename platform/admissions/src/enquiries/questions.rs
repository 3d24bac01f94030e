//! The questions of a form as columns of a file.

use form::{FormDocument, OutlineField, OutlineOption};
use words::Language;
use words::money::Currency;

use super::cells::{Head, Shape};

/// A question, in one language.
pub(super) struct Question {
    pub name: String,
    pub heading: String,
    pub shape: Shape,
    pub kind: String,
    pub options: Vec<OutlineOption>,
    pub currency: Option<Currency>,
    /// What each item of a repeated group is asked.
    pub items: Vec<Question>,
}

impl Question {
    fn new(field: OutlineField) -> Self {
        let shape = Shape::of(&field);
        let currency = if let Shape::Amount(currency) = shape { Some(currency) } else { None };
        let label = if field.label.is_empty() { field.name.clone() } else { field.label };
        let heading = match currency {
            Some(currency) => format!("{label} ({})", currency.code()),
            None => label,
        };
        let (name, kind, options) = (field.name, field.r#type, field.options);
        Self { name, heading, shape, kind, options, currency, items: Vec::new() }
    }

    /// One that the form does not ask any more: its answers stand under its name.
    pub fn former(name: String) -> Self {
        Self {
            heading: name.clone(),
            name,
            shape: Shape::Text,
            kind: String::new(),
            options: Vec::new(),
            currency: None,
            items: Vec::new(),
        }
    }

    pub fn is_group(&self) -> bool {
        self.kind == "group"
    }

    pub fn head(&self) -> Head {
        Head { text: self.heading.clone(), shape: self.shape }
    }
}

/// Every question of a form, those of a repeated group inside it.
pub(super) fn questions(document: &FormDocument, language: Language) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    for mut field in document.outline(language) {
        let group = found.last_mut().filter(|last| last.is_group());
        let inner = group.as_ref().and_then(|group| field.name.strip_prefix(&format!("{}.", group.name)));
        match (inner.map(str::to_owned), group) {
            (Some(name), Some(group)) => {
                field.name = name;
                group.items.push(Question::new(field));
            }
            _ => found.push(Question::new(field)),
        }
    }
    found
}
