//! The two languages. Neither is a translation of the other: whatever has a text has both.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, left to right.
    En,
    /// Arabic, right to left.
    Ar,
}

impl Language {
    /// Both, in the order in which they are shown.
    pub const ALL: [Language; 2] = [Language::En, Language::Ar];

    /// From `en`, `ar`, or a longer tag such as `ar-OM`.
    #[must_use]
    pub fn parse(tag: &str) -> Option<Self> {
        match tag.split(['-', '_']).next() {
            Some(lng) if lng.eq_ignore_ascii_case("en") => Some(Self::En),
            Some(lng) if lng.eq_ignore_ascii_case("ar") => Some(Self::Ar),
            _ => None,
        }
    }

    /// Which way its lines run: `ltr` or `rtl`.
    #[must_use]
    pub fn direction(self) -> &'static str {
        match self {
            Self::En => "ltr",
            Self::Ar => "rtl",
        }
    }

    /// `en` or `ar`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ar => "ar",
        }
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    #[schemars(length(min = 1, max = 2000))]
    pub en: String,
    /// Arabic.
    #[schemars(length(min = 1, max = 2000))]
    pub ar: String,
}

impl Text {
    /// The text in one language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Ar => &self.ar,
        }
    }
}

/// A day as people read it: `05-Mar-2018`, in Arabic `05 مارس 2018`.
#[must_use]
pub fn display_date(day: jiff::civil::Date, language: Language) -> String {
    const EN: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const AR: [&str; 12] =
        ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];
    let (months, gap) = if language == Language::Ar { (AR, ' ') } else { (EN, '-') };
    let month = months[usize::from(day.month().unsigned_abs()).saturating_sub(1) % 12];
    format!("{:02}{gap}{month}{gap}{}", day.day(), day.year())
}
