//! The shapes that a plugin's answer must have: codes, pointers, dates, parameters, computed values.

use serde_json::{Map, Value};
use words::verdict::Kind;

/// Longest JSON pointer.
const POINTER_BYTES: usize = 512;
/// Levels of lists and maps within each other.
const DEPTH: usize = 16;
/// Longest parameters of one text.
const PARAMS_BYTES: usize = 4 << 10;
/// Longest plain text value.
const TEXT_BYTES: usize = 4 << 10;
/// Longest computed value.
const VALUE_BYTES: usize = 64 << 10;
/// Entries of a computed list, rows of a computed table.
const ROWS: usize = 500;
/// Columns of a computed table.
const COLUMNS: usize = 20;
/// Amounts stay within what every JSON reader holds exactly.
const MINOR_MAX: i64 = (1 << 53) - 1;

/// Why an answer is refused; the plugin's author reads it.
pub(crate) type Shape<T> = Result<T, String>;

/// A key into the form's texts, a tag or a route: 1 to 64 of `A-Z a-z 0-9 _ . -`.
pub(crate) fn code(what: &str, text: String) -> Shape<String> {
    let fits = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    if fits { Ok(text) } else { Err(format!("{what} is no code: {:?}", shortened(&text))) }
}

/// A JSON pointer into the answers; empty for the whole.
pub(crate) fn pointer(text: String) -> Shape<String> {
    let escapes_right = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    let fits = text.len() <= POINTER_BYTES
        && (text.is_empty() || text.starts_with('/'))
        && escapes_right
        && !text.chars().any(char::is_control);
    if fits { Ok(text) } else { Err(format!("path is no JSON pointer: {:?}", shortened(&text))) }
}

/// An ISO date.
pub(crate) fn date(what: &str, text: String) -> Shape<String> {
    if is_date(&text) { Ok(text) } else { Err(format!("{what} is no date: {:?}", shortened(&text))) }
}

/// The parameters of a text: a small JSON object.
pub(crate) fn params(text: &str) -> Shape<Map<String, Value>> {
    if text == "{}" || text.is_empty() {
        return Ok(Map::new());
    }
    if text.len() > PARAMS_BYTES {
        return Err(format!("params of {} bytes", text.len()));
    }
    let params: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| format!("params are no JSON object: {error}"))?;
    if params.iter().all(|(name, value)| is_plain(name) && is_storable(value, DEPTH)) {
        return Ok(params);
    }
    Err("params hold control characters, or are nested too deep".into())
}

/// A computed value, in the shape of its kind.
pub(crate) fn value(kind: Kind, text: &str) -> Shape<Value> {
    if text.len() > VALUE_BYTES {
        return Err(format!("a value of {} bytes", text.len()));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| format!("a value is no JSON: {error}"))?;
    let fits = is_storable(&value, DEPTH)
        && match kind {
            Kind::List => is_list(&value),
            Kind::Table => is_table(&value),
            kind => is_scalar(kind, &value),
        };
    if fits { Ok(value) } else { Err(format!("a value is not of kind {kind:?}: {:?}", shortened(text))) }
}

/// Whether every database and every archive takes it: PostgreSQL knows no U+0000, and readers of JSON count how deep it goes.
fn is_storable(value: &Value, depth: usize) -> bool {
    match value {
        Value::String(text) => is_plain(text),
        Value::Array(items) => depth > 0 && items.iter().all(|item| is_storable(item, depth - 1)),
        Value::Object(entries) => {
            depth > 0 && entries.iter().all(|(name, item)| is_plain(name) && is_storable(item, depth - 1))
        }
        _ => true,
    }
}

fn is_plain(text: &str) -> bool {
    !text.contains(|character: char| character.is_control() && !matches!(character, '\n' | '\t'))
}

fn is_scalar(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Text => value.as_str().is_some_and(|text| text.len() <= TEXT_BYTES),
        Kind::Code => value.as_str().is_some_and(|text| code("value", text.to_owned()).is_ok()),
        Kind::Number | Kind::Percent => value.is_number(),
        Kind::Money => is_money(value),
        Kind::Date => value.as_str().is_some_and(is_date),
        Kind::List | Kind::Table => false,
    }
}

fn is_money(value: &Value) -> bool {
    let Some(money) = value.as_object() else { return false };
    let minor = money.get("minor").and_then(Value::as_i64);
    let currency = money.get("currency").and_then(Value::as_str);
    money.len() == 2
        && minor.is_some_and(|minor| (-MINOR_MAX..=MINOR_MAX).contains(&minor))
        && currency.is_some_and(|code| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn is_list(value: &Value) -> bool {
    let is_entry = |entry: &Value| {
        entry.as_object().is_some_and(|entry| {
            let code_fits = entry.get("code").is_some_and(|code| is_scalar(Kind::Code, code));
            let params_fit = entry.get("params").is_none_or(Value::is_object);
            code_fits && params_fit && entry.keys().all(|key| key == "code" || key == "params")
        })
    };
    value.as_array().is_some_and(|entries| entries.len() <= ROWS && entries.iter().all(is_entry))
}

fn is_table(value: &Value) -> bool {
    let kinds: Option<Vec<Kind>> = value["columns"].as_array().and_then(|columns| {
        let kind_of = |column: &Value| {
            let kind: Kind = serde_json::from_value(column["kind"].clone()).ok()?;
            let labelled = is_scalar(Kind::Code, &column["label_code"]);
            (labelled && !matches!(kind, Kind::List | Kind::Table)).then_some(kind)
        };
        columns.iter().map(kind_of).collect()
    });
    let Some(kinds) = kinds else { return false };
    let is_cell = |(kind, cell): (&Kind, &Value)| cell.is_null() || is_scalar(*kind, cell);
    let is_row = |row: &Value| {
        row.as_array().is_some_and(|cells| cells.len() == kinds.len() && kinds.iter().zip(cells).all(is_cell))
    };
    kinds.len() <= COLUMNS && value["rows"].as_array().is_some_and(|rows| rows.len() <= ROWS && rows.iter().all(is_row))
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits_and_dashes = bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { *byte == b'-' } else { byte.is_ascii_digit() });
    let number = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    if !digits_and_dashes {
        return false;
    }
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Enough of a text to recognise it in a message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_and_plain() {
        assert!(code("code", "fee.kg-1_A".into()).is_ok());
        for bad in ["", "a b", "<script>", "قبول", "a\n", &"a".repeat(65)] {
            assert!(code("code", bad.into()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn pointers_follow_the_rfc() {
        for good in ["", "/", "/siblings/0/dob", "/a~0b~1c"] {
            assert!(pointer(good.into()).is_ok(), "{good:?}");
        }
        for bad in ["a", "/a~", "/a~2", "/a\u{0}", &format!("/{}", "a".repeat(600))] {
            assert!(pointer(bad.into()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        for good in ["2026-11-21", "2028-02-29", "2000-02-29"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-01",
            "+026-01-01",
            "٢٠٢٦-٠١-٠١",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn values_have_the_shape_of_their_kind() {
        let good = [
            (Kind::Text, r#""any text""#),
            (Kind::Code, r#""grade.kg1""#),
            (Kind::Number, "1.5"),
            (Kind::Percent, "50"),
            (Kind::Money, r#"{"minor":-5,"currency":"OMR"}"#),
            (Kind::Date, r#""2026-09-01""#),
            (Kind::List, r#"[{"code":"a","params":{"n":1}},{"code":"b"}]"#),
            (
                Kind::Table,
                r#"{"columns":[{"label_code":"a","kind":"date"},{"label_code":"b","kind":"money"}],"rows":[["2026-09-01",{"minor":1,"currency":"AED"}],[null,null]]}"#,
            ),
        ];
        for (kind, text) in good {
            assert!(value(kind, text).is_ok(), "{kind:?} {text}");
        }
        let bad = [
            (Kind::Text, "1"),
            (Kind::Code, r#""a b""#),
            (Kind::Number, r#""1""#),
            (Kind::Money, r#"{"minor":1.5,"currency":"OMR"}"#),
            (Kind::Money, r#"{"minor":9007199254740993,"currency":"OMR"}"#),
            (Kind::Money, r#"{"minor":1,"currency":"omr"}"#),
            (Kind::Money, r#"{"minor":1,"currency":"OMR","x":1}"#),
            (Kind::Date, r#""2026-02-30""#),
            (Kind::List, r#"[{"code":"a","html":"<b>"}]"#),
            (Kind::Table, r#"{"columns":[{"label_code":"a","kind":"table"}],"rows":[]}"#),
            (Kind::Table, r#"{"columns":[{"label_code":"a","kind":"text"}],"rows":[["a","b"]]}"#),
            (Kind::Text, "not json"),
        ];
        for (kind, text) in bad {
            assert!(value(kind, text).is_err(), "{kind:?} {text}");
        }
        assert!(value(Kind::List, &"[".repeat(60_000)).is_err(), "deep nesting is refused");
    }

    #[test]
    fn params_are_small_objects() {
        assert!(params("{}").unwrap().is_empty());
        assert_eq!(params(r#"{"n":1}"#).unwrap()["n"], 1);
        assert!(params("[1]").is_err());
        // What one school's component says must not keep a whole server's backup from PostgreSQL.
        let deep = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
        assert!(params(&deep(DEPTH)).is_ok() && params(&deep(DEPTH + 1)).is_err());
        for hidden in ["\\u0000", "\\u0007", "\\u009f"] {
            assert!(params(&format!("{{\"g{hidden}ven\":1}}")).is_err(), "{hidden}");
            assert!(params(&format!("{{\"a\":[\"{hidden}\"]}}")).is_err(), "{hidden}");
            assert!(value(Kind::Text, &format!("\"{hidden}\"")).is_err(), "{hidden}");
        }
        assert!(params(r#"{"a":"two\nlines"}"#).is_ok());
        assert!(params(&format!("{{\"a\":\"{}\"}}", "x".repeat(5000))).is_err());
    }
}
