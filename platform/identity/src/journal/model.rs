//! What was done, as those read it who answer for the school.

use kernel::Refusal;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Who did it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditActor {
    /// `user`, `anonymous` or `system`.
    pub kind: String,
    /// Their id; absent for nobody and for the server.
    pub id: Option<String>,
    /// Their name now; empty when there is none.
    pub name: String,
}

/// To what it was done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditObject {
    /// What sort of thing: `user`, `session`, `till`, `submission`.
    pub kind: String,
    /// Which.
    pub id: String,
    /// Its name now, where it has one that readers of the log may see; else empty.
    pub name: String,
}

/// One thing that was done.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditItem {
    /// The entry's id.
    pub id: String,
    /// ISO 8601.
    pub at: String,
    /// Who.
    pub actor: AuditActor,
    /// What: `session.open`, `user.roles`.
    pub action: String,
    /// To what.
    pub object: AuditObject,
    /// What changed.
    #[schema(value_type = Object)]
    pub detail: Value,
    /// Finds the request in the server's log.
    pub request_id: String,
    /// Network address that it came from; empty for the server itself.
    pub address: String,
}

/// What the log is narrowed to. Empty texts narrow nothing.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// A person's id, `system` or `anonymous`.
    pub actor: String,
    /// An action, or a group of them with its dot: `session.`.
    pub action: String,
    /// What sort of thing.
    pub object_kind: String,
    /// Which.
    pub object_id: String,
    /// Milliseconds, included.
    pub from: Option<i64>,
    /// Milliseconds, not included.
    pub to: Option<i64>,
}

/// A moment that was asked for: a day in the school's time zone (its start, or its end for the end of a span), or ISO 8601.
pub fn moment(text: &str, zone: &jiff::tz::TimeZone, is_end: bool) -> Result<i64, Refusal> {
    let bad = || Refusal::malformed("a moment is a day such as 2026-11-21 or ISO 8601 with its offset");
    if let Ok(day) = text.parse::<jiff::civil::Date>()
        && text.len() == 10
    {
        let day = if is_end { day.tomorrow().map_err(|_| bad())? } else { day };
        return Ok(day.to_zoned(zone.clone()).map_err(|_| bad())?.timestamp().as_millisecond());
    }
    text.parse::<jiff::Timestamp>().map(|at| at.as_millisecond()).map_err(|_| bad())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_the_schools_own() {
        let zone = jiff::tz::TimeZone::get("Asia/Muscat").expect("zone");
        let begin = moment("2026-11-21", &zone, false).expect("day");
        assert_eq!(words::clock::iso(begin), "2026-11-20T20:00:00Z");
        assert_eq!(moment("2026-11-21", &zone, true).expect("day") - begin, 86_400_000, "the whole day is in it");
        assert_eq!(moment("2026-11-21T00:00:00+04:00", &zone, true).expect("moment"), begin);
        for bad in ["", "yesterday", "2026-13-01", "2026-11-21T00:00:00", "9999-12-31"] {
            assert!(moment(bad, &zone, true).is_err(), "{bad}");
        }
    }
}
