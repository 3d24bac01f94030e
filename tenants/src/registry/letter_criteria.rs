//! What a school offers, and has accepted, on paper: the templates of its offers and acceptances as a public list.

use std::sync::OnceLock;

use blocks::catalogue::LetterKind;
use blocks::{Block, Languages};
use form::OutlineField;
use serde::Serialize;
use utoipa::ToSchema;
use words::{Language, Text};

use super::payload::Prepared;
use super::school::School;
use crate::bundle::letters::LetterTemplate;

/// What an offer depends on, as its template has it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LetterCriterionCondition {
    /// Its stable name.
    pub code: String,
    /// What has to be.
    pub text: Text,
    /// Days after the letter until which it is due.
    pub days: u16,
    /// Whether a document shows it.
    pub evidence: bool,
}

/// The template of a letter.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LetterCriterion {
    /// Its code.
    pub sims_criteria_code: String,
    /// `offer`, `conditional_offer`, `acceptance`.
    pub kind: String,
    /// Its title.
    pub title: Text,
    /// Version of its words.
    pub version: String,
    /// The languages that its paper is in.
    pub locale: Vec<Language>,
    /// What it says, in `lng`; what an application fills in stands as `{{field}}`.
    #[schema(value_type = Vec<Object>)]
    pub blocks: Vec<Block>,
    /// What its family fills in: nothing but the signature.
    pub fields: Vec<OutlineField>,
    /// Who signs it, in their order: `guardian1`, `guardian2`, `student`, `school`.
    pub signers: Vec<&'static str>,
    /// The codes of the conditions that a document is sent for.
    pub uploads: Vec<String>,
    /// What a conditional offer depends on.
    pub conditions: Vec<LetterCriterionCondition>,
}

/// Payload of `list_offer_criteria`, `list_conditional_offer_criteria` and `list_acceptance_criteria`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterCriteriaPayload {
    /// By their codes.
    pub criteria: Vec<LetterCriterion>,
}

impl School {
    /// The templates of its letters of a kind, prepared once for each question.
    #[must_use]
    pub fn letter_criteria(&self, kind: LetterKind, language: Language) -> Prepared {
        let prepare = || Prepared::of(LetterCriteriaPayload { criteria: self.letter_criteria_in(kind, language) });
        self.letter_criteria_slot(kind, language).get_or_init(prepare).clone()
    }

    pub(super) fn letter_criteria_slot(&self, kind: LetterKind, language: Language) -> &OnceLock<Prepared> {
        let place = match kind {
            LetterKind::Offer => 3,
            LetterKind::ConditionalOffer => 4,
            _ => 5,
        };
        &self.criteria[place][language as usize]
    }

    fn letter_criteria_in(&self, kind: LetterKind, language: Language) -> Vec<LetterCriterion> {
        let of_kind = self.letters().iter().filter(|(_, template)| template.kind == kind);
        of_kind.map(|(code, template)| of(code, template, language)).collect()
    }
}

fn of(code: &str, template: &LetterTemplate, language: Language) -> LetterCriterion {
    let mut signers: Vec<_> = template.signers.iter().collect();
    signers.sort_by_key(|signer| signer.order);
    let condition = |one: &crate::bundle::letters::Condition| LetterCriterionCondition {
        code: one.code.clone(),
        text: one.text.clone(),
        days: one.days,
        evidence: one.paper.is_some(),
    };
    let with_document = template.conditions.iter().filter(|one| one.paper.is_some());
    LetterCriterion {
        sims_criteria_code: code.to_owned(),
        kind: template.kind.as_str().to_owned(),
        title: template.title.clone(),
        version: template.version(),
        locale: match template.languages {
            Languages::En => vec![Language::En],
            Languages::Ar => vec![Language::Ar],
            Languages::Both => Language::ALL.to_vec(),
        },
        blocks: template.body.get(language).to_vec(),
        fields: Vec::new(),
        signers: signers.into_iter().map(|signer| signer.role.as_str()).collect(),
        uploads: with_document.map(|one| one.code.clone()).collect(),
        conditions: template.conditions.iter().map(condition).collect(),
    }
}
