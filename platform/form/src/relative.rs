//! Dates that move with the day: `@today-5y`, `@aystart+3m`, `@year+1`, `@ay`. Samples and date limits are written
//! with them, so that they stay right on any day.

use jiff::civil::Date;
use jiff::{Span, ToSpan};
use serde_json::Value;

/// What a relative expression starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Today,
    AyStart,
}

/// A date that is fixed, or that follows from today.
#[derive(Debug, Clone)]
pub struct DateRule {
    anchor: Option<Anchor>,
    fixed: Option<Date>,
    steps: Vec<Span>,
}

impl DateRule {
    /// From `@today…`, `@aystart…` or an ISO date.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(rest) = text.strip_prefix("@today") {
            return Some(Self { anchor: Some(Anchor::Today), fixed: None, steps: steps(rest)? });
        }
        if let Some(rest) = text.strip_prefix("@aystart") {
            return Some(Self { anchor: Some(Anchor::AyStart), fixed: None, steps: steps(rest)? });
        }
        let fixed = iso(text)?;
        Some(Self { anchor: None, fixed: Some(fixed), steps: Vec::new() })
    }

    /// The date that it means on a day.
    #[must_use]
    pub fn on(&self, today: Date) -> Date {
        let start = match (self.anchor, self.fixed) {
            (Some(Anchor::AyStart), _) => next_year_start(today),
            (None, Some(fixed)) => fixed,
            _ => today,
        };
        self.steps.iter().fold(start, |date, step| date.saturating_add(*step))
    }
}

/// Exactly `YYYY-MM-DD`, and a day that exists.
#[must_use]
pub fn iso(text: &str) -> Option<Date> {
    let shape = text.len() == 10
        && text.bytes().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
    if shape { text.parse().ok() } else { None }
}

/// The first 1 September after a day.
#[must_use]
pub fn next_year_start(today: Date) -> Date {
    let this_year = Date::new(today.year(), 9, 1).unwrap_or(today);
    if this_year > today { this_year } else { Date::new(today.year().saturating_add(1), 9, 1).unwrap_or(today) }
}

/// `±Nd|m|y`, repeated.
fn steps(mut rest: &str) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    while !rest.is_empty() {
        let sign = match rest.as_bytes().first()? {
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 5 {
            return None;
        }
        let number: i32 = rest[1..=digits].parse().ok()?;
        let amount = sign * number;
        spans.push(match rest.as_bytes().get(1 + digits)? {
            b'd' => amount.days(),
            b'm' => amount.months(),
            b'y' if number <= 200 => amount.years(),
            _ => return None,
        });
        rest = &rest[2 + digits..];
    }
    Some(spans)
}

/// The text of one relative expression on a day; `None` when it is none that is known.
#[must_use]
pub fn resolve_text(text: &str, today: Date) -> Option<String> {
    let Some(word) = text.strip_prefix('@') else { return Some(text.to_owned()) };
    if let Some(escaped) = word.strip_prefix('@') {
        return Some(format!("@{escaped}"));
    }
    if let Some(offset) = word.strip_prefix("year") {
        return Some((i32::from(today.year()) + years(offset)?).to_string());
    }
    if word == "ay" || word.starts_with("ay+") || word.starts_with("ay-") {
        let first = i32::from(next_year_start(today).year()) + years(&word[2..])?;
        return Some(format!("{first}-{}", first + 1));
    }
    DateRule::parse(text).map(|rule| rule.on(today).to_string())
}

fn years(offset: &str) -> Option<i32> {
    match offset.as_bytes().first() {
        None => Some(0),
        Some(b'+' | b'-') if offset.len() <= 4 => offset.parse().ok(),
        Some(_) => None,
    }
}

/// A whole value with every relative expression resolved; the pointer of the first one that is not known otherwise.
pub fn resolve(value: &Value, today: Date) -> Result<Value, String> {
    fn walk(value: &Value, today: Date, at: &mut Vec<String>) -> Result<Value, String> {
        Ok(match value {
            Value::String(text) => Value::String(resolve_text(text, today).ok_or_else(|| at.concat())?),
            Value::Array(items) => {
                let mut out = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    at.push(format!("/{index}"));
                    out.push(walk(item, today, at)?);
                    at.pop();
                }
                Value::Array(out)
            }
            Value::Object(map) => {
                let mut out = serde_json::Map::new();
                for (key, item) in map {
                    at.push(format!("/{}", words::problem::segment(key)));
                    out.insert(key.clone(), walk(item, today, at)?);
                    at.pop();
                }
                Value::Object(out)
            }
            other => other.clone(),
        })
    }
    walk(value, today, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn expressions_follow_the_day() {
        let today = day("2026-11-21");
        for (text, expected) in [
            ("@today", "2026-11-21"),
            ("@today-1d", "2026-11-20"),
            ("@today+1m-2d", "2026-12-19"),
            ("@aystart", "2027-09-01"),
            ("@aystart-5y-60d", "2022-07-03"),
            ("@year", "2026"),
            ("@year+1", "2027"),
            ("@ay", "2027-2028"),
            ("@ay-1", "2026-2027"),
            ("@@today", "@today"),
            ("plain", "plain"),
        ] {
            assert_eq!(resolve_text(text, today).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn the_year_starts_after_today_never_on_it() {
        assert_eq!(next_year_start(day("2026-08-31")), day("2026-09-01"));
        assert_eq!(next_year_start(day("2026-09-01")), day("2027-09-01"));
    }

    #[test]
    fn months_end_where_they_end() {
        assert_eq!(resolve_text("@today-1y", day("2028-02-29")).as_deref(), Some("2027-02-28"));
        assert_eq!(resolve_text("@today+1m", day("2027-01-31")).as_deref(), Some("2027-02-28"));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["@now", "@today+", "@today+5", "@today5d", "@today+5w", "@yearly", "@ay2", "@today+999999d"] {
            assert_eq!(resolve_text(text, day("2026-11-21")), None, "{text}");
        }
    }

    #[test]
    fn only_real_days_are_dates() {
        assert!(iso("2028-02-29").is_some());
        for bad in ["2027-02-29", "2027-2-1", "20270201", "2027-02-01T00:00", "٢٠٢٧-٠٢-٠١"] {
            assert!(iso(bad).is_none(), "{bad}");
        }
    }
}
