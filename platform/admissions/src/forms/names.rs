//! Every name that a form declares of whom its answers are about, in either script, and every number by which an authority knows them: what
//! staff search by, and, of what came in before it was kept, told afterwards.

use std::collections::HashMap;
use std::sync::Arc;

use form::FormDocument;
use kernel::caller::SchoolScope;
use kernel::{SchoolTx, StoreError, SubmissionId, numbers, search};
use serde_json::Value;
use words::text::{cut, one_line};

use super::draft::person_ar;
use super::service::Forms;
use super::store::submissions::{self, NamedRow};
use super::store::versions;
use crate::enquiries::KIND;

/// Longest name, and longest number.
const NAME: usize = 200;
const NUMBER: usize = 40;
/// The counter that says whether what came in before knows its names and numbers: [`TOLD`] then.
const COUNTER: &str = "declared-names";
const TOLD: i64 = 2;
/// The numbers by which an authority knows somebody, as documents call them.
const NUMBERS: [&str; 2] = ["national_id", "passport"];
/// Documents that are in memory at once.
const SOME: usize = 8;

/// Names of child, applicant and guardians in what everybody reads, each once; none of whom an audience alone reads the name.
pub(super) fn declared(document: &FormDocument, open: &Value) -> Vec<String> {
    let nobody = |_: &str| false;
    let mut names = Vec::new();
    for one in document.named(open) {
        if document.withholds(one.who, &nobody).0 {
            continue;
        }
        for name in one.names {
            let name = cut(&one_line(&name), NAME);
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Numbers of the same in what everybody reads, each once; of one that nobody is shown all of, its end.
pub(super) fn numbers_of(document: &FormDocument, open: &Value) -> Vec<String> {
    let mut shown = open.clone();
    document.mask(&mut shown);
    let mut numbers = Vec::new();
    for (whole, seen) in document.named(open).into_iter().zip(document.named(&shown)) {
        for ((kind, whole), (_, seen)) in whole.keys.into_iter().zip(seen.keys) {
            let number = if whole == seen { whole } else { seen.trim_start_matches('X').to_owned() };
            let number = cut(&one_line(&number), NUMBER);
            if NUMBERS.contains(&kind) && !number.is_empty() && !numbers.contains(&number) {
                numbers.push(number);
            }
        }
    }
    numbers
}

/// What one that came in before is told.
struct Told {
    id: SubmissionId,
    person_ar: String,
    /// Those that it is not found by yet.
    names: Vec<String>,
}

impl Told {
    fn of(document: &FormDocument, row: NamedRow) -> Self {
        let mut open = row.answers.0;
        document.withhold_answers(&mut open, &|_| false);
        let mut names = numbers_of(document, &open);
        names.extend(declared(document, &open));
        names.retain(|name| !row.search_text.lines().any(|known| known == name));
        Self { person_ar: person_ar(document, &open), names, id: row.id }
    }
}

/// Documents by form and digest; none for one that cannot be read.
type Documents = HashMap<(String, String), Option<Arc<FormDocument>>>;

impl Forms {
    /// Tells what came in before names were kept in both scripts its own, by the documents that it was made with, and makes it findable by
    /// them. Where that is done already it costs the read of a row. Safe to repeat and to interrupt.
    pub async fn tell_names(&self, scope: &SchoolScope) -> Result<(), StoreError> {
        let db = &self.parts.db;
        let mut tx = db.read(scope).await?;
        let version = numbers::last(&mut tx, COUNTER).await?;
        drop(tx);
        if version == TOLD {
            return Ok(());
        }
        let (mut documents, mut after) = (Documents::new(), SubmissionId::from(""));
        loop {
            let mut tx = db.read(scope).await?;
            let rows = submissions::page_named(&mut tx, &after).await?;
            drop(tx);
            let Some(last) = rows.last() else { break };
            after = last.id.clone();
            let mut told = Vec::with_capacity(rows.len());
            for row in rows {
                if let Some(document) = self.declaring(scope, &mut documents, &row).await? {
                    told.push(Told::of(&document, row));
                }
            }
            told.retain(|one| !one.person_ar.is_empty() || !one.names.is_empty());
            if !told.is_empty() {
                db.write(scope, move |tx| Box::pin(async move { keep(tx, told).await })).await?;
            }
        }
        db.write(scope, |tx| Box::pin(async move { numbers::set(tx, COUNTER, TOLD).await.map(drop) })).await
    }

    /// Makes a submission findable by a number that the school gave it since; once, however often it is called.
    pub(crate) async fn find_by_number(tx: &mut SchoolTx, id: &SubmissionId, number: &str) -> Result<(), StoreError> {
        let Some(row) = submissions::find_text(tx, id).await? else { return Ok(()) };
        if row.search_text.lines().any(|known| known == number) {
            return Ok(());
        }
        if submissions::add_search_text(tx, id, &format!("\n{number}")).await? > 0 {
            search::add(tx, KIND, id.as_str(), number).await?;
        }
        Ok(())
    }

    /// The document that one was made with.
    async fn declaring(
        &self,
        scope: &SchoolScope,
        known: &mut Documents,
        row: &NamedRow,
    ) -> Result<Option<Arc<FormDocument>>, StoreError> {
        let key = (row.form_id.clone(), row.form_digest.clone());
        if let Some(document) = known.get(&key) {
            return Ok(document.clone());
        }
        let mut tx = self.parts.db.read(scope).await?;
        let version = versions::find_version(&mut tx, &row.form_id, &row.form_digest).await?;
        drop(tx);
        let document = match version {
            Some(version) => {
                let read = move || FormDocument::from_source(&version.document).ok();
                tokio::task::spawn_blocking(read).await.unwrap_or_default()
            }
            None => None,
        };
        if known.len() >= SOME {
            known.clear();
        }
        known.insert(key, document.clone());
        Ok(document)
    }
}

async fn keep(tx: &mut SchoolTx, all: Vec<Told>) -> Result<(), StoreError> {
    for Told { id, person_ar, names } in all {
        if !person_ar.is_empty() {
            submissions::set_person_ar(tx, &id, &person_ar).await?;
        }
        let fields = names.join("\n");
        if !names.is_empty() && submissions::add_search_text(tx, &id, &format!("\n{fields}")).await? > 0 {
            search::add(tx, KIND, id.as_str(), &fields).await?;
        }
    }
    Ok(())
}
