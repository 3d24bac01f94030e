//! All fields by name, once.

use super::FieldKind::{Date, List, Money, Number, Phone, Text, Words};
use super::LetterKind::{Acceptance, ConditionalOffer, Consent, FinancialRequest, Offer};
use super::{Field, FieldKind, LetterKind};

/// A field, and the letters that have it; none named: all.
pub(super) struct Named {
    pub field: Field,
    pub kinds: &'static [LetterKind],
}

const OFFERS: &[LetterKind] = &[Offer, ConditionalOffer, Acceptance];
const CONDITIONS: &[LetterKind] = &[ConditionalOffer, Acceptance];

const fn one(name: &'static str, kind: FieldKind, en: &'static str, ar: &'static str) -> Field {
    Field { name, kind, en, ar, entries: &[] }
}

const fn all(name: &'static str, kind: FieldKind, en: &'static str, ar: &'static str) -> Named {
    Named { field: one(name, kind, en, ar), kinds: &[] }
}

const fn of(kinds: &'static [LetterKind], field: Field) -> Named {
    Named { field, kinds }
}

const fn list(name: &'static str, en: &'static str, ar: &'static str, entries: &'static [Field]) -> Field {
    Field { name, kind: List, en, ar, entries }
}

const FEES: &[Field] = &[one("fee", Words, "Fee", "الرسم"), one("amount", Money, "Amount", "المبلغ")];
const CONDITION: &[Field] =
    &[one("condition", Words, "Condition to meet", "الشرط"), one("due_on", Date, "Due on", "الموعد")];
const INSTALMENT: &[Field] = &[one("due_on", Date, "Due on", "الموعد"), one("amount", Money, "Amount", "المبلغ")];
const SIBLING: &[Field] = &[
    one("sibling_name", Words, "Name of the sibling", "اسم الأخ أو الأخت"),
    one("sibling_grade", Words, "Grade of the sibling", "صف الأخ أو الأخت"),
];
const DOCUMENT: &[Field] = &[one("document", Words, "Document", "المستند"), one("due_on", Date, "Due on", "الموعد")];

pub(super) static ALL: &[Named] = &[
    all("school", Words, "School", "المدرسة"),
    all("website", Text, "Website of the school", "موقع المدرسة"),
    all("mail", Text, "E-mail of the school", "بريد المدرسة"),
    all("school_phone", Phone, "Phone of the school", "هاتف المدرسة"),
    all("reference", Text, "Reference", "الرقم المرجعي"),
    all("letter_date", Date, "Date", "التاريخ"),
    all("child_first_name", Words, "First name of the child", "الاسم الأول للطفل"),
    all("child_name", Words, "Child", "الطفل"),
    all("gender", Words, "Gender", "الجنس"),
    all("guardian_name", Words, "Guardian", "ولي الأمر"),
    all("guardian_phone", Phone, "Phone of the guardian", "هاتف ولي الأمر"),
    all("grade", Words, "Grade", "الصف"),
    all("stream", Words, "Stream", "المسار"),
    all("campus", Words, "Campus", "الفرع"),
    all("section", Words, "Section", "القسم"),
    all("academic_year", Words, "School year", "العام الدراسي"),
    all("round", Words, "Admission round", "فترة القبول"),
    all("registration_id", Text, "Registration number", "رقم التسجيل"),
    all("nationality", Words, "Nationality", "الجنسية"),
    all("has_sibling", Words, "Sibling at the school", "أخ أو أخت في المدرسة"),
    all("sibling_count", Number, "Siblings at the school", "عدد الإخوة في المدرسة"),
    all("currency", Words, "Currency", "العملة"),
    of(&[], list("siblings", "Siblings", "الإخوة", SIBLING)),
    of(OFFERS, one("offer_date", Date, "Date of the offer", "تاريخ العرض")),
    of(
        &[Offer, ConditionalOffer, Acceptance, FinancialRequest, Consent],
        one("expires_on", Date, "Open until", "سارٍ حتى"),
    ),
    of(OFFERS, list("fees", "Fees", "الرسوم", FEES)),
    of(OFFERS, one("fees_are_confirmed", Words, "Discounts are confirmed", "الخصومات مؤكَّدة")),
    of(OFFERS, one("fee_total", Money, "Total of the fees", "مجموع الرسوم")),
    of(OFFERS, one("deposit", Money, "Deposit", "العربون")),
    of(OFFERS, one("deposit_due", Date, "Deposit due on", "موعد العربون")),
    of(OFFERS, list("instalments", "Instalments", "الدفعات", INSTALMENT)),
    of(OFFERS, one("instalments_total", Money, "Total of the instalments", "مجموع الدفعات")),
    of(OFFERS, one("account_name", Text, "Name of the school's account", "اسم صاحب حساب المدرسة")),
    of(OFFERS, one("account_bank", Text, "Bank of the school's account", "بنك المدرسة")),
    of(OFFERS, one("account_iban", Text, "IBAN of the school's account", "رقم الآيبان لحساب المدرسة")),
    of(OFFERS, one("account_bic", Text, "SWIFT/BIC of the school's account", "رمز السويفت لحساب المدرسة")),
    of(CONDITIONS, list("conditions", "Conditions", "الشروط", CONDITION)),
    of(CONDITIONS, one("conditions_due", Date, "Last day for the conditions", "آخر موعد لاستيفاء الشروط")),
    of(&[FinancialRequest], list("documents", "Documents", "المستندات", DOCUMENT)),
    of(&[FinancialRequest], one("amount_to_cover", Money, "Amount to be covered", "المبلغ المطلوب تغطيته")),
    of(&[Consent], one("consent_title", Words, "What is agreed to", "موضوع الموافقة")),
];
