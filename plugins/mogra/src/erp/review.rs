//! Everything the rules find in the answers, once, for both `check` and `decide`.

use std::collections::BTreeMap;

use plugin_sdk::{Context, Host, Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};

use super::calendar::{self, Calendar, Plan, Timing};
use super::effort::{self, Effort, Range, Rates, Size, Work};
use super::licences::{self, Licences, Prices, Sizing};
use super::risks::{self, Limits};
use super::scope::{self, Clash, Module, Why};
use crate::tables;

/// The figures of a plan.
#[derive(Debug)]
pub struct Figures {
    /// Size.
    pub size: Size,
    /// Working days.
    pub effort: Effort,
    /// Licences, and their price a year.
    pub licences: (Licences, Prices),
    /// First year in minor units.
    pub price: Range,
    /// Currency.
    pub currency: String,
    /// The date weighed.
    pub timing: Option<Timing>,
    /// Points and risks, heaviest first.
    pub readiness: (i64, Vec<&'static str>),
    /// Below this readiness is low.
    pub low_readiness: i64,
}

/// What is known so far.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong.
    pub issues: Vec<Issue>,
    /// Parts, and why each is there.
    pub scope: Vec<(Module, Why)>,
    /// Keys of "what needs what".
    pub needs: Vec<String>,
    /// The figures, once the volumes are there.
    pub figures: Option<Figures>,
}

/// Looks at the answers as they are.
pub fn review(ctx: &Context, answers: Answers<'_>, host: &dyn Host) -> Result<Review, PluginError> {
    let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("context", "today is no date"))?;
    let mut review = Review::default();
    parts(ctx, answers, host, &mut review)?;
    let number = |field: &str, most: i64| answers.integer(field).filter(|number| (0..=most).contains(number));
    let volumes = (number("students", 200_000), number("staff", 20_000), number("branches", 200));
    let (Some(students), Some(staff), Some(branches)) = volumes else {
        return Ok(review);
    };
    if review.scope.is_empty() {
        return Ok(review);
    }
    let on = ctx.today.as_str();
    let rates = Rates::load(host, on)?;
    let Some(size) = rates.size(students).cloned() else {
        return Ok(review);
    };
    let links = answers.choices("integrations");
    let data: Vec<(i64, &str)> = answers
        .group("migration")
        .filter_map(|(_, row)| Some((row.integer("rows")?.clamp(0, 100_000_000), row.text("quality")?)))
        .collect();
    let work = Work { plan: &review.scope, branches, links: &links, data: &data };
    let effort = effort::effort(&work, &size, &rates);
    let sizing: Sizing = tables::need(host, "erp_licences", "sizing", on)?;
    let prices: Prices = tables::need(host, "erp_licences", "prices", on)?;
    let tills = number("tills", 500).unwrap_or_default();
    let licences = licences::size(&review.scope, staff, students, tills, &sizing);
    let yearly = licences.yearly(&prices) + review.scope.iter().map(|(module, _)| module.yearly).sum::<i64>();
    let (low, high) = effort.total();
    let price = (low * rates.day_price + yearly, high * rates.day_price + yearly);
    let timing = weigh_date(ctx, answers, today, high, size.team, host, &mut review.issues)?;
    let over = answers.integer("budget").is_some_and(|budget| budget < price.0);
    if over {
        review.issues.push(Issue::warning("/budget", "warn.overBudget"));
    }
    let limits: Limits = tables::need(host, "erp_risks", "limits", on)?;
    let weights: BTreeMap<String, i64> = tables::need(host, "erp_risks", "weights", on)?;
    let old =
        |row: Answers<'_>| !row.yes("keep") && row.integer("years").is_some_and(|years| years >= limits.old_years);
    let present = [
        ("risk.sponsor", !answers.yes("has_sponsor")),
        ("risk.lead", !answers.yes("has_lead")),
        ("risk.dataOwner", !answers.yes("has_data_owner")),
        ("risk.poorData", data.iter().any(|(_, quality)| *quality == "poor")),
        ("risk.time", timing.is_some_and(|timing| timing.plan != Plan::Comfortable)),
        ("risk.fixedDate", answers.yes("fixed_date")),
        ("risk.budget", over),
        ("risk.links", links.len() >= limits.many_links),
        ("risk.oldSystems", answers.group("systems").any(|(_, row)| old(row))),
        ("risk.branches", branches >= limits.many_branches),
    ];
    review.figures = Some(Figures {
        size,
        effort,
        licences: (licences, prices),
        price,
        currency: rates.currency,
        timing,
        readiness: risks::readiness(&present, &weights),
        low_readiness: limits.low_readiness,
    });
    Ok(review)
}

fn parts(ctx: &Context, answers: Answers<'_>, host: &dyn Host, review: &mut Review) -> Result<(), PluginError> {
    let mut chosen: BTreeMap<&str, Why> = BTreeMap::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, row) in answers.group("modules") {
        let Some(code) = row.text("module") else {
            continue;
        };
        if places.contains_key(code) {
            review.issues.push(Issue::error(format!("/modules/{at}/module"), "error.moduleTwice"));
            continue;
        }
        places.insert(code, at);
        chosen.insert(code, Why::of(row.text("priority").unwrap_or("could")));
    }
    if chosen.is_empty() {
        return Ok(());
    }
    let on = ctx.today.as_str();
    let catalogue: Vec<Module> = tables::need(host, "erp_modules", "list", on)?;
    let reasons: BTreeMap<String, String> = tables::need(host, "erp_modules", "reasons", on)?;
    let clashes: Vec<Clash> = tables::need(host, "erp_modules", "clashes", on)?;
    review.scope = scope::closure(&catalogue, &chosen);
    let added = review.scope.iter().filter(|(_, why)| *why == Why::Needed);
    review.needs = added.filter_map(|(module, _)| reasons.get(&module.code).cloned()).collect();
    let path =
        |code: &str| places.get(code).map_or_else(|| "/modules".to_owned(), |at| format!("/modules/{at}/module"));
    for clash in scope::clashes(&clashes, &review.scope, &answers.choices("integrations")) {
        review.issues.push(Issue::error(path(&clash.part), clash.code.clone()));
    }
    if answers.text("hosting") == Some("own") {
        for (module, _) in review.scope.iter().filter(|(module, _)| module.cloud_only) {
            review.issues.push(Issue::error(path(&module.code), "error.moduleNotHosted"));
        }
    }
    for (at, row) in answers.group("systems") {
        if row.yes("keep") && row.text("area").is_some_and(|area| chosen.contains_key(area)) {
            review.issues.push(Issue::warning(format!("/systems/{at}/keep"), "warn.keptAndChosen"));
        }
    }
    let sells = review.scope.iter().any(|(module, _)| module.code == "pos");
    match answers.integer("tills") {
        Some(1..) if !sells => review.issues.push(Issue::warning("/tills", "warn.tillsWithoutPos")),
        Some(..=0) if sells => review.issues.push(Issue::warning("/tills", "warn.posWithoutTills")),
        _ => {}
    }
    Ok(())
}

fn weigh_date(
    ctx: &Context,
    answers: Answers<'_>,
    today: Date,
    days: i64,
    team: i64,
    host: &dyn Host,
    issues: &mut Vec<Issue>,
) -> Result<Option<Timing>, PluginError> {
    let (Some(country), Some(wished)) = (answers.text("country"), answers.date("go_live")) else {
        return Ok(None);
    };
    let Some(calendar): Option<Calendar> = tables::find(host, "erp_calendars", country, &ctx.today)? else {
        return Ok(None);
    };
    let comfortable: i64 = tables::need(host, "erp_calendars", "comfortable_percent", &ctx.today)?;
    let needed = (days + team - 1) / team.max(1);
    let available = calendar.working_days(today, wished);
    let plan = calendar::weigh(available, needed, comfortable);
    let earliest = calendar.day_after(today, needed);
    if let (Plan::TooSoon, Some(earliest)) = (plan, earliest) {
        issues.push(
            Issue::warning("/go_live", "warn.dateTooSoon")
                .with("needed", needed)
                .with("available", available)
                .with("earliest", date::iso(earliest)),
        );
    }
    Ok(Some(Timing { plan, available, needed, earliest }))
}
