//! Brothers and sisters: are they in the records, and which number in the family is this child?

use plugin_sdk::{Host, Issue, Known};
use rules::{answers::Answers, date, digits, names};

/// How sure we are of the brothers and sisters that are said to be at the school.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Found in the records by their civil number.
    Confirmed,
    /// Not found, but the family name fits.
    Likely,
    /// Not found, and the family name is another one: not counted until the school confirms.
    Unlikely,
}

/// What the list of brothers and sisters comes to.
#[derive(Debug, Default)]
pub struct Family {
    /// The weakest match among those that count; of the others when none counts.
    pub status: Option<Match>,
    /// Brothers and sisters at the school that count.
    pub enrolled: usize,
    /// Those found in the records.
    pub known: usize,
    /// This child's number in the family: those at the school first, then by age.
    pub rank: usize,
}

impl Family {
    /// Reads the list.
    pub fn read(answers: Answers<'_>, host: &dyn Host) -> Family {
        let own_keys: Vec<String> = ["child_name_en", "child_name_ar", "guardian_name", "second_name"]
            .into_iter()
            .filter_map(|field| family_key(answers.text(field)?))
            .collect();
        let birth = answers.date("dob");
        let mut family = Family { rank: 1, ..Family::default() };
        let mut unlikely = false;
        for (_, sibling) in answers.group("siblings") {
            let matched = match_of(sibling, &own_keys, host);
            match (sibling.text("status"), matched) {
                (Some("enrolled"), Match::Unlikely) => unlikely = true,
                (Some("enrolled"), found) => {
                    family.enrolled += 1;
                    family.rank += 1;
                    family.known += usize::from(found == Match::Confirmed);
                }
                (Some("applying"), Match::Confirmed | Match::Likely)
                    if sibling.date("dob").zip(birth).is_some_and(|(theirs, own)| theirs < own) =>
                {
                    family.rank += 1;
                }
                _ => {}
            }
        }
        family.status = match (family.enrolled, family.known) {
            (0, _) => unlikely.then_some(Match::Unlikely),
            (enrolled, known) if enrolled == known => Some(Match::Confirmed),
            _ => Some(Match::Likely),
        };
        family
    }
}

/// The applicant or the same child twice in the list.
pub fn issues(answers: Answers<'_>, issues: &mut Vec<Issue>) {
    let own_number = answers.text("civil_number").and_then(digits::only);
    let same_child = |a: Answers<'_>, name: Option<&str>, birth: Option<date::Date>, number: Option<&String>| {
        let by_number =
            a.text("civil_number").and_then(digits::only).zip(number).is_some_and(|(theirs, own)| theirs == *own);
        let by_name = a.text("name").zip(name).is_some_and(|(theirs, own)| names::same(theirs, own));
        by_number || (by_name && birth.is_some() && a.date("dob") == birth)
    };
    let listed: Vec<(usize, Answers<'_>)> = answers.group("siblings").collect();
    for (at, sibling) in &listed {
        let is_child = ["child_name_en", "child_name_ar"]
            .iter()
            .any(|field| same_child(*sibling, answers.text(field), answers.date("dob"), own_number.as_ref()));
        let is_twice = listed[..*at].iter().any(|(_, other)| {
            let number = other.text("civil_number").and_then(digits::only);
            same_child(*sibling, other.text("name"), other.date("dob"), number.as_ref())
        });
        if is_child {
            issues.push(Issue::error(format!("/siblings/{at}/name"), "siblingIsChild"));
        } else if is_twice {
            issues.push(Issue::error(format!("/siblings/{at}/name"), "siblingTwice"));
        }
    }
}

fn match_of(sibling: Answers<'_>, own_keys: &[String], host: &dyn Host) -> Match {
    let number = sibling.text("civil_number").and_then(digits::only);
    if number.is_some_and(|number| host.known("national_id", &number) != Known::No) {
        return Match::Confirmed;
    }
    // One name alone carries no family name: nothing speaks against it.
    let key = sibling.text("name").and_then(family_key);
    match key {
        Some(key) if !own_keys.is_empty() && !own_keys.contains(&key) => Match::Unlikely,
        _ => Match::Likely,
    }
}

/// The key of a full name's last word; `None` for a name of one word.
fn family_key(name: &str) -> Option<String> {
    let key = names::key(name);
    key.rsplit_once(' ').map(|(_, last)| last.to_owned())
}
