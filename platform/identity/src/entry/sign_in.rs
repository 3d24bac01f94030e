//! Address and password.

use kernel::sabotage::{Guard, is_removed};
use kernel::{Caller, MessageId, Refusal};
use tenants::School;

use super::first::{self, Entered};
use crate::model::{Kind, Method, Status, email_of};
use crate::service::Identity;
use crate::store::UserRow;
use crate::work::WrongTry;
use crate::{password, store, tries};

impl Identity {
    /// Lets somebody in by address and password. L001 for every fault alike, L002 while tries are slowed down, and L003 when
    /// the password is right and a family's address is not proven yet.
    pub async fn sign_in(
        &self,
        caller: &Caller,
        school: &std::sync::Arc<School>,
        name: &str,
        password: String,
        device: String,
    ) -> Result<Entered, Refusal> {
        let inner = &*self.0;
        let email = email_of(name).unwrap_or_else(|| name.trim().to_lowercase());
        let place = inner.gate.enter()?;
        let turn = inner.turns.wait(caller.school.id(), &email).await;
        let failed = self.take_try(caller, &email).await?;
        let user = {
            let mut tx = inner.db.read(&caller.school).await?;
            store::find_user_by_email(&mut tx, &email).await?
        };

        let usable = user.as_ref().filter(|user| Status::parse(&user.status) == Status::Active);
        let stored = usable.and_then(|user| user.password_hash.clone());
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| inner.dummy.clone());
        let too_long = password.len() > 1024;
        let right = inner.gate.run(move || !too_long && password::matches(&password, &stored)).await?;

        match user {
            Some(user) if right && known => {
                let entered = self.pass(caller, school, user, device).await;
                drop((turn, place));
                entered
            }
            user => {
                let wrong = WrongTry { person: user.map(|user| user.id), failed, method: "password" };
                self.note_wrong_aside(caller, wrong, (turn, place));
                Err(Refusal::new(MessageId::L001))
            }
        }
    }

    async fn pass(
        &self,
        caller: &Caller,
        school: &std::sync::Arc<School>,
        user: UserRow,
        device: String,
    ) -> Result<Entered, Refusal> {
        let unproven = Kind::parse(&user.kind) == Kind::Family && user.email_verified_at.is_none();
        if unproven && !is_removed(Guard::EmailProved) {
            return Err(Refusal::new(MessageId::L003));
        }
        let (inner, caller, school) = (self.0.clone(), caller.clone(), school.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    tries::forget(tx, &inner, &user.email).await?;
                    first::enter(tx, &inner, &caller, &school, &user, Method::Password, device).await
                })
            })
            .await
    }
}
