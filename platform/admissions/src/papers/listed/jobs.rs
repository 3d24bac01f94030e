//! The day after a paper's last one, and what came in before papers were counted.

use std::collections::HashMap;
use std::sync::Arc;

use form::FormDocument;
use jiff::civil::Date;
use kernel::{Refusal, SchoolScope, StoreError, SubmissionId};
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
        let mut first: Option<StoreError> = None;
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let some = store::stale(&mut tx, &today.to_string(), &after, &last).await?;
            drop(tx);
            let Some(row) = some.last() else { return first.map_or(Ok(counted), |error| Err(error.into())) };
            (after, last) = (row.until.clone(), row.id.clone());
            let known = self.with_documents(school, some).await;
            for chunk in known.chunks(AT_ONCE) {
                match self.count_some(&scope, chunk.to_vec(), today).await {
                    Ok(some) => counted += some,
                    // One of them keeps no other.
                    Err(_) => {
                        for one in chunk {
                            match self.count_some(&scope, vec![one.clone()], today).await {
                                Ok(some) => counted += some,
                                Err(error) => first = first.or(Some(error)),
                            }
                        }
                    }
                }
            }
        }
    }

    /// Counts some in a transaction.
    async fn count_some(
        &self,
        scope: &SchoolScope,
        some: Vec<(SubmissionId, Arc<FormDocument>)>,
        today: Date,
    ) -> Result<usize, StoreError> {
        let write = self.0.db().write(scope, move |tx| {
            Box::pin(async move {
                let mut counted = 0;
                for (id, document) in some {
                    Forms::hold_submission(tx, &id).await?;
                    match tell(tx, &id, &document, today).await {
                        Err(StoreError::Inconsistent { column, .. }) => {
                            tracing::warn!(%id, column, "the documents of a submission cannot be counted");
                        }
                        told => counted += told.map(|()| 1)?,
                    }
                }
                Ok(counted)
            })
        });
        write.await
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
                    tracing::warn!(
                        form = key.0,
                        digest = key.1,
                        "the documents of a submission cannot be counted without its form"
                    );
                }
                documents.insert(key.clone(), pinned.ok().map(|pinned| pinned.document));
            }
            known.extend(documents[&key].clone().map(|document| (id, document)));
        }
        known
    }
}
