//! A form's samples, judged by what is live and by what the draft has.

use std::sync::Arc;

use form::MAX_SAMPLES;
use kernel::{Caller, MessageId, Refusal};
use serde_json::Value;
use tenants::School;
use tenants::registry::{FormError, LoadedForm};
use words::Permission;
use words::verdict::{Issue, Verdict};

use super::Rehearsal;
use super::model::{ComparedSample, Outcome};
use crate::model::Diagnostic;
use crate::service::{Inner, Settings, Trial};

impl Settings {
    /// Judges each sample of the draft's form by the live rules and by the draft's.
    pub async fn compare_form(&self, caller: &Caller, form: &str) -> Result<Vec<ComparedSample>, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let (_, trial) = self.0.tried(&caller.school).await?;
        let live = self.0.live(&caller.school)?;
        let turn = self.0.heavy_turn(caller.school.id()).await?;
        let (inner, form) = (self.0.clone(), form.to_owned());
        turn.see(async move { inner.compare(&live, &trial, &form).await }).await?.0
    }
}

impl Inner {
    async fn compare(&self, live: &Arc<School>, trial: &Trial, form: &str) -> Result<Vec<ComparedSample>, Refusal> {
        let broken = |problems: Vec<Diagnostic>| Refusal::new(MessageId::S001).with("problems", problems);
        let Some(draft) = &trial.school else { return Err(broken(trial.diagnostics())) };
        let drafted = match load(draft, form).await? {
            Ok(loaded) => loaded,
            Err(FormError::NotOffered) => return Err(Refusal::not_found()),
            Err(FormError::Broken(found)) => {
                // What a broken component breaks is told where the component is.
                let found: Vec<_> = found.iter().cloned().map(Diagnostic::from).collect();
                return Err(broken(if found.is_empty() { trial.diagnostics() } else { found }));
            }
        };
        let known = load(live, form).await?.ok();
        Ok(self.compared(live, known.as_deref(), draft, &drafted, form).await)
    }

    /// Each sample of the draft's form as the live school judges it, and as the draft does.
    async fn compared(
        &self,
        live: &Arc<School>,
        known: Option<&LoadedForm>,
        draft: &Arc<School>,
        drafted: &LoadedForm,
        form: &str,
    ) -> Vec<ComparedSample> {
        let now = self.clock.now_ms();
        let today = draft.today(now);
        let names: Vec<String> = drafted.document.sample_names().take(MAX_SAMPLES).map(str::to_owned).collect();
        let mut samples = Vec::with_capacity(names.len());
        for name in names {
            let values = drafted.document.sample(Some(&name), today);
            let mut judged = [None, None];
            for (at, side) in [(live, known), (draft, Some(drafted))].into_iter().enumerate() {
                if let ((school, Some(loaded)), Some(values)) = (side, &values) {
                    judged[at] = Some(self.outcome(school, form, loaded, values.clone(), now).await);
                }
            }
            let [live, draft] = judged;
            samples.push(ComparedSample { name, differs: live != draft, live, draft });
        }
        samples
    }

    /// What a form and its rules say about answers, as a family would be told.
    async fn outcome(
        &self,
        school: &Arc<School>,
        form: &str,
        loaded: &LoadedForm,
        values: Value,
        now_ms: i64,
    ) -> Outcome {
        let document = &loaded.document;
        let values = document.prune(&document.normalise(values));
        let mut errors = document.validate(&values, school.today(now_ms), None);
        let missing = document.missing_uploads(&values);
        let is_taken = |errors: &[Issue]| !errors.iter().any(Issue::is_error);
        let Some(plugin) = &loaded.plugin else {
            let (refused, warnings): (Vec<_>, Vec<_>) = errors.iter().cloned().partition(Issue::is_error);
            let computed = document.totals(&values, &school.config().currency);
            let verdict = refused.is_empty().then(|| Verdict::assemble(None, computed.clone(), warnings, missing));
            return Outcome { errors, computed, verdict, failure: None };
        };
        let asked = Rehearsal {
            school: school.clone(),
            component: plugin.wasm.clone(),
            grants: plugin.grants.clone(),
            form: form.to_owned(),
            values,
            decide: is_taken(&errors),
            now_ms,
        };
        match self.rules.rehearse(asked).await {
            Ok(said) => {
                Issue::join(&mut errors, said.checked.errors);
                let computed = said.checked.computed;
                let verdict = is_taken(&errors)
                    .then(|| Verdict::assemble(said.decision, computed.clone(), errors.clone(), missing));
                Outcome { errors, computed, verdict, failure: None }
            }
            Err(fault) => Outcome { errors, failure: Some(fault.code), ..Outcome::default() },
        }
    }
}

/// A form of a school; reads files on first use.
async fn load(school: &Arc<School>, form: &str) -> Result<Result<Arc<LoadedForm>, FormError>, Refusal> {
    let (school, form) = (school.clone(), form.to_owned());
    tokio::task::spawn_blocking(move || school.loaded_form(&form)).await.map_err(Refusal::internal)
}
