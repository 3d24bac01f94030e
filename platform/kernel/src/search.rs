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
    /// Some keys of an object go, a list.
    pub delete_keys(kind: &str, object_id: &str, words: &str) -> [exec]
        "DELETE FROM search_keys WHERE school_id = :school AND kind = :kind AND object_id = :object_id
         AND word IN (SELECT value FROM json_each(CAST(:words AS TEXT)))";
    /// All keys of a kind go.
    pub delete_kind(kind: &str) -> [exec]
        "DELETE FROM search_keys WHERE school_id = :school AND kind = :kind";
}

/// Makes an object findable by fields of text, a line each.
pub async fn add(tx: &mut SchoolTx, kind: &str, object_id: &str, fields: &str) -> Result<(), StoreError> {
    let words = serde_json::json!(fold::keys(fields)).to_string();
    insert_keys(tx, kind, object_id, &words).await
}

/// Makes an object findable by other fields of text than before; by what others made it findable it stays so.
pub async fn replace(
    tx: &mut SchoolTx,
    kind: &str,
    object_id: &str,
    (before, after): (&str, &str),
) -> Result<(), StoreError> {
    let (gone, words) = (fold::keys(before), fold::keys(after));
    let gone: Vec<&String> = gone.difference(&words).collect();
    if !gone.is_empty() {
        delete_keys(tx, kind, object_id, &serde_json::json!(gone).to_string()).await?;
    }
    insert_keys(tx, kind, object_id, &serde_json::json!(words).to_string()).await
}

/// What is looked for, as statements take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookedFor {
    /// The longest word, by which an index finds the fewest; empty when the words narrow nothing.
    pub word: String,
    /// What the same word is in the other script ([`fold::alike`]); empty where it is nothing.
    pub alike: String,
    /// The others, a JSON array: each spelling of each, after a letter that stands for the word.
    pub others: String,
}

/// Folds what is looked for.
#[must_use]
pub fn looked_for(words: &str) -> LookedFor {
    let mut terms: Vec<String> = fold::terms(words).into_iter().collect();
    terms.sort_by_key(|term| term.chars().count());
    let word = terms.pop().unwrap_or_default();
    let spelled = terms.into_iter().zip('a'..='z').flat_map(|(term, letter)| {
        let alike = fold::alike(&term);
        std::iter::once(term).chain(alike).map(move |spelling| format!("{letter}{spelling}"))
    });
    let others: Vec<String> = spelled.collect();
    LookedFor { alike: fold::alike(&word).unwrap_or_default(), word, others: serde_json::json!(others).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_looked_for_in_both_of_its_spellings() {
        let LookedFor { word, alike, others } = looked_for("Maryam bin 9123");
        assert_eq!((word.as_str(), alike.as_str()), ("maryam", "~mrm"));
        assert_eq!(others, r#"["abin","a~bn.","b9123"]"#);
        let none = looked_for(" % ");
        assert_eq!(none, LookedFor { word: String::new(), alike: String::new(), others: "[]".to_owned() });
    }
}
