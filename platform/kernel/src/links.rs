//! Addresses with a token: 256 random bits, kept as a hash, for one purpose, bound to one object, for a time, used once.
//!
//! A room declares what its links are for as a closed list ([`Purpose`]), which says how long one lives, whither it leads, and by that
//! what its object is. It looks the object up itself, in the school that was asked: a link to nothing opens nothing. The rules stand
//! here once, also for the platform's own database, whose tables are others ([`mint`]).
//!
//! Two things may be otherwise where a purpose needs it. A link that is told twice, in an answer and by mail, is made again of what it is
//! bound to ([`made_of`]). And one that stays, so that its holder comes back, asks for a second proof each time: [`take_try`] counts a
//! try before it is looked at, by what the link is bound to, and the last wrong one ends it.

use std::fmt::Debug;

use words::sabotage::{Guard, is_removed};
use words::{Rng, SchoolId};

use crate::crypto::Secret;
use crate::{SchoolTx, StoreError, crypto, rows, statements};

/// What a room's links are for. A name is stored and says the room's meaning for ever; no two rooms share one.
pub trait Purpose: Copy + Eq + Debug + Send + Sync + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// As it is stored and shown.
    fn as_str(self) -> &'static str;

    /// How long such a link is good for.
    fn life_ms(self) -> i64;

    /// Where it leads; the token stands behind the hash sign, which no server and no Referer sees.
    fn path(self, token: &str) -> String;
}

/// A token that was drawn, and what is kept of it.
#[derive(Debug, Clone)]
pub struct Minted {
    /// What whoever has the link holds.
    pub token: String,
    /// What is kept.
    pub hash: String,
    /// When it is dead.
    pub expires_at: i64,
}

/// Draws a token for a link that is good from now on.
pub fn mint(rng: &dyn Rng, purpose: impl Purpose, now: i64) -> Minted {
    let token = crypto::new_token(rng);
    Minted { hash: crypto::token_hash(&token), token, expires_at: now + purpose.life_ms() }
}

/// The token that an object has for a purpose, each time the same: of what only this school's key makes.
#[must_use]
pub fn made_of(secret: &Secret, school: &SchoolId, purpose: impl Purpose, object: &str, now: i64) -> Minted {
    let token = crypto::keyed_token(&secret.school_key(school, "link"), &format!("{}\n{object}", purpose.as_str()));
    Minted { hash: crypto::token_hash(&token), token, expires_at: now + purpose.life_ms() }
}

/// What a link is bound to.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'a> {
    /// The object's id; empty for none: then no link is made, with as much work.
    pub object: &'a str,
    /// The address that it went to and proves, or puts back; empty for none.
    pub address: &'a str,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link<P> {
    /// What it is for.
    pub purpose: P,
    /// The object that it is bound to.
    pub object: String,
    /// The address that it is bound to; empty for none.
    pub address: String,
    /// When it was made.
    pub created_at: i64,
}

rows! {
    struct LinkRow {
        purpose: String,
        object_id: String,
        address: String,
        created_at: i64,
    }
    struct TriesRow {
        tries: i64,
    }
    struct AddressRow {
        address: String,
    }
}

statements! {
    insert_link(token_hash: &str, purpose: &str, object: &str, address: &str, now: i64, expires_at: i64) -> [exec]
        "INSERT INTO links (school_id, token_hash, purpose, object_id, address, created_at, expires_at)
         SELECT CAST(:school AS TEXT), CAST(:token_hash AS TEXT), CAST(:purpose AS TEXT), CAST(:object AS TEXT), CAST(:address AS TEXT),
             CAST(:now AS BIGINT), CAST(:expires_at AS BIGINT)
         WHERE CAST(:object AS TEXT) <> ''";
    keep_link(token_hash: &str, purpose: &str, object: &str, now: i64, expires_at: i64) -> [later]
        "INSERT INTO links (school_id, token_hash, purpose, object_id, address, created_at, expires_at)
         VALUES (:school, :token_hash, :purpose, :object, '', :now, :expires_at)";
    try_links(object: &str, purpose: &str, now: i64) -> [all TriesRow]
        "UPDATE links SET tries = tries + 1
         WHERE school_id = :school AND object_id = :object AND purpose = :purpose AND used_at IS NULL AND expires_at > :now
         RETURNING tries";
    give_back(object: &str, purpose: &str) -> [exec]
        "UPDATE links SET tries = CASE WHEN tries > 2 THEN tries - 2 ELSE 0 END
         WHERE school_id = :school AND object_id = :object AND purpose = :purpose";
    replace_link(token_hash: &str, object: &str, purpose: &str, now: i64, expires_at: i64) -> [exec]
        "UPDATE links SET token_hash = :token_hash, expires_at = :expires_at
         WHERE school_id = :school AND object_id = :object AND purpose = :purpose AND used_at IS NULL AND expires_at > :now";
    find_link(token_hash: &str, purposes: &str, now: i64) -> [opt LinkRow]
        "SELECT purpose, object_id, address, created_at FROM links
         WHERE school_id = :school AND token_hash = :token_hash AND purpose IN (SELECT value FROM json_each(CAST(:purposes AS TEXT)))
         AND used_at IS NULL AND expires_at > :now";
    address_link(token_hash: &str, address: &str) -> [exec]
        "UPDATE links SET address = :address WHERE school_id = :school AND token_hash = :token_hash";
    prolong_links(object: &str, purpose: &str, until: i64, now: i64) -> [exec]
        "UPDATE links SET expires_at = :until
         WHERE school_id = :school AND object_id = :object AND purpose = :purpose AND used_at IS NULL AND expires_at > :now AND expires_at < :until";
    use_link(token_hash: &str, purposes: &str, now: i64) -> [exec]
        "UPDATE links SET used_at = :now
         WHERE school_id = :school AND token_hash = :token_hash AND purpose IN (SELECT value FROM json_each(CAST(:purposes AS TEXT)))
         AND used_at IS NULL AND expires_at > :now";
    end_links(object: &str, purposes: &str, since: i64, now: i64) -> [exec]
        "UPDATE links SET used_at = :now
         WHERE school_id = :school AND object_id = :object AND purpose IN (SELECT value FROM json_each(CAST(:purposes AS TEXT)))
         AND used_at IS NULL AND created_at >= :since";
    links_since(object: &str, purposes: &str, since: i64, now: i64) -> [all LinkRow]
        "SELECT purpose, object_id, address, created_at FROM links
         WHERE school_id = :school AND object_id = :object AND purpose IN (SELECT value FROM json_each(CAST(:purposes AS TEXT)))
         AND (used_at IS NULL OR used_at = :now) AND created_at >= :since AND expires_at > :now
         ORDER BY created_at, token_hash";
    first_between(object: &str, purposes: &str, after: i64, before: i64) -> [opt LinkRow]
        "SELECT purpose, object_id, address, created_at FROM links
         WHERE school_id = :school AND object_id = :object AND purpose IN (SELECT value FROM json_each(CAST(:purposes AS TEXT)))
         AND created_at > :after AND created_at < :before
         ORDER BY created_at LIMIT 1";
    last_addressed(object: &str, purpose: &str) -> [opt AddressRow]
        "SELECT address FROM links WHERE school_id = :school AND object_id = :object AND purpose = :purpose AND address <> ''
         ORDER BY created_at DESC, token_hash LIMIT 1";
    first_of_address(address: &str, purpose: &str, now: i64) -> [opt LinkRow]
        "SELECT purpose, object_id, address, created_at FROM links
         WHERE school_id = :school AND address = :address AND purpose = :purpose AND used_at IS NULL AND expires_at > :now
         ORDER BY created_at, token_hash LIMIT 1";
    /// Links that are dead since before a moment go.
    pub prune(before: i64) -> [exec]
        "DELETE FROM links WHERE school_id = :school AND expires_at < :before";
}

/// Purposes as the statements take them.
fn list<P: Purpose>(purposes: &[P]) -> String {
    serde_json::json!(purposes.iter().map(|purpose| purpose.as_str()).collect::<Vec<_>>()).to_string()
}

impl<P: Purpose> Link<P> {
    fn of(row: LinkRow) -> Result<Self, StoreError> {
        let LinkRow { purpose, object_id, address, created_at } = row;
        match P::ALL.iter().find(|known| known.as_str() == purpose) {
            Some(purpose) => Ok(Self { purpose: *purpose, object: object_id, address, created_at }),
            None => Err(StoreError::Inconsistent { table: "links", column: "purpose", id: object_id }),
        }
    }
}

/// Keeps a new link. Older ones live on: whoever types an address ends nobody's links.
pub async fn add(
    tx: &mut SchoolTx,
    minted: &Minted,
    purpose: impl Purpose,
    bound: Bound<'_>,
    now: i64,
) -> Result<(), StoreError> {
    let Bound { object, address } = bound;
    insert_link(tx, &minted.hash, purpose.as_str(), object, address, now, minted.expires_at).await.map(drop)
}

/// The same of one that was [`made_of`] an object in this transaction, along with what is written next.
pub async fn keep(
    tx: &mut SchoolTx,
    made: &Minted,
    purpose: impl Purpose,
    object: &str,
    now: i64,
) -> Result<(), StoreError> {
    keep_link(tx, &made.hash, purpose.as_str(), object, now, made.expires_at).await
}

/// Takes a try at the second proof that opens an object, before anything is compared: so many are left after it, and whoever finds it wrong
/// and none left ends the object's links. None for an object that no link opens.
pub async fn take_try(
    tx: &mut SchoolTx,
    object: &str,
    purpose: impl Purpose,
    most: i64,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    let tried = try_links(tx, object, purpose.as_str(), now).await?;
    Ok(tried.iter().map(|row| most - row.tries).min())
}

/// The try was right: it is none, and takes one wrong one back. Not all of them, or whoever holds the link and knows nothing would have as
/// many again after each visit of its family.
pub async fn proved(tx: &mut SchoolTx, object: &str, purpose: impl Purpose) -> Result<(), StoreError> {
    give_back(tx, object, purpose.as_str()).await.map(drop)
}

/// Writes down where a link went, where that was not known yet when it was made.
pub async fn went_to(tx: &mut SchoolTx, hash: &str, address: &str) -> Result<(), StoreError> {
    address_link(tx, hash, address).await.map(drop)
}

/// Where an object's newest link of a purpose went, whether or not it can still be used.
pub async fn last_to(tx: &mut SchoolTx, object: &str, purpose: impl Purpose) -> Result<Option<String>, StoreError> {
    Ok(last_addressed(tx, object, purpose.as_str()).await?.map(|row| row.address))
}

/// Puts a new token in the place of the one that opens an object, with the tries that it had left; false where none opens it. Of an object
/// that one link opens at a time.
pub async fn replace(
    tx: &mut SchoolTx,
    object: &str,
    purpose: impl Purpose,
    minted: &Minted,
    now: i64,
) -> Result<bool, StoreError> {
    Ok(replace_link(tx, &minted.hash, object, purpose.as_str(), now, minted.expires_at).await? > 0)
}

/// A link that can be used, for one of these purposes.
pub async fn find<P: Purpose>(
    tx: &mut SchoolTx,
    hash: &str,
    purposes: &[P],
    now: i64,
) -> Result<Option<Link<P>>, StoreError> {
    find_link(tx, hash, &list(purposes), now).await?.map(Link::of).transpose()
}

/// Uses a link up: true for exactly one of any number of takers.
pub async fn use_up<P: Purpose>(tx: &mut SchoolTx, hash: &str, purposes: &[P], now: i64) -> Result<bool, StoreError> {
    Ok(is_removed(Guard::LinkOnce) || use_link(tx, hash, &list(purposes), now).await? > 0)
}

/// Lets an object's links of a purpose that can be used live until a moment, where they would end before.
pub async fn prolong(
    tx: &mut SchoolTx,
    object: &str,
    purpose: impl Purpose,
    (until, now): (i64, i64),
) -> Result<(), StoreError> {
    prolong_links(tx, object, purpose.as_str(), until, now).await.map(drop)
}

/// Ends an object's links of these purposes.
pub async fn end<P: Purpose>(tx: &mut SchoolTx, object: &str, purposes: &[P], now: i64) -> Result<(), StoreError> {
    end_since(tx, object, purposes, 0, now).await
}

/// The same of those that were made from a moment on.
pub async fn end_since<P: Purpose>(
    tx: &mut SchoolTx,
    object: &str,
    purposes: &[P],
    since: i64,
    now: i64,
) -> Result<(), StoreError> {
    end_links(tx, object, &list(purposes), since, now).await.map(drop)
}

/// An object's links of these purposes from a moment on that can be used, the oldest first; with the one that was used just now.
pub async fn since<P: Purpose>(
    tx: &mut SchoolTx,
    object: &str,
    purposes: &[P],
    since: i64,
    now: i64,
) -> Result<Vec<Link<P>>, StoreError> {
    links_since(tx, object, &list(purposes), since, now).await?.into_iter().map(Link::of).collect()
}

/// The first of an object's links of these purposes that was made between two moments, whether or not it can still be used.
pub async fn first_made<P: Purpose>(
    tx: &mut SchoolTx,
    object: &str,
    purposes: &[P],
    (after, before): (i64, i64),
) -> Result<Option<Link<P>>, StoreError> {
    first_between(tx, object, &list(purposes), after, before).await?.map(Link::of).transpose()
}

/// The first link of an address that can be used for that.
pub async fn first_to<P: Purpose>(
    tx: &mut SchoolTx,
    address: &str,
    purpose: P,
    now: i64,
) -> Result<Option<Link<P>>, StoreError> {
    first_of_address(tx, address, purpose.as_str(), now).await?.map(Link::of).transpose()
}
