//! The school year that the family applies for.

use plugin_sdk::{Host, PluginError};
use rules::date::{self, Date};
use serde::Deserialize;

use crate::tables::Tables;

/// A school year. Rules and fees are those of its 1 September.
pub struct SchoolYear {
    /// `2026-2027`.
    pub name: String,
    /// 1 September: the day whose rules and fees count.
    pub begins: Date,
    /// The first day of lessons.
    pub starts: Date,
}

#[derive(Deserialize)]
struct Listed {
    starts: String,
}

#[derive(Deserialize)]
struct Usual {
    month: u32,
    day: u32,
}

/// The year that an answer means on `today`.
pub fn of(entry: &str, today: Date, host: &dyn Host) -> Result<Option<SchoolYear>, PluginError> {
    let later = match entry {
        "this_year" => -1,
        "next_year" => 0,
        "year_after" => 1,
        _ => return Ok(None),
    };
    let Some(begins) = date::next_school_year(today).and_then(|next| date::add_years(next, later)) else {
        return Ok(None);
    };
    let name = format!("{}-{}", begins.year(), begins.year() + 1);
    let tables = Tables::on(host, today);
    let listed: Option<Listed> = tables.row("abq_calendar", &name)?;
    let starts = match listed.and_then(|row| date::parse(&row.starts)) {
        Some(starts) => starts,
        None => {
            let usual: Option<Usual> = tables.row("abq_calendar", "default")?;
            usual.and_then(|usual| date::new(begins.year(), usual.month, usual.day)).unwrap_or(begins)
        }
    };
    Ok(Some(SchoolYear { name, begins, starts }))
}
