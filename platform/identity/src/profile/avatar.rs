//! A person's picture: put, taken away, and shown to whoever knows its address.

use std::collections::HashSet;
use std::time::Duration;

use kernel::caller::SchoolScope;
use kernel::files::{ARRIVING, FileStore, refusal as storage};
use kernel::jobs::Work;
use kernel::{Caller, MessageId, Refusal, UserId, crypto};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tracing::Instrument as _;
use words::SchoolId;

use super::picture;
use super::service::{count_own_change, own_row};
use super::store;
use crate::journal;
use crate::service::Identity;
use crate::signed_in::require_account;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The pictures of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Avatars {
    identity: Identity,
    files: FileStore,
}

/// Where a picture is shown; empty for none.
#[must_use]
pub fn avatar_url(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!("/api/v1/oa/common/avatars/{key}") }
}

impl Avatars {
    /// Over a folder of their own: the sweep of uploads must not find them.
    #[must_use]
    pub fn new(identity: Identity, files: FileStore) -> Self {
        Self { identity, files }
    }

    /// Takes the caller's picture in; gives its address. D001 for too many bytes, D002 for what is no picture, L002 where the account has
    /// changed as much of its own as it may in a day. What is taken away was put, and counted then.
    pub async fn put(&self, caller: &Caller, bytes: Vec<u8>) -> Result<String, Refusal> {
        let (user, _) = require_account(caller)?;
        if bytes.len() > picture::MAX_BYTES {
            return Err(Refusal::new(MessageId::D001).with("limit", picture::MAX_BYTES));
        }
        // Counted before it is looked at: looking is what it costs.
        let asking = user.clone();
        let counted = self
            .identity
            .within(caller, move |tx, inner, _| Box::pin(async move { count_own_change(tx, &inner, &asking).await }));
        counted.await?;
        let turn = pictures::turn(caller.school.id(), caller.address).await?;
        let (drawn, turn) = turn.work(move || picture::squared(&bytes)).await?;
        let drawn = drawn.map_err(|bad| Refusal::new(MessageId::D002).with("reason", bad.to_string()))?;
        // To its end, also when whoever sent it hangs up: a picture that is kept is an account's, or goes. In its turn, or those who hang
        // up would leave more and more behind that waits for a connection.
        turn.see(self.clone().place(caller.clone(), user, drawn)).await?.0
    }

    async fn place(self, caller: Caller, user: UserId, drawn: Vec<u8>) -> Result<String, Refusal> {
        // Nobody guesses it, so whoever has it was shown it; a new picture has a new one, so browsers may keep the old.
        let key = crypto::new_token(&*self.identity.0.rng);
        let mut incoming = self.files.begin(&key).await.map_err(storage)?;
        incoming.write(&drawn).await.map_err(storage)?;
        self.files.keep(caller.school.id(), &key, incoming).await.map_err(storage)?;
        if let Err(refusal) = self.change(&caller, user, key.clone()).await {
            self.forget(caller.school.id(), &key).await;
            return Err(refusal);
        }
        Ok(avatar_url(&key))
    }

    /// Takes the caller's picture away.
    pub async fn delete(&self, caller: &Caller) -> Result<(), Refusal> {
        let (user, _) = require_account(caller)?;
        let mut tx = self.identity.0.db.read(&caller.school).await?;
        let has_none = own_row(&mut tx, &user).await?.avatar.is_empty();
        drop(tx);
        if has_none {
            return Ok(());
        }
        // In its turn and to its end, as one that is put.
        let turn = pictures::turn(caller.school.id(), caller.address).await?;
        let (avatars, caller) = (self.clone(), caller.clone());
        let changing = async move {
            let _turn = turn;
            avatars.change(&caller, user, String::new()).await
        };
        tokio::spawn(changing.in_current_span()).await.map_err(Refusal::internal)?
    }

    async fn change(&self, caller: &Caller, user: UserId, key: String) -> Result<(), Refusal> {
        let old = self.identity.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                store::hold_profile(tx, &user).await?;
                let old = own_row(tx, &user).await?.avatar;
                if old.is_empty() && key.is_empty() {
                    return Ok(old);
                }
                store::set_avatar(tx, &user, &key).await?;
                journal::note(
                    tx,
                    &inner,
                    &caller,
                    "profile.avatar",
                    "user",
                    user.as_str(),
                    json!({ "set": !key.is_empty() }),
                )
                .await?;
                Ok(old)
            })
        });
        let old = old.await?;
        if !old.is_empty() {
            self.forget(caller.school.id(), &old).await;
        }
        Ok(())
    }

    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::default().sweep("pictures", self, |avatars, scope| async move { avatars.purge(&scope).await.map(drop) })
    }

    /// Removes pictures that no account names, and what never finished arriving: a crash came between. Younger ones may
    /// still be on their way.
    pub async fn purge(&self, school: &SchoolScope) -> Result<u64, Refusal> {
        let listed = self.files.list(school.id()).await.map_err(storage)?;
        let named: HashSet<String> = {
            let mut tx = self.identity.0.db.read(school).await?;
            store::avatars(&mut tx).await?.into_iter().map(|row| row.avatar).collect()
        };
        let arriving = listed.arriving.into_iter().map(|name| format!("{ARRIVING}/{name}"));
        let nameless = listed.kept.into_iter().filter(|(id, _)| !named.contains(id)).map(|(_, key)| key);
        let mut gone = 0;
        for key in arriving.chain(nameless) {
            if self.files.is_older(&key, DAY).await.map_err(storage)? {
                self.files.remove(&key).await.map_err(storage)?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    async fn forget(&self, school: &SchoolId, key: &str) {
        if let Err(error) = self.files.remove(&FileStore::key(school, key)).await {
            tracing::warn!(%error, "a picture that nobody needs any more stays on the disk");
        }
    }

    /// The picture of that key in the school: a JPEG. A001 when there is none.
    pub async fn read(&self, school: &SchoolId, key: &str) -> Result<Vec<u8>, Refusal> {
        let sound =
            key.len() == 43 && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if !sound {
            return Err(Refusal::not_found());
        }
        let mut file = match self.files.read(&FileStore::key(school, key)).await {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Refusal::not_found()),
            Err(error) => return Err(storage(error)),
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).await.map_err(storage)?;
        Ok(bytes)
    }
}
