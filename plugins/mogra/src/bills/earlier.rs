//! Bills that came in before: the same supplier, the same number, dates that are not far apart.

use plugin_sdk::{EARLIER, Earlier, EarlierSubmission, Host, PluginError, Value};
use rules::answers::Answers;
use rules::{date, digits, names};

use super::tax_number;

/// Kinds that this form asks about.
pub const KNOWN: [&str; 2] = ["bill_number", EARLIER];

/// Words that say what sort of company a supplier is: one writes them, another leaves them out.
const SORTS: &str = "llc wll ltd limited co company corp corporation inc plc pvt private est establishment fze fzco spc saoc saog and \
شركه موسسه ذمم شمم شمعم شمعع محدوده";

/// An earlier bill that this one is held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twin {
    /// What staff call it.
    pub reference: String,
    /// Days between the dates of the two.
    pub days: i32,
    /// Its amount in minor units and its currency, where that is another one than this bill's.
    pub other_amount: Option<(i64, String)>,
}

/// What came in before under a bill's number.
#[derive(Debug, Default)]
pub struct Found {
    /// The same supplier's within the window: first one of the same amount, where there is one.
    pub twin: Option<Twin>,
    /// Another supplier's, or too far apart in time: its reference.
    pub other: Option<String>,
    /// Whether there are more of the number than were looked at.
    pub more: bool,
}

/// Looks for earlier bills of the number. `payable` is this one's amount, where it can be worked out.
pub fn find(
    answers: Answers<'_>,
    payable: Option<(i64, &str)>,
    window: i32,
    host: &dyn Host,
) -> Result<Found, PluginError> {
    let Some(number) = answers.text("bill_number") else {
        return Ok(Found::default());
    };
    let asked = Earlier::naming("bill_number", number)
        .values(&["supplier_name", "supplier_country", "tax_number", "bill_date"])
        .computed(&["payable"]);
    let mut found = Found::default();
    for one in asked.find(host)? {
        found.more |= one.more;
        let theirs = Answers(&one.values);
        let days = match (answers.date("bill_date"), theirs.date("bill_date")) {
            (Some(ours), Some(theirs)) => date::days_between(theirs, ours).abs(),
            _ => 0,
        };
        if !is_same_supplier(answers, theirs) || days > window {
            found.other.get_or_insert(one.reference);
            continue;
        }
        let twin = Twin { other_amount: other_amount(payable, &one), reference: one.reference, days };
        let is_better =
            found.twin.as_ref().is_none_or(|kept| kept.other_amount.is_some() && twin.other_amount.is_none());
        if is_better {
            found.twin = Some(twin);
        }
    }
    Ok(found)
}

/// Its amount, where that is known to be another one: what cannot be compared may be the same.
fn other_amount(payable: Option<(i64, &str)>, one: &EarlierSubmission) -> Option<(i64, String)> {
    let theirs = one.computed.get("payable")?;
    let (minor, currency) = (theirs.get("minor")?.as_i64()?, theirs.get("currency").and_then(Value::as_str)?);
    payable.filter(|ours| *ours != (minor, currency)).map(|_| (minor, currency.to_owned()))
}

/// By the tax number where both have one, else by name and country.
fn is_same_supplier(ours: Answers<'_>, theirs: Answers<'_>) -> bool {
    let number = |answers: Answers<'_>| answers.text("tax_number").map(tax_number::normalize);
    if let (Some(ours), Some(theirs)) = (number(ours), number(theirs)) {
        return ours == theirs;
    }
    let name = |answers: Answers<'_>| answers.text("supplier_name").map(name_key).filter(|key| !key.is_empty());
    let is_same_country = ours.text("supplier_country") == theirs.text("supplier_country");
    is_same_country && name(ours).is_some_and(|own| name(theirs) == Some(own))
}

/// One spelling of a company's name: letters without marks, Western digits, no signs, no word for its sort.
pub fn name_key(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|sign| *sign != '.')
        .filter_map(names::fold)
        .map(|sign| if sign == 'ة' { 'ه' } else { digits::western_char(sign) })
        .collect();
    let plain = plain.to_lowercase();
    let words = || plain.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_sort = |word: &&str| SORTS.split(' ').any(|own| own == *word);
    let key: String = words().filter(|word| !is_sort(word)).collect();
    if key.is_empty() { words().collect() } else { key }
}
