//! What a family fills in behind a letter's link: consents, or financial documents, each in the form of its kind.

use std::sync::Arc;

use kernel::{Caller, Refusal};
use serde_json::Value;
use tenants::School;
use words::Language;
use words::verdict::Issue;

use super::answer::Signature;
use super::consents::{Choosing, ConsentForm};
use super::financial::{FinancialForm, is_request};
use super::open::Held;
use super::service::Letters;
use crate::typed::refused;

/// The form behind a link.
#[derive(Debug, Clone)]
pub enum FormValues {
    Consents(ConsentForm),
    Financial(FinancialForm),
}

/// What is filled in, and with what it is sent.
#[derive(Debug, Clone)]
pub struct Filled {
    pub held: Held,
    pub grant: String,
    /// Of the form that was shown.
    pub version: String,
    pub values: Value,
    /// Whether it is sent; else it is kept as a draft.
    pub submits: bool,
    pub signature: Option<Signature>,
    /// In which it was read.
    pub language: Language,
    pub device: String,
}

impl Letters {
    /// The form behind a link. L010 for every link that opens none.
    pub async fn form_values(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        held: &Held,
        grant: Option<&str>,
    ) -> Result<FormValues, Refusal> {
        let opened = self.open(caller, school, held).await?;
        if is_request(&opened) {
            return self.financial_form_of(caller, school, &opened, grant).await.map(FormValues::Financial);
        }
        self.consent_form_of(caller, school, opened, grant).await.map(FormValues::Consents)
    }

    /// Keeps what is filled in, or sends it; how the form stands then. F003 at `/values` for what is no choice, at `/formData/signatures` where
    /// consents are sent without one; the rest as its kind says.
    pub async fn put_form_values(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        filled: Filled,
    ) -> Result<&'static str, Refusal> {
        let Filled { held, grant, version, values, submits, signature, language, device } = filled;
        let opened = self.open(caller, school, &held).await?;
        if is_request(&opened) {
            self.put_financial(caller, school, (opened, &grant), (&version, values, submits)).await?;
            return Ok(self.financial_form(caller, school, &held, Some(&grant)).await?.status);
        }
        let none = |_| refused(Issue::error("/values", "format"));
        let choices = serde_json::from_value(values).map_err(none)?;
        let choosing = Choosing { held, grant, version, choices };
        if !submits {
            self.keep_choices(caller, opened, &choosing).await?;
            return Ok("draft");
        }
        let missing = || refused(Issue::error("/formData/signatures", "required"));
        let signed = (choosing, signature.ok_or_else(missing)?);
        self.give_consents(caller, school, opened, signed, (language, device)).await?;
        Ok("submitted")
    }
}
