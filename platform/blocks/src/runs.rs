//! A written text into runs: `**bold**`, `{{field}}` and new lines, in one pass.

use words::text::is_hidden;

use crate::block::MAX_NAME;
use crate::fill::{Room, Unfilled};
use crate::format::Style;
use crate::tree::Run;
use crate::value::{Row, Values};

/// Where fields are looked for, and how they read.
#[derive(Clone, Copy)]
pub(crate) struct Source<'s> {
    pub style: Style,
    pub values: &'s Values,
    /// The entry of a list that a row is drawn for; its fields come first.
    pub entry: Option<&'s Row>,
    /// Whether amounts leave their currency to the head of the column.
    pub is_figure: bool,
}

/// Whether `{{name}}` can be a field at all; what cannot stands as it was written.
pub(crate) fn is_field_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    name.len() <= MAX_NAME && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(plain)
}

/// The runs of a text. Bold is told apart first and fields within it, and what fills a field goes into the tree as it is: no sign in it
/// means anything.
pub(crate) fn runs(text: &str, source: Source<'_>, room: &mut Room) -> Result<Vec<Run>, Unfilled> {
    let mut out = Vec::new();
    let mut parts = text.split("**").enumerate().peekable();
    while let Some((at, part)) = parts.next() {
        let is_between = at % 2 == 1;
        if is_between && parts.peek().is_some() {
            let mut bold = Vec::new();
            fields(part, source, room, &mut bold)?;
            if !bold.is_empty() {
                out.push(Run::Bold(bold));
            }
        } else {
            if is_between {
                // A mark without partner.
                room.take(2)?;
                out.push(Run::Text("**".to_owned()));
            }
            fields(part, source, room, &mut out)?;
        }
    }
    Ok(out)
}

fn fields(text: &str, source: Source<'_>, room: &mut Room, out: &mut Vec<Run>) -> Result<(), Unfilled> {
    let mut parts = text.split("{{");
    written(parts.next().unwrap_or_default(), room, out)?;
    for part in parts {
        let field = part.split_once("}}").map(|(name, rest)| (name.trim(), rest));
        let Some((name, rest)) = field.filter(|(name, _)| is_field_name(name)) else {
            written("{{", room, out)?;
            written(part, room, out)?;
            continue;
        };
        let value = source.entry.and_then(|entry| entry.get(name)).or_else(|| source.values.get(name));
        let value = value.ok_or_else(|| Unfilled::Missing { field: name.to_owned() })?;
        let run = source.style.filled(value, source.is_figure);
        if let Run::Filled { text, .. } = &run
            && !text.is_empty()
        {
            room.take(text.len())?;
            out.push(run);
        }
        written(rest, room, out)?;
    }
    Ok(())
}

/// What the school's people wrote, without signs that nobody sees.
fn written(text: &str, room: &mut Room, out: &mut Vec<Run>) -> Result<(), Unfilled> {
    for (at, line) in text.replace("\r\n", "\n").split('\n').enumerate() {
        if at > 0 {
            room.take(1)?;
            out.push(Run::NewLine);
        }
        let seen = line.chars().filter(|c| !is_hidden(*c)).map(|c| if c.is_control() { ' ' } else { c });
        let line: String = seen.collect();
        if !line.is_empty() {
            room.take(line.len())?;
            out.push(Run::Text(line));
        }
    }
    Ok(())
}
