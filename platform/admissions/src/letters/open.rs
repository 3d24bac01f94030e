//! Whoever holds a link: what they see of the letter, how they are known besides, and its PDF.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::evidence::{Asked as Said, How, KnownBy, Moment, Reached, What};
use blocks::{Body, Fact, Languages};
use kernel::links;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::ToSchema;
use words::{Language, Text};

use super::acceptance::is_acceptance;
use super::code::code_way;
use super::evidence::Entries;
use super::model::{MOST_TRIES, Purpose, READER, file, signer, state};
use super::paper::composed;
use super::reach::{self, Reach, Way};
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
    /// Where the code went that was said.
    #[serde(default)]
    code_to: Option<Reached>,
    /// What was said in place of a code.
    #[serde(default)]
    asked: Option<Said>,
    /// The letter that it was said for, where that is another: its reference.
    #[serde(default)]
    said_for: Option<String>,
}

/// How whoever holds a grant was known.
#[derive(Debug, Clone)]
pub(super) struct Known {
    at: i64,
    code_to: Option<Reached>,
    asked: Option<Said>,
    said_for: Option<String>,
}

impl Known {
    /// Somebody who says so now, for the letter itself.
    fn now(at: i64, code_to: Option<Reached>, asked: Option<Said>) -> Self {
        Self { at, code_to, asked, said_for: None }
    }

    /// Whether somebody known so has said what another letter of theirs asks for.
    fn answers(&self, asks: &Asks) -> bool {
        match asks {
            Asks::Answer(Proof::BirthDate, _) => self.asked == Some(Said::BirthDate),
            Asks::Answer(Proof::Phone, _) => self.asked == Some(Said::Phone),
            Asks::Code(_, reached) => self.code_to.as_ref() == Some(reached),
        }
    }

    /// As the record tells it.
    pub fn how(self, link_to: Option<Reached>) -> How {
        How {
            by: KnownBy::Link,
            code_to: self.code_to.as_ref().map(|reached| reached.by),
            hint: self.code_to.map(|reached| reached.hint),
            second_factor: false,
            at: Moment(self.at),
            link_to,
            asked: self.asked,
            said_for: self.said_for,
        }
    }
}

/// What whoever holds a link is asked besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LetterProof {
    /// The child's date of birth, or that of who writes for themselves.
    BirthDate,
    /// The telephone that was given.
    Phone,
    /// A code that `send_letter_code` sends.
    Code,
}

/// The same with what answers it.
#[derive(Debug, Clone)]
pub(super) enum Asks {
    /// What the answers tell.
    Answer(Proof, String),
    /// A code; the way that it goes.
    Code(Way, Reached),
}

impl Asks {
    fn proof(&self) -> LetterProof {
        match self {
            Self::Answer(Proof::BirthDate, _) => LetterProof::BirthDate,
            Self::Answer(Proof::Phone, _) => LetterProof::Phone,
            Self::Code(..) => LetterProof::Code,
        }
    }

    /// Where the code goes.
    fn code_to(&self) -> Option<Reached> {
        match self {
            Self::Code(_, reached) => Some(reached.clone()),
            Self::Answer(..) => None,
        }
    }
}

/// A letter, as the holder of a link finds it.
pub(super) struct Opened {
    pub whole: Whole,
    /// Whose link it is.
    pub me: SignerRow,
    /// Hash of its token.
    pub link: String,
    /// Where it went.
    pub link_to: Option<Reached>,
    /// What the link is for.
    pub(super) purpose: Purpose,
    pub application: Application,
    /// When it was opened.
    pub now: i64,
    /// What they are asked besides.
    pub asks: Asks,
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
    pub asks: LetterProof,
    /// Where the code goes that is asked for.
    pub code_to: Option<Reached>,
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

/// The letter that somebody signs, and their row of it.
async fn signed_by(tx: &mut SchoolTx, id: &SignerId) -> Result<Option<(Whole, SignerRow)>, Refusal> {
    // Another choice may move them to the letter in its place between two reads: then it is looked at once more.
    for _ in 0..2 {
        let Some(row) = store::letter_of_signer(tx, id).await? else { return Ok(None) };
        let Some(whole) = Whole::find(tx, &row.letter_id).await? else { return Ok(None) };
        let me = whole.signers.iter().find(|row| row.id == *id).cloned();
        if let Some(me) = me {
            return Ok(Some((whole, me)));
        }
    }
    Ok(None)
}

impl Letters {
    /// The letter that a link opens, within a transaction. L010 for everything else.
    async fn held(
        &self,
        tx: &mut SchoolTx,
        held: &Held,
        now: i64,
    ) -> Result<(Whole, SignerRow, (String, Purpose, Option<Reached>)), Refusal> {
        let hash = crypto::token_hash(&held.token);
        let link = links::find(tx, &hash, &Purpose::LINKS, now).await?.ok_or_else(nothing)?;
        let (id, purpose, link_to) = (SignerId::from(link.object), link.purpose, reach::read(&link.address));
        let (whole, me) = signed_by(tx, &id).await?.ok_or_else(nothing)?;
        let is_open = match whole.letter.state.as_str() {
            state::RELEASED | state::SIGNED | state::DECLINED => true,
            // Its links are there from its beginning.
            state::CHOOSING | state::DRAFT => is_acceptance(&whole.letter),
            _ => false,
        };
        let is_it = held.code.as_ref().is_none_or(|code| *code == whole.letter.code);
        if is_open && is_it { Ok((whole, me, (hash, purpose, link_to))) } else { Err(nothing()) }
    }

    /// The same with the application that it is of.
    pub(super) async fn open(&self, caller: &Caller, school: &Arc<School>, held: &Held) -> Result<Opened, Refusal> {
        let now = self.clock().now_ms();
        let mut tx = self.db().read(&caller.school).await?;
        let (whole, me, (link, purpose, link_to)) = self.held(&mut tx, held, now).await?;
        let id = whole.letter.submission_id.clone();
        let application = self.families.load(tx, caller, school, id).await?;
        let answers = application.corrected();
        let (asked, answer) = Proof::of(&application.pinned.document, &answers).ok_or_else(nothing)?;
        let by_code = code_way(school, &application.submission()?, &answers, (&whole, &me, link_to.as_ref()));
        let asks = match by_code {
            Some((way, reached)) => Asks::Code(way, reached),
            None => Asks::Answer(asked, answer.to_owned()),
        };
        Ok(Opened { whole, me, link, link_to, purpose, application, now, asks })
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
        let is_proved = grant.is_some_and(|sealed| self.granted(caller, opened, sealed).is_some());
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
        let Opened { whole, me, application, asks, .. } = opened;
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
            asks: asks.proof(),
            code_to: asks.code_to(),
            says,
        })
    }

    /// The grant of whoever says what the link asks for. L004 for a wrong one, with the tries that are left; the last of them ends the link, or the
    /// code: L005 for what is none any more.
    pub async fn prove(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        typed: &str,
    ) -> Result<String, Refusal> {
        let now = self.clock().now_ms();
        let opened = self.open(caller, school, held).await?;
        let Asks::Answer(asked, answer) = &opened.asks else {
            let code_to = self.prove_by_code(caller, &opened, typed).await?;
            return Ok(self.grant(caller, &opened, Known::now(now, Some(code_to), None)));
        };
        let is_right = asked.is_right(typed, answer);
        let said = match asked {
            Proof::BirthDate => Said::BirthDate,
            Proof::Phone => Said::Phone,
        };
        let (me, purpose) = (&opened.me, opened.purpose);
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
        Ok(self.grant(caller, &opened, Known::now(now, None, Some(said))))
    }

    /// What lets whoever was known so read and answer for an hour.
    fn grant(&self, caller: &Caller, opened: &Opened, known: Known) -> String {
        let Known { at, code_to, asked, said_for } = known;
        let (signer, link) = (opened.me.id.clone(), opened.link.clone());
        let grant = Grant { signer, link, until: at + GRANT_MS, code_to, asked, said_for };
        // Texts and a number: it is always JSON.
        let text = serde_json::to_string(&grant).unwrap_or_default();
        crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text)
    }

    /// A grant of the letter that followed one, for who was known for that: as long as the one before, where the same signer is asked for the same
    /// at the same address. None where they are asked again.
    pub(super) async fn grant_on(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (before, known): (&Opened, &Known),
        token: &str,
    ) -> Option<String> {
        let next = self.open(caller, school, &Held { token: token.to_owned(), code: None }).await.ok()?;
        let is_theirs = next.me.role == before.me.role && next.application.id == before.application.id;
        let is_there = before.link_to.as_ref().zip(next.link_to.as_ref()).is_none_or(|(before, next)| before == next);
        // A link is kept with a shortened address, which may be two people's: who corrected theirs is asked again.
        let submission = next.application.submission().ok()?;
        let reach = |answers| Reach::of(school, &submission, answers, &next.me);
        let is_where_it_was = reach(&submission.sent) == reach(&next.application.corrected());
        let is_known = is_theirs && is_there && is_where_it_was && known.answers(&next.asks);
        let said_for = known.said_for.clone().or_else(|| Some(before.whole.letter.reference.clone()));
        is_known.then(|| self.grant(caller, &next, Known { said_for, ..known.clone() }))
    }

    /// Goes on only with a grant of this very link; how its holder was known. L010 for everything else.
    pub(super) fn require_grant(&self, caller: &Caller, opened: &Opened, sealed: &str) -> Result<Known, Refusal> {
        self.granted(caller, opened, sealed).ok_or_else(nothing)
    }

    fn granted(&self, caller: &Caller, opened: &Opened, sealed: &str) -> Option<Known> {
        let text = crypto::open(self.secret(), caller.school.id(), PURPOSE, sealed)?;
        let grant: Grant = serde_json::from_str(&text).ok()?;
        let is_good = self.clock().now_ms() < grant.until && grant.link == opened.link && grant.signer == opened.me.id;
        let Grant { until, code_to, asked, said_for, .. } = grant;
        is_good.then(|| Known { at: until - GRANT_MS, code_to, asked, said_for })
    }

    /// A letter's PDF: the one that all have signed where there is one or `is_final` asks for it, else the one that was offered. D010 where not
    /// all have signed yet, A001 while nothing is drawn; L010 without a grant, and where it is none of `kind`. With its reference, for the file's name.
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
        let offered = whole.file(file::OFFERED).ok_or_else(Refusal::not_found)?;
        let found = match whole.file(file::SIGNED) {
            Some(signed) => signed.clone(),
            None if is_final => return Err(Refusal::new(MessageId::D010)),
            None => offered.clone(),
        };
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
