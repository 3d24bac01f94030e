//! A plugin's form as the plugin brings it: what a school's layout is made from.

use kernel::{Caller, Refusal};
use serde_json::Value;
use words::Permission;

use crate::service::Settings;

impl Settings {
    /// The document of a form, from the draft's component: with neither the school's words nor its layout.
    pub async fn plain_form(&self, caller: &Caller, form: &str) -> Result<Value, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let (draft, form) = (self.preview_school(&caller.school).await?, form.to_owned());
        let found = self.0.try_turn(caller.school.id()).await?.work(move || {
            let plugin = draft.config().forms.get(&form)?.plugin.clone()?;
            let component = draft.plugin(&plugin).ok()?;
            let (_, document) = component.info.documents.iter().find(|(id, _)| *id == form)?;
            Some(document.clone())
        });
        found.await?.0.ok_or_else(Refusal::not_found)
    }
}
