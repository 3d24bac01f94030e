//! Parts of a school that are in memory already, and a turn to build those that are not: those who come meanwhile, and those who
//! hang up, hold no thread of all schools.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use blocks::catalogue::LetterKind;
use bytes::Bytes;
use kernel::Refusal;
use kernel::turns::Turns;
use words::{Language, SchoolId};

use super::criteria::CriterionKind;
use super::legal::LegalView;
use super::loaded::LoadedPlugin;
use super::payload::Prepared;
use super::school::School;
use crate::bundle::Tables;
use crate::diagnostic::Diagnostic;

impl School {
    /// What is ready, else what is built off the async threads in the school's turn. Whoever had the turn before may have built it: the
    /// building looks for itself. R012 when too many wait.
    pub async fn built<T: Send + 'static>(
        self: &Arc<Self>,
        ready: Option<T>,
        build: impl FnOnce(&Arc<Self>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        if let Some(ready) = ready {
            return Ok(ready);
        }
        let held = self.clone();
        building(&self.id, move || build(&held)).await
    }

    /// A plugin that was loaded before, or could not be; `None` also for one that the school does not have.
    #[must_use]
    pub fn plugin_if_ready(&self, name: &str) -> Option<Result<Arc<LoadedPlugin>, Arc<[Diagnostic]>>> {
        self.plugins.get(name)?.get().cloned()
    }

    /// Its rule tables, when they were read before.
    #[must_use]
    pub fn tables_if_ready(&self) -> Option<Arc<Tables>> {
        self.tables.get().cloned()
    }

    /// The file behind `/branding/<file>`, or that there is none, when the picture was drawn before.
    #[must_use]
    pub fn branding_file_if_ready(&self, file: &str) -> Option<Option<Bytes>> {
        let are_ready = || self.logo.get().is_some() && self.logo_dark.get().is_some();
        let is_ready = if file.ends_with(".jpg") { self.photo.get().is_some() } else { are_ready() };
        is_ready.then(|| self.branding_file(file))
    }

    /// Its own terms and privacy notice, when they were read before.
    #[must_use]
    pub fn legal_view_if_ready(&self, language: Language, origin: &str) -> Option<LegalView> {
        self.legal.get().map(|_| self.legal_view(language, origin))
    }

    /// The whole answer to `list_criteria`, when it was prepared before.
    #[must_use]
    pub fn criteria_view_if_ready(&self, kind: Option<CriterionKind>, language: Language) -> Option<Prepared> {
        self.criteria_slot(kind, language).get().cloned()
    }

    /// The templates of its letters of a kind, when they were prepared before.
    #[must_use]
    pub fn letter_criteria_if_ready(&self, kind: LetterKind, language: Language) -> Option<Prepared> {
        self.letter_criteria_slot(kind, language).get().cloned()
    }
}

/// In turns that are the process's, as its cores are.
async fn building<T: Send + 'static>(
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
    async fn those_who_wait_for_a_part_hold_no_thread_and_no_other_school_up() {
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
