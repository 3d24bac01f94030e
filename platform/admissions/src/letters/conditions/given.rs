//! What a family sent for a condition: it looks at it, and takes it back until somebody of the school said something of it.

use std::sync::Arc;

use kernel::{Caller, Refusal, SchoolTx};
use tenants::School;

use super::service::followed;
use crate::files::Content;
use crate::forms::{Forms, SubmittedFile};
use crate::ids::{LetterId, UploadId};
use crate::letters::open::Held;
use crate::letters::service::Letters;
use crate::letters::store as letters;

/// A001 for a file that was not sent for that condition.
async fn require_sent(tx: &mut SchoolTx, letter: &LetterId, (code, file): (&str, &UploadId)) -> Result<(), Refusal> {
    let letter = letters::find_letter(tx, letter).await?.ok_or_else(Refusal::not_found)?;
    let conditions = followed(tx, &letter).await?;
    let sent = conditions.iter().find(|one| one.row.code == code).map(|one| &one.files);
    if sent.is_some_and(|files| files.iter().any(|one| one.id == *file)) { Ok(()) } else { Err(Refusal::not_found()) }
}

impl Letters {
    /// A file that was sent for a condition, with its bytes. A001 for one that was not, or that the school added; D005 and D006 while it is not
    /// known to be harmless, A007 past what may be looked at in an hour, L010 for every link that opens nothing.
    pub async fn condition_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant, code): (&Held, &str, &str),
        file: &UploadId,
    ) -> Result<(SubmittedFile, Content), Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        let mut tx = self.db().read(&caller.school).await?;
        require_sent(&mut tx, &opened.whole.letter.id, (code, file)).await?;
        drop(tx);
        self.families.file_of(caller, &opened.application.id, file).await
    }

    /// Takes a file back, which is kept for thirty days as what staff remove. D003 for a condition that takes none any more, A001 for a file that
    /// was not sent for it, or that the school added, D007 once somebody of the school said something of it, D004 where the family has changed as
    /// much of the application as it may in a day, L010 for every link that opens nothing.
    pub async fn take_back_condition_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant, code): (&Held, &str, &str),
        file: UploadId,
    ) -> Result<(), Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        let (letter, application) = (opened.whole.letter.id, opened.application);
        let (all, caller_then, school, code) = (self.clone(), caller.clone(), school.clone(), code.to_owned());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                Forms::hold_submission(tx, &application.id).await?;
                all.field_of(tx, &letter, &code).await?;
                require_sent(tx, &letter, (&code, &file)).await?;
                all.families.take_back_file_of(tx, (&caller_then, &school), application, &file).await
            })
        });
        write.await
    }
}
