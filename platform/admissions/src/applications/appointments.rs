//! When and where a child is seen, once a day is made for that.

use jiff::Timestamp;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::clock::iso;
use words::text::one_line;
use words::verdict::Issue;

use super::model::Standing;
use super::store::ApplicationRow;
use crate::typed::refused;

/// Where it stands in a request.
pub(super) const AT: &str = "/transition/appointment";
/// Characters of a place.
const MOST_PLACE: usize = 200;

/// When and where a child is to be seen.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAppointment {
    /// RFC 3339; of a day between today and a year from now.
    #[schema(max_length = 40)]
    at: String,
    /// Where; left out where it is said otherwise.
    #[schema(max_length = 200)]
    place: Option<String>,
}

/// When and where a child is seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Appointment {
    /// RFC 3339, UTC.
    pub at: String,
    pub place: Option<String>,
}

/// The same as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    pub at: i64,
    pub place: Option<String>,
}

impl NewAppointment {
    /// F003 for what is no moment, for a place that is too long, and where a way leads to no appointment.
    pub(super) fn checked(self, to: Standing) -> Result<Made, Refusal> {
        if to != Standing::SScheduled {
            return Err(refused(Issue::error(AT, "enum")));
        }
        let at = self.at.parse::<Timestamp>().map_err(|_| refused(Issue::error(format!("{AT}/at"), "format")))?;
        let place = self.place.map(|place| one_line(&place)).filter(|place| !place.is_empty());
        if place.as_ref().is_some_and(|place| place.chars().count() > MOST_PLACE) {
            let long = Issue::error(format!("{AT}/place"), "maxLength").with("limit", MOST_PLACE);
            return Err(refused(long));
        }
        Ok(Made { at: at.as_millisecond(), place })
    }
}

impl Appointment {
    /// One that is made; none where a child that stands there has none, or none any more.
    pub(super) fn of(standing: Standing, at: Option<i64>, place: Option<String>) -> Option<Self> {
        at.filter(|_| standing == Standing::SScheduled).map(|at| Self { at: iso(at), place })
    }
}

impl ApplicationRow {
    /// What is kept of an appointment by an application that goes there.
    pub(super) fn keeps_appointment(&self, to: Standing) -> (Option<i64>, Option<&str>) {
        if matches!(to.status(), "S" | "O") {
            (self.appointment_at, self.appointment_place.as_deref())
        } else {
            (None, None)
        }
    }
}
