//! Civil dates without a clock: "today" always comes from the host, in the school's time zone.

pub use time::Date;
use time::{Month, util::days_in_month};

const ENGLISH: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const ARABIC: [&str; 12] =
    ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];

/// The date of a year, month and day, when it exists (years 1 to 9999).
pub fn new(year: i32, month: u32, day: u32) -> Option<Date> {
    if !(1..=9999).contains(&year) {
        return None;
    }
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year, month, u8::try_from(day).ok()?).ok()
}

/// Reads `YYYY-MM-DD`.
pub fn parse(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let number = |from: usize, to: usize| {
        bytes[from..to].iter().try_fold(0u32, |sum, b| b.is_ascii_digit().then(|| sum * 10 + u32::from(b - b'0')))
    };
    new(number(0, 4)?.cast_signed(), number(5, 7)?, number(8, 10)?)
}

/// `YYYY-MM-DD`, as stored and sent.
pub fn iso(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
}

/// `05-Mar-2018`, as people read it; Arabic month names where the locale is Arabic.
pub fn display(date: Date, locale: &str) -> String {
    let names = if locale.starts_with("ar") { &ARABIC } else { &ENGLISH };
    format!("{:02}-{}-{:04}", date.day(), names[usize::from(u8::from(date.month())) - 1], date.year())
}

/// The same day some months later or earlier; the month's last day where it has no such day.
pub fn add_months(date: Date, months: i32) -> Option<Date> {
    let index = date.year() * 12 + i32::from(u8::from(date.month())) - 1 + months;
    let (year, month) = (index.div_euclid(12), index.rem_euclid(12).cast_unsigned() + 1);
    let last = days_in_month(Month::try_from(u8::try_from(month).ok()?).ok()?, year);
    new(year, month, u32::from(date.day().min(last)))
}

/// The same day some years later or earlier; 28 February for a 29th that is not there.
pub fn add_years(date: Date, years: i32) -> Option<Date> {
    add_months(date, years.checked_mul(12)?)
}

/// Some days later or earlier.
pub fn add_days(date: Date, days: i32) -> Option<Date> {
    Date::from_julian_day(date.to_julian_day().checked_add(days)?).ok()
}

/// Days from the first date to the second; negative when the second is earlier.
pub fn days_between(from: Date, to: Date) -> i32 {
    to.to_julian_day() - from.to_julian_day()
}

/// Completed years of age on a day; negative before the birth. Someone born on 29 February is older on 1 March of common years.
pub fn age_on(birth: Date, day: Date) -> i32 {
    let had_birthday = (u8::from(day.month()), day.day()) >= (u8::from(birth.month()), birth.day());
    day.year() - birth.year() - i32::from(!had_birthday)
}

/// Completed months from one date to another; 0 when the second is not later.
pub fn months_between(from: Date, to: Date) -> i32 {
    if to <= from {
        return 0;
    }
    let months = (to.year() - from.year()) * 12 + i32::from(u8::from(to.month())) - i32::from(u8::from(from.month()));
    match add_months(from, months) {
        Some(reached) if reached > to => months - 1,
        _ => months,
    }
}

/// The next 1 September after `today`: the day on which the coming school year begins.
pub fn next_school_year(today: Date) -> Option<Date> {
    let this = new(today.year(), 9, 1)?;
    if today < this { Some(this) } else { new(today.year() + 1, 9, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Date {
        parse(text).unwrap()
    }

    #[test]
    fn dates_that_do_not_exist_are_refused() {
        for text in
            ["2025-02-29", "2025-13-01", "2025-00-10", "2025-1-01", "2025/01/01", "٢٠٢٥-٠١-٠١", "", "0000-01-01"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(iso(d("2024-02-29")), "2024-02-29");
    }

    #[test]
    fn shown_with_a_month_in_words() {
        assert_eq!(display(d("2018-03-05"), "en"), "05-Mar-2018");
        assert_eq!(display(d("2018-03-05"), "ar"), "05-مارس-2018");
    }

    #[test]
    fn age_at_the_two_cut_offs_of_the_worked_example() {
        let (old, new) = (d("2026-08-31"), d("2026-12-31"));
        for birth in ["2022-09-01", "2022-12-31"] {
            assert_eq!((age_on(d(birth), old), age_on(d(birth), new)), (3, 4), "{birth}");
        }
        assert_eq!((age_on(d("2023-01-01"), old), age_on(d("2023-01-01"), new)), (3, 3));
        assert_eq!(days_between(d("2023-01-01"), new) / 365, 4, "days by 365 are wrong by a day for each leap year");
    }

    #[test]
    fn age_of_a_leap_day_child() {
        let birth = d("2020-02-29");
        assert_eq!(age_on(birth, d("2025-02-28")), 4);
        assert_eq!(age_on(birth, d("2025-03-01")), 5);
        assert_eq!(age_on(birth, d("2024-02-29")), 4);
        assert_eq!(age_on(birth, d("2019-12-31")), -1);
    }

    #[test]
    fn months() {
        assert_eq!(months_between(d("2025-01-31"), d("2025-02-28")), 1);
        assert_eq!(months_between(d("2025-01-31"), d("2025-02-27")), 0);
        assert_eq!(months_between(d("2024-08-15"), d("2026-08-14")), 23);
        assert_eq!(months_between(d("2026-08-14"), d("2024-08-15")), 0);
        assert_eq!(add_months(d("2025-01-31"), 1), parse("2025-02-28"));
        assert_eq!(add_months(d("2025-01-31"), -2), parse("2024-11-30"));
        assert_eq!(add_years(d("2024-02-29"), 1), parse("2025-02-28"));
        assert_eq!(add_months(d("9999-12-01"), 1), None);
    }

    #[test]
    fn the_school_year_begins_on_the_next_first_of_september_after_today() {
        assert_eq!(next_school_year(d("2026-08-31")), parse("2026-09-01"));
        assert_eq!(next_school_year(d("2026-09-01")), parse("2027-09-01"));
    }
}
