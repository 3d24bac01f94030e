//! A paper's text in one language or in both: side by side where the languages go together, else one after the other.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use words::Language;

use crate::block::{Block, Texts};
use crate::evidence::{NotCanonical, canonical};
use crate::fill::{Fact, Room, Unfilled, fill, filled, holds};
use crate::format::Style;
use crate::tree::{Align, Col, Filled, Run, Table, Unreadable, shallow, words_of};
use crate::value::Values;

/// What a paper is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Languages {
    /// English.
    En,
    /// Arabic.
    Ar,
    /// Both on one paper.
    Both,
}

impl Languages {
    /// Its name in files and addresses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ar => "ar",
            Self::Both => "both",
        }
    }

    /// What is written in that; `None` for no such name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::En, Self::Ar, Self::Both].into_iter().find(|languages| languages.as_str() == name)
    }
}

/// What stands beside each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Pair {
    /// One block over the whole width: a table of both languages, a break, signatures.
    Both {
        /// The block.
        both: Filled,
    },
    /// The same block in each language.
    Sides {
        /// English.
        en: Filled,
        /// Arabic.
        ar: Filled,
    },
}

/// A paper's filled text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Body {
    /// In both languages, which do not go together: Arabic on pages of its own after English.
    After {
        /// English.
        en: Vec<Filled>,
        /// Arabic.
        ar: Vec<Filled>,
    },
    /// In both languages, side by side.
    Beside(Vec<Pair>),
    /// In one language.
    One(Vec<Filled>),
}

impl Body {
    /// A paper's text that was kept, from its JSON.
    pub fn read(value: &Json) -> Result<Self, Unreadable> {
        let body = Self::deserialize(value).map_err(|_| Unreadable::Shape)?;
        match &body {
            Self::One(blocks) => shallow(blocks)?,
            Self::After { en, ar } => shallow(en.iter().chain(ar))?,
            Self::Beside(pairs) => shallow(pairs.iter().flat_map(|pair| {
                match pair {
                    Pair::Both { both } => [Some(both), None],
                    Pair::Sides { en, ar } => [Some(en), Some(ar)],
                }
                .into_iter()
                .flatten()
            }))?,
        }
        // What is not written as it was read holds something that no text holds.
        let again = serde_json::to_value(&body).map_err(|_| Unreadable::Shape)?;
        if again == *value { Ok(body) } else { Err(Unreadable::Shape) }
    }
}

impl Body {
    /// Texts of one paper, one behind another: side by side where all of them are.
    #[must_use]
    pub fn joined(parts: Vec<Self>) -> Self {
        let mut all = parts.into_iter();
        let Some(mut joined) = all.next() else { return Self::One(Vec::new()) };
        for part in all {
            joined = match (joined, part) {
                (Self::One(mut one), Self::One(more)) => {
                    one.extend(more);
                    Self::One(one)
                }
                (Self::Beside(mut pairs), Self::Beside(more)) => {
                    pairs.extend(more);
                    Self::Beside(pairs)
                }
                (before, after) => {
                    let ((mut en, mut ar), (more_en, more_ar)) = (before.apart(), after.apart());
                    en.extend(more_en);
                    ar.extend(more_ar);
                    Self::After { en, ar }
                }
            };
        }
        joined
    }

    /// As a reader of one language reads it: of a paper in both its own side.
    #[must_use]
    pub fn side(&self, language: Language) -> Self {
        let of = |pair: &Pair| match pair {
            Pair::Both { both } => only(both, language),
            Pair::Sides { en, ar } => if language == Language::En { en } else { ar }.clone(),
        };
        Self::One(match self {
            Self::One(blocks) => blocks.clone(),
            Self::After { en, ar } => if language == Language::En { en } else { ar }.clone(),
            Self::Beside(pairs) => pairs.iter().map(of).collect(),
        })
    }

    /// Its sides, each for itself.
    fn apart(self) -> (Vec<Filled>, Vec<Filled>) {
        match self {
            Self::After { en, ar } => (en, ar),
            Self::One(one) => (one.clone(), one),
            Self::Beside(pairs) => pairs
                .into_iter()
                .map(|pair| match pair {
                    Pair::Both { both } => (both.clone(), both),
                    Pair::Sides { en, ar } => (en, ar),
                })
                .unzip(),
        }
    }
}

/// A block of both languages as one of them reads it: of a table its own words, and the figures.
fn only(block: &Filled, language: Language) -> Filled {
    let Filled::Table(table) = block else { return block.clone() };
    let is_own = |at: usize| {
        let col = &table.cols[at];
        col.lang == language || col.align == Align::Number
    };
    let is_number = |at: &usize| table.cols[*at].align == Align::Number;
    let (figures, mut order): (Vec<usize>, Vec<usize>) =
        (0..table.cols.len()).filter(|at| is_own(*at)).partition(is_number);
    if language == Language::Ar {
        // Its words stand behind the figures, the first of them last.
        order.reverse();
    }
    order.extend(figures);
    let line = |cells: &Vec<Vec<Run>>| order.iter().map(|at| cells[*at].clone()).collect();
    Filled::Table(Table {
        cols: order.iter().map(|at| table.cols[*at].clone()).collect(),
        rows: table.rows.iter().map(line).collect(),
        total: table.total.iter().map(line).collect(),
    })
}

/// Fills a paper's text. A condition is judged once for both languages; each language has room of its own.
pub fn body(texts: &Texts, values: &Values, languages: Languages, style: Style) -> Result<Body, Unfilled> {
    let one = |language| fill(texts.get(language), values, style.of(language));
    Ok(match languages {
        Languages::En => Body::One(one(Language::En)?),
        Languages::Ar => Body::One(one(Language::Ar)?),
        Languages::Both => match beside(texts, values, style)? {
            Some(pairs) => Body::Beside(pairs),
            None => Body::After { en: one(Language::En)?, ar: one(Language::Ar)? },
        },
    })
}

/// Why two languages cannot stand side by side: which block is the first that has no partner. `None` where they can, as far as can be told
/// before anything is filled in.
#[must_use]
pub fn unpaired(texts: &Texts) -> Option<usize> {
    let apart = texts.en.iter().zip(&texts.ar).position(|(en, ar)| !are_partners(en, ar));
    let shorter = texts.en.len().min(texts.ar.len());
    apart.or_else(|| (texts.en.len() != texts.ar.len()).then_some(shorter))
}

fn are_partners(en: &Block, ar: &Block) -> bool {
    let numbers = |block: &Block| match block {
        Block::Table { columns, each, rows, total, .. } => {
            let kinds: Vec<bool> = columns.iter().map(|column| column.number).collect();
            Some((kinds, each.clone(), rows.len(), total.is_some()))
        }
        _ => None,
    };
    let ordered = |block: &Block| matches!(block, Block::List { ordered: true, .. });
    en.kind() == ar.kind() && en.when() == ar.when() && numbers(en) == numbers(ar) && ordered(en) == ordered(ar)
}

fn beside(texts: &Texts, values: &Values, style: Style) -> Result<Option<Vec<Pair>>, Unfilled> {
    if unpaired(texts).is_some() {
        return Ok(None);
    }
    let (mut en_room, mut ar_room) = (Room::new(), Room::new());
    let mut out = Vec::new();
    for (en, ar) in texts.en.iter().zip(&texts.ar).filter(|(en, _)| holds(en.when(), values)) {
        let en = filled(en, values, style.of(Language::En), &mut en_room)?;
        let ar = filled(ar, values, style.of(Language::Ar), &mut ar_room)?;
        out.push(match (en, ar) {
            (Filled::Table(en), Filled::Table(ar)) => match merged(&en, &ar) {
                Some(table) => Pair::Both { both: Filled::Table(table) },
                None => return Ok(None),
            },
            (both @ (Filled::Break {} | Filled::Signatures {}), _) => Pair::Both { both },
            (en, ar) => Pair::Sides { en, ar },
        });
    }
    Ok(Some(out))
}

/// One table of two: words of English, figures once, words of Arabic. `None` where what stands among the figures is words, which one
/// language would take from the other.
fn merged(en: &Table, ar: &Table) -> Option<Table> {
    let (numbers, words): (Vec<usize>, Vec<usize>) =
        (0..en.cols.len()).partition(|at| en.cols[*at].align == Align::Number);
    let is_figure = |runs: &Vec<Run>| !words_of(runs).chars().any(char::is_alphabetic);
    let all = |table: &Table| {
        let lines = table.rows.iter().chain(&table.total);
        lines.into_iter().all(|cells| numbers.iter().all(|at| cells.get(*at).is_none_or(is_figure)))
    };
    if !all(en) || !all(ar) {
        return None;
    }
    let cols = words.iter().map(|at| en.cols[*at].clone());
    let cols = cols.chain(numbers.iter().map(|at| both_heads(&en.cols[*at], &ar.cols[*at])));
    let cols = cols.chain(words.iter().rev().map(|at| ar.cols[*at].clone())).collect();
    let line = |(en, ar): (&Vec<Vec<Run>>, &Vec<Vec<Run>>)| {
        let english = words.iter().chain(&numbers).map(|at| en[*at].clone());
        english.chain(words.iter().rev().map(|at| ar[*at].clone())).collect()
    };
    let lines = |en: &[Vec<Vec<Run>>], ar: &[Vec<Vec<Run>>]| en.iter().zip(ar).map(line).collect();
    Some(Table { cols, rows: lines(&en.rows, &ar.rows), total: lines(&en.total, &ar.total) })
}

/// The head of a column of figures says the same in both languages: `KWD · د.ك`.
fn both_heads(en: &Col, ar: &Col) -> Col {
    let (english, arabic) = (words_of(&en.head), words_of(&ar.head));
    let mut head = en.head.clone();
    if !arabic.is_empty() && arabic != english {
        if !english.is_empty() {
            head.push(Run::Text(" · ".to_owned()));
        }
        head.push(Run::Filled { text: arabic, isolated: true, whole: false });
    }
    Col { head, ..en.clone() }
}

/// What people agree to, as it is hashed.
#[derive(Debug, Clone, Serialize)]
pub struct Paper<'p> {
    /// The paper's reference.
    pub paper: &'p str,
    /// What it is written in.
    pub lang: Languages,
    /// Its subject in each language that it is written in.
    pub subject: Json,
    /// The lines above its text.
    pub facts: &'p [Fact],
    /// Its text.
    pub body: &'p Body,
    /// The consents that are ticked with it, by code and version.
    pub consents: Json,
}

impl Paper<'_> {
    /// The canonical text that is hashed, and that a third person can hash too.
    pub fn canonical(&self) -> Result<String, NotCanonical> {
        let mut value = serde_json::to_value(self).map_err(|_| NotCanonical::Shape)?;
        value["form"] = json!("qabul.text.1");
        canonical(&value)
    }

    /// SHA-256 of the canonical text, in lower-case hex.
    pub fn text_sha256(&self) -> Result<String, NotCanonical> {
        Ok(words::sha256_hex(self.canonical()?.as_bytes()))
    }
}
