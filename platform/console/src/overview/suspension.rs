//! Switching a school off and on again, as `qabul school suspend` and `resume` do.

use kernel::{MessageId, Refusal};
use serde_json::json;
use tenants::bundle::BundleFiles;
use tenants::bundle::suspension::set_suspended;
use tenants::depot::PushError;
use words::SchoolId;

use super::model::PlatformSchoolDetail;
use crate::caller::PlatformCaller;
use crate::service::{Console, note};

impl Console {
    /// Switches a school off or on again, whatever is wrong with its files but that its `school.yaml` cannot be read: at once here, within
    /// seconds on other servers. A001 for one that is not there, T013 where it cannot be switched. Written down before it is done, and again where it failed: files know no transaction.
    pub async fn switch_school(
        &self,
        caller: &PlatformCaller,
        folder: &str,
        to_suspended: bool,
    ) -> Result<PlatformSchoolDetail, Refusal> {
        let known = self.platform_school(caller, folder).await?;
        let id = SchoolId::parse(folder).map_err(|_| Refusal::not_found())?;
        let _alone = self.0.making.lock().await;
        let action = if to_suspended { "school.suspend" } else { "school.resume" };
        self.written(caller, action, &id, json!({ "state": known.school.state })).await?;
        if let Err(problem) = self.switch(&id, to_suspended).await {
            tracing::warn!(school.id = %id, problem, "a school could not be suspended or resumed");
            self.written(caller, &format!("{action}_failed"), &id, json!({ "problem": problem })).await?;
            return Err(Refusal::new(MessageId::T013).with("problem", problem));
        }
        self.platform_school(caller, folder).await
    }

    async fn written(
        &self,
        caller: &PlatformCaller,
        action: &str,
        id: &SchoolId,
        detail: serde_json::Value,
    ) -> Result<(), Refusal> {
        let (action, id) = (action.to_owned(), id.to_string());
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move { Ok(note(tx, &inner, &caller, &action, ("school", id.as_str()), detail).await?) })
        })
        .await
    }

    /// The newest files come here first, where servers share them, and go to all of them afterwards.
    async fn switch(&self, id: &SchoolId, to_suspended: bool) -> Result<(), String> {
        let shared = |error: std::io::Error| format!("the object store: {error}");
        if let Some(depot) = &self.0.depot {
            depot.follow_one(id).await.map_err(shared)?;
        }
        let (place, registry, school) = (self.0.schools_dir.join(id.as_str()), self.0.registry.clone(), id.clone());
        let switched = tokio::task::spawn_blocking(move || {
            let files = BundleFiles::new(place);
            let is_changed = set_suspended(&files, to_suspended).map_err(|error| error.to_string())?;
            let reloaded = registry.reload(&school);
            // What is broken altogether answers nobody, and is switched once it is mended.
            let is_done = registry.school(&school).is_none_or(|live| live.is_suspended() == to_suspended);
            let why = || reloaded.err().and_then(|found| found.first().map(ToString::to_string)).unwrap_or_default();
            if is_done {
                return Ok(());
            }
            // Or it came true by itself, when somebody mended what was in its way.
            if is_changed {
                set_suspended(&files, !to_suspended).map_err(|error| error.to_string())?;
            }
            Err(why())
        });
        switched.await.map_err(|error| error.to_string())??;
        let Some(depot) = &self.0.depot else { return Ok(()) };
        match depot.push(id, false).await {
            Ok(_) => Ok(()),
            Err(error @ (PushError::Behind | PushError::NoSchool(_))) => Err(error.to_string()),
            Err(PushError::Io(error)) => Err(shared(error)),
        }
    }
}
