//! YAML as bundles may write it: small, shallow, no aliases, no merge keys, no tags, no repeated keys. Every value's
//! line and column is kept, so that whatever is found later can be shown where it stands.

use std::collections::HashMap;

use serde_json::Value;
use serde_saphyr::granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Span};
use words::problem::{At, Problem, child};

use super::place::is_within;
use crate::diagnostic::Diagnostic;

/// Largest YAML file.
pub const MAX_BYTES: usize = 256 * 1024;
/// Deepest nesting.
pub const MAX_DEPTH: usize = 32;
/// Most values (keys count too).
pub const MAX_NODES: usize = 20_000;

/// Line and column, from 1.
pub type Place = (u32, u32);

/// Where the values of a document stand, by JSON pointer.
#[derive(Debug, Default)]
pub struct Positions {
    keys: HashMap<String, Place>,
    values: HashMap<String, Place>,
    /// Places whose values the school has published over the file.
    published: Vec<String>,
}

impl Positions {
    /// How many values there are, keys not counted.
    #[must_use]
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Where a problem stands: its own place, or that of the nearest parent that is there.
    #[must_use]
    pub fn of(&self, pointer: &str, at: At) -> Place {
        let mut pointer = pointer;
        let mut first = true;
        loop {
            let key = self.keys.get(pointer);
            let value = self.values.get(pointer);
            // For a parent its key is the better place: its value begins a line later in block style.
            let found = if first && at == At::Value { value.or(key) } else { key.or(value) };
            if let Some(place) = found {
                return *place;
            }
            first = false;
            match pointer.rsplit_once('/') {
                Some((parent, _)) => pointer = parent,
                None => return (1, 1),
            }
        }
    }

    /// The places of a file's own text, beside which the school has published values of its own at those.
    #[must_use]
    pub(super) fn beneath(file: &str, bytes: &[u8], published: Vec<String>) -> Self {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        Self { published, ..scan(file, text.strip_prefix('\u{FEFF}').unwrap_or(text)).0 }
    }

    /// A problem of this file as a diagnostic.
    #[must_use]
    pub fn locate(&self, file: &str, problem: Problem) -> Diagnostic {
        let published = self.published.iter().any(|entry| is_within(&problem.pointer, entry));
        // What was published stands in no line of the file.
        let (line, column) = if published { (1, 1) } else { self.of(&problem.pointer, problem.at) };
        Diagnostic {
            published,
            severity: problem.severity,
            file: file.to_owned(),
            line,
            column,
            pointer: problem.pointer.into(),
            code: problem.code,
            message: problem.message,
            hint: problem.hint,
        }
    }
}

/// Reads a YAML file into a JSON value and the places of its parts.
pub fn read(file: &str, bytes: &[u8]) -> Result<(Value, Positions), Vec<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("{} bytes, and at most {MAX_BYTES} are read", bytes.len());
        return Err(vec![Diagnostic::file(file, "tooLarge", message)]);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text),
        Err(error) => return Err(vec![not_utf8(file, bytes, error.valid_up_to())]),
    };
    if let Some(at) = lone_return(text) {
        let line = clamp(1 + text[..at].matches('\n').count());
        let found = Diagnostic::file(file, "syntax", "a line ends in a carriage return alone");
        return Err(vec![Diagnostic { line, ..found }.hint("save it with the line ends of Unix or Windows")]);
    }
    let (positions, found) = scan(file, text);
    if !found.is_empty() {
        return Err(found);
    }
    // The scan above refused whatever expands or repeats, so the defaults of the budget are never reached.
    let mut options = serde_saphyr::Options::default();
    options.with_snippet = false;
    // YAML 1.2: `N`, `no` and `on` are texts.
    options.strict_booleans = true;
    match serde_saphyr::from_str_with_options::<Value>(text, options) {
        Ok(value) => Ok((value, positions)),
        Err(error) => {
            let (line, column) =
                error.location().map_or((1, 1), |at| (clamp(at.line() as usize), clamp(at.column() as usize)));
            let message = if text.trim().is_empty() { "the file is empty".to_owned() } else { error.to_string() };
            Err(vec![Diagnostic { line, column, ..Diagnostic::file(file, "syntax", message) }])
        }
    }
}

/// Places of a JSON text, as far as they can be told: JSON is nearly always YAML too.
#[must_use]
pub fn positions_of_json(file: &str, text: &str) -> (Positions, Vec<Diagnostic>) {
    let (positions, mut found) = scan(file, text);
    found.retain(|diagnostic| diagnostic.code == "duplicateKey");
    (positions, found)
}

fn not_utf8(file: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let line = 1 + bytes[..at].iter().filter(|b| **b == b'\n').count();
    Diagnostic { line: clamp(line), ..Diagnostic::file(file, "notUtf8", "the file is not UTF-8") }
        .hint("save it as UTF-8; editors of Windows often write windows-1256")
}

/// Where a carriage return stands without its line feed: readers of lines disagree on it.
fn lone_return(text: &str) -> Option<usize> {
    text.match_indices('\r').map(|(at, _)| at).find(|at| text.as_bytes().get(at + 1) != Some(&b'\n'))
}

/// Whether a plain scalar is read as nothing.
fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// Whether a plain scalar is read as a number that JSON has not.
fn is_endless(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-']);
    matches!(text, ".inf" | ".Inf" | ".INF" | ".nan" | ".NaN" | ".NAN")
}

fn clamp(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX).max(1)
}

/// A list or map that is open.
enum Open {
    List { pointer: String, next: usize },
    Map { pointer: String, key: Option<String>, seen: HashMap<String, u32> },
}

struct Scan<'f> {
    file: &'f str,
    text: &'f str,
    positions: Positions,
    found: Vec<Diagnostic>,
    open: Vec<Open>,
    nodes: usize,
}

fn scan(file: &str, text: &str) -> (Positions, Vec<Diagnostic>) {
    let mut scan = Scan { file, text, positions: Positions::default(), found: Vec::new(), open: Vec::new(), nodes: 0 };
    let mut documents = 0;
    // Where the last event ended, in characters.
    let mut read = 0;
    for event in Parser::new_from_str(text) {
        match event {
            Err(error) => {
                let at = error.marker();
                match scan.open_quote(read, at.index()) {
                    // The parser notices where the text goes on further out, or at the end of the file: far below.
                    Some(place)
                        if matches!(
                            error.kind(),
                            ErrorKind::UnclosedQuotedScalar | ErrorKind::InvalidQuotedScalarIndent
                        ) =>
                    {
                        scan.report(place, "syntax", "the quote is not closed where its value ends".into(), None);
                    }
                    _ => {
                        let place = (clamp(at.line()), clamp(at.col() + 1));
                        scan.report(place, "syntax", error.info(), None);
                    }
                }
                break;
            }
            Ok((Event::DocumentStart(..), span)) => {
                documents += 1;
                if documents > 1 {
                    scan.report(
                        place(&span),
                        "severalDocuments",
                        "a file holds one document".into(),
                        Some("remove the `---`"),
                    );
                    break;
                }
            }
            Ok((event, span)) => {
                scan.event(&event, &span);
                read = read.max(span.end.index());
            }
        }
        if scan.nodes > MAX_NODES || scan.open.len() > MAX_DEPTH || scan.found.len() >= 200 {
            break;
        }
    }
    (scan.positions, scan.found)
}

fn place(span: &Span) -> Place {
    (clamp(span.start.line()), clamp(span.start.col() + 1))
}

impl Scan<'_> {
    fn report(&mut self, (line, column): Place, code: &'static str, message: String, hint: Option<&str>) {
        let diagnostic = Diagnostic { line, column, ..Diagnostic::file(self.file, code, message) };
        self.found.push(match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        });
    }

    fn event(&mut self, event: &Event<'_>, span: &Span) {
        let here = place(span);
        if event.tag().is_some() {
            self.report(self.tag_before(span), "tag", "tags (`!…`) are not used".into(), None);
        }
        match event {
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                self.node(None, here);
                self.report(here, "alias", "aliases (`*…`) are not allowed".into(), Some("write the value out"));
            }
            Event::Scalar(text, style, ..) => {
                let is_plain = *style == ScalarStyle::Plain;
                if is_plain && is_endless(text) {
                    let hint = Some("write it in quotes when it is a text");
                    self.report(here, "badNumber", format!("`{text}` is no number that can be kept"), hint);
                }
                // A key that is nothing is none.
                let is_key = matches!(self.open.last(), Some(Open::Map { key: None, .. }));
                self.node(Some(&**text).filter(|text| !(is_key && is_plain && is_null(text))), here);
            }
            Event::SequenceStart(..) => {
                let pointer = self.node(None, here);
                self.enter(Open::List { pointer, next: 0 }, here);
            }
            Event::MappingStart(..) => {
                let pointer = self.node(None, here);
                self.enter(Open::Map { pointer, key: None, seen: HashMap::new() }, here);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
            }
            _ => {}
        }
    }

    /// Where a node's tag begins: the parser places the node behind it.
    fn tag_before(&self, span: &Span) -> Place {
        let before: Vec<char> = self.text.chars().take(span.start.index()).collect();
        let Some(at) = before.iter().rposition(|c| *c == '!') else { return place(span) };
        // `!!str` begins with the first of them, `!<…>` and `!name` with the only one.
        let at = if at > 0 && before[at - 1] == '!' { at - 1 } else { at };
        self.place_of(at)
    }

    /// The quote that is open at `end`, when nothing was read since `from`.
    fn open_quote(&self, from: usize, end: usize) -> Option<Place> {
        let mut before = ' ';
        for (at, c) in self.text.chars().enumerate().take(end).skip(from) {
            // Inside of a word it quotes nothing.
            if matches!(c, '"' | '\'') && (before.is_whitespace() || matches!(before, '[' | '{' | ',' | ':')) {
                return Some(self.place_of(at));
            }
            before = c;
        }
        None
    }

    /// Line and column of a character.
    fn place_of(&self, at: usize) -> Place {
        let (mut line, mut column) = (1, 1);
        for c in self.text.chars().take(at) {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        (clamp(line), clamp(column))
    }

    fn enter(&mut self, open: Open, here: Place) {
        self.open.push(open);
        if self.open.len() > MAX_DEPTH {
            self.report(here, "tooDeep", format!("nested deeper than {MAX_DEPTH} levels"), None);
        }
    }

    /// Takes note of a node; gives the pointer of a value (of a key that is no text: its map's).
    fn node(&mut self, text: Option<&str>, here: Place) -> String {
        self.nodes += 1;
        if self.nodes == MAX_NODES + 1 {
            self.report(here, "tooManyNodes", format!("more than {MAX_NODES} values"), None);
        }
        let pointer = match self.open.last_mut() {
            None => String::new(),
            Some(Open::List { pointer, next }) => {
                *next += 1;
                child(pointer, *next - 1)
            }
            Some(Open::Map { pointer, key, seen }) => match key.take() {
                Some(key) => child(pointer, key),
                None => {
                    let name = text.unwrap_or_default();
                    let own = child(pointer, name);
                    let problem = match (text, seen.insert(name.to_owned(), here.0)) {
                        (None, _) => Some(("badKey", "a key has to be plain text".to_owned())),
                        (Some("<<"), _) => Some(("mergeKey", "merge keys (`<<`) are not allowed".to_owned())),
                        (_, Some(line)) => Some(("duplicateKey", format!("`{name}` stands in line {line} already"))),
                        _ => None,
                    };
                    *key = Some(name.to_owned());
                    self.positions.keys.entry(own.clone()).or_insert(here);
                    if let Some((code, message)) = problem {
                        self.report(here, code, message, None);
                    }
                    return own;
                }
            },
        };
        self.positions.values.entry(pointer.clone()).or_insert(here);
        pointer
    }
}
