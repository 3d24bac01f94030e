//! The way of an overseas student: steps with their days, and how long the passport must last.

use plugin_sdk::{Host, PluginError};
use rules::date::{self, Date};

use crate::origin::Origin;
use crate::tables::{self, FOREIGN_PLAN, Step};

/// The steps with their dates, earliest first. A day that has passed becomes today: it is due now.
pub fn plan(host: &dyn Host, origin: Origin, start: Date, today: Date) -> Result<Vec<(String, Date)>, PluginError> {
    let steps: Vec<Step> = tables::find(host, FOREIGN_PLAN, "steps", &date::iso(today))?.unwrap_or_default();
    let mut dated: Vec<(String, Date)> = steps
        .into_iter()
        .filter(|step| origin == Origin::Foreign || !step.visa_only)
        .filter_map(|step| Some((step.code, date::add_days(start, step.days)?.max(today))))
        .collect();
    dated.sort_by_key(|(_, day)| *day);
    Ok(dated)
}

/// The day until which the passport should be valid.
pub fn passport_until(host: &dyn Host, start: Date, today: Date) -> Result<Option<Date>, PluginError> {
    let months: Option<i32> = tables::find(host, FOREIGN_PLAN, "passport_months", &date::iso(today))?;
    Ok(months.and_then(|months| date::add_months(start, months)))
}
