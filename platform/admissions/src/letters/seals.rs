//! The school's seal: the hook behind which it is made, and the keys that it is made with.

use std::sync::Arc;

use data_encoding::{BASE64, HEXLOWER};
use kernel::crypto::{self, Secret};
use kernel::{Db, Refusal, SchoolScope, StoreError};
use words::{Clock, Rng, Text, sha256_hex};

use super::store::{self, KeyRow};
use crate::ids::SealingKeyId;

/// What secrets of keys are sealed for.
const PURPOSE: &str = "sealing-key";

/// Makes seals; the server puts the crate of letters behind it.
pub trait Seals: Send + Sync {
    /// A key of 32 random bytes with a certificate that names the school.
    fn new_key(&self, random: &[u8; 32], school: &Text, now: i64) -> Result<Made, Unsealed>;

    /// A PDF that was drawn, with the seal of that moment; `reason` is what viewers show beside it.
    fn seal(&self, pdf: &[u8], key: &SealingKey, now: i64, reason: &str) -> Result<Vec<u8>, Unsealed>;

    /// A certificate (DER) as people pass it on.
    fn pem(&self, certificate: &[u8]) -> String;
}

/// A new key's certificate.
#[derive(Debug, Clone)]
pub struct Made {
    /// DER.
    pub certificate: Vec<u8>,
    /// Until when it says that it is good.
    pub not_after: i64,
}

/// No key, or no seal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsealed(pub String);

/// A key that was opened.
pub struct SealingKey {
    pub id: SealingKeyId,
    pub secret: [u8; 32],
    /// DER.
    pub certificate: Vec<u8>,
    pub certificate_sha256: String,
}

/// A key as anybody may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    pub sha256: String,
    pub pem: String,
    pub not_after: i64,
    pub created_at: i64,
    pub retired_at: Option<i64>,
}

/// A school's keys. Cheap to clone.
#[derive(Clone)]
pub struct SealingKeys {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secret: Secret,
    pub seals: Arc<dyn Seals>,
}

impl SealingKeys {
    /// The key in use; the first letter of a school makes it. Of two that are made at once one stays.
    pub async fn in_use(&self, scope: &SchoolScope, school: &Text) -> Result<SealingKey, Refusal> {
        let found = store::key_in_use(&mut self.db.read(scope).await?).await?;
        let row = match found {
            Some(row) => row,
            None => self.replace(scope, school, false).await?,
        };
        self.opened(scope, row)
    }

    /// All of them, the newest first.
    pub async fn list(&self, scope: &SchoolScope) -> Result<Vec<Certificate>, Refusal> {
        let rows = store::all_keys(&mut self.db.read(scope).await?).await?;
        rows.into_iter().map(|row| self.seen(row)).collect()
    }

    /// A new key is used from now on; the old certificate stays, for its seals do.
    pub async fn rotate(&self, scope: &SchoolScope, school: &Text) -> Result<Certificate, Refusal> {
        let row = self.replace(scope, school, true).await?;
        self.seen(row)
    }

    async fn replace(&self, scope: &SchoolScope, school: &Text, retires: bool) -> Result<KeyRow, Refusal> {
        let mut random = [0; 32];
        self.rng.fill(&mut random);
        let now = self.clock.now_ms();
        let made = self.seals.new_key(&random, school, now).map_err(Refusal::internal)?;
        let id = SealingKeyId::new(&*self.clock, &*self.rng);
        let secret = crypto::seal(&self.secret, &*self.rng, scope.id(), PURPOSE, &HEXLOWER.encode(&random));
        let certificate = BASE64.encode(&made.certificate);
        let sha256 = sha256_hex(&made.certificate);
        let write = self.db.write(scope, move |tx| {
            Box::pin(async move {
                if retires {
                    store::retire_key(tx, now).await?;
                }
                let row = store::NewKey {
                    id: &id,
                    secret: &secret,
                    certificate: &certificate,
                    certificate_sha256: &sha256,
                    not_after: made.not_after,
                    now,
                };
                store::insert_key(tx, &row).await?;
                let missing = || StoreError::Broken("no sealing key is in use".into());
                store::key_in_use(tx).await?.ok_or_else(missing)
            })
        });
        write.await.map_err(Refusal::from)
    }

    fn opened(&self, scope: &SchoolScope, row: KeyRow) -> Result<SealingKey, Refusal> {
        let inconsistent = |column| StoreError::Inconsistent { table: "sealing_keys", column, id: row.id.to_string() };
        let secret = crypto::open(&self.secret, scope.id(), PURPOSE, &row.secret);
        let secret = secret.and_then(|hex| HEXLOWER.decode(hex.as_bytes()).ok()?.try_into().ok());
        let certificate = BASE64.decode(row.certificate.as_bytes()).map_err(|_| inconsistent("certificate"))?;
        Ok(SealingKey {
            secret: secret.ok_or_else(|| inconsistent("secret"))?,
            certificate,
            certificate_sha256: row.certificate_sha256,
            id: row.id,
        })
    }

    fn seen(&self, row: KeyRow) -> Result<Certificate, Refusal> {
        let inconsistent =
            |_| StoreError::Inconsistent { table: "sealing_keys", column: "certificate", id: row.id.to_string() };
        let der = BASE64.decode(row.certificate.as_bytes()).map_err(inconsistent)?;
        let KeyRow { certificate_sha256, not_after, created_at, retired_at, .. } = row;
        Ok(Certificate { sha256: certificate_sha256, pem: self.seals.pem(&der), not_after, created_at, retired_at })
    }
}
