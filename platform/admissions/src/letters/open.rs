//! Whoever holds a link: what they see of the letter, how they are known besides, and its PDF.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::evidence::What;
use blocks::{Body, Fact, Languages};
use kernel::links::{self, Purpose as _};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use words::{Language, Text};

use super::acceptance::is_acceptance;
use super::evidence::Entries;
use super::model::{MOST_TRIES, Purpose, READER, file, signer, state};
use super::paper::composed;
use super::release::order_of;
use super::service::{Letters, Whole};
use super::store::{self, FileRow, SignerRow};
use crate::applications;
use crate::files::Content;
use crate::forms::Forms;
use crate::ids::SignerId;
use crate::messages::given_name;
use crate::my_application::{Application, nothing};
use crate::own_link::Proof;

/// How long a grant is good for.
const GRANT_MS: i64 = 60 * 60 * 1000;
/// What grants are sealed for.
const PURPOSE: &str = "letter-grant";

/// Which letter somebody means: by the token of their link, and where they say it by the code of its template.
#[derive(Debug, Clone)]
pub struct Held {
    pub token: String,
    pub code: Option<String>,
}

/// What a grant says: whoever holds that link has said what only the family knows.
#[derive(Serialize, Deserialize)]
struct Grant {
    signer: SignerId,
    /// Hash of the link's token.
    link: String,
    until: i64,
}

/// A letter, as the holder of a link finds it.
pub(super) struct Opened {
    pub whole: Whole,
    /// Whose link it is.
    pub me: SignerRow,
    /// Hash of its token.
    pub link: String,
    /// What the link is for.
    purpose: Purpose,
    pub application: Application,
    /// When it was opened.
    pub now: i64,
    /// What they are asked besides, and the answer.
    asked: Proof,
    answer: String,
}

/// A signer as the others see them.
#[derive(Debug, Clone)]
pub struct SignerSeen {
    pub place: i64,
    pub role: String,
    pub name: String,
    pub state: String,
    pub is_you: bool,
    pub answered_at: Option<i64>,
}

/// A letter as whoever holds a link finds it.
#[derive(Debug, Clone)]
pub struct Seen {
    pub kind: String,
    pub reference: String,
    pub status: &'static str,
    pub title: Text,
    pub languages: Languages,
    pub child_first_name: String,
    /// In Arabic, where the form asks for both names.
    pub child_first_name_ar: Option<String>,
    pub expires_at: i64,
    pub asks: Proof,
    /// For who has said what only the family knows.
    pub says: Option<Says>,
}

/// What a letter says.
#[derive(Debug, Clone)]
pub struct Says {
    pub subject: Text,
    pub facts: Vec<Fact>,
    pub body: Body,
    pub grade: Option<Text>,
    pub signers: Vec<SignerSeen>,
    pub text_sha256: String,
    pub document_sha256: String,
    pub has_signed_file: bool,
}

/// How a letter stands for those outside.
pub(super) fn public_state(state: &str) -> &'static str {
    match state {
        state::SIGNED => "accepted",
        state::DECLINED => "declined",
        state::EXPIRED => "expired",
        state::WITHDRAWN => "withdrawn",
        state::REPLACED => "replaced",
        _ => "offered",
    }
}

/// Those who sign, as the others see them.
pub(super) fn signers_seen(whole: &Whole, me: &SignerId) -> Vec<SignerSeen> {
    let one = |row: &SignerRow| SignerSeen {
        place: row.place,
        role: row.role.clone(),
        name: row.typed_name.clone().unwrap_or_else(|| row.name.clone()),
        state: row.state.clone(),
        is_you: row.id == *me,
        answered_at: row.answered_at,
    };
    whole.signers.iter().map(one).collect()
}

impl Letters {
    /// The letter that a link opens, within a transaction. L010 for everything else.
    async fn held(
        &self,
        tx: &mut SchoolTx,
        held: &Held,
        now: i64,
    ) -> Result<(Whole, SignerRow, (String, Purpose)), Refusal> {
        let hash = crypto::token_hash(&held.token);
        let link = links::find(tx, &hash, Purpose::ALL, now).await?.ok_or_else(nothing)?;
        let (me, purpose) = (SignerId::from(link.object), link.purpose);
        let letter = store::letter_of_signer(tx, &me).await?.ok_or_else(nothing)?.letter_id;
        let whole = Whole::find(tx, &letter).await?.ok_or_else(nothing)?;
        let is_open = match whole.letter.state.as_str() {
            state::RELEASED | state::SIGNED | state::DECLINED => true,
            // Its links are there from its beginning.
            state::CHOOSING | state::DRAFT => is_acceptance(&whole.letter),
            _ => false,
        };
        let me = whole.signers.iter().find(|row| row.id == me).cloned().ok_or_else(nothing)?;
        let is_it = held.code.as_ref().is_none_or(|code| *code == whole.letter.code);
        if is_open && is_it { Ok((whole, me, (hash, purpose))) } else { Err(nothing()) }
    }

    /// The same with the application that it is of.
    pub(super) async fn open(&self, caller: &Caller, school: &Arc<School>, held: &Held) -> Result<Opened, Refusal> {
        let now = self.clock().now_ms();
        let mut tx = self.db().read(&caller.school).await?;
        let (whole, me, (link, purpose)) = self.held(&mut tx, held, now).await?;
        let id = whole.letter.submission_id.clone();
        let application = self.families.load(tx, caller, school, id).await?;
        let answers = application.corrected();
        let (asked, answer) = Proof::of(&application.pinned.document, &answers).ok_or_else(nothing)?;
        let answer = answer.to_owned();
        Ok(Opened { whole, me, link, purpose, application, now, asked, answer })
    }

    /// A letter as whoever holds its link reads it, what it says only with a grant; the first look is noted. L010 for every link that opens
    /// nothing.
    pub async fn view(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        grant: Option<&str>,
    ) -> Result<Seen, Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.seen(caller, school, &opened, grant).await
    }

    /// The same of a letter that is open.
    pub(super) async fn seen(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: &Opened,
        grant: Option<&str>,
    ) -> Result<Seen, Refusal> {
        let is_proved = grant.is_some_and(|sealed| self.granted_at(caller, opened, sealed).is_some());
        if opened.me.opened_at.is_none() && opened.me.state == signer::INVITED {
            let (letters, me, letter) = (self.clone(), opened.me.clone(), opened.whole.letter.clone());
            let write = self.db().write(&caller.school, move |tx| {
                Box::pin(async move {
                    Forms::hold_submission(tx, &letter.submission_id).await?;
                    let found = store::find_letter(tx, &letter.id).await?;
                    let Some(letter) = found.filter(|now| now.state == state::RELEASED) else { return Ok(()) };
                    let now = letters.clock().now_ms();
                    if store::open_signer(tx, &me.id, now).await? > 0 {
                        store::hold_letter(tx, &letter.id, letter.version).await?;
                        let mut entries = Entries::of(tx, &letter).await?;
                        entries.add(now, What::Opened { order: order_of(&me), role: me.role.clone() })?;
                        entries.keep(tx).await?;
                    }
                    Ok::<_, StoreError>(())
                })
            });
            write.await?;
        }
        let mut tx = self.db().read(&caller.school).await?;
        let registered = applications::registered(&mut tx, &opened.application.id).await?;
        drop(tx);
        let Opened { whole, me, application, asked, .. } = opened;
        let composed = composed(&whole.letter)?;
        let says = is_proved.then(|| Says {
            subject: composed.subject,
            facts: composed.facts,
            body: composed.body,
            grade: registered.and_then(|one| one.place(school, &application.pinned.document).0),
            signers: signers_seen(whole, &me.id),
            text_sha256: whole.letter.text_sha256.clone(),
            document_sha256: whole.offered_sha256().to_owned(),
            has_signed_file: whole.file(file::SIGNED).is_some(),
        });
        Ok(Seen {
            kind: whole.letter.kind.clone(),
            reference: whole.letter.reference.clone(),
            status: if me.role == READER { "issued" } else { public_state(&whole.letter.state) },
            title: composed.title,
            languages: composed.languages,
            child_first_name: given_name(&application.row.person),
            child_first_name_ar: Some(given_name(&application.row.person_ar)).filter(|name| !name.is_empty()),
            expires_at: whole.letter.expires_at,
            asks: *asked,
            says,
        })
    }

    /// The grant of whoever says what the link asks for. L004 for a wrong one, with the tries that are left; the last of them ends the link.
    pub async fn prove(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        typed: &str,
    ) -> Result<String, Refusal> {
        let now = self.clock().now_ms();
        let Opened { me, link, purpose, asked, answer, .. } = self.open(caller, school, held).await?;
        let is_right = asked.is_right(typed, &answer);
        let tried = me.id.clone();
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let object = tried.as_str();
                let taken = links::take_try(tx, object, purpose, MOST_TRIES, now).await?;
                let Some(left) = taken.map(|left| left.max(0)) else { return Ok(None) };
                if is_right {
                    links::proved(tx, object, purpose).await?;
                } else if left == 0 {
                    links::end(tx, object, &[purpose], now).await?;
                }
                Ok::<_, StoreError>(Some(left))
            })
        });
        let left = write.await?.ok_or_else(nothing)?;
        if !is_right {
            return Err(Refusal::new(MessageId::L004).with("tries_left", left));
        }
        let grant = Grant { signer: me.id, link, until: now + GRANT_MS };
        // Texts and a number: it is always JSON.
        let text = serde_json::to_string(&grant).unwrap_or_default();
        Ok(crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text))
    }

    /// Goes on only with a grant of this very link; the moment at which it was given. L010 for everything else.
    pub(super) fn require_grant(&self, caller: &Caller, opened: &Opened, sealed: &str) -> Result<i64, Refusal> {
        self.granted_at(caller, opened, sealed).ok_or_else(nothing)
    }

    fn granted_at(&self, caller: &Caller, opened: &Opened, sealed: &str) -> Option<i64> {
        let text = crypto::open(self.secret(), caller.school.id(), PURPOSE, sealed)?;
        let grant: Grant = serde_json::from_str(&text).ok()?;
        let is_good = self.clock().now_ms() < grant.until && grant.link == opened.link && grant.signer == opened.me.id;
        is_good.then_some(grant.until - GRANT_MS)
    }

    /// A letter's PDF: the one that all have signed where there is one or `is_final` asks for it, else the one that was offered. D010 where not
    /// all have signed yet; L010 without a grant, and where it is none of `kind`. With its reference, for the file's name.
    pub async fn pdf(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        (grant, is_final): (&str, bool),
        kind: Option<LetterKind>,
    ) -> Result<(FileRow, Content, String), Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        if kind.is_some_and(|kind| opened.whole.letter.kind != kind.as_str()) {
            return Err(nothing());
        }
        let whole = opened.whole;
        let signed = whole.file(file::SIGNED);
        let found = if is_final { signed } else { signed.or_else(|| whole.file(file::OFFERED)) };
        let found = found.cloned().ok_or_else(|| Refusal::new(MessageId::D010))?;
        Ok((found.clone(), self.content(&found).await?, whole.letter.reference))
    }

    /// The bytes of a letter's file, as its row knows them.
    pub(super) async fn content(&self, row: &FileRow) -> Result<Content, Refusal> {
        let bytes = u64::try_from(row.bytes).unwrap_or_default();
        let content = self.enquiries.files().read_verified(&row.storage_key, bytes, &row.sha256).await;
        content.map_err(crate::files::refusal)
    }
}

/// A language by its tag.
pub(super) fn language_of(tag: &str) -> Result<Language, Refusal> {
    match tag {
        "en" => Ok(Language::En),
        "ar" => Ok(Language::Ar),
        _ => Err(Refusal::malformed("a language is en or ar")),
    }
}
