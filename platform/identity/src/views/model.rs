//! What a view may say.

use std::collections::BTreeMap;

use kernel::{MessageId, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::Permission;
use words::text::{is_name, one_line};
use words::verdict::Issue;

use crate::ids::ViewId;

/// Views of one account, of all lists together.
pub const MAX_VIEWS: i64 = 50;
/// Characters of a view's name.
pub const MAX_NAME: usize = 60;
/// Bytes of a view's query, as it is stored.
pub const MAX_QUERY: usize = 2_000;

/// A list whose views are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ViewList {
    /// What came in.
    Inbox,
    /// Who has an account.
    People,
    /// The devices that sell.
    Tills,
    /// Who did what.
    Audit,
}

impl ViewList {
    const ALL: [Self; 4] = [Self::Inbox, Self::People, Self::Tills, Self::Audit];

    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
            Self::People => "people",
            Self::Tills => "tills",
            Self::Audit => "audit",
        }
    }

    /// The list of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    /// What lets somebody see the list.
    #[must_use]
    pub fn permission(self) -> Permission {
        match self {
            Self::Inbox => Permission::EnquiryRead,
            Self::People => Permission::UserManage,
            Self::Tills => Permission::TillManage,
            Self::Audit => Permission::AuditRead,
        }
    }

    /// The parameters of its address that say what it shows, as the application names them.
    fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Inbox => &[
                "q", "kind", "state", "form", "owner", "tag", "grade", "year", "guardian", "flag", "sort", "columns",
                "round", "part", "channel", "ends", "approval", "review", "decided",
            ],
            Self::People => &["q", "role", "status", "kind", "audience", "erasure_asked"],
            Self::Tills => &["q", "state", "sells"],
            Self::Audit => &["actor", "action", "object_kind", "from", "to"],
        }
    }
}

/// What stands in a list's address: parameters and their values.
pub type Query = BTreeMap<String, String>;

/// A saved view.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SavedView {
    /// Names it in calls.
    pub id: ViewId,
    /// Counts changes; a change names the one that it is based on.
    pub version: i64,
    /// The list that it is of.
    pub list: ViewList,
    /// As its owner calls it.
    pub name: String,
    /// What stands in the list's address: known parameters and their values.
    pub query: BTreeMap<String, String>,
}

/// A view's name on one line. F003 when nothing is left, when it is too long, or when it is no name.
pub fn checked_name(typed: &str) -> Result<String, Refusal> {
    let name = one_line(typed);
    match name.chars().count() {
        0 => Err(refused(Issue::error("/name", "required"))),
        length if length > MAX_NAME => Err(refused(Issue::error("/name", "maxLength").with("limit", MAX_NAME))),
        _ if !is_name(&name) => Err(refused(Issue::error("/name", "pattern"))),
        _ => Ok(name),
    }
}

/// How names are told apart: whether in capitals or not.
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// A query without what is empty. F003 for a parameter that the list does not know, and for more than is kept.
pub fn checked_query(list: ViewList, asked: Query) -> Result<Query, Refusal> {
    let known = list.parameters();
    if asked.keys().any(|name| !known.contains(&name.as_str())) {
        return Err(refused(Issue::error("/query", "enum")));
    }
    let lines = asked.into_iter().map(|(name, value)| (name, one_line(&value)));
    let query: Query = lines.filter(|(_, value)| !value.is_empty()).collect();
    let bytes = serde_json::to_vec(&query).map_err(Refusal::internal)?.len();
    if bytes > MAX_QUERY {
        return Err(refused(Issue::error("/query", "maxLength").with("limit", MAX_QUERY)));
    }
    Ok(query)
}

/// Why there is no room for one more.
pub fn full() -> Refusal {
    refused(Issue::error("/name", "maxItems").with("limit", MAX_VIEWS))
}

/// Why a name is not free.
pub fn taken() -> Refusal {
    Refusal::new(MessageId::A005).with("field", "name")
}

fn refused(issue: Issue) -> Refusal {
    Refusal::new(MessageId::F003).errors(vec![issue])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(parts: &[(&str, &str)]) -> Query {
        parts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_name_says_something_on_one_line() {
        let name = |typed: &str| checked_name(typed).ok();
        assert_eq!(name("  Grade 1\n this week \u{202E}").as_deref(), Some("Grade 1 this week"));
        assert_eq!(name("بانتظار الاتصال").as_deref(), Some("بانتظار الاتصال"));
        assert_eq!(name(" \u{FEFF} "), None);
        assert_eq!(name("see evil.example"), None);
        assert_eq!(name(&"ع".repeat(MAX_NAME)).map(|name| name.chars().count()), Some(MAX_NAME));
        assert_eq!(name(&"ع".repeat(MAX_NAME + 1)), None);
        assert_eq!(name_key("ÀB"), name_key("àb"));
    }

    #[test]
    fn a_query_is_made_of_what_its_list_knows() {
        let asked = query(&[("q", " sara\u{0} "), ("state", "new"), ("flag", " ")]);
        let kept = checked_query(ViewList::Inbox, asked).expect("known");
        assert_eq!(kept, query(&[("q", "sara"), ("state", "new")]));
        assert!(checked_query(ViewList::Inbox, query(&[("open", "x")])).is_err());
        assert!(checked_query(ViewList::Tills, query(&[("tag", "x")])).is_err());
        let long = |length: usize| checked_query(ViewList::Inbox, query(&[("q", &"x".repeat(length))]));
        assert!(long(MAX_QUERY - 8).is_ok());
        assert!(long(MAX_QUERY - 7).is_err());
    }

    #[test]
    fn every_list_has_its_name() {
        for list in ViewList::ALL {
            assert_eq!(ViewList::parse(list.as_str()), Some(list));
            assert_eq!(serde_json::to_value(list).expect("a text"), list.as_str());
        }
        assert_eq!(ViewList::parse("enquiries"), None);
    }
}
