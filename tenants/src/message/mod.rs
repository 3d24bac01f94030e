//! Messages to people in the school's own words, or in ours: from a template and what fills it to a mail or an SMS.
//!
//! A text template's first line is the subject. A school may bring its own text, its own HTML, or both; HTML that it does not
//! bring is laid out from the text. Texts are data (`grammar`): holes, conditions and lists over the names that [`Kind`] and the
//! contract list. A slip of the pen is an error of `school check`, and a template that fails at sending gives way to ours.

mod check;
mod grammar;
mod kinds;
mod parts;
pub mod platform;
mod preview;
mod render;

use kernel::message::{Channel, Message};
use serde_json::{Map, Value};
use words::text::one_line;

pub(crate) use check::check;
pub use kinds::{KINDS, Kind, REPLIES};
pub use preview::preview;

use words::Language;

use crate::registry::School;

/// Largest template of a message.
pub(crate) const MAX_TEMPLATE_BYTES: u64 = grammar::MAX_BYTES as u64;

/// A message as it goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Subject, one line; empty for SMS.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML; empty for SMS.
    pub html: String,
}

/// Why a message cannot be written. Never holds what fills it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no such sort, or not by this way.
    #[error("there is no message `{0}` by this way")]
    Unknown(String),
    /// Something is missing that it cannot be without.
    #[error("the message `{0}` lacks `{1}`")]
    Missing(&'static str, &'static str),
    /// A path would lead away from the school.
    #[error("the message's path leads elsewhere")]
    Path,
    /// The template cannot be rendered.
    #[error("line {line}: {message}")]
    Template {
        /// Line, from 1.
        line: usize,
        /// Kind of the problem: `badTemplate`, `notInTexts` for what texts cannot do, `textTooLong`, `smsTooLong`.
        code: &'static str,
        /// What is wrong.
        message: String,
    },
}

impl Fault {
    fn at(line: usize, code: &'static str, message: impl Into<String>) -> Self {
        Self::Template { line: line.max(1), code, message: message.into() }
    }

    /// What the parser or the filling says. Its detail names the template's own words, never what fills them.
    fn of(error: &minijinja::Error) -> Self {
        if error.kind() == minijinja::ErrorKind::OutOfFuel {
            return Self::at(1, "textTooLong", "the text takes too much work");
        }
        let message = match (error.kind(), error.detail()) {
            (minijinja::ErrorKind::UndefinedError, _) => "what stands here may be empty: put it in an `if`".to_owned(),
            (kind, None) => kind.to_string(),
            (kind, Some(detail)) => format!("{kind}: {detail}"),
        };
        Self::at(error.line().unwrap_or(1), "badTemplate", message)
    }
}

/// Writes a message. `origin` is where the school lives, from its configuration and never from a request.
pub fn render(school: &School, origin: &str, message: &Message) -> Result<Rendered, Fault> {
    let kind = Kind::find(&message.template).ok_or_else(|| Fault::Unknown(message.template.clone()))?;
    let language = Language::parse(&message.locale).unwrap_or(Language::En);
    let facts = render::Facts::of(school, origin, kind, language, &message.params, message.expires_at)?;
    let own = |folder: &str| own_words(school, kind, folder, language);
    if message.channel == Channel::Sms {
        let ours = kind.sms(language).ok_or_else(|| Fault::Unknown(message.template.clone()))?;
        let text = match own("sms").map(|template| render::sms_text(&template, &facts)) {
            Some(Ok(text)) => text,
            Some(Err(fault)) => {
                log_fault(school, kind, &fault, "sms");
                our_sms(ours, facts)?
            }
            None => our_sms(ours, facts)?,
        };
        return Ok(Rendered { subject: String::new(), text, html: String::new() });
    }
    match own("mail").map(|template| render::mail(&template, &facts)) {
        Some(Ok(mail)) => Ok(mail),
        Some(Err(fault)) => {
            log_fault(school, kind, &fault, "txt");
            render::mail(kind.mail(language), &facts)
        }
        None => render::mail(kind.mail(language), &facts),
    }
}

/// Subject and text that an officer begins a message with ([`REPLIES`]), in the school's words.
pub fn wording(
    school: &School,
    name: &str,
    language: Language,
    params: &Map<String, Value>,
) -> Result<(String, String), Fault> {
    let kind = Kind::find(name).filter(|kind| REPLIES.contains(&kind.name));
    let kind = kind.ok_or_else(|| Fault::Unknown(name.to_owned()))?;
    let origin = format!("https://{}", school.canonical_host());
    let facts = render::Facts::of(school, &origin, kind, language, params, 0)?;
    match own_words(school, kind, "mail", language).map(|template| render::mail_text(&template, &facts)) {
        Some(Ok(written)) => Ok(written),
        Some(Err(fault)) => {
            log_fault(school, kind, &fault, "txt");
            render::mail_text(kind.mail(language), &facts)
        }
        None => render::mail_text(kind.mail(language), &facts),
    }
}

/// The school's own words, where it may have any.
fn own_words(school: &School, kind: &Kind, folder: &str, language: Language) -> Option<String> {
    if kind.is_ours() { None } else { school.message_template(folder, kind.name, language) }
}

/// Our own words by SMS: where a long name of a school makes too many parts of them, with less of the name, and to the bound.
fn our_sms(ours: &str, mut facts: render::Facts) -> Result<String, Fault> {
    let whole = render::text(ours, &facts)?;
    if parts::bounded(whole.clone()).is_ok() {
        return Ok(whole);
    }
    facts.shorten_school();
    Ok(parts::cut(&render::text(ours, &facts)?))
}

fn log_fault(school: &School, kind: &Kind, fault: &Fault, file: &str) {
    tracing::warn!(school.id = %school.id(), template = kind.name, file, %fault, "a school's template fails; ours is used");
}

/// Whom a school's mail comes from: the name that the school gave, or the operators', or its own; and the operators' address.
#[must_use]
pub fn sender(school: &School, language: Language) -> (String, String) {
    let config = school.config();
    let (name, rest) = config.mail_from.split_once('<').unwrap_or(("", &config.mail_from));
    let names = [config.mail_name.as_deref().unwrap_or_default(), name, config.name.get(language)];
    let name = names.into_iter().map(one_line).find(|name| !name.is_empty());
    (name.unwrap_or_default(), rest.trim().trim_end_matches('>').trim().to_owned())
}
