//! The sections of a student's file and who reads them, what a way forward is, and how numbers are spelled.

use std::collections::BTreeSet;

use kernel::{MessageId, Refusal};
use serde::Serialize;
use utoipa::ToSchema;
use words::text::{cut, lines, western_digits};
use words::verdict::Issue;
use words::{Permission, Role};

use crate::applications::Standing;

/// The audience that alone reads what is medical.
pub const HEALTH: &str = "health";
/// Characters of a reason, at least.
pub const LEAST_REASON: usize = 5;
/// And at most.
pub const MOST_REASON: usize = 300;
/// Characters of a number, as it is typed.
const MOST_TYPED: usize = 60;
/// Most digits of the last part of a number.
const MOST_DIGITS: usize = 9;

/// A section of a student's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// What one wants to know at first.
    Summary,
    /// The child.
    Personal,
    /// Who answers for the child.
    Guardians,
    /// Grade, year, and everything else that was answered.
    Academic,
    /// Documents.
    Documents,
    /// The history.
    Timeline,
    /// What is kept for the health team.
    Medical,
    /// What was declared and consented to.
    Consents,
    /// Notes and messages.
    Notes,
}

impl Section {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 9] = [
        Self::Summary,
        Self::Personal,
        Self::Guardians,
        Self::Academic,
        Self::Documents,
        Self::Timeline,
        Self::Medical,
        Self::Consents,
        Self::Notes,
    ];

    /// Its name in requests and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Personal => "personal",
            Self::Guardians => "guardians",
            Self::Academic => "academic",
            Self::Documents => "documents",
            Self::Timeline => "timeline",
            Self::Medical => "medical",
            Self::Consents => "consents",
            Self::Notes => "notes",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.as_str() == name)
    }

    /// Whether a role reads it, of an application that it sees.
    fn is_for(self, role: Role) -> bool {
        match self {
            Self::Medical => !matches!(role, Role::Finance | Role::Auditor),
            Self::Notes => Permission::NoteRead.roles().contains(&role),
            _ => true,
        }
    }
}

/// The sections that somebody of these roles reads.
#[must_use]
pub fn allowed(roles: &[Role]) -> Vec<Section> {
    let reading: Vec<Role> =
        roles.iter().copied().filter(|role| Permission::EnquiryRead.roles().contains(role)).collect();
    Section::ALL.into_iter().filter(|section| reading.iter().any(|role| section.is_for(*role))).collect()
}

/// Those that are asked for, of the allowed ones: all where none is named. F003 at `/sections` for one that there is not.
pub fn wanted(asked: &[String], allowed: &[Section]) -> Result<BTreeSet<Section>, Refusal> {
    let refused = || Refusal::new(MessageId::F003).errors(vec![Issue::error("/sections", "enum")]);
    let named = asked.iter().map(|name| Section::parse(name).ok_or_else(refused));
    let named: Vec<Section> = named.collect::<Result<_, _>>()?;
    let is_wanted = |section: &Section| named.is_empty() || named.contains(section);
    Ok(allowed.iter().copied().filter(is_wanted).collect())
}

/// Why somebody opens what is medical. F003 at `/reason` where it says too little or too much.
pub fn reason_of(typed: Option<&str>) -> Result<Option<String>, Refusal> {
    let Some(typed) = typed else { return Ok(None) };
    let reason = lines(typed).trim().to_owned();
    let refused = |code: &str, limit: usize| {
        let issue = Issue::error("/reason", code).with("limit", limit);
        Err(Refusal::new(MessageId::F003).errors(vec![issue]))
    };
    match reason.chars().count() {
        length if length < LEAST_REASON => refused("minLength", LEAST_REASON),
        length if length > MOST_REASON => refused("maxLength", MOST_REASON),
        _ => Ok(Some(reason)),
    }
}

/// Where an application usually goes next, where the caller may send it there.
#[must_use]
pub fn next(from: Standing, held_from: Option<Standing>, allowed: &[Standing]) -> Option<Standing> {
    use Standing::{
        AConditionsOpen, AFeeDue, BConsentsDue, BOriginalsDue, C, FConditional, FUnconditional, SAssessed, SScheduled,
        SToSchedule, WReview, WWaitlist,
    };
    let ways: &[Standing] = match from {
        WReview | WWaitlist => &[SToSchedule, FUnconditional, FConditional],
        SToSchedule => &[SScheduled],
        SScheduled => &[SAssessed],
        SAssessed => &[FUnconditional, FConditional],
        FUnconditional => &[AFeeDue],
        FConditional => &[AConditionsOpen],
        AConditionsOpen | AFeeDue => &[BConsentsDue],
        BConsentsDue => &[BOriginalsDue],
        BOriginalsDue => &[C],
        _ => &[],
    };
    held_from.into_iter().chain(ways.iter().copied()).find(|to| allowed.contains(to))
}

/// The admission number of the so manieth child of a year.
#[must_use]
pub fn admission_number(code: &str, year: &str, number: i64) -> String {
    format!("{code}-{year}-{number:04}")
}

/// Every registration id and admission number that a text can be the spelling of: letters and digits count, whatever stands between.
#[must_use]
pub fn numbers(typed: &str) -> Vec<String> {
    let told: String = western_digits(&cut(typed, MOST_TYPED)).chars().filter(char::is_ascii_alphanumeric).collect();
    let told = told.to_ascii_uppercase();
    let ends_in_digits =
        |text: &str, n: usize| text.len() > n && text.bytes().rev().take(n).all(|byte| byte.is_ascii_digit());
    let mut found = Vec::new();
    for digits in 4..=MOST_DIGITS {
        if !ends_in_digits(&told, digits) {
            break;
        }
        let (head, tail) = told.split_at(told.len() - digits);
        if digits > 4 && ends_in_digits(head, 2) {
            found.push(format!("{head}-{tail}"));
        }
        if ends_in_digits(head, 4) {
            let (code, year) = head.split_at(head.len() - 4);
            found.push(format!("{code}-{year}-{tail}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_reads_its_sections() {
        let missing = |role: Role| -> Vec<&str> {
            let allowed = allowed(&[role]);
            Section::ALL.into_iter().filter(|section| !allowed.contains(section)).map(Section::as_str).collect()
        };
        let none: [&str; 0] = [];
        for role in [Role::SchoolAdmin, Role::AdmissionsOfficer, Role::Principal] {
            assert_eq!(missing(role), none, "{}", role.as_str());
        }
        assert_eq!(missing(Role::Finance), ["medical", "notes"]);
        assert_eq!(missing(Role::Registrar), ["notes"]);
        assert_eq!(missing(Role::Auditor), ["medical"]);
        assert_eq!(missing(Role::Cashier).len(), Section::ALL.len(), "who reads no applications reads nothing");
        assert_eq!(allowed(&[Role::Finance, Role::Registrar]).len(), Section::ALL.len() - 1, "each adds its own");
    }

    #[test]
    fn what_is_asked_for_is_given_as_far_as_it_is_allowed() {
        let wanted = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|name| (*name).to_owned()).collect();
            wanted(&asked, &[Section::Summary, Section::Timeline]).map(Vec::from_iter).map_err(|refusal| refusal.id())
        };
        assert_eq!(wanted(&[]), Ok(vec![Section::Summary, Section::Timeline]));
        assert_eq!(wanted(&["notes", "timeline", "timeline"]), Ok(vec![Section::Timeline]));
        assert_eq!(wanted(&["notes"]), Ok(vec![]), "nothing more than that was asked for");
        assert_eq!(wanted(&["summary", "wallet"]), Err(MessageId::F003));
    }

    #[test]
    fn a_reason_says_something() {
        let reason = |typed: &str| reason_of(Some(typed)).ok().flatten();
        assert_eq!(reason_of(None).ok(), Some(None));
        assert_eq!(reason("  A fall \u{202E} ").as_deref(), Some("A fall"));
        assert_eq!((reason("fall"), reason("    \n  ")), (None, None));
        assert_eq!(reason(&"س".repeat(MOST_REASON)).map(|text| text.chars().count()), Some(MOST_REASON));
        assert_eq!(reason(&"س".repeat(MOST_REASON + 1)), None);
    }

    #[test]
    fn a_number_is_read_however_it_is_spelled() {
        for typed in ["ABQ27-00001", "abq27 00001", "ABQ 27 – 00001", "abq٢٧-٠٠٠٠١", "ABQ2700001"] {
            assert!(numbers(typed).contains(&"ABQ27-00001".to_owned()), "{typed}: {:?}", numbers(typed));
        }
        for typed in ["ABQ-2027-0001", "abq 2027 0001", "ABQ20270001", " abq-۲۰۲۷-۰۰۰۱ "] {
            assert!(numbers(typed).contains(&"ABQ-2027-0001".to_owned()), "{typed}: {:?}", numbers(typed));
        }
        assert!(numbers("ABQ-2027-12345").contains(&"ABQ-2027-12345".to_owned()));
        for nothing in ["", "ABQ", "0001", "ABQ27", "سارة", "ABQ2700001X"] {
            assert_eq!(numbers(nothing), Vec::<String>::new(), "{nothing}");
        }
        assert!(numbers(&"9".repeat(60)).len() < 16, "however long it is");
        assert_eq!(admission_number("ABQ", "2027", 1), "ABQ-2027-0001");
        assert_eq!(admission_number("ABQ", "2027", 12_345), "ABQ-2027-12345");
    }

    #[test]
    fn what_comes_next_is_a_way_that_the_caller_has() {
        use Standing::{BConsentsDue, BOriginalsDue, C, OOther, RSchool, SScheduled, SToSchedule, WReview};
        assert_eq!(next(WReview, None, &[RSchool, SToSchedule]), Some(SToSchedule));
        assert_eq!(next(WReview, None, &[RSchool]), None);
        assert_eq!(next(BOriginalsDue, None, &[C]), Some(C));
        assert_eq!(next(BConsentsDue, None, &[C]), None);
        assert_eq!(next(OOther, Some(SScheduled), &[RSchool, SScheduled]), Some(SScheduled));
        assert_eq!(next(C, None, &[]), None);
    }
}
