//! Referees, and relatives at the school.

use plugin_sdk::{Host, Issue, Known, STAFF_NAME, STAFF_PHONE};
use rules::{answers::Answers, mail};

/// Referees have to be reachable at their work, each of them once, and one of them should have led the applicant.
pub fn issues(answers: Answers<'_>, issues: &mut Vec<Issue>) {
    let own = answers.text("email").map(str::to_lowercase);
    let mut seen: Vec<String> = Vec::new();
    let mut relations = Vec::new();
    for (at, referee) in answers.group("referees") {
        relations.extend(referee.text("relation"));
        let Some(email) = referee.text("email").map(str::to_lowercase) else {
            continue;
        };
        let path = format!("/referees/{at}/email");
        if own.as_ref() == Some(&email) {
            issues.push(Issue::error(path, "refereeSelf"));
        } else if seen.contains(&email) {
            issues.push(Issue::error(path, "refereeTwice"));
        } else if mail::is_personal(&email) {
            issues.push(Issue::error(path, "refereePersonal"));
        }
        seen.push(email);
    }
    if relations.len() >= 2 && !relations.iter().any(|relation| matches!(*relation, "manager" | "head")) {
        issues.push(Issue::warning("/referees", "refereeManager"));
    }
}

/// What the records say about relatives.
pub struct Relatives {
    /// Relatives that the applicant names.
    pub named: usize,
    /// Those among them whose phone is in earlier forms.
    pub known: usize,
    /// Those among them whose phone is a colleague's, or whose name may be one's.
    pub staff: usize,
    /// None named, but the emergency contact's phone is in earlier forms or a colleague's.
    pub undeclared: bool,
}

impl Relatives {
    /// Asks the host: it says yes or no, never who.
    pub fn read(answers: Answers<'_>, host: &dyn Host) -> Relatives {
        let is_known = |phone: &str| host.known("phone", phone) != Known::No;
        let is_staffs = |phone: &str| host.known(STAFF_PHONE, phone) != Known::No;
        // A name alone is told for those who are named as relatives: many people are called the same.
        let is_staff = |relative: &Answers<'_>| {
            relative.text("phone").is_some_and(is_staffs)
                || relative.text("name").is_some_and(|name| host.known(STAFF_NAME, name) != Known::No)
        };
        let declared = answers.yes("has_relative");
        let named: Vec<Answers<'_>> =
            answers.group("relatives").map(|(_, relative)| relative).filter(|_| declared).collect();
        Relatives {
            named: named.len(),
            known: named.iter().filter(|relative| relative.text("phone").is_some_and(is_known)).count(),
            staff: named.iter().filter(|relative| is_staff(relative)).count(),
            undeclared: answers.flag("has_relative") == Some(false)
                && answers.text("emergency_phone").is_some_and(|phone| is_known(phone) || is_staffs(phone)),
        }
    }
}
