//! The day after a paper's last one, and what came in before papers were counted.

use std::collections::HashMap;
use std::sync::Arc;

use form::FormDocument;
use kernel::{Refusal, StoreError, SubmissionId};
use tenants::School;

use super::service::tell;
use super::store::{self, StaleRow};
use crate::forms::Forms;
use crate::papers::Papers;

/// Submissions that one transaction counts: whoever writes meanwhile waits for no more.
const AT_ONCE: usize = 20;

impl Papers {
    /// Counts the papers of those that were never counted, or of which one had its last day since. Safe to repeat and to interrupt; one whose
    /// document or answers cannot be read is left for the next time. How many.
    pub async fn count_stale(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let (scope, today) = (school.scope(), self.today(school));
        let (mut after, mut last, mut counted) = (String::new(), SubmissionId::from(""), 0);
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let some = store::stale(&mut tx, &today.to_string(), &after, &last).await?;
            drop(tx);
            let Some(row) = some.last() else { return Ok(counted) };
            (after, last) = (row.until.clone(), row.id.clone());
            let known = self.with_documents(school, some).await;
            for chunk in known.chunks(AT_ONCE) {
                let chunk = chunk.to_vec();
                let write = self.0.db().write(&scope, move |tx| {
                    Box::pin(async move {
                        let mut counted = 0;
                        for (id, document) in chunk {
                            Forms::hold_submission(tx, &id).await?;
                            match tell(tx, &id, &document, today).await {
                                Err(StoreError::Inconsistent { column, .. }) => {
                                    tracing::warn!(%id, column, "the documents of a submission cannot be counted");
                                }
                                told => counted += told.map(|()| 1)?,
                            }
                        }
                        Ok::<_, StoreError>(counted)
                    })
                });
                counted += write.await?;
            }
        }
    }

    /// Those of some whose document can be had.
    async fn with_documents(
        &self,
        school: &Arc<School>,
        some: Vec<StaleRow>,
    ) -> Vec<(SubmissionId, Arc<FormDocument>)> {
        let mut documents: HashMap<(String, String), Option<Arc<FormDocument>>> = HashMap::new();
        let mut known = Vec::with_capacity(some.len());
        for StaleRow { id, form_id, form_digest, .. } in some {
            let key = (form_id, form_digest);
            if !documents.contains_key(&key) {
                let pinned = self.0.forms().pinned_in(&school.scope(), school, &key.0, &key.1).await;
                if pinned.is_err() {
                    tracing::warn!(form = key.0, digest = key.1, "the documents of a submission cannot be counted without its form");
                }
                documents.insert(key.clone(), pinned.ok().map(|pinned| pinned.document));
            }
            known.extend(documents[&key].clone().map(|document| (id, document)));
        }
        known
    }
}
