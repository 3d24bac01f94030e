//! A letter and its values, as the tests share them.

use blocks::{Digits, Style, Texts, Value, Values};
use jiff::civil::{Date, date};
use serde_json::{Value as Json, json};
use words::{Currency, Language, Money};

pub const EN: Style = Style { language: Language::En, digits: Digits::Arab, hijri: None };
pub const AR: Style = Style { language: Language::Ar, digits: Digits::Arab, hijri: None };
pub const AR_LATN: Style = Style { language: Language::Ar, digits: Digits::Latn, hijri: None };

pub fn hijri(day: Date, language: Language) -> Option<String> {
    (day == date(2026, 12, 6)).then(|| match language {
        Language::En => "26 Jumada II 1448".to_owned(),
        Language::Ar => "26 جمادى الآخرة 1448 هـ".to_owned(),
    })
}

pub fn kwd(minor: i64) -> Money {
    Money::new(minor, Currency::parse("KWD").unwrap())
}

pub fn texts(value: &Json) -> Texts {
    Texts::read(value).unwrap()
}

pub fn paragraph(text: &str) -> Json {
    json!({ "kind": "paragraph", "text": text })
}

/// The offer of the design, in the fields of our catalogue.
pub fn offer() -> Texts {
    let filled = json!({ "field": "fees", "is": "filled" });
    let conditions = json!({ "field": "conditions", "is": "filled" });
    let table = |fee: &str, total: &str| {
        json!({ "kind": "table", "columns": [{ "head": fee }, { "head": "{{currency}}", "number": true }], "each": "fees",
            "rows": [["{{fee}}", "{{amount}}"]], "total": [total, "{{fee_total}}"], "when": filled })
    };
    texts(&json!({
        "en": [
            paragraph("Dear {{guardian_name}},"),
            paragraph("We offer **{{child_name}}** a place in **{{grade}}**. It is kept until **{{expires_on}}**."),
            table("Fee", "Total"),
            { "kind": "heading", "text": "What this offer depends on", "when": conditions },
            { "kind": "list", "ordered": true, "items": ["A report, stamped by {{school}}.", "A medical certificate."], "when": conditions },
            { "kind": "note", "text": "KG only: bring the vaccination card.", "when": { "field": "grade", "is": ["kg1", "kg2"] } },
            { "kind": "signatures" },
        ],
        "ar": [
            paragraph("{{guardian_name}} المحترم،"),
            paragraph("نعرض على **{{child_name}}** مقعدًا في **{{grade}}**. يبقى محفوظًا حتى **{{expires_on}}**."),
            table("الرسم", "الإجمالي"),
            { "kind": "heading", "text": "شروط هذا العرض", "when": conditions },
            { "kind": "list", "ordered": true, "items": ["شهادة مختومة من {{school}}.", "شهادة طبية."], "when": conditions },
            { "kind": "note", "text": "لرياض الأطفال فقط: أحضروا بطاقة التطعيم.", "when": { "field": "grade", "is": ["kg1", "kg2"] } },
            { "kind": "signatures" },
        ],
    }))
}

pub fn values() -> Values {
    let fee = |en: &str, ar: &str, minor| {
        [("fee".to_owned(), Value::words(en, ar)), ("amount".to_owned(), Value::Money(kwd(minor)))].into()
    };
    let mut values = Values::new()
        .with("guardian_name", Value::words("Khalid Al-Sabah", "خالد الصباح"))
        .with("child_name", Value::words("Fatima Al-Sabah", "فاطمة الصباح"))
        .with("grade", Value::coded("Grade 4", "الصف 4", "grade_4"))
        .with("expires_on", Value::Date(date(2026, 12, 6)))
        .with("school", Value::words("Al Noor School", "مدرسة النور (Al Noor)"))
        .with("conditions", Value::List(vec![[("condition".to_owned(), Value::words("x", "x"))].into()]))
        .with("fee_total", Value::Money(kwd(1_287_975)))
        .with(
            "fees",
            Value::List(vec![
                fee("Tuition, first part", "الرسوم الدراسية", 1_250_500),
                fee("Registration fee", "رسم التسجيل", 100_000),
                fee("Sibling discount (5%)", "خصم الإخوة (5%)", -62_525),
            ]),
        );
    values.set_currency(Currency::parse("KWD").unwrap());
    values
}
