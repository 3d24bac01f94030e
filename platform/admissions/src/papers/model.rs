//! How papers stand.

use form::{FormDocument, UploadField, UploadKind};
use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use words::text::lines;
use words::verdict::{Issue, Verdict, Wanted};
use words::{Language, Text};

use super::store::{RemovedRow, ReviewRow, WaiverRow};
use crate::forms::SubmittedFile;
use crate::forms::form_texts::render_text;
use crate::ids::UploadId;
use crate::scans::ScanState;
use crate::typed::refused;

/// Characters of what is said beside a reason.
pub const MOST_COMMENT: usize = 500;
/// Characters of why a paper is not needed, or a file removed.
pub const MOST_REASON: usize = 300;
/// How long a removed file can be brought back.
pub const KEPT_REMOVED_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Days before a paper's last one on which whoever looks after it is told.
pub const REMINDED_DAYS: i64 = 30;
/// The longest that a paper is good for.
const MOST_YEARS: i64 = 50;

/// How a paper or a file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperState {
    /// It is wanted, and nothing came.
    Missing,
    /// It came, and a scanner looks at it before anybody does.
    Scanning,
    /// It carried something harmful: it was removed, and another is wanted.
    Infected,
    /// It came, and nobody has looked at it yet.
    Received,
    /// The school takes it: it is verified.
    Accepted,
    /// It was accepted, and its last day is over: another is wanted.
    Expired,
    /// The school wants another.
    Refused,
    /// It is wanted, and the school does without.
    Waived,
}

impl PaperState {
    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Scanning => "scanning",
            Self::Infected => "infected",
            Self::Received => "received",
            Self::Accepted => "accepted",
            Self::Expired => "expired",
            Self::Refused => "refused",
            Self::Waived => "waived",
        }
    }
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// It cannot be read.
    Unreadable,
    /// It is another paper than the one that was asked for.
    WrongPaper,
    /// It is not valid any more.
    Expired,
    /// A page or a side of it is missing.
    Incomplete,
    /// Something else, which a comment says.
    Other,
}

impl RefusalReason {
    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::WrongPaper => "wrong_paper",
            Self::Expired => "expired",
            Self::Incomplete => "incomplete",
            Self::Other => "other",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        let all = [Self::Unreadable, Self::WrongPaper, Self::Expired, Self::Incomplete, Self::Other];
        all.into_iter().find(|reason| reason.as_str() == name)
    }

    /// As a family reads it.
    fn in_words(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Unreadable, Language::En) => "it cannot be read",
            (Self::Unreadable, Language::Ar) => "غير واضح",
            (Self::WrongPaper, Language::En) => "it is another document",
            (Self::WrongPaper, Language::Ar) => "مستند آخر غير المطلوب",
            (Self::Expired, Language::En) => "it is not valid any more",
            (Self::Expired, Language::Ar) => "انتهت صلاحيته",
            (Self::Incomplete, Language::En) => "a page is missing",
            (Self::Incomplete, Language::Ar) => "تنقصه صفحة",
            (Self::Other, Language::En) => "we need another",
            (Self::Other, Language::Ar) => "نحتاج إلى بديل عنه",
        }
    }
}

/// A file of a paper.
#[derive(Debug, Clone)]
pub struct PaperFile {
    pub file: SubmittedFile,
    /// How it stands: neither `Missing` nor `Waived`.
    pub state: PaperState,
    pub reason: Option<RefusalReason>,
    /// In words, for the family.
    pub comment: String,
    /// Who looked at it.
    pub reviewer: Option<String>,
    pub reviewed_at: Option<i64>,
    /// Its last day, `YYYY-MM-DD`, where who accepted it said one.
    pub expires_on: Option<String>,
}

/// Why the school does without a paper.
#[derive(Debug, Clone)]
pub struct Waiver {
    /// In words, for colleagues.
    pub reason: String,
    /// Who said it.
    pub by: String,
    pub at: i64,
}

/// A file that was removed and can be brought back.
#[derive(Debug, Clone)]
pub struct Removed {
    pub file: UploadId,
    pub field: String,
    pub label: Text,
    pub name: String,
    /// In words, for colleagues; empty where another file took its place, or its family took it back.
    pub reason: String,
    /// The file that took its place.
    pub replaced_by: Option<String>,
    /// Who of the staff removed it; none where its family took it back.
    pub by: Option<String>,
    pub at: i64,
    /// Until when it can be brought back.
    pub until: i64,
}

/// A paper of a submission.
#[derive(Debug, Clone)]
pub struct Paper {
    /// Where a file of it goes: the field that takes it, or a place of its own where no field does; none for what no file answers.
    pub place: Option<UploadField>,
    pub label: Text,
    /// Whether the form or its rules ask for it.
    pub is_wanted: bool,
    /// ISO date by which it is wanted.
    pub due_on: Option<String>,
    /// Audiences that alone read how it stands, each of them; none where everybody of the staff does.
    pub kept_for: Vec<String>,
    pub state: PaperState,
    pub files: Vec<PaperFile>,
    /// Why the school does without it.
    pub waiver: Option<Waiver>,
}

/// How a file stands: what a scanner found comes before what anybody said, and that before what was not looked at.
pub fn state_of_file(
    reviewed: Option<&str>,
    scan: Option<ScanState>,
    expires_on: Option<&str>,
    today: &str,
) -> PaperState {
    match (scan, reviewed) {
        (Some(ScanState::Infected), _) => PaperState::Infected,
        (_, Some("accepted")) if expires_on.is_some_and(|last| last < today) => PaperState::Expired,
        (_, Some("accepted")) => PaperState::Accepted,
        (_, Some("refused")) => PaperState::Refused,
        (Some(ScanState::Waiting), _) => PaperState::Scanning,
        _ => PaperState::Received,
    }
}

/// A file with what was said of it.
pub fn file_of(file: SubmittedFile, review: Option<&ReviewRow>, scan: Option<ScanState>, today: &str) -> PaperFile {
    let expires_on = review.and_then(|review| review.expires_on.clone());
    let reviewed = review.map(|review| review.state.as_str());
    PaperFile {
        file,
        state: state_of_file(reviewed, scan, expires_on.as_deref(), today),
        reason: review.and_then(|review| RefusalReason::parse(review.reason.as_deref()?)),
        comment: review.map(|review| review.comment.clone()).unwrap_or_default(),
        reviewer: review.map(|review| review.reviewer.clone()),
        reviewed_at: review.map(|review| review.reviewed_at),
        expires_on,
    }
}

/// The papers of a submission, in the form's order; what the rules want and no field takes comes last, each with a place of its own.
#[must_use]
pub fn papers(document: &FormDocument, answers: &Value, verdict: &Verdict, files: Vec<PaperFile>) -> Vec<Paper> {
    let text = |code: &str| Text {
        en: document.text(Language::En, code).into(),
        ar: document.text(Language::Ar, code).into(),
    };
    let mut files = files;
    let mut own_files = |name: &str| -> Vec<PaperFile> {
        let (own, others) = std::mem::take(&mut files).into_iter().partition(|one| one.file.field == name);
        files = others;
        own
    };
    let takes = document.upload_fields();
    let mut open: Vec<&Wanted> = verdict.checklist.iter().collect();
    let mut papers = Vec::new();
    for field in document.paper_fields(answers) {
        let own = own_files(&field.name);
        let title = field.title.unwrap_or_default();
        let names = |wanted: &&Wanted| {
            wanted.params.get("field").and_then(Value::as_str) == Some(field.name.as_str()) || wanted.code == title
        };
        let asked = open.iter().position(names).map(|at| open.remove(at));
        let is_wanted = field.is_wanted || asked.is_some();
        let state = state_of(&own);
        let told = asked.filter(|_| !field.is_wanted && state == PaperState::Missing);
        papers.push(Paper {
            label: if title.is_empty() {
                Text { en: field.name.clone(), ar: field.name.clone() }
            } else {
                text(&title)
            },
            kept_for: readers(document, Some(&field.name), told),
            place: takes.iter().find(|takes| takes.name == field.name).cloned(),
            is_wanted,
            due_on: asked.and_then(|wanted| wanted.due_on.clone()),
            state,
            files: own,
            waiver: None,
        });
    }
    papers.retain(|paper| paper.is_wanted || !paper.files.is_empty());
    for (at, wanted) in open.iter().enumerate() {
        let nth = 1 + open[..at].iter().filter(|before| before.code == wanted.code).count();
        let place = wanted.takes_file().then(|| UploadField::of_rules(&wanted.code, nth));
        let own = place.as_ref().map(|place| own_files(&place.name)).unwrap_or_default();
        papers.push(Paper {
            label: Text {
                en: render_text(document, Language::En, &wanted.code, &wanted.params),
                ar: render_text(document, Language::Ar, &wanted.code, &wanted.params),
            },
            is_wanted: true,
            kept_for: readers(document, None, Some(wanted)),
            due_on: wanted.due_on.clone(),
            state: state_of(&own),
            files: own,
            place,
            waiver: None,
        });
    }
    // What came by another way, as for a condition of an offer, stands here also where the form asks this child for none.
    for field in document.every_paper_field() {
        let own = own_files(&field.name);
        if !own.is_empty() {
            let title = field.title.unwrap_or_default();
            papers.push(Paper {
                label: if title.is_empty() {
                    Text { en: field.name.clone(), ar: field.name.clone() }
                } else {
                    text(&title)
                },
                is_wanted: false,
                kept_for: readers(document, Some(&field.name), None),
                due_on: None,
                state: state_of(&own),
                files: own,
                place: takes.iter().find(|takes| takes.name == field.name).cloned(),
                waiver: None,
            });
        }
    }
    papers
}

/// Who alone reads of a paper: those of its question, and, where nothing but the rules' word tells of it, of that.
fn readers(document: &FormDocument, field: Option<&str>, told: Option<&Wanted>) -> Vec<String> {
    let of_field = field.and_then(|field| document.audience_of(field));
    let of_word = told.and_then(|wanted| document.audience_of_code(&wanted.code));
    let mut all: Vec<String> = of_field.into_iter().chain(of_word).map(str::to_owned).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A page that was refused is wanted again until one came after that, whatever is said of the others. Of the rest what nobody looked at comes
/// first; then one that is taken settles it; then it tells why another is wanted.
fn state_of(files: &[PaperFile]) -> PaperState {
    use PaperState::{Accepted, Expired, Infected, Missing, Received, Refused, Scanning};
    let is_good = |file: &&PaperFile| matches!(file.state, Received | Scanning | Accepted);
    let newest = files.iter().filter(is_good).map(|file| file.file.created_at).max();
    let is_open = |file: &PaperFile| file.state == Refused && newest < Some(file.reviewed_at.unwrap_or_default());
    if files.iter().any(is_open) {
        return Refused;
    }
    let any = |state| files.iter().any(|file| file.state == state);
    [Received, Scanning, Accepted, Expired, Refused, Infected].into_iter().find(|state| any(*state)).unwrap_or(Missing)
}

/// Says of the papers without which the school does why: of those that are wanted, and as long as nothing came that could be taken.
pub fn waive(papers: &mut [Paper], waivers: Vec<WaiverRow>) {
    for WaiverRow { field, reason, person, waived_at } in waivers {
        let named = |paper: &&mut Paper| paper.place.as_ref().is_some_and(|place| place.name == field);
        let Some(paper) = papers.iter_mut().find(named).filter(|paper| paper.is_wanted) else { continue };
        if paper.is_missing() {
            paper.state = PaperState::Waived;
        }
        paper.waiver = Some(Waiver { reason, by: person, at: waived_at });
    }
}

impl Paper {
    /// Whether the family still has to bring it: nothing came, or the school wants another.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        use PaperState::{Expired, Infected, Missing, Refused};
        match self.state {
            Missing => self.is_wanted,
            state => matches!(state, Expired | Infected | Refused),
        }
    }

    /// Whether the checklist is not complete for want of it: the family has to bring it, or no scanner has said yet what came is harmless.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_missing() || (self.is_wanted && self.state == PaperState::Scanning)
    }
}

/// What the place of a file is called.
pub fn label_of(document: &FormDocument, papers: &[Paper], answers: &Value, place: &str) -> Text {
    let named = |paper: &&Paper| paper.place.as_ref().is_some_and(|own| own.name == place);
    if let Some(paper) = papers.iter().find(named) {
        return paper.label.clone();
    }
    let field = document.paper_fields(answers).into_iter().find(|field| field.name == place);
    match field.and_then(|field| field.title) {
        Some(title) => {
            Text { en: document.text(Language::En, &title).into(), ar: document.text(Language::Ar, &title).into() }
        }
        None => Text { en: place.to_owned(), ar: place.to_owned() },
    }
}

/// A file that was removed, with what its place is called.
pub fn removed_of(row: RemovedRow, label: Text) -> Removed {
    Removed {
        file: row.upload_id,
        field: row.field,
        label,
        name: row.name,
        reason: row.reason,
        replaced_by: row.replaced_by,
        by: row.person,
        at: row.removed_at,
        until: row.removed_at.saturating_add(KEPT_REMOVED_MS),
    }
}

/// Whether a place takes a file that is here already: D001 and D002 as where one arrives.
pub fn require_fit(place: &UploadField, file: &SubmittedFile) -> Result<(), Refusal> {
    let limit = place.tier.bytes();
    if u64::try_from(file.bytes).is_ok_and(|bytes| bytes > limit) {
        return Err(Refusal::new(MessageId::D001).with("limit", limit));
    }
    let kind = if file.media_type == "application/pdf" { UploadKind::Pdf } else { UploadKind::Image };
    if place.kinds.contains(&kind) { Ok(()) } else { Err(Refusal::new(MessageId::D002).with("kinds", &place.kinds)) }
}

/// Why, in words for colleagues. F003 at `/reason` where nothing is said, or too much.
pub fn reason_of(typed: &str) -> Result<String, Refusal> {
    let reason = lines(typed).trim().to_owned();
    match reason.chars().count() {
        0 => Err(refused(Issue::error("/reason", "required"))),
        length if length > MOST_REASON => Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_REASON))),
        _ => Ok(reason),
    }
}

/// Why another is wanted of what carried something harmful, as a family reads it.
fn harmful(language: Language) -> &'static str {
    match language {
        Language::En => "the file carried something harmful",
        Language::Ar => "كان الملف يحمل محتوى ضارًا",
    }
}

/// The papers that a family still has to bring, a line each; none when there are none. It becomes a message that all of the staff read: what an
/// audience alone reads is asked for in its members' own words.
#[must_use]
pub fn wanted_in_words(papers: &[Paper], language: Language) -> Option<String> {
    let line = |paper: &Paper| match paper.state {
        PaperState::Missing if paper.is_wanted => Some(format!("• {}", paper.label.get(language))),
        PaperState::Refused => {
            let last = paper.files.iter().rev().find(|file| file.state == PaperState::Refused)?;
            let why = last.reason.unwrap_or(RefusalReason::Other).in_words(language);
            let why = if last.comment.is_empty() { why.to_owned() } else { format!("{why}: {}", last.comment) };
            Some(format!("• {} ({why})", paper.label.get(language)))
        }
        PaperState::Expired => {
            let why = RefusalReason::Expired.in_words(language);
            Some(format!("• {} ({why})", paper.label.get(language)))
        }
        PaperState::Infected => Some(format!("• {} ({})", paper.label.get(language), harmful(language))),
        _ => None,
    };
    let asked = papers.iter().filter(|paper| paper.kept_for.is_empty() && paper.place.is_some());
    let lines: Vec<String> = asked.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What staff say of a file, checked.
#[derive(Debug)]
pub struct Said {
    pub comment: String,
    /// Its last day.
    pub expires_on: Option<Date>,
}

/// What staff say of a file, checked: F003 at `/state`, `/reason`, `/comment` and `/expires_on`.
pub fn checked(
    (state, reason): (PaperState, Option<RefusalReason>),
    comment: &str,
    expires_on: Option<&str>,
    today: Date,
) -> Result<Said, Refusal> {
    let wrong = |path: &str, code: &str| Err(refused(Issue::error(path, code)));
    let comment = lines(comment).trim().to_owned();
    match (state, reason) {
        (PaperState::Refused, None) => return wrong("/reason", "required"),
        (PaperState::Refused, Some(RefusalReason::Other)) if comment.is_empty() => {
            return wrong("/comment", "required");
        }
        (PaperState::Received | PaperState::Accepted, Some(_)) => return wrong("/reason", "enum"),
        (PaperState::Refused | PaperState::Received | PaperState::Accepted, _) => {}
        _ => return wrong("/state", "enum"),
    }
    if comment.chars().count() > MOST_COMMENT {
        return Err(refused(Issue::error("/comment", "maxLength").with("limit", MOST_COMMENT)));
    }
    let expires_on = expires_on.filter(|text| !text.is_empty()).map(|text| last_day(text, state, today)).transpose()?;
    Ok(Said { comment, expires_on })
}

/// The last day of a paper: of one that is accepted, today or later.
fn last_day(text: &str, state: PaperState, today: Date) -> Result<Date, Refusal> {
    const AT: &str = "/expires_on";
    if state != PaperState::Accepted {
        return Err(refused(Issue::error(AT, "enum")));
    }
    let format = || refused(Issue::error(AT, "format").with("format", "date"));
    let day: Date = text.parse().map_err(|_| format())?;
    if day.to_string() != text {
        return Err(format());
    }
    let last = today.saturating_add(MOST_YEARS.years());
    if day < today {
        Err(refused(Issue::error(AT, "minDate").with("limit", today.to_string())))
    } else if day > last {
        Err(refused(Issue::error(AT, "maxDate").with("limit", last.to_string())))
    } else {
        Ok(day)
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
