//! Why an application stands where it does: by the school's own reasons where it has some, else by the product's, in both languages.

use kernel::Refusal;
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use words::Text;
use words::text::lines;
use words::verdict::Issue;

use super::model::{REASONS, Standing};
use crate::typed::refused;

/// The reason of an offer that the server makes to the next on a waiting list.
pub const WAITLIST: &str = "waitlist";
/// The reason of an offer that its family accepted on the page of its application.
const IN_WRITING: &str = "accepted_in_writing";

/// The reason of an offer that its family accepted by signing its letter; what is said of it is the number of that.
pub const SIGNED: &str = "signed_letter";

/// A reason that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferedReason {
    pub code: String,
    /// As staff read it.
    pub text: Text,
    /// The statuses to which it can lead: `R`; all when empty.
    pub statuses: Vec<&'static str>,
}

/// The reason of a family that says none.
const BY_FAMILY: &str = "family_asked";
/// Characters of what a family says besides.
const MOST_OF_FAMILY: usize = 500;

/// Why a family declines an offer, or takes its application back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// It chose another school.
    AnotherSchool,
    /// It moves away.
    MovedAway,
    /// The fees.
    Fees,
    /// Something else.
    Other,
}

impl DeclineReason {
    /// The product's reason by which staff read it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::AnotherSchool => "another_school",
            Self::MovedAway => "moved_away",
            Self::Fees => "fees",
            Self::Other => "other",
        }
    }
}

/// What a family says of why.
#[derive(Debug, Clone, Default)]
pub struct FamilyReason {
    /// The one that it chose; none where it was asked by nobody.
    pub chosen: Option<DeclineReason>,
    /// In its own words, for the school.
    pub text: Option<String>,
}

impl FamilyReason {
    /// As a typed text has it. F003 at `/reason_text` for what is too long.
    pub fn checked(chosen: Option<DeclineReason>, typed: Option<&str>) -> Result<Self, Refusal> {
        let text = typed.map(|typed| lines(typed).trim().to_owned()).filter(|text| !text.is_empty());
        if text.as_ref().is_some_and(|text| text.chars().count() > MOST_OF_FAMILY) {
            return Err(refused(Issue::error("/reason_text", "maxLength").with("limit", MOST_OF_FAMILY)));
        }
        Ok(Self { chosen, text })
    }

    /// By the name of the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.chosen.map_or(BY_FAMILY, DeclineReason::code)
    }

    /// Whether anything is said.
    #[must_use]
    pub fn is_said(&self) -> bool {
        self.chosen.is_some() || self.text.is_some()
    }
}

/// What the product calls a reason; none for what it does not know.
fn in_words(code: &str) -> Option<[&'static str; 2]> {
    Some(match code {
        "no_place" => ["No place available", "لا مقاعد متاحة"],
        "documents_missing" => ["Documents are missing", "مستندات ناقصة"],
        "not_ready" => ["Not ready for this grade", "غير مستعد لهذا الصف"],
        "another_school" => ["They chose another school", "اختاروا مدرسة أخرى"],
        "moved_away" => ["They move away", "الانتقال من المنطقة"],
        "fees" => ["Fees", "الرسوم"],
        "no_answer" => ["The family cannot be reached", "تعذّر الوصول إلى الأسرة"],
        "duplicate" => ["The same child applied twice", "طلبان للطفل نفسه"],
        "family_asked" => ["The family asked for it", "بطلب من الأسرة"],
        "appeal" => ["The family asked to reconsider", "طلبت الأسرة إعادة النظر"],
        "documents_later" => ["The family brings the documents later", "ستحضر الأسرة المستندات لاحقًا"],
        "accepted_by_telephone" => ["Accepted by phone", "قُبل العرض هاتفيًا"],
        "accepted_by_email" => ["Accepted by e-mail", "قُبل العرض بالبريد الإلكتروني"],
        "accepted_on_paper" => ["Accepted on paper", "قُبل العرض كتابيًا على الورق"],
        IN_WRITING => ["Accepted in writing, on the page of the application", "قُبل العرض كتابيًا عبر صفحة طلب الالتحاق"],
        "fee_received" => ["The fee is paid", "دُفع الرسم"],
        "mistake" => ["Done by mistake", "حدث ذلك بالخطأ"],
        "other" => ["Another reason", "سبب آخر"],
        SIGNED => ["The family signed the letter", "وقّعت الأسرة الرسالة"],
        WAITLIST => ["Next on the waiting list", "التالي في قائمة الانتظار"],
        _ => return None,
    })
}

/// The statuses to which a reason of the product's can lead; all when empty.
fn leads_to(code: &str) -> &'static [&'static str] {
    match code {
        "no_place" => &["W", "O", "R"],
        "documents_missing" | "fees" => &["O", "R"],
        "not_ready" | "another_school" | "moved_away" | "duplicate" => &["R"],
        "no_answer" => &["S", "O", "R"],
        "appeal" => &["W"],
        "documents_later" => &["S", "F", "B", "C"],
        "accepted_by_telephone" | "accepted_by_email" | "accepted_on_paper" | IN_WRITING => &["A"],
        "fee_received" => &["B"],
        "mistake" => &["W", "S"],
        _ => &[],
    }
}

fn ours(code: &str) -> Option<Text> {
    in_words(code).map(|[en, ar]| Text { en: en.to_owned(), ar: ar.to_owned() })
}

/// What a reason is called: by the school, else by the product; none for one that the school does not have any more.
#[must_use]
pub fn words_of(school: &School, code: &str) -> Option<Text> {
    let own = school.config().reasons.iter().find(|reason| reason.code == code);
    own.map(|reason| reason.text.clone()).or_else(|| ours(code))
}

/// Reasons that are offered to whoever may send an application to one of these; that its family accepted in writing, where it did, whatever
/// reasons the school has.
#[must_use]
pub fn offered(school: &School, ways: &[Standing], is_accepted: bool) -> Vec<OfferedReason> {
    let mut offered = listed(school, ways);
    offered.retain(|reason| reason.code != IN_WRITING);
    if is_accepted
        && ways.iter().any(|way| leads_to(IN_WRITING).contains(&way.status()))
        && let Some(text) = ours(IN_WRITING)
    {
        let statuses = leads_to(IN_WRITING).to_vec();
        offered.insert(0, OfferedReason { code: IN_WRITING.to_owned(), text, statuses });
    }
    offered
}

fn listed(school: &School, ways: &[Standing]) -> Vec<OfferedReason> {
    let own = &school.config().reasons;
    if ways.is_empty() {
        return Vec::new();
    }
    let leads = |statuses: &[&str]| statuses.is_empty() || ways.iter().any(|way| statuses.contains(&way.status()));
    if own.is_empty() {
        let fitting = REASONS.iter().filter(|code| leads(leads_to(code)));
        let told = fitting.filter_map(|code| {
            Some(OfferedReason { code: (*code).to_owned(), text: ours(code)?, statuses: leads_to(code).to_vec() })
        });
        return told.collect();
    }
    let told = own.iter().filter_map(|reason| {
        let statuses: Vec<&'static str> = reason.statuses.iter().map(|status| status.as_str()).collect();
        leads(&statuses).then(|| OfferedReason { code: reason.code.clone(), text: reason.text.clone(), statuses })
    });
    told.collect()
}

/// F003 for a reason that neither the school nor the product has.
pub fn require(school: &School, code: Option<&str>) -> Result<(), Refusal> {
    match code {
        Some(code) if !REASONS.contains(&code) && school.config().reasons.iter().all(|own| own.code != code) => {
            Err(refused(Issue::error("/transition/reason_code", "enum")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use machine::State as _;

    use super::*;

    #[test]
    fn every_reason_of_the_product_has_words_in_both_languages() {
        for code in REASONS.iter().copied().chain([SIGNED, WAITLIST]) {
            let text = ours(code).unwrap_or_else(|| panic!("{code} has no words"));
            assert!(text.en.is_ascii() && text.ar.chars().any(|c| ('\u{0600}'..='\u{06FF}').contains(&c)), "{code}");
        }
        assert_eq!(ours("unheard_of"), None);
    }

    #[test]
    fn a_reason_leads_only_where_it_says_something() {
        let to = |status: &str| -> Vec<&str> {
            let fits = |code: &&&str| leads_to(code).is_empty() || leads_to(code).contains(&status);
            REASONS.iter().filter(fits).copied().collect()
        };
        let accepted = ["accepted_by_telephone", "accepted_by_email", "accepted_on_paper", IN_WRITING];
        assert_eq!(to("A"), [&["family_asked"][..], &accepted, &["other"]].concat());
        assert_eq!(to("S"), ["no_answer", "family_asked", "documents_later", "mistake", "other"]);
        assert!(to("R").contains(&"not_ready") && !to("R").iter().any(|code| accepted.contains(code)));
        for (code, statuses) in REASONS.iter().map(|code| (code, leads_to(code))) {
            let known = |status: &&str| Standing::ALL.iter().any(|standing| standing.status() == *status);
            assert!(statuses.iter().all(known), "{code}");
        }
    }

    #[test]
    fn what_a_family_says_is_one_of_the_product_s_reasons() {
        for reason in
            [DeclineReason::AnotherSchool, DeclineReason::MovedAway, DeclineReason::Fees, DeclineReason::Other]
        {
            assert!(REASONS.contains(&reason.code()));
            assert_eq!(serde_json::to_value(reason).expect("a name"), reason.code());
        }
        assert_eq!(FamilyReason::default().code(), "family_asked");
        let said = |typed: &str| FamilyReason::checked(Some(DeclineReason::Other), Some(typed));
        assert_eq!(said("  We stay\r\nhere ").expect("short").text.as_deref(), Some("We stay\nhere"));
        assert_eq!(said(" \n ").expect("nothing").text, None);
        assert_eq!(said(&"x".repeat(MOST_OF_FAMILY + 1)).expect_err("long").id().as_str(), "F003");
    }
}
