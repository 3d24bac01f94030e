//! What a school asks families to agree to and to fill in, as one public list: its consents and its forms.

use std::sync::OnceLock;

use blocks::Block;
use form::{FormDocument, OutlineField, UploadKind, UploadTier};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::{Language, Text};

use super::legal::filled_with;
use super::payload::Prepared;
use super::school::School;
use crate::bundle::consents::{self, Consent, ConsentKind};
use crate::bundle::legal::{self, Fill};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CriterionKind {
    /// A consent.
    Consent,
    /// A form.
    Form,
}

/// Who signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Signer {
    /// The child's guardian.
    Guardian,
}

/// A file that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CriterionUpload {
    /// Name of its field.
    pub name: String,
    /// How large it may be.
    pub tier: UploadTier,
    /// What it may be.
    pub kinds: Vec<UploadKind>,
}

/// A consent or a form.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Criterion {
    /// The consent's code, or the form's id.
    pub sims_criteria_code: String,
    /// What it is.
    pub kind: CriterionKind,
    /// What a consent is about; null for a form.
    pub purpose: Option<ConsentKind>,
    /// Whether a family has to give it.
    pub required: bool,
    /// Its title.
    pub title: Text,
    /// Version of its words, or of the form.
    pub version: String,
    /// The languages that it is in.
    pub locale: Vec<Language>,
    /// What it says, fields filled.
    pub blocks: Vec<Block>,
    /// What it asks.
    pub fields: Vec<OutlineField>,
    /// Who signs it.
    pub signers: Vec<Signer>,
    /// The files that it asks for.
    pub uploads: Vec<CriterionUpload>,
}

/// Payload of `list_criteria`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CriteriaPayload {
    /// Consents as the school orders them, then forms by their id.
    pub criteria: Vec<Criterion>,
}

impl School {
    /// The whole answer to `list_criteria`, prepared once for each question. `origin` is where the school lives.
    #[must_use]
    pub fn criteria_view(&self, kind: Option<CriterionKind>, language: Language, origin: &str) -> Prepared {
        let prepare = || Prepared::of(CriteriaPayload { criteria: self.criteria_in(kind, language, origin) });
        self.criteria_slot(kind, language).get_or_init(prepare).clone()
    }

    pub(super) fn criteria_slot(&self, kind: Option<CriterionKind>, language: Language) -> &OnceLock<Prepared> {
        &self.criteria[kind.map_or(0, |kind| 1 + kind as usize)][language as usize]
    }

    fn criteria_in(&self, kind: Option<CriterionKind>, language: Language, origin: &str) -> Vec<Criterion> {
        let mut all = Vec::new();
        if kind != Some(CriterionKind::Form) {
            let consents = self.consents();
            all.extend(filled_with(self, language, origin, |fill| {
                consents.iter().map(|consent| of_consent(consent, language, fill)).collect::<Vec<_>>()
            }));
        }
        if kind != Some(CriterionKind::Consent) {
            let forms = self.config().forms.keys();
            all.extend(forms.filter_map(|id| Some(of_form(id, &*self.form(id).ok()?, language))));
        }
        all
    }

    /// Its consents; broken ones are left out and reported.
    fn consents(&self) -> Vec<Consent> {
        let value = self.files.value(consents::CONSENTS).unwrap_or_else(|found| {
            self.report(&found);
            None
        });
        value.as_ref().map(consents::read).unwrap_or_default()
    }
}

fn of_consent(consent: &Consent, language: Language, fill: Fill<'_>) -> Criterion {
    Criterion {
        sims_criteria_code: consent.code.clone(),
        kind: CriterionKind::Consent,
        purpose: Some(consent.kind),
        required: consent.required,
        title: consent.title.clone(),
        version: consent.version(),
        locale: Language::ALL.to_vec(),
        blocks: legal::in_language(&consent.text, language, fill),
        fields: Vec::new(),
        signers: vec![Signer::Guardian],
        uploads: Vec::new(),
    }
}

fn of_form(form: &str, document: &FormDocument, language: Language) -> Criterion {
    let fields = document.outline(language);
    let signed = fields.iter().any(|field| field.r#type == "signature");
    let upload = |field: form::UploadField| CriterionUpload { name: field.name, tier: field.tier, kinds: field.kinds };
    Criterion {
        sims_criteria_code: form.to_owned(),
        kind: CriterionKind::Form,
        purpose: None,
        required: false,
        title: document.title(),
        version: document.version().to_owned(),
        locale: Language::ALL.to_vec(),
        blocks: document
            .description(language)
            .map(|text| Block::Paragraph { text: text.into(), when: None })
            .into_iter()
            .collect(),
        fields,
        signers: if signed { vec![Signer::Guardian] } else { Vec::new() },
        uploads: document.upload_fields().into_iter().map(upload).collect(),
    }
}
