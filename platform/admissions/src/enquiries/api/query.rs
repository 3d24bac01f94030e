//! What the inbox is asked.

use kernel::caller::Actor;
use kernel::{Caller, Refusal, UserId};
use serde::Deserialize;
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use words::Language;
use words::text::cut;

use crate::applications::offer_ended;
use crate::enquiries::columns::read_columns;
use crate::enquiries::export::{Kind, Layout};
use crate::enquiries::model::{CloseReason, Filter, Flag, Owner, Sort, State, patterns};
use crate::letters::{ConditionsStand, FinancialStand};
use crate::origins::Channel;
use crate::papers::DocumentsStand;
use crate::stand::Stand;
use crate::typed::read_day;

/// Which entries of a timeline.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct TimelineQuery {
    /// Those before it: the submission's `timeline_cursor`, or the last page's `next_cursor`. The newest when left out.
    pub(super) cursor: Option<String>,
}

/// What the list is narrowed to and how it is ordered.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// 50 when left out; less than 1 counts as 1, more than 500 as 500.
    pub(super) page_size: Option<u32>,
    /// Where the page starts: the last page's `next_cursor`.
    pub(super) cursor: Option<String>,
    /// Beginnings of words in reference, person, guardian, e-mail and phone, each of which is met; spelling, marks and signs make no difference.
    #[param(max_length = 200)]
    pub(super) q: Option<String>,
    /// States of enquiries or statuses of applications (`W/review`), separated by commas.
    #[param(
        pattern = "^(new|contacted|toured|applying|lost|[A-Z](/[a-z_]+)?)(,(new|contacted|toured|applying|lost|[A-Z](/[a-z_]+)?))*$"
    )]
    pub(super) state: Option<String>,
    /// A form.
    pub(super) form: Option<String>,
    /// `me`, `none` or a person's id.
    pub(super) owner: Option<String>,
    /// A tag.
    pub(super) tag: Option<String>,
    /// A grade, as `list_enquiry_choices` gives its value.
    #[param(max_length = 200)]
    pub(super) grade: Option<String>,
    /// A school year, likewise.
    #[param(max_length = 200)]
    pub(super) year: Option<String>,
    /// A round of applications.
    #[param(max_length = 40)]
    pub(super) round: Option<String>,
    /// What a grade's places are divided by, a campus or a stream: a part of their names after the grade.
    #[param(max_length = 40, pattern = "^[a-z0-9_-]*$")]
    pub(super) part: Option<String>,
    /// Only applications whose offer is out and has that last day, or one before: `YYYY-MM-DD`.
    #[param(format = Date, max_length = 10)]
    pub(super) offer_ends_by: Option<String>,
    /// How the conditions of an offer that stands do: one is `open`, something was `submitted` for one that is, or all are `met`.
    #[param(inline)]
    pub(super) conditions: Option<ConditionsStand>,
    /// How the financial documents do that a family was asked for; A002 for who does not look after fees.
    #[param(inline)]
    pub(super) financial: Option<FinancialStand>,
    /// How documents stand of what is not over, as far as the caller reads that: one at least is `missing`, none is (`complete`), one at least was
    /// `refused` and no other came, or a file came that nobody has looked at (`to_check`).
    #[param(inline)]
    pub(super) documents: Option<DocumentsStand>,
    /// Part of the guardian's name, as the list shows it.
    #[param(max_length = 200)]
    pub(super) guardian: Option<String>,
    /// Who sent it: the family itself, or somebody of the staff for them.
    #[param(inline)]
    pub(super) channel: Option<Channel>,
    /// What needs somebody to look at it.
    #[param(inline)]
    pub(super) flag: Option<Flag>,
    /// Newest first when left out.
    #[param(inline)]
    pub(super) sort: Option<Sort>,
    /// The export has to name one.
    #[param(inline)]
    pub(super) format: Option<Format>,
    /// `en` or `ar`, for what the export says.
    pub(super) lng: Option<String>,
    /// Columns of the export, with commas between: `reference`, `received`, `form`, `person`, `guardian`, `phone`, `email`, `grade`, `school_year`, `state`, `owner`, `score`,
    /// `out_of`, `tags`, `route`, `flags`, `notes`, of applications `registration_id`, `status`, `sub_status`, `round`, `bucket`, `held_from`, `review_by`,
    /// `offer_until`, `admission_number`, `channel`, `missing_docs`, `conditions`, `financial` (A002 for who does not look after fees, whose files do not have it), and `answer.` with the name of a field of the form. All when left out. An address has room for so many; more
    /// are asked for by `request_enquiry_export`.
    #[param(max_length = 4000, pattern = "^[A-Za-z0-9_.,-]*$")]
    pub(super) columns: Option<String>,
}

/// A file's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Commas between, UTF-8 with a mark.
    Csv,
    /// A workbook.
    Xlsx,
}

impl From<Format> for Kind {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Xlsx => Self::Xlsx,
        }
    }
}

/// Which language to show a submission in.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// `en` or `ar`; `en` when left out.
    pub(super) lng: Option<String>,
}

/// A change to a submission.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateEnquiryRequest {
    /// The version that it is based on.
    pub(super) version: i64,
    /// Where it goes.
    pub(super) state: Option<State>,
    /// Who looks after it: a person's id, or null for nobody.
    #[serde(default, deserialize_with = "kernel::extract::present")]
    #[schema(value_type = Option<String>)]
    pub(super) owner: Option<Option<UserId>>,
    /// Why, where it goes to `lost`; there it has to be said.
    pub(super) reason: Option<CloseReason>,
    /// Words for colleagues.
    #[schema(max_length = 4000)]
    pub(super) comment: Option<String>,
}

/// A language of the product; English when nothing is asked.
pub(super) fn read_language(tag: Option<&str>) -> Result<Language, Refusal> {
    match tag {
        None | Some("en") => Ok(Language::En),
        Some("ar") => Ok(Language::Ar),
        Some(_) => Err(Refusal::malformed("a language is en or ar")),
    }
}

/// How a file of the list is written.
pub(super) fn read_layout(kind: Kind, query: &ListQuery) -> Result<Layout, Refusal> {
    Ok(Layout {
        kind,
        language: read_language(query.lng.as_deref())?,
        columns: read_columns(query.columns.as_deref())?,
    })
}

/// What the list is narrowed to and how it is ordered.
pub(super) fn read_filter(school: &School, caller: &Caller, query: ListQuery) -> Result<(Filter, Sort), Refusal> {
    let states: Option<Vec<Stand>> = match query.state.as_deref().filter(|text| !text.is_empty()) {
        None => Some(Vec::new()),
        Some(text) => text.split(',').map(Stand::meant).collect::<Option<Vec<_>>>().map(|all| all.concat()),
    };
    let owner = match (query.owner.as_deref(), &caller.actor) {
        (None | Some(""), _) => Owner::Anybody,
        (Some("none"), _) => Owner::Nobody,
        (Some("me"), Actor::User { id, .. }) => Owner::User(id.clone()),
        (Some(id), _) => Owner::User(id.into()),
    };
    let guardian = query.guardian.unwrap_or_default();
    // SQLite takes a pattern to end at NUL, and finds everybody.
    if guardian.contains(char::is_control) {
        return Err(Refusal::malformed("guardian holds a character that is in no name"));
    }
    let last = query.offer_ends_by.as_deref().map(read_day).transpose()?;
    let ends_by = last.map_or(0, |day| offer_ended(school, day));
    let filter = Filter {
        states: states.ok_or_else(|| Refusal::malformed("state is none that an enquiry can have"))?,
        form: query.form.unwrap_or_default(),
        owner,
        tag: query.tag.unwrap_or_default(),
        grade: query.grade.unwrap_or_default(),
        school_year: query.year.unwrap_or_default(),
        round: query.round.unwrap_or_default(),
        part: query.part.unwrap_or_default(),
        ends_by,
        conditions: query.conditions,
        financial: query.financial,
        withheld: String::new(),
        documents: query.documents,
        over: Stand::over(),
        guardian: patterns(&cut(&guardian, 200)),
        channel: query.channel,
        reads: String::new(),
        flag: query.flag,
        words: kernel::search::looked_for(&cut(query.q.unwrap_or_default().trim(), 200)),
        visible: String::new(),
    };
    Ok((filter, query.sort.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use machine::State as _;

    use super::*;

    #[test]
    fn the_list_is_narrowed_to_the_states_that_there_are() {
        let parameters = ListQuery::into_params(|| None);
        let state = parameters.into_iter().find(|parameter| parameter.name == "state").expect("state");
        let pattern = serde_json::to_value(state.schema).expect("schema")["pattern"].clone();
        let states = State::ALL.iter().map(|state| state.as_str()).collect::<Vec<_>>().join("|");
        let any = format!("{states}|[A-Z](/[a-z_]+)?");
        assert_eq!(pattern, format!("^({any})(,({any}))*$"));
    }

    #[test]
    fn a_null_owner_is_told_from_none() {
        let read = |text: &str| serde_json::from_str::<UpdateEnquiryRequest>(text).expect("request").owner;
        assert_eq!(read(r#"{"version":1}"#), None);
        assert_eq!(read(r#"{"version":1,"owner":null}"#), Some(None));
        assert_eq!(read(r#"{"version":1,"owner":"x"}"#), Some(Some("x".into())));
    }
}
