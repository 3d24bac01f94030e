//! Why an application stands where it does: by the school's own reasons where it has some, else by the product's, in both languages.

use kernel::Refusal;
use serde::Serialize;
use tenants::School;
use tenants::bundle::rounds::StatusCode;
use utoipa::ToSchema;
use words::Text;
use words::verdict::Issue;

use super::model::{REASONS, Standing};
use crate::typed::refused;

/// The reason of an offer that the server makes to the next on a waiting list.
pub const WAITLIST: &str = "waitlist";

/// A reason that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferedReason {
    pub code: String,
    /// As staff read it.
    pub text: Text,
    /// The statuses to which it can lead: `R`; all when empty.
    pub statuses: Vec<&'static str>,
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
        "other" => ["Another reason", "سبب آخر"],
        WAITLIST => ["Next on the waiting list", "التالي في قائمة الانتظار"],
        _ => return None,
    })
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

/// Reasons that are offered to whoever may send an application to one of these.
#[must_use]
pub fn offered(school: &School, ways: &[Standing]) -> Vec<OfferedReason> {
    let own = &school.config().reasons;
    if ways.is_empty() {
        return Vec::new();
    }
    if own.is_empty() {
        let all = REASONS.iter().filter_map(|code| {
            Some(OfferedReason { code: (*code).to_owned(), text: ours(code)?, statuses: Vec::new() })
        });
        return all.collect();
    }
    let leads = |statuses: &[StatusCode]| {
        statuses.is_empty() || ways.iter().any(|way| statuses.iter().any(|status| status.as_str() == way.status()))
    };
    let fitting = own.iter().filter(|reason| leads(&reason.statuses));
    let told = fitting.map(|reason| OfferedReason {
        code: reason.code.clone(),
        text: reason.text.clone(),
        statuses: reason.statuses.iter().map(|status| status.as_str()).collect(),
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
    use super::*;

    #[test]
    fn every_reason_of_the_product_has_words_in_both_languages() {
        for code in REASONS.iter().copied().chain([WAITLIST]) {
            let text = ours(code).unwrap_or_else(|| panic!("{code} has no words"));
            assert!(text.en.is_ascii() && text.ar.chars().any(|c| ('\u{0600}'..='\u{06FF}').contains(&c)), "{code}");
        }
        assert_eq!(ours("unheard_of"), None);
    }
}
