//! Everything the rules find on a bill, once, for both `check` and `decide`.

use std::collections::BTreeMap;

use plugin_sdk::{Checked, Computed, Context, Host, Issue, PluginError};
use rules::answers::Answers;
use rules::money::{Currency, Money};
use rules::{date, iban};

use super::approval::{self, Limit, Tolerance};
use super::qr::{self, Qr};
use super::tax_number::{self, Fault, Form};
use super::totals::{self, Line, Rounding, Terms, Timing, Totals};
use crate::show::money as amount;
use crate::{decimal, tables};

/// What is known so far.
#[derive(Debug, Default)]
pub struct Review {
    /// What is wrong, and the cards.
    pub checked: Checked,
    /// The totals, once the lines can be read.
    pub totals: Option<Totals>,
    /// The bill's currency.
    pub currency: String,
    /// Discount on the whole and when it is taken off.
    pub discount: Option<(i64, Timing)>,
    /// Where amounts are rounded.
    pub rounding: Option<Rounding>,
    /// Keys of those who approve.
    pub approvers: Vec<String>,
    /// The comparison with the order.
    pub order: Option<(&'static str, i64, i64)>,
    /// Text of the tax QR code.
    pub qr: Option<String>,
    /// The supplier's bank.
    pub bank: Option<Computed>,
}

/// Looks at the answers as they are.
pub fn review(ctx: &Context, answers: Answers<'_>, host: &dyn Host) -> Result<Review, PluginError> {
    let mut review = Review::default();
    let bill_date = answers.date("bill_date");
    let on = bill_date.map_or_else(|| ctx.today.clone(), date::iso);
    if let (Some(bill), Some(due)) = (bill_date, answers.date("due_date"))
        && due < bill
    {
        review.checked.errors.push(Issue::error("/due_date", "error.dueBeforeBill").with("date", date::iso(bill)));
    }
    account(ctx, answers, host, &mut review)?;
    let form = supplier_number(answers, host, &on, &mut review.checked.errors)?;
    let Some(currency) = answers.text("currency").and_then(Currency::parse) else {
        return Ok(review);
    };
    review.currency = currency.to_string();
    decimals(answers, currency, &mut review.checked.errors);
    work_out(answers, host, &on, currency, &mut review)?;
    let Some(totals) = review.totals.clone() else {
        return Ok(review);
    };
    compare(ctx, answers, host, &totals, currency, &mut review)?;
    if totals.tax > 0 && answers.text("tax_number").is_none() {
        review.checked.errors.push(Issue::warning("/tax_number", "warn.taxNumberMissing"));
    }
    codes(answers, form.as_ref(), &totals, currency, &mut review);
    Ok(review)
}

fn account(ctx: &Context, answers: Answers<'_>, host: &dyn Host, review: &mut Review) -> Result<(), PluginError> {
    let Some(account) = answers.text("supplier_iban").and_then(|text| iban::parse(text).ok()) else {
        return Ok(());
    };
    review.bank = Some(crate::show::bank(host, &account, &ctx.locale, &ctx.today)?);
    if answers.text("supplier_country").is_some_and(|country| country != account.country) {
        review.checked.errors.push(Issue::warning("/supplier_iban", "warn.ibanOtherCountry"));
    }
    Ok(())
}

fn supplier_number(
    answers: Answers<'_>,
    host: &dyn Host,
    on: &str,
    issues: &mut Vec<Issue>,
) -> Result<Option<Form>, PluginError> {
    let Some(country) = answers.text("supplier_country") else {
        return Ok(None);
    };
    let form: Option<Form> = tables::find(host, "tax_numbers", country, on)?;
    if let (Some(form), Some(number)) = (&form, answers.text("tax_number")) {
        match tax_number::check(&tax_number::normalize(number), form) {
            Ok(()) => {}
            Err(Fault::Form) => {
                issues.push(Issue::error("/tax_number", "error.taxNumberForm").with("example", form.example.clone()));
            }
            Err(Fault::Check) => issues.push(Issue::error("/tax_number", "error.taxNumberCheck")),
        }
    }
    Ok(form)
}

/// Amounts with more places than the currency has cannot stand on a bill.
fn decimals(answers: Answers<'_>, currency: Currency, issues: &mut Vec<Issue>) {
    let places = currency.decimals();
    for field in ["po_amount", "discount", "bill_total"] {
        let thousandths = decimal::field(answers, field, 3);
        if thousandths.is_some_and(|amount| amount % 10_i64.pow(3 - places.min(3)) != 0) {
            issues.push(
                Issue::warning(format!("/{field}"), "warn.moreDecimals")
                    .with("currency", currency.code())
                    .with("places", places),
            );
        }
    }
}

fn work_out(
    answers: Answers<'_>,
    host: &dyn Host,
    on: &str,
    currency: Currency,
    review: &mut Review,
) -> Result<(), PluginError> {
    let Some(country) = answers.text("supplier_country") else {
        return Ok(());
    };
    let rates: BTreeMap<String, i64> = tables::find(host, "tax_rates", country, on)?.unwrap_or_default();
    let mut lines = Vec::new();
    let mut seen = Vec::new();
    let mut whole = true;
    for (at, row) in answers.group("lines") {
        let (Some(quantity), Some(price), Some(class)) =
            (decimal::field(row, "quantity", 3), decimal::field(row, "price", 4), row.text("tax_class"))
        else {
            whole = false;
            continue;
        };
        let discount = decimal::field(row, "discount", 2).unwrap_or_default();
        if quantity < 0 || price < 0 || !(0..=10_000).contains(&discount) {
            whole = false;
            continue;
        }
        let Some(rate) = rates.get(class).copied() else {
            review.checked.errors.push(Issue::error(format!("/lines/{at}/tax_class"), "error.taxClassNotHere"));
            whole = false;
            continue;
        };
        let twin = (row.text("item"), quantity, price, class);
        if twin.0.is_some() && seen.contains(&twin) {
            review.checked.errors.push(Issue::warning(format!("/lines/{at}/item"), "warn.lineTwice"));
        }
        seen.push(twin);
        lines.push(Line { class: class.to_owned(), quantity, price, discount, rate });
    }
    if lines.is_empty() || !whole {
        return Ok(());
    }
    let discount = decimal::minor(answers, "discount", currency).unwrap_or_default();
    let timing =
        if answers.text("discount_timing") == Some("before_tax") { Timing::BeforeTax } else { Timing::AfterTax };
    let rounding = if answers.text("rounding") == Some("document") { Rounding::Document } else { Rounding::Line };
    let terms =
        Terms { places: currency.decimals(), tax_included: answers.yes("tax_included"), discount, timing, rounding };
    match totals::totals(&lines, &terms) {
        Ok(totals) => review.totals = Some(totals),
        Err(totals::Fault::Discount) => review.checked.errors.push(Issue::error("/discount", "error.discountTooHigh")),
        Err(totals::Fault::Size) => {}
    }
    review.discount = (discount > 0).then_some((discount, timing));
    review.rounding = Some(rounding);
    Ok(())
}

fn compare(
    ctx: &Context,
    answers: Answers<'_>,
    host: &dyn Host,
    totals: &Totals,
    currency: Currency,
    review: &mut Review,
) -> Result<(), PluginError> {
    let shown = |minor: i64| amount(minor, currency.code());
    let slack: i64 = tables::need(host, "bill_rules", "total_tolerance_minor", &ctx.today)?;
    if let Some(stated) = decimal::minor(answers, "bill_total", currency)
        && stated.abs_diff(totals.payable) > slack.unsigned_abs()
    {
        review.checked.errors.push(
            Issue::warning("/bill_total", "warn.totalDiffers")
                .with("computed", shown(totals.payable))
                .with("stated", shown(stated)),
        );
    }
    if let (true, Some(order)) = (answers.yes("has_po"), decimal::minor(answers, "po_amount", currency)) {
        let tolerance: Tolerance = tables::need(host, "bill_rules", "po_tolerance", &ctx.today)?;
        let found = approval::against_order(totals.payable, order, tolerance, currency.unit());
        if found.0 == "po.over" {
            review.checked.errors.push(
                Issue::warning("/po_amount", "warn.poOver")
                    .with("difference", shown(found.1))
                    .with("tolerance", shown(found.2)),
            );
        }
        review.order = Some(found);
    }
    let limits: Vec<Limit> = tables::find(host, "approval_limits", currency.code(), &ctx.today)?.unwrap_or_default();
    review.approvers = approval::chain(&limits, totals.payable).to_vec();
    Ok(())
}

/// Reads the code that stands on the bill, and writes the one that should.
fn codes(answers: Answers<'_>, form: Option<&Form>, totals: &Totals, currency: Currency, review: &mut Review) {
    let number = answers.text("tax_number").map(tax_number::normalize);
    let plain = |minor: i64| Money::new(minor, currency).figure();
    if let (Some(form), Some(number), Some(seller), Some(bill)) =
        (form, &number, answers.text("supplier_name"), answers.date("bill_date"))
        && form.qr
    {
        let qr = Qr {
            seller: seller.to_owned(),
            tax_number: number.clone(),
            issued_at: format!("{}T00:00:00Z", date::iso(bill)),
            total: plain(totals.payable),
            tax: plain(totals.tax),
        };
        review.qr = qr::build(&qr);
    }
    let Some(text) = answers.text("qr_text") else {
        return;
    };
    let issues = &mut review.checked.errors;
    let Some(read) = qr::parse(text) else {
        issues.push(Issue::error("/qr_text", "error.qrUnreadable"));
        return;
    };
    for (found, minor, code) in [(&read.total, totals.payable, "warn.qrTotal"), (&read.tax, totals.tax, "warn.qrTax")] {
        if Money::parse(found, currency) != Some(Money::new(minor, currency)) {
            let computed = amount(minor, currency.code());
            issues.push(Issue::warning("/qr_text", code).with("found", found.clone()).with("computed", computed));
        }
    }
    if number.is_some_and(|number| number != tax_number::normalize(&read.tax_number)) {
        issues.push(Issue::warning("/qr_text", "warn.qrTaxNumber"));
    }
}
