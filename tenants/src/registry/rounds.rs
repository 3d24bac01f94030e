//! The rounds of a school: those that it configures, and one without a limit of places for every other year of its dates.

use std::sync::Arc;

use form::FormDocument;
use jiff::civil::Date;
use words::problem::{Problem, child};
use words::{Language, Text};

use super::school::School;
use crate::bundle::config::{Flag, IsoDate};
use crate::bundle::family::{FormKind, Institution};
use crate::bundle::rounds::{RoundConfig, dates_of};

/// Letters of a code that is made of the school's id.
const LETTERS: usize = 6;

impl School {
    /// Whether what is sent by a form is an application for a place.
    #[must_use]
    pub fn is_application(&self, form: &str) -> bool {
        self.config.kind_of_institution != Institution::Company && self.config.kind_of(form) == FormKind::Application
    }

    /// What registration ids of its applications begin with.
    #[must_use]
    pub fn code(&self) -> String {
        let of_id = || {
            let letters = self.id.as_str().chars().filter(char::is_ascii_alphabetic);
            letters.map(|c| c.to_ascii_uppercase()).take(LETTERS).collect::<String>()
        };
        self.config.code.clone().unwrap_or_else(of_id)
    }

    /// Its rounds, in the order of its file; then the years of its dates that have none. They are asked for with every application, so that they
    /// are made once.
    #[must_use]
    pub fn rounds(&self) -> &[Arc<RoundConfig>] {
        self.rounds.get_or_init(|| {
            let mut rounds: Vec<_> = self.config.rounds.iter().cloned().map(Arc::new).collect();
            for row in &self.config.school_dates {
                if !rounds.iter().any(|round| round.year == row.year) {
                    rounds.push(Arc::new(RoundConfig::of_year(&row.year)));
                }
            }
            rounds
        })
    }

    /// A round by what applications call it; one that is not there any more has no places where the school counts those of others, and no
    /// limit where it counts none.
    #[must_use]
    pub fn round(&self, name: &str) -> Arc<RoundConfig> {
        let named = self.rounds().iter().find(|round| round.id == name).cloned();
        named.unwrap_or_else(|| Arc::new(gone(name, !self.config.rounds.is_empty())))
    }

    /// The round for which a child of a grade applies: of the year that is told, and where none is, the first that is open, if any is. Of
    /// several rounds of one year it is the first that names the grade.
    #[must_use]
    pub fn round_of(&self, year: &str, grade: &str, today: Date) -> Arc<RoundConfig> {
        let rounds = self.rounds();
        let names = |round: &&Arc<RoundConfig>| round.names(grade);
        let first_of =
            |some: Vec<&Arc<RoundConfig>>| some.iter().copied().find(names).or(some.first().copied()).cloned();
        let told = first_year(year).map(school_year);
        let found = match &told {
            Some(year) => first_of(rounds.iter().filter(|round| round.year == *year).collect()),
            None => first_of(rounds.iter().filter(|round| self.is_round_open(round, (grade, false), today)).collect())
                // None is: the first says so.
                .or_else(|| rounds.first().cloned()),
        };
        let this_year = || school_year(today.year().unsigned_abs());
        found.unwrap_or_else(|| Arc::new(RoundConfig::of_year(&told.unwrap_or_else(this_year))))
    }

    /// Whether a child of a grade can apply for a round on a day: not for one whose dates are to be announced. `is_choice` says whether the grade
    /// is one of the form's own choices, which alone the dates can name.
    #[must_use]
    pub fn is_round_open(&self, round: &RoundConfig, grade: (&str, bool), today: Date) -> bool {
        let (dates, today): (_, IsoDate) = (&self.config.school_dates, today.to_string());
        if self.has_no_admission() {
            return true;
        }
        let (grade, is_choice) = self.as_dated(grade);
        let rows = dates_of(dates, &round.year, grade, is_choice);
        rows.iter().any(|row| row.sims_admission_start_from <= today && today <= row.sims_admission_end)
    }

    /// The first and last days between which a child of a grade can apply for a round.
    #[must_use]
    pub fn round_dates(&self, round: &RoundConfig, grade: (&str, bool)) -> Vec<(&str, &str)> {
        let (grade, is_choice) = self.as_dated(grade);
        let rows = dates_of(&self.config.school_dates, &round.year, grade, is_choice);
        rows.into_iter().map(|row| (&*row.sims_admission_start_from, &*row.sims_admission_end)).collect()
    }

    /// A grade as the dates name it: one of a stream's goes by the choice that it stands for.
    fn as_dated<'g>(&'g self, (grade, is_choice): (&'g str, bool)) -> (&'g str, bool) {
        self.config.stream_of(grade).map_or((grade, is_choice), |(_, choice)| (choice, true))
    }

    /// Whether it names neither dates nor rounds: then nobody is kept out by them.
    pub(super) fn has_no_admission(&self) -> bool {
        self.config.school_dates.is_empty() && self.config.rounds.is_empty()
    }
}

/// A round of which the school says nothing any more.
fn gone(name: &str, has_others: bool) -> RoundConfig {
    let year = first_year(name).map(school_year).unwrap_or_default();
    let closed_grades = if has_others { Flag::Y } else { Flag::N };
    RoundConfig { id: name.to_owned(), closed_grades, ..RoundConfig::of_year(&year) }
}

/// The first year that a text names: of `2027-2028`, `2027/28`, `Autumn 2027`.
fn first_year(text: &str) -> Option<u16> {
    let mut fours = text.as_bytes().windows(4);
    let year = fours.find(|four| four.starts_with(b"20") && four.iter().all(u8::is_ascii_digit))?;
    std::str::from_utf8(year).ok()?.parse().ok()
}

fn school_year(first: u16) -> String {
    format!("{first}-{}", first.saturating_add(1))
}

/// What a bucket of places is called in the application's own words, its parts with a dot between; a part that the form does not know goes by
/// its code.
#[must_use]
pub fn bucket_name(document: Option<&FormDocument>, bucket: &str) -> Text {
    let parts = bucket.split('/').map(|part| {
        let known = document.and_then(|document| document.name_of_code(part));
        known.unwrap_or_else(|| Text { en: part.to_owned(), ar: part.to_owned() })
    });
    let parts: Vec<Text> = parts.collect();
    let joined = |language: Language| parts.iter().map(|part| part.get(language)).collect::<Vec<_>>().join(" · ");
    Text { en: joined(Language::En), ar: joined(Language::Ar) }
}

/// Grades of the rounds that no application can be for, as its form knows no such code; and those of streams that stand for no choice of the form's, or
/// for another one than their own.
pub(super) fn unknown_grades(school: &School, problems: &mut Vec<Problem>) {
    let Some(document) = school.config().application().and_then(|form| school.form(form).ok()) else { return };
    for (index, round) in school.config().rounds.iter().enumerate() {
        for bucket in round.places.keys() {
            let grade = bucket.split('/').next().unwrap_or_default();
            if document.name_of_code(grade).is_none() {
                let at = child(&format!("/rounds/{index}/places"), bucket);
                let message = format!("the application knows no grade `{grade}`: nobody competes for these places");
                let problem = Problem::key(at, "unknownGrade", message);
                problems.push(problem.hint("write the code that the form's choices or its rules use"));
            }
        }
    }
    for (index, stream) in school.config().streams.iter().enumerate() {
        for (grade, choice) in &stream.grades {
            let at = child(&format!("/streams/{index}/grades"), grade);
            if !document.is_choice(choice) {
                let message = format!(
                    "the application has no choice `{choice}`: nobody can apply for `{grade}` by the dates of one"
                );
                let problem = Problem::new(at, "unknownGrade", message);
                problems.push(problem.hint("write the code of the choice that families make for it"));
            } else if document.is_choice(grade) && grade != choice {
                let message = format!("`{grade}` is a choice of the application itself, and `{choice}` is another");
                problems
                    .push(Problem::key(at, "duplicate", message).hint("let it stand for itself, or rename the grade"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_is_gone_has_no_places_beside_others() {
        let (beside, alone) = (gone("2026-autumn", true), gone("2026-autumn", false));
        assert_eq!((beside.id.as_str(), beside.year.as_str()), ("2026-autumn", "2026-2027"));
        assert_eq!((beside.places_of("kg1"), alone.places_of("kg1")), (Some(0), None));
    }

    #[test]
    fn a_year_is_found_in_what_people_write() {
        for (text, year) in [
            ("2027-2028", Some(2027)),
            ("Autumn 2026", Some(2026)),
            ("2027/28", Some(2027)),
            ("next", None),
            ("", None),
        ] {
            assert_eq!(first_year(text), year, "{text}");
        }
        assert_eq!(school_year(2027), "2027-2028");
    }
}
