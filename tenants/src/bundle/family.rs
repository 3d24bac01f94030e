//! What a school says of itself to families: what kind of institution it is, how to reach it, and which form is for what.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::{Role, Text};

use super::config::{FormConfig, SchoolConfig};

/// The form that is the application where none says that it is one.
const USUAL_APPLICATION: &str = "form";
/// The form that is an enquiry where it says nothing else.
const USUAL_ENQUIRY: &str = "new";

/// What kind of institution a school is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Institution {
    /// Families apply for children.
    #[default]
    School,
    /// Applicants apply for themselves.
    College,
    /// Candidates and customers write for themselves.
    Company,
}

/// What a form is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormKind {
    /// One applies for a place by it.
    Application,
    /// One asks the school something.
    Enquiry,
    /// One applies for work.
    Job,
    /// Anything else.
    Other,
}

/// How families reach a school.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Telephone, with its country code.
    #[serde(default)]
    #[schemars(regex(pattern = r"^\+[1-9][0-9]{6,14}$"), extend("x-hint" = "a number with its country code, in quotes, such as \"+96824000000\""))]
    pub phone: Option<String>,
    /// Mail address.
    #[serde(default)]
    #[schemars(length(max = 200), regex(pattern = r"^[^<>@\s?&%]+@[^<>@\s?&%]+\.[^<>@\s?&%]+$"), extend("x-hint" = "an address such as admissions@school.edu"))]
    pub email: Option<String>,
    /// Office hours, in a few words.
    #[serde(default)]
    pub hours: Option<Text>,
}

/// The account to which families pay: letters and their mails tell it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankAccount {
    /// Whose it is, as the bank has it.
    #[serde(default)]
    #[schemars(length(min = 1, max = 120))]
    pub name: Option<String>,
    /// The bank.
    #[serde(default)]
    #[schemars(length(min = 1, max = 120))]
    pub bank: Option<String>,
    /// Its number.
    #[serde(default)]
    #[schemars(length(max = 60), extend("x-hint" = "an IBAN, in quotes, such as \"OM16 0000 0012 3456 7890 123\""))]
    pub iban: Option<String>,
    /// SWIFT or BIC, for transfers from abroad.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$"), extend("x-hint" = "eight or eleven capital letters and digits, such as BMUSOMRX"))]
    pub bic: Option<String>,
}

/// An account that is whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    pub bank: String,
    /// In groups of four.
    pub iban: String,
    pub bic: Option<String>,
}

/// Characters of an account number that are written together.
const GROUP: usize = 4;

impl BankAccount {
    /// The account, where all that a transfer needs is there.
    #[must_use]
    pub fn whole(&self) -> Option<Account> {
        let (name, bank) = (self.name.clone()?, self.bank.clone()?);
        let number: Vec<char> = words::iban::normalize(self.iban.as_ref()?).chars().collect();
        let groups: Vec<String> = number.chunks(GROUP).map(|group| group.iter().collect()).collect();
        Some(Account { name, bank, iban: groups.join(" "), bic: self.bic.clone() })
    }
}

impl SchoolConfig {
    /// The form by which one applies for a place: the one that says so. Where none does it is the one called `form`, unless
    /// that one says what else it is.
    #[must_use]
    pub fn application(&self) -> Option<&str> {
        let says_so = self.forms.iter().find(|(_, form)| form.kind == Some(FormKind::Application));
        let usual = || self.forms.get_key_value(USUAL_APPLICATION).filter(|(_, form)| form.kind.is_none());
        says_so.or_else(usual).map(|(id, _)| id.as_str())
    }

    /// What a form is for.
    #[must_use]
    pub fn kind_of(&self, form: &str) -> FormKind {
        if self.application() == Some(form) {
            return FormKind::Application;
        }
        let said = self.forms.get(form).and_then(|config| config.kind);
        said.unwrap_or(if form == USUAL_ENQUIRY { FormKind::Enquiry } else { FormKind::Other })
    }

    /// What those who filled a form in are told of it: at a company an application is one for work.
    #[must_use]
    pub fn kind_told(&self, form: &str) -> FormKind {
        match self.kind_of(form) {
            FormKind::Application if self.kind_of_institution == Institution::Company => FormKind::Job,
            kind => kind,
        }
    }

    /// Whether the admissions officers take turns at what a form brings: where one applies or asks by it, and they read it. Everything else
    /// waits to be taken.
    #[must_use]
    pub fn is_taken_in_turn(&self, form: &str) -> bool {
        let read_it = |config: &FormConfig| config.audience.contains(&Role::AdmissionsOfficer);
        let is_admission = matches!(self.kind_of(form), FormKind::Application | FormKind::Enquiry);
        is_admission && self.forms.get(form).is_some_and(read_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn school(forms: &str) -> SchoolConfig {
        let yaml = format!(
            "name: {{ en: A, ar: أ }}\ntime_zone: Asia/Muscat\ncurrency: OMR\nmail_from: a@b.example\n\
             branding: {{ logo: assets/logo.png, colours: {{ primary: \"#123456\", accent: \"#654321\" }} }}\n\
             forms: {{ {forms} }}\n"
        );
        super::super::parse_config("a/school.yaml", yaml.as_bytes()).expect("a school").config
    }

    #[test]
    fn the_application_is_the_form_that_says_so_or_the_usual_one() {
        for (forms, application) in [
            ("form: {}, new: {}", Some("form")),
            ("form: {}, abq: { kind: application }", Some("abq")),
            ("form: { kind: enquiry }, new: {}", None),
            ("new: {}", None),
            ("new: { kind: application }", Some("new")),
        ] {
            assert_eq!(school(forms).application(), application, "{forms}");
        }
    }

    #[test]
    fn a_form_is_what_it_says_and_new_is_an_enquiry() {
        let school =
            school("form: {}, abq: { kind: application }, hr: { kind: job }, new: {}, visit: { kind: enquiry }");
        let kinds = ["form", "abq", "hr", "new", "visit", "nothing"].map(|form| school.kind_of(form));
        use FormKind::{Application, Enquiry, Job, Other};
        assert_eq!(kinds, [Other, Application, Job, Enquiry, Enquiry, Other]);
    }

    #[test]
    fn officers_take_turns_by_what_a_form_is_for_and_not_by_its_name() {
        let school = school(
            "apply: { kind: application }, ask: { kind: enquiry }, new: {}, hr: { kind: job }, bills: { kind: other }, form: {}, \
             for_the_head: { kind: enquiry, audience: [school_admin] }",
        );
        let turns = ["apply", "ask", "new", "hr", "bills", "form", "for_the_head", "nothing"];
        let turns = turns.map(|form| school.is_taken_in_turn(form));
        assert_eq!(turns, [true, true, true, false, false, false, false, false]);
        let usual = self::school("form: {}, new: {}");
        assert!(usual.is_taken_in_turn("form") && usual.is_taken_in_turn("new"));
    }

    #[test]
    fn an_application_to_a_company_is_one_for_work() {
        let mut school = school("apply: { kind: application }, ask: { kind: enquiry }");
        let told = |school: &SchoolConfig| ["apply", "ask"].map(|form| school.kind_told(form));
        assert_eq!(told(&school), [FormKind::Application, FormKind::Enquiry]);
        school.kind_of_institution = Institution::Company;
        assert_eq!(told(&school), [FormKind::Job, FormKind::Enquiry]);
    }
}
