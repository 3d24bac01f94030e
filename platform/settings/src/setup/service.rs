//! How far a school is set up.

use kernel::{Caller, Refusal};
use serde_json::json;
use tenants::bundle::{Overlay, place};
use words::Permission;

use super::model::{Setup, Step};
use super::store;
use crate::service::Settings;

/// A school that families have written to for so long is at work: a week. Before that they may only have been quicker than
/// its first administrator.
const AT_WORK_MS: i64 = 7 * 24 * 60 * 60 * 1000;

impl Settings {
    /// How far the school is set up.
    pub async fn setup(&self, caller: &Caller) -> Result<Setup, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let state = self.0.state(&caller.school).await?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let row = store::find_setup(&mut tx).await?;
        let published = store::count_published(&mut tx).await?.n;
        let long_ago = self.0.clock.now_ms() - AT_WORK_MS;
        let is_at_work = row.is_none() && store::any_submission(&mut tx, long_ago).await?.is_some();
        drop(tx);
        let mut done = touched(&[&state.overlay, &state.draft_base.published]);
        if self.0.colleagues.staff(&caller.school).await? > 1 {
            done.push(Step::Colleague);
        }
        if published > 0 {
            done.push(Step::Publish);
        }
        let (skipped, finished) = match row {
            Some(row) => (skipped(&row)?, row.finished_at.is_some()),
            // Nobody began, and families were served for a while already: a furnished school is left in peace.
            None => (Vec::new(), done.is_empty() && is_at_work),
        };
        Ok(Setup { finished, skipped, done })
    }

    /// Leaves steps out, all of them, or ends setting up; what is not said stays.
    pub async fn update_setup(
        &self,
        caller: &Caller,
        left_out: Option<Vec<Step>>,
        finished: Option<bool>,
    ) -> Result<Setup, Refusal> {
        caller.require(Permission::SettingsPublish)?;
        let (inner, by) = (self.0.clone(), caller.clone());
        self.0
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let known = store::find_setup(tx).await?;
                    let mut steps = match (&left_out, &known) {
                        (Some(steps), _) => steps.clone(),
                        (None, Some(row)) => skipped(row)?,
                        (None, None) => Vec::new(),
                    };
                    steps.sort_unstable();
                    steps.dedup();
                    let before = known.as_ref().and_then(|row| row.finished_at);
                    let finished_at = match finished {
                        Some(true) => before.or(Some(now)),
                        Some(false) => None,
                        None => before,
                    };
                    let text = serde_json::to_string(&steps).map_err(Refusal::internal)?;
                    let same = known.as_ref().is_some_and(|row| row.skipped == text && row.finished_at == finished_at);
                    if !same {
                        store::keep_setup(tx, &text, finished_at, now).await?;
                        let detail = json!({ "skipped": steps, "finished": finished_at.is_some() });
                        inner.note(tx, &by, "settings.setup", "setup", detail).await?;
                    }
                    Ok::<_, Refusal>(())
                })
            })
            .await?;
        self.setup(caller).await
    }
}

fn skipped(row: &store::SetupRow) -> Result<Vec<Step>, Refusal> {
    serde_json::from_str(&row.skipped).map_err(Refusal::internal)
}

/// The steps whose places the school touched, published or not.
fn touched(overlays: &[&Overlay]) -> Vec<Step> {
    let places: [(Step, &[&str]); 5] = [
        (Step::Logo, &["/branding/logo"]),
        (Step::Colours, &["/branding/colours"]),
        (Step::Dates, &["/schoolDates"]),
        (Step::Entry, &["/conditionalScreens", "/homePage"]),
        (Step::Form, &["/forms", "/formLayout"]),
    ];
    let entries = || overlays.iter().flat_map(|overlay| &overlay.entries);
    let is_done = |step: Step, places: &[&str]| {
        entries().any(|entry| match entry.file.as_str() {
            "school.yaml" => places.iter().any(|place| place::overlap(&entry.pointer, place)),
            file if file.starts_with("forms/") => step == Step::Form,
            // The photograph is a picture too, and no logo.
            file if file.starts_with("assets/") => {
                step == Step::Logo
                    && !["assets/photo-", "assets/logo-dark-"].iter().any(|other| file.starts_with(other))
            }
            file => step == Step::Form && file.starts_with("locales/") && file.contains("/form-"),
        })
    };
    places.into_iter().filter(|(step, places)| is_done(*step, places)).map(|(step, _)| step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_step_is_done_when_its_places_are_touched() {
        let with = |file: &str, pointer: &str| {
            let mut overlay = Overlay::default();
            overlay.set(file, pointer, json!("x"));
            touched(&[&Overlay::default(), &overlay])
        };
        assert_eq!(with("school.yaml", "/branding/colours/primary"), [Step::Colours]);
        assert_eq!(with("school.yaml", "/branding"), [Step::Logo, Step::Colours]);
        assert_eq!(with("school.yaml", "/conditionalScreens/otp"), [Step::Entry]);
        assert_eq!(with("school.yaml", "/forms/new/closes_on"), [Step::Form]);
        assert_eq!(with("forms/new.json", ""), [Step::Form]);
        assert_eq!(with("locales/ar/form-new.json", "/title"), [Step::Form]);
        assert_eq!(with("school.yaml", "/name/en"), []);
        assert_eq!(with("locales/ar/common.json", "/hello"), []);
    }
}
