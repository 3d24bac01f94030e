//! The slice's face, and what the rooms around ask of it.

use std::sync::Arc;

use axum::extract::FromRef;
use kernel::crypto::Secret;
use kernel::{Db, Refusal, SchoolTx, StoreError};
use tenants::letters::Press;
use words::{Clock, Rng};

use super::evidence::Entries;
use super::model::file;
use super::seals::SealingKeys;
use super::store::{self, FileRow, LetterRow, SignerRow};
use crate::applications::Applications;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::my_application::MyApplications;

/// Letters that go out. Cheap to clone.
#[derive(Clone)]
pub struct Letters {
    pub(super) enquiries: Enquiries,
    pub(super) families: MyApplications,
    pub(super) applications: Applications,
    pub(super) press: Arc<dyn Press>,
    pub(super) keys: SealingKeys,
}

/// A letter with all that belongs to it, as it was read at one moment.
pub(super) struct Whole {
    pub letter: LetterRow,
    pub signers: Vec<SignerRow>,
    pub files: Vec<FileRow>,
    pub entries: Entries,
}

/// What draws and seals letters. Cheap to clone.
#[derive(Clone)]
pub struct LetterTools {
    pub press: Arc<dyn Press>,
    pub keys: SealingKeys,
}

impl<S> FromRef<S> for Letters
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        let (enquiries, LetterTools { press, keys }) = (Enquiries::from_ref(state), LetterTools::from_ref(state));
        let applications = Applications::new(enquiries.clone());
        Self { families: MyApplications::from_ref(state), applications, enquiries, press, keys }
    }
}

impl Letters {
    pub(super) fn db(&self) -> &Db {
        self.enquiries.db()
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        self.enquiries.clock()
    }

    pub(super) fn rng(&self) -> &dyn Rng {
        self.enquiries.rng()
    }

    pub(super) fn secret(&self) -> &Secret {
        self.enquiries.secret()
    }
}

impl Whole {
    /// Reads it; `None` where there is none.
    pub async fn find(tx: &mut SchoolTx, id: &LetterId) -> Result<Option<Self>, Refusal> {
        let Some(letter) = store::find_letter(tx, id).await? else { return Ok(None) };
        Ok(Some(Self::of(tx, letter).await?))
    }

    /// Reads what belongs to a letter.
    pub async fn of(tx: &mut SchoolTx, letter: LetterRow) -> Result<Self, StoreError> {
        let signers = store::signers_of(tx, &letter.id).await?;
        let files = store::files_of(tx, &letter.id).await?;
        let entries = Entries::of(tx, &letter).await?;
        Ok(Self { letter, signers, files, entries })
    }

    /// Its PDF of a kind.
    pub fn file(&self, kind: &str) -> Option<&FileRow> {
        self.files.iter().find(|one| one.kind == kind)
    }

    /// SHA-256 of the PDF that is agreed to.
    pub fn offered_sha256(&self) -> &str {
        self.file(file::OFFERED).map_or("", |one| one.sha256.as_str())
    }
}

/// Which of some files are letters'. For the sweep of files that no row names.
pub(crate) async fn kept_among(tx: &mut SchoolTx, ids: &str) -> Result<Vec<String>, StoreError> {
    Ok(store::files_among(tx, ids).await?.into_iter().map(|row| row.id).collect())
}
