//! Help for plugins' tests: a context to call with, and the samples of a form document with their dates filled in.

use serde_json::Value;

use crate::Context;

/// A context of a family that fills in `form` on `today` (`YYYY-MM-DD`).
#[must_use]
pub fn context(school: &str, form: &str, today: &str, currency: &str) -> Context {
    let midnight = Day::parse(today).map_or(0, |day| day.number() * 86_400_000);
    Context {
        school: school.to_owned(),
        form: form.to_owned(),
        locale: "en".to_owned(),
        step: String::new(),
        role: "family".to_owned(),
        now_ms: u64::try_from(midnight).unwrap_or_default() + 43_200_000,
        today: today.to_owned(),
        currency: currency.to_owned(),
    }
}

/// The samples of a form document as `(name, values)`, valid on `today`.
#[must_use]
pub fn samples(document: &str, today: &str) -> Vec<(String, Value)> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let Some(samples) = document["samples"].as_array() else { return Vec::new() };
    samples
        .iter()
        .map(|sample| {
            let name = sample["name"].as_str().unwrap_or_default().to_owned();
            (name, resolve_dates(&sample["values"], today))
        })
        .collect()
}

/// Replaces the relative dates of a sample (`@today-5y`, `@aystart+3d`, `@year+1`, `@ay`, `@@` for an at sign) by real ones.
#[must_use]
pub fn resolve_dates(values: &Value, today: &str) -> Value {
    let Some(today) = Day::parse(today) else { return values.clone() };
    resolve(values, today)
}

fn resolve(value: &Value, today: Day) -> Value {
    match value {
        Value::String(text) => Value::String(resolve_text(text, today)),
        Value::Array(items) => items.iter().map(|item| resolve(item, today)).collect(),
        Value::Object(members) => members.iter().map(|(name, item)| (name.clone(), resolve(item, today))).collect(),
        other => other.clone(),
    }
}

fn resolve_text(text: &str, today: Day) -> String {
    let Some(rest) = text.strip_prefix('@') else { return text.to_owned() };
    if rest.starts_with('@') {
        return rest.to_owned();
    }
    let split = rest.find(['+', '-']).unwrap_or(rest.len());
    let (name, shift) = rest.split_at(split);
    let start = today.next_september();
    let resolved = match name {
        "today" => today.shifted(shift).map(|day| day.to_string()),
        "aystart" => start.shifted(shift).map(|day| day.to_string()),
        "year" => offset(shift).map(|years| (today.year + years).to_string()),
        "ay" => offset(shift).map(|years| format!("{}-{}", start.year + years, start.year + years + 1)),
        _ => None,
    };
    resolved.unwrap_or_else(|| text.to_owned())
}

fn offset(shift: &str) -> Option<i64> {
    if shift.is_empty() { Some(0) } else { shift.parse().ok() }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy)]
struct Day {
    year: i64,
    month: i64,
    day: i64,
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Day {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        Some(Self { year: parts.next()??, month: parts.next()??, day: parts.next()?? })
    }

    /// The first 1 September after this day.
    fn next_september(self) -> Self {
        let year = if self.month >= 9 { self.year + 1 } else { self.year };
        Self { year, month: 9, day: 1 }
    }

    fn shifted(self, shifts: &str) -> Option<Self> {
        let mut day = self;
        let mut rest = shifts;
        while !rest.is_empty() {
            let unit_at = rest.find(['d', 'm', 'y'])?;
            let count: i64 = rest.get(..unit_at)?.parse().ok()?;
            day = match rest.as_bytes().get(unit_at)? {
                b'd' => Self::from_number(day.number() + count),
                b'm' => day.months_later(count),
                _ => day.months_later(count * 12),
            };
            rest = rest.get(unit_at + 1..)?;
        }
        Some(day)
    }

    fn months_later(self, count: i64) -> Self {
        let months = self.year * 12 + self.month - 1 + count;
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        Self { year, month, day: self.day.min(days_in(year, month)) }
    }

    /// Days since 1970-01-01 (Howard Hinnant's civil calendar arithmetic).
    fn number(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let day_of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
    }

    fn from_number(number: i64) -> Self {
        let number = number + 719_468;
        let era = number.div_euclid(146_097);
        let day_of_era = number.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { year, month, day: day_of_year - (153 * shifted_month + 2) / 5 + 1 }
    }
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn relative_dates_become_real_ones() {
        let values = json!({
            "a": "@today", "b": "@aystart-5y-60d", "c": "@year+1", "d": "@ay", "e": "@@today", "f": ["@today+1m"], "g": 3,
        });
        let resolved = resolve_dates(&values, "2026-01-31");
        assert_eq!(
            resolved,
            json!({
                "a": "2026-01-31", "b": "2021-07-03", "c": "2027", "d": "2026-2027", "e": "@today", "f": ["2026-02-28"], "g": 3,
            })
        );
    }

    #[test]
    fn the_year_starts_after_today() {
        assert_eq!(resolve_dates(&json!("@aystart"), "2026-08-31"), json!("2026-09-01"));
        assert_eq!(resolve_dates(&json!("@aystart"), "2026-09-01"), json!("2027-09-01"));
        assert_eq!(resolve_dates(&json!("@ay-1"), "2026-11-21"), json!("2026-2027"));
    }

    #[test]
    fn days_count_over_leap_years() {
        for number in [-800_000, -1, 0, 11_016, 20_000, 60_000] {
            assert_eq!(Day::from_number(number).number(), number);
        }
        assert_eq!(resolve_dates(&json!("@today+1d"), "2028-02-28"), json!("2028-02-29"));
    }
}
