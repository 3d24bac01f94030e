//! Who of a school's staff reads which answer. A step or a field names an audience, and whoever is in it reads the answer; everybody else
//! learns that there is one, and nothing that the form's rules made of it.

use std::collections::BTreeSet;

use serde_json::Value;
use words::verdict::{Computed, Kind, Verdict};

use super::FormDocument;
use super::field::{code_of_place, is_financial};
use super::raw::RawAudience;
use super::subject::{What, Who};
use super::totals::RawTerm;

/// Who alone reads financial documents, which no form asks for: those with this right, as tasks are kept for one.
const FEES: &str = words::Permission::ApplicationFees.as_str();

/// Says of an audience whether somebody is in it.
pub type Reads<'r> = dyn Fn(&str) -> bool + Send + Sync + 'r;

/// A field that was answered, and who alone reads that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    pub field: String,
    pub audience: String,
}

/// Whether a text can be an audience's id.
pub(super) fn is_audience(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=40).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(plain)
}

impl FormDocument {
    /// Every audience that a step or a field names.
    #[must_use]
    pub fn audiences(&self) -> BTreeSet<&str> {
        self.fields.iter().filter_map(|field| field.audience.as_deref()).collect()
    }

    /// Who alone reads a field, also one of a repeated group (`group.field`), the place of a paper that no field takes, and a financial document
    /// ([`FEES`]).
    #[must_use]
    pub fn audience_of(&self, field: &str) -> Option<&str> {
        if let Some(code) = code_of_place(field) {
            return self.audience_of_code(code);
        }
        if is_financial(field) {
            return Some(FEES);
        }
        let name = field.split('.').next().unwrap_or_default();
        self.field(name)?.audience.as_deref()
    }

    /// Who alone reads a tag.
    #[must_use]
    pub fn audience_of_tag(&self, tag: &str) -> Option<&str> {
        self.audience_where(|made| made.tags.iter().any(|own| own == tag))
    }

    /// Who alone reads whom the answers are about: the audience of the fields that name them in the list.
    #[must_use]
    pub fn audience_of_person(&self) -> Option<&str> {
        let named = [Who::Child, Who::Contact].into_iter().filter_map(|who| self.field_of(who, What::Name));
        self.raw.person.iter().map(String::as_str).chain(named).find_map(|field| self.audience_of(field))
    }

    /// Whether somebody does not read what somebody of the answers is called, and whether not when they were born.
    #[must_use]
    pub fn withholds(&self, who: Who, reads: &Reads<'_>) -> (bool, bool) {
        let hides = |audience: Option<&str>| audience.is_some_and(|audience| !reads(audience));
        let of = |what| self.field_of(who, what).and_then(|field| self.audience_of(field));
        let is_subject = matches!(who, Who::Child | Who::Contact);
        let name = of(What::Name).or_else(|| self.audience_of_person().filter(|_| is_subject));
        (hides(name), hides(of(What::Dob)))
    }

    /// Kinds of known values (`x-known`) by which somebody is led to no other submission: of answers that they do not read, and those that
    /// many submissions have by right (`x-shared`).
    #[must_use]
    pub fn withheld_kinds(&self, reads: &Reads<'_>) -> BTreeSet<&str> {
        let all = self.fields.iter().flat_map(|field| {
            let is_withheld = field.audience.as_deref().is_some_and(|one| !reads(one));
            std::iter::once(field).chain(&field.items).map(move |own| (own, is_withheld))
        });
        all.filter(|(own, is_withheld)| *is_withheld || own.shared)
            .filter_map(|(own, _)| own.known.as_deref())
            .collect()
    }

    /// Takes out of the answers what somebody does not read, and says what was answered there. A field that shows only under a condition
    /// is not named: that it was answered would tell which answer made it show.
    pub fn withhold_answers(&self, values: &mut Value, reads: &Reads<'_>) -> Vec<Withheld> {
        let Some(map) = values.as_object_mut() else { return Vec::new() };
        let mut withheld = Vec::new();
        for field in &self.fields {
            let Some(audience) = field.audience.as_deref().filter(|audience| !reads(audience)) else { continue };
            if map.remove(&field.name).is_some() && !field.conditional {
                withheld.push(Withheld { field: field.name.clone(), audience: audience.to_owned() });
            }
        }
        withheld
    }

    /// Takes out of the rules' word what they made of answers that somebody does not read.
    pub fn withhold_verdict(&self, verdict: &mut Verdict, reads: &Reads<'_>) {
        let hides = |audience: Option<&str>| audience.is_some_and(|audience| !reads(audience));
        if hides(self.audience_where(|made| made.score)) {
            verdict.score = None;
        }
        if hides(self.audience_where(|made| made.route)) {
            verdict.route = None;
        }
        let is_open = |code: &str| !hides(self.audience_of_code(code));
        verdict.tags.retain(|tag| !hides(self.audience_of_tag(tag)));
        verdict.checklist.retain(|wanted| is_open(&wanted.code));
        verdict.explain.retain(|line| is_open(&line.code));
        verdict.tasks.retain(|task| is_open(&task.code));
        verdict.errors.retain(|issue| {
            let field = issue.path.trim_start_matches('/').split('/').next().unwrap_or_default();
            is_open(&issue.code) && !hides(self.audience_of(field))
        });
        verdict.computed.retain(|computed| {
            let reason = computed.reason_code.as_deref().is_none_or(is_open);
            let word = computed.value.as_str().filter(|_| computed.kind == Kind::Code).is_none_or(is_open);
            reason && word && self.audiences_of_computed(&computed.key).iter().all(|audience| reads(audience))
        });
        verdict.computed.iter_mut().for_each(|computed| keep_items(computed, &is_open));
    }

    fn audience_where(&self, is_made: impl Fn(&RawAudience) -> bool) -> Option<&str> {
        self.raw.audiences.iter().find(|(_, made)| is_made(made)).map(|(id, _)| id.as_str())
    }

    /// Of a reason, a task, a warning, or a missing paper: that goes by the label of its field.
    #[must_use]
    pub fn audience_of_code(&self, code: &str) -> Option<&str> {
        self.audience_where(|made| made.codes.iter().any(|own| own == code)).or_else(|| {
            let labelled = self.fields.iter().find(|field| field.title.as_deref() == Some(code));
            labelled.and_then(|field| field.audience.as_deref())
        })
    }

    /// Of something worked out: what the document says of it, or those of the fields that a total adds up.
    fn audiences_of_computed(&self, key: &str) -> Vec<&str> {
        let told = self.audience_where(|made| made.computed.iter().any(|own| own == key));
        let total = self.raw.computed.iter().find(|total| total.key == key);
        let summed = total
            .into_iter()
            .flat_map(|total| &total.sum)
            .flat_map(RawTerm::fields)
            .filter_map(|field| self.audience_of(field.split('/').next().unwrap_or_default()));
        told.into_iter().chain(summed).collect()
    }
}

/// Of a list those items whose words may be read.
fn keep_items(computed: &mut Computed, is_open: &impl Fn(&str) -> bool) {
    if computed.kind == Kind::List
        && let Some(items) = computed.value.as_array_mut()
    {
        items.retain(|item| item.get("code").and_then(Value::as_str).is_none_or(is_open));
    }
}
