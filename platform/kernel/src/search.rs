//! What staff find things by: folded words ([`crate::fold`]), in an index that both databases walk by a word's beginning.
//!
//! Keys are written in the transaction of what they find. A slice's own statement asks for them: see the inbox's.

use words::fold;

use crate::db::{SchoolTx, StoreError};
use crate::statements;

statements! {
    /// Keys of an object, a list.
    pub insert_keys(kind: &str, object_id: &str, words: &str) -> [later]
        "INSERT INTO search_keys (school_id, kind, word, object_id)
         SELECT :school, :kind, w.value, :object_id FROM json_each(CAST(:words AS TEXT)) w WHERE true ON CONFLICT DO NOTHING";
    /// All keys of a kind go.
    pub delete_kind(kind: &str) -> [exec]
        "DELETE FROM search_keys WHERE school_id = :school AND kind = :kind";
}

/// Makes an object findable by fields of text, a line each.
pub async fn add(tx: &mut SchoolTx, kind: &str, object_id: &str, fields: &str) -> Result<(), StoreError> {
    let words = serde_json::json!(fold::keys(fields)).to_string();
    insert_keys(tx, kind, object_id, &words).await
}

/// What is looked for, as statements take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookedFor {
    /// The longest word, by which an index finds the fewest; empty when the words narrow nothing.
    pub word: String,
    /// The others, a JSON array.
    pub others: String,
}

/// Folds what is looked for.
#[must_use]
pub fn looked_for(words: &str) -> LookedFor {
    let mut terms: Vec<String> = fold::terms(words).into_iter().collect();
    terms.sort_by_key(|term| term.chars().count());
    let word = terms.pop().unwrap_or_default();
    LookedFor { word, others: serde_json::json!(terms).to_string() }
}
