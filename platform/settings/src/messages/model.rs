//! The messages that people get, and one as it would arrive.

use kernel::message::Channel;
use serde::Serialize;
use utoipa::ToSchema;
use words::Language;

/// Something that a text may name: `{{ name }}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageField {
    /// Its name.
    pub name: String,
    /// Without it nobody can use the message: the text has to name it.
    pub needed: bool,
}

/// A text of a message by one way in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageText {
    /// The way.
    pub channel: Channel,
    /// The language.
    pub locale: Language,
    /// The file that an edit names.
    pub file: String,
    /// The words that every school gets.
    pub standard: String,
    /// The school's own, as the draft has them; null where it has none.
    pub own: Option<String>,
}

/// A message that people get.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MessageItem)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The ways by which it goes.
    pub channels: Vec<Channel>,
    /// What its texts may name.
    pub fields: Vec<MessageField>,
    /// Its texts.
    pub texts: Vec<MessageText>,
}

/// A message as it would arrive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreviewedMessage {
    /// Subject; empty for SMS.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML as it would be sent; empty for SMS.
    pub html: String,
}

/// A text of a message by one way in one language, as somebody would have it.
#[derive(Debug, Clone)]
pub struct Wording {
    /// The message's name.
    pub name: String,
    /// The way.
    pub channel: Channel,
    /// The language.
    pub locale: Language,
    /// The text; a mail's first line is its subject.
    pub text: String,
}
