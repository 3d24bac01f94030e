//! Address and password.

use kernel::{Caller, MessageId, Refusal};
use tenants::School;
use words::sabotage::{Guard, is_removed};

use super::first::{self, Entered};
use crate::known_browser::KnownBrowsers;
use crate::model::{Kind, Method, Status, email_of};
use crate::service::Identity;
use crate::store::UserRow;
use crate::tries::{Line, Taken};
use crate::wrong_tries::WrongTry;
use crate::{password, store};

impl Identity {
    /// Lets somebody in by address and password. L001 for every fault alike, L002 while tries are slowed down (those of a
    /// browser that the account knows beside everybody else's), and L003 when the password is right and a family's address is not
    /// proven yet.
    pub async fn sign_in(
        &self,
        caller: &Caller,
        school: &std::sync::Arc<School>,
        name: &str,
        password: String,
        device: String,
        browsers: &KnownBrowsers,
    ) -> Result<Entered, Refusal> {
        let inner = &*self.0;
        let email = email_of(name).unwrap_or_else(|| name.trim().to_lowercase());
        let place = inner.enter(caller).await?;
        let find = async || {
            let mut tx = inner.db.read(&caller.school).await?;
            store::find_user_by_email(&mut tx, &email).await
        };
        let known = inner.known(caller.school.id(), browsers, find().await?.as_ref());
        let line = Line::at(&email, known.as_ref());
        let turn = inner.turns.wait(caller.school.id(), line.turn()).await;
        let taken = self.take_try(caller, &line).await?;
        // Once more: who waited for their turn may have another password by now.
        let user = find().await?;

        let usable = user.as_ref().filter(|user| Status::parse(&user.status) == Status::Active);
        let stored = usable.and_then(|user| user.password_hash.clone());
        let known = stored.is_some();
        let stored = password::or_dummy(stored, &inner.dummy);
        let too_long = password.len() > 1024;
        let right = inner.hash_pool.run(move || !too_long && password::matches(&password, &stored)).await?;

        match user {
            Some(user) if right && known => {
                let entered = self.pass(caller, school, user, taken, device).await;
                drop((turn, place));
                entered
            }
            user => {
                let (person, failed) = (user.map(|user| user.id), taken.failed);
                let wrong = WrongTry { person, failed, method: "password" };
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
        taken: Taken,
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
                    taken.forget(tx).await?;
                    first::enter(tx, &inner, &caller, &school, &user, Method::Password, device).await
                })
            })
            .await
    }
}
