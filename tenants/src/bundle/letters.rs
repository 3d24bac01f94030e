//! Templates of letters: `letters/<code>.json`. What is offered, asked and agreed to on paper, in both languages.
//!
//! A template's code is its file's name, and what the web calls `sims_criteria_code`. A letter that went out keeps the template that it was
//! made of: its version names it.

use std::sync::LazyLock;

use blocks::catalogue::{FieldKind, LetterKind, field};
use blocks::evidence::canonical;
use blocks::problems::{self, Rules};
use blocks::{Languages, Texts};
use form::Structure;
use form::relative::iso;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use words::problem::{Problem, child};
use words::{Currency, Language, Text};

use super::config::IsoDate;
pub use super::letter_items::{Item, ItemKind};
pub use super::letter_mail::MailForm;
use super::rounds::fits;
use super::{legal, letter_mail};

/// The folder of the templates.
pub const FOLDER: &str = "letters";
/// The age from which a student signs, where a template names no other.
const OF_AGE: u8 = 18;
/// Most templates of a school.
pub const MAX_TEMPLATES: usize = 60;

/// A template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "letters/<code>.json")]
pub struct LetterTemplate {
    /// What the letter is for.
    pub kind: LetterKind,
    /// What lists and pages call it.
    #[schemars(with = "Written")]
    pub title: Text,
    /// The line over its text, and the subject of its mail. Fields may stand in it.
    #[schemars(with = "Written")]
    pub subject: Text,
    /// Fields that stand above the text, with their labels.
    #[serde(default)]
    #[schemars(length(max = 12), inner(length(max = 60)))]
    pub facts: Vec<String>,
    /// What it says.
    #[schemars(with = "Map<String, Value>")]
    pub body: Texts,
    /// Who signs it.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub signers: Vec<Signer>,
    /// What its paper is written in.
    pub languages: Languages,
    /// What a conditional offer depends on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub conditions: Vec<Condition>,
    /// Ways to pay that an acceptance leaves the family to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub plans: Vec<Plan>,
    /// What an acceptance asks for at once, as a part of the fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit: Option<Deposit>,
    /// What a request for financial documents asks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12))]
    pub items: Vec<Item>,
    /// How whoever signs is known beside the link.
    #[serde(default)]
    pub second_proof: SecondProof,
    /// Whether its mail has its words or leads to them; left out, it leads to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<MailForm>,
    /// Whether a family has to give this consent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// A text as it is written: a language may still be missing in a draft.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "its shape alone is read")]
pub(super) struct Written {
    #[schemars(length(max = 300))]
    en: Option<String>,
    #[schemars(length(max = 300))]
    ar: Option<String>,
}

/// Who signs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signer {
    /// As whom.
    pub role: SignerRole,
    /// Whoever has a lower number signs first; those of one number sign in any order.
    #[schemars(range(min = 1, max = 4))]
    pub order: u8,
    /// The age from which a student signs, on the day on which the letter is made; 18 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 14, max = 25))]
    pub age: Option<u8>,
}

impl Signer {
    /// The age from which a student signs.
    #[must_use]
    pub fn of_age(&self) -> u8 {
        self.age.unwrap_or(OF_AGE)
    }
}

/// As whom somebody signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SignerRole {
    /// Whoever applied.
    Guardian1,
    /// The other guardian.
    Guardian2,
    /// The student, where of age.
    Student,
    /// Somebody for the school.
    School,
}

impl SignerRole {
    /// Its name in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Guardian1 => "guardian1",
            Self::Guardian2 => "guardian2",
            Self::Student => "student",
            Self::School => "school",
        }
    }
}

/// How whoever signs is known beside the link.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecondProof {
    /// By the child's birth date.
    #[default]
    BirthDate,
    /// By a code that is sent to their own telephone or mailbox.
    Code,
}

impl SecondProof {
    /// Its name in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BirthDate => "birth_date",
            Self::Code => "code",
        }
    }
}

/// What an offer depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Its stable name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,39}$"), extend("x-hint" = "small letters, digits and _, a letter first"))]
    pub code: String,
    /// What it says.
    #[schemars(with = "Written")]
    pub text: Text,
    /// Days after the letter went out until which it is to be met.
    #[schemars(range(min = 1, max = 365))]
    pub days: u16,
    /// The field of the application form that its document belongs to, such as `doc_reports`; without one nothing is uploaded for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[A-Za-z][A-Za-z0-9_]{0,59}$"), extend("x-hint" = "the name of a field of the application form"))]
    pub paper: Option<String>,
}

/// A way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its stable name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,39}$"), extend("x-hint" = "small letters, digits and _, a letter first"))]
    pub code: String,
    /// What families read.
    #[schemars(with = "Written")]
    pub title: Text,
    /// Its payments. Fixed amounts come off the whole first; the percentages part what is left, and the last of them takes what rounding leaves.
    #[schemars(length(min = 1, max = 24))]
    pub instalments: Vec<Instalment>,
}

/// What is paid to keep a place: a percentage of the fees or an amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// How much of the fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub percent: Option<u8>,
    /// A fixed amount, in the school's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"), extend("x-hint" = "an amount in quotes, such as \"25.000\""))]
    pub amount: Option<String>,
    /// Days after the offer was accepted until which it is due, and until which the acceptance can be signed.
    #[schemars(range(min = 1, max = 365))]
    pub days: u16,
}

/// A payment of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instalment {
    /// How much of what the fixed amounts leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100))]
    pub percent: Option<u8>,
    /// A fixed amount, in the school's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"), extend("x-hint" = "an amount in quotes, such as \"25.000\""))]
    pub amount: Option<String>,
    /// When it is due.
    pub due: Due,
}

/// When a payment is due: `"on_acceptance"`, `"2027-09-01"` or `{"months": 3}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Due {
    /// With the acceptance itself.
    OnAcceptance(OnAcceptance),
    /// So many months after the acceptance.
    After(After),
    /// On a day.
    On(
        #[schemars(regex(pattern = r"^([0-9]{4}-[0-9]{2}-[0-9]{2}|on_acceptance)$"), extend("x-hint" = "`on_acceptance`, a date as 2027-09-01, or {\"months\": 3}"))]
         IsoDate,
    ),
}

/// The word for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnAcceptance {
    /// With the acceptance itself.
    OnAcceptance,
}

/// So many months later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct After {
    /// How many.
    #[schemars(range(min = 1, max = 36))]
    pub months: u8,
}

static SHAPE: LazyLock<Structure> = LazyLock::new(Structure::of::<LetterTemplate>);

impl LetterTemplate {
    /// From what a file holds; `None` when it is no template, or has no words in one of the languages.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let template: Self = serde_json::from_value(value.clone()).ok()?;
        let texts = [&template.title, &template.subject];
        let is_whole =
            texts.iter().all(|text| Language::ALL.iter().all(|language| !text.get(*language).trim().is_empty()));
        (is_whole && !template.body.en.is_empty() && !template.body.ar.is_empty()).then_some(template)
    }

    /// Whether its mail has its words: of what is signed or names amounts none has.
    #[must_use]
    pub fn mails_words(&self) -> bool {
        let is_read = self.signers.iter().all(|signer| signer.role == SignerRole::School);
        self.kind == LetterKind::Plain && is_read && self.mail == Some(MailForm::Text)
    }

    /// Which wording a family agreed to: the same template has the same version, however its file is laid out.
    #[must_use]
    pub fn version(&self) -> String {
        // Serialising our own types to JSON cannot fail, and none of them holds a fraction.
        let said = serde_json::to_value(self).ok().and_then(|value| canonical(&value).ok()).unwrap_or_default();
        words::sha256_hex(said.as_bytes())[..12].to_owned()
    }
}

/// The code that a file's name gives; `None` for a name that is none.
#[must_use]
pub fn code_of(path: &str) -> Option<&str> {
    let code = path.strip_prefix(FOLDER)?.strip_prefix('/')?.strip_suffix(".json")?;
    is_code(code).then_some(code)
}

/// Whether a word can name a template, a condition and the like.
#[must_use]
pub fn is_code(word: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    word.len() <= 40 && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.bytes().all(plain)
}

/// What makes a value one that the file can never hold.
pub(super) fn shape_problems(value: &Value) -> Vec<Problem> {
    let mut problems = legal::too_large(value);
    if !problems.is_empty() {
        return problems;
    }
    problems = SHAPE.problems(value);
    let kind = value["kind"].as_str().and_then(LetterKind::parse);
    if let Some((kind, body)) = kind.zip(value.get("body").filter(|body| body.is_object())) {
        problems::shape("/body", body, Rules::Letter(kind), &mut problems);
    }
    for list in ["conditions", "plans", "items"] {
        twice(list, "code", value, &mut problems);
    }
    twice("signers", "role", value, &mut problems);
    problems
}

/// Names that stand in a list twice.
fn twice(list: &str, key: &str, value: &Value, problems: &mut Vec<Problem>) {
    let mut known: Vec<&str> = Vec::new();
    for (n, entry) in value[list].as_array().into_iter().flatten().enumerate() {
        let Some(name) = entry[key].as_str() else { continue };
        if known.contains(&name) {
            let at = child(&child(&child("", list), n), key);
            problems.push(Problem::new(at, "duplicate", format!("`{name}` stands here twice")));
        }
        known.push(name);
    }
}

/// What keeps a template of the right shape from going live, and what is only odd about it.
pub(crate) fn content_problems(value: &Value, currency: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let Some(kind) = value["kind"].as_str().and_then(LetterKind::parse) else { return problems };
    let rules = Rules::Letter(kind);
    title("/title", &value["title"], rules, false, &mut problems);
    title("/subject", &value["subject"], rules, true, &mut problems);
    problems::content("/body", &value["body"], rules, &mut problems);
    facts(kind, value, &mut problems);
    signers(kind, value, &mut problems);
    belongs(kind, value, &mut problems);
    letter_mail::problems(kind, value, &mut problems);
    for (list, key) in [("conditions", "text"), ("plans", "title"), ("items", "label")] {
        for (n, entry) in value[list].as_array().into_iter().flatten().enumerate() {
            title(&child(&child(&child("", list), n), key), &entry[key], rules, false, &mut problems);
        }
    }
    for (n, plan) in value["plans"].as_array().into_iter().flatten().enumerate() {
        payments(&child("/plans", n), plan, currency, &mut problems);
    }
    if value["deposit"].is_object() {
        either("/deposit", &value["deposit"], currency, &mut problems);
    }
    problems
}

/// A line in both languages, in which fields are filled or not.
fn title(at: &str, value: &Value, rules: Rules, has_fields: bool, problems: &mut Vec<Problem>) {
    for language in Language::ALL {
        match value.get(language.as_str()).and_then(Value::as_str) {
            None => {
                let problem = Problem::new(at, "missingLanguage", format!("there is no text in `{language}`"));
                problems.push(problem.hint("families read either language: both are needed"));
            }
            Some(text) if text.trim().is_empty() => {
                problems.push(Problem::new(child(at, language), "emptyText", "the text is empty"));
            }
            Some(text) => {
                let at = child(at, language);
                if !has_fields && text.contains("{{") {
                    problems.push(Problem::new(&*at, "unknownField", "no field is filled here"));
                } else {
                    problems::line(&at, text, rules, problems);
                }
            }
        }
    }
}

fn facts(kind: LetterKind, value: &Value, problems: &mut Vec<Problem>) {
    let mut known: Vec<&str> = Vec::new();
    for (n, name) in value["facts"].as_array().into_iter().flatten().enumerate() {
        let (at, name) = (child("/facts", n), name.as_str().unwrap_or_default());
        match field(kind, name) {
            None => {
                let told = words::text::cut(name, 40);
                problems.push(Problem::new(at, "unknownField", format!("the letter has no field `{told}`")));
            }
            Some(field) if field.kind == FieldKind::List => {
                problems.push(Problem::new(at, "notAllowed", "a list does not fit in a line above the text"));
            }
            Some(_) if known.contains(&name) => {
                problems.push(Problem::new(at, "duplicate", format!("`{name}` stands here twice")));
            }
            Some(_) => known.push(name),
        }
    }
}

/// Whether whoever has to sign does.
fn signers(kind: LetterKind, value: &Value, problems: &mut Vec<Problem>) {
    let signers = value["signers"].as_array().map_or(&[][..], Vec::as_slice);
    let roles: Vec<&str> = signers.iter().filter_map(|signer| signer["role"].as_str()).collect();
    let needs_family = !matches!(kind, LetterKind::Plain | LetterKind::FinancialRequest);
    if needs_family && !roles.iter().any(|role| *role != SignerRole::School.as_str()) {
        let problem = Problem::new("/signers", "noSigner", "nobody of the family signs this letter");
        problems.push(problem.hint("add `guardian1`"));
    }
    for (n, signer) in signers.iter().enumerate() {
        if signer.get("age").is_some() && signer["role"] != SignerRole::Student.as_str() {
            let at = child(&child("/signers", n), "age");
            problems.push(Problem::key(at, "notAllowed", "only a student signs from an age on"));
        }
    }
    if roles.contains(&SignerRole::Guardian2.as_str()) && !roles.contains(&SignerRole::Guardian1.as_str()) {
        problems.push(Problem::new("/signers", "noSigner", "a second guardian signs, and no first one"));
    }
    for language in Language::ALL {
        let blocks = value["body"][language.as_str()].as_array().map_or(&[][..], Vec::as_slice);
        let place = blocks.iter().position(|block| block["kind"] == "signatures");
        if let Some(place) = place.filter(|_| roles.is_empty()) {
            let at = child(&child("/body", language), place);
            problems.push(Problem::new(at, "noSigner", "there is a place for signatures, and nobody signs"));
        }
    }
}

/// What only some kinds of letters have.
fn belongs(kind: LetterKind, value: &Value, problems: &mut Vec<Problem>) {
    for (key, of, is_needed) in [
        ("conditions", LetterKind::ConditionalOffer, true),
        ("plans", LetterKind::Acceptance, false),
        ("deposit", LetterKind::Acceptance, false),
        ("items", LetterKind::FinancialRequest, true),
    ] {
        let has = value[key].as_array().is_some_and(|list| !list.is_empty()) || value[key].is_object();
        if has && kind != of {
            let message = format!("a letter of the kind `{}` has no `{key}`", kind.as_str());
            problems.push(Problem::key(child("", key), "notAllowed", message));
        }
        if is_needed && kind == of && !has {
            problems.push(Problem::new("", "missingKey", format!("the letter has no `{key}`")));
        }
    }
    if value["required"] == true && kind != LetterKind::Consent {
        problems.push(Problem::key("/required", "notAllowed", "only a consent can be required"));
    }
}

/// Whether what is paid is a percentage or an amount, and one of the currency.
fn either(at: &str, payment: &Value, currency: &str, problems: &mut Vec<Problem>) {
    let (percent, amount) = (payment["percent"].as_u64(), payment["amount"].as_str());
    if percent.is_some() == amount.is_some() {
        problems.push(Problem::new(at, "notAllowed", "a payment is either a percentage or an amount"));
    }
    if let Some(amount) =
        amount.filter(|amount| !Currency::parse(currency).is_none_or(|currency| fits(amount, currency)))
    {
        let message = format!("`{amount}` is no amount in {currency}");
        problems.push(Problem::new(child(at, "amount"), "badAmount", message));
    }
}

/// Whether a plan's payments are the whole, whatever that is.
fn payments(at: &str, plan: &Value, currency: &str, problems: &mut Vec<Problem>) {
    let mut whole = 0;
    for (n, payment) in plan["instalments"].as_array().into_iter().flatten().enumerate() {
        let at = child(&child(at, "instalments"), n);
        either(&at, payment, currency, problems);
        whole += payment["percent"].as_u64().unwrap_or_default();
        if let Some(day) = payment["due"].as_str().filter(|due| *due != "on_acceptance" && iso(due).is_none()) {
            problems.push(Problem::new(child(&at, "due"), "badDate", format!("there is no day {day}")));
        }
    }
    if whole != 100 {
        let problem =
            Problem::new(child(at, "instalments"), "wrongSum", format!("the percentages make {whole}, not 100"));
        problems.push(problem.hint("fixed amounts come off first, and the percentages part what is left"));
    }
}

#[cfg(test)]
#[path = "letters_tests.rs"]
mod tests;
