//! A school's own templates: each is known by name, and can be filled with everything and with no more than it needs.

use words::Language;

use super::render::{self, Facts};
use super::{Fault, Kind};
use crate::diagnostic::Diagnostic;
use crate::registry::School;

/// A moment of the trial.
const EXPIRES_AT: i64 = 1_795_248_000_000;

/// Everything that is wrong with them.
pub(crate) fn check(school: &School) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for folder in ["mail", "sms"] {
        match school.files().list(folder) {
            Ok(names) => found.extend(names.iter().filter_map(|name| file(school, folder, name))),
            Err(problem) => found.push(problem),
        }
    }
    found
}

fn file(school: &School, folder: &str, name: &str) -> Option<Diagnostic> {
    let label = school.files().label(&format!("{folder}/{name}"));
    let mut parts = name.split('.');
    let (template, language, extension) =
        (parts.next()?, parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let kind = Kind::schools().find(|kind| kind.name == template);
    let kind = kind.filter(|kind| folder == "mail" || kind.sms(Language::En).is_some());
    let language = Language::ALL.into_iter().find(|known| known.as_str() == language);
    let fits = parts.next().is_none() && extension == "txt";
    let (Some(kind), Some(language), true) = (kind, language, fits) else {
        let known: Vec<&str> =
            Kind::schools().filter(|k| folder == "mail" || k.sms(Language::En).is_some()).map(|k| k.name).collect();
        let problem = Diagnostic::file(label, "unknownTemplate", format!("no message is called `{name}`"));
        return Some(problem.hint(format!("<name>.<en or ar>.txt, with one of the names {}", known.join(", "))));
    };
    let Some(text) = school.message_template(folder, kind.name, language) else {
        return Some(Diagnostic::file(label, "unreadable", "the file is no UTF-8, a link, or too large"));
    };
    let fault = [true, false].into_iter().find_map(|all| trial(school, kind, language, folder, &text, all).err())?;
    let (line, code, message) = match fault {
        Fault::Template { line, code, message } => (u32::try_from(line).unwrap_or(1), code, message),
        other => (1, "badTemplate", other.to_string()),
    };
    let hint = format!("it may name {}; what may be absent stands in an `if`", kind.names().join(", "));
    Some(Diagnostic { line: line.max(1), ..Diagnostic::file(label, code, message) }.hint(hint))
}

fn trial(
    school: &School,
    kind: &'static Kind,
    language: Language,
    folder: &str,
    template: &str,
    all: bool,
) -> Result<(), Fault> {
    let facts = Facts::of(school, "https://school.example", kind, language, &kind.sample(all), EXPIRES_AT)?;
    match folder {
        // Laid out too: a text that fits may not once it has paragraphs.
        "mail" => render::mail(template, &facts).map(drop),
        _ => render::sms_text(template, &facts).map(drop),
    }
}
