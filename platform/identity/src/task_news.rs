//! News of tasks: whoever has some that are due hears of it in the morning, and whom a form's rules name hears at once, where they want mail.

use kernel::allowance::{Allowance, DAY, Left};
use kernel::{SchoolTx, StoreError, UserId, message};
use serde_json::json;
use words::Text;
use words::text::{cut, one_line};

use crate::letters;
use crate::profile;
use crate::service::Identity;

/// Letters of forms' rules to one person in a day: strangers cause them.
const OF_RULES: Allowance = Allowance { name: "notices.told", most: 30, window: DAY };
/// The same of what families do with what they sent.
const OF_FAMILIES: Allowance = Allowance { name: "notices.families", most: 30, window: DAY };
/// Characters of a form's own words in such a letter, for each thing it says.
const MOST_SAID: usize = 300;

/// Who causes a notice. Each is counted apart, so that neither keeps the other's from anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeCause {
    Rules,
    Family,
}

impl NoticeCause {
    fn allowance(self) -> Allowance {
        match self {
            Self::Rules => OF_RULES,
            Self::Family => OF_FAMILIES,
        }
    }
}

/// What somebody is to know of a submission, by its form's rules or because its family did something.
#[derive(Debug, Clone)]
pub struct RulesNotice {
    pub cause: NoticeCause,
    pub reference: String,
    /// Where it is looked at.
    pub path: String,
    /// What the form is called.
    pub form: Text,
    /// What the child is called, where the letter may tell it.
    pub child: Option<Text>,
    /// What may be said in a letter, in the form's words; nothing where an audience alone reads it. Of what a family did the first is the subject.
    pub said: Vec<Text>,
}

impl Identity {
    /// Tells somebody how many of their tasks are due, and how many that they may take: once on that day (`YYYY-MM-DD`), and only who wants
    /// mail (`notifications.mail`). For other slices, inside their transaction.
    pub async fn tell_of_tasks(
        &self,
        tx: &mut SchoolTx,
        user: &UserId,
        (count, unassigned): (i64, i64),
        day: &str,
    ) -> Result<(), StoreError> {
        if !profile::wants_mail(tx, user).await? {
            return Ok(());
        }
        let params = |_| {
            let path = if count > 0 { "/tasks" } else { "/tasks?whose=unassigned" };
            let mut params = json!({ "count": count.to_string(), "path": path });
            if unassigned > 0 {
                params["unassigned"] = unassigned.to_string().into();
            }
            params
        };
        letters::to_person_once(tx, &self.0, user, ("tasks_due", params), &format!("tasks:{day}:{user}")).await
    }

    /// Whether somebody hears by mail of what they need not hear of: they want it, and it reaches them.
    pub async fn hears_by_mail(tx: &mut SchoolTx, user: &UserId) -> Result<bool, StoreError> {
        Ok(profile::wants_mail(tx, user).await? && letters::reaches(tx, user).await?)
    }

    /// Tells somebody what they are to know of a submission, in their language: once for each `about`, only who wants mail, and so many in
    /// a day; what goes beyond stands among the tasks or in the history all the same. False where they hear nothing. For other slices, inside
    /// their transaction.
    pub async fn tell_of_notice(
        &self,
        tx: &mut SchoolTx,
        user: &UserId,
        notice: &RulesNotice,
        about: &str,
    ) -> Result<bool, StoreError> {
        if !Self::hears_by_mail(tx, user).await? {
            return Ok(false);
        }
        let dedup = format!("notice:{about}:{user}");
        // Told by a job that is begun again: counted then.
        if message::is_sent(tx, &dedup).await? {
            return Ok(true);
        }
        let allowance = notice.cause.allowance();
        if let Left::TooLittle { .. } = allowance.take(tx, user.as_str(), 1, self.0.clock.now_ms()).await? {
            tracing::warn!(school.id = %tx.school(), allowance = allowance.name, "somebody is told of no more today");
            return Ok(false);
        }
        let params = |language| {
            let said = notice.said.iter().map(|text| cut(&one_line(text.get(language)), MOST_SAID));
            let (said, form) = (said.collect::<Vec<_>>(), one_line(notice.form.get(language)));
            let mut params = json!({ "reference": notice.reference, "form": form, "path": notice.path });
            if notice.cause == NoticeCause::Family {
                params["news"] = said.first().map(|news| news.trim_end_matches('.')).into();
            }
            if let Some(child) = &notice.child {
                params["child"] = child.get(language).into();
            }
            if !said.is_empty() {
                params["text"] = said.join("\n").into();
            }
            params
        };
        letters::to_person_once(tx, &self.0, user, ("rules_notice", params), &dedup).await?;
        Ok(true)
    }
}
