//! What a file of the list tells of applications beside their submissions. What is decided and told later stands nowhere in it.

use std::collections::HashMap;

use kernel::{SchoolTx, StoreError, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::registry::bucket_name;
use words::Text;

use super::model::Standing;
use super::service::last_day;
use super::store;
use crate::letters::ListedLetters;
use crate::{origins, students};

/// An application, as a file tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Filed {
    pub registration_id: String,
    /// The status in the school's words, or in ours where it has none.
    pub status: Text,
    /// What refines it; empty where nothing does.
    pub sub_status: Text,
    /// The academic year of its round, and the round where that has a name of its own.
    pub round: String,
    /// Whose places it competes for.
    pub bucket: Text,
    /// Where it stood before it was put on hold.
    pub held_from: Option<Text>,
    /// `YYYY-MM-DD`.
    pub review_by: Option<String>,
    /// The last day of an offer, `YYYY-MM-DD`.
    pub offer_until: Option<String>,
    pub admission_number: Option<String>,
    /// Whether somebody of the staff sent it for the family.
    pub is_by_staff: bool,
    /// Documents that are missing; none where nobody asked, or it is over.
    #[serde(default)]
    pub missing: Option<usize>,
    /// How conditions and financial documents stand; nothing where nobody asked.
    #[serde(default)]
    pub letters: ListedLetters,
}

/// What the screens call statuses and what refines them (`applications.json` of the web).
const STATUSES: [(&str, [&str; 2]); 8] = [
    ("W", ["Waiting", "قيد الانتظار"]),
    ("S", ["Shortlisted", "في القائمة المختصرة"]),
    ("O", ["On hold", "معلّق"]),
    ("F", ["Offer sent", "أُرسل العرض"]),
    ("A", ["Accepted", "قُبل العرض"]),
    ("B", ["Place booked", "حُجز المقعد"]),
    ("C", ["Enrolled", "مسجَّل"]),
    ("R", ["Closed", "مغلق"]),
];

const fn sub_status(standing: Standing) -> [&'static str; 2] {
    match standing {
        Standing::WReview => ["under review", "قيد المراجعة"],
        Standing::WWaitlist => ["on the waiting list", "في قائمة الانتظار"],
        Standing::SToSchedule => ["no appointment yet", "بلا موعد بعد"],
        Standing::SScheduled => ["appointment made", "حُدد الموعد"],
        Standing::SAssessed => ["assessed", "تم التقييم"],
        Standing::ODocuments => ["documents", "المستندات"],
        Standing::OPayment => ["payment", "الدفع"],
        Standing::OSeat => ["place", "المقعد"],
        Standing::OOther => ["another reason", "سبب آخر"],
        Standing::FUnconditional => ["without conditions", "بلا شروط"],
        Standing::FConditional => ["with conditions", "بشروط"],
        Standing::AConditionsOpen => ["conditions open", "شروط لم تُستوفَ بعد"],
        Standing::AFeeDue => ["payment due", "بانتظار الدفع"],
        Standing::BConsentsDue => ["consents due", "بانتظار الموافقات"],
        Standing::BOriginalsDue => ["originals due", "بانتظار أصول المستندات"],
        Standing::C => ["", ""],
        Standing::RSchool => ["not accepted", "غير مقبول"],
        Standing::RDeclined => ["offer declined", "رُفض العرض"],
        Standing::RExpired => ["offer expired", "انتهت مهلة العرض"],
        Standing::RWithdrawn => ["withdrawn", "مسحوب"],
        Standing::RDuplicate => ["duplicate", "مكرر"],
    }
}

fn text([en, ar]: [&str; 2]) -> Text {
    Text { en: en.to_owned(), ar: ar.to_owned() }
}

fn status(school: &School, standing: Standing) -> Text {
    let own = school.config().status_labels.get(standing.status()).cloned();
    let ours =
        || STATUSES.iter().find(|(status, _)| *status == standing.status()).map_or(["", ""], |(_, words)| *words);
    own.unwrap_or_else(|| text(ours()))
}

/// The applications among some submissions, by their ids.
pub(crate) async fn filed_among(
    tx: &mut SchoolTx,
    school: &School,
    ids: &str,
) -> Result<HashMap<SubmissionId, Filed>, StoreError> {
    let rows = store::applications_among(tx, ids).await?;
    let mut numbers = students::numbers_among(tx, ids).await?;
    let by_staff = origins::by_staff_among(tx, ids).await?;
    let mut filed = HashMap::with_capacity(rows.len());
    for row in rows {
        let standing = row.standing()?;
        let form = school.form_if_ready(&row.form_id);
        let (round, id) = (school.round(&row.round), row.submission_id.clone());
        let is_named = round.id != round.year && !round.year.starts_with(&round.id);
        let one = Filed {
            status: status(school, standing),
            sub_status: text(sub_status(standing)),
            round: if is_named { format!("{} ({})", round.year, round.id) } else { round.year.clone() },
            bucket: bucket_name(form.as_ref().map(|form| &*form.document), &row.bucket),
            held_from: row.came_from().filter(|_| standing.status() == "O").map(|from| status(school, from)),
            offer_until: row.hold_until.map(|until| last_day(school, until).to_string()),
            admission_number: numbers.remove(&id),
            is_by_staff: by_staff.contains(&id),
            missing: None,
            letters: ListedLetters::default(),
            registration_id: row.registration_id,
            review_by: row.review_by,
        };
        filed.insert(id, one);
    }
    Ok(filed)
}

#[cfg(test)]
mod tests {
    use machine::State as _;
    use serde_json::Value;

    use super::*;

    #[test]
    fn words_are_those_of_the_screen() {
        for (at, language) in ["en", "ar"].into_iter().enumerate() {
            let path = format!("{}/../../web/locales/{language}/applications.json", env!("CARGO_MANIFEST_DIR"));
            let told: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("texts")).expect("JSON");
            for (status, words) in STATUSES {
                assert_eq!(told[format!("status.{status}")], words[at], "{status}");
            }
            for standing in Standing::ALL.iter().copied().filter(|standing| *standing != Standing::C) {
                assert_eq!(told[format!("sub.{}", standing.as_str())], sub_status(standing)[at], "{standing:?}");
            }
        }
    }
}
