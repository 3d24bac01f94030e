//! Ids of rows, each kind a type of its own, so that one cannot stand for another.
//!
//! A room names its own with [`ids!`](crate::ids); those that several rooms speak of stand here. What comes in from outside
//! ([`Id::from`] a text, a path, a job's payload) may name nothing: the statement that looks for it tells.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use rusqlite::types::{ToSqlOutput, ValueRef};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type as JsonType};
use utoipa::{PartialSchema, ToSchema};
use words::{Clock, Rng};

use crate::db::StoreError;
use crate::db::direct::{Bind, Cell};

/// What an id is of.
pub trait Kind: 'static {
    /// What such an id is called in the API document.
    const NAME: &'static str;
    /// What the document says of it.
    const DESCRIPTION: &'static str;
}

/// The id of a row of that kind.
pub struct Id<K> {
    text: String,
    kind: PhantomData<fn() -> K>,
}

/// Declares kinds of ids: `ids! { /// A till. pub TillId; }`.
#[macro_export]
macro_rules! ids {
    ($($(#[doc = $doc:literal])* $vis:vis $name:ident;)*) => {
        mod id_kinds {
            $(
                #[derive(Debug)]
                pub enum $name {}
                impl $crate::ids::Kind for $name {
                    const NAME: &'static str = stringify!($name);
                    const DESCRIPTION: &'static str = concat!($($doc),*);
                }
            )*
        }
        $($(#[doc = $doc])* $vis type $name = $crate::ids::Id<id_kinds::$name>;)*
    };
}

ids! {
    /// An account's id.
    pub UserId;
    /// A session's id.
    pub SessionId;
    /// The id of what a family sent: of an enquiry, and of any other submission.
    pub SubmissionId;
    /// A job's id in the outbox; stable over retries.
    pub JobId;
    /// A bulk job's id.
    pub BulkJobId;
    /// The id of a line of the log of who did what.
    pub AuditId;
}

impl<K> Id<K> {
    /// A new one: UUID version 7, so that ids of one table sort by their making.
    #[must_use]
    pub fn new(clock: &dyn Clock, rng: &dyn Rng) -> Self {
        words::ids::new_id(clock, rng).into()
    }

    /// As it is stored and told.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl<K> From<String> for Id<K> {
    fn from(text: String) -> Self {
        Self { text, kind: PhantomData }
    }
}

impl<K> From<&str> for Id<K> {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// As the command line takes it.
impl<K> FromStr for Id<K> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl<K> From<Id<K>> for String {
    fn from(id: Id<K>) -> Self {
        id.text
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        self.text.clone().into()
    }
}

impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<K> Eq for Id<K> {}

impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// Maps by ids are asked with a text that came in.
impl<K> Borrow<str> for Id<K> {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<K: Kind> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", K::NAME, self.text)
    }
}

impl<K> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.text)
    }
}

impl<'de, K> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d).map(Self::from)
    }
}

impl<K: Kind> PartialSchema for Id<K> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(JsonType::String).description(Some(K::DESCRIPTION.trim())).into()
    }
}

impl<K: Kind> ToSchema for Id<K> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(K::NAME)
    }
}

impl<D: Database, K> Type<D> for Id<K>
where
    String: Type<D>,
{
    fn type_info() -> D::TypeInfo {
        <String as Type<D>>::type_info()
    }

    fn compatible(info: &D::TypeInfo) -> bool {
        <String as Type<D>>::compatible(info)
    }
}

impl<'q, D: Database, K> Encode<'q, D> for Id<K>
where
    String: Encode<'q, D>,
{
    fn encode_by_ref(&self, buffer: &mut D::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.text.encode_by_ref(buffer)
    }
}

impl<'r, D: Database, K> Decode<'r, D> for Id<K>
where
    String: Decode<'r, D>,
{
    fn decode(value: D::ValueRef<'r>) -> Result<Self, BoxDynError> {
        String::decode(value).map(Self::from)
    }
}

impl<K> Bind for &Id<K> {
    fn bound(&self) -> Result<ToSqlOutput<'_>, StoreError> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.text.as_bytes())))
    }
}

impl<K> Cell for Id<K> {
    fn read(value: ValueRef<'_>) -> Result<Self, StoreError> {
        String::read(value).map(Self::from)
    }
}
