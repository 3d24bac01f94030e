//! What the file of results says, in both languages.

use words::Language;

use super::model::Outcome;

/// The columns.
const HEADINGS: [[&str; 2]; 6] = [
    ["Registration number", "رقم التسجيل"],
    ["Child", "الطفل"],
    ["Status before", "الحالة قبل النقل"],
    ["Status asked for", "الحالة المطلوبة"],
    ["Result", "النتيجة"],
    ["Why not", "سبب عدم النقل"],
];

/// One of the two.
pub fn of([en, ar]: [&'static str; 2], language: Language) -> &'static str {
    if language == Language::Ar { ar } else { en }
}

/// The columns in a language.
pub fn headings(language: Language) -> [&'static str; 6] {
    HEADINGS.map(|heading| of(heading, language))
}

/// What became of one.
pub fn outcome(outcome: Outcome) -> [&'static str; 2] {
    match outcome {
        Outcome::Moved => ["Moved", "نُقل"],
        Outcome::Decided => ["Decided, to be released later", "تقرر ويُعلن لاحقًا"],
        Outcome::Proposed => ["Proposed, waits for approval", "اقتُرح وينتظر الاعتماد"],
        Outcome::Withdrawn => ["Decision or proposal withdrawn", "سُحب القرار أو الاقتراح"],
        Outcome::Refused => ["Not moved", "لم يُنقل"],
        Outcome::Undone => ["Moved, then undone", "نُقل ثم تُراجع عنه"],
    }
}

/// Why one was not moved; none for what has no words here, whose message id says it.
pub fn why(message_id: &str, guard: Option<&str>) -> Option<[&'static str; 2]> {
    Some(match (message_id, guard) {
        ("A001", _) => {
            ["There is no such application, or you cannot see it", "لا يوجد طلب التحاق كهذا أو لا يمكنكم الاطلاع عليه"]
        }
        ("A002", Some("four_eyes")) => ["Offers are approved by the principal", "يعتمد مدير المدرسة العروض"],
        ("A002", Some("principal_for_our_own")) => [
            "Only the principal decides on brothers, sisters and children of staff",
            "لا يبتّ في طلبات التحاق الإخوة وأبناء الموظفين إلا مدير المدرسة",
        ],
        ("A002", _) => ["You may not make this move", "لا تملكون صلاحية هذا النقل"],
        ("A003", _) => ["The application was changed in the meantime", "تغيّر طلب الالتحاق في هذه الأثناء"],
        ("A012", Some("decision_pending")) => ["A decision on it waits for its release", "ينتظر قرار بشأنه موعد إعلانه"],
        ("A012", Some("no_proposal")) => ["Nothing waits for approval", "لا شيء ينتظر الاعتماد"],
        ("A012", Some("proposal_pending")) => ["A proposal on it waits for approval", "ينتظر اقتراح بشأنه الاعتماد"],
        ("A012", Some("school_allows_direct_offer")) => {
            ["The round has no offers without the shortlist", "لا تتيح فترة القبول عرضًا قبل القائمة المختصرة"]
        }
        ("A012", Some("identity_unique")) => {
            ["The child is enrolled already through another application", "الطفل مسجَّل بالفعل عبر طلب التحاق آخر"]
        }
        ("A012", Some("offer_stands")) => ["The offer has expired", "انتهت مهلة العرض"],
        ("A012", Some("returns_to_held_from")) => {
            ["From on hold it returns only to its status before", "لا يعود طلب الالتحاق المعلّق إلا إلى حالته السابقة"]
        }
        ("A012", _) => ["No such step from its status", "لا خطوة كهذه من حالته"],
        ("A017", _) => ["You proposed it: somebody else approves it", "أنتم من اقترحه، ويعتمده شخص آخر"],
        ("A014", _) => ["No place available", "لا مقاعد متاحة"],
        ("A015", _) => ["Documents are missing", "مستندات ناقصة"],
        ("F003", Some("release_ahead")) => ["The hour of release had come, or nearly", "حان موعد الإعلان أو أوشك"],
        ("F003", Some("review_by_given")) => ["The date to look again is missing", "تاريخ المراجعة غير محدد"],
        ("F003", _) => ["The reason is missing", "السبب غير مذكور"],
        ("L002" | "R012", _) => [
            "The limit of e-mails for this hour or day is reached",
            "بلغ عدد رسائل البريد الإلكتروني حدّه لهذه الساعة أو لهذا اليوم",
        ],
        ("D004", _) => ["The limit of changes for this day is reached", "بلغ عدد التغييرات حدّه لهذا اليوم"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_in_both_languages() {
        let refusals = [
            ("A001", None),
            ("A002", None),
            ("A002", Some("four_eyes")),
            ("A002", Some("principal_for_our_own")),
            ("A003", None),
            ("A012", None),
            ("A012", Some("decision_pending")),
            ("A012", Some("proposal_pending")),
            ("A012", Some("no_proposal")),
            ("A017", None),
            ("F003", Some("release_ahead")),
            ("A012", Some("school_allows_direct_offer")),
            ("A012", Some("identity_unique")),
            ("A012", Some("offer_stands")),
            ("A012", Some("returns_to_held_from")),
            ("A014", Some("seat_free")),
            ("A015", Some("checklist_complete_or_waived")),
            ("F003", None),
            ("F003", Some("review_by_given")),
            ("L002", None),
            ("R012", None),
            ("D004", None),
        ];
        let whys = refusals.into_iter().map(|(id, guard)| why(id, guard).unwrap_or_else(|| panic!("{id}")));
        let outcomes = Outcome::ALL.map(outcome);
        for [en, ar] in whys.chain(HEADINGS).chain(outcomes) {
            assert!(en.is_ascii() && !en.is_empty(), "{en}");
            assert!(ar.chars().any(|c| ('\u{0600}'..='\u{06FF}').contains(&c)), "{en}");
        }
        assert_eq!(why("R001", None), None);
    }
}
