//! Whether the fonts of the letters can say something. What they cannot is told before anything is drawn: a name with a hole in it is
//! worse than none.

use serde_json::Value;
use typst::text::FontBook;

/// Steer letters and draw nothing: soft hyphen, marks of direction, joiners, isolates.
const UNSEEN: [(char, char); 4] =
    [('\u{AD}', '\u{AD}'), ('\u{61C}', '\u{61C}'), ('\u{200C}', '\u{200F}'), ('\u{2066}', '\u{2069}')];

/// Turn the direction of all that follows: embeddings and overrides.
const TURNING: std::ops::RangeInclusive<char> = '\u{202A}'..='\u{202E}';

/// Characters of some text of a sheet that no font has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// Where the text stands in the sheet's data, as a JSON pointer.
    pub pointer: String,
    /// Each of them once, in the order in which they stand there.
    pub characters: Vec<char>,
}

/// What the fonts have.
pub struct Coverage(Vec<u32>);

impl Coverage {
    /// A character counts where a family has it in all its weights: any text may be bold.
    pub fn new(book: &FontBook) -> Self {
        let mut all = Vec::new();
        for (_, places) in book.families() {
            let weights: Vec<_> = places.filter_map(|place| book.info(place)).map(|info| &info.coverage).collect();
            if let Some((first, others)) = weights.split_first() {
                all.extend(first.iter().filter(|each| others.iter().all(|other| other.contains(*each))));
            }
        }
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    /// The characters that cannot be drawn, each once. Controls are among them, and what turns the direction of all that follows: a name
    /// with such a sign would read as another name.
    pub fn uncovered(&self, text: &str) -> Vec<char> {
        let mut missing = Vec::new();
        for each in text.chars() {
            if !self.has(each) && !missing.contains(&each) {
                missing.push(each);
            }
        }
        missing
    }

    /// As [`Coverage::uncovered`], for all texts of a sheet's data.
    pub fn uncovered_in(&self, data: &Value) -> Vec<Uncovered> {
        let mut all = Vec::new();
        self.walk(data, &mut String::new(), &mut all);
        all
    }

    fn has(&self, each: char) -> bool {
        let is_unseen = UNSEEN.iter().any(|(from, to)| (*from..=*to).contains(&each));
        is_unseen || (!each.is_control() && !TURNING.contains(&each) && self.0.binary_search(&u32::from(each)).is_ok())
    }

    fn walk(&self, value: &Value, pointer: &mut String, all: &mut Vec<Uncovered>) {
        let len = pointer.len();
        let mut inside = |key: &str, value: &Value| {
            pointer.push('/');
            pointer.push_str(key);
            self.walk(value, pointer, all);
            pointer.truncate(len);
        };
        match value {
            Value::Array(list) => list.iter().enumerate().for_each(|(n, each)| inside(&n.to_string(), each)),
            Value::Object(map) => map.iter().for_each(|(key, each)| inside(key, each)),
            Value::String(text) => {
                let characters = self.uncovered(text);
                if !characters.is_empty() {
                    all.push(Uncovered { pointer: pointer.clone(), characters });
                }
            }
            _ => {}
        }
    }
}
