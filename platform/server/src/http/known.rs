//! What a page brings along, so that its application does not have to ask: the school's details, the form that is filled in there, where
//! the texts are, and which files are wanted at once. All of it anybody may ask for at this host; nothing of a request is in it.

use std::collections::HashMap;
use std::fmt::Write as _;

use kernel::Answer;
use serde::Deserialize;
use serde_json::json;
use tenants::School;
use tenants::bundle::config::Flag;
use tenants::registry::{Prepared, YearPlaces};
use words::Language;

/// Most bytes of a form, or of the places, that go along with a page, which is made anew for whoever asks; what is larger is asked for.
const LARGEST: usize = 128 << 10;

/// What the web build says of the pages that strangers open first (`web/build/landings.ts`).
#[derive(Debug, Default, Deserialize)]
pub(super) struct Landings {
    /// Texts of every page.
    #[serde(default)]
    texts: Vec<String>,
    /// Links of every page, by its language.
    #[serde(default)]
    links: HashMap<String, String>,
    #[serde(default)]
    pages: HashMap<String, Landing>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Landing {
    texts: Vec<String>,
    links: String,
}

/// A page as far as it is known beforehand, the form that it shows, and whether it tells of the places that are left.
pub(super) struct Found<'a> {
    pub landing: Option<&'a Landing>,
    pub form: Option<String>,
    pub tells_places: bool,
}

impl Landings {
    pub fn read(json: &[u8]) -> Self {
        serde_json::from_slice(json).unwrap_or_default()
    }

    /// What is known of an address of a school.
    pub fn of(&self, school: &School, path: &str) -> Found<'_> {
        let path = path.trim_end_matches('/');
        let flags = school.config().conditional_screens;
        let (page, form) = match path {
            "" if flags.without_auth == Flag::Y => (Some("admission"), None),
            "" | "sign-in" => (Some("signIn"), None),
            "admission" => (Some("admission"), None),
            _ => {
                let form = form_at(school, path);
                (form.is_some().then_some("form"), form)
            }
        };
        let tells_places = page == Some("admission") || path == "student_admission/register";
        Found { landing: page.and_then(|page| self.pages.get(page)), form, tells_places }
    }

    /// The texts that a page needs.
    pub fn texts<'a>(&'a self, landing: Option<&'a Landing>) -> impl Iterator<Item = &'a str> {
        let own = landing.map_or(&[][..], |landing| &landing.texts);
        self.texts.iter().chain(own).map(String::as_str)
    }
}

/// The form at an address, compared as the application does it: without a last slash, in any case.
fn form_at(school: &School, path: &str) -> Option<String> {
    let path = format!("/{path}");
    let placed = school.config().forms.iter().find(|(id, config)| {
        let own = config.path_of(id);
        own.trim_end_matches('/').eq_ignore_ascii_case(&path)
    });
    let named = || path.strip_prefix("/enquiry/").filter(|id| school.config().forms.contains_key(*id));
    placed.map(|(id, _)| id.clone()).or_else(|| named().map(str::to_owned))
}

/// What goes into the page.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Links for the end of its head.
    pub head: String,
    /// What the application reads.
    pub json: String,
    texts: String,
    forms: String,
}

impl Known {
    pub fn new(landings: &Landings, landing: Option<&Landing>, language: Language) -> Self {
        let mut head = landing.map_or_else(String::new, |landing| landing.links.clone());
        head.push_str(landings.links.get(language.as_str()).map_or("", String::as_str));
        Self { head, ..Self::default() }
    }

    /// Where texts are: they are fetched at once, and kept for as long as they say the same.
    pub fn text(&mut self, language: Language, ns: &str, address: &str) {
        // Writing to memory cannot fail.
        let _ = write!(self.head, "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{address}\">");
        let comma = if self.texts.is_empty() { "" } else { "," };
        let _ = write!(self.texts, "{comma}\"{language}/{ns}\":\"{address}\"");
    }

    /// The school's details, as `get_school_details` answers them.
    pub fn school(&mut self, details: &Prepared) {
        if let Ok(details) = std::str::from_utf8(&details.bytes) {
            let _ = write!(self.json, "\"school\":{details},");
        }
    }

    /// The places that are left, as `list_places` answers them: they stand with the page, and move nothing of it later.
    pub fn places(&mut self, years: &[YearPlaces]) {
        let Ok(places) = serde_json::to_string(&Answer::new(json!({ "years": years }))) else { return };
        if places.len() <= LARGEST {
            let _ = write!(self.json, "\"places\":{places},");
        }
    }

    /// A form in the page's language, as `get_form` answers it.
    pub fn form(&mut self, form: &str, view: &Prepared) {
        if view.bytes.len() > LARGEST {
            return;
        }
        if let (Ok(form), Ok(view)) = (serde_json::to_string(form), std::str::from_utf8(&view.bytes)) {
            let _ = write!(self.forms, "{form}:{view}");
        }
    }

    /// As JSON.
    pub fn closed(mut self) -> Self {
        self.json = format!("{{{}\"forms\":{{{}}},\"texts\":{{{}}}}}", self.json, self.forms, self.texts);
        self
    }
}
