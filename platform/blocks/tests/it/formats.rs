//! How values read.

use blocks::{Block, Style, Value, Values, fill};
use jiff::civil::date;
use serde_json::json;
use words::{Currency, Money};

use crate::world::{AR, AR_LATN, EN, kwd, paragraph};

/// A value as it is filled in, and whether it is kept apart and whole.
fn told(value: Value, style: Style) -> (String, bool, bool) {
    let block: Block = serde_json::from_value(paragraph("{{x}}")).unwrap();
    let filled = fill(&[block], &Values::new().with("x", value), style).unwrap();
    let run = serde_json::to_value(&filled).unwrap()[0]["c"][0].clone();
    (run["f"].as_str().unwrap().to_owned(), run["i"] == true, run["w"] == true)
}

/// As it is read: without marks that nobody sees, with plain blanks.
fn seen(value: Value, style: Style) -> String {
    let text = told(value, style).0.replace('\u{a0}', " ");
    text.chars().filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')).collect()
}

#[test]
fn amounts_have_the_decimals_of_their_currency() {
    let of = |code: &str, minor| Value::Money(Money::new(minor, Currency::parse(code).unwrap()));
    for (value, en, ar, latn) in [
        (Value::Money(kwd(1_250_500)), "KWD 1,250.500", "١٬٢٥٠٫٥٠٠ د.ك", "1,250.500 د.ك"),
        (Value::Money(kwd(-62_525)), "−KWD 62.525", "-٦٢٫٥٢٥ د.ك", "-62.525 د.ك"),
        (Value::Money(kwd(5)), "KWD 0.005", "٠٫٠٠٥ د.ك", "0.005 د.ك"),
        (of("OMR", 1_682_774), "OMR 1,682.774", "١٬٦٨٢٫٧٧٤ ر.ع.", "1,682.774 ر.ع."),
        (of("SAR", 123_456_789), "SAR 1,234,567.89", "١٬٢٣٤٬٥٦٧٫٨٩ ر.س", "1,234,567.89 ر.س"),
        (of("JPY", 1_500), "JPY 1,500", "١٬٥٠٠ JPY", "1,500 JPY"),
        (
            of("INR", i64::MIN),
            "−INR 92,233,720,368,547,758.08",
            "-٩٢٬٢٣٣٬٧٢٠٬٣٦٨٬٥٤٧٬٧٥٨٫٠٨ INR",
            "-92,233,720,368,547,758.08 INR",
        ),
    ] {
        assert_eq!(
            (&*seen(value.clone(), EN), &*seen(value.clone(), AR), &*seen(value.clone(), AR_LATN)),
            (en, ar, latn)
        );
        assert!(told(value, AR).2, "an amount stays on one line");
    }
}

#[test]
fn a_code_in_arabic_keeps_behind_its_figure() {
    let jpy = Value::Money(Money::new(1_500, Currency::parse("JPY").unwrap()));
    assert_eq!(told(jpy, AR_LATN), ("\u{200f}1,500\u{a0}JPY".to_owned(), true, true));
    // An amount with an Arabic sign needs no mark, and is found by a search.
    assert_eq!(told(Value::Money(kwd(1_000)), AR_LATN), ("1.000\u{a0}د.ك".to_owned(), false, true));
    assert_eq!(told(Value::Money(kwd(-1_000)), AR_LATN).0, "\u{200f}\u{200e}-1.000\u{200f}\u{a0}د.ك");
}

#[test]
fn days_read_as_everywhere() {
    let day = Value::Date(date(2018, 3, 5));
    assert_eq!(seen(day.clone(), EN), "05-Mar-2018");
    assert_eq!(seen(day.clone(), AR_LATN), "05 مارس 2018");
    assert_eq!(seen(day.clone(), AR), "٠٥ مارس ٢٠١٨");
    assert!(told(day, EN).2);
}

#[test]
fn numbers_have_no_groups_and_phones_keep_western_digits() {
    assert_eq!((seen(Value::Number(2027), EN), seen(Value::Number(2027), AR)), ("2027".into(), "٢٠٢٧".into()));
    assert_eq!((seen(Value::Number(-3), EN), seen(Value::Number(-3), AR)), ("−3".into(), "-٣".into()));
    assert_eq!(told(Value::Phone("+965 2222-0100".into()), AR), ("+965\u{a0}2222\u{a0}0100".to_owned(), true, true));
}

#[test]
fn only_what_disturbs_the_direction_is_kept_apart() {
    let apart = |text: &str, style| told(Value::Text(text.into()), style).1;
    for (text, en, ar) in [
        ("السيد خالد", true, false),
        ("Khalid", false, true),
        ("مدرسة Al Noor", true, true),
        ("2027/2028", false, false),
        ("(2027)", false, true),
        ("+965", false, true),
        ("-3", false, true),
        ("٢٠٢٧", false, false),
        ("学校", false, true),
    ] {
        assert_eq!((apart(text, EN), apart(text, AR)), (en, ar), "{text}");
    }
}

#[test]
fn words_of_the_school_count_in_its_digits_and_what_people_typed_does_not() {
    assert_eq!(seen(Value::words("x", "الصف 4"), AR), "الصف ٤");
    assert_eq!(seen(Value::words("x", "المسار IB-2"), AR), "المسار IB-2");
    assert_eq!(seen(Value::Text("12 شارع".into()), AR), "12 شارع");
    assert_eq!(seen(Value::words("", "نص"), EN), "نص");
    assert_eq!(seen(Value::words("text", " "), AR), "text");
}

#[test]
fn facts_have_both_languages_and_the_other_calendar_aside() {
    use blocks::catalogue::{LetterKind, field};
    let names = ["registration_id", "expires_on", "stream", "fee_total"];
    let fields: Vec<_> = names.iter().map(|name| field(LetterKind::Offer, name).unwrap()).collect();
    let values = crate::world::values().with("registration_id", Value::Text("ABQ27-00417".into()));
    let facts = blocks::facts(&fields, &values, Style { hijri: Some(crate::world::hijri), ..AR });
    assert_eq!(
        serde_json::to_value(&facts).unwrap(),
        json!([
            { "en": ["Registration number", "ABQ27-00417"], "ar": ["رقم التسجيل", "\u{2068}ABQ27-00417\u{2069}"] },
            { "en": ["Open until", "06-Dec-2026", "26\u{a0}Jumada\u{a0}II\u{a0}1448"],
                "ar": ["سارٍ حتى", "٠٦\u{a0}ديسمبر\u{a0}٢٠٢٦", "٢٦\u{a0}جمادى\u{a0}الآخرة\u{a0}١٤٤٨\u{a0}هـ"] },
            { "en": ["Total of the fees", "KWD\u{a0}1,287.975"], "ar": ["مجموع الرسوم", "١٬٢٨٧٫٩٧٥\u{a0}د.ك"] },
        ])
    );
}

#[test]
fn a_subject_is_one_line() {
    let values = crate::world::values().with("child_name", Value::Text("A\r\nBcc: x".into()));
    assert_eq!(blocks::line("Offer for **{{child_name}}**\nnow", &values, EN).unwrap(), "Offer for A Bcc: x now");
}
