//! What a way to pay asks for and when, of fees that are known.

use blocks::{Row, Value as Filling, Values};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tenants::bundle::letters::{Deposit, Due, Instalment, LetterTemplate, Plan};
use words::money::{Rounding, ratio};
use words::{Currency, Money, Text};

/// How often the family of an application chooses how it pays.
pub(super) const MOST_CHOICES: i64 = 8;
/// Days for an acceptance without a deposit.
const DAYS: u16 = 14;

/// What is paid, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    #[serde(with = "day")]
    pub due_on: Date,
    pub amount: Money,
}

/// A day as it is kept: `YYYY-MM-DD`.
mod day {
    use jiff::civil::Date;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(day: &Date, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(day)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// A way to pay, with its payments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    pub code: String,
    pub title: Text,
    pub payments: Vec<Payment>,
}

/// What a letter says of payments, as it was fixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// None where the school leaves no choice, or knows no fees.
    pub way: Option<Way>,
    pub deposit: Option<Payment>,
    /// The day that payments are counted from.
    #[serde(with = "day")]
    pub from: Date,
}

/// What a template leaves to choose, of fees as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub ways: Vec<Way>,
    pub deposit: Option<Payment>,
    pub from: Date,
}

impl Choice {
    /// Of ways whose fixed amounts are more than the fees there is none.
    pub fn of(template: &LetterTemplate, (fees, currency): (Option<Money>, Option<Currency>), from: Date) -> Self {
        let paid = |asked: &Deposit| deposit(asked, (fees, currency?), from);
        let deposit = template.deposit.as_ref().and_then(paid);
        // What is paid on acceptance has the days of the deposit: one amount with two days would be read as two.
        let at_once = deposit.as_ref().map_or(from, |deposit| deposit.due_on);
        let way = |plan: &Plan| {
            let payments = schedule(plan, fees?, (from, at_once))?;
            Some(Way { code: plan.code.clone(), title: plan.title.clone(), payments })
        };
        Self { ways: template.plans.iter().filter_map(way).collect(), deposit, from }
    }

    /// What is fixed without anybody's choice, if it is.
    pub fn fixed(&self) -> Option<Terms> {
        let way = match self.ways.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            _ => return None,
        };
        Some(self.with(way))
    }

    /// What is fixed by the choice of a plan; none where it is none of them.
    pub fn chosen(&self, code: &str) -> Option<Terms> {
        let way = self.ways.iter().find(|way| way.code == code)?;
        Some(self.with(Some(way.clone())))
    }

    /// The same with a way to pay, or with none yet.
    pub fn with(&self, way: Option<Way>) -> Terms {
        Terms { way, deposit: self.deposit.clone(), from: self.from }
    }
}

/// Days in which a letter of the template can be signed.
pub(super) fn days(template: &LetterTemplate) -> u16 {
    template.deposit.as_ref().map_or(DAYS, |deposit| deposit.days)
}

/// The payments of a plan, whose sum is the fees; `None` where its fixed amounts are more than they. Fixed amounts come off first, and of the
/// percentages the first takes what rounding leaves. What is paid on acceptance is due `at_once`.
pub(super) fn schedule(plan: &Plan, fees: Money, (accepted_on, at_once): (Date, Date)) -> Option<Vec<Payment>> {
    let currency = fees.currency();
    let fixed = |one: &Instalment| Some(Money::parse(one.amount.as_ref()?, currency)?.minor());
    let taken = plan.instalments.iter().filter_map(fixed).try_fold(0_i64, i64::checked_add)?;
    let rest = fees.minor().checked_sub(taken).filter(|rest| *rest >= 0)?;
    let first = plan.instalments.iter().position(|one| one.percent.is_some())?;
    let mut left = rest;
    let mut payments = Vec::with_capacity(plan.instalments.len());
    for one in &plan.instalments {
        let minor = match one.percent {
            Some(percent) => {
                let part = ratio(rest, i64::from(percent), 100, Rounding::Down)?;
                left -= part;
                part
            }
            None => fixed(one)?,
        };
        payments
            .push(Payment { due_on: due_on(&one.due, (accepted_on, at_once)), amount: Money::new(minor, currency) });
    }
    let odd = &mut payments[first].amount;
    *odd = odd.checked_add(Money::new(left, currency))?;
    Some(payments)
}

/// No payment is due before the place was accepted.
fn due_on(due: &Due, (accepted_on, at_once): (Date, Date)) -> Date {
    match due {
        Due::OnAcceptance(_) => at_once,
        Due::After(after) => accepted_on.saturating_add(i64::from(after.months).months()),
        Due::On(day) => day.parse().map_or(accepted_on, |day: Date| day.max(accepted_on)),
    }
}

/// What is paid to keep the place; `None` where that is a part of fees that nobody knows.
pub(super) fn deposit(
    deposit: &Deposit,
    (fees, currency): (Option<Money>, Currency),
    accepted_on: Date,
) -> Option<Payment> {
    let amount = match (&deposit.amount, deposit.percent) {
        (Some(amount), _) => Money::parse(amount, currency)?,
        (None, percent) => fees?.checked_ratio(i64::from(percent?), 100, Rounding::HalfUp)?,
    };
    Some(Payment { due_on: accepted_on.saturating_add(i64::from(deposit.days).days()), amount })
}

impl Terms {
    /// What fills the letter beside what the application tells.
    pub fn values(&self) -> Values {
        let mut own = Values::new();
        if let Some(way) = &self.way {
            let row = |one: &Payment| {
                Row::from([
                    ("due_on".to_owned(), Filling::Date(one.due_on)),
                    ("amount".to_owned(), Filling::Money(one.amount)),
                ])
            };
            own.set("instalments", Filling::List(way.payments.iter().map(row).collect()));
            if let Some(sum) = sum(&way.payments) {
                own.set("instalments_total", Filling::Money(sum));
            }
        }
        if let Some(deposit) = &self.deposit {
            own.set("deposit", Filling::Money(deposit.amount));
            own.set("deposit_due", Filling::Date(deposit.due_on));
        }
        own
    }
}

/// What payments make together.
pub fn sum(payments: &[Payment]) -> Option<Money> {
    let mut all = payments.iter().map(|one| one.amount);
    let first = all.next()?;
    all.try_fold(first, Money::checked_add)
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
