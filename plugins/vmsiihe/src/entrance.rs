//! The day of the entrance test at the chosen centre.

use rules::date::{self, Date};

use crate::tables::Centre;

/// The first test day from the wished day on, with due notice; `None` when none is left before the intake.
pub fn test_day(centre: Centre, wished: Date, today: Date, start: Date) -> Option<Date> {
    let earliest = wished.max(date::add_days(today, centre.notice_days)?);
    let ahead = (7 + i32::from(centre.weekday) - i32::from(earliest.weekday().number_from_monday())).rem_euclid(7);
    let day = date::add_days(earliest, ahead)?;
    (day <= date::add_days(start, -centre.last_before)?).then_some(day)
}
