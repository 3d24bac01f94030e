//! A form's own sentences in mail: its text by key, with parameters written out as the web does.

use kernel::text::one_line;
use serde_json::{Map, Value};
use tenants::Language;
pub use tenants::display_date;
use tenants::form::FormDocument;

/// A text of the form with its `{{param}}` holes filled. What fills a hole is one line of text, whatever it was.
#[must_use]
pub fn phrase(document: &FormDocument, language: Language, code: &str, params: &Map<String, Value>) -> String {
    fill(document.text(language, code), params, &|key| document.text(language, key).to_owned(), language)
}

fn fill(text: &str, params: &Map<String, Value>, text_of: &dyn Fn(&str) -> String, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, hole)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = hole.split_once("}}") else {
            rest = hole;
            continue;
        };
        if let Some(value) = params.get(name.trim()) {
            out.push_str(&one_line(&shown(value, text_of, language)));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn shown(value: &Value, text_of: &dyn Fn(&str) -> String, language: Language) -> String {
    match value {
        Value::String(text) => text.parse().map_or_else(|_| text_of(text), |day| display_date(day, language)),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| shown(item, text_of, language)).collect();
            items.join(if language == Language::Ar { "، " } else { ", " })
        }
        Value::Object(_) => money(value).unwrap_or_default(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// `{minor, currency}` as `OMR 371.782`.
fn money(value: &Value) -> Option<String> {
    let minor = value.get("minor")?.as_i64()?;
    let currency = value.get("currency")?.as_str()?;
    let decimals = match currency {
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        "JPY" | "KRW" | "VND" => 0,
        _ => 2usize,
    };
    let unit = 10i64.pow(u32::try_from(decimals).ok()?);
    let sign = if minor < 0 { "-" } else { "" };
    let (whole, part) = (minor.unsigned_abs() / unit.unsigned_abs(), minor.unsigned_abs() % unit.unsigned_abs());
    Some(match decimals {
        0 => format!("{currency} {sign}{whole}"),
        _ => format!("{currency} {sign}{whole}.{part:0decimals$}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn filled(text: &str, params: &Value) -> String {
        let text_of = |key: &str| if key == "grade.kg1" { "KG 1".to_owned() } else { key.to_owned() };
        fill(text, params.as_object().expect("object"), &text_of, Language::En)
    }

    #[test]
    fn parameters_are_written_out() {
        assert_eq!(
            filled(
                "{{grade}} on {{ day }}: {{fee}}, {{n}}",
                &json!({
                    "grade": "grade.kg1", "day": "2026-08-31", "fee": { "minor": 371_782, "currency": "OMR" }, "n": 3
                })
            ),
            "KG 1 on 31-Aug-2026: OMR 371.782, 3"
        );
        assert_eq!(filled("{{list}}", &json!({ "list": ["grade.kg1", "x"] })), "KG 1, x");
    }

    #[test]
    fn a_parameter_stays_one_line_and_fills_no_other_hole() {
        assert_eq!(filled("{{a}}{{b}}", &json!({ "a": "x\r\n{{b}}", "b": "y" })), "x {{b}}y");
        assert_eq!(filled("{{absent}}.", &json!({})), ".");
    }

    #[test]
    fn dates_show_as_day_month_year() {
        let day = jiff::civil::date(2018, 3, 5);
        assert_eq!(display_date(day, Language::En), "05-Mar-2018");
        assert_eq!(display_date(day, Language::Ar), "05-مارس-2018");
    }
}
