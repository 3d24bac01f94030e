//! Messages to people in the school's own words, or in ours: from a template and what fills it to a mail or an SMS.
//!
//! A text template's first line is the subject. A school may bring its own text, its own HTML, or both; HTML that it does not
//! bring is laid out from the text. Templates know only the names that [`Kind`] and the contract list: a slip of the pen is an
//! error of `school check`, and a template that fails at sending gives way to ours.

mod check;
mod kinds;
pub mod platform;
mod preview;
mod render;

use kernel::message::{Channel, Message};
use kernel::text::one_line;

pub(crate) use check::check;
pub use kinds::{KINDS, Kind};
pub use preview::preview;

use crate::language::Language;
use crate::registry::School;

/// Largest template of a message.
pub(crate) const MAX_TEMPLATE_BYTES: u64 = 64 * 1024;

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
        /// What is wrong.
        message: String,
    },
}

/// Writes a message. `origin` is where the school lives, from its configuration and never from a request.
pub fn render(school: &School, origin: &str, message: &Message) -> Result<Rendered, Fault> {
    let kind = Kind::find(&message.template).ok_or_else(|| Fault::Unknown(message.template.clone()))?;
    let language = Language::parse(&message.locale).unwrap_or(Language::En);
    let facts = render::Facts::of(school, origin, kind, language, &message.params, message.expires_at)?;
    let own = |folder: &str| school.message_template(folder, kind.name, language, "txt");
    if message.channel == Channel::Sms {
        let ours = kind.sms(language).ok_or_else(|| Fault::Unknown(message.template.clone()))?;
        let text = match own("sms").map(|template| render::text(&template, &facts)) {
            Some(Ok(text)) => text,
            Some(Err(fault)) => {
                told(school, kind, &fault, "sms");
                render::text(ours, &facts)?
            }
            None => render::text(ours, &facts)?,
        };
        return Ok(Rendered { subject: String::new(), text, html: String::new() });
    }
    let (subject, text) = match own("mail").map(|template| render::mail_text(&template, &facts)) {
        Some(Ok(parts)) => parts,
        Some(Err(fault)) => {
            told(school, kind, &fault, "txt");
            render::mail_text(kind.mail(language), &facts)?
        }
        None => render::mail_text(kind.mail(language), &facts)?,
    };
    let html = page(school, kind, language, &facts, &subject, &text)?;
    Ok(Rendered { subject, text, html })
}

/// A mail's HTML: the school's own page, or its text laid out.
fn page(
    school: &School,
    kind: &Kind,
    language: Language,
    facts: &render::Facts,
    subject: &str,
    text: &str,
) -> Result<String, Fault> {
    let own = school.message_template("mail", kind.name, language, "html");
    match own.map(|template| render::html(&template, facts, subject)) {
        Some(Ok(html)) => Ok(html),
        Some(Err(fault)) => {
            told(school, kind, &fault, "html");
            render::layout(facts, subject, text)
        }
        None => render::layout(facts, subject, text),
    }
}

fn told(school: &School, kind: &Kind, fault: &Fault, file: &str) {
    tracing::warn!(school.id = %school.id(), template = kind.name, file, %fault, "a school's template fails; ours is used");
}

/// Whom a school's mail comes from: name and address, from `Name <address>` or an address alone.
#[must_use]
pub fn sender(school: &School, language: Language) -> (String, String) {
    let (config, from) = (school.config(), &school.config().mail_from);
    match from.split_once('<') {
        Some((name, rest)) if !name.trim().is_empty() => (one_line(name), rest.trim_end_matches('>').trim().to_owned()),
        Some((_, rest)) => (one_line(config.name.get(language)), rest.trim_end_matches('>').trim().to_owned()),
        None => (one_line(config.name.get(language)), from.trim().to_owned()),
    }
}
