//! States, filters and orders of the inbox.

use kernel::caller::Caller;
use kernel::search::LookedFor;
use kernel::{StoreError, UserId};
use machine::{Machine, Move, Reason, State as _, states};
use serde::{Deserialize, Serialize};
use tenants::SchoolConfig;
use utoipa::ToSchema;
use words::sabotage::{Guard, is_removed};
use words::{Permission, Role};

use super::store::EnquiryRow;

states! {
    /// Where an enquiry stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum State {
        /// Nobody has spoken with the family yet.
        New "new",
        /// Somebody has.
        Contacted "contacted",
        /// The family has seen the school.
        Toured "toured",
        /// The family is applying.
        Applying "applying",
        /// It came to nothing.
        Lost "lost",
    }
}

/// An enquiry goes from anywhere to anywhere else: a family that was lost may come back.
pub const ENQUIRY: Machine<State, Permission> = Machine {
    kind: "enquiry",
    initial: State::New,
    moves: &[
        way(&[State::Contacted, State::Toured, State::Applying, State::Lost], State::New),
        way(&[State::New, State::Toured, State::Applying, State::Lost], State::Contacted),
        way(&[State::New, State::Contacted, State::Applying, State::Lost], State::Toured),
        way(&[State::New, State::Contacted, State::Toured, State::Lost], State::Applying),
        way(&[State::New, State::Contacted, State::Toured, State::Applying], State::Lost),
    ],
};

const fn way(from: &'static [State], to: State) -> Move<State, Permission> {
    Move { from, to, needs: Permission::EnquiryEdit, reason: Reason::Optional }
}

impl EnquiryRow {
    /// Where it stands; a row of a state that nobody knows cannot be read.
    pub fn state(&self) -> Result<State, StoreError> {
        let unknown = || StoreError::Inconsistent { table: "submissions", column: "state", id: self.id.to_string() };
        State::parse(&self.state).ok_or_else(unknown)
    }
}

/// How the list is ordered; newest first when nothing is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Sort {
    /// Newest first.
    #[default]
    #[serde(rename = "-submitted_at")]
    Newest,
    /// Oldest first.
    #[serde(rename = "submitted_at")]
    Oldest,
    /// Best score first.
    #[serde(rename = "-score")]
    BestScore,
    /// Worst score first.
    #[serde(rename = "score")]
    WorstScore,
    /// By name.
    #[serde(rename = "person")]
    Person,
    /// By name, from the end.
    #[serde(rename = "-person")]
    PersonBack,
}

/// What a submission may need somebody to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// The school's rules failed on it.
    PluginFailed,
    /// It shares a value with an earlier one.
    Duplicate,
}

impl Flag {
    /// As the list's statement knows it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PluginFailed => "plugin_failed",
            Self::Duplicate => "duplicate",
        }
    }
}

/// Who looks after what the list is narrowed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// Whoever it is.
    Anybody,
    /// None yet.
    Nobody,
    /// One of the staff.
    User(UserId),
}

impl Owner {
    /// As the list's statement knows them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Anybody => "",
            Self::Nobody => "none",
            Self::User(id) => id.as_str(),
        }
    }
}

/// What the list is narrowed to; an empty field narrows nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    pub states: Vec<State>,
    pub form: String,
    /// Who looks after it.
    pub owner: Owner,
    pub tag: String,
    /// What needs somebody to look at it.
    pub flag: Option<Flag>,
    /// What is looked for.
    pub words: LookedFor,
    /// JSON array of the forms that the caller sees, or `*`.
    pub visible: String,
}

impl Filter {
    /// Whether nothing but the state and the caller's forms narrow the list.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        [&self.form, &self.tag].iter().all(|field| field.is_empty())
            && self.owner == Owner::Anybody
            && self.flag.is_none()
            && !self.is_search()
    }

    /// Whether words are looked for.
    #[must_use]
    pub fn is_search(&self) -> bool {
        !self.words.word.is_empty()
    }

    /// The states as a JSON array.
    #[must_use]
    pub fn states_json(&self) -> String {
        let names: Vec<_> = self.states.iter().map(|state| state.as_str()).collect();
        serde_json::to_string(&names).unwrap_or_else(|_| "[]".into())
    }
}

/// The forms whose submissions the caller sees: `*` for a school admin, else a JSON array.
#[must_use]
pub fn visible_forms(config: &SchoolConfig, caller: &Caller) -> String {
    let roles = caller.roles();
    if is_removed(Guard::FormAudience) {
        return "*".to_owned();
    }
    if roles.contains(&Role::SchoolAdmin) || matches!(caller.actor, kernel::Actor::System) {
        return "*".to_owned();
    }
    let seen = config.forms.iter().filter(|(_, form)| form.audience.iter().any(|role| roles.contains(role)));
    let ids: Vec<_> = seen.map(|(id, _)| id).collect();
    serde_json::to_string(&ids).unwrap_or_else(|_| "[]".into())
}

/// Whether a form is among the visible ones.
#[must_use]
pub fn is_visible(visible: &str, form: &str) -> bool {
    visible == "*" || serde_json::from_str::<Vec<String>>(visible).is_ok_and(|ids| ids.iter().any(|id| id == form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enquiry_leads_everywhere_but_to_where_it_is_for_who_may_edit() {
        assert_eq!(ENQUIRY.faults(), Vec::<String>::new());
        for from in State::ALL.iter().copied() {
            let next = ENQUIRY.allowed(from, |right| right == Permission::EnquiryEdit);
            let others: Vec<_> = State::ALL.iter().copied().filter(|state| *state != from).collect();
            assert_eq!(next, others);
            assert_eq!(ENQUIRY.allowed(from, |right| right == Permission::EnquiryRead), []);
        }
    }

    #[test]
    fn the_docs_draw_this_table() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/states.md");
        let diagram = ENQUIRY.diagram(Permission::as_str);
        assert!(
            std::fs::read_to_string(docs).expect("the docs").contains(&diagram),
            "it is drawn otherwise:\n{diagram}"
        );
    }
}
