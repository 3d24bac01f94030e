//! A school's terms and privacy notice, in its own words.

use std::sync::Arc;

use blocks::{Block, Texts};
use words::Language;

use super::school::School;
use crate::bundle::legal::{self, Fill};
use crate::message;

/// Terms and privacy notice in one language; `None` where the school has no words of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LegalView {
    /// The terms.
    pub terms: Option<Vec<Block>>,
    /// The privacy notice.
    pub privacy: Option<Vec<Block>>,
}

impl School {
    /// Its own terms and privacy notice, fields filled. Read on first use; broken ones count as none. `origin` is where the
    /// school lives: its website where it names no other.
    #[must_use]
    pub fn legal_view(&self, language: Language, origin: &str) -> LegalView {
        let [terms, privacy] =
            self.legal.get_or_init(|| [self.legal_text(legal::TERMS), self.legal_text(legal::PRIVACY)]);
        filled_with(self, language, origin, |fill| {
            let filled = |text: &Option<Arc<Texts>>| text.as_ref().map(|text| legal::in_language(text, language, fill));
            LegalView { terms: filled(terms), privacy: filled(privacy) }
        })
    }

    fn legal_text(&self, path: &str) -> Option<Arc<Texts>> {
        let value = self.files.value(path).unwrap_or_else(|found| {
            self.report(&found);
            None
        });
        value.as_ref().and_then(Texts::read).map(Arc::new)
    }
}

/// Fills texts with what a school says of itself.
pub(super) fn filled_with<T>(school: &School, language: Language, origin: &str, fill: impl FnOnce(Fill<'_>) -> T) -> T {
    let (_, mail) = message::sender(school, language);
    let website = school.config.links.lic_website_url.as_deref().unwrap_or(origin);
    fill(Fill { school: school.config.name.get(language), website, mail: &mail })
}
