//! What a school offers today.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use jiff::civil::Date;
use kernel::turns::Turns;
use kernel::{MessageId, Refusal, SchoolId};
use tenants::School;
use tenants::form::FormDocument;
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
async fn load(school: &Arc<School>, form: &str) -> Result<Arc<LoadedForm>, Refusal> {
    if let Some(ready) = school.form_if_ready(form) {
        return Ok(ready);
    }
    let (held, id) = (school.clone(), form.to_owned());
    let loaded = building(school.id(), move || held.loaded_form(&id)).await?;
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
    if school.config().forms.keys().all(|form| school.form_if_ready(form).is_some()) {
        return Ok(school.form_summaries(today));
    }
    let held = school.clone();
    building(school.id(), move || held.form_summaries(today)).await
}

/// Builds what the first visitor of a form waits for, off the async threads and in the school's turn: those who come meanwhile, and
/// those who hang up, hold no thread of all schools.
pub(super) async fn building<T: Send + 'static>(
    school: &SchoolId,
    build: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::new(4, 1, 256, Duration::from_secs(20)));
    let turn = TURNS.take(&[school.to_string()]).await?;
    Ok(turn.work(build).await?.0)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn those_who_wait_for_a_form_hold_no_thread_and_no_other_school_up() {
        let (one, two) = (SchoolId::parse("one").expect("id"), SchoolId::parse("two").expect("id"));
        let (began, begun) = tokio::sync::oneshot::channel();
        let (go, wait) = mpsc::channel::<()>();
        let (tell, builds) = mpsc::channel();
        // Who began it hangs up, and it goes on.
        let first = building(&one, move || {
            let _ = began.send(());
            wait.recv().is_ok()
        });
        tokio::select! {
            biased;
            _ = first => panic!("it is not built yet"),
            begun = begun => begun.expect("begun"),
        }
        let waiting: Vec<_> = (0..200)
            .map(|_| {
                let (one, tell) = (one.clone(), tell.clone());
                tokio::spawn(async move { building(&one, move || tell.send(()).is_ok()).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(building(&two, || true).await.expect("the other school"));
        assert!(builds.try_recv().is_err(), "none of them builds beside it");
        go.send(()).expect("held");
        for each in waiting {
            assert!(each.await.expect("ended"));
        }
        assert_eq!(builds.try_iter().count(), 200);
    }
}
