//! What is asked and said of a financial document, and how it stands.

use std::collections::BTreeMap;

use form::UploadField;
use jiff::civil::Date;
use kernel::crypto::{self, Secret};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use words::text::{lines, western_digits};
use words::verdict::Issue;
use words::{Currency, Money, Rng, SchoolId};

use super::store::ItemRow;
use crate::forms::SubmittedFile;

/// What answers are sealed for.
const PURPOSE: &str = "financial-answer";
/// Cheques of one schedule.
const MOST_CHEQUES: usize = 24;
/// Characters of a bank's name, and of a cheque's number.
const MOST_WORDS: usize = 60;
/// Characters of an amount.
const MOST_FIGURES: usize = 30;

/// How a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FinancialState)]
pub enum ItemState {
    /// Nothing came yet.
    Requested,
    /// It came.
    Submitted,
    /// It came, and is to come once more.
    Returned,
    /// It is good.
    Verified,
}

impl ItemState {
    /// As it is kept.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Submitted => "submitted",
            Self::Returned => "returned",
            Self::Verified => "verified",
        }
    }

    pub(super) fn parse(text: &str) -> Self {
        let all = [Self::Submitted, Self::Returned, Self::Verified];
        all.into_iter().find(|state| state.as_str() == text).unwrap_or(Self::Requested)
    }

    /// Whether its family can send it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Returned)
    }
}

/// What staff say of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FinancialDecision)]
pub enum Decision {
    Verified,
    Returned,
}

/// A cheque of a schedule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = FinancialCheque)]
pub struct Cheque {
    /// `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    pub date: String,
    /// In the school's currency, with its decimals at most.
    #[schema(max_length = 20)]
    pub amount: String,
    #[schema(max_length = 60)]
    pub bank: String,
    #[schema(max_length = 60)]
    pub number: String,
}

/// What a family says beside a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = FinancialAnswer)]
pub struct Answer {
    /// In the school's currency, with its decimals at most.
    #[schema(max_length = 20)]
    pub amount: String,
    #[schema(max_length = 60)]
    pub iban: String,
    #[schema(max_items = 24)]
    pub cheques: Vec<Cheque>,
}

/// A document that is asked for, with what came.
#[derive(Debug, Clone)]
pub struct Item {
    pub row: ItemRow,
    pub state: ItemState,
    pub answer: Answer,
    /// The oldest first.
    pub files: Vec<SubmittedFile>,
}

/// The place of a document's files: no form has a field of such a name.
pub(super) fn place(code: &str) -> UploadField {
    UploadField::financial(code)
}

impl Item {
    pub(super) fn of(row: ItemRow, (secret, school): (&Secret, &SchoolId), files: &[SubmittedFile]) -> Self {
        let field = place(&row.code).name;
        let opened = row.answer.as_ref().and_then(|sealed| crypto::open(secret, school, PURPOSE, sealed));
        let answer = opened.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        // What was on its way when it was verified was looked at by nobody.
        let until = row.decided_at.filter(|_| row.state == ItemState::Verified.as_str()).unwrap_or(i64::MAX);
        let of = |file: &&SubmittedFile| file.field == field && (row.since..=until).contains(&file.created_at);
        let files = files.iter().filter(of).cloned().collect();
        Self { state: ItemState::parse(&row.state), answer, files, row }
    }

    /// Whether anything of it came.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.answer == Answer::default()
    }

    /// What is missing or wrong of it before it can be sent.
    pub(super) fn faults(&self, currency: Currency) -> Vec<Issue> {
        let at = |part: &str| format!("/values/{}{part}", self.row.code);
        let mut faults = Vec::new();
        if self.files.is_empty() {
            faults.push(Issue::error(at("/files"), "required"));
        }
        if self.row.asks_amount && self.answer.amount.is_empty() {
            faults.push(Issue::error(at("/amount"), "required"));
        }
        if self.row.asks_iban && self.answer.iban.is_empty() {
            faults.push(Issue::error(at("/iban"), "required"));
        }
        if self.row.kind == "cheques" && self.answer.cheques.is_empty() {
            faults.push(Issue::error(at("/cheques"), "required"));
        }
        for (n, cheque) in self.answer.cheques.iter().enumerate() {
            for (part, text) in [("date", &cheque.date), ("amount", &cheque.amount), ("bank", &cheque.bank)] {
                if text.is_empty() {
                    faults.push(Issue::error(at(&format!("/cheques/{n}/{part}")), "required"));
                }
            }
        }
        faults.extend(self.answer.wrong(&self.row.code, currency));
        faults
    }

    /// What is declared, in the currency's smallest unit.
    pub fn declared(&self, currency: Currency) -> Option<i64> {
        Money::parse(&self.answer.amount, currency).map(Money::minor)
    }
}

impl Answer {
    /// As it is kept: digits as they are written here, the IBAN as it is stored.
    pub(super) fn tidied(self) -> Self {
        let plain = |text: &str| lines(&western_digits(text));
        let iban = words::iban::normalize(&self.iban);
        let cheque = |one: Cheque| Cheque {
            date: plain(&one.date),
            amount: plain(&one.amount),
            bank: lines(&one.bank),
            number: plain(&one.number),
        };
        Self { amount: plain(&self.amount), iban, cheques: self.cheques.into_iter().map(cheque).collect() }
    }

    /// What of it cannot be: an amount that is none of the currency, an IBAN by its country and check digits, a day that is none. What is empty is only
    /// missing.
    pub(super) fn wrong(&self, code: &str, currency: Currency) -> Vec<Issue> {
        let at = |part: &str| format!("/values/{code}{part}");
        let is_money = |text: &str| {
            text.len() <= MOST_FIGURES && Money::parse(text, currency).is_some_and(|money| money.minor() > 0)
        };
        let mut wrong = Vec::new();
        if !self.amount.is_empty() && !is_money(&self.amount) {
            wrong.push(Issue::error(at("/amount"), "money").with("currency", currency.code()));
        }
        if !self.iban.is_empty()
            && let Err(fault) = words::iban::parse(&self.iban)
        {
            wrong.push(Issue::error(at("/iban"), fault.code()));
        }
        if self.cheques.len() > MOST_CHEQUES {
            wrong.push(Issue::error(at("/cheques"), "maxItems").with("limit", MOST_CHEQUES));
        }
        for (n, cheque) in self.cheques.iter().enumerate() {
            let at = |part: &str| at(&format!("/cheques/{n}/{part}"));
            // A day and nothing else: what has an hour too is read as a day elsewhere.
            let is_day = cheque.date.len() == 10 && cheque.date.parse::<Date>().is_ok();
            if !cheque.date.is_empty() && !is_day {
                wrong.push(Issue::error(at("date"), "format"));
            }
            if !cheque.amount.is_empty() && !is_money(&cheque.amount) {
                wrong.push(Issue::error(at("amount"), "money").with("currency", currency.code()));
            }
            for (part, text) in [("bank", &cheque.bank), ("number", &cheque.number)] {
                if text.chars().count() > MOST_WORDS {
                    wrong.push(Issue::error(at(part), "maxLength").with("limit", MOST_WORDS));
                }
            }
        }
        wrong
    }

    pub(super) fn sealed(&self, (secret, rng, school): (&Secret, &dyn Rng, &SchoolId)) -> String {
        // Texts: it is always JSON.
        let text = serde_json::to_string(self).unwrap_or_default();
        crypto::seal(secret, rng, school, PURPOSE, &text)
    }

    /// The account number with nothing but its country and its last four.
    pub fn masked_iban(&self) -> Option<String> {
        let number: Vec<char> = self.iban.chars().collect();
        let last: String = number.iter().skip(number.len().saturating_sub(4)).collect();
        let country: String = number.iter().take(2).collect();
        (!number.is_empty()).then(|| format!("{country}•• •••• {last}"))
    }
}

/// Answers by their codes, as they were sent; none where they are no answers.
pub(super) fn answers_of(values: Value) -> Option<BTreeMap<String, Answer>> {
    serde_json::from_value(values).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_tidied_and_what_cannot_be_is_told_at_its_place() {
        let omr = Currency::parse("OMR").expect("a currency");
        let answer = Answer {
            amount: "١٬٢٠٠٫٥٠٠".to_owned(),
            iban: "om81 0180 0000 0129 9123 456".to_owned(),
            cheques: vec![Cheque { date: "2027-02-30".to_owned(), amount: "12.34567".to_owned(), ..Cheque::default() }],
        };
        let tidied = answer.tidied();
        assert_eq!(tidied.iban, "OM810180000001299123456");
        let at: Vec<String> = tidied.wrong("cheques", omr).into_iter().map(|issue| issue.path).collect();
        assert_eq!(at, ["/values/cheques/cheques/0/date", "/values/cheques/cheques/0/amount"]);
        assert_eq!(tidied.masked_iban().as_deref(), Some("OM•• •••• 3456"));
        let other = Answer { iban: "OM820180000001299123456".to_owned(), ..Answer::default() };
        assert_eq!(other.wrong("salary", omr)[0].code, "ibanChecksum");
        assert_eq!(Answer::default().wrong("salary", omr).len(), 0, "what is empty is only missing");
    }
}
