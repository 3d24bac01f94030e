//! Where a submission stands: an enquiry in one of its states, an application in one of its statuses. The row holds the text of either, and
//! no text is both.

use machine::State as _;
use serde::{Serialize, Serializer};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::applications::Standing;
use crate::enquiries::{ENQUIRY, State};

/// Where a submission stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stand {
    /// As an enquiry.
    Enquiry(State),
    /// As an application.
    Application(Standing),
}

impl Stand {
    /// What a row's text says; none for what nobody knows.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        State::parse(text).map(Self::Enquiry).or_else(|| Standing::parse(text).map(Self::Application))
    }

    /// What a text of a filter means: one of them, or all that refine a status (`F`); none for what nobody knows.
    #[must_use]
    pub fn meant(text: &str) -> Option<Vec<Self>> {
        if let Some(one) = Self::parse(text) {
            return Some(vec![one]);
        }
        let refined = Standing::ALL.iter().copied().filter(|standing| standing.status() == text);
        Some(refined.map(Self::Application).collect()).filter(|all: &Vec<Self>| !all.is_empty())
    }

    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Enquiry(state) => state.as_str(),
            Self::Application(standing) => standing.as_str(),
        }
    }

    /// All of them: an enquiry's in their order, then an application's.
    pub fn all() -> impl Iterator<Item = Self> {
        let enquiries = State::ALL.iter().copied().map(Self::Enquiry);
        enquiries.chain(Standing::ALL.iter().copied().map(Self::Application))
    }

    /// Whether nobody has to do anything more about it.
    #[must_use]
    pub fn is_over(self) -> bool {
        match self {
            Self::Enquiry(state) => ENQUIRY.over.contains(&state),
            Self::Application(standing) => standing.is_over(),
        }
    }

    /// Those, as statements take them.
    #[must_use]
    pub fn over() -> String {
        serde_json::json!(Self::all().filter(|stand| stand.is_over()).collect::<Vec<_>>()).to_string()
    }

    /// The same without the enrolled: a child at the school has documents that end, and tasks about it.
    #[must_use]
    pub fn over_and_not_enrolled() -> String {
        let left = |stand: &Self| stand.is_over() && *stand != Self::Application(Standing::C);
        serde_json::json!(Self::all().filter(left).collect::<Vec<_>>()).to_string()
    }
}

impl Serialize for Stand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl PartialSchema for Stand {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Where a submission stands: an enquiry's state, or an application's status."))
            .enum_values(Some(Self::all().map(Self::as_str)))
            .into()
    }
}

impl ToSchema for Stand {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_both() {
        let all: Vec<Stand> = Stand::all().collect();
        for stand in &all {
            assert_eq!(Stand::parse(stand.as_str()), Some(*stand));
            assert_eq!(all.iter().filter(|other| other.as_str() == stand.as_str()).count(), 1);
        }
        assert_eq!(Stand::parse("W"), None);
        let meant = |text| Stand::meant(text).map(|all| all.into_iter().map(Stand::as_str).collect::<Vec<_>>());
        assert_eq!(meant("F"), Some(vec!["F/unconditional", "F/conditional"]));
        assert_eq!(
            (meant("C"), meant("lost"), meant("F/conditional")),
            (Some(vec!["C"]), Some(vec!["lost"]), Some(vec!["F/conditional"]))
        );
        assert_eq!((meant(""), meant("X"), meant("W/")), (None, None, None));
        assert_eq!(Stand::over(), r#"["lost","C","R/school","R/declined","R/expired","R/withdrawn","R/duplicate"]"#);
        assert_eq!(Stand::over_and_not_enrolled(), Stand::over().replace(r#""C","#, ""));
    }
}
