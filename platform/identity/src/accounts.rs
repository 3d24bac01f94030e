//! Making accounts, inviting people, setting passwords. Used by the one-time link and by the command line.

use std::collections::HashMap;

use kernel::bulk::Bulk;
use kernel::caller::{Actor, SchoolScope};
use kernel::crypto;
use kernel::links::Link;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, StoreError, UserId};
use serde_json::json;
use sqlx::types::Json;
use words::rights::Reach;
use words::sabotage::{Guard, is_removed};
use words::{Language, Permission, Role, text};

use crate::entry::details::Details;
use crate::entry::links::{self, PASSWORDS, Purpose};
use crate::model::{Kind, Person, Status, email_of, roles_of};
use crate::service::Identity;
use crate::store::UserRow;
use crate::{entry, journal, letters, password, policy, store, tries};

/// What the holder of a one-time link sets.
#[derive(Debug)]
pub struct NewPassword {
    pub password: String,
    /// What a family's person is called, where they say so.
    pub name: Option<String>,
}

/// What is needed to make an account.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// Address: the name at sign-in.
    pub email: String,
    /// Name, as shown to colleagues; the address's first part when empty.
    pub name: String,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// `en` or `ar`.
    pub locale: String,
}

/// An account, as listed to those who manage them.
#[derive(Debug, Clone)]
pub struct Account {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub roles: Vec<Role>,
    /// Where it stands.
    pub status: Status,
    /// Milliseconds.
    pub created_at: i64,
    /// Milliseconds of the last sign-in.
    pub signed_in_at: Option<i64>,
}

impl Identity {
    /// Makes an account without a password. A003 when the address has one.
    pub async fn add_user(&self, caller: &Caller, new: NewAccount) -> Result<UserId, Refusal> {
        caller.require(Permission::UserManage)?;
        let email = email_of(&new.email).ok_or_else(|| Refusal::malformed("this is no e-mail address"))?;
        if new.roles.is_empty() {
            return Err(Refusal::malformed("an account has at least one role"));
        }
        let name = text::cut(&text::one_line(&new.name), 200);
        let name = if name.is_empty() { email.split('@').next().unwrap_or_default().to_owned() } else { name };
        let kind = Kind::of_person(true, &new.roles).as_str();
        let roles: Vec<String> = new.roles.iter().map(|role| role.as_str().to_owned()).collect();
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let id = UserId::new(&*inner.clock, &*inner.rng);
                    let detail = json!({ "roles": roles });
                    let now = inner.clock.now_ms();
                    store::insert_user(tx, &id, kind, &email, &name, Json(roles), &new.locale, now).await?;
                    journal::note(tx, &inner, &caller, "user.add", "user", id.as_str(), detail).await?;
                    Ok(id)
                })
            })
            .await
    }

    /// Makes a one-time link's token, good for seven days: `/reset-password#token=…`.
    pub async fn invite_link(&self, caller: &Caller, user_id: &UserId) -> Result<String, Refusal> {
        caller.require(Permission::UserManage)?;
        let (inner, caller, user) = (self.0.clone(), caller.clone(), user_id.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let token = links::add(tx, &inner, &user, Purpose::Invitation, "").await?;
                    journal::note(tx, &inner, &caller, "user.invite", "user", user.as_str(), json!({})).await?;
                    Ok(token)
                })
            })
            .await
    }

    /// L010 for a link that sets no password any more.
    pub async fn check_reset_link(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        self.open_link(caller, &crypto::token_hash(token)).await.map(drop)
    }

    /// The link, and whose it is.
    async fn open_link(&self, caller: &Caller, hash: &str) -> Result<(Link<Purpose>, UserRow), Refusal> {
        let dead = || Refusal::new(MessageId::L010);
        let mut tx = self.0.db.read(&caller.school).await?;
        let link = kernel::links::find(&mut tx, hash, &PASSWORDS, self.0.clock.now_ms()).await?.ok_or_else(dead)?;
        let user = store::find_user(&mut tx, &link.object.as_str().into()).await?.ok_or_else(dead)?;
        match Status::parse(&user.status) {
            Status::Invited | Status::Active => Ok((link, user)),
            Status::Disabled => Err(dead()),
        }
    }

    /// Sets the password of the person who holds the link. L010 for a dead link, L013 for a poor password, L017 for a name that is none.
    ///
    /// `words` are the school's own: passwords made of them are refused. `locale` is for an account whose address this proves.
    pub async fn reset_password(
        &self,
        caller: &Caller,
        token: &str,
        new: NewPassword,
        mut words: Vec<String>,
        locale: &'static str,
    ) -> Result<(), Refusal> {
        let hash = crypto::token_hash(token);
        let place = self.0.enter(caller).await?;
        let (link, user) = self.open_link(caller, &hash).await?;
        let mut details = Details::default();
        let name = new.name.map(|name| details.name("/name", &name));
        if !details.faults.is_empty() {
            return Err(Refusal::new(MessageId::L017).errors(details.faults));
        }
        // Both names: who is called as others say would leave their own out.
        words.extend(name.iter().flat_map(|name| name.split_whitespace()).map(str::to_owned));
        let stored = self.judged_hash(new.password, words, &user.name, &user.email).await?;
        drop(place);
        self.store_password(caller, user.id, (stored, name), Some((hash, link.address)), locale).await
    }

    /// Sets a person's password from the command line, which vouches for their address too.
    pub async fn set_password(
        &self,
        caller: &Caller,
        email: &str,
        new: String,
        words: Vec<String>,
    ) -> Result<(), Refusal> {
        caller.require(Permission::UserManage)?;
        let user = self.find(caller, email).await?;
        let stored = self.judged_hash(new, words, &user.name, &user.email).await?;
        self.store_password(caller, user.id, (stored, None), None, Language::En.as_str()).await
    }

    /// Switches an account off: its sessions are dead with the next request, and what it asked for that takes long ends.
    pub async fn disable(&self, caller: &Caller, email: &str) -> Result<(), Refusal> {
        caller.require(Permission::UserManage)?;
        let user = self.find(caller, email).await?.id;
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    store::disable_user(tx, &user).await?;
                    Bulk::cancel_of(tx, (&*inner.clock, &*inner.rng), &user).await?;
                    inner.end_all_but(tx, &caller, &user, None, "disabled").await?;
                    kernel::links::end(tx, user.as_str(), &links::DYING, now).await?;
                    journal::note(tx, &inner, &caller, "user.disable", "user", user.as_str(), json!({})).await?;
                    Ok(())
                })
            })
            .await
    }

    /// The school's accounts by address.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Account>, Refusal> {
        caller.require(Permission::UserManage)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let rows = store::all_users(&mut tx).await?;
        Ok(rows.into_iter().map(account).collect())
    }

    /// The account of that address; A001 when there is none.
    pub async fn find(&self, caller: &Caller, email: &str) -> Result<Account, Refusal> {
        caller.require(Permission::UserManage)?;
        let email = email_of(email).ok_or_else(Refusal::not_found)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        store::find_user_by_email(&mut tx, &email).await?.map(account).ok_or_else(Refusal::not_found)
    }

    /// The active people whose roles give the permission, by name. For other slices, inside their transaction.
    pub async fn people_with(tx: &mut SchoolTx, permission: Permission) -> Result<Vec<Person>, StoreError> {
        let rows = store::all_people(tx).await?;
        let may = |roles: &[String]| roles_of(roles).iter().any(|role| permission.roles().contains(role));
        Ok(rows
            .into_iter()
            .filter(|row| row.status == Status::Active.as_str() && may(&row.roles.0))
            .map(person)
            .collect())
    }

    /// Whether an account can sign in and its roles have a permission. For other slices, inside their transaction.
    pub async fn is_able(tx: &mut SchoolTx, id: &UserId, permission: Permission) -> Result<bool, StoreError> {
        let row = store::find_user(tx, id).await?.filter(|row| Status::parse(&row.status) == Status::Active);
        Ok(row.is_some_and(|row| roles_of(&row.roles.0).iter().any(|role| permission.roles().contains(role))))
    }

    /// The same people with their roles.
    pub async fn colleagues(tx: &mut SchoolTx, permission: Permission) -> Result<Vec<(Person, Vec<Role>)>, StoreError> {
        let rows = store::all_people(tx).await?.into_iter().filter(|row| row.status == Status::Active.as_str());
        let with_roles = rows.map(|row| (roles_of(&row.roles.0), row));
        let able = with_roles.filter(|(roles, _)| roles.iter().any(|role| permission.roles().contains(role)));
        Ok(able.map(|(roles, row)| (person(row), roles)).collect())
    }

    /// Somebody as they may act now, in no session; nobody when the account is not active. For what goes on without them, inside its
    /// transaction.
    pub async fn caller_of(tx: &mut SchoolTx, scope: &SchoolScope, id: &UserId) -> Result<Option<Caller>, StoreError> {
        let row = store::find_user(tx, id).await?.filter(|row| Status::parse(&row.status) == Status::Active);
        Ok(row.map(|row| {
            let (roles, session) = (roles_of(&row.roles.0), SessionId::from(""));
            let actor = Actor::User { id: row.id, name: row.name, roles, session, reach: Reach::Roles };
            Caller { actor, ..Caller::system(scope.clone()) }
        }))
    }

    /// Somebody of the staff by the address that they sign in with, and as they may act now; nobody when the account is not active. For
    /// other slices, inside their transaction.
    pub async fn colleague_at(
        tx: &mut SchoolTx,
        scope: &SchoolScope,
        address: &str,
    ) -> Result<Option<(Person, Caller)>, StoreError> {
        let Some(email) = email_of(address) else { return Ok(None) };
        let found = store::find_user_by_email(tx, &email).await?;
        let Some(row) = found.filter(|row| row.kind == Kind::Staff.as_str()) else { return Ok(None) };
        let caller = Self::caller_of(tx, scope, &row.id).await?;
        Ok(caller.map(|caller| (Person { id: row.id, name: row.name, email: row.email }, caller)))
    }

    /// Whether a phone (E.164) is that of somebody of the staff; never whose.
    pub async fn is_staff_phone(tx: &mut SchoolTx, phone: &str) -> Result<bool, StoreError> {
        Ok(!phone.is_empty() && store::find_staff_by_phone(tx, phone).await?.is_some())
    }

    /// Of each of some names whether somebody of the staff may be called so; never who.
    pub async fn are_staff_names(tx: &mut SchoolTx, names: &[&str]) -> Result<Vec<bool>, StoreError> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let staff = store::all_staff(tx).await?;
        let is_staffs = |name: &str| staff.iter().any(|row| text::may_be_same_name(&row.name, name));
        Ok(names.iter().copied().map(is_staffs).collect())
    }

    /// Of the active people who have the role, by name, the one whose turn it is: turns go round. For other slices, inside their
    /// transaction, which reads that one alone.
    pub async fn person_in_turn(tx: &mut SchoolTx, role: Role, turn: i64) -> Result<Option<Person>, StoreError> {
        // A role's name has nothing that LIKE reads otherwise but `_`, and no two roles differ in that alone.
        let row = store::person_in_turn(tx, &format!("%\"{}\"%", role.as_str()), turn.max(0)).await?;
        Ok(row.map(|row| Person { id: row.id, name: row.name, email: row.email }))
    }

    /// What some accounts are called (a list of ids), for showing who did what.
    pub async fn names_among(tx: &mut SchoolTx, ids: &[&UserId]) -> Result<HashMap<UserId, String>, StoreError> {
        let rows = store::names_among(tx, &json!(ids).to_string()).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
    }

    /// Everybody who ever had an account, by name: for showing who did what.
    pub async fn everyone(tx: &mut SchoolTx) -> Result<Vec<Person>, StoreError> {
        Ok(store::all_people(tx).await?.into_iter().map(person).collect())
    }

    /// Judges a new password against the policy, with the person's own words too, and hashes it. L013 with what is wrong.
    /// The caller holds a place of the pool.
    pub(crate) async fn judged_hash(
        &self,
        new: String,
        mut words: Vec<String>,
        name: &str,
        email: &str,
    ) -> Result<String, Refusal> {
        words.extend(email.split(['@', '.', '+', '-', '_']).map(str::to_owned));
        words.extend(name.split_whitespace().map(str::to_owned));
        words.push(email.to_owned());
        let salt = password::new_salt(&*self.0.rng);
        let judged = self.0.hash_pool.run(move || {
            let faults = policy::faults(&new, &words, "/password");
            if faults.is_empty() { Ok(password::hash(&new, salt)) } else { Err(faults) }
        });
        judged.await?.map_err(|faults| Refusal::new(MessageId::L013).errors(faults))?
    }

    async fn store_password(
        &self,
        caller: &Caller,
        user: UserId,
        (stored, name): (String, Option<String>),
        link: Option<(String, String)>,
        locale: &'static str,
    ) -> Result<(), Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let dead = || Refusal::new(MessageId::L010);
                    let reusable = is_removed(Guard::LinkOnce);
                    if let Some((link, _)) = &link
                        && !kernel::links::use_up(tx, link, &PASSWORDS, now).await?
                    {
                        return Err(dead());
                    }
                    let before = store::find_user(tx, &user).await?.ok_or_else(dead)?;
                    // A link that came by mail proves the address that it went to.
                    let proven = link.as_ref().map_or(&before.email, |(_, proves)| proves);
                    // One that was made while its account got another address: that mailbox is nobody's here any more.
                    if !proven.is_empty() && before.email != *proven {
                        return Err(dead());
                    }
                    if before.email == *proven {
                        entry::proof::take_over(tx, &inner, &before, None, locale).await?;
                    }
                    if store::set_password(tx, &user, &stored).await? == 0 {
                        return Err(dead());
                    }
                    // The link is theirs who has the mailbox: so is the name. Staff are called as who invited them says.
                    if let Some(name) = &name {
                        store::name_family(tx, &user, name).await?;
                    }
                    entry::proof::confirm(tx, &inner, &user, proven).await?;
                    tries::forget(tx, &inner, &before.email).await?;
                    inner.end_all_but(tx, &caller, &user, None, "password_changed").await?;
                    if !reusable {
                        kernel::links::end(tx, user.as_str(), &links::DYING, now).await?;
                    }
                    journal::note(tx, &inner, &caller, "user.password", "user", user.as_str(), json!({})).await?;
                    // Who had none before knows.
                    if before.password_hash.is_some() {
                        let params = json!({ "path": "/forgot-password" });
                        letters::tell_person(tx, &inner, &caller, &user, "password_changed", params).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}

fn account(row: store::UserRow) -> Account {
    Account {
        roles: roles_of(&row.roles.0),
        status: Status::parse(&row.status),
        id: row.id,
        email: row.email,
        name: row.name,
        created_at: row.created_at,
        signed_in_at: row.signed_in_at,
    }
}

fn person(row: store::PersonRow) -> Person {
    Person { id: row.id, name: row.name, email: row.email }
}
