//! Which documents this child needs: by nationality, where the child comes from, and the grade.

use plugin_sdk::PluginError;
use rules::answers::Answers;
use serde::Deserialize;

use crate::{place::Place, tables::Tables};

/// Citizens of these states need no residence in Oman.
const GULF: [&str; 5] = ["AE", "BH", "KW", "QA", "SA"];

/// One document that the school asks for.
#[derive(Deserialize)]
pub struct Document {
    /// Its text.
    pub code: String,
    /// The upload field that answers it.
    pub field: String,
    /// Days that the family has to bring it.
    pub days: i32,
    #[serde(default)]
    origins: Vec<String>,
    from_grade: Option<String>,
    when: Option<String>,
}

/// Papers that the health or learning support team alone reads, as the form's `audiences` say.
const WITHHELD: [&str; 3] = ["doc_medical", "doc_learning", "doc_vaccination"];

/// Whether a paper, and that it is wanted, is not for every reader.
pub fn is_withheld(document: &Document) -> bool {
    WITHHELD.contains(&document.field.as_str())
}

/// The child's group in the document table; `None` while nationality or residence is open.
pub fn group(answers: Answers<'_>) -> Option<&'static str> {
    let (nationality, here) = (answers.text("nationality")?, answers.flag("lives_in_oman")?);
    Some(match nationality {
        "OM" => "omani",
        gulf if GULF.contains(&gulf) => "gcc",
        _ if here => "resident",
        _ => "overseas",
    })
}

/// The documents for this child.
pub fn wanted(
    answers: Answers<'_>,
    group: &str,
    place: &Place,
    tables: &Tables<'_>,
) -> Result<Vec<Document>, PluginError> {
    let own: Option<Vec<Document>> = tables.row("abq_documents", group)?;
    let common: Option<Vec<Document>> = tables.row("abq_documents", "everyone")?;
    let origin = answers.text("origin").unwrap_or_default();
    let applies = |document: &Document| {
        (document.origins.is_empty() || document.origins.iter().any(|own| own == origin))
            && document.from_grade.as_deref().is_none_or(|first| place.is_from(first))
            && document.when.as_deref().is_none_or(|field| answers.yes(field))
    };
    Ok(own.into_iter().chain(common).flatten().filter(applies).collect())
}
