//! A template that somebody is writing, as people would get it.

use kernel::message::Channel;
use words::Language;

use super::render::{self, Facts};
use super::{Fault, Kind, Rendered};
use crate::registry::School;

/// How long what the sample carries is good for.
const LIFE_MS: i64 = 60 * 60 * 1000;

/// Fills a text with sample data; a mail gets the HTML that it would really be sent with. Whatever the bundle's check would
/// refuse is refused here in the same words.
pub fn preview(
    school: &School,
    origin: &str,
    kind: &'static Kind,
    channel: Channel,
    language: Language,
    text: &str,
    now_ms: i64,
) -> Result<Rendered, Fault> {
    let unknown = || Fault::Unknown(kind.name.to_owned());
    if channel == Channel::Sms && kind.sms(language).is_none() {
        return Err(unknown());
    }
    let facts = |all| Facts::of(school, origin, kind, language, &kind.sample_in(all, language), now_ms + LIFE_MS);
    // Nothing but what is always there: a field that may be absent stands in an `if`.
    let (bare, full) = (facts(false)?, facts(true)?);
    if channel == Channel::Sms {
        render::sms_text(text, &bare)?;
        return Ok(Rendered { subject: String::new(), text: render::sms_text(text, &full)?, html: String::new() });
    }
    render::mail_text(text, &bare)?;
    render::mail(text, &full)
}
