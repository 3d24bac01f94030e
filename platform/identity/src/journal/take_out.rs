//! Taking the log out: counted by account and hour before a line is read, written down, and read page by page as it leaves. However
//! long the log is, the process holds one page of it.

use axum::body::{Body, Bytes};
use futures_util::stream;
use kernel::allowance::{EXPORTS, Export, Left};
use kernel::{AuditId, Caller, Refusal};
use serde_json::json;
use words::{Language, Permission};

use super::export::Sheet;
use super::model::AuditFilter;
use super::service::{count, item, list};
use crate::fresh::TakenOut;
use crate::service::Identity;

/// Lines that are in memory.
const PAGE: i64 = 500;

/// Where a file stands that is on its way.
struct Rest {
    identity: Identity,
    caller: Caller,
    filter: AuditFilter,
    sheet: Sheet,
    before: Option<(i64, AuditId)>,
    left: i64,
}

impl Identity {
    /// The log as CSV. L018 for who signed in long ago, A006 when it is more than the account may take out this hour: both before a line
    /// is read.
    pub async fn export_audit(
        &self,
        caller: &Caller,
        mut filter: AuditFilter,
        zone: jiff::tz::TimeZone,
        language: Language,
    ) -> Result<Body, Refusal> {
        caller.require(Permission::AuditRead)?;
        let now = self.0.clock.now_ms();
        // What is done from now on, this as well, is not in it.
        filter.to = Some(filter.to.unwrap_or(i64::MAX).min(now));
        let lines = {
            let mut tx = self.0.db.read(&caller.school).await?;
            Self::require_fresh(&mut tx, caller, now).await?;
            // One more than may be taken: what matches more is refused, and never cut short in silence.
            count(&mut tx, &filter, EXPORTS.most + 1).await?
        };
        self.count_out(caller, lines).await?;
        let sheet = Sheet::new(zone, language);
        let rest = Rest { identity: self.clone(), caller: caller.clone(), filter, sheet, before: None, left: lines };
        let heading = Bytes::from(rest.sheet.heading()?);
        let pages = stream::try_unfold((rest, Some(heading)), |(rest, heading)| async move {
            match heading {
                Some(heading) => Ok::<_, axum::BoxError>(Some((heading, (rest, None)))),
                None => rest.next().await.map(|page| page.map(|(page, rest)| (page, (rest, None)))),
            }
        });
        Ok(Body::from_stream(pages))
    }

    /// Writes the taking out down, counts it, and tells of a big one. A006 when it is too much for this hour.
    async fn count_out(&self, caller: &Caller, lines: i64) -> Result<(), Refusal> {
        let export = Export {
            of: EXPORTS,
            kind: "audit",
            lines,
            detail: super::with_address(caller, json!({ "lines": lines })),
        };
        let counted = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let left = export.count(tx, (&*inner.clock, &*inner.rng), &caller).await?;
                if matches!(left, Left::Enough(_)) {
                    let taken = TakenOut { what: "audit", lines: usize::try_from(lines).unwrap_or_default() };
                    Self(inner).tell_of_export(tx, &caller, taken).await?;
                }
                Ok(left)
            })
        });
        Export::allowed(EXPORTS, lines, counted.await?)
    }
}

impl Rest {
    /// The next page and what is left; nothing at the end.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, axum::BoxError> {
        let broken = |refusal: Refusal| -> axum::BoxError { format!("the log broke off: {:?}", refusal.id()).into() };
        if self.left <= 0 {
            return Ok(None);
        }
        let mut tx = self.identity.0.db.read(&self.caller.school).await?;
        let rows = list(&mut tx, &self.filter, self.before.take(), self.left.min(PAGE)).await?;
        drop(tx);
        let Some(last) = rows.last() else { return Ok(None) };
        self.before = Some((last.at, last.id.clone()));
        self.left -= i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let items = rows.into_iter().map(|row| (row.at, item(row))).collect::<Vec<_>>();
        let page = self.sheet.lines(&items).map_err(broken)?;
        Ok(Some((Bytes::from(page), self)))
    }
}
