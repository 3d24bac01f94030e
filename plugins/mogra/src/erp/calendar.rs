//! Whether a date can be kept: working days without weekends and without the quiet parts of a country's year.

use rules::date::{self, Date};
use serde::Deserialize;

/// A country's working year.
#[derive(Debug, Clone, Deserialize)]
pub struct Calendar {
    /// 1 Monday to 7 Sunday.
    pub weekend: Vec<u8>,
    /// Parts of the year without work, `MM-DD` to `MM-DD`, both included.
    pub quiet: Vec<(String, String)>,
}

/// The word on a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// With room to spare.
    Comfortable,
    /// Enough, but tight.
    Tight,
    /// Not enough.
    TooSoon,
}

impl Plan {
    /// Key of its text.
    pub fn code(self) -> &'static str {
        match self {
            Self::Comfortable => "plan.comfortable",
            Self::Tight => "plan.tight",
            Self::TooSoon => "plan.tooSoon",
        }
    }
}

/// A date weighed.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The word.
    pub plan: Plan,
    /// Working days until then.
    pub available: i64,
    /// Working days needed.
    pub needed: i64,
    /// The earliest good day.
    pub earliest: Option<Date>,
}

/// Further than this nobody plans; it also bounds the work of a call.
const FURTHEST_DAYS: i32 = 4 * 366;

impl Calendar {
    /// Working days after `today` up to and with `until`.
    pub fn working_days(&self, today: Date, until: Date) -> i64 {
        let days = date::days_between(today, until).min(FURTHEST_DAYS);
        let quiet = self.quiet_days();
        let works = |ahead: &i32| date::add_days(today, *ahead).is_some_and(|day| self.works_on(day, &quiet));
        i64::try_from((1..=days).filter(works).count()).unwrap_or_default()
    }

    /// The day on which so many working days after `today` are done.
    pub fn day_after(&self, today: Date, working_days: i64) -> Option<Date> {
        let quiet = self.quiet_days();
        let mut left = working_days;
        for ahead in 1..=FURTHEST_DAYS {
            let day = date::add_days(today, ahead)?;
            left -= i64::from(self.works_on(day, &quiet));
            if left <= 0 {
                return Some(day);
            }
        }
        None
    }

    /// The quiet parts as `(month, day)`, read once for all the days that are looked at.
    fn quiet_days(&self) -> Vec<(MonthDay, MonthDay)> {
        self.quiet.iter().filter_map(|(from, to)| Some((month_day(from)?, month_day(to)?))).collect()
    }

    fn works_on(&self, day: Date, quiet: &[(MonthDay, MonthDay)]) -> bool {
        let of_year = (u8::from(day.month()), day.day());
        !self.weekend.contains(&day.weekday().number_from_monday())
            && !quiet.iter().any(|(from, to)| (*from..=*to).contains(&of_year))
    }
}

/// Weighs the days at hand against those needed.
pub fn weigh(available: i64, needed: i64, comfortable_percent: i64) -> Plan {
    if available < needed {
        Plan::TooSoon
    } else if available * 100 >= needed * comfortable_percent {
        Plan::Comfortable
    } else {
        Plan::Tight
    }
}

type MonthDay = (u8, u8);

fn month_day(text: &str) -> Option<MonthDay> {
    let (month, day) = text.split_once('-')?;
    Some((month.parse().ok()?, day.parse().ok()?))
}
