//! Where a submission comes from.

use kernel::SubmissionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who filled a form in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Its family.
    Portal,
    /// Somebody of the staff, on its behalf.
    Staff,
}

impl Channel {
    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Staff => "staff",
        }
    }

    /// What a row's text says.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        if text == Self::Staff.as_str() { Self::Staff } else { Self::Portal }
    }
}

/// Another submission that one is linked with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Linked {
    /// Its id.
    pub id: SubmissionId,
    /// What its family was told.
    pub reference: String,
    /// What the school calls it, where it is an application.
    pub registration_id: Option<String>,
}

/// Where a submission comes from, and what was made of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Origin {
    /// Who filled it in.
    pub channel: Channel,
    /// Who of the staff that was.
    pub filed_by: Option<String>,
    /// The enquiry that it was made from, as far as the caller sees it.
    pub enquiry: Option<Linked>,
    /// The application that was made from it, likewise.
    pub application: Option<Linked>,
    /// Since when an application is begun from it and not sent, RFC 3339, UTC.
    pub begun_at: Option<String>,
    /// When the family last got the link to go on with it.
    pub mailed_at: Option<String>,
}

impl Origin {
    /// Of a submission that its family filled in, and that is linked with nothing.
    #[must_use]
    pub fn own() -> Self {
        Self {
            channel: Channel::Portal,
            filed_by: None,
            enquiry: None,
            application: None,
            begun_at: None,
            mailed_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_again() {
        for channel in [Channel::Portal, Channel::Staff] {
            assert_eq!(Channel::parse(channel.as_str()), channel);
        }
    }
}
