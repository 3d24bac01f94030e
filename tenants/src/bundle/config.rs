//! `school.yaml`, typed. Keys are snake_case except the names that the specification spells otherwise.

use std::collections::BTreeMap;

use form::layout::Arrange;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::verdict::EffectKind;
use words::{Language, Role, Text};

use super::audiences::AudienceConfig;
use super::branding::Branding;
use super::entry::{Captcha, SecondFactor, Sms};
use super::family::{BankAccount, Contact, FormKind, Institution};
use super::rounds::{ReasonConfig, RoundConfig};
use super::streams::StreamConfig;

/// A date as `YYYY-MM-DD`. Such texts compare as the days do; the bundle's check makes sure that the day exists.
pub type IsoDate = String;

/// All that makes a school itself.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "school.yaml")]
pub struct SchoolConfig {
    /// The school's name.
    pub name: Text,
    /// What kind of institution it is: public pages speak of children, of applicants or of candidates.
    #[serde(default)]
    pub kind_of_institution: Institution,
    /// How families reach it; shown on the entry screens.
    #[serde(default)]
    pub contact: Contact,
    /// Where families pay to; without one letters say that the office tells how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_account: Option<BankAccount>,
    /// Host names of its own, beside `<id>.<base domain>`.
    #[serde(default)]
    #[schemars(length(max = 20), inner(regex(pattern = r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$")), extend("x-hint" = "a bare host name in small letters, such as apply.school.edu"))]
    pub hosts: Vec<String>,
    /// IANA time zone: it decides what "today" is.
    #[schemars(length(min = 1, max = 60))]
    pub time_zone: String,
    /// ISO 4217 code.
    #[schemars(regex(pattern = r"^[A-Z]{3}$"), extend("x-hint" = "three capital letters, such as OMR"))]
    pub currency: String,
    /// Languages of the public pages, the default one first.
    #[serde(default = "both_languages")]
    #[schemars(length(min = 1, max = 2), extend("uniqueItems" = true))]
    pub languages: Vec<Language>,
    /// Digits that Arabic pages show.
    #[serde(default)]
    pub digits: Digits,
    /// A suspended school answers 403 and shows /access-denied.
    #[serde(default)]
    pub suspended: bool,
    /// Sender of its mail: `Name <address>`. The operators': the mail server lets all schools' mail pass.
    #[schemars(length(min = 3, max = 200), regex(pattern = r"^([^<>\r\n]{1,120} )?<?[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>?$"), extend("x-hint" = "write it as: ABQ Admissions <admissions@abq.example>"))]
    pub mail_from: String,
    /// The name that people see as the sender, in place of that of `mail_from`.
    #[serde(default)]
    #[schemars(length(min = 1, max = 120), regex(pattern = r"^[^<>@\r\n]{1,120}$"), extend("x-hint" = "a name without an address, such as ABQ Admissions"))]
    pub mail_name: Option<String>,
    /// Addresses of its other places on the web.
    #[serde(default)]
    pub links: Links,
    /// How it looks.
    pub branding: Branding,
    /// Which entry screen a visitor sees: the first "Y" decides.
    #[serde(default, rename = "conditionalScreens")]
    pub conditional_screens: ConditionalScreens,
    /// The second value "Y" lands visitors on sign-up instead of sign-in.
    #[serde(default = "home_page", rename = "homePage")]
    #[schemars(length(min = 2, max = 2))]
    pub home_page: Vec<Flag>,
    /// What proves that a person asks.
    #[serde(default)]
    pub captcha: Captcha,
    /// A gateway for text messages; without one codes leave by mail alone.
    #[serde(default)]
    pub sms: Option<Sms>,
    /// Who has to show a second factor at sign-in.
    #[serde(default)]
    pub second_factor: SecondFactor,
    /// "Y" shows Hijri dates beside the others.
    #[serde(default)]
    pub hijri: Flag,
    /// Version of the terms that families agree to at sign-up.
    #[serde(default = "first_terms")]
    #[schemars(regex(pattern = r"^[A-Za-z0-9.-]{1,20}$"), extend("x-hint" = "a short version in quotes, such as \"1\""))]
    pub terms_version: String,
    /// Years for which a letter is kept that was signed, from its last signature on. Until then nobody changes or deletes it; after them what
    /// it says is erased.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50), extend("x-hint" = "a number of years from 1 to 50"))]
    pub letter_years: u8,
    /// Admission dates, a row for each year or group of grades.
    #[serde(default, rename = "schoolDates")]
    #[schemars(length(max = 60))]
    pub school_dates: Vec<SchoolDates>,
    /// What registration ids of applications begin with; the school's id in capitals where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[A-Z]{2,6}$"), extend("x-hint" = "two to six capital letters, such as ABQ"))]
    pub code: Option<String>,
    /// Admission rounds: how many places there are, and how they are given. A year of `schoolDates` without one has no limit of places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub rounds: Vec<RoundConfig>,
    /// What it teaches side by side, where its grades go by other names in each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub streams: Vec<StreamConfig>,
    /// Why an application stands where it does: the school's own reasons; the product's where it names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 40))]
    pub reasons: Vec<ReasonConfig>,
    /// Days in which the school wants an application to leave a status: `{ W: 5, S: 14 }`. A status that is not named has no target.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend(
        "propertyNames" = {"enum": ["W", "S", "O", "F", "A", "B"]},
        "additionalProperties" = {"type": "integer", "minimum": 1, "maximum": 365}
    ))]
    pub targets: BTreeMap<String, u16>,
    /// How forms are laid out.
    #[serde(default, rename = "formLayout")]
    pub form_layout: FormLayout,
    /// The forms that it offers.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 50, "propertyNames" = {"pattern": "^[a-z][a-z0-9_-]{0,39}$"}))]
    pub forms: BTreeMap<String, FormConfig>,
    /// The plugins that it runs: `plugins/<name>.wasm`.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 30, "propertyNames" = {"pattern": "^[a-z][a-z0-9_-]{0,39}$"}))]
    pub plugins: BTreeMap<String, PluginConfig>,
    /// Roles that see a route of the web app; a route that is not named is open to everybody who is signed in.
    #[serde(default)]
    #[schemars(schema_with = "routes")]
    pub routes: BTreeMap<String, Vec<Role>>,
    /// Who reads what forms keep for some of the staff: audiences of its own, or other names for `health`, `learning_support`, `hr_panel`
    /// and `finance`, which every school has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 20, "propertyNames" = {"pattern": "^[a-z][a-z0-9_]{0,39}$"}))]
    pub audiences: BTreeMap<String, AudienceConfig>,
    /// Words for the admission states, where the school has its own.
    #[serde(default)]
    #[schemars(extend("propertyNames" = {"enum": ["R", "F", "C", "S", "W", "O", "A", "B"]}))]
    pub status_labels: BTreeMap<String, Text>,
}

fn both_languages() -> Vec<Language> {
    Language::ALL.to_vec()
}

fn home_page() -> Vec<Flag> {
    vec![Flag::N, Flag::N]
}

fn ten() -> u8 {
    10
}

fn first_terms() -> String {
    "1".into()
}

/// "Y" or "N".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub enum Flag {
    /// Yes.
    Y,
    /// No.
    #[default]
    N,
}

/// Which digits Arabic pages show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Digits {
    /// 0123456789.
    #[default]
    Latn,
    /// ٠١٢٣٤٥٦٧٨٩.
    Arab,
}

/// Addresses of the school's other places on the web.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Links {
    /// Its website.
    #[serde(default)]
    #[schemars(regex(pattern = r"^https?://[^\s]{3,500}$"), extend("x-hint" = "an address that begins with https://"))]
    pub lic_website_url: Option<String>,
    /// Its learning platform.
    #[serde(default)]
    #[schemars(regex(pattern = r"^https?://[^\s]{3,500}$"), extend("x-hint" = "an address that begins with https://"))]
    pub lic_lms_url: Option<String>,
}

/// Which entry screens are on.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionalScreens {
    /// Admission without signing in.
    #[serde(default)]
    pub without_auth: Flag,
    /// Sign-in with a password.
    #[serde(default)]
    pub login: Flag,
    /// Sign-in with a code.
    #[serde(default)]
    pub otp: Flag,
    /// Sign-up.
    #[serde(default, rename = "signUp")]
    pub sign_up: Flag,
}

/// When admission is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SchoolDates {
    /// First day.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2026-09-01"))]
    pub sims_admission_start_from: IsoDate,
    /// Last day.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2027-06-30"))]
    pub sims_admission_end: IsoDate,
    /// The academic year that it is for.
    #[schemars(regex(pattern = r"^20[0-9]{2}-20[0-9]{2}$"), extend("x-hint" = "write it as 2027-2028"))]
    pub year: String,
    /// The grades that it is for; when empty, all that no other row of the year names.
    #[serde(default)]
    #[schemars(length(max = 60), inner(length(min = 1, max = 60)))]
    pub grades: Vec<String>,
}

/// How forms are laid out.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormLayout {
    /// One step at a time, or all on one page.
    #[serde(default)]
    pub mode: LayoutMode,
    /// Sections of the admission form, in order.
    #[serde(default)]
    #[schemars(length(max = 30), inner(length(min = 1, max = 60)))]
    pub sections: Vec<String>,
    /// The plugin that shapes it, when one does.
    #[serde(default)]
    pub plugin: Option<String>,
}

/// One step at a time, or all on one page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LayoutMode {
    /// One step at a time.
    #[default]
    Steps,
    /// All on one page.
    Single,
}

/// A form that a school offers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormConfig {
    /// The plugin whose form this is; without one it is `forms/<id>.json`.
    #[serde(default)]
    pub plugin: Option<String>,
    /// Where families find it; without one at `/enquiry/<id>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 120), regex(pattern = r"^(/[a-z0-9][a-z0-9_-]{0,59})+$"), extend("x-hint" = "a path in small letters, such as /apply/nursery"))]
    pub path: Option<String>,
    /// What it is for. At most one is the application: entry screens, papers, dates and tracking codes lead to it. Where none
    /// says so, the form called `form` is, unless it says what else it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FormKind>,
    /// One line on what it is for, shown beside its title; without one the sentence under the form's title, or what its kind says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Text>,
    /// Who sees what comes in.
    #[serde(default = "default_audience")]
    #[schemars(schema_with = "audience")]
    pub audience: Vec<Role>,
    /// First day on which it can be sent.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2026-09-01"))]
    pub opens_on: Option<IsoDate>,
    /// Last day on which it can be sent.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), extend("x-hint" = "a date as 2027-06-30"))]
    pub closes_on: Option<IsoDate>,
    /// Days after which a draft that nobody touched is erased.
    #[serde(default = "default_draft_days")]
    #[schemars(range(min = 1, max = 90))]
    pub draft_days: u16,
    /// How a plugin's form is laid out, where the school does it otherwise.
    #[serde(default)]
    pub arrange: Option<Arrange>,
    /// Fields of a plugin's form that are the family's and not the child's, with which a form for another child begins; where the school
    /// says nothing, what the plugin says. A form of the school's own says it itself (`family`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60), inner(length(min = 1, max = 60)))]
    pub family: Vec<String>,
}

impl FormConfig {
    /// The path of its page on the web.
    #[must_use]
    pub fn path_of(&self, form: &str) -> String {
        self.path.clone().unwrap_or_else(|| usual_form_path(form))
    }
}

/// The path of a form of which the school says nothing else.
#[must_use]
pub fn usual_form_path(form: &str) -> String {
    format!("/enquiry/{form}")
}

fn default_audience() -> Vec<Role> {
    vec![Role::SchoolAdmin, Role::AdmissionsOfficer]
}

fn default_draft_days() -> u16 {
    90
}

/// A plugin that a school runs, and what it lets it do.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PluginConfig {
    /// SHA-256 of `plugins/<name>.wasm`, in hex.
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"), extend("x-hint" = "64 hex digits in quotes; `qabul plugin check` prints them"))]
    pub digest: String,
    /// What it may do; without a grant nothing.
    #[serde(default)]
    pub grants: Grants,
}

/// What a school lets a plugin do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grants {
    /// Tables that it may read: `tables/<name>.yaml`.
    #[serde(default)]
    #[schemars(length(max = 60), inner(regex(pattern = r"^[a-z][a-z0-9_-]{0,39}$")))]
    pub tables: Vec<String>,
    /// Kinds of people's details that it may ask "is this known here?" about.
    #[serde(default)]
    #[schemars(length(max = 30), inner(regex(pattern = r"^[a-z][a-z0-9_]{0,39}$")))]
    pub known: Vec<String>,
    /// Effects that it may ask for.
    #[serde(default)]
    #[schemars(schema_with = "effects")]
    pub effects: Vec<EffectKind>,
}

fn role_names() -> Vec<&'static str> {
    Role::ALL.iter().map(|role| role.as_str()).collect()
}

fn audience(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "enum": role_names() }, "minItems": 1, "maxItems": 20 })
}

fn routes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "maxProperties": 100,
        "propertyNames": { "pattern": "^/[A-Za-z0-9_/{}-]*$" },
        "additionalProperties": { "type": "array", "items": { "enum": role_names() }, "maxItems": 20 },
    })
}

fn effects(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": { "enum": ["tag", "route", "task", "checklist", "notify"] },
        "maxItems": 5,
    })
}
