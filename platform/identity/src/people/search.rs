//! Looking for people by what they are called, folded as the inbox's search is: nobody remembers where a hamza stood.
//!
//! What is looked for may stand anywhere in a name, an address or a staff code. The people of one school are few enough to be read
//! through, some at a time; what is folded stands in no column, so that no rule of folding can be older than another.

use std::collections::BTreeSet;

use kernel::{SchoolTx, StoreError, UserId};
use serde_json::json;
use words::fold;

use super::store::{self, ListedRow, NamedRow};

/// People that are read at a time.
const SOME: usize = 500;

/// Whom the list is narrowed to, and where the page begins.
pub(super) struct Asked<'a> {
    pub role: &'a str,
    pub status: &'a str,
    pub kind: &'a str,
    pub audience: &'a str,
    pub erasure_asked: bool,
    pub after: (&'a str, &'a UserId),
    pub limit: usize,
}

/// Who is looked for.
pub(super) struct Sought {
    id: UserId,
    terms: BTreeSet<String>,
}

impl Sought {
    /// None when there is neither letter nor digit to look for.
    pub fn of(text: &str) -> Option<Self> {
        let terms = fold::terms(text);
        (!terms.is_empty()).then(|| Self { id: text.trim().into(), terms })
    }

    fn is(&self, row: &NamedRow) -> bool {
        let code = row.staff_code.as_deref().unwrap_or_default();
        let folded = [row.name.as_str(), &row.email, &row.contact_email, code].map(fold::together);
        row.id == self.id || self.terms.iter().all(|term| folded.iter().any(|field| field.contains(term)))
    }
}

/// A page of everybody, and how many there are.
pub(super) async fn everybody(tx: &mut SchoolTx, asked: &Asked<'_>) -> Result<(Vec<ListedRow>, i64), StoreError> {
    let &Asked { role, status, kind, audience, erasure_asked, after: (name, id), limit } = asked;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = store::list_people(tx, role, status, kind, audience, erasure_asked, name, id, limit).await?;
    Ok((rows, store::count_people(tx, role, status, kind, audience, erasure_asked).await?.n))
}

/// A page of those who are looked for, and how many they are.
pub(super) async fn people(
    tx: &mut SchoolTx,
    sought: &Sought,
    asked: &Asked<'_>,
) -> Result<(Vec<ListedRow>, i64), StoreError> {
    let &Asked { role, status, kind, audience, erasure_asked, after: (page_name, page_id), limit } = asked;
    let (mut found, mut total) = (Vec::new(), 0);
    let mut last = (String::new(), UserId::from(""));
    loop {
        let (name, id) = (&last.0, &last.1);
        let some = i64::try_from(SOME).unwrap_or(i64::MAX);
        let rows =
            store::name_people(tx, role, status, kind, audience, erasure_asked, name, id, page_name, page_id, some)
                .await?;
        for row in rows.iter().filter(|row| sought.is(row)) {
            total += 1;
            if row.is_after != 0 && found.len() < limit {
                found.push(row.id.clone());
            }
        }
        match rows.into_iter().nth(SOME - 1) {
            Some(row) => last = (row.name, row.id),
            None => return Ok((store::list_these(tx, &json!(found).to_string()).await?, total)),
        }
    }
}
