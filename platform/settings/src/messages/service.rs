//! Reading the messages and filling one.

use kernel::message::Channel;
use kernel::{Caller, MessageId, Refusal};
use serde_json::Value;
use tenants::message::{Fault, Kind, Rendered, preview};
use words::verdict::Issue;
use words::{Language, Permission};

use super::model::{Item, MessageField, MessageText, PreviewedMessage, Wording};
use crate::draft::State;
use crate::service::Settings;

impl Settings {
    /// The messages that there are.
    pub async fn messages(&self, caller: &Caller) -> Result<Vec<Item>, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        self.0.look(&caller.school, |mut state| Kind::schools().map(|kind| item(&mut state, kind)).collect()).await
    }

    /// A text as it would arrive.
    pub async fn preview_message(&self, caller: &Caller, wording: Wording) -> Result<PreviewedMessage, Refusal> {
        caller.require(Permission::SettingsRead)?;
        let wrong = |issue: Issue| Refusal::new(MessageId::S001).errors(vec![issue]);
        let kind = Kind::schools().find(|kind| kind.name == wording.name);
        let kind = kind.ok_or_else(|| wrong(Issue::error("/name", "unknownMessage")))?;
        if wording.channel == Channel::Sms && kind.sms(wording.locale).is_none() {
            return Err(wrong(Issue::error("/channel", "notByThisWay")));
        }
        let school = self.preview_school(&caller.school).await?;
        let (origin, now) = ((self.0.origin)(&school), self.0.clock.now_ms());
        // Filling reads the school's files: whoever looks often waits for themselves, and nobody else does.
        let turn = self.0.turn(caller.school.id()).await;
        let filled = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            preview(&school, &origin, kind, wording.channel, wording.locale, &wording.text, now)
        });
        match filled.await.map_err(Refusal::internal)? {
            Ok(Rendered { subject, text, html }) => Ok(PreviewedMessage { subject, text, html }),
            Err(fault) => {
                let (line, code, message) = match fault {
                    Fault::Template { line, code, message } => (line, code, message),
                    other => (1, "badTemplate", other.to_string()),
                };
                Err(wrong(Issue::error("/text", code).with("line", line).with("message", message)))
            }
        }
    }
}

fn item(state: &mut State, kind: &'static Kind) -> Item {
    let by_sms = kind.sms(Language::En).is_some();
    let channels: Vec<Channel> =
        [Channel::Mail, Channel::Sms].into_iter().filter(|channel| *channel == Channel::Mail || by_sms).collect();
    let mut texts = Vec::new();
    for channel in &channels {
        for locale in Language::ALL {
            let (folder, standard) = match channel {
                Channel::Mail => ("mail", kind.mail(locale)),
                Channel::Sms => ("sms", kind.sms(locale).unwrap_or_default()),
            };
            let file = format!("{folder}/{}.{locale}.txt", kind.name);
            let own = state.draft_base.layered(&state.overlay, &file).ok().flatten();
            texts.push(MessageText {
                channel: *channel,
                locale,
                file,
                standard: standard.to_owned(),
                own: own.as_ref().and_then(Value::as_str).map(str::to_owned),
            });
        }
    }
    let fields = kind.fields().into_iter().map(|(name, needed)| MessageField { name: name.to_owned(), needed });
    Item { name: kind.name.to_owned(), channels, fields: fields.collect(), texts }
}
