//! Everything the rules find in the answers, once, for both `check` and `decide`.

use plugin_sdk::{Context, Host, Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};

use crate::agents;
use crate::counsellor::{self, Match, Need};
use crate::credits::{self, Accepted, Course};
use crate::grades;
use crate::rank::{self, Fit, Wishes};
use crate::scholarship;
use crate::tables::{
    self, Agent, Band, Consent, Counsellor, CounsellorWeights, CreditLimits, Hours, Programme, Term, Weights,
};

/// What is known so far; each part is absent until its answers are there.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong.
    pub issues: Vec<Issue>,
    /// Programmes that fit, best first; absent until level and interests are chosen.
    pub fits: Option<Vec<Fit>>,
    /// How many of them are shown.
    pub shown: usize,
    /// Courses brought along.
    pub credits: Vec<Accepted>,
    /// Most that the first programme takes over, in hundredths, and its credits.
    pub credit_cap: Option<(i64, i64)>,
    /// Result in hundredths of a percent.
    pub result: Option<i64>,
    /// The bands of the level, best first.
    pub bands: Option<Vec<Band>>,
    /// The band reached.
    pub band: Option<Band>,
    /// The agent's code and contract.
    pub agent: Option<(String, Option<Agent>)>,
    /// Who will call.
    pub counsellor: Option<Match>,
    /// The consent text and whether the student is under age by it.
    pub consent: Option<(Consent, bool)>,
}

/// Looks at the answers as they are.
pub fn review(ctx: &Context, answers: Answers<'_>, host: &dyn Host) -> Result<Review, PluginError> {
    let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("context", "today is no date"))?;
    let on = ctx.today.as_str();
    let mut review = Review::default();
    start(host, answers, today, on, &mut review.issues)?;
    review.result = result(host, answers, on, &mut review.issues)?;
    let campuses = answers.choices("campuses");
    if let (Some(level), interests) = (answers.text("level"), answers.choices("interests"))
        && !interests.is_empty()
    {
        let wishes = Wishes {
            level,
            interests,
            goal: answers.text("goal"),
            campuses: campuses.clone(),
            term: answers.text("start_term"),
            language: answers.text("study_language"),
            budget: answers.integer("budget"),
            result: review.result,
        };
        let programmes: Vec<Programme> = tables::find(host, "programmes", "list", on)?.unwrap_or_default();
        if let Some(weights) = tables::find::<Weights>(host, "match_weights", "weights", on)? {
            review.shown = weights.shown;
            review.fits = Some(rank::rank(programmes, &wishes, &weights));
        }
    }
    transfer(host, answers, today, on, &mut review)?;
    if let (true, Some(level)) = (answers.yes("scholarship"), answers.text("level")) {
        let bands: Vec<Band> = tables::find(host, "scholarships", level, on)?.unwrap_or_default();
        let achievements = answers.choices("achievements").len();
        review.band = review.result.and_then(|result| scholarship::reached(&bands, result, achievements).cloned());
        review.bands = Some(bands);
    }
    agent(host, answers, on, &mut review)?;
    review.counsellor = assign(host, answers, &campuses, on)?;
    consent(host, answers, today, on, &mut review)?;
    Ok(review)
}

fn start(
    host: &dyn Host,
    answers: Answers<'_>,
    today: Date,
    on: &str,
    issues: &mut Vec<Issue>,
) -> Result<(), PluginError> {
    let (Some(name), Some(year)) = (answers.text("start_term"), answers.year("start_year")) else {
        return Ok(());
    };
    let Some(term): Option<Term> = tables::find(host, "terms", name, on)? else {
        return Ok(());
    };
    let Some(first) = date::parse(&format!("{year:04}-{}", term.day)) else {
        return Ok(());
    };
    let last_year = today.year() + term.years_ahead;
    if first <= today {
        issues.push(Issue::error("/start_year", "error.startPast").with("starts_on", date::iso(first)));
    } else if year > last_year {
        issues.push(Issue::error("/start_year", "error.startTooFar").with("last_year", last_year.to_string()));
    }
    Ok(())
}

fn result(
    host: &dyn Host,
    answers: Answers<'_>,
    on: &str,
    issues: &mut Vec<Issue>,
) -> Result<Option<i64>, PluginError> {
    let (Some(scale), Some(grade)) = (answers.text("grade_scale"), answers.number("grade", 0.0, 100.0)) else {
        return Ok(None);
    };
    let Some(points): Option<Vec<(f64, f64)>> = tables::find(host, "grade_scales", scale, on)? else {
        return Ok(None);
    };
    let found = grades::percent(&points, grade);
    if let (None, Some(first), Some(last)) = (found, points.first(), points.last()) {
        issues.push(Issue::error("/grade", "error.gradeOffScale").with("low", first.0).with("high", last.0));
    }
    Ok(found)
}

fn transfer(
    host: &dyn Host,
    answers: Answers<'_>,
    today: Date,
    on: &str,
    review: &mut Review,
) -> Result<(), PluginError> {
    if !answers.yes("transfer") {
        return Ok(());
    }
    let mut courses = Vec::new();
    for (at, row) in answers.group("credits") {
        let (Some(name), Some(area), Some(system)) = (row.text("course"), row.text("area"), row.text("system")) else {
            continue;
        };
        let (Some(credits), Some(mark), Some(year)) =
            (row.number("credits", 0.0, 120.0), row.number("mark", 0.0, 100.0), row.year("year"))
        else {
            continue;
        };
        if year > today.year() {
            review.issues.push(Issue::error(format!("/credits/{at}/year"), "error.creditYearAhead"));
            continue;
        }
        let factor = tables::find(host, "credit_rules", system, on)?;
        let credits = (credits * 100.0).round() as i64;
        courses.push(Course { name: name.to_owned(), area: area.to_owned(), credits, factor, mark, year });
    }
    let best = review
        .fits
        .as_ref()
        .and_then(|fits| fits.first())
        .map(|fit| fit.programme.credits)
        .filter(|credits| *credits > 0);
    if let (Some(credits), Some(limits)) = (best, tables::find::<CreditLimits>(host, "credit_rules", "limits", on)?) {
        review.credits = credits::accept(&courses, &limits, credits, today.year());
        review.credit_cap = Some((credits::cap(&limits, credits), credits));
    }
    Ok(())
}

fn agent(host: &dyn Host, answers: Answers<'_>, on: &str, review: &mut Review) -> Result<(), PluginError> {
    let (Some("agent"), Some(text)) = (answers.text("role"), answers.text("agent_code")) else {
        return Ok(());
    };
    let code = match agents::read(text) {
        Ok(code) => code,
        Err(fault) => {
            let code = if fault == agents::Fault::Form { "error.agentCodeForm" } else { "error.agentCodeCheck" };
            review.issues.push(Issue::error("/agent_code", code));
            return Ok(());
        }
    };
    let contract: Option<Agent> = tables::find(host, "agents", &code, on)?;
    match (&contract, answers.text("country")) {
        (None, _) => review.issues.push(Issue::warning("/agent_code", "warn.agentUnknown")),
        (Some(agent), Some(country)) if !agent.countries.iter().any(|own| own == country) => {
            review.issues.push(Issue::warning("/agent_code", "warn.agentOtherCountry"));
        }
        _ => {}
    }
    review.agent = Some((code, contract));
    Ok(())
}

fn assign(host: &dyn Host, answers: Answers<'_>, campuses: &[&str], on: &str) -> Result<Option<Match>, PluginError> {
    let (Some(language), Some(zone), Some(time)) =
        (answers.text("contact_language"), answers.text("time_zone"), answers.text("best_time"))
    else {
        return Ok(None);
    };
    let Some(offset): Option<i32> = tables::find(host, "time_zones", zone, on)? else {
        return Ok(None);
    };
    let Some(hours): Option<Hours> = tables::find(host, "counsellors", time, on)? else {
        return Ok(None);
    };
    let Some(weights): Option<CounsellorWeights> = tables::find(host, "counsellors", "weights", on)? else {
        return Ok(None);
    };
    let all: Vec<Counsellor> = tables::find(host, "counsellors", "list", on)?.unwrap_or_default();
    let mut pool = Vec::with_capacity(all.len());
    for mut counsellor in all {
        // Told in `decide` alone: what a family sees does not depend on how many others there are.
        if let Some(account) = &counsellor.account
            && let Some(open) = plugin_sdk::load_of(host, account)?
        {
            counsellor.open = open;
        }
        if let Some(own) = tables::find::<i32>(host, "time_zones", &counsellor.zone, on)? {
            pool.push((counsellor, own));
        }
    }
    Ok(counsellor::assign(pool, &Need { language, campuses, hours, offset }, &weights))
}

fn consent(
    host: &dyn Host,
    answers: Answers<'_>,
    today: Date,
    on: &str,
    review: &mut Review,
) -> Result<(), PluginError> {
    let (Some(country), Some(birth)) = (answers.text("country"), answers.date("dob")) else {
        return Ok(());
    };
    let own: Option<Consent> = tables::find(host, "consents", country, on)?;
    let text = match own {
        Some(own) => Some(own),
        None => tables::find(host, "consents", "other", on)?,
    };
    let Some(text) = text else { return Ok(()) };
    let minor = date::age_on(birth, today) < text.adult;
    if answers.text("role") == Some("student") {
        match answers.text("guardian_email") {
            None if minor => {
                review.issues.push(Issue::error("/guardian_email", "error.guardianNeeded").with("adult", text.adult));
            }
            Some(guardian) if answers.text("email").is_some_and(|own| own.eq_ignore_ascii_case(guardian)) => {
                review.issues.push(Issue::error("/guardian_email", "error.guardianSame"));
            }
            _ => {}
        }
    }
    review.consent = Some((text, minor));
    Ok(())
}
