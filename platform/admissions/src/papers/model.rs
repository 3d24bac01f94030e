//! How papers stand.

use form::{FormDocument, UploadField};
use kernel::MessageId;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use words::text::lines;
use words::verdict::{Issue, Verdict, Wanted};
use words::{Language, Text};

use super::store::ReviewRow;
use crate::forms::SubmittedFile;
use crate::forms::form_texts::render_text;

/// Characters of what is said beside a reason.
pub const MOST_COMMENT: usize = 500;

/// How a paper or a file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperState {
    /// It is wanted, and nothing came.
    Missing,
    /// It came, and nobody has looked at it yet.
    Received,
    /// The school takes it.
    Accepted,
    /// The school wants another.
    Refused,
}

impl PaperState {
    /// As it is stored and told.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Received => "received",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
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
    /// `Received`, `Accepted` or `Refused`.
    pub state: PaperState,
    pub reason: Option<RefusalReason>,
    /// In words, for the family.
    pub comment: String,
    /// Who looked at it.
    pub reviewer: Option<String>,
    pub reviewed_at: Option<i64>,
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
    /// Whether everybody of the staff may read that it is wanted.
    pub is_open: bool,
    pub state: PaperState,
    pub files: Vec<PaperFile>,
}

/// A file with what was said of it.
pub fn file_of(file: SubmittedFile, review: Option<&ReviewRow>) -> PaperFile {
    let state = match review.map(|review| review.state.as_str()) {
        Some("accepted") => PaperState::Accepted,
        Some("refused") => PaperState::Refused,
        _ => PaperState::Received,
    };
    PaperFile {
        file,
        state,
        reason: review.and_then(|review| RefusalReason::parse(review.reason.as_deref()?)),
        comment: review.map(|review| review.comment.clone()).unwrap_or_default(),
        reviewer: review.map(|review| review.reviewer.clone()),
        reviewed_at: review.map(|review| review.reviewed_at),
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
        papers.push(Paper {
            label: if title.is_empty() {
                Text { en: field.name.clone(), ar: field.name.clone() }
            } else {
                text(&title)
            },
            is_open: document.audience_of(&field.name).is_none(),
            place: takes.iter().find(|takes| takes.name == field.name).cloned(),
            is_wanted,
            due_on: asked.and_then(|wanted| wanted.due_on.clone()),
            state: state_of(&own),
            files: own,
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
            is_open: document.audience_of_code(&wanted.code).is_none(),
            due_on: wanted.due_on.clone(),
            state: state_of(&own),
            files: own,
            place,
        });
    }
    papers
}

/// One that is taken settles it; else one that nobody looked at; else what is refused is wanted again.
fn state_of(files: &[PaperFile]) -> PaperState {
    let any = |state| files.iter().any(|file| file.state == state);
    [PaperState::Received, PaperState::Accepted, PaperState::Refused]
        .into_iter()
        .find(|state| any(*state))
        .unwrap_or(PaperState::Missing)
}

impl Paper {
    /// Whether the family still has to bring it: nothing came, or the school wants another.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.state == PaperState::Refused || (self.is_wanted && self.state == PaperState::Missing)
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
        _ => None,
    };
    let asked = papers.iter().filter(|paper| paper.is_open && paper.place.is_some());
    let lines: Vec<String> = asked.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What staff say of a file, checked: F003 at `/reason` and `/comment`.
pub fn checked(state: PaperState, reason: Option<RefusalReason>, comment: &str) -> Result<String, Refusal> {
    let refused = |path: &str, code: &str| Err(Refusal::new(MessageId::F003).errors(vec![Issue::error(path, code)]));
    let comment = lines(comment).trim().to_owned();
    match (state, reason) {
        (PaperState::Missing, _) => return refused("/state", "enum"),
        (PaperState::Refused, None) => return refused("/reason", "required"),
        (PaperState::Refused, Some(RefusalReason::Other)) if comment.is_empty() => {
            return refused("/comment", "required");
        }
        (PaperState::Received | PaperState::Accepted, Some(_)) => return refused("/reason", "enum"),
        _ => {}
    }
    if comment.chars().count() > MOST_COMMENT {
        let issue = Issue::error("/comment", "maxLength").with("limit", MOST_COMMENT);
        return Err(Refusal::new(MessageId::F003).errors(vec![issue]));
    }
    Ok(comment)
}
