//! What staff see of a child's consents, and how they ask for them.

use std::sync::Arc;

use blocks::Languages;
use blocks::catalogue::LetterKind;
use kernel::{Caller, Refusal, SubmissionId};
use tenants::School;
use words::verdict::Issue;
use words::{Permission, Text};

use super::ask::{ask, stands};
use super::model::{DAYS, MOST_ASKED, Stand};
use super::store::{self, GivenRow};
use crate::applications;
use crate::letters::by_hand::{Change, MOST_LETTERS};
use crate::letters::service::Letters;
use crate::letters::staff::Listed;
use crate::letters::{Issued, store as letters};
use crate::typed::refused;

/// A consent of a child, with every answer that there was.
#[derive(Debug, Clone)]
pub struct ConsentListed {
    pub code: String,
    pub title: Text,
    pub required: bool,
    /// Of its words now; empty where the school has it no more.
    pub version: String,
    pub stand: Stand,
    /// The newest first.
    pub history: Vec<GivenRow>,
}

/// For which consents a family is asked.
#[derive(Debug, Clone)]
pub struct Asked {
    pub codes: Vec<String>,
    pub days: Option<u16>,
    pub languages: Option<Languages>,
}

impl Letters {
    /// The consents of an application: those of the school's templates, then answers to others. A001 for what the caller does not see.
    pub async fn consents_of(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Vec<ConsentListed>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        self.enquiries.require_seen(&mut tx, caller, school, id).await?;
        let all = stands(&mut tx, school, (id, self.clock().now_ms())).await?;
        let given = store::given_of(&mut tx, id).await?;
        drop(tx);
        let history = |code: &str| given.iter().filter(|row| row.code == code).cloned().collect::<Vec<_>>();
        let mut listed: Vec<ConsentListed> = all
            .into_iter()
            .map(|(code, template, stand)| ConsentListed {
                history: history(&code),
                title: template.title.clone(),
                required: template.required,
                version: template.version(),
                code,
                stand,
            })
            .collect();
        for row in &given {
            if listed.iter().all(|one| one.code != row.code) {
                listed.push(ConsentListed {
                    history: history(&row.code),
                    title: row.title.0.clone(),
                    required: false,
                    version: String::new(),
                    stand: Stand::of(Some(row.into()), false, None),
                    code: row.code.clone(),
                });
            }
        }
        Ok(listed)
    }

    /// Asks a family for consents, in one letter. F003 at `/codes` for none or too many (`minItems`, `maxItems`), at `/codes/n` for what is no consent
    /// (`enum`), `unfilled` or `unprovable` where it cannot be made; at `/days`.
    pub async fn ask_for_consents(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        asked: Asked,
    ) -> Result<Listed, Refusal> {
        let days = asked.days.unwrap_or(DAYS);
        let codes = asked.codes;
        if codes.is_empty() {
            return Err(refused(Issue::error("/codes", "minItems").with("limit", 1)));
        }
        if codes.len() > MOST_ASKED {
            return Err(refused(Issue::error("/codes", "maxItems").with("limit", MOST_ASKED)));
        }
        if !(1..=90).contains(&days) {
            return Err(refused(Issue::error("/days", "range")));
        }
        let mut templates = Vec::new();
        for (n, code) in codes.into_iter().enumerate() {
            let found = school.letters().get(&code).filter(|template| template.kind == LetterKind::Consent).cloned();
            let none = || refused(Issue::error(format!("/codes/{n}"), "enum"));
            if templates.iter().any(|(other, _)| *other == code) {
                return Err(none());
            }
            templates.push((code, found.ok_or_else(none)?));
        }
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let Change { letters: all, school, submission, .. } = change;
                if letters::letters_of(tx, &submission.id).await?.len() >= MOST_LETTERS {
                    return Err(refused(Issue::error("/codes", "maxItems").with("limit", MOST_LETTERS)));
                }
                if applications::is_closed(tx, &submission.id).await? {
                    return Err(refused(Issue::error("/codes", "closed")));
                }
                let now = all.clock().now_ms();
                let waiting = store::asked_of(tx, &submission.id, now).await?;
                if let Some(n) = templates.iter().position(|(code, _)| waiting.iter().any(|row| row.code == *code)) {
                    return Err(refused(Issue::error(format!("/codes/{n}"), "waiting")));
                }
                let kept = (LetterKind::Consent, days);
                let mut occasion = all.applications.occasion_by_hand(tx, school, submission, kept).await?;
                occasion.languages = asked.languages;
                let of: Vec<_> = templates.iter().map(|(code, template)| (code.as_str(), template)).collect();
                match ask(tx, all.applications.hand(), &occasion, &of).await? {
                    Issued::Made(letter) => {
                        let listed = change.listed(tx, &letter).await?;
                        change.tell(tx, &listed.letter, ("issued", "letter.issue"), None).await?;
                        Ok(listed)
                    }
                    Issued::None => Err(refused(Issue::error("/codes", "unprovable"))),
                    Issued::Unfilled(why) => Err(refused(Issue::error("/codes", "unfilled").with("why", why))),
                }
            })
        })
        .await
    }
}
