//! How well an application fits a post: subject, age group, years at schools, licence.

use rules::answers::Answers;
use rules::date::Date;

use crate::{tables::Post, tables::Weights, work::Work};

/// One part of the score, with the sentence for the applicant and the one for staff.
pub struct Part {
    /// What the applicant reads.
    pub shown: &'static str,
    /// What staff read, with the points.
    pub explain: &'static str,
    pub points: i32,
    pub out_of: i32,
}

const SUBJECT: [&str; 3] = ["fit.subject.full", "fit.subject.half", "fit.subject.none"];
const PHASE: [&str; 3] = ["fit.phase.full", "fit.phase.half", "fit.phase.none"];
const YEARS: [&str; 3] = ["fit.years.full", "fit.years.half", "fit.years.none"];
const LICENCE: [&str; 3] = ["fit.licence.full", "fit.licence.half", "fit.licence.none"];

/// How far something is met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Full,
    Half,
    No,
}

/// The four parts of the score, always in this order.
pub fn parts(answers: Answers<'_>, post: &Post, work: &Work, start: Option<Date>, weights: &Weights) -> [Part; 4] {
    let part = |met: Met, texts: [&'static str; 3], explain: &'static str, out_of: i32| match met {
        Met::Full => Part { shown: texts[0], explain, points: out_of, out_of },
        Met::Half => Part { shown: texts[1], explain, points: out_of / 2, out_of },
        Met::No => Part { shown: texts[2], explain, points: 0, out_of },
    };
    let asked = post.years * 12;
    let share = if asked > 0 { weights.years * work.school_months.min(asked) / asked } else { weights.years };
    let years = match work.school_months {
        months if months >= asked => Met::Full,
        0 => Met::No,
        _ => Met::Half,
    };
    [
        part(subject(answers, post), SUBJECT, "explain.subject", weights.subject),
        part(phase(answers, post, work), PHASE, "explain.phase", weights.phase),
        Part { points: share, ..part(years, YEARS, "explain.years", weights.years) },
        part(licence(answers, post, start), LICENCE, "explain.licence", weights.licence),
    ]
}

/// Whether the licence that the post needs is there on the first day.
pub fn licence_is_open(answers: Answers<'_>, post: &Post, start: Option<Date>) -> bool {
    licence(answers, post, start) != Met::Full
}

fn subject(answers: Answers<'_>, post: &Post) -> Met {
    let any_of = |wanted: &[String]| {
        answers
            .group("qualifications")
            .any(|(_, own)| own.text("subject").is_some_and(|subject| wanted.iter().any(|one| one == subject)))
    };
    if post.subjects.is_empty() || any_of(&post.subjects) {
        Met::Full
    } else if any_of(&post.near) {
        Met::Half
    } else {
        Met::No
    }
}

fn phase(answers: Answers<'_>, post: &Post, work: &Work) -> Met {
    let any_of =
        |mut own: Box<dyn Iterator<Item = &str> + '_>| own.any(|phase| post.phases.iter().any(|one| one == phase));
    if post.phases.is_empty() || any_of(Box::new(work.kinds.iter().map(String::as_str))) {
        Met::Full
    } else if any_of(Box::new(answers.choices("phases").into_iter())) {
        Met::Half
    } else {
        Met::No
    }
}

fn licence(answers: Answers<'_>, post: &Post, start: Option<Date>) -> Met {
    let ends_early = answers.date("licence_expiry").zip(start).is_some_and(|(expiry, start)| expiry < start);
    match answers.text("licence") {
        _ if !post.licence => Met::Full,
        Some("yes") if ends_early => Met::Half,
        Some("yes") => Met::Full,
        Some("expected") => Met::Half,
        _ => Met::No,
    }
}
