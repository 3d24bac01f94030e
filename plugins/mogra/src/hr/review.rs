//! Everything the rules find in the answers, once, for both `check` and `decide`.

use std::collections::BTreeMap;

use plugin_sdk::{Checked, Computed, Context, Explain, Host, Issue, Kind, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::iban;
use rules::money::Currency;
use serde::Deserialize;

use super::eos::{self, Outcome, Service};
use super::wages::{self, Facts, WageRules};
use crate::{decimal, show, tables};

/// A size with its price.
#[derive(Debug, Clone, Deserialize)]
pub struct Tier {
    /// Key of its name.
    pub code: String,
    /// Most people; without it the last.
    pub limit: Option<i64>,
    /// Monthly base in minor units.
    pub base: i64,
    /// Once, to begin.
    pub setup: i64,
    /// Days from order to start.
    pub lead_days: i32,
}

/// What is known so far.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong, and the cards.
    pub checked: Checked,
    /// People paid by the institution itself.
    pub people: Option<i64>,
    /// Wage file points.
    pub readiness: Option<(i32, Vec<Explain>)>,
    /// Name of the law that the example follows.
    pub eos_rule: Option<String>,
}

/// Looks at the answers as they are.
pub fn review(ctx: &Context, answers: Answers<'_>, host: &dyn Host) -> Result<Review, PluginError> {
    let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("context", "today is no date"))?;
    let mut review = Review::default();
    let country = answers.text("country");
    let wage_rules: Option<WageRules> = match country {
        Some(country) => tables::find(host, "wage_file_rules", country, &ctx.today)?,
        None => None,
    };
    people(answers, &mut review);
    account(ctx, answers, host, &mut review.checked)?;
    if let (Some(country), Some(rules), true) = (country, &wage_rules, answers.yes("wage_file")) {
        wage_file(answers, country, rules, &mut review);
    }
    if let (Some(rules), Some(days)) = (&wage_rules, answers.integer("leave_days"))
        && days < rules.leave_days
    {
        review.checked.errors.push(Issue::warning("/leave_days", "warn.leaveBelowLaw").with("limit", rules.leave_days));
    }
    if let (Some(country), Some(rules)) = (country, &wage_rules)
        && let Some(currency) = Currency::parse(&rules.currency)
    {
        example(answers, country, currency, host, &mut review)?;
    }
    price(ctx, answers, today, host, &mut review)?;
    Ok(review)
}

fn people(answers: Answers<'_>, review: &mut Review) {
    let issues = &mut review.checked.errors;
    let mut groups: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    let (mut sum, mut outsourced) = (0_i64, 0_i64);
    for (at, row) in answers.group("headcount") {
        let (Some(kind), Some(contract), Some(count)) = (row.text("type"), row.text("contract"), row.integer("count"))
        else {
            continue;
        };
        let count = count.clamp(0, 100_000);
        if groups.insert((kind, contract), count).is_some() {
            issues.push(Issue::error(format!("/headcount/{at}/type"), "error.groupTwice"));
        }
        sum += count;
        outsourced += if contract == "outsourced" { count } else { 0 };
    }
    if groups.is_empty() {
        return;
    }
    let own = sum - outsourced;
    review.people = Some(own);
    if let Some(total) = answers.integer("total_staff").filter(|total| *total != sum) {
        issues.push(
            Issue::error("/total_staff", "error.headcountDiffers")
                .with("sum", sum)
                .with("total", total)
                .with("difference", total.abs_diff(sum)),
        );
    }
    if answers.integer("nationals").is_some_and(|nationals| nationals > answers.integer("total_staff").unwrap_or(sum)) {
        issues.push(Issue::error("/nationals", "error.nationalsAbove"));
    }
    if answers.yes("wage_file") && answers.integer("with_iban").is_some_and(|known| known > own) {
        issues.push(Issue::error("/with_iban", "error.ibansAbove").with("limit", own));
    }
    review.checked.computed.push(
        Computed::new("payroll_people", "label.payrollPeople", Kind::Number, own)
            .because("reason.payrollPeople")
            .with("outsourced", outsourced),
    );
}

fn account(ctx: &Context, answers: Answers<'_>, host: &dyn Host, checked: &mut Checked) -> Result<(), PluginError> {
    // A number that does not pass is the schema's business (format iban).
    let Some(account) = answers.text("sample_iban").and_then(|text| iban::parse(text).ok()) else {
        return Ok(());
    };
    let bank = show::bank(host, &account, &ctx.locale, &ctx.today)?;
    let code = account.bank.clone().unwrap_or_default();
    checked.computed.push(bank.because("reason.bank").with("country", account.country.clone()).with("bank", code));
    if answers.text("country").is_some_and(|country| country != account.country) {
        checked.errors.push(Issue::warning("/sample_iban", "warn.ibanOtherCountry"));
    }
    Ok(())
}

fn wage_file(answers: Answers<'_>, country: &str, rules: &WageRules, review: &mut Review) {
    let account = answers.text("sample_iban").and_then(|text| iban::parse(text).ok());
    let facts = Facts {
        licence: answers.text("licence_no"),
        employer: answers.text("employer_no"),
        cycle: answers.text("cycle"),
        with_iban: answers.integer("with_iban").unwrap_or_default(),
        people: review.people.unwrap_or_default(),
        account: account.as_ref(),
        country,
    };
    let (points, missing) = wages::readiness(&facts, rules);
    review.checked.computed.push(
        Computed::new("readiness", "label.readiness", Kind::Percent, points)
            .because("reason.readiness")
            .with("system", rules.system.clone()),
    );
    if !missing.is_empty() {
        review.checked.computed.push(Computed::new("missing", "label.missing", Kind::List, show::list(&missing)));
    }
    review.readiness = Some((points, missing));
}

fn example(
    answers: Answers<'_>,
    country: &str,
    currency: Currency,
    host: &dyn Host,
    review: &mut Review,
) -> Result<(), PluginError> {
    let (Some(from), Some(to)) = (answers.date("example_start"), answers.date("example_end")) else {
        return Ok(());
    };
    let issues = &mut review.checked.errors;
    if to < from {
        issues.push(Issue::error("/example_end", "error.endBeforeStart"));
        return Ok(());
    }
    let unpaid = answers.integer("example_unpaid").unwrap_or_default().max(0);
    if unpaid > i64::from(date::days_between(from, to)) + 1 {
        issues.push(Issue::error("/example_unpaid", "error.unpaidAbove"));
        return Ok(());
    }
    let (Some(reason), Some(basic)) =
        (answers.text("example_reason"), decimal::minor(answers, "example_basic", currency))
    else {
        return Ok(());
    };
    let allowances = decimal::minor(answers, "example_allowances", currency).unwrap_or_default();
    let Some(rule) = eos::rule(host, country, to)? else {
        return Ok(());
    };
    let service = Service { from, to, unpaid, resigned: reason == "resigned", basic, allowances };
    let Some(found) = eos::estimate(&rule, &service) else {
        return Ok(());
    };
    let card = Computed::money("eos", "label.eos", found.minor, currency.code())
        .with("rule", rule.rule.clone())
        .with("years", found.years)
        .with("days", found.days);
    review.checked.computed.push(match found.outcome {
        Outcome::Full => card.because("reason.eos"),
        Outcome::Reduced { share: (part, whole) } => {
            card.because("reason.eosReduced").with("share", format!("{part}/{whole}"))
        }
        Outcome::Capped { months } => card.because("reason.eosCapped").with("months", months),
        Outcome::TooShort => card.because("reason.eosTooShort").with("needed", rule.lowest_days),
    });
    review.eos_rule = Some(rule.rule);
    Ok(())
}

fn price(
    ctx: &Context,
    answers: Answers<'_>,
    today: Date,
    host: &dyn Host,
    review: &mut Review,
) -> Result<(), PluginError> {
    let parts = answers.choices("modules");
    if parts.contains(&"payroll") && !parts.contains(&"core") {
        review.checked.errors.push(Issue::error("/modules", "error.payrollNeedsCore"));
    }
    let Some(people) = review.people else {
        return Ok(());
    };
    let on = ctx.today.as_str();
    let tiers: Vec<Tier> = tables::need(host, "payroll_prices", "tiers", on)?;
    let prices: BTreeMap<String, i64> = tables::need(host, "payroll_prices", "parts", on)?;
    let currency: String = tables::need(host, "payroll_prices", "currency", on)?;
    let Some(tier) = tiers.iter().find(|tier| tier.limit.is_none_or(|limit| people <= limit)) else {
        return Ok(());
    };
    let card = Computed::new("tier", "label.tier", Kind::Code, tier.code.clone());
    let computed = &mut review.checked.computed;
    computed.push(match tier.limit {
        Some(limit) => card.because("reason.tier").with("limit", limit),
        None => card.because("reason.tierOpen"),
    });
    if !parts.is_empty() {
        let each: i64 = parts.iter().filter_map(|part| prices.get(*part)).sum();
        computed.push(
            Computed::money("monthly", "label.monthly", tier.base + each * people, &currency)
                .because("reason.monthly")
                .with("people", people)
                .with("modules", parts.len()),
        );
        computed.push(Computed::money("setup", "label.setup", tier.setup, &currency));
    }
    if let (Some(wished), Some(earliest)) = (answers.date("go_live"), date::add_days(today, tier.lead_days))
        && wished < earliest
    {
        review.checked.errors.push(
            Issue::warning("/go_live", "warn.goLiveSoon")
                .with("days", tier.lead_days)
                .with("earliest", date::iso(earliest)),
        );
    }
    Ok(())
}
