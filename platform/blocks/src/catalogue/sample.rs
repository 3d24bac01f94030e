//! Values that no family has, for previews.

use jiff::civil::{Date, date};
use words::{Currency, Money};

use super::{Field, FieldKind, LetterKind, fields};
use crate::value::{Row, Value, Values};

/// A value for each field of a kind of letter, with amounts of the school's currency. Values know both languages.
#[must_use]
pub fn sample(kind: LetterKind, currency: Currency) -> Values {
    let mut values = Values::new();
    for field in fields(kind) {
        values.set(field.name, value(field, currency));
    }
    values.set_currency(currency);
    values
}

/// So many of the currency's own units.
fn money(whole: i64, currency: Currency) -> Value {
    Value::Money(Money::new(whole.saturating_mul(currency.unit()), currency))
}

/// Fees and what comes off them, in both languages.
const FEES: [(&str, &str, i64); 4] = [
    ("Registration fee", "رسم التسجيل", 100),
    ("Tuition", "الرسوم الدراسية", 1_250),
    ("Books and uniform", "الكتب والزي المدرسي", 185),
    ("Discount for siblings (5%)", "خصم الإخوة (5%)", -62),
];
const TOTAL: i64 = 1_473;
const DEPOSIT: i64 = 150;
const INSTALMENTS: [(Date, i64); 3] = [(date(2027, 9, 1), 523), (date(2028, 1, 5), 400), (date(2028, 4, 1), 400)];
const CONDITIONS: [(&str, &str, Date); 2] = [
    ("The original of the last school report", "أصل آخر شهادة مدرسية", date(2027, 7, 1)),
    ("A medical certificate not older than three months", "شهادة طبية لا يتجاوز تاريخها ثلاثة أشهر", date(2027, 8, 15)),
];
const DOCUMENTS: [(&str, &str, Date); 2] = [
    ("A salary certificate or a letter of the sponsor", "شهادة راتب أو خطاب من الكفيل", date(2027, 7, 1)),
    ("A bank guarantee or a schedule of cheques", "ضمان بنكي أو جدول شيكات", date(2027, 7, 15)),
];

fn row<const N: usize>(values: [(&str, Value); N]) -> Row {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn value(field: &Field, currency: Currency) -> Value {
    match field.kind {
        FieldKind::Date => day(field.name),
        FieldKind::Money => money(amount(field.name), currency),
        FieldKind::List => Value::List(entries(field.name, currency)),
        FieldKind::Phone => Value::Phone("+965 2222 0100".to_owned()),
        FieldKind::Number => Value::Number(1),
        FieldKind::Text => Value::Text(text(field.name).to_owned()),
        FieldKind::Words => worded(field),
    }
}

fn day(name: &str) -> Value {
    Value::Date(match name {
        "expires_on" => date(2027, 5, 6),
        "deposit_due" => date(2027, 5, 20),
        "conditions_due" => date(2027, 8, 15),
        _ => date(2027, 4, 22),
    })
}

fn amount(name: &str) -> i64 {
    match name {
        "deposit" => DEPOSIT,
        "instalments_total" => TOTAL - DEPOSIT,
        _ => TOTAL,
    }
}

fn text(name: &str) -> &'static str {
    match name {
        "website" => "https://school.example",
        "mail" => "admissions@school.example",
        "registration_id" => "ABC27-00417",
        "account_name" => "Example School",
        "account_bank" => "Example Bank",
        "account_iban" => "OM16 0000 0012 3456 7890 123",
        "account_bic" => "EXAMOMRX",
        _ => "ABC-2027-OL-00417",
    }
}

fn worded(field: &Field) -> Value {
    match field.name {
        "school" => Value::words("Example School", "مدرسة المثال"),
        "child_first_name" => Value::words("Fatima", "فاطمة"),
        "child_name" => Value::words("Fatima Khalid Al-Sabah", "فاطمة خالد الصباح"),
        "gender" => Value::coded("Girl", "أنثى", "female"),
        "guardian_name" => Value::words("Khalid Al-Sabah", "خالد الصباح"),
        "grade" => Value::coded("Grade 4", "الصف الرابع", "grade_4"),
        "stream" => Value::coded("Bilingual", "ثنائي اللغة", "bilingual"),
        "campus" => Value::coded("Main campus", "الفرع الرئيسي", "main"),
        "section" => Value::coded("Girls", "البنات", "girls"),
        "academic_year" => Value::coded("2027/2028", "2027/2028", "2027"),
        "round" => Value::coded("First round", "الفترة الأولى", "first"),
        "nationality" => Value::coded("Kuwaiti", "كويتية", "KW"),
        "has_sibling" | "fees_are_confirmed" => Value::coded("Yes", "نعم", "yes"),
        "consent_title" => Value::words("Pictures of the child", "صور الطفل"),
        _ => Value::words(field.en, field.ar),
    }
}

fn entries(name: &str, currency: Currency) -> Vec<Row> {
    let due =
        |name, (en, ar, day): (&str, &str, Date)| row([(name, Value::words(en, ar)), ("due_on", Value::Date(day))]);
    match name {
        "fees" => FEES
            .map(|(en, ar, amount)| row([("fee", Value::words(en, ar)), ("amount", money(amount, currency))]))
            .to_vec(),
        "instalments" => INSTALMENTS
            .map(|(day, amount)| row([("due_on", Value::Date(day)), ("amount", money(amount, currency))]))
            .to_vec(),
        "conditions" => CONDITIONS.map(|condition| due("condition", condition)).to_vec(),
        "documents" => DOCUMENTS.map(|document| due("document", document)).to_vec(),
        _ => vec![row([
            ("sibling_name", Value::words("Yusuf Al-Sabah", "يوسف الصباح")),
            ("sibling_grade", Value::coded("Grade 7", "الصف السابع", "grade_7")),
        ])],
    }
}
