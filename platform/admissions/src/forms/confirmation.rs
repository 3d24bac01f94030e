//! The confirmation that a family gets by mail: counted and asked for with the submission, rendered by the worker after the commit.
//!
//! Anybody can type anybody's address into a form. So confirmations are counted as all messages are that strangers cause, and hold no
//! word of the form's but a name that can be nothing else. The link in them opens nothing without an answer that is not there.

use std::sync::Arc;

use kernel::caller::{Caller, SchoolScope};
use kernel::mail::Mail;
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::{Refusal, SchoolTx, StoreError, SubmissionId};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use tenants::School;
use tenants::bundle::family::FormKind;
use words::Language;
use words::text::{may_greet, one_line};

use super::form_texts::{display_date, render_checklist};
use super::model::Verdict;
use super::numbers::draw_confirmations;
use super::service::Forms;
use super::store::submissions;
use crate::own_link::{Proof, path_of};

const TEXT_EN: &str = include_str!("../../mail/confirmation.en.txt");
const TEXT_AR: &str = include_str!("../../mail/confirmation.ar.txt");
const HTML: &str = include_str!("../../mail/confirmation.html");

impl Forms {
    /// Counts a confirmation that goes out with this transaction; false when somebody had too many. `room` is what is left of the school's
    /// where that was drawn ahead.
    pub(super) async fn counts_confirmation(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        to: &str,
        room: Option<i64>,
        now: i64,
    ) -> Result<bool, StoreError> {
        let (target, secret) = (Target::mail(to), &self.parts.secret);
        let counted = match room {
            Some(room) => {
                message_counts::take_drawn(tx, secret, caller, Reason::Confirmation, &target, room, now).await?
            }
            None => message_counts::take(tx, secret, caller, Reason::Confirmation, &target, now).await?,
        };
        Ok(counted == Counted::Free)
    }

    /// Gives the place back that was drawn for a confirmation which is not sent, or whoever asks for many to one mailbox would use up the
    /// school's. Beside the answer: where it fails, the school sends one less.
    pub(super) fn give_back_confirmation(&self, caller: &Caller, now: i64) {
        let (db, scope, is_stranger) = (self.parts.db.clone(), caller.school.clone(), caller.is_stranger());
        tokio::spawn(async move {
            if let Err(error) = draw_confirmations(&db, &scope, is_stranger, -1, now).await {
                tracing::warn!(school = %scope.id(), %error, "a confirmation's place was not given back");
            }
        });
    }

    /// The confirmation of a submission; none when it gave no address any more.
    pub async fn confirmation(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Option<Mail>, Refusal> {
        let mut tx = self.parts.db.read(scope).await?;
        let row = submissions::find_confirmation(&mut tx, id).await?;
        drop(tx);
        let Some(row) = row else { return Ok(None) };
        let pinned = self.pins.find(&self.parts.db, scope, school, &row.form_id, &row.form_digest, None).await?;
        let Some(confirmation) = pinned.document.confirmation(&row.answers.0) else { return Ok(None) };
        let language = Language::parse(&row.locale).unwrap_or(Language::En);
        let (mut checklist, mut steps) = (Vec::new(), Vec::new());
        if let Some(verdict) = row.verdict {
            let inconsistent =
                |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: id.to_string() };
            let verdict: Verdict = serde_json::from_value(verdict.0).map_err(inconsistent)?;
            for (wanted, [text]) in render_checklist(&pinned.document, [language], &verdict.checklist) {
                if wanted.takes_file() { checklist.push(text) } else { steps.push(text) }
            }
        }
        let kind = school.config().kind_told(&row.form_id);
        let [what, page, next] = words_of(kind, language);
        let called = if language == Language::Ar && !row.person_ar.is_empty() { &row.person_ar } else { &row.person };
        let person = Some(one_line(called)).filter(|name| !name.is_empty() && may_greet(name));
        let school_name = one_line(school.config().name.get(language));
        let contact = &school.config().contact;
        let zone = school.time_zone().clone();
        let day = words::clock::timestamp(row.submitted_at).to_zoned(zone).date();
        let values = context! {
            lang => language.as_str(),
            dir => if language == Language::Ar { "rtl" } else { "ltr" },
            school => &school_name,
            name => confirmation.name.as_deref().map(one_line).filter(|name| may_greet(name)),
            form => pinned.document.title().get(language),
            person => &person,
            reference => &row.reference,
            day => display_date(day, language),
            checklist => checklist,
            steps => steps,
            what => what,
            page => page,
            next => next,
            my_application => Proof::of(&pinned.document, &row.answers.0)
                .map(|_| (self.parts.origin_of)(school) + &path_of(&self.parts.secret, scope.id(), id)),
            phone => contact.phone.clone(),
            // In a line from the right, its plus sign would stand behind the digits.
            phone_apart => contact.phone.as_ref().map(|phone| format!("\u{2066}{phone}\u{2069}")),
            email => contact.email.clone(),
            hours => contact.hours.as_ref().map(|hours| one_line(hours.get(language))),
            website => school.config().links.lic_website_url.clone(),
            colour => school.config().branding.colours.primary.clone(),
        };
        let title = one_line(pinned.document.title().get(language));
        let subject = subject_of(kind, language, person.as_deref(), &title, &row.reference);
        let (from_name, from) = tenants::message::sender(school, language);
        Ok(Some(Mail {
            to: confirmation.email,
            subject,
            text: render(if language == Language::Ar { TEXT_AR } else { TEXT_EN }, false, &values)?,
            html: render(HTML, true, &values)?,
            from_name,
            from: Some(from),
        }))
    }
}

/// By what the form is for: what was sent, its own page, and what comes next.
fn words_of(kind: FormKind, language: Language) -> [&'static str; 3] {
    match (language, kind) {
        (Language::En, FormKind::Application) => [
            "your application",
            "My application",
            "our admissions team reads your application and gets in touch with you.",
        ],
        (Language::En, FormKind::Enquiry) => ["your enquiry", "My enquiry", "we read your enquiry and answer you."],
        (Language::En, FormKind::Job) => {
            ["your job application", "My application", "we read your application and get in touch with you."]
        }
        (Language::En, FormKind::Other) => {
            ["your form", "What you sent", "we read your form and get in touch with you."]
        }
        (Language::Ar, FormKind::Application) => ["طلب الالتحاق", "طلبي", "يقرأ فريق القبول طلبكم ثم يتواصل معكم."],
        (Language::Ar, FormKind::Enquiry) => ["استفساركم", "استفساري", "نقرأ استفساركم ثم نرد عليكم."],
        (Language::Ar, FormKind::Job) => ["طلب التوظيف", "طلبي", "نقرأ طلبكم ثم نتواصل معكم."],
        (Language::Ar, FormKind::Other) => ["نموذجكم", "ما أرسلتموه", "نقرأ نموذجكم ثم نتواصل معكم."],
    }
}

/// Of an application whom it is for, as its form's title says no more than the word for it; of everything else the title.
fn subject_of(kind: FormKind, language: Language, person: Option<&str>, title: &str, reference: &str) -> String {
    let [what, ..] = words_of(kind, language);
    let about = match (kind, language, person) {
        (FormKind::Application, Language::En, Some(person)) => format!(" for {person}"),
        (FormKind::Application, Language::Ar, Some(person)) => format!(" باسم {person}"),
        (FormKind::Application, _, None) => String::new(),
        _ => format!(": {title}"),
    };
    match language {
        Language::En => format!("We have {what}{about} ({reference})"),
        Language::Ar => format!("وصلنا {what}{about} ({reference})"),
    }
}

fn render(template: &str, html: bool, values: &minijinja::Value) -> Result<String, Refusal> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(move |_| if html { AutoEscape::Html } else { AutoEscape::None });
    environment.render_str(template, values).map_err(Refusal::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_answers_stays_text() {
        let values = context! {
            lang => "en", dir => "ltr", school => "<b>S</b>", name => Some("<script>"), form => "F", person => Some("<script>"), reference => "R",
            day => "05-Mar-2018", checklist => ["=cmd"], steps => ["<u>"], what => "your form", page => "What you sent", next => "we read it.", my_application => "https://s.example/my-application#token=<t>", website => None::<String>, colour => "#123456",
            phone => None::<String>, email => Some("a&b@s.example"), hours => Some("<i>8 to 2</i>"),
        };
        let html = render(HTML, true, &values).expect("html");
        assert!(!html.contains("<script>") && html.contains("&lt;script&gt;"));
        assert!(!html.contains("tel:") && html.contains("mailto:a&amp;b@s.example") && !html.contains("<i>"), "{html}");
    }

    #[test]
    fn what_is_no_part_of_a_name_greets_nobody() {
        for name in [
            "Sara",
            "سارة بنت أحمد البلوشيّة",
            "د.أحمد",
            "Anne-Marie O’Neil Jr.",
            "José María",
            "李小龙",
            "Nguyễn Văn A",
        ] {
            assert!(may_greet(name), "{name}");
        }
        let blanks = ["you\u{2800}have\u{2800}won\u{2800}a\u{2800}large\u{2800}prize", "call\u{3164}us", "a\u{FFA0}b"];
        for name in blanks.into_iter().chain([
            "evil\u{2024}example",
            "evil\u{FE52}com",
            "one two three four five six",
            "W_in",
            "✆ us",
        ]) {
            assert!(!may_greet(name), "{name}");
        }
    }
}
