//! What of a submission everybody of its readers sees, whatever audience they are in: its row, its words for the search and its first
//! entry are made of this alone.

use std::collections::{BTreeMap, BTreeSet};

use form::FormDocument;
use serde_json::Value;
use tenants::School;
use words::verdict::Verdict;

use super::draft::{person, person_ar};
use super::listed::Listed;
use super::names::{declared, numbers_of};

/// Answers and verdict without what an audience alone reads, and what follows from them.
pub(super) struct Open {
    pub values: Value,
    pub verdict: Verdict,
    pub person: String,
    /// The same in Arabic, where the form asks for both names.
    pub person_ar: String,
    pub listed: Listed,
    /// The audiences that read more, between blanks.
    pub audiences: String,
}

impl Open {
    pub fn of(school: &School, document: &FormDocument, values: &Value, verdict: &Verdict) -> Self {
        let (mut values, mut verdict) = (values.clone(), verdict.clone());
        let nobody = |_: &str| false;
        document.withhold_answers(&mut values, &nobody);
        document.withhold_verdict(&mut verdict, &nobody);
        let audiences: BTreeSet<&str> = document.audiences();
        Self {
            person: person(document, &values),
            person_ar: person_ar(document, &values),
            listed: Listed::of(school, document, &values, &verdict.computed),
            audiences: audiences.iter().map(|one| format!(" {one} ")).collect(),
            values,
            verdict,
        }
    }

    /// What it is found by besides the name of whom it is about: who answers for them, addresses and numbers, also those by which an
    /// authority knows them, and every other name that the form declares. Names come last, so that what is too long loses one of them first.
    pub fn contact(&self, document: &FormDocument) -> Vec<String> {
        let known = document.known_values(&self.values).into_iter();
        let reach = known.filter(|(kind, _)| kind == "email" || kind == "phone").map(|(_, value)| value);
        let guardian = Some(self.listed.guardian.clone()).filter(|name| !name.is_empty());
        let to = document.confirmation(&self.values).map(|to| to.email);
        let mut found: Vec<String> = guardian.into_iter().chain(reach).chain(to).collect();
        for told in numbers_of(document, &self.values).into_iter().chain(declared(document, &self.values)) {
            if told != self.person && !found.contains(&told) {
                found.push(told);
            }
        }
        found
    }

    /// All tags, by the audience that reads them; empty is everybody.
    pub fn tags<'t>(&self, document: &'t FormDocument, all: &'t [String]) -> BTreeMap<&'t str, Vec<&'t str>> {
        let mut by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for tag in all {
            by.entry(document.audience_of_tag(tag).unwrap_or_default()).or_default().push(tag);
        }
        by
    }
}
