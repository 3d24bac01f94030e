//! What a school offers today.

use std::sync::Arc;

use form::FormDocument;
use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use tenants::School;
use tenants::registry::{FormError, FormSummary, LoadedForm};

use super::logic::PluginPin;

/// A form that the school offers.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Its id.
    pub form: String,
    /// Its document now.
    pub document: Arc<FormDocument>,
    /// Its rules, for a plugin's form.
    pub plugin: Option<PluginPin>,
    /// Days after which an untouched draft is purged.
    pub draft_days: u32,
    /// Whether it can be sent today.
    pub is_open: bool,
}

impl Offer {
    /// Finds an offered form; F001 with the ones that are offered when it is not among them.
    pub async fn find(school: &Arc<School>, form: &str, today: Date) -> Result<Self, Refusal> {
        let Some(config) = school.form_config(form) else {
            return Err(Refusal::new(MessageId::F001).with("forms", list(school, today).await?));
        };
        let loaded = load(school, form).await?;
        Ok(Self {
            form: form.to_owned(),
            document: loaded.document.clone(),
            plugin: loaded.plugin.as_ref().map(|plugin| PluginPin {
                name: plugin.name.clone(),
                id: plugin.info.id.clone(),
                version: plugin.info.version.clone(),
                digest: plugin.info.digest.clone(),
            }),
            draft_days: u32::from(config.draft_days).min(super::model::DRAFT_DAYS),
            is_open: school.is_open(form, today),
        })
    }
}

/// The form, loaded off the async threads when this is its first use.
pub(super) async fn load(school: &Arc<School>, form: &str) -> Result<Arc<LoadedForm>, Refusal> {
    let id = form.to_owned();
    let loaded = school.built(school.form_if_ready(form).map(Ok), move |school| school.loaded_form(&id)).await?;
    loaded.map_err(|error| match error {
        FormError::NotOffered => Refusal::new(MessageId::F001),
        FormError::Broken(found) => {
            tracing::error!(school = %school.id(), form, problems = found.len(), "an offered form is broken");
            Refusal::new(MessageId::R008).retry_after(30)
        }
    })
}

/// Every form that the school offers and that loads.
pub async fn list(school: &Arc<School>, today: Date) -> Result<Vec<FormSummary>, Refusal> {
    let all_are = school.config().forms.keys().all(|form| school.form_if_ready(form).is_some());
    let ready = all_are.then(|| school.form_summaries(today));
    school.built(ready, move |school| school.form_summaries(today)).await
}
