//! States, filters and orders of the inbox.

use kernel::caller::Caller;
use kernel::search::LookedFor;
use kernel::{Refusal, StoreError, UserId};
use machine::{Machine, Move, Reason, State as _, states};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenants::SchoolConfig;
use tenants::bundle::family::FormKind;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use words::sabotage::{Guard, is_removed};
use words::{Permission, Role};

use super::store::EnquiryRow;
use crate::letters::{ConditionsStand, FinancialStand};
use crate::origins::Channel;
use crate::papers::DocumentsStand;
use crate::stand::Stand;

states! {
    /// Where an enquiry stands.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// An enquiry goes from anywhere to anywhere else: a family that was lost may come back. Who closes one says why.
pub const ENQUIRY: Machine<State, Permission> = Machine {
    kind: "enquiry",
    initial: State::New,
    over: &[State::Lost],
    moves: &[
        way(&[State::Contacted, State::Toured, State::Applying, State::Lost], State::New),
        way(&[State::New, State::Toured, State::Applying, State::Lost], State::Contacted),
        way(&[State::New, State::Contacted, State::Applying, State::Lost], State::Toured),
        way(&[State::New, State::Contacted, State::Toured, State::Lost], State::Applying),
        Move {
            reason: Reason::Required,
            ..way(&[State::New, State::Contacted, State::Toured, State::Applying], State::Lost)
        },
    ],
};

const fn way(from: &'static [State], to: State) -> Move<State, Permission> {
    Move { from, to, needs: Permission::EnquiryEdit, reason: Reason::NotAsked }
}

/// Why an enquiry is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The family chose another school.
    AnotherSchool,
    /// The school has no place for the child.
    NoPlace,
    /// The school does not accept the child.
    NotAccepted,
    /// The family took it back.
    Withdrawn,
    /// Nobody answers.
    NoAnswer,
    /// The family sent it twice.
    Duplicate,
    /// Something else, which a comment may say.
    Other,
}

impl CloseReason {
    /// All of them, in the order in which they are offered.
    pub const ALL: &'static [Self] = &[
        Self::AnotherSchool,
        Self::NoPlace,
        Self::NotAccepted,
        Self::Withdrawn,
        Self::NoAnswer,
        Self::Duplicate,
        Self::Other,
    ];

    /// As it is stored and told.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AnotherSchool => "another_school",
            Self::NoPlace => "no_place",
            Self::NotAccepted => "not_accepted",
            Self::Withdrawn => "withdrawn",
            Self::NoAnswer => "no_answer",
            Self::Duplicate => "duplicate",
            Self::Other => "other",
        }
    }
}

impl PartialSchema for State {
    /// With what the table says of them, for who draws it (`x-machine`).
    fn schema() -> RefOr<Schema> {
        let table = json!({
            "kind": ENQUIRY.kind,
            "states": Self::ALL,
            "over": ENQUIRY.over,
            "with_reason": ENQUIRY.with_reason(),
            "reasons": CloseReason::ALL,
        });
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Where an enquiry stands."))
            .enum_values(Some(Self::ALL.iter().map(|state| state.as_str())))
            .extensions(Some(Extensions::builder().add("x-machine", table).build()))
            .into()
    }
}

impl ToSchema for State {}

impl EnquiryRow {
    /// Where it stands; a row of a state that nobody knows cannot be read.
    pub fn state(&self) -> Result<Stand, StoreError> {
        let unknown = || StoreError::Inconsistent { table: "submissions", column: "state", id: self.id.to_string() };
        Stand::parse(&self.state).ok_or_else(unknown)
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
    /// The family waits for an answer.
    Unread,
}

impl Flag {
    /// As the list's statement knows it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PluginFailed => "plugin_failed",
            Self::Duplicate => "duplicate",
            Self::Unread => "unread",
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
    pub states: Vec<Stand>,
    pub form: String,
    /// Who looks after it.
    pub owner: Owner,
    pub tag: String,
    pub grade: String,
    pub school_year: String,
    /// A round of applications.
    pub round: String,
    /// What a grade's places are divided by.
    pub part: String,
    /// When offers that end have ended; 0 narrows nothing.
    pub ends_by: i64,
    /// How the conditions of its offer stand, and the financial documents that its family is asked for.
    pub conditions: Option<ConditionsStand>,
    pub financial: Option<FinancialStand>,
    /// JSON array of the questions by file that the caller does not read.
    pub withheld: String,
    /// How its documents stand, and the JSON array of what is over.
    pub documents: Option<DocumentsStand>,
    pub over: String,
    /// What the guardian's name is like: a JSON array of SQL's patterns, any of which is met.
    pub guardian: String,
    /// Who sent it.
    pub channel: Option<Channel>,
    /// JSON array of the audiences whose tags and documents count.
    pub reads: String,
    /// What needs somebody to look at it.
    pub flag: Option<Flag>,
    /// What is looked for.
    pub words: LookedFor,
    /// JSON array of the forms that the caller sees, or `*`.
    pub visible: String,
}

impl Filter {
    /// A002 for who asks which families wait for an answer and reads nothing that they wrote, or for financial documents and does not look after
    /// fees.
    pub fn require(&self, caller: &Caller) -> Result<(), Refusal> {
        if self.financial.is_some() {
            caller.require(Permission::ApplicationFees)?;
        }
        if self.flag == Some(Flag::Unread) { caller.require(Permission::NoteRead) } else { Ok(()) }
    }

    /// Whether nothing but the state and the caller's forms narrow the list.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let texts = [&self.form, &self.tag, &self.grade, &self.school_year, &self.round, &self.part, &self.guardian];
        texts.iter().all(|field| field.is_empty())
            && self.ends_by == 0
            && self.owner == Owner::Anybody
            && self.flag.is_none()
            && self.channel.is_none()
            && self.conditions.is_none()
            && self.financial.is_none()
            && self.documents.is_none()
            // Of what somebody looks after each is looked at.
            && !self.visible.contains('@')
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

/// What a text is like that has this in it, whatever its case, as a JSON array; `!` stands before what would mean something else. Empty for
/// nothing. SQLite knows the case of ASCII letters alone: names with others are looked for in small letters, in capitals, and with
/// each word's first letter a capital.
#[must_use]
pub fn patterns(typed: &str) -> String {
    let typed = typed.trim();
    if typed.is_empty() {
        return String::new();
    }
    let mut titled = String::with_capacity(typed.len());
    let mut is_inside = false;
    for letter in typed.chars() {
        if is_inside {
            titled.extend(letter.to_lowercase());
        } else {
            titled.extend(letter.to_uppercase());
        }
        is_inside = letter.is_alphanumeric();
    }
    let mut all = vec![typed.to_lowercase(), titled, typed.to_uppercase()];
    for one in &mut all {
        let escaped = one.to_ascii_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
        *one = format!("%{escaped}%");
    }
    all.dedup();
    serde_json::to_string(&all).unwrap_or_default()
}

/// The forms of which somebody of some roles sees all that came in, as a list; `*` for all.
#[must_use]
pub fn visible_to(config: &SchoolConfig, roles: &[Role]) -> String {
    if is_removed(Guard::FormAudience) || roles.contains(&Role::SchoolAdmin) {
        return "*".to_owned();
    }
    // Registrar and finance work on applications, and read nothing else. Who reads what they look after alone sees no form altogether.
    let reads = |id: &str, role: &Role| match role {
        Role::Registrar | Role::Finance => config.kind_of(id) == FormKind::Application,
        role => !role.reads_own_alone(),
    };
    let seen = config
        .forms
        .iter()
        .filter(|(id, form)| form.audience.iter().any(|role| roles.contains(role) && reads(id.as_str(), role)));
    let ids: Vec<_> = seen.map(|(id, _)| id).collect();
    serde_json::to_string(&ids).unwrap_or_else(|_| "[]".into())
}

/// The forms of which the caller sees all submissions: `*` for a school admin, else a JSON array.
#[must_use]
pub fn whole_forms(config: &SchoolConfig, caller: &Caller) -> String {
    if matches!(caller.actor, kernel::Actor::System) {
        return "*".to_owned();
    }
    visible_to(config, caller.roles())
}

/// What the caller sees: [`whole_forms`], and where a role of theirs reads what they look after alone, a [`share`] of each other form whose
/// submissions it may look after. A share is no form: whoever asks for forms alone, as counts of all and files do, finds nothing by it.
#[must_use]
pub fn visible_forms(config: &SchoolConfig, caller: &Caller) -> String {
    let whole = whole_forms(config, caller);
    let Some(me) = caller.user_id().filter(|_| caller.roles().iter().any(|role| role.reads_own_alone())) else {
        return whole;
    };
    let Ok(mut seen) = serde_json::from_str::<Vec<String>>(&whole) else { return whole };
    let shared = config.forms.keys().filter(|form| !is_visible(&whole, form) && is_reviewed(config, form));
    let of = |form: &String| if is_removed(Guard::AssignedAlone) { form.clone() } else { share(form, me) };
    seen.extend(shared.map(of));
    serde_json::to_string(&seen).unwrap_or_else(|_| "[]".into())
}

/// Whether reviewers may look after what comes in by a form: applications, and what its audience names them for.
#[must_use]
pub fn is_reviewed(config: &SchoolConfig, form: &str) -> bool {
    let is_named = || config.forms.get(form).is_some_and(|one| one.audience.contains(&Role::Reviewer));
    config.kind_of(form) == FormKind::Application || is_named()
}

/// What stands among visible forms for those submissions of one that somebody looks after. No id of a form has such a sign in it.
fn share(form: &str, owner: &UserId) -> String {
    format!("{form}@{owner}")
}

/// Whether a submission of a form, which somebody looks after, is among what is visible: where rows are at hand, as [`sees`] says it to statements.
#[must_use]
pub fn is_seen(visible: &str, form: &str, owner: Option<&UserId>) -> bool {
    is_visible(visible, form) || owner.is_some_and(|owner| is_visible(visible, &share(form, owner)))
}

/// Whether a submission `s` is among what is `:visible` ([`visible_forms`]).
macro_rules! sees {
    () => {
        "(CAST(:visible AS TEXT) = '*'
             OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END))
             OR s.form_id || '@' || s.owner_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END)))"
    };
}
pub(crate) use sees;

/// Which kinds of submissions somebody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindsSeen {
    /// Of any form that is not the application.
    pub enquiries: bool,
    pub applications: bool,
}

/// The kinds that are among the visible forms; who sees all of them sees enquiries also of forms that the school has no more.
#[must_use]
pub fn kinds_seen(config: &SchoolConfig, visible: &str) -> KindsSeen {
    let seen = |is_application: bool| {
        let mut forms = config.forms.keys();
        let is_shared = |form: &str| visible.contains(&format!("\"{form}@"));
        forms.any(|form| {
            (config.kind_of(form) == FormKind::Application) == is_application
                && (is_visible(visible, form) || is_shared(form))
        })
    };
    KindsSeen { enquiries: visible == "*" || seen(false), applications: seen(true) }
}

/// Whether a form is among the visible ones, with all that came in.
#[must_use]
pub fn is_visible(visible: &str, form: &str) -> bool {
    visible == "*" || serde_json::from_str::<Vec<String>>(visible).is_ok_and(|ids| ids.iter().any(|id| id == form))
}

#[cfg(test)]
mod tests {
    use machine::Denied;

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
    fn each_role_takes_each_pair_of_states_as_its_rights_say() {
        for role in Role::ALL.iter().copied() {
            let may = [Role::SchoolAdmin, Role::AdmissionsOfficer].contains(&role);
            let holds = |right: Permission| right.roles().contains(&role);
            for from in State::ALL.iter().copied() {
                for to in State::ALL.iter().copied() {
                    let step = |reason| ENQUIRY.step(from, to, holds, reason).map(|way| way.to);
                    let (silent, reasoned) = match (from == to, may, to) {
                        (true, ..) => (Err(Denied::NoWay), Err(Denied::NoWay)),
                        (_, false, _) => (Err(Denied::NoRight), Err(Denied::NoRight)),
                        (_, _, State::Lost) => (Err(Denied::NoReason), Ok(to)),
                        _ => (Ok(to), Err(Denied::NeedlessReason)),
                    };
                    let told = format!("{}: {from:?} to {to:?}", role.as_str());
                    assert_eq!((step(None), step(Some("no_place"))), (silent, reasoned), "{told}");
                    assert_eq!(ENQUIRY.allowed(from, holds).contains(&to), from != to && may, "{told}");
                }
            }
        }
    }

    #[test]
    fn names_are_told_as_they_are_stored() {
        for state in State::ALL {
            assert_eq!(json!(state), state.as_str());
        }
        for reason in CloseReason::ALL {
            assert_eq!(json!(reason), reason.as_str());
        }
    }

    #[test]
    fn what_is_typed_means_itself() {
        assert_eq!(patterns("  "), "");
        assert_eq!(patterns(" Al_Harthy 100%! "), r#"["%al!_harthy 100!%!!%"]"#);
        assert_eq!(patterns("هدى"), r#"["%هدى%"]"#);
        assert_eq!(patterns("ÉLODIE d'aÜ"), r#"["%élodie d'aü%","%Élodie d'aü%","%Élodie d'aÜ%"]"#);
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
