//! Where answers point, and what that asks of whom.

use form::FormDocument;
use kernel::timeline::EntryRow;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenants::School;
use tenants::registry::bucket_name;
use utoipa::ToSchema;
use words::Text;

use super::super::model::Standing;
use super::super::overview::BucketSeats;

/// What becomes of a place of which the answers say another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PlaceChoice)]
pub enum Choice {
    /// It is where the answers say from now on.
    Move,
    /// It stays where it is.
    Keep,
}

/// Where the answers of an application point, which has its place elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differs {
    pub round: String,
    pub bucket: String,
    /// What that is called.
    pub is: Text,
    /// What the place that it has is called.
    pub was: Text,
}

impl Differs {
    /// What is asked where answers point at one place and an application has another; with the school years where these are two.
    pub fn between(
        school: &School,
        document: &FormDocument,
        (round, bucket): (&str, &str),
        (own_round, own_bucket): (&str, &str),
    ) -> Self {
        let named = |round: &str, bucket: &str, is_dated: bool| {
            let Text { en, ar } = bucket_name(Some(document), bucket);
            if !is_dated {
                return Text { en, ar };
            }
            let year = school.round(round).year.clone();
            Text { en: format!("{en}, {year}"), ar: format!("{ar}، {year}") }
        };
        let is_dated = round != own_round;
        Self {
            round: round.to_owned(),
            bucket: bucket.to_owned(),
            is: named(round, bucket, is_dated),
            was: named(own_round, own_bucket, is_dated),
        }
    }

    /// As the task keeps it.
    pub fn params(&self) -> Value {
        json!(self)
    }

    /// As the task kept it.
    pub fn of(params: Value) -> Option<Self> {
        serde_json::from_value(params).ok()
    }
}

/// The same as somebody of the staff sees it.
#[derive(Debug)]
pub struct Differing {
    pub to: Differs,
    /// The seats there; none for who sees no seats.
    pub seats: Option<BucketSeats>,
    /// Whether they may move the place, or keep it.
    pub may_settle: bool,
}

/// What a history tells of places, from where and to where: it keeps their names in both languages where these differ.
pub fn place_words(entry: &EntryRow) -> [Option<Text>; 2] {
    let is_told = matches!(entry.action.as_str(), "bucket" | "place_kept");
    let words = |value: &Option<String>| {
        let said = value.as_deref().filter(|_| is_told)?;
        serde_json::from_str(said).ok()
    };
    [words(&entry.from_value), words(&entry.to_value)]
}

/// Whether a place is there to be moved: of what is over, and of who is enrolled, none is.
pub fn may_differ(standing: Standing) -> bool {
    !standing.is_over()
}
