//! The columns of a file that are the list's own, by their names, each with its heading in both languages.

use super::cells::Shape;

/// The list's own columns by their names, each with its heading.
pub(super) const LIST: [(&str, [&str; 2], Shape); 30] = [
    ("reference", ["Reference", "الرقم المرجعي"], Shape::Text),
    ("received", ["Received", "تاريخ الاستلام"], Shape::Moment),
    ("form", ["Form", "النموذج"], Shape::Text),
    ("person", ["Name", "الاسم"], Shape::Text),
    ("guardian", ["Guardian", "ولي الأمر"], Shape::Text),
    ("phone", ["Phone", "الهاتف"], Shape::Text),
    ("email", ["E-mail", "البريد الإلكتروني"], Shape::Text),
    ("grade", ["Grade or programme", "الصف أو البرنامج"], Shape::Text),
    ("school_year", ["School year", "العام الدراسي"], Shape::Text),
    ("state", ["Status", "الحالة"], Shape::Text),
    ("owner", ["Assigned to", "مُسنَد إلى"], Shape::Text),
    ("score", ["Score", "الدرجة"], Shape::Number),
    ("out_of", ["Out of", "من"], Shape::Number),
    ("tags", ["Tags", "الوسوم"], Shape::Text),
    ("route", ["Route", "المسار"], Shape::Text),
    ("flags", ["Needs attention", "يحتاج إلى انتباه"], Shape::Text),
    ("notes", ["Notes", "الملاحظات"], Shape::Number),
    ("registration_id", ["Registration number", "رقم التسجيل"], Shape::Text),
    ("status", ["Application status", "حالة طلب الالتحاق"], Shape::Text),
    ("sub_status", ["Status in detail", "الحالة بالتفصيل"], Shape::Text),
    ("round", ["Admission round", "فترة القبول"], Shape::Text),
    ("bucket", ["Places in", "المقاعد في"], Shape::Text),
    ("held_from", ["Before the hold", "قبل التعليق"], Shape::Text),
    ("review_by", ["Review by", "المراجعة قبل"], Shape::Day),
    ("offer_until", ["Last day of the offer", "آخر يوم للعرض"], Shape::Day),
    ("admission_number", ["Admission number", "رقم القيد"], Shape::Text),
    ("channel", ["Sent by", "مُرسَل من"], Shape::Text),
    (MISSING, ["Documents still needed", "مستندات ما زالت مطلوبة"], Shape::Number),
    (CONDITIONS, ["Conditions of the offer", "شروط العرض"], Shape::Text),
    (FINANCIAL, ["Financial documents", "المستندات المالية"], Shape::Text),
];
/// Those of them that applications alone have.
pub(super) const OF_APPLICATIONS: [&str; 13] = [
    "registration_id",
    "status",
    "sub_status",
    "round",
    "bucket",
    "held_from",
    "review_by",
    "offer_until",
    "admission_number",
    "channel",
    MISSING,
    CONDITIONS,
    FINANCIAL,
];
const MISSING: &str = "missing_docs";
pub(super) const CONDITIONS: &str = "conditions";
/// Of those alone who look after fees.
pub(super) const FINANCIAL: &str = "financial";
/// Those of them that answers tell: who may not read these is told so.
const OF_ANSWERS: [&str; 4] = ["person", "guardian", "phone", "email"];

/// The place of one among them.
pub(super) fn list_column(name: &str) -> Option<usize> {
    LIST.iter().position(|(known, ..)| *known == name)
}

/// Whether one of the list's own columns takes answers, where so many are named or all are wanted.
pub(super) fn reads_answers(named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| OF_ANSWERS.contains(&name.as_str()))
}

/// Whether one of the list's own columns tells of applications, whether one tells how many documents are missing, and whether one tells of letters.
pub(super) fn reads_applications(named: &[String]) -> (bool, bool, bool) {
    let has = |of: &str| named.is_empty() || named.iter().any(|name| name == of);
    (OF_APPLICATIONS.iter().any(|name| has(name)), has(MISSING), has(CONDITIONS) || has(FINANCIAL))
}
