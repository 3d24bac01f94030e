//! Filling templates: what is absent is an error outside of an `if`, HTML escapes, whatever fills a hole is one line of text but
//! for what the school's own people write, and what comes out has an end.

use std::io::{Error, Write};

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use serde_json::{Map, json};
use words::text::{cut, is_name, lines, one_line};
use words::{Language, language::display_date};

use super::grammar::{self, Given};
use super::kinds::LETTER;
use super::{Fault, Kind, Rendered, parts};
use crate::registry::School;

const LAYOUT: &str = include_str!("../../messages/layout.html");
/// Longest text that fills a hole.
const LONGEST: usize = 400;
/// Longest that an officer of the school writes to a family.
const LONGEST_TEXT: usize = 4_000;
/// Characters of a school's name in a text that would be too long with all of it.
const SHORT_NAME: usize = 30;
/// Work that a template may make: a second bound, since the grammar leaves nothing that multiplies.
const FUEL: u64 = 100_000;
/// Most bytes that come out of a template.
const MAX_OUTPUT: usize = 64 * 1024;
/// Most bytes of a text that is laid out by us.
const MAX_PAGE: usize = 256 * 1024;
/// What stands in a text where a letter's words come: they are no text of a template, and are laid out already.
const PLACE: &str = "\u{E000}";

/// What fills a template.
pub struct Facts {
    values: Map<String, serde_json::Value>,
    given: Given,
    /// What the link's button says.
    button: &'static str,
    /// A letter's words, as text and as HTML of ours.
    letter: Option<[String; 2]>,
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
        Self::in_voice(Voice::of(school, language), origin, kind, language, params, expires_at)
    }

    pub fn in_voice(
        voice: Voice,
        origin: &str,
        kind: &'static Kind,
        language: Language,
        params: &Map<String, serde_json::Value>,
        expires_at: i64,
    ) -> Result<Self, Fault> {
        let mut values = Map::new();
        let drawn = |part: &str| Some(params.get(LETTER)?.get(part)?.as_str()?.trim().to_owned());
        let letter = drawn("text").zip(drawn("html")).map(|(text, html)| [text, html]);
        for name in kind.needs.iter().chain(kind.takes) {
            if let (&LETTER, Some(_)) = (name, &letter) {
                values.insert(LETTER.to_owned(), PLACE.into());
                continue;
            }
            let text = params.get(*name).and_then(serde_json::Value::as_str);
            let text = text.map(|text| match Kind::is_long(name) {
                true => cut(lines(text).trim(), LONGEST_TEXT),
                false => cut(&one_line(text), LONGEST),
            });
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
        let at = words::clock::timestamp(expires_at).to_zoned(voice.time_zone);
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
        // What is absent is no word.
        values.retain(|_, value| !value.is_null());
        let given = Given { names: kind.names(), lists: Vec::new() };
        let button = kind.button(language, values.contains_key("title"));
        Ok(Self { values, given, button, letter })
    }

    /// Leaves as much of the school's name as a short text has room for.
    pub fn shorten_school(&mut self) {
        let short = cut(self.text("school"), SHORT_NAME);
        self.values.insert("school".into(), short.into());
    }

    fn text(&self, name: &str) -> &str {
        self.values.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
    }
}

/// A text, its blank lines tidied.
pub fn text(template: &str, facts: &Facts) -> Result<String, Fault> {
    grammar::check(template, &facts.given)?;
    let text = fill(template, AutoEscape::None, &facts.values, MAX_OUTPUT)?;
    let mut out = String::with_capacity(text.len());
    for line in text.trim().lines().map(str::trim_end) {
        if !(line.is_empty() && out.ends_with("\n\n")) {
            out.push_str(line);
            out.push('\n');
        }
    }
    Ok(out)
}

/// Text of an SMS, which has so many parts and no more.
pub fn sms_text(template: &str, facts: &Facts) -> Result<String, Fault> {
    parts::bounded(text(template, facts)?)
}

/// Subject and text of a mail.
pub fn mail_text(template: &str, facts: &Facts) -> Result<(String, String), Fault> {
    let text = text(template, facts)?;
    let missing = || Fault::at(1, "badTemplate", "the first line has to be `Subject: …`");
    let (first, rest) = text.split_once('\n').ok_or_else(missing)?;
    let subject = one_line(first.strip_prefix("Subject:").ok_or_else(missing)?);
    if subject.is_empty() { Err(missing()) } else { Ok((subject, format!("{}\n", rest.trim()))) }
}

/// A mail: its text, and what is laid out from it.
pub fn mail(template: &str, facts: &Facts) -> Result<Rendered, Fault> {
    let (subject, text) = mail_text(template, facts)?;
    let html = layout(facts, &subject, &text)?;
    let Some([plain, drawn]) = &facts.letter else { return Ok(Rendered { subject, text, html }) };
    // It is bounded where it is written, and no bound here sees it: it stands once.
    if subject.contains(PLACE) || text.matches(PLACE).count() != 1 || html.matches(PLACE).count() != 1 {
        return Err(Fault::at(
            1,
            "badTemplate",
            "`letter` stands once, as a paragraph of its own, and not in the subject",
        ));
    }
    Ok(Rendered { subject, text: text.replace(PLACE, plain), html: html.replace(PLACE, drawn) })
}

/// A mail's HTML from its text: paragraphs, the link as a button, the code in large type.
fn layout(facts: &Facts, subject: &str, text: &str) -> Result<String, Fault> {
    let part = |paragraph: &str| {
        let is = |name: &str| !facts.text(name).is_empty() && paragraph == facts.text(name);
        if is("url") {
            json!({ "kind": "link", "text": paragraph, "label": facts.button })
        } else if is("code") || is("tracking_code") {
            json!({ "kind": "code", "text": paragraph })
        } else if is(LETTER) {
            json!({ "kind": "letter", "text": paragraph })
        } else {
            json!({ "kind": "text", "lines": paragraph.lines().collect::<Vec<_>>() })
        }
    };
    let parts: Vec<_> = text.split("\n\n").map(str::trim).filter(|p| !p.is_empty()).map(part).collect();
    let mut values = facts.values.clone();
    values.insert("subject".into(), subject.into());
    values.insert("parts".into(), parts.into());
    fill(LAYOUT, AutoEscape::Html, &values, MAX_PAGE)
}

fn fill(
    template: &str,
    escape: AutoEscape,
    values: &Map<String, serde_json::Value>,
    most: usize,
) -> Result<String, Fault> {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_auto_escape_callback(move |_| escape.clone());
    environment.set_syntax(grammar::syntax());
    environment.set_fuel(Some(FUEL));
    environment.add_filter("upper", |text: String| text.to_uppercase());
    environment.add_filter("lower", |text: String| text.to_lowercase());
    environment.add_filter("trim", |text: String| text.trim().to_owned());
    environment.add_filter("default", |value: Value, other: Value| if value.is_undefined() { other } else { value });
    environment.add_test("defined", |value: Value| !value.is_undefined());
    environment.add_test("undefined", |value: Value| value.is_undefined());
    // JSON is a value of the templates' language too.
    let values: Value = serde_json::from_value(values.clone().into()).unwrap_or_default();
    let mut out = Limited { bytes: Vec::new(), most, is_over: false };
    let filled = environment
        .template_from_str(template)
        .and_then(|template| template.render_captured_to(values, &mut out).map(drop));
    match filled {
        _ if out.is_over => Err(Fault::at(1, "textTooLong", format!("more than {} KB come out", most / 1024))),
        Err(error) => Err(Fault::of(&error)),
        Ok(()) => String::from_utf8(out.bytes).map_err(|_| Fault::at(1, "badTemplate", "no text comes out")),
    }
}

/// Takes so much and no more.
struct Limited {
    bytes: Vec<u8>,
    most: usize,
    is_over: bool,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            self.is_over = true;
            return Err(Error::other("too much comes out"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
