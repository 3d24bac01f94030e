//! Who comes to what was sent: by a link and a proof, or signed in.

use std::collections::HashSet;
use std::sync::Arc;

use kernel::links;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;

use super::service::{MyApplications, with_corrections};
use super::store::{self, SentRow};
use crate::applications::Standing;
use crate::family;
use crate::forms::{Earlier, Forms, FormsParts, Household};
use crate::origins;
use crate::own_link::{self, Proof, Purpose};
use crate::stand::Stand;

/// How long a grant is good for.
pub(super) const GRANT_MS: i64 = 60 * 60 * 1000;
/// What grants are sealed for.
const PURPOSE: &str = "application-grant";

/// What a grant says. It opens one submission, for an hour, and no longer than its link does.
#[derive(Serialize, Deserialize)]
struct Grant {
    submission: SubmissionId,
    /// Hash of the link's token.
    link: String,
    until: i64,
}

/// What became of a link.
pub enum Opened {
    /// The caller's account owns what was sent: nothing more is asked.
    Own(SubmissionId),
    /// It asks for a proof.
    Asks(Proof),
    /// The grant that opens what was sent.
    Grant(String),
}

/// What became of a proof.
enum Tried {
    Right(SubmissionId),
    Wrong { left: i64 },
    Dead,
}

/// The one answer to whatever is not theirs.
pub(crate) fn nothing() -> Refusal {
    Refusal::new(MessageId::L010)
}

impl MyApplications {
    /// Opens a link: without a proof it says which one it asks for, or whose own it is; with the right one it gives a grant. L004 for a wrong one, with the tries
    /// that are left; L010 for every link that opens nothing.
    pub async fn open(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        token: &str,
        proof: Option<&str>,
    ) -> Result<Opened, Refusal> {
        let hash = crypto::token_hash(token);
        let now = self.clock().now_ms();
        let mut tx = self.db().read(&caller.school).await?;
        let link = links::find(&mut tx, &hash, &[Purpose::Application], now).await?.ok_or_else(nothing)?;
        let submission = SubmissionId::from(link.object);
        let sent = store::find_sent(&mut tx, &submission).await?.ok_or_else(nothing)?;
        if proof.is_none()
            && let Some(account) = family::account_of_caller(caller)
            && let Some(own) = store::find_own(&mut tx, &account, &submission).await?
        {
            return Ok(Opened::Own(own.submission_id));
        }
        let corrections = store::corrections_of(&mut tx, &submission).await?;
        drop(tx);
        let pinned = self.forms().pinned_document(caller, school, &sent.form_id, &sent.form_digest).await?;
        let answers = with_corrections(&sent.answers.0, corrections);
        let (asked, answer) = Proof::of(&pinned.document, &answers).ok_or_else(nothing)?;
        let Some(typed) = proof else { return Ok(Opened::Asks(asked)) };
        let is_right = asked.is_right(typed, answer);
        match self.take_try(caller, submission, is_right, now).await? {
            Tried::Dead => Err(nothing()),
            Tried::Wrong { left } => Err(Refusal::new(MessageId::L004).with("tries_left", left)),
            Tried::Right(submission) => {
                Ok(Opened::Grant(self.grant(caller, Grant { submission, link: hash, until: now + GRANT_MS })))
            }
        }
    }

    /// Counts a try in the transaction that says what became of it: of any number at once as many are looked at as are left.
    async fn take_try(
        &self,
        caller: &Caller,
        submission: SubmissionId,
        is_right: bool,
        now: i64,
    ) -> Result<Tried, Refusal> {
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                Ok::<_, StoreError>(match own_link::try_proof(tx, &submission, is_right, now).await? {
                    None => Tried::Dead,
                    Some(_) if is_right => Tried::Right(submission),
                    Some(left) => Tried::Wrong { left },
                })
            })
        });
        write.await.map_err(Refusal::from)
    }

    fn grant(&self, caller: &Caller, grant: Grant) -> String {
        // Texts and a number: it is always JSON.
        let text = serde_json::to_string(&grant).unwrap_or_default();
        crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text)
    }

    /// Which submission somebody means by a grant, or by the id of one that is theirs. L010 for everything else.
    pub(crate) async fn admitted(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        key: &str,
    ) -> Result<SubmissionId, Refusal> {
        admitted(&self.forms().parts, tx, caller, key).await
    }
}

/// What a key says that is a grant.
fn grant_in(parts: &FormsParts, caller: &Caller, key: &str) -> Result<Option<Grant>, Refusal> {
    let text = crypto::open(&parts.secret, caller.school.id(), PURPOSE, key);
    text.map(|text| serde_json::from_str(&text).map_err(|_| nothing())).transpose()
}

async fn admitted(parts: &FormsParts, tx: &mut SchoolTx, caller: &Caller, key: &str) -> Result<SubmissionId, Refusal> {
    let now = parts.clock.now_ms();
    if let Some(grant) = grant_in(parts, caller, key)? {
        let link = links::find(tx, &grant.link, &[Purpose::Application], now).await?;
        let is_good = now < grant.until && link.is_some_and(|link| link.object == grant.submission.as_str());
        return if is_good { Ok(grant.submission) } else { Err(nothing()) };
    }
    let account = family::account_of_caller(caller).ok_or_else(nothing)?;
    let own = store::find_own(tx, &account, &key.into()).await?;
    own.map(|row| row.submission_id).ok_or_else(nothing)
}

/// What a family begins another form with: what it sent, by a grant or by the id of one that is its own, and what else its account has. F005
/// for everything else.
pub(crate) async fn earlier(
    forms: &Forms,
    caller: &Caller,
    school: &Arc<School>,
    key: &str,
) -> Result<(Earlier, Household), Refusal> {
    let gone = |refusal: Refusal| match refusal.id() {
        MessageId::L010 => Refusal::new(MessageId::F005),
        _ => refusal,
    };
    let mut tx = forms.parts.db.read(&caller.school).await?;
    let id = admitted(&forms.parts, &mut tx, caller, key).await.map_err(gone)?;
    let link = grant_in(&forms.parts, caller, key).map_err(gone)?.map(|grant| grant.link);
    // Whoever came by a link has the one that it opens.
    let account = match family::account_of_caller(caller) {
        Some(account) => store::find_own(&mut tx, &account, &id).await?.map(|_| account),
        None => None,
    };
    let others = match &account {
        Some(account) => store::own_besides(&mut tx, account, &id).await?,
        None => Vec::new(),
    };
    drop(tx);
    let (sent, earlier) = sent(forms, caller, school, id).await?;
    let mut stands = vec![stand_of(&sent)];
    let mut besides = Vec::with_capacity(others.len());
    for other in others {
        let (sent, earlier) = self::sent(forms, caller, school, other.submission_id).await?;
        stands.push(stand_of(&sent));
        besides.push(earlier);
    }
    let of = |is_closed: bool| {
        let some = stands.iter().filter(move |(closed, _)| *closed == is_closed);
        some.flat_map(|(_, names)| names.iter().cloned()).collect::<HashSet<_>>()
    };
    let closed = of(true).difference(&of(false)).cloned().collect();
    Ok((earlier, Household { besides, closed, link }))
}

/// Whether one came to an end other than enrolment, and what its child is called.
fn stand_of(sent: &SentRow) -> (bool, Vec<String>) {
    let stand = Stand::parse(&sent.state);
    let is_closed = stand.is_some_and(|stand| stand.is_over() && stand != Stand::Application(Standing::C));
    let names = [&sent.person, &sent.person_ar].into_iter().filter(|name| !name.is_empty());
    (is_closed, names.map(|name| people::name_key(name)).collect())
}

async fn sent(
    forms: &Forms,
    caller: &Caller,
    school: &Arc<School>,
    id: SubmissionId,
) -> Result<(SentRow, Earlier), Refusal> {
    let mut tx = forms.parts.db.read(&caller.school).await?;
    let sent = store::find_sent(&mut tx, &id).await?.ok_or_else(|| Refusal::new(MessageId::F005))?;
    let corrections = store::corrections_of(&mut tx, &id).await?;
    let mut files = origins::givable(&mut tx, &id).await?;
    drop(tx);
    // What somebody of the staff added no family gave.
    files.retain(|file| !file.of_staff);
    let pinned = forms.pinned_document(caller, school, &sent.form_id, &sent.form_digest).await?;
    let values = with_corrections(&sent.answers.0, corrections);
    Ok((sent, Earlier { id, document: pinned.document, values, files }))
}
