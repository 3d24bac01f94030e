//! One application: the answers together with what the tables and records say about them.

use plugin_sdk::{Context, Host, Issue, PluginError, Value};
use rules::answers::Answers;
use rules::date::{self, Date};

use crate::people::Relatives;
use crate::salary::Step;
use crate::tables::{self, Post, Rules, Scale, Weights};
use crate::work::Work;
use crate::{fit, papers, people, salary, work};

/// Everything that follows from the answers so far.
pub struct Case<'a> {
    pub answers: Answers<'a>,
    pub today: Date,
    pub start: Option<Date>,
    pub rules: Rules,
    pub weights: Weights,
    pub work: Work,
    pub relatives: Relatives,
    /// The posts applied for that are open, first choice first, with their text keys.
    pub posts: Vec<(String, Post)>,
    pub salary: Option<(Step, String)>,
}

impl<'a> Case<'a> {
    /// Reads the answers and looks up what the posts ask for.
    pub fn read(ctx: &Context, values: &'a Value, host: &dyn Host) -> Result<Case<'a>, PluginError> {
        let today = date::parse(&ctx.today).ok_or_else(|| PluginError::new("today", "the host's date is no date"))?;
        let answers = Answers(values);
        let rules: Rules = tables::needed(host, "hr_rules", "limits", &ctx.today)?;
        let weights: Weights = tables::needed(host, "hr_scoring", "weights", &ctx.today)?;
        let work = Work::read(answers, today, rules.gap_days);
        let mut posts: Vec<(String, Post)> = Vec::new();
        for field in ["post", "second_post"] {
            let Some(code) = answers.text(field) else {
                continue;
            };
            if let Some(post) = tables::row(host, "hr_posts", code, &ctx.today)? {
                posts.push((format!("{field}.{code}"), post));
            }
        }
        let salary = match posts.first() {
            Some((_, post)) => {
                let scale: Option<Scale> = tables::row(host, "hr_salary", &post.scale, &ctx.today)?;
                scale.and_then(|scale| Some((salary::step(answers, &scale, &work)?, scale.currency)))
            }
            None => None,
        };
        let relatives = Relatives::read(answers, host);
        Ok(Case {
            answers,
            today,
            start: answers.date("available_from"),
            rules,
            weights,
            work,
            relatives,
            posts,
            salary,
        })
    }

    /// The first choice, when it is open.
    pub fn post(&self) -> Option<&Post> {
        let chosen = format!("post.{}", self.answers.text("post")?);
        self.posts.iter().find(|(key, _)| *key == chosen).map(|(_, post)| post)
    }

    /// The parts of the score for a post.
    pub fn parts(&self, post: &Post) -> [fit::Part; 4] {
        fit::parts(self.answers, post, &self.work, self.start, &self.weights)
    }

    /// Everything that is wrong or worth a warning.
    pub fn issues(&self) -> Vec<Issue> {
        let answers = self.answers;
        let mut issues = Vec::new();
        for field in ["post", "second_post"] {
            let Some(code) = answers.text(field) else {
                continue;
            };
            let key = format!("{field}.{code}");
            if !self.posts.iter().any(|(open, _)| *open == key) {
                issues.push(Issue::error(format!("/{field}"), "postClosed"));
            } else if field == "second_post" && answers.text("post") == Some(code) {
                issues.push(Issue::error("/second_post", "samePost"));
            }
        }
        work::issues(answers, &self.work, &mut issues);
        papers::issues(answers, self.today, self.start, self.rules.police_months, &mut issues);
        people::issues(answers, &mut issues);
        issues
    }
}
