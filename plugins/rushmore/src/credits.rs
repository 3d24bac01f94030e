//! What courses of another college are worth here: equivalence, age, mark, and the caps. Hundredths of a credit.

use std::collections::BTreeMap;

use crate::tables::CreditLimits;

/// A passed course as the family wrote it.
#[derive(Debug, Clone)]
pub struct Course {
    /// Its name.
    pub name: String,
    /// Area.
    pub area: String,
    /// Hundredths of the other college's credits.
    pub credits: i64,
    /// Our hundredths for 100 of theirs; absent when the system is not in the table.
    pub factor: Option<i64>,
    /// Mark in percent.
    pub mark: f64,
    /// Year passed.
    pub year: i32,
}

/// What counts of a course, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The course.
    pub name: String,
    /// Hundredths of our credits.
    pub credits: i64,
    /// Key of the note.
    pub note: &'static str,
}

/// Credits come in steps of a half; what is over is cut off.
const STEP: i64 = 50;

/// The most that a programme takes over, in hundredths of a credit.
pub fn cap(limits: &CreditLimits, programme_credits: i64) -> i64 {
    programme_credits * limits.programme_percent / STEP * STEP
}

/// Goes through the courses in the order in which they stand; earlier ones fill the caps first.
pub fn accept(courses: &[Course], limits: &CreditLimits, programme_credits: i64, this_year: i32) -> Vec<Accepted> {
    let mut left = cap(limits, programme_credits);
    let mut by_area: BTreeMap<&str, i64> = BTreeMap::new();
    let mut accepted = Vec::with_capacity(courses.len());
    for course in courses {
        let area_left = by_area.entry(&course.area).or_insert(limits.area_credits * 100);
        let (credits, note) = worth(course, limits, this_year, *area_left, left);
        *area_left -= credits;
        left -= credits;
        accepted.push(Accepted { name: course.name.clone(), credits, note });
    }
    accepted
}

fn worth(course: &Course, limits: &CreditLimits, this_year: i32, area_left: i64, left: i64) -> (i64, &'static str) {
    let Some(factor) = course.factor else {
        return (0, "credit.unknownSystem");
    };
    if course.mark < limits.lowest_mark {
        return (0, "credit.markLow");
    }
    if this_year - course.year > limits.oldest_years {
        return (0, "credit.tooOld");
    }
    let full = course.credits * factor / 100 / STEP * STEP;
    let credits = full.min(area_left).min(left).max(0);
    let note = match credits {
        _ if credits == full => "credit.full",
        _ if area_left <= left => "credit.areaLimit",
        _ => "credit.totalLimit",
    };
    (credits, note)
}
