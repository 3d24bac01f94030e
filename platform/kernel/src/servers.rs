//! What tells the servers of one database from strangers: the mark of the secret that all of them have. A server with another
//! secret would read no sealed value, and write values that none of the others can read.

use data_encoding::HEXLOWER;

use crate::crypto::Secret;
use crate::db::{PlatformDb, StoreError};
use crate::{platform_statements, rows};

/// The one mark there is so far.
const SECRET: &str = "secret";

rows! {
    /// A mark.
    pub struct MarkRow {
        /// It.
        pub mark: String,
    }
}

platform_statements! {
    /// A mark, if one was left.
    pub find_mark(name: &str) -> [opt MarkRow]
        "SELECT mark FROM server_marks WHERE name = :name";
    /// Leaves a mark; the first one stays.
    pub leave_mark(name: &str, mark: &str) -> [exec]
        "INSERT INTO server_marks (name, mark) VALUES (:name, :mark) ON CONFLICT (name) DO NOTHING";
}

/// The mark of a secret: a part of a hash, from which nobody gets back to it.
#[must_use]
pub fn mark_of(secret: &Secret) -> String {
    HEXLOWER.encode(&secret.server_key("store")[..16])
}

/// The mark that the servers of this database left, if one of them was here.
pub async fn mark(db: &PlatformDb) -> Result<Option<String>, StoreError> {
    Ok(find_mark(&mut db.read().await?, SECRET).await?.map(|row| row.mark))
}

/// Whether the servers of this database have this secret; the first of them leaves its mark.
pub async fn agree(db: &PlatformDb, secret: &Secret) -> Result<bool, StoreError> {
    let own = mark_of(secret);
    if let Some(known) = mark(db).await? {
        return Ok(known == own);
    }
    let left = own.clone();
    db.write(move |tx| Box::pin(async move { leave_mark(tx, SECRET, &left).await })).await?;
    // Of two first starts one left it.
    Ok(mark(db).await?.is_some_and(|known| known == own))
}
