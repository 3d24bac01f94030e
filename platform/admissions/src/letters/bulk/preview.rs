//! Who would get a letter if one went to many now: by the same rules as each is made, in the same order, with nothing written.

use std::collections::BTreeMap;
use std::sync::Arc;

use blocks::Unfilled;
use blocks::Values;
use blocks::catalogue::LetterKind;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SubmissionId};
use serde_json::Value;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;

use super::model::{Asked, MOST};
use crate::applications::{self, Chosen};
use crate::enquiries::{EnquiryRow, Sight, Submission, visible_forms};
use crate::letters::by_hand::{ByHand, MOST_LETTERS, asks, request_stands};
use crate::letters::consents::needs_no_asking;
use crate::letters::issue::{Occasion, filled};
use crate::letters::model::{mark_of, state};
use crate::letters::reach::Reach;
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::my_application::as_corrected;
use crate::own_link::Proof;

/// Applications that are in memory with their answers.
const SOME: usize = 100;
/// Examples that are told of a refusal, and of those that get one.
const EXAMPLES: usize = 5;
/// In place of the number that a letter gets when it is made.
const UNNUMBERED: &str = "00000";

/// Who would get one.
#[derive(Debug)]
pub struct Preview {
    pub total: usize,
    pub will_send: usize,
    /// Those of them that are closed: refused, withdrawn, doubled.
    pub closed: usize,
    /// Those of them that no mail can reach: their letters are for the post.
    pub unmailed: usize,
    /// Some of those that get one, whose paper can be looked at.
    pub samples: Vec<EnquiryRow>,
    /// Why the others get none, the most frequent first.
    pub refused: Vec<Unsent>,
}

/// Those that get none for one reason.
#[derive(Debug)]
pub struct Unsent {
    pub message_id: &'static str,
    pub guard: Option<String>,
    /// The field that nothing fills.
    pub detail: Option<String>,
    pub count: usize,
    pub examples: Vec<EnquiryRow>,
}

/// An application that a letter can be made for.
pub struct Ready<'a> {
    pub occasion: Occasion<'a>,
    /// Whether its family has an address that mail goes to, or a telephone that the school texts.
    pub has_mail: bool,
    /// Whether the application is closed.
    pub is_closed: bool,
}

/// No letter for this one.
pub fn unsent(guard: &'static str) -> Refusal {
    Refusal::new(MessageId::A012).with("guard", guard)
}

/// Whether a letter would be made of an application as it is now. A001 for what is no application; A012 with `guard` where it has one already
/// (`has_one`), as many as may be (`too_many`), nothing that proves who opens it (`unprovable`), or something is missing of what the letter says
/// (`unfilled`, with the field as `detail`; `too_long`).
pub async fn weigh<'a>(
    tx: &mut SchoolTx,
    all: &Letters,
    (school, submission): (&'a School, &'a Submission),
    (wanted, template): (&ByHand, &LetterTemplate),
) -> Result<Ready<'a>, Refusal> {
    let now = all.clock().now_ms();
    let kept = (template.kind, wanted.days());
    let mut occasion = all.applications.occasion_by_hand(tx, school, submission, kept).await?;
    occasion.languages = wanted.languages;
    let sent = letters::letters_of(tx, &submission.id).await?;
    if sent.len() >= MOST_LETTERS {
        return Err(unsent("too_many"));
    }
    let is_closed = applications::is_closed(tx, &submission.id).await?;
    if is_closed && asks(template.kind) {
        return Err(unsent("closed"));
    }
    if template.kind == LetterKind::FinancialRequest && request_stands(tx, &submission.id, now).await? {
        return Err(unsent("has_one"));
    }
    if template.kind == LetterKind::Consent && needs_no_asking(tx, school, (&submission.id, now), &wanted.code).await? {
        return Err(unsent("has_one"));
    }
    let version = template.version();
    let stands = |letter: &letters::LetterRow| match letter.state.as_str() {
        state::DRAFT | state::RELEASED => letter.expires_at > now,
        // What was signed is asked for again once its text is another one.
        state::SIGNED => letter.template_version == version,
        _ => false,
    };
    let is_plain = template.kind != LetterKind::Consent;
    if is_plain && sent.iter().any(|letter| letter.code == wanted.code && stands(letter)) {
        return Err(unsent("has_one"));
    }
    let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
    if Proof::of(submission.document(), &answers).is_none() {
        return Err(unsent("unprovable"));
    }
    let today = school.today(now);
    let reference = format!("{}-{}-{}-{UNNUMBERED}", school.code(), today.year(), mark_of(template.kind));
    match filled(&occasion, &answers, (template, Values::new()), (&reference, today)) {
        Ok(_) => Ok(Ready {
            has_mail: Reach::of_family(school, submission, &answers).ways().next().is_some(),
            is_closed,
            occasion,
        }),
        Err(Unfilled::Missing { field }) => Err(unsent("unfilled").with("detail", field)),
        Err(Unfilled::TooLong | Unfilled::TooManyRows) => Err(unsent("too_long")),
    }
}

/// The guard of a refusal, and what else it tells.
pub fn told(refusal: &Refusal, name: &str) -> Option<String> {
    refusal.payload(name).and_then(Value::as_str).map(str::to_owned)
}

impl Letters {
    /// Whom a letter would go to. Refused as [`Letters::ask_bulk`] is; each counts as a line that is read: A007.
    pub async fn preview_bulk(&self, caller: &Caller, school: &Arc<School>, asked: Asked) -> Result<Preview, Refusal> {
        let (template, ids) = self.begin_bulk(caller, school, &asked.letter, asked.chosen).await?;
        self.enquiries.count_read(caller, ids.len()).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let (visible, place) = (visible_forms(school.config(), caller), (&caller.school, school));
        let mut groups: BTreeMap<_, (usize, Vec<SubmissionId>)> = BTreeMap::new();
        let (mut will_send, mut unmailed, mut closed, mut samples) = (0, 0, 0, Vec::new());
        for some in ids.chunks(SOME) {
            let read = self.enquiries.submissions(caller, school, some.to_vec()).await?;
            let mut tx = self.db().read(&caller.school).await?;
            for (id, read) in some.iter().zip(read) {
                // Others have their turn between one and the next.
                tokio::task::yield_now().await;
                let weighed = match read {
                    Ok(submission) => {
                        let on = (&**school, &submission);
                        let weighed = weigh(&mut tx, self, on, (&asked.letter, &template)).await;
                        weighed.map(|ready| (ready.has_mail, ready.is_closed))
                    }
                    Err(refusal) => Err(refusal),
                };
                match weighed {
                    Ok((has_mail, is_closed)) => {
                        will_send += 1;
                        closed += usize::from(is_closed);
                        unmailed += usize::from(!has_mail);
                        if samples.len() < EXAMPLES {
                            samples.push(id.clone());
                        }
                    }
                    Err(refusal) if refusal.id().status().is_server_error() => return Err(refusal),
                    Err(refusal) => {
                        let key = (refusal.id().as_str(), told(&refusal, "guard"), told(&refusal, "detail"));
                        let (count, examples) = groups.entry(key).or_default();
                        *count += 1;
                        if examples.len() < EXAMPLES {
                            examples.push(id.clone());
                        }
                    }
                }
            }
        }
        let named: Vec<&SubmissionId> = samples.iter().chain(groups.values().flat_map(|(_, some)| some)).collect();
        let mut lines = self.applications.seen_lines(place, (&visible, &sight), &named).await?;
        let mut lines_of = |ids: Vec<SubmissionId>| ids.iter().filter_map(|id| lines.remove(id)).collect();
        let samples = lines_of(samples);
        let group = |((message_id, guard, detail), (count, examples))| Unsent {
            message_id,
            guard,
            detail,
            count,
            examples: lines_of(examples),
        };
        let mut refused: Vec<Unsent> = groups.into_iter().map(group).collect();
        refused.sort_by_key(|group| std::cmp::Reverse(group.count));
        Ok(Preview { total: ids.len(), will_send, closed, unmailed, samples, refused })
    }

    /// What is asked, as far as no application has to be known for it. F003 at `/code` for a template that is none, or whose letters go out with
    /// what they belong to; A009 for more than may be at once.
    pub(super) async fn begin_bulk(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        letter: &ByHand,
        chosen: Chosen,
    ) -> Result<(Arc<LetterTemplate>, Vec<SubmissionId>), Refusal> {
        caller.require(words::Permission::ApplicationEdit)?;
        let template = letter.template(school)?;
        let ids = self.applications.chosen(caller, school, chosen).await?;
        if ids.len() > MOST {
            return Err(Refusal::new(MessageId::A009).with("limit", MOST));
        }
        Ok((template, ids))
    }
}
