//! What staff do with moves of many: ask, look, cancel, undo, fetch, remove.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use identity::Identity;
use kernel::audit::{self, Entry};
use kernel::bulk::{Ask, BulkJob};
use kernel::caller::SchoolScope;
use kernel::files::Content;
use kernel::{BulkJobId, Caller, MessageId, Refusal, SchoolTx, SubmissionId, UserId, page};
use serde_json::json;
use tenants::School;
use words::verdict::Issue;
use words::{Language, Permission};

use super::super::decisions;
use super::super::list::{Sort, matching};
use super::super::model::Standing;
use super::super::reasons::{self, OfferedReason};
use super::super::service::{Applications, Transition, Wish};
use super::model::{
    Chosen, KIND, MOST, MOST_CHOSEN, MoveWay, Moves, NewMoves, Outcome, Wants, oversees, require_said, require_way,
    ways_of,
};
use super::store::{self, ResultRow};
use crate::enquiries::{EnquiryRow, Sight, is_seen, visible_forms};
use crate::typed::refused;

/// Results of a page.
const PAGE: usize = 50;
/// Where the fields of a single move stand.
const TRANSITION: &str = "/transition";

/// What is asked of a job.
#[derive(Debug)]
struct Said {
    to: Option<Standing>,
    wish: Words,
    language: Language,
    undo_of: Option<BulkJobId>,
    approves: bool,
    is_discreet: bool,
}

/// What is said of each.
#[derive(Debug, Default)]
struct Words {
    reason: Option<String>,
    text: Option<String>,
    review_by: Option<String>,
    is_told: bool,
    publish_at: Option<i64>,
}

impl Said {
    /// With a file of results in a language, and nothing said of each.
    fn silent(language: Language) -> Self {
        let (to, wish, undo_of) = (None, Words::default(), None);
        Self { to, wish, language, undo_of, approves: false, is_discreet: false }
    }

    /// With what is wished of each.
    fn of(wish: Wish, language: Language) -> Self {
        let Wish { reason, text, review_by, is_told, publish_at, .. } = wish;
        let review_by = review_by.map(|day| day.to_string());
        Self { wish: Words { reason, text, review_by, is_told, publish_at }, ..Self::silent(language) }
    }
}

/// A result as its reader sees it.
#[derive(Debug)]
pub struct ResultLine {
    pub row: ResultRow,
    /// The line of the list; none for what the reader does not see.
    pub enquiry: Option<EnquiryRow>,
}

/// A page of results.
#[derive(Debug)]
pub struct Results {
    pub lines: Vec<ResultLine>,
    pub next_cursor: Option<String>,
}

impl Applications {
    /// Looks at what is asked as far as no application has to be known for it. A002 where no way there is the caller's, F003 where something
    /// is not said.
    pub(super) fn begin_moves(&self, caller: &Caller, school: &School, asked: Transition) -> Result<Wish, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        require_way(caller, Some(asked.to))?;
        let looked_at = || {
            let (wish, now) = (asked.checked()?, self.hand().now);
            reasons::require(school, wish.reason.as_deref())?;
            require_said(&wish, school.today(now))?;
            if let Some(at) = wish.publish_at {
                decisions::require_ahead(at, now)?;
            }
            Ok(wish)
        };
        looked_at().map_err(|refusal: Refusal| refusal.relative_to(TRANSITION))
    }

    /// Which applications are meant, each once. A009 for more than may be, F003 for none.
    pub(crate) async fn chosen(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        chosen: Chosen,
    ) -> Result<Vec<SubmissionId>, Refusal> {
        let (at, ids) = match chosen {
            Chosen::These(ids) if ids.len() > MOST_CHOSEN => {
                return Err(refused(Issue::error("/ids", "maxItems").with("limit", MOST_CHOSEN)));
            }
            Chosen::These(ids) => {
                let mut seen = HashSet::with_capacity(ids.len());
                ("/ids", ids.into_iter().filter(|id| seen.insert(id.clone())).collect::<Vec<_>>())
            }
            Chosen::Matching(mut wanted) => {
                wanted.require(caller)?;
                self.withhold(caller, school, &mut wanted, Sort::Oldest).await?;
                let visible = visible_forms(school.config(), caller);
                let limit = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
                let clock = wanted.clock(school, self.hand().now);
                let read = self.0.db().read_with(&caller.school, move |tx| {
                    Box::pin(async move { matching(tx, (&wanted, &clock), &visible, limit).await })
                });
                ("/filter", read.await?)
            }
        };
        match ids.len() {
            0 => Err(refused(Issue::error(at, "required"))),
            many if many > MOST => Err(Refusal::new(MessageId::A009).with("limit", MOST)),
            _ => Ok(ids),
        }
    }

    /// Asks for many to be sent on. A008 and R012 as for every bulk job.
    pub async fn ask_moves(&self, caller: &Caller, school: &Arc<School>, asked: NewMoves) -> Result<Moves, Refusal> {
        let (to, language) = (asked.transition.to, asked.language);
        let wish = self.begin_moves(caller, school, asked.transition)?;
        let ids = self.chosen(caller, school, asked.chosen).await?;
        // Of what may be told later, or has to be approved, not everybody may know.
        let is_discreet = to.status() == "F" || to == Standing::RSchool;
        let said = Said { to: Some(to), is_discreet, ..Said::of(wish, language) };
        self.ask_job(caller, school, said, ids).await
    }

    /// Asks for what is proposed of many to be approved. A002 for who approves nothing; A008 and R012 as for every bulk job.
    pub async fn ask_approvals(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (chosen, language): (Chosen, Language),
    ) -> Result<Moves, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        caller.require(Permission::ApplicationOffer)?;
        let ids = self.chosen(caller, school, chosen).await?;
        let said = Said { approves: true, is_discreet: true, ..Said::silent(language) };
        self.ask_job(caller, school, said, ids).await
    }

    /// Asks for those that were moved to be sent back where they came from. A012 where none can be.
    pub async fn ask_undo(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &BulkJobId,
        (asked, language): (Transition, Language),
    ) -> Result<Moves, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let before = self.moves(caller, id).await?;
        if !before.can_undo {
            return Err(Refusal::new(MessageId::A012).with("allowed", [""; 0]));
        }
        let looked_at = || {
            let wish = asked.checked()?;
            reasons::require(school, wish.reason.as_deref())?;
            Ok(wish)
        };
        let wish = looked_at().map_err(|refusal: Refusal| refusal.relative_to(TRANSITION))?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let undone = json!([Outcome::Moved.as_str(), Outcome::Decided.as_str(), Outcome::Proposed.as_str()]);
        let moved = store::list_moved(&mut tx, id, &undone.to_string()).await?;
        drop(tx);
        let ids = moved.into_iter().map(|row| row.submission_id).collect();
        let is_discreet = Wants::of(&before.job)?.is_discreet;
        let said = Said { undo_of: Some(id.clone()), is_discreet, ..Said::of(wish, language) };
        self.ask_job(caller, school, said, ids).await
    }

    async fn ask_job(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        said: Said,
        ids: Vec<SubmissionId>,
    ) -> Result<Moves, Refusal> {
        let account = own(caller)?.clone();
        let sight = Sight::of(&mut self.0.db().read(&caller.school).await?, caller).await?;
        let Said { to, wish, language, undo_of, approves, is_discreet } = said;
        let wants = Wants {
            to,
            review_by: wish.review_by,
            reason: wish.reason,
            text: wish.text,
            is_told: wish.is_told,
            publish_at: wish.publish_at,
            language,
            undo_of,
            approves,
            is_discreet,
            visible: visible_forms(school.config(), caller),
            audiences: sight.audiences().to_vec(),
        };
        let action = match (&wants.undo_of, wants.approves) {
            (Some(_), _) => "application.moves_undo",
            (None, true) => "application.moves_approve",
            (None, false) => "application.moves",
        };
        let detail = json!({ "to": wants.to, "rows": ids.len(), "reason": wants.reason });
        let ask = Ask {
            kind: KIND,
            account,
            wants: serde_json::to_value(&wants).map_err(Refusal::internal)?,
            items: ids.into_iter().map(String::from).collect(),
            file_name: format!("{}-moves.csv", school.id()),
            media_type: "text/csv; charset=utf-8".to_owned(),
        };
        let (applications, who) = (self.clone(), caller.clone());
        let asked = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let enquiries = &applications.0;
                let job = enquiries.bulk().ask(tx, ask).await?;
                let entry = Entry { action, object_kind: "enquiry", object_id: job.id.as_str(), detail };
                audit::record(tx, enquiries.clock(), enquiries.rng(), &who, entry).await?;
                Ok::<_, Refusal>(job)
            })
        });
        let job = asked.await?;
        let mut told = self.counted(caller, vec![job]).await?;
        told.pop().ok_or_else(|| Refusal::internal("moves that were asked for are gone"))
    }

    /// The caller's own, the newest first; or everybody's. A002 for who does not look after what others do.
    pub async fn list_moves(&self, caller: &Caller, is_all: bool) -> Result<Vec<Moves>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        if is_all && !oversees(caller) {
            caller.require(Permission::UserManage)?;
        }
        let bulk = self.0.bulk();
        let jobs = if is_all {
            bulk.list_all(&caller.school, KIND).await?
        } else {
            bulk.list(&caller.school, KIND, own(caller)?).await?
        };
        let mut told = Vec::with_capacity(jobs.len());
        for job in jobs {
            if Wants::of(&job)?.is_told_to(caller) {
                told.push(job);
            }
        }
        self.counted(caller, told).await
    }

    /// Where the caller may send some, and the reasons that may be said of that.
    pub fn move_ways(&self, caller: &Caller, school: &School) -> (Vec<MoveWay>, Vec<OfferedReason>) {
        let ways = ways_of(caller);
        let there: Vec<Standing> = ways.iter().map(|way| way.to).collect();
        let offered = reasons::offered(school, &there, false);
        (ways, offered)
    }

    /// One of the caller's own, or anybody's for who looks after what others do; any other does not exist: A001.
    pub async fn moves(&self, caller: &Caller, id: &BulkJobId) -> Result<Moves, Refusal> {
        let mut tx = self.0.db().read(&caller.school).await?;
        let job = self.job(&mut tx, caller, id).await?;
        drop(tx);
        self.counted(caller, vec![job]).await?.pop().ok_or_else(Refusal::not_found)
    }

    async fn job(&self, tx: &mut SchoolTx, caller: &Caller, id: &BulkJobId) -> Result<BulkJob, Refusal> {
        if !oversees(caller) {
            return self.0.bulk().find(tx, KIND, own(caller)?, id).await;
        }
        let job = self.0.bulk().find_any(tx, KIND, id).await?;
        // Of what they may not know, not that there is such a job either.
        let is_theirs = caller.user_id() == Some(&job.account) || Wants::of(&job)?.is_told_to(caller);
        if is_theirs { Ok(job) } else { Err(Refusal::not_found()) }
    }

    async fn counted(&self, caller: &Caller, jobs: Vec<BulkJob>) -> Result<Vec<Moves>, Refusal> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<&BulkJobId> = jobs.iter().map(|job| &job.id).collect();
        let ids = json!(ids).to_string();
        let mut tx = self.0.db().read(&caller.school).await?;
        let ways = store::count_ways(&mut tx, &ids).await?;
        let accounts: Vec<&UserId> = jobs.iter().map(|job| &job.account).collect();
        let names = Identity::names_among(&mut tx, &accounts).await?;
        drop(tx);
        let with_name = |job: BulkJob| (names.get(&job.account).cloned().unwrap_or_default(), job);
        jobs.into_iter().map(with_name).map(|(by, job)| Moves::of(job, &ways, by, caller)).collect()
    }

    /// A page of results, in the order in which they were asked for. A002 as for their file, of others' for who sees less than they did; each counts
    /// as a line that is read: A007.
    pub async fn move_results(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &BulkJobId,
        (outcome, cursor): (Option<Outcome>, Option<&str>),
    ) -> Result<Results, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let after = cursor.map(page::position::<i64>).transpose()?.unwrap_or(-1);
        let mut tx = self.0.db().read(&caller.school).await?;
        let job = self.job(&mut tx, caller, id).await?;
        let wants = Wants::of(&job)?;
        let outcome = outcome.map_or("", Outcome::as_str);
        let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
        let mut rows = store::list_results(&mut tx, id, outcome, after, limit).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let visible = visible_forms(school.config(), caller);
        if caller.user_id() == Some(&job.account) {
            wants.require(caller, &visible, &sight)?;
        } else {
            wants.require_seen(caller, &visible, &sight)?;
        }
        let is_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let next_cursor = rows.last().filter(|_| is_more).map(|last| page::cursor(&last.seq));
        self.0.count_read(caller, rows.len()).await?;
        let lines = self.result_lines((&caller.school, school), (&visible, &sight), rows).await?;
        Ok(Results { lines, next_cursor })
    }

    /// Results with whom they are about; of what somebody does not see, nothing but its id.
    pub(super) async fn result_lines(
        &self,
        place: (&SchoolScope, &Arc<School>),
        seen: (&str, &Sight),
        rows: Vec<ResultRow>,
    ) -> Result<Vec<ResultLine>, Refusal> {
        let ids: Vec<&SubmissionId> = rows.iter().map(|row| &row.submission_id).collect();
        let mut known = self.seen_lines(place, seen, &ids).await?;
        let line = |mut row: ResultRow| {
            let enquiry = known.remove(&row.submission_id);
            if enquiry.is_none() {
                row.registration_id.clear();
            }
            ResultLine { row, enquiry }
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// Lines of some of the list, as somebody sees them.
    pub(crate) async fn seen_lines(
        &self,
        place: (&SchoolScope, &Arc<School>),
        (visible, sight): (&str, &Sight),
        ids: &[&SubmissionId],
    ) -> Result<HashMap<SubmissionId, EnquiryRow>, Refusal> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let rows = self.0.seen_among(place, sight, ids).await?;
        let seen = rows.into_iter().filter(|row| is_seen(visible, &row.form_id, row.owner_id.as_ref()));
        Ok(seen.map(|row| (row.id.clone(), row)).collect())
    }

    /// Ends one that is under way: what was moved stays where it is. That somebody ended what another began is written down.
    pub async fn cancel_moves(&self, caller: &Caller, id: &BulkJobId) -> Result<Moves, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let (applications, who, id_then) = (self.clone(), caller.clone(), id.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let job = applications.job(tx, &who, &id_then).await?;
                applications.0.bulk().cancel_found(tx, &job).await?;
                if who.user_id() == Some(&job.account) || !job.state.is_open() {
                    return Ok(());
                }
                let enquiries = &applications.0;
                let detail = json!({ "account": job.account });
                let object_id = job.id.as_str();
                let entry = Entry { action: "application.moves_cancel", object_kind: "enquiry", object_id, detail };
                Ok::<_, Refusal>(audit::record(tx, enquiries.clock(), enquiries.rng(), &who, entry).await?)
            })
        });
        write.await?;
        self.moves(caller, id).await
    }

    /// Forgets one with its results, and ends it first if it is under way.
    pub async fn remove_moves(&self, caller: &Caller, id: &BulkJobId) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let (bulk, account, job) = (self.0.bulk().clone(), own(caller)?.clone(), id.clone());
        let write = self
            .0
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { bulk.remove(tx, KIND, &account, &job).await }));
        write.await
    }

    /// The file of one that is done, which is written down: for whom files of the list are, also of those that were refused. L018 as for these; A002
    /// for who may not do it any more, or sees less than then; a line each: A007.
    pub async fn fetch_moves(
        &self,
        caller: &Caller,
        school: &School,
        id: &BulkJobId,
    ) -> Result<(BulkJob, Content), Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let job = self.0.bulk().find(&mut tx, KIND, own(caller)?, id).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        Wants::of(&job)?.require(caller, &visible_forms(school.config(), caller), &sight)?;
        Identity::require_fresh(&mut tx, caller, self.0.clock().now_ms()).await?;
        drop(tx);
        let content = self.0.bulk().open(&caller.school, &job).await?;
        self.0.count_read(caller, usize::try_from(job.total).unwrap_or(MOST)).await?;
        let (applications, who, job_then) = (self.clone(), caller.clone(), job.clone());
        let noted = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let detail = json!({ "lines": job_then.total });
                let object_id = job_then.id.as_str();
                let entry = Entry { action: "application.moves_fetch", object_kind: "enquiry", object_id, detail };
                audit::record(tx, applications.0.clock(), applications.0.rng(), &who, entry).await?;
                Ok::<_, Refusal>(())
            })
        });
        noted.await?;
        Ok((job, content))
    }
}

/// Whose they are: nobody's but a person's.
fn own(caller: &Caller) -> Result<&UserId, Refusal> {
    caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))
}
