//! Answers that are the same for everybody: made once, kept as bytes with an entity tag.

use std::io::Write as _;

use bytes::Bytes;
use form::{FormDocument, Localised};
use serde::Serialize;
use utoipa::ToSchema;
use words::{Language, Role, SchoolId, Text};

use crate::bundle::branding::{Colours, LogoSizes, Slide};
use crate::bundle::config::{ConditionalScreens, Digits, Flag, FormLayout, SchoolDates};
use crate::bundle::entry::CaptchaProvider;
use crate::bundle::family::{Contact, FormKind, Institution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Some of the staff, who alone read what a form keeps for them (`x-audience`).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AudienceView {
    /// Its id.
    pub id: String,
    /// Who they are.
    pub name: Text,
}

/// A body that is ready to be sent.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The whole body, envelope and all.
    pub bytes: Bytes,
    /// The same, compressed by gzip; empty where that does not pay.
    pub gzip: Bytes,
    /// Strong entity tag, in quotes.
    pub etag: String,
}

/// What is shorter goes out as it is.
const WORTH_COMPRESSING: usize = 1024;

fn gzip(bytes: &[u8]) -> Bytes {
    if bytes.len() < WORTH_COMPRESSING {
        return Bytes::new();
    }
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    // Writing to memory cannot fail; nothing compressed means that the plain bytes are sent.
    let written = writer.write_all(bytes).and_then(|()| writer.finish());
    written.unwrap_or_default().into()
}

#[derive(Serialize)]
struct Envelope<T> {
    success: bool,
    #[serde(rename = "messageId")]
    message_id: &'static str,
    #[serde(flatten)]
    payload: T,
}

impl Prepared {
    /// The body of a plain success.
    pub(crate) fn of(payload: impl Serialize) -> Self {
        let envelope = Envelope { success: true, message_id: "", payload };
        // Serialising our own types to JSON cannot fail; an empty body would be seen by the first test.
        let bytes = serde_json::to_vec(&envelope).unwrap_or_default();
        let etag = format!("\"{}\"", &words::sha256_hex(&bytes)[..32]);
        Self { gzip: gzip(&bytes), bytes: bytes.into(), etag }
    }
}

/// A form as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormSummary {
    /// Its id.
    pub id: String,
    /// The path of its page on the web.
    pub path: String,
    /// Its title.
    pub title: Text,
    /// What it is for.
    pub kind: FormKind,
    /// The same in the school's or the form's own words.
    pub about: Option<Text>,
    /// Its version.
    pub version: String,
    /// Whether it can be sent today.
    pub open: bool,
    /// First day.
    pub opens_on: Option<String>,
    /// Last day.
    pub closes_on: Option<String>,
}

/// A plugin as answers name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct PluginRef {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its component.
    pub digest: String,
}

/// A form in one language, as the web renders it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormView {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of the document.
    pub digest: String,
    /// Title, steps, schema, ui and messages.
    #[serde(flatten)]
    #[schema(value_type = Localised)]
    pub document: Arc<Localised>,
    /// Whether anything follows from answers before they are sent: what a plugin says, or totals.
    pub computes: bool,
    /// The plugin behind it.
    pub plugin: Option<PluginRef>,
}

impl FormView {
    /// A document in one language; also for an older document that a draft is pinned to.
    #[must_use]
    pub fn new(form: &str, document: &FormDocument, plugin: Option<PluginRef>, language: Language) -> Self {
        Self {
            id: form.to_owned(),
            version: document.version().to_owned(),
            digest: document.digest().to_owned(),
            document: document.localise(language),
            computes: plugin.is_some() || document.has_totals(),
            plugin,
        }
    }
}

/// Payload of `get_form`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormPayload {
    /// The form.
    pub form: FormView,
}

/// Payload of `get_school_details`: all that the web's shell needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SchoolDetails {
    /// The school's id.
    #[serde(rename = "school_id")]
    #[schema(value_type = String)]
    pub school_id: SchoolId,
    /// `production`, `test` or `dev`.
    pub mode: &'static str,
    /// Name, logo and links.
    pub school_name_logo: NameLogo,
    /// What kind of institution it is: pages choose their words by it.
    #[serde(rename = "kind_of_institution")]
    pub kind_of_institution: Institution,
    /// How families reach it.
    pub contact: Contact,
    /// The form by which one applies for a place; null where the school offers none.
    pub application: Option<ApplicationView>,
    /// Slides of the entry screens.
    pub swiper_text: Vec<Slide>,
    /// Admission dates.
    pub school_dates: Vec<SchoolDates>,
    /// The second "Y" lands visitors on sign-up.
    pub home_page: Vec<Flag>,
    /// Entry screens.
    pub auth_page: AuthPage,
    /// How forms are laid out.
    pub form_layout: FormLayout,
    /// Colours.
    pub branding: BrandingView,
    /// Languages, the default one first.
    pub languages: Vec<Language>,
    /// IANA time zone.
    #[serde(rename = "time_zone")]
    pub time_zone: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of Arabic pages.
    pub digits: Digits,
    /// The forms that it offers.
    pub forms: Vec<FormSummary>,
    /// Roles that see a route.
    pub routes: BTreeMap<String, Vec<Role>>,
    /// The school's own words for the admission states.
    #[serde(rename = "status_labels")]
    pub status_labels: BTreeMap<String, Text>,
    /// Who reads what forms keep for some of the staff.
    pub audiences: Vec<AudienceView>,
    /// What proves that a person asks.
    pub captcha: CaptchaView,
    /// Whether codes can be sent to a telephone.
    pub sms: bool,
    /// Where a list of other places can be fetched from.
    #[serde(rename = "connections_url")]
    pub connections_url: Option<String>,
    /// Whether Hijri dates stand beside the others.
    pub hijri: bool,
    /// Version of the terms that families agree to.
    #[serde(rename = "terms_version")]
    pub terms_version: String,
    /// The school's date.
    pub today: String,
    /// When admission begins and ends, over all rows of `schoolDates`.
    pub admission_dates: AdmissionDates,
}

/// The form by which one applies, as the entry screens speak of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationView {
    /// Its id.
    pub form: String,
    /// About how many minutes it takes.
    pub minutes: u32,
    /// The papers that it has a place for, in the order in which it asks for them.
    pub papers: Vec<ApplicationPaper>,
    /// What it calls the grades that the school's dates are for: those that a row names, or all where one names none.
    pub grades: Vec<GradeName>,
    /// What its rounds say to families, of those that say something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundView>,
}

/// What a round says to families.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RoundView {
    /// Its school year: `2027-2028`.
    pub year: String,
    /// What it costs to apply, in the smallest unit of the school's currency; null for nothing.
    pub fee_minor: Option<i64>,
}

/// A paper that the application has a place for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationPaper {
    /// Its name.
    pub name: Text,
    /// Whether only some are asked for it, as their answers decide.
    pub is_conditional: bool,
}

/// A grade in words.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GradeName {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: Text,
}

/// What proves that a person asks, as pages need it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CaptchaView {
    /// Who sets the riddle.
    pub provider: CaptchaProvider,
    /// The key that pages show to the provider; empty where there is none.
    pub site_key: String,
    /// Whether a stranger who sends a form shows it each time, so that its page has it ready.
    pub forms: bool,
}

/// When admission begins and ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdmissionDates {
    /// First day of the earliest row.
    pub earliest_start: Option<String>,
    /// Last day of the latest row.
    pub latest_end: Option<String>,
    /// Where today stands.
    pub state: AdmissionState,
}

/// Where a day stands in the school's admission dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AdmissionState {
    /// A row begins later, and none is open; or the dates of its rounds are to be announced.
    Before,
    /// A row is open, or the school names neither dates nor rounds.
    Open,
    /// Every row has ended.
    Closed,
}

/// Name, logo and links.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NameLogo {
    /// The name.
    pub lic_school_name: Text,
    /// Address of the logo, on the school's own host.
    pub lic_school_logo: Option<String>,
    /// The same of the one for dark grounds and for the school's main colour, where it has one.
    pub lic_school_logo_dark: Option<String>,
    /// Whether the logo is lost on dark grounds: it stands on a light plate there, where the school has none for them.
    pub logo_on_plate: bool,
    /// Its website.
    pub lic_website_url: Option<String>,
    /// Its learning platform.
    pub lic_lms_url: Option<String>,
    /// In which sizes the logo is shown.
    pub logo_sizes: LogoSizes,
}

/// Entry screens.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct AuthPage {
    /// The first "Y" decides.
    #[serde(rename = "conditionalScreens")]
    pub conditional_screens: ConditionalScreens,
}

/// Colours.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BrandingView {
    /// The school's colours; one that could not be read on white is darkened.
    pub colours: Colours,
    /// Its photograph, on the school's own host.
    pub photo: Option<PhotoView>,
}

/// A photograph in two sizes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PhotoView {
    /// The larger one's address.
    pub src: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The address of the one for phones.
    pub small: String,
    /// That one's width in pixels.
    pub small_width: u32,
}
