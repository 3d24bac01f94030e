//! One percentage out of marks, grade points and boards that count differently. Percentages are whole hundredths
//! (8 140 = 81.40 %), so that equal results stay equal on every machine.

use plugin_sdk::{Host, Issue, PluginError};
use rules::answers::Answers;

use crate::tables::{self, Board, Scale};

/// A subject's result in hundredths of a percent, with what an aggregate needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The subject's code.
    pub code: String,
    /// Hundredths of a percent.
    pub percent: i64,
    /// Hundredths of the marks and of the full marks.
    pub marks: (i64, i64),
}

/// The normalised result.
#[derive(Debug, Clone, PartialEq)]
pub struct Academics {
    /// Hundredths of a percent.
    pub percent: i64,
    /// Key of the sentence that says how it was worked out.
    pub reason: &'static str,
    /// How many subjects count.
    pub count: usize,
    /// English, if it is among the subjects.
    pub english: Option<i64>,
    /// The best subject.
    pub best: i64,
}

/// 8 140 is 81.4.
pub fn from_hundredths(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// A number with at most two places, as whole hundredths.
pub fn hundredths(number: f64) -> i64 {
    (number * 100.0).round() as i64
}

fn divide(sum: i64, by: i64) -> i64 {
    // Halves up; marks are never negative.
    (2 * sum + by) / (2 * by)
}

impl Scale {
    /// A grade as hundredths of a percent; `None` off the scale.
    pub fn percent(&self, grade: f64) -> Option<i64> {
        if !(self.low..=self.high).contains(&grade) {
            return None;
        }
        if let Some(factor) = self.factor {
            return Some(hundredths(grade * factor));
        }
        let above = self.points.iter().position(|(at, _)| *at >= grade)?;
        let (right, high) = self.points[above];
        let Some((left, low)) = above.checked_sub(1).map(|at| self.points[at]) else {
            return Some(hundredths(high));
        };
        Some(hundredths(low + (high - low) * (grade - left) / (right - left)))
    }
}

/// The subjects whose results can be read, and what is wrong with the others.
pub fn subjects(answers: Answers<'_>, scale: Option<&Scale>, issues: &mut Vec<Issue>) -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    for (at, row) in answers.group("subjects") {
        let Some(code) = row.text("subject") else {
            continue;
        };
        if code != "other" && code != "regional_language" && found.iter().any(|subject| subject.code == code) {
            issues.push(Issue::error(format!("/subjects/{at}/subject"), "error.subjectTwice"));
            continue;
        }
        let Some(score) = row.number("score", 0.0, 1000.0) else {
            continue;
        };
        let path = format!("/subjects/{at}/score");
        let (percent, marks) = match scale {
            Some(scale) => match scale.percent(score) {
                Some(percent) => (percent, (percent, 10_000)),
                None => {
                    issues.push(off_scale(path, "error.scoreOffScale", scale.low, scale.high));
                    continue;
                }
            },
            None => {
                let full = row.number("out_of", 1.0, 1000.0).unwrap_or(100.0);
                if score > full {
                    issues.push(Issue::error(path, "error.scoreAboveFull").with("limit", full));
                    continue;
                }
                let marks = (hundredths(score), hundredths(full));
                (divide(marks.0 * 10_000, marks.1), marks)
            }
        };
        found.push(Subject { code: code.to_owned(), percent, marks });
    }
    found
}

/// An issue that names the ends of a scale.
pub fn off_scale(path: impl Into<String>, code: &str, low: f64, high: f64) -> Issue {
    Issue::error(path, code).with("low", low).with("high", high)
}

/// The result by the board's own way of counting.
pub fn normalise(subjects: &[Subject], board: Board) -> Option<Academics> {
    let best = subjects.iter().map(|subject| subject.percent).max()?;
    let english = subjects.iter().find(|subject| subject.code == "english").map(|subject| subject.percent);
    let mean = |counted: &[i64]| divide(counted.iter().sum(), counted.len() as i64);
    let (percent, reason, count) = match board {
        Board::Aggregate => {
            let (marks, full) =
                subjects.iter().fold((0, 0), |sum, subject| (sum.0 + subject.marks.0, sum.1 + subject.marks.1));
            (divide(marks * 10_000, full.max(1)), "reason.aggregate", subjects.len())
        }
        Board::Best { count } => {
            let mut others: Vec<i64> =
                subjects.iter().filter(|subject| subject.code != "english").map(|subject| subject.percent).collect();
            others.sort_unstable_by(|a, b| b.cmp(a));
            let counted: Vec<i64> = english.into_iter().chain(others).take(count.max(1)).collect();
            let reason = if english.is_some() { "reason.bestOf" } else { "reason.bestOfAny" };
            (mean(&counted), reason, counted.len())
        }
        Board::BestAny { count } => {
            let mut counted: Vec<i64> = subjects.iter().map(|subject| subject.percent).collect();
            counted.sort_unstable_by(|a, b| b.cmp(a));
            counted.truncate(count.max(1));
            (mean(&counted), "reason.bestOfAny", counted.len())
        }
    };
    Some(Academics { percent, reason, count, english, best })
}

/// The scale that an answer names; `None` for plain marks.
pub fn scale(host: &dyn Host, name: Option<&str>, on: &str) -> Result<Option<Scale>, PluginError> {
    match name {
        None | Some("percentage") => Ok(None),
        Some(name) => tables::find(host, "mark_scales", name, on),
    }
}

/// The degree's result in hundredths of a percent, for programmes that build on one.
pub fn degree(
    host: &dyn Host,
    answers: Answers<'_>,
    on: &str,
    issues: &mut Vec<Issue>,
) -> Result<Option<i64>, PluginError> {
    let Some(score) = answers.number("degree_score", 0.0, 100.0) else {
        return Ok(None);
    };
    let Some(scale) = scale(host, answers.text("degree_scale"), on)? else {
        return Ok(answers.text("degree_scale").map(|_| hundredths(score)));
    };
    let percent = scale.percent(score);
    if percent.is_none() {
        issues.push(off_scale("/degree_score", "error.scoreOffScale", scale.low, scale.high));
    }
    Ok(percent)
}
