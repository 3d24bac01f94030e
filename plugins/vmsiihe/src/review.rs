//! Everything the rules find in the answers, once, for both `check` and `decide`.

use plugin_sdk::{Context, Host, Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::spans::{self, Span};

use crate::eligibility::{self, Profile, Verdict};
use crate::entrance;
use crate::fees::{self, Estimate};
use crate::marks::{self, Academics};
use crate::origin::Origin;
use crate::tables::{self, AgeLimits, Centre, English, Programme, Weights};
use crate::{foreign, intake};

/// What is known so far; each part is absent until its answers are there.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong.
    pub issues: Vec<Issue>,
    /// First day of the intake.
    pub start: Option<Date>,
    /// Age on that day in years and months.
    pub age: Option<(i32, i32)>,
    /// The result that counts for the programme.
    pub academics: Option<Academics>,
    /// Whether the degree is what counts.
    pub by_degree: bool,
    /// The chosen programme's rule.
    pub programme: Option<Programme>,
    /// The word on the chosen programme.
    pub verdict: Option<Verdict>,
    /// Other programmes that are open.
    pub alternatives: Vec<String>,
    /// Weights of the score.
    pub weights: Option<Weights>,
    /// Fees.
    pub estimate: Option<Estimate>,
    /// Test day.
    pub test_day: Option<Date>,
    /// Steps of an overseas student.
    pub plan: Vec<(String, Date)>,
    /// Months of work, overlaps counted once.
    pub work_months: i32,
}

/// Looks at the answers as they are.
pub fn review(ctx: &Context, answers: Answers<'_>, host: &dyn Host) -> Result<Review, PluginError> {
    let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("context", "today is no date"))?;
    let mut review = Review::default();
    let issues = &mut review.issues;
    let origin = Origin::of(answers);
    let code = answers.text("programme");
    let programme: Option<Programme> = match code {
        Some(code) => tables::find(host, "programmes", code, &ctx.today)?,
        None => None,
    };
    let start = intake::start(host, answers, programme.as_ref(), today, issues)?;
    intake::passing_year(answers, start, today, issues);
    person(answers, origin, issues);
    review.work_months = work(answers, today, issues);

    let scale = marks::scale(host, answers.text("mark_scale"), &ctx.today)?;
    let subjects = marks::subjects(answers, scale.as_ref(), issues);
    let board = match answers.text("board") {
        Some(board) => tables::find(host, "boards", board, &ctx.today)?,
        None => None,
    };
    let class12 = board.and_then(|board| marks::normalise(&subjects, board));
    review.by_degree = programme.as_ref().is_some_and(|programme| programme.needs == "degree");
    let degree = if review.by_degree { marks::degree(host, answers, &ctx.today, issues)? } else { None };
    let (english, english_minimum) = english(host, answers, class12.as_ref(), &ctx.today, issues)?;
    review.academics = match (review.by_degree, &class12, degree) {
        (true, school, Some(percent)) => Some(Academics {
            percent,
            reason: "reason.degree",
            count: 1,
            english: school.as_ref().and_then(|school| school.english),
            best: school.as_ref().map_or(percent, |school| school.best),
        }),
        (true, ..) => None,
        (false, school, _) => school.clone(),
    };

    if let (Some(start), Some(birth)) = (start, answers.date("dob")) {
        review.age = Some((date::age_on(birth, start), date::months_between(birth, start).max(0) % 12));
    }
    if let (Some(programme), Some(start)) = (&programme, start) {
        let on = date::iso(start);
        review.weights = tables::find(host, "score_weights", &programme.level, &on)?;
        let ages: Option<AgeLimits> = tables::find(host, "age_limits", &programme.level, &on)?;
        let category = answers.text("category").filter(|_| origin == Some(Origin::Indian));
        let disability = origin == Some(Origin::Indian) && answers.yes("disability");
        let relaxation = eligibility::relaxation(host, category, disability, &on)?;
        if let (Some((age, _)), Some(ages)) = (review.age, ages) {
            age_warning(age, ages, relaxation.years, issues);
            if let Some(class12) = &class12 {
                let awaiting = answers.text("exam_status") == Some("awaiting");
                let profile = Profile {
                    age,
                    class12: Some(class12.percent),
                    degree,
                    english,
                    english_minimum,
                    awaiting,
                    relaxation,
                };
                review.verdict = Some(eligibility::weigh(&profile, programme, ages));
                review.alternatives = alternatives(host, &profile, code, &on)?;
            }
        }
        if let (Some(code), Some(origin)) = (code, origin) {
            review.estimate = fees::estimate(host, answers, code, programme, origin, &on)?;
        }
    }
    if let Some(start) = start.filter(|start| *start > today) {
        if let Some(origin) = origin.filter(|origin| origin.is_overseas()) {
            review.plan = foreign::plan(host, origin, start, today)?;
            if let (Some(until), Some(needed)) =
                (answers.date("passport_expiry"), foreign::passport_until(host, start, today)?)
                && until < needed
            {
                issues.push(
                    Issue::warning("/passport_expiry", "warn.passportShort").with("needed_until", date::iso(needed)),
                );
            }
        }
        let centre: Option<Centre> = match answers.text("test_centre") {
            Some(centre) => tables::find(host, "test_centres", centre, &ctx.today)?,
            None => None,
        };
        if let (Some(centre), Some(wished)) = (centre, answers.date("test_from")) {
            review.test_day = entrance::test_day(centre, wished, today, start);
            if review.test_day.is_none() {
                issues.push(Issue::warning("/test_from", "warn.testLate"));
            }
        }
    }
    review.start = start;
    review.programme = programme;
    Ok(review)
}

fn person(answers: Answers<'_>, origin: Option<Origin>, issues: &mut Vec<Issue>) {
    if origin.is_some_and(Origin::is_overseas) && answers.text("nationality") == Some("IN") {
        issues.push(Issue::error("/nationality", "error.nationalityIndian"));
    }
    if let (Some(own), Some(guardian)) = (answers.text("phone"), answers.text("guardian_phone"))
        && own == guardian
    {
        issues.push(Issue::warning("/guardian_phone", "warn.samePhone"));
    }
}

fn work(answers: Answers<'_>, today: Date, issues: &mut Vec<Issue>) -> i32 {
    let mut worked = Vec::new();
    for (at, job) in answers.group("jobs") {
        let Some(from) = job.date("from") else {
            continue;
        };
        match Span::new(from, job.date("to").unwrap_or(today)) {
            Some(span) => worked.push(span),
            None if job.date("to").is_some() => {
                issues.push(Issue::error(format!("/jobs/{at}/to"), "error.jobEndsBeforeStart"));
            }
            None => {}
        }
    }
    spans::months_covered(&worked)
}

/// Whether English is enough by school or by test, and the school minimum for the text.
fn english(
    host: &dyn Host,
    answers: Answers<'_>,
    school: Option<&Academics>,
    on: &str,
    issues: &mut Vec<Issue>,
) -> Result<(bool, f64), PluginError> {
    let by_school: Option<English> = tables::find(host, "english", "school", on)?;
    let minimum = by_school.map_or(0.0, |rule| rule.minimum);
    let passed = school.and_then(|school| school.english).is_some_and(|percent| percent >= marks::hundredths(minimum));
    let test = answers.text("english_test").filter(|test| *test != "none");
    let (Some(test), Some(score)) = (test, answers.number("english_score", 0.0, 160.0)) else {
        return Ok((passed, minimum));
    };
    let Some(rule): Option<English> = tables::find(host, "english", test, on)? else {
        return Ok((passed, minimum));
    };
    if !(rule.low..=rule.high).contains(&score) {
        issues.push(marks::off_scale("/english_score", "error.englishOffScale", rule.low, rule.high));
        return Ok((passed, minimum));
    }
    Ok((passed || score >= rule.minimum, minimum))
}

fn age_warning(age: i32, ages: AgeLimits, relief: i32, issues: &mut Vec<Issue>) {
    let (code, limit) = match age {
        age if age < ages.lowest => ("warn.ageLow", ages.lowest),
        age if age > ages.highest + relief => ("warn.ageHigh", ages.highest + relief),
        _ => return,
    };
    issues.push(Issue::warning("/dob", code).with("years", age).with("limit", limit));
}

fn alternatives(
    host: &dyn Host,
    profile: &Profile,
    chosen: Option<&str>,
    on: &str,
) -> Result<Vec<String>, PluginError> {
    let mut open = Vec::new();
    for code in tables::list(host, "programmes", "list", on)? {
        if Some(code.as_str()) == chosen {
            continue;
        }
        let Some(programme): Option<Programme> = tables::find(host, "programmes", &code, on)? else {
            continue;
        };
        let Some(ages): Option<AgeLimits> = tables::find(host, "age_limits", &programme.level, on)? else {
            continue;
        };
        if eligibility::weigh(profile, &programme, ages).standing != eligibility::Standing::NotEligible {
            open.push(code);
        }
    }
    Ok(open)
}
