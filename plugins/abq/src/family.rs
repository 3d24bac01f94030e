//! Brothers and sisters: does their name fit, and which number in the family is this child?
//!
//! Nothing here depends on what the school knows of others: what follows is shown to whoever fills in the form. That a civil
//! number was named before is told to the staff alone, and proves nothing: whoever sends a form names numbers.

use plugin_sdk::{Host, Issue, Known};
use rules::{answers::Answers, date, digits, names};

/// How sure we are of the brothers and sisters that are said to be at the school.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The family name fits.
    Likely,
    /// The family name is another one: not counted until the school confirms.
    Unlikely,
}

/// What the list of brothers and sisters comes to.
#[derive(Debug, Default)]
pub struct Family {
    /// `Likely` when any that are said to be at the school count, `Unlikely` when none of them does.
    pub status: Option<Match>,
    /// Brothers and sisters at the school that count.
    pub enrolled: usize,
    /// This child's number in the family: those at the school first, then by age.
    pub rank: usize,
}

impl Family {
    /// Reads the list.
    pub fn read(answers: Answers<'_>) -> Family {
        let own_keys: Vec<String> = ["child_name_en", "child_name_ar", "guardian_name", "second_name"]
            .into_iter()
            .filter_map(|field| family_key(answers.text(field)?))
            .collect();
        let birth = answers.date("dob");
        let mut family = Family { rank: 1, ..Family::default() };
        let mut unlikely = false;
        for (_, sibling) in answers.group("siblings") {
            match (sibling.text("status"), match_of(sibling, &own_keys)) {
                (Some("enrolled"), Match::Unlikely) => unlikely = true,
                (Some("enrolled"), Match::Likely) => {
                    family.enrolled += 1;
                    family.rank += 1;
                }
                (Some("applying"), Match::Likely)
                    if sibling.date("dob").zip(birth).is_some_and(|(theirs, own)| theirs < own) =>
                {
                    family.rank += 1;
                }
                _ => {}
            }
        }
        family.status = match family.enrolled {
            0 => unlikely.then_some(Match::Unlikely),
            _ => Some(Match::Likely),
        };
        family
    }
}

/// How many brothers and sisters have a civil number that an earlier application names.
pub fn named_before(answers: Answers<'_>, host: &dyn Host) -> usize {
    let numbers = answers.group("siblings").filter_map(|(_, sibling)| digits::only(sibling.text("civil_number")?));
    numbers.filter(|number| host.known("national_id", number) != Known::No).count()
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

fn match_of(sibling: Answers<'_>, own_keys: &[String]) -> Match {
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
