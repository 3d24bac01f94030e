//! Identifiers. Each kind is its own type, so that one cannot stand for another.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A school's id: the slug `^[a-z0-9][a-z0-9-]{0,62}$`. Immutable; cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SchoolId(Arc<str>);

/// The text is no school id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a school id has 1 to 63 of a-z, 0-9 and -, and does not begin with -")]
pub struct BadSchoolId;

impl SchoolId {
    /// Accepts exactly the slug; nothing is trimmed or lower-cased.
    pub fn parse(text: &str) -> Result<Self, BadSchoolId> {
        let bytes = text.as_bytes();
        let word = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        let valid = bytes.len() <= 63 && bytes.first().is_some_and(word) && bytes.iter().all(|b| word(b) || *b == b'-');
        if valid { Ok(Self(text.into())) } else { Err(BadSchoolId) }
    }

    /// The slug.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SchoolId {
    type Err = BadSchoolId;

    fn from_str(text: &str) -> Result<Self, BadSchoolId> {
        Self::parse(text)
    }
}

impl fmt::Display for SchoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SchoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SchoolId({})", self.0)
    }
}

impl serde::Serialize for SchoolId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for SchoolId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// A new id: UUID version 7, so that ids of one table sort by their making.
#[must_use]
pub fn new_id(clock: &dyn crate::Clock, rng: &dyn crate::Rng) -> String {
    let mut random = [0u8; 10];
    rng.fill(&mut random);
    let millis = u64::try_from(clock.now_ms()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().to_string()
}

/// When an id was made, in milliseconds, read from a text that is one or begins with one. `None` for what is none of ours.
#[must_use]
pub fn made_at(text: &str) -> Option<i64> {
    let id = uuid::Uuid::try_parse(text.get(..36)?).ok()?;
    let (seconds, nanos) = id.get_timestamp().filter(|_| id.get_version_num() == 7)?.to_unix();
    i64::try_from(seconds * 1000 + u64::from(nanos / 1_000_000)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_when_it_was_made() {
        let clock = crate::clock::FixedClock::at(1_795_248_000_123);
        let id = new_id(&clock, &crate::rng::CountingRng::default());
        assert_eq!(made_at(&id), Some(1_795_248_000_123));
        assert_eq!(made_at(&format!("{id}-drawn")), Some(1_795_248_000_123));
        assert_eq!((made_at("x"), made_at("00000000-0000-4000-8000-000000000000")), (None, None));
    }

    #[test]
    fn only_slugs_are_school_ids() {
        for good in ["a", "abq", "9", "a-b-", &"a".repeat(63)] {
            assert!(SchoolId::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "-a", "A", "a_b", "a.b", "ا", &"a".repeat(64), "a b"] {
            assert!(SchoolId::parse(bad).is_err(), "{bad}");
        }
    }
}
