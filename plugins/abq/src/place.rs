//! The grade: by age on the cut-off day of that year, what the stream calls it, and requests for another one.

use std::collections::BTreeMap;

use plugin_sdk::{Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};
use serde::Deserialize;

use crate::{tables::Tables, year::SchoolYear};

/// What the tables say about a child's grade in a stream.
pub struct Place {
    /// Completed years on the cut-off day.
    pub age: i32,
    /// The day on which age counts for that school year.
    pub cut_off: Date,
    grades: Vec<String>,
    names: BTreeMap<String, String>,
    youngest: i32,
    by_age: Option<usize>,
    wanted: Option<usize>,
    asks_other: bool,
    limit: usize,
}

#[derive(Deserialize)]
struct CutOff {
    month: u32,
    day: u32,
}

#[derive(Deserialize)]
struct Grades {
    youngest: i32,
    grades: Vec<String>,
}

#[derive(Deserialize)]
struct Override {
    limit: usize,
}

impl Place {
    /// Works the place out as soon as birth date, stream and year are there.
    pub fn read(answers: Answers<'_>, year: &SchoolYear, tables: &Tables<'_>) -> Result<Option<Place>, PluginError> {
        let (Some(birth), Some(stream)) = (answers.date("dob"), answers.text("stream")) else {
            return Ok(None);
        };
        let cut_off: Option<CutOff> = tables.row("abq_ages", "cut_off")?;
        let grades: Option<Grades> = tables.row("abq_ages", "grades")?;
        let names: Option<BTreeMap<String, String>> = tables.row("abq_grade_names", stream)?;
        let limit: Option<Override> = tables.row("abq_ages", "override")?;
        let (Some(cut_off), Some(grades), Some(names)) = (cut_off, grades, names) else {
            return Ok(None);
        };
        let Some(cut_off) = date::new(year.begins.year(), cut_off.month, cut_off.day) else {
            return Ok(None);
        };
        let age = date::age_on(birth, cut_off);
        let by_age = usize::try_from(age - grades.youngest).ok().filter(|at| *at < grades.grades.len());
        let wanted =
            answers.text("grade_wanted").and_then(|wanted| grades.grades.iter().position(|grade| grade == wanted));
        Ok(Some(Place {
            age,
            cut_off,
            names,
            youngest: grades.youngest,
            grades: grades.grades,
            by_age,
            wanted,
            asks_other: answers.yes("override_request"),
            limit: limit.map_or(0, |row| row.limit),
        }))
    }

    /// The grade's code and its name in the stream, by age.
    pub fn by_age(&self) -> Option<(&str, &str)> {
        self.named(self.by_age?)
    }

    /// The grade asked for, when it is another one than by age and the school may consider it.
    pub fn asked(&self) -> Option<(&str, &str)> {
        let (by_age, wanted) = (self.by_age?, self.wanted?);
        (self.asks_other && wanted != by_age && wanted.abs_diff(by_age) <= self.limit)
            .then(|| self.named(wanted))
            .flatten()
    }

    /// The grade that fees, places and documents are reckoned for.
    pub fn grade(&self) -> Option<&str> {
        self.asked().or_else(|| self.by_age()).map(|(code, _)| code)
    }

    /// Whether the grade is the given one or above.
    pub fn is_from(&self, first: &str) -> bool {
        let at = |code: &str| self.grades.iter().position(|grade| grade == code);
        self.grade().and_then(at).zip(at(first)).is_some_and(|(own, first)| own >= first)
    }

    /// What is wrong with age and grade.
    pub fn issues(&self, year: &SchoolYear, issues: &mut Vec<Issue>) {
        let on = date::iso(self.cut_off);
        let Some(by_age) = self.by_age else {
            let oldest = self.youngest + i32::try_from(self.grades.len()).unwrap_or_default() - 1;
            issues.push(if self.age < self.youngest {
                Issue::error("/dob", "tooYoung")
                    .with("age", self.age)
                    .with("cut_off", on)
                    .with("youngest", self.youngest)
            } else {
                Issue::error("/dob", "tooOld").with("age", self.age).with("cut_off", on).with("oldest", oldest)
            });
            return;
        };
        let wanted = self.wanted.unwrap_or(by_age);
        if self.named(wanted).is_none() {
            let path = if self.wanted.is_some() { "/grade_wanted" } else { "/stream" };
            issues.push(
                Issue::error(path, "gradeNotOffered")
                    .with("wanted", self.label(wanted))
                    .with("year", year.name.as_str()),
            );
        } else if wanted.abs_diff(by_age) > self.limit {
            let issue = Issue::error("/grade_wanted", "gradeTooFar").with("limit", self.limit);
            issues.push(issue.with("wanted", self.label(wanted)).with("by_age", self.label(by_age)));
        } else if wanted != by_age && !self.asks_other {
            let issue = Issue::error("/grade_wanted", "gradeByAge");
            issues.push(issue.with("wanted", self.label(wanted)).with("by_age", self.label(by_age)));
        } else if wanted != by_age {
            issues.push(Issue::warning("/override_request", "overrideAsked"));
        }
    }

    /// A grade's code and its name in the stream; `None` where the stream does not offer it.
    fn named(&self, at: usize) -> Option<(&str, &str)> {
        let code = self.grades.get(at)?;
        Some((code, self.names.get(code)?))
    }

    /// How to call a grade, offered or not.
    fn label(&self, at: usize) -> String {
        match (self.named(at), self.grades.get(at)) {
            (Some((_, name)), _) => name.to_owned(),
            (None, Some(code)) => format!("grade_wanted.{code}"),
            (None, None) => String::new(),
        }
    }
}
