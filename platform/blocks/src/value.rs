//! What fills a text: typed values by the names of their fields.

use std::collections::BTreeMap;

use jiff::civil::Date;
use words::{Currency, Language, Money};

use crate::format::currency_sign;

/// What fills a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// What somebody typed, the same in both languages.
    Text(String),
    /// A day.
    Date(Date),
    /// An amount.
    Money(Money),
    /// A phone number, as it is dialled from abroad.
    Phone(String),
    /// A whole number.
    Number(i64),
    /// Words in both languages, and the code that conditions compare.
    Words {
        /// English.
        en: String,
        /// Arabic.
        ar: String,
        /// A stable name: `kg1`.
        code: Option<String>,
    },
    /// Entries, for each of which rows of a table are drawn.
    List(Vec<Row>),
}

/// An entry of a list: values by the names of their fields.
pub type Row = BTreeMap<String, Value>;

/// All values of a paper.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(BTreeMap<String, Value>);

impl Value {
    /// Words without a code: a name in both languages.
    pub fn words(en: impl Into<String>, ar: impl Into<String>) -> Self {
        Self::Words { en: en.into(), ar: ar.into(), code: None }
    }

    /// Words that a condition can ask for.
    pub fn coded(en: impl Into<String>, ar: impl Into<String>, code: impl Into<String>) -> Self {
        Self::Words { en: en.into(), ar: ar.into(), code: Some(code.into()) }
    }

    /// The code that conditions compare.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        if let Self::Words { code, .. } = self { code.as_deref() } else { None }
    }

    /// Whether there is something to read, in either language: both are asked alike, so that a condition holds for both or for neither.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        match self {
            Self::Text(text) | Self::Phone(text) => !text.trim().is_empty(),
            Self::Words { en, ar, .. } => !en.trim().is_empty() || !ar.trim().is_empty(),
            Self::List(entries) => !entries.is_empty(),
            Self::Date(_) | Self::Money(_) | Self::Number(_) => true,
        }
    }

    /// What a person wrote of it in a language; `None` for what is written out by rules.
    pub(crate) fn written(&self, language: Language) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            // Words in one language alone are better than none.
            Self::Words { en, ar, .. } if language == Language::En => Some(if en.trim().is_empty() { ar } else { en }),
            Self::Words { en, ar, .. } => Some(if ar.trim().is_empty() { en } else { ar }),
            _ => None,
        }
    }
}

impl Values {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.set(name, value);
        self
    }

    /// Fills a field.
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// Fills what others fill, in place of what was there.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Fills the field `currency`, which stands over columns of amounts.
    pub fn set_currency(&mut self, currency: Currency) {
        let words =
            Value::coded(currency_sign(currency, Language::En), currency_sign(currency, Language::Ar), currency.code());
        self.set("currency", words);
    }

    /// What fills a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The entries of a list.
    #[must_use]
    pub fn list(&self, name: &str) -> Option<&[Row]> {
        if let Some(Value::List(entries)) = self.get(name) { Some(entries) } else { None }
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}
