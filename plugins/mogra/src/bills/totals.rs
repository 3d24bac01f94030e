//! A bill's totals in minor units: exact until the stated point of rounding, halves up, several tax classes at once.

use crate::decimal;

/// Where amounts are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Each line.
    Line,
    /// Lines of one tax class are added up exactly and rounded once.
    Document,
}

/// When the discount on the whole bill is taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// Before tax, spread over what it is taken from.
    BeforeTax,
    /// After tax.
    AfterTax,
}

/// A line as exact parts.
#[derive(Debug, Clone)]
pub struct Line {
    /// Tax class.
    pub class: String,
    /// Thousandths.
    pub quantity: i64,
    /// Ten-thousandths of a major unit.
    pub price: i64,
    /// Discount in hundredths of a percent.
    pub discount: i64,
    /// Tax rate in hundredths of a percent.
    pub rate: i64,
}

/// How the bill is made up.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// Decimal places of the currency.
    pub places: u32,
    /// Prices hold the tax already.
    pub tax_included: bool,
    /// Discount on the whole in minor units.
    pub discount: i64,
    /// When it is taken off.
    pub timing: Timing,
    /// Where amounts are rounded.
    pub rounding: Rounding,
}

/// One tax class of the bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Tax class.
    pub class: String,
    /// Rate in hundredths of a percent.
    pub rate: i64,
    /// Without tax, after a discount before tax.
    pub net: i64,
    /// Tax.
    pub tax: i64,
}

/// The totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals {
    /// By tax class, in the order in which they appear.
    pub classes: Vec<Class>,
    /// Without tax.
    pub net: i64,
    /// Tax.
    pub tax: i64,
    /// To pay.
    pub payable: i64,
}

/// Why there are no totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The discount is more than the bill.
    Discount,
    /// Out of all proportion.
    Size,
}

/// Quantity (10^3) × price (10^4) × share (10^4).
const SCALE: i128 = 100_000_000_000;
const WHOLE: i64 = 10_000;

/// No bill of a school has lines beyond this; it keeps every sum of lines within 64 bits.
const MOST_MINOR: i64 = 1_000_000_000_000_000;

struct Amount {
    class: String,
    rate: i64,
    minor: i64,
}

/// Works the bill out.
pub fn totals(lines: &[Line], terms: &Terms) -> Result<Totals, Fault> {
    let amounts = amounts(lines, terms).ok_or(Fault::Size)?;
    let before = if terms.timing == Timing::BeforeTax { terms.discount } else { 0 };
    let shares =
        spread(before, &amounts.iter().map(|amount| amount.minor).collect::<Vec<_>>()).ok_or(Fault::Discount)?;
    let mut classes: Vec<Class> = Vec::new();
    for (amount, share) in amounts.into_iter().zip(shares) {
        let taxed = amount.minor - share;
        let base = if terms.tax_included { WHOLE + amount.rate } else { WHOLE };
        let tax = decimal::divide(i128::from(taxed) * i128::from(amount.rate), i128::from(base)).ok_or(Fault::Size)?;
        let net = if terms.tax_included { taxed - tax } else { taxed };
        match classes.iter_mut().find(|class| class.class == amount.class) {
            Some(class) => {
                class.net += net;
                class.tax += tax;
            }
            None => classes.push(Class { class: amount.class, rate: amount.rate, net, tax }),
        }
    }
    let (net, tax) = classes.iter().fold((0, 0), |sum, class| (sum.0 + class.net, sum.1 + class.tax));
    let after = if terms.timing == Timing::AfterTax { terms.discount } else { 0 };
    let payable = net + tax - after;
    if payable < 0 {
        return Err(Fault::Discount);
    }
    Ok(Totals { classes, net, tax, payable })
}

/// What is rounded: each line, or each class's exact sum.
fn amounts(lines: &[Line], terms: &Terms) -> Option<Vec<Amount>> {
    let exact = |line: &Line| {
        i128::from(line.quantity)
            .checked_mul(i128::from(line.price))?
            .checked_mul(i128::from(WHOLE - line.discount))?
            .checked_mul(10_i128.pow(terms.places))
    };
    let mut parts: Vec<(&str, i64, i128)> = Vec::new();
    for line in lines {
        let value = exact(line)?;
        let known = parts.iter_mut().find(|(class, ..)| terms.rounding == Rounding::Document && *class == line.class);
        match known {
            Some((.., sum)) => *sum = sum.checked_add(value)?,
            None => parts.push((&line.class, line.rate, value)),
        }
    }
    parts
        .into_iter()
        .map(|(class, rate, value)| {
            Some(Amount {
                class: class.to_owned(),
                rate,
                minor: decimal::divide(value, SCALE).filter(|minor| *minor <= MOST_MINOR)?,
            })
        })
        .collect()
}

/// Spreads an amount over others in proportion; the parts add up exactly, the largest remainders get the rest.
/// `None` when there is more to spread than there is.
pub fn spread(amount: i64, over: &[i64]) -> Option<Vec<i64>> {
    let all: i64 = over.iter().sum();
    if amount == 0 {
        return Some(vec![0; over.len()]);
    }
    if amount < 0 || amount > all {
        return None;
    }
    let weights: Option<Vec<u64>> = over.iter().map(|part| u64::try_from(*part).ok()).collect();
    rules::money::apportion(amount, &weights?)
}
