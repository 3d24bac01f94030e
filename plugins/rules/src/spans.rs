//! Periods of time that may overlap: jobs, studies, terms.

use time::Date;

use crate::date;

/// A period with both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub from: Date,
    pub to: Date,
}

impl Span {
    /// A period, unless it ends before it begins.
    pub fn new(from: Date, to: Date) -> Option<Span> {
        (from <= to).then_some(Span { from, to })
    }

    /// Days in the period, both ends counted.
    pub fn days(self) -> i32 {
        date::days_between(self.from, self.to) + 1
    }
}

/// The periods as a sorted list in which none touches another: overlaps and neighbouring days are merged.
pub fn union(spans: &[Span]) -> Vec<Span> {
    let mut sorted = spans.to_vec();
    sorted.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(sorted.len());
    for span in sorted {
        match merged.last_mut() {
            Some(last) if date::days_between(last.to, span.from) <= 1 => {
                last.to = last.to.max(span.to);
            }
            _ => merged.push(span),
        }
    }
    merged
}

/// Completed months covered by the periods together, days of overlap counted once.
///
/// Whole months are counted in each merged period and the days that are left over are added up at 30 a month.
pub fn months_covered(spans: &[Span]) -> i32 {
    let (mut months, mut days) = (0, 0);
    for span in union(spans) {
        let end = date::add_days(span.to, 1).unwrap_or(span.to);
        let whole = date::months_between(span.from, end);
        months += whole;
        days += date::add_months(span.from, whole).map_or(0, |reached| date::days_between(reached, end));
    }
    months + days / 30
}

/// The stretches between the periods that are longer than `longer_than` days.
pub fn gaps(spans: &[Span], longer_than: i32) -> Vec<Span> {
    let merged = union(spans);
    merged
        .windows(2)
        .filter_map(|pair| Span::new(date::add_days(pair[0].to, 1)?, date::add_days(pair[1].from, -1)?))
        .filter(|gap| gap.days() > longer_than)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: &str, to: &str) -> Span {
        Span::new(date::parse(from).unwrap(), date::parse(to).unwrap()).unwrap()
    }

    #[test]
    fn overlapping_jobs_count_once() {
        let jobs = [span("2020-01-01", "2020-12-31"), span("2020-07-01", "2021-06-30")];
        assert_eq!(union(&jobs), [span("2020-01-01", "2021-06-30")]);
        assert_eq!(months_covered(&jobs), 18);
    }

    #[test]
    fn one_inside_another_and_neighbours_merge() {
        let jobs =
            [span("2021-03-01", "2021-03-31"), span("2020-01-01", "2022-12-31"), span("2023-01-01", "2023-01-31")];
        assert_eq!(union(&jobs), [span("2020-01-01", "2023-01-31")]);
        assert_eq!(months_covered(&jobs), 37);
    }

    #[test]
    fn left_over_days_add_up_to_months() {
        assert_eq!(months_covered(&[span("2024-01-01", "2024-01-15"), span("2024-03-01", "2024-03-15")]), 1);
        assert_eq!(months_covered(&[span("2024-01-01", "2024-01-29")]), 0);
        assert_eq!(months_covered(&[]), 0);
    }

    #[test]
    fn a_gap_of_ninety_days_is_none_and_of_ninety_one_is_one() {
        let first = span("2023-01-01", "2023-12-31");
        let ninety = span("2024-03-31", "2024-12-31");
        let ninety_one = span("2024-04-01", "2024-12-31");
        assert_eq!(gaps(&[first, ninety], 90), []);
        assert_eq!(gaps(&[ninety_one, first], 90), [span("2024-01-01", "2024-03-31")]);
        assert_eq!(span("2024-01-01", "2024-03-31").days(), 91);
    }

    #[test]
    fn ends_before_it_begins() {
        assert_eq!(Span::new(date::parse("2024-01-02").unwrap(), date::parse("2024-01-01").unwrap()), None);
    }
}
