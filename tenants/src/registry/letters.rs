//! A school's templates of letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use blocks::catalogue::LetterKind;
use words::Language;
use words::problem::{Problem, child};

use super::lint::untranslated;
use super::school::School;
use crate::bundle::letters::{self, FOLDER, LetterTemplate, MAX_TEMPLATES, code_of};
use crate::bundle::{self, FileKind};
use crate::diagnostic::Diagnostic;

/// Templates by their codes.
pub type Letters = BTreeMap<String, Arc<LetterTemplate>>;

impl School {
    /// Its templates. Read on first use; broken ones are left out and reported.
    #[must_use]
    pub fn letters(&self) -> &Letters {
        self.letters.get_or_init(|| {
            let mut letters = Letters::new();
            for path in paths(self).unwrap_or_default().into_iter().take(MAX_TEMPLATES) {
                let value = self.files.value(&path).unwrap_or_else(|found| {
                    self.report(&found);
                    None
                });
                let read = code_of(&path).zip(value.as_ref().and_then(LetterTemplate::read));
                letters.extend(read.map(|(code, template)| (code.to_owned(), Arc::new(template))));
            }
            letters
        })
    }

    /// The same, when they were read before.
    #[must_use]
    pub fn letters_if_ready(&self) -> Option<&Letters> {
        self.letters.get()
    }

    /// The first template of a kind, by its code: what a school issues where nobody chose one.
    #[must_use]
    pub fn letter_of(&self, kind: LetterKind) -> Option<(&str, &Arc<LetterTemplate>)> {
        let found = self.letters().iter().find(|(_, template)| template.kind == kind);
        found.map(|(code, template)| (code.as_str(), template))
    }
}

/// The files of the folder, by name.
fn paths(school: &School) -> Result<Vec<String>, Diagnostic> {
    let names = school.files.list(FOLDER)?;
    Ok(names.into_iter().filter(|name| name.ends_with(".json")).map(|name| format!("{FOLDER}/{name}")).collect())
}

/// What is wrong with its templates.
pub(super) fn check(school: &School) -> Vec<Diagnostic> {
    let paths = match paths(school) {
        Ok(paths) => paths,
        Err(problem) => return vec![problem],
    };
    let mut found = Vec::new();
    if let Some(path) = paths.get(MAX_TEMPLATES) {
        let message = format!("at most {MAX_TEMPLATES} templates of letters are read");
        found.push(Diagnostic::file(school.files.label(path), "tooMany", message));
    }
    for path in &paths {
        let label = school.files.label(path);
        if code_of(path).is_none() {
            let wrong = Diagnostic::file(label, "badFormat", "the file's name is no code of a letter");
            found.push(wrong.hint("small letters, digits and _, at most 40, a letter first"));
            continue;
        }
        match bundle::read_json(&school.files, path, FileKind::Letter.max_bytes()) {
            Ok(Some((value, positions))) => {
                let mut problems = bundle::shape_problems(path, &value);
                if problems.is_empty() {
                    problems = letters::content_problems(&value, &school.config().currency);
                }
                found.extend(problems.into_iter().map(|problem| positions.locate(&label, problem)));
            }
            Ok(None) => {}
            Err(problems) => found.extend(problems),
        }
    }
    found
}

/// Weak points of its templates.
pub(super) fn lint(school: &School) -> Vec<Diagnostic> {
    let uploads = uploads(school);
    let mut found = Vec::new();
    for (code, template) in school.letters() {
        let mut problems = Vec::new();
        for (at, text) in [("/title", &template.title), ("/subject", &template.subject)] {
            if untranslated(text) {
                let message = format!("the Arabic words of the letter `{code}` are not Arabic");
                problems.push(Problem::new(child(at, Language::Ar), "untranslated", message));
            }
        }
        if template.body.en == template.body.ar {
            let message = format!("the letter `{code}` says the same in both languages");
            problems.push(Problem::new("/body/ar", "untranslated", message));
        }
        for (n, condition) in template.conditions.iter().enumerate() {
            let paper = condition.paper.as_ref().filter(|paper| !uploads.contains(paper));
            if let (Some(paper), false) = (paper, uploads.is_empty()) {
                let at = format!("/conditions/{n}/paper");
                let message = format!("the application form has no upload called `{paper}`");
                problems.push(Problem::new(at, "unknownPaper", message).hint("name one of its uploads"));
            }
        }
        let path = format!("{FOLDER}/{code}.json");
        let read = bundle::read_json(&school.files, &path, FileKind::Letter.max_bytes());
        let positions = read.ok().flatten().map(|(_, positions)| positions).unwrap_or_default();
        let label = school.files.label(&path);
        found.extend(problems.into_iter().map(|problem| positions.locate(&label, problem.warning())));
    }
    found
}

/// The names of the uploads of the form by which one applies.
fn uploads(school: &School) -> Vec<String> {
    let document = school.config().application().and_then(|form| school.form(form).ok());
    document.map(|document| document.upload_fields().into_iter().map(|field| field.name).collect()).unwrap_or_default()
}
