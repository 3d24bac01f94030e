//! Filling templates: undefined names are errors, HTML escapes, and whatever fills a hole is one line of text.

use kernel::text::{cut, one_line};
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde_json::{Map, json};

use super::{Fault, Kind};
use crate::language::{Language, display_date};
use crate::registry::School;

const LAYOUT: &str = include_str!("../../messages/layout.html");
/// Longest text that fills a hole.
const LONGEST: usize = 400;
/// Work that a template may make.
const FUEL: u64 = 100_000;

/// What fills a template.
pub struct Facts {
    values: Map<String, serde_json::Value>,
    language: Language,
}

/// Whose message it is.
pub struct Voice {
    pub name: String,
    pub colour: String,
    pub website: serde_json::Value,
    pub time_zone: jiff::tz::TimeZone,
}

impl Voice {
    fn of(school: &School, language: Language) -> Self {
        let config = school.config();
        Self {
            name: one_line(config.name.get(language)),
            colour: config.branding.colours.primary.clone(),
            website: json!(config.links.lic_website_url),
            time_zone: school.time_zone().clone(),
        }
    }
}

impl Facts {
    pub fn of(
        school: &School,
        origin: &str,
        kind: &'static Kind,
        language: Language,
        params: &Map<String, serde_json::Value>,
        expires_at: i64,
    ) -> Result<Self, Fault> {
        Self::spoken(Voice::of(school, language), origin, kind, language, params, expires_at)
    }

    pub fn spoken(
        voice: Voice,
        origin: &str,
        kind: &'static Kind,
        language: Language,
        params: &Map<String, serde_json::Value>,
        expires_at: i64,
    ) -> Result<Self, Fault> {
        let mut values = Map::new();
        for name in kind.needs.iter().chain(kind.takes) {
            let text = params.get(*name).and_then(serde_json::Value::as_str).map(|text| cut(&one_line(text), LONGEST));
            let text = text.filter(|text| !text.is_empty());
            if text.is_none() && kind.needs.contains(name) {
                return Err(Fault::Missing(kind.name, name));
            }
            values.insert((*name).to_owned(), text.into());
        }
        let url = match values.remove("path").as_ref().and_then(serde_json::Value::as_str) {
            None => None,
            Some(path) if path.starts_with('/') && !path.starts_with("//") && !path.contains(['\\', ' ']) => {
                Some(format!("{origin}{path}"))
            }
            Some(_) => return Err(Fault::Path),
        };
        // A name is what somebody typed: it must not carry an advertisement to somebody else.
        let name = values.get("name").and_then(serde_json::Value::as_str).filter(|name| is_name(name));
        let greeting = match (language, name) {
            (Language::En, Some(name)) => format!("Dear {name},"),
            (Language::En, None) => "Hello,".to_owned(),
            (Language::Ar, Some(name)) => format!("{name}، تحية طيبة وبعد،"),
            (Language::Ar, None) => "تحية طيبة وبعد،".to_owned(),
        };
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let at = kernel::clock::timestamp(expires_at).to_zoned(voice.time_zone);
        let day = display_date(at.date(), language);
        let common = json!({
            "lang": language.as_str(),
            "dir": if language == Language::Ar { "rtl" } else { "ltr" },
            "side": if language == Language::Ar { "right" } else { "left" },
            "school": voice.name,
            "colour": voice.colour,
            "website": voice.website,
            "site": origin,
            "host": host.split(':').next().unwrap_or(host),
            "until": format!("{day} {:02}:{:02}", at.hour(), at.minute()),
            "name": name,
            "greeting": greeting,
            "url": url,
        });
        if let serde_json::Value::Object(common) = common {
            values.extend(common);
        }
        Ok(Self { values, language })
    }

    fn text(&self, name: &str) -> &str {
        self.values.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
    }
}

/// Whether a text can be a person's name, and no address to be clicked on.
fn is_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    text.chars().count() <= 100 && !lower.contains(['/', '@', ':', '<']) && !lower.contains("www")
}

/// A text, its blank lines tidied.
pub fn text(template: &str, facts: &Facts) -> Result<String, Fault> {
    let text = fill(template, AutoEscape::None, &facts.values)?;
    let mut out = String::with_capacity(text.len());
    for line in text.trim().lines().map(str::trim_end) {
        if !(line.is_empty() && out.ends_with("\n\n")) {
            out.push_str(line);
            out.push('\n');
        }
    }
    Ok(out)
}

/// Subject and text of a mail.
pub fn mail_text(template: &str, facts: &Facts) -> Result<(String, String), Fault> {
    let text = text(template, facts)?;
    let missing = || Fault::Template { line: 1, message: "the first line has to be `Subject: …`".into() };
    let (first, rest) = text.split_once('\n').ok_or_else(missing)?;
    let subject = one_line(first.strip_prefix("Subject:").ok_or_else(missing)?);
    if subject.is_empty() { Err(missing()) } else { Ok((subject, format!("{}\n", rest.trim()))) }
}

/// A mail's HTML from the school's own template.
pub fn html(template: &str, facts: &Facts, subject: &str) -> Result<String, Fault> {
    let mut values = facts.values.clone();
    values.insert("subject".into(), subject.into());
    fill(template, AutoEscape::Html, &values)
}

/// A mail's HTML from its text: paragraphs, the link as a button, the code in large type.
pub fn layout(facts: &Facts, subject: &str, text: &str) -> Result<String, Fault> {
    let label = if facts.language == Language::Ar { "متابعة" } else { "Continue" };
    let part = |paragraph: &str| {
        let is = |name: &str| !facts.text(name).is_empty() && paragraph == facts.text(name);
        if is("url") {
            json!({ "kind": "link", "text": paragraph, "label": label })
        } else if is("code") || is("tracking_code") {
            json!({ "kind": "code", "text": paragraph })
        } else {
            json!({ "kind": "text", "lines": paragraph.lines().collect::<Vec<_>>() })
        }
    };
    let parts: Vec<_> = text.split("\n\n").map(str::trim).filter(|p| !p.is_empty()).map(part).collect();
    let mut values = facts.values.clone();
    values.insert("subject".into(), subject.into());
    values.insert("parts".into(), parts.into());
    fill(LAYOUT, AutoEscape::Html, &values)
}

fn fill(template: &str, escape: AutoEscape, values: &Map<String, serde_json::Value>) -> Result<String, Fault> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(move |_| escape.clone());
    if let Ok(syntax) = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build() {
        environment.set_syntax(syntax);
    }
    environment.set_fuel(Some(FUEL));
    let told = |error: minijinja::Error| Fault::Template {
        line: error.line().unwrap_or(1),
        // The detail names the template's own words, never what fills them.
        message: error
            .detail()
            .map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind())),
    };
    // JSON is a value of the templates' language too.
    let values: Value = serde_json::from_value(values.clone().into()).unwrap_or_default();
    environment.render_str(template, values).map_err(told)
}
