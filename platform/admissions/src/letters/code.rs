//! A code that whoever signs is known by, where a letter's template asks for one: six digits to their own telephone or mailbox.
//!
//! A code is kept as links are ([`kernel::links`]): its hash with the school's key, bound to the signer, good for ten minutes and five tries.
//! Another one ends it.

use std::sync::Arc;

use blocks::evidence::Reached;
use kernel::allowance::{Allowance, DAY, HOUR, Left};
use kernel::links::{self, Purpose as _};
use kernel::message::{self, Channel, Message};
use kernel::message_counts::{self, Reason};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, crypto};
use serde_json::{Map, Value};
use tenants::School;
use tenants::bundle::letters::SecondProof;
use words::SchoolId;
use words::ids;
use words::text::western_digits;

use super::model::{MOST_TRIES, Purpose};
use super::open::{Asks, Held, Opened};
use super::reach::{self, Reach, Way};
use super::service::{Letters, Whole};
use super::store::SignerRow;
use crate::enquiries::Submission;
use crate::ids::SignerId;

/// Codes for one signer's letter.
const CODES: [Allowance; 2] = [
    Allowance { name: "letter.codes.hour", most: 5, window: HOUR },
    Allowance { name: "letter.codes.day", most: 12, window: DAY },
];
/// Between one code and the next.
const PAUSE_MS: i64 = 60 * 1000;

/// A code that is on its way.
#[derive(Debug, Clone)]
pub struct CodeSent {
    pub to: Reached,
    /// Seconds that it is good for.
    pub expires_in: i64,
    /// Seconds until another one may be asked for.
    pub resend_in: i64,
}

/// The way that a signer's code goes, where the letter asks for one: another than their link's where there is one. None also where they can be
/// reached by nothing.
pub(super) fn code_way(
    school: &School,
    submission: &Submission,
    answers: &Value,
    (whole, me, link_to): (&Whole, &SignerRow, Option<&Reached>),
) -> Option<(Way, Reached)> {
    let asks_code = match whole.letter.second_proof.as_deref() {
        Some(frozen) => frozen == SecondProof::Code.as_str(),
        None => school.letters().get(&whole.letter.code)?.second_proof == SecondProof::Code,
    };
    if !asks_code {
        return None;
    }
    let reach = Reach::of(school, submission, answers, me);
    let ways: Vec<_> = reach.ways().map(|way| (way.reached(reach.is_shared), way)).collect();
    let is_other = |(reached, _): &&(Reached, Way)| link_to.is_none_or(|link| link.by != reached.by);
    // A telephone first: the link is mailed where it can be.
    let (reached, way) = ways.iter().rev().find(is_other).or_else(|| ways.last())?.clone();
    Some((way, reached))
}

impl Letters {
    /// Sends the code that a letter asks for; one before it is dead. L010 for every link that opens nothing, and where none is asked for; L002
    /// where they come too often, for that link or its address; R012 where the school may send no more.
    pub async fn send_code(&self, caller: &Caller, school: &Arc<School>, held: &Held) -> Result<CodeSent, Refusal> {
        let opened = self.open(caller, school, held).await?;
        let Asks::Code(way, to) = opened.asks.clone() else { return Err(crate::my_application::nothing()) };
        let language = opened.application.submission()?.language.as_str().to_owned();
        let (letters, caller_then, sent) = (self.clone(), caller.clone(), to.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (id, now) = (opened.me.id.as_str(), letters.clock().now_ms());
                for allowance in CODES {
                    if let Left::TooLittle { seconds, .. } = allowance.take(tx, id, 1, now).await? {
                        return Err(Refusal::new(MessageId::L002).retry_after(seconds));
                    }
                }
                if let Some(wait) = pause(tx, &opened.me.id, now).await? {
                    return Err(Refusal::new(MessageId::L002).retry_after(wait));
                }
                let target = way.target();
                let secret = letters.secret();
                message_counts::take(tx, secret, &caller_then, Reason::LetterCode, &target, now).await?.or_refuse()?;
                let code = crypto::new_code(letters.rng());
                let expires_at = now + Purpose::Code.life_ms();
                let hash = letters.code_hash(tx.school(), &opened, (&code, now));
                let minted = links::Minted { token: String::new(), hash, expires_at };
                links::end(tx, id, &[Purpose::Code], now).await?;
                let bound = links::Bound { object: id, address: &reach::kept(&sent) };
                links::add(tx, &minted, Purpose::Code, bound, now).await?;
                let message = message_of(way, language, code, expires_at);
                let dedup = ids::new_id(letters.clock(), letters.rng());
                message::send(tx, letters.clock(), letters.rng(), secret, &dedup, &message).await?;
                Ok::<_, Refusal>(())
            })
        });
        write.await?;
        Ok(CodeSent { to, expires_in: Purpose::Code.life_ms() / 1000, resend_in: PAUSE_MS / 1000 })
    }

    /// Where the code went that was typed: it is good for once. L004 for a wrong one, with the tries that are left; L005 where none is good.
    pub(super) async fn prove_by_code(
        &self,
        caller: &Caller,
        opened: &Opened,
        typed: &str,
    ) -> Result<Reached, Refusal> {
        let dead = || Refusal::new(MessageId::L005);
        let now = self.clock().now_ms();
        let mut tx = self.db().read(&caller.school).await?;
        let out = links::since(&mut tx, opened.me.id.as_str(), &[Purpose::Code], 0, now).await?.pop();
        drop(tx);
        let out = out.ok_or_else(dead)?;
        let digits: String = western_digits(typed).chars().filter(|c| !c.is_whitespace()).collect();
        let hash = self.code_hash(caller.school.id(), opened, (&digits, out.created_at));
        let me = opened.me.id.clone();
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                // Counted before it is looked at: of any number at once five are.
                let taken = links::take_try(tx, me.as_str(), Purpose::Code, MOST_TRIES, now).await?;
                let Some(left) = taken.filter(|left| *left >= 0) else { return Ok(None) };
                let is_right = links::use_up(tx, &hash, &[Purpose::Code], now).await?;
                if !is_right && left == 0 {
                    links::end(tx, me.as_str(), &[Purpose::Code], now).await?;
                }
                Ok::<_, StoreError>(Some((is_right, left)))
            })
        });
        match write.await?.ok_or_else(dead)? {
            (true, _) => reach::read(&out.address).ok_or_else(dead),
            (false, left) => Err(Refusal::new(MessageId::L004).with("tries_left", left)),
        }
    }

    /// What is kept of a code: it is good for its signer's link alone.
    fn code_hash(&self, school: &SchoolId, opened: &Opened, (code, at): (&str, i64)) -> String {
        let key = self.secret().school_key(school, "link");
        let text = format!("{}\n{}\n{}\n{at}\n{code}", Purpose::Code.as_str(), opened.me.id, opened.link);
        crypto::keyed_hash(&key, &text)
    }
}

/// Seconds until a signer may be sent another one.
async fn pause(tx: &mut SchoolTx, me: &SignerId, now: i64) -> Result<Option<u32>, StoreError> {
    let last = links::since(tx, me.as_str(), &[Purpose::Code], now - PAUSE_MS + 1, now).await?.pop();
    Ok(last.map(|link| u32::try_from((link.created_at + PAUSE_MS - now + 999) / 1000).unwrap_or(1)))
}

fn message_of(way: Way, locale: String, code: String, expires_at: i64) -> Message {
    let (channel, to) = match way {
        Way::Mail(to) => (Channel::Mail, to.email),
        Way::Text(phone) => (Channel::Sms, phone),
    };
    let params = Map::from_iter([("code".to_owned(), Value::from(code))]);
    Message { channel, to, template: "letter_code".to_owned(), locale, params, expires_at, is_strangers: true }
}
