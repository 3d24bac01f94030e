//! The platform's own letters: about requests for schools, to people who have no school yet.
//!
//! The same renderer and layout as the schools'; the words are ours alone.

use jiff::tz::TimeZone;
use kernel::message::Message;
use words::Language;

use super::render::{self, Facts, Voice};
use super::{Fault, Kind, Rendered};

/// The primary colour of a new school.
const COLOUR: &str = "#2f4858";

macro_rules! words {
    ($name:literal) => {
        [
            include_str!(concat!("../../messages/platform/", $name, ".en.txt")),
            include_str!(concat!("../../messages/platform/", $name, ".ar.txt")),
        ]
    };
}

/// All of them. `asked` is the school's name as it was asked for.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "subscription_confirm",
        needs: &["path", "asked", "address"],
        takes: &[],
        mail: words!("subscription_confirm"),
        sms: None,
    },
    Kind {
        name: "subscription_rejected",
        needs: &["asked", "reason"],
        takes: &["name"],
        mail: words!("subscription_rejected"),
        sms: None,
    },
    Kind {
        name: "operator_locked",
        needs: &["operator", "email"],
        takes: &["name"],
        mail: words!("operator_locked"),
        sms: None,
    },
];

/// What the platform is called.
#[must_use]
pub fn name(language: Language) -> &'static str {
    if language == Language::Ar { "قبول" } else { "Qabul" }
}

/// Writes one of the platform's letters. `origin` is the platform's own.
pub fn render(origin: &str, message: &Message) -> Result<Rendered, Fault> {
    let kind = KINDS.iter().find(|kind| kind.name == message.template);
    let kind = kind.ok_or_else(|| Fault::Unknown(message.template.clone()))?;
    let language = Language::parse(&message.locale).unwrap_or(Language::En);
    let voice = Voice {
        name: name(language).to_owned(),
        colour: COLOUR.to_owned(),
        website: serde_json::Value::Null,
        time_zone: TimeZone::UTC,
    };
    let facts = Facts::in_voice(voice, origin, kind, language, &message.params, message.expires_at)?;
    render::mail(kind.mail(language), &facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::message::Channel;

    #[test]
    fn every_letter_is_written_in_both_languages() {
        for kind in KINDS {
            for locale in ["en", "ar"] {
                let mut params: serde_json::Map<String, serde_json::Value> =
                    kind.needs.iter().map(|name| ((*name).to_owned(), format!("the {name}").into())).collect();
                if params.contains_key("path") {
                    params.insert("path".into(), "/registration-form/confirm#token=t".into());
                }
                let message = Message {
                    channel: Channel::Mail,
                    to: "sara@alnoor.example".into(),
                    template: kind.name.into(),
                    locale: locale.into(),
                    params,
                    expires_at: 1_795_248_000_000,
                    is_strangers: false,
                };
                let written = render("https://qabul.example", &message).expect("written");
                assert!(
                    written.text.contains(&format!("the {}", kind.needs[kind.needs.len() - 2])),
                    "{}",
                    written.text
                );
                assert!(!written.subject.contains("the asked") || kind.name == "subscription_rejected");
                assert!(!written.subject.is_empty() && written.html.contains(&format!("lang=\"{locale}\"")));
                let link = "https://qabul.example/registration-form/confirm#token=t";
                assert_eq!(written.text.contains(link), kind.needs.contains(&"path"), "{}", written.text);
            }
        }
    }
}
