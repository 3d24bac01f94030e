//! What of a submission everybody of its readers sees, whatever audience they are in: its row, its words for the search and its first
//! entry are made of this alone.

use std::collections::{BTreeMap, BTreeSet};

use form::FormDocument;
use serde_json::Value;
use tenants::School;
use words::verdict::Verdict;

use super::draft::person;
use super::listed::Listed;

/// Answers and verdict without what an audience alone reads, and what follows from them.
pub(super) struct Open {
    values: Value,
    pub verdict: Verdict,
    pub person: String,
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
            listed: Listed::of(school, document, &values, &verdict.computed),
            audiences: audiences.iter().map(|one| format!(" {one} ")).collect(),
            values,
            verdict,
        }
    }

    /// Who else than whom it is about it is found by: their name, addresses and telephones.
    pub fn contact(&self, document: &FormDocument) -> Vec<String> {
        let known = document.known_values(&self.values).into_iter();
        let reach = known.filter(|(kind, _)| kind == "email" || kind == "phone").map(|(_, value)| value);
        let guardian = Some(self.listed.guardian.clone()).filter(|name| !name.is_empty());
        guardian.into_iter().chain(reach).chain(document.confirmation(&self.values).map(|to| to.email)).collect()
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
