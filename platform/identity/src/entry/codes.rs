//! Codes that are sent: six digits by mail or SMS, five minutes, five tries.
//!
//! Anybody can ask for a code to any target and guess at it, so wrong ones never shut a target: they are counted against the code,
//! which is dead after five, or after two once ten were wrong at that target within a day. With three codes an hour that leaves
//! strangers six guesses an hour, and whoever gets the code comes in. Who guesses at many targets meets the counts of their network and of
//! the school: past them a code has one try. Codes that are asked for in a browser that the account knows are
//! counted apart, as many again: no stranger asks until none is left to the owner.

use std::sync::Arc;

use kernel::crypto;
use kernel::message::Channel;
use kernel::message_counts::{self, Reason};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use words::sabotage::{Guard, is_removed};
use words::{Role, address};

use super::attempts::{self, Counted, Turn, WRONG_CODES, WRONG_CODES_OF_NETWORK, WRONG_CODES_OF_SCHOOL, too_often};
use super::details::{Details, phone_of, require_reached};
use super::first::{self, Entered};
use super::links;
use super::proof;
use super::store::{self, ChallengeRow, SentRow};
use crate::ids::ChallengeId;
use crate::journal;
use crate::known_browser::KnownBrowsers;
use crate::letters::Letter;
use crate::model::{Kind, Method, Status, email_of, kind_of};
use crate::service::{Identity, Inner};
use crate::store::{UserRow, find_family_by_phone, find_user, find_user_by_email};

/// How often one code or challenge may be tried.
pub(crate) const MOST_TRIES: i64 = 5;
/// The same of a code to a target at which too many were wrong: one slip of the owner's fingers.
const FEW_TRIES: i64 = 2;
/// The same where too many were wrong from a network, or at a school: whoever slips asks for another.
const ONE_TRY: i64 = 1;
/// How long a code is good for.
pub(crate) const LIFE_MS: i64 = 5 * 60 * 1000;
/// The pause between two codes for one target.
pub(crate) const PAUSE_MS: i64 = 60 * 1000;
/// So long after a person proved to ask a challenge may be asked for another code.
const RESEND_MS: i64 = 60 * 60 * 1000;
/// What targets are sealed for.
const PURPOSE: &str = "code target";

/// Where a code goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Target {
    Email(String),
    Phone(String),
}

/// Where a code goes, and in which language when nobody there told theirs yet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CodeAsked {
    target: Target,
    locale: String,
}

impl CodeAsked {
    /// To an address; `None` when it is none.
    #[must_use]
    pub fn by_email(email: &str, locale: &str) -> Option<Self> {
        Some(Self { target: Target::Email(email_of(email)?), locale: locale.to_owned() })
    }

    /// To a phone; `None` when it is no number.
    #[must_use]
    pub fn by_phone(phone: &str, locale: &str) -> Option<Self> {
        Some(Self { target: Target::Phone(phone_of(phone)?), locale: locale.to_owned() })
    }

    /// The number that it goes to, when it goes by SMS.
    #[must_use]
    pub fn phone(&self) -> Option<&str> {
        match &self.target {
            Target::Phone(phone) => Some(phone),
            Target::Email(_) => None,
        }
    }
}

impl Target {
    /// As it is counted by.
    fn counted(&self) -> message_counts::Target {
        match self {
            Self::Email(email) => message_counts::Target::mail(email),
            Self::Phone(phone) => message_counts::Target::phone(phone),
        }
    }

    /// Whether its former owner can still put it back.
    async fn is_held(&self, tx: &mut SchoolTx, now: i64) -> Result<bool, StoreError> {
        let holder = match self {
            Self::Email(email) => links::find_address_holder(tx, email, now).await?,
            Self::Phone(phone) => links::find_number_holder(tx, phone, now).await?,
        };
        Ok(holder.is_some())
    }

    async fn find(&self, tx: &mut SchoolTx) -> Result<Option<UserRow>, StoreError> {
        match self {
            Self::Email(email) => find_user_by_email(tx, email).await,
            Self::Phone(phone) => find_family_by_phone(tx, phone).await,
        }
    }
}

/// A code that was asked for.
#[derive(Debug, Clone)]
pub struct CodeSent {
    /// What the browser answers with.
    pub challenge: String,
    /// Seconds that the code is good for.
    pub expires_in: i64,
    /// Seconds until another one may be asked for.
    pub resend_in: i64,
}

enum Issued {
    Sent(CodeSent),
    Wait(i64),
    Unknown,
}

impl Identity {
    /// Sends a code for signing in. The same answer and the same work for whoever is behind the target.
    pub async fn request_code(
        &self,
        caller: &Caller,
        asked: CodeAsked,
        browsers: KnownBrowsers,
    ) -> Result<CodeSent, Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        let issued = self.0.db.write(&scope, move |tx| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                issue(tx, &inner, &caller, (asked, now), &browsers).await
            })
        });
        answer(issued.await?)
    }

    /// Sends another code in the place of one; the old one is dead. L005 when there is no such code, L017 where the school sends no texts
    /// to its number any more.
    pub async fn resend_code(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        challenge: &str,
        browsers: KnownBrowsers,
    ) -> Result<CodeSent, Refusal> {
        let school = school.clone();
        let (inner, caller, id) = (self.0.clone(), caller.clone(), ChallengeId::from(crypto::token_hash(challenge)));
        let scope = caller.school.clone();
        let issued = self.0.db.write(&scope, move |tx| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let found = store::find_target(tx, &id, now - RESEND_MS).await?;
                let Some(found) = found else { return Ok(Issued::Unknown) };
                let asked = crypto::open(&inner.secret, tx.school(), PURPOSE, &found.target);
                let Some(asked) = asked.and_then(|text| serde_json::from_str::<CodeAsked>(&text).ok()) else {
                    return Ok(Issued::Unknown);
                };
                if let Some(number) = asked.phone() {
                    require_reached(&school, number)?;
                }
                let issued = issue(tx, &inner, &caller, (asked, found.asked_at), &browsers).await?;
                if matches!(issued, Issued::Sent(_)) {
                    store::kill_challenge(tx, &id, now).await?;
                }
                Ok::<_, Refusal>(issued)
            })
        });
        answer(issued.await?)
    }

    /// Lets somebody in by a code; a target that is nobody's becomes a family's account. L004 for a wrong code, L005 for one
    /// that is of no use any more.
    pub async fn verify_code(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        challenge: &str,
        code: &str,
        name: Option<String>,
        device: String,
    ) -> Result<Entered, Refusal> {
        let mut details = Details::default();
        let name = name.filter(|name| !name.trim().is_empty()).map(|name| details.name("/name", &name));
        if !details.faults.is_empty() {
            return Err(Refusal::new(MessageId::L017).errors(details.faults));
        }
        let id = ChallengeId::from(crypto::token_hash(challenge));
        let Some(taken) = self.take_code_try(caller, &id).await? else {
            return Err(Refusal::new(MessageId::L005));
        };
        let typed: String = words::text::western_digits(code).chars().filter(char::is_ascii_digit).collect();
        if !crypto::same(&code_hash(&self.0, caller, &id, &typed), &taken.row.code_hash) {
            self.note_wrong_code(caller, &taken).await?;
            return Err(Refusal::new(MessageId::L004).with("tries_left", taken.left()));
        }
        let (inner, caller, school) = (self.0.clone(), caller.clone(), school.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let dead = || Refusal::new(MessageId::L005);
                    let now = inner.clock.now_ms();
                    if store::use_challenge(tx, &id, now).await? == 0 {
                        return Err(dead());
                    }
                    taken.forgive(tx, now).await?;
                    let asked = crypto::open(&inner.secret, tx.school(), PURPOSE, &taken.row.target);
                    let asked: CodeAsked = asked.and_then(|text| serde_json::from_str(&text).ok()).ok_or_else(dead)?;
                    let user = owner(tx, &inner, &caller, &asked, name, now).await?.ok_or_else(dead)?;
                    first::enter(tx, &inner, &caller, &school, &user, Method::Code, device).await
                })
            })
            .await
    }

    /// Counts a try in a transaction of its own, before anything is compared: of a thousand at once five are looked at. Gives how many
    /// are left after it, or nothing for a code that is of no use any more.
    async fn take_code_try(&self, caller: &Caller, id: &ChallengeId) -> Result<Option<Taken>, Refusal> {
        let (inner, caller, id) = (self.0.clone(), caller.clone(), id.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let Some(row) = store::take_try(tx, &id, now, most_tries()).await? else { return Ok(None) };
                    if row.purpose != "sign_in" {
                        return Ok(None);
                    }
                    let mut taken = Taken { most: most_tries(), counts: Vec::new(), id, row };
                    for (counted, holder, past) in guessing(tx, &inner, &caller, &taken.row) {
                        let turn = counted.take(tx, &holder, now).await?;
                        taken.counts.push((counted, holder));
                        if turn != Turn::Free {
                            taken.most = taken.most.min(past);
                            // A network that is held back uses nothing of the school's up.
                            if past == ONE_TRY {
                                break;
                            }
                        }
                    }
                    if taken.row.tries > taken.most {
                        // Nobody looks at it, so it is no guess.
                        taken.forgive(tx, now).await?;
                        return Ok(None);
                    }
                    Ok::<_, Refusal>(Some(taken))
                })
            })
            .await
    }

    async fn note_wrong_code(&self, caller: &Caller, taken: &Taken) -> Result<(), Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let (kind, object) = match &taken.row.user_id {
            Some(user) => ("user", user.to_string()),
            None => ("challenge", taken.id.to_string()),
        };
        let detail = json!({"method": "code", "tries": taken.row.tries});
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    journal::note(tx, &inner, &caller, "session.refuse", kind, &object, detail).await?;
                    Ok(())
                })
            })
            .await
    }
}

/// A try that is looked at.
struct Taken {
    /// Of which challenge.
    id: ChallengeId,
    row: ChallengeRow,
    /// How often its code may be tried.
    most: i64,
    /// What it was counted under, and whose it is there.
    counts: Vec<(Counted, String)>,
}

impl Taken {
    /// How many tries are left after it.
    fn left(&self) -> i64 {
        (self.most.min(MOST_TRIES) - self.row.tries).max(0)
    }

    /// It was right, or none.
    async fn forgive(&self, tx: &mut SchoolTx, now: i64) -> Result<(), StoreError> {
        for (counted, holder) in &self.counts {
            counted.forgive(tx, holder, now).await?;
        }
        Ok(())
    }
}

/// What a try is counted under, from the narrow to the wide, whose it is there, and how many tries a code has past it. What comes from
/// this machine has no network; codes that were asked for in a browser that the account knows are counted by themselves.
fn guessing(tx: &SchoolTx, inner: &Inner, caller: &Caller, row: &ChallengeRow) -> Vec<(Counted, String, i64)> {
    let mut counts = vec![(WRONG_CODES, row.target_hash.clone(), FEW_TRIES)];
    let known = row.user_id.as_ref().map(known_target);
    if known.is_some_and(|known| attempts::target_hash(&inner.secret, tx.school(), &known) == row.target_hash) {
        return counts;
    }
    if let Some(from) = caller.address.map(|from| from.to_canonical()).filter(|from| !from.is_loopback()) {
        let network = format!("from:{}", address::site(from));
        counts.push((WRONG_CODES_OF_NETWORK, attempts::target_hash(&inner.secret, tx.school(), &network), ONE_TRY));
    }
    counts.push((WRONG_CODES_OF_SCHOOL, String::new(), ONE_TRY));
    counts
}

/// What an account is counted as in the browsers that it knows.
fn known_target(account: impl std::fmt::Display) -> String {
    format!("known:{account}")
}

fn answer(issued: Issued) -> Result<CodeSent, Refusal> {
    match issued {
        Issued::Sent(sent) => Ok(sent),
        Issued::Wait(wait) => Err(too_often(wait)),
        Issued::Unknown => Err(Refusal::new(MessageId::L005)),
    }
}

/// The milliseconds until another code may be sent after the last one; none where it may be now.
pub(crate) fn pause_left(last: SentRow, now: i64) -> Option<i64> {
    last.sent_at.map(|sent_at| sent_at + PAUSE_MS - now).filter(|wait| *wait > 0)
}

async fn issue(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    (asked, asked_at): (CodeAsked, i64),
    browsers: &KnownBrowsers,
) -> Result<Issued, Refusal> {
    let now = inner.clock.now_ms();
    let counted = asked.target.counted();
    let user = asked.target.find(tx).await?;
    let is_known = inner.known(tx.school(), browsers, user.as_ref()).is_some();
    // The pause between two codes and the wrong ones are counted apart too: strangers' are nothing to who is known.
    let hash = match &user {
        Some(user) if is_known => attempts::target_hash(&inner.secret, tx.school(), &known_target(&user.id)),
        _ => counted.hash(&inner.secret, tx.school()),
    };
    if let Some(wait) = pause_left(store::last_sent(tx, &hash).await?, now) {
        return Ok(Issued::Wait(wait));
    }
    let taken = message_counts::take_of(tx, &inner.secret, caller, Reason::Code, &counted, is_known, now);
    taken.await?.or_refuse()?;
    // Those who ask at once waited for one another at the count, and see here what the first one sent; refusing undoes it.
    if let Some(wait) = pause_left(store::last_sent(tx, &hash).await?, now) {
        return Err(too_often(wait));
    }
    // Who lost a number to a thief puts it back by the link; another account at it would stand in the way.
    let is_held = asked.target.is_held(tx, now).await? && user.is_none();
    let is_family = user.as_ref().is_none_or(|user| kind_of(&user.kind, &user.roles.0) == Kind::Family);
    let is_active = !is_held && user.as_ref().is_none_or(|user| Status::parse(&user.status) == Status::Active);

    let challenge = crypto::new_token(&*inner.rng);
    let id = ChallengeId::from(crypto::token_hash(&challenge));
    let code = crypto::new_code(&*inner.rng);
    // Who may not come in this way gets a challenge that no code answers.
    let stored = match is_family && is_active {
        true => code_hash(inner, caller, &id, &code),
        false => code_hash(inner, caller, &id, &crypto::new_token(&*inner.rng)),
    };
    let text = serde_json::to_string(&asked).unwrap_or_default();
    let sealed = crypto::seal(&inner.secret, &*inner.rng, tx.school(), PURPOSE, &text);
    let user_id = user.as_ref().map(|user| &user.id);
    store::insert_challenge(tx, &id, "sign_in", user_id, &sealed, &hash, &stored, now, asked_at, now + LIFE_MS).await?;

    let (channel, to) = match &asked.target {
        Target::Email(email) => (Channel::Mail, email),
        Target::Phone(phone) => (Channel::Sms, phone),
    };
    let locale = user.as_ref().map_or(asked.locale.as_str(), |user| user.locale.as_str());
    let (template, params) = match is_family {
        true => ("code", json!({ "code": code })),
        false => ("code_staff", json!({ "path": "/sign-in" })),
    };
    let letter = Letter { channel, to, template, locale, params, life_ms: LIFE_MS, is_strangers: !is_known };
    letter.send_if(tx, inner, is_active).await?;
    let detail = json!({"by": if asked.phone().is_some() { "sms" } else { "mail" }});
    let (kind, object) = user_id.map_or(("challenge", id.as_str()), |user| ("user", user.as_str()));
    journal::note(tx, inner, caller, "code.send", kind, object, detail).await?;
    Ok(Issued::Sent(CodeSent { challenge, expires_in: LIFE_MS / 1000, resend_in: PAUSE_MS / 1000 }))
}

/// Keyed and bound to its challenge: a dump of the table tells nothing, though there are only a million codes.
pub(crate) fn code_hash(inner: &Inner, caller: &Caller, id: &ChallengeId, code: &str) -> String {
    crypto::keyed_hash(&inner.secret.school_key(caller.school.id(), "code"), &format!("{id}\n{code}"))
}

/// Whose the target is, now that it is proven; a new family's when it was nobody's. `None` when they may not come in.
async fn owner(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    asked: &CodeAsked,
    name: Option<String>,
    now: i64,
) -> Result<Option<UserRow>, Refusal> {
    let id = match asked.target.find(tx).await? {
        Some(user) => {
            if kind_of(&user.kind, &user.roles.0) != Kind::Family || Status::parse(&user.status) != Status::Active {
                return Ok(None);
            }
            let by_mail = matches!(asked.target, Target::Email(_));
            if by_mail && proof::take_over(tx, inner, &user, name.as_deref(), &asked.locale).await? {
                inner.end_all_but(tx, caller, &user.id, None, "address_proven").await?;
            }
            user.id
        }
        None if asked.target.is_held(tx, now).await? => return Ok(None),
        None => {
            let id = UserId::new(&*inner.clock, &*inner.rng);
            let (email, phone, shown) = match &asked.target {
                Target::Email(email) => (email.clone(), "", email.split('@').next().unwrap_or_default()),
                Target::Phone(phone) => (format!("phone:{phone}"), phone.as_str(), phone.as_str()),
            };
            let by_mail = phone.is_empty();
            let roles = [Role::Guardian.as_str().to_owned()];
            let name = name.unwrap_or_else(|| shown.to_owned());
            let (mail_at, phone_at) = (by_mail.then_some(now), (!by_mail).then_some(now));
            let locale = asked.locale.as_str();
            store::insert_person(
                tx,
                &store::NewPerson {
                    id: &id,
                    kind: "family",
                    email: &email,
                    contact_email: "",
                    phone,
                    name: &name,
                    roles: Json(&roles),
                    locale,
                    password_hash: None,
                    terms_version: "",
                    email_verified_at: mail_at,
                    phone_verified_at: phone_at,
                    tracking_hash: None,
                    now,
                },
            )
            .await?;
            let detail = json!({"kind": "family", "by": "code"});
            journal::note(tx, inner, caller, "user.add", "user", id.as_str(), detail).await?;
            id
        }
    };
    Ok(find_user(tx, &id).await?)
}

/// How often one code or challenge may be tried.
pub(crate) fn most_tries() -> i64 {
    if is_removed(Guard::CodeTries) { i64::MAX } else { MOST_TRIES }
}

/// How many tries are left after one that was wrong.
pub(super) fn tries_left(taken: &ChallengeRow) -> i64 {
    (MOST_TRIES - taken.tries).max(0)
}

/// Forgets what is counted and waited for no more.
pub(crate) async fn prune(tx: &mut SchoolTx, now: i64) -> Result<(), StoreError> {
    store::prune_challenges(tx, now - RESEND_MS).await?;
    let monthly = json!(attempts::MONTHLY).to_string();
    store::prune_attempts(tx, now - attempts::KEEP_MS, &monthly, now - attempts::KEEP_MONTHLY_MS).await?;
    store::prune_registrations(tx, now).await?;
    Ok(())
}
