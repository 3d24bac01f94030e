//! Patterns of fields: only what means the same in the two engines that judge it, and takes both a time that grows with the
//! answer alone. The server's engine is linear by construction; a browser's tries one way after the other, and a pattern
//! that leaves it too many of them holds the family's page.

mod runs;
mod spelling;

use regex_syntax::ast::parse::ParserBuilder;

use super::formats;

/// Longest pattern, in characters.
pub const MAX_CHARS: usize = 256;

/// Why a pattern is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Stable name: `badPattern` for how it is written, `slowPattern` for the time that it can take.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What to write.
    pub hint: String,
}

impl Fault {
    fn bad(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code: "badPattern", message: message.into(), hint: hint.into() }
    }

    fn slow(message: &str) -> Self {
        let hint = "begin with `^`, and let what is repeated not go over into what may follow: a name as \
                    `^\\p{L}+(?:[ '-]\\p{L}+)*$`, an address as `^[^@ ]+@[^@ .]+(?:\\.[^@ .]+)+$`";
        Self { code: "slowPattern", message: message.into(), hint: hint.into() }
    }
}

/// What was seen of a pattern.
pub struct Look {
    /// How long it took.
    pub steps: usize,
    /// How many ways an engine has under way at once with it, at most; or why it cannot be used in a form.
    pub ways: Result<u64, Fault>,
}

/// Whether a pattern can be used in a form, and what it takes there.
pub fn look(pattern: &str) -> Look {
    let mut steps = 0;
    let ways = ways(pattern, &mut steps);
    Look { steps, ways }
}

fn ways(pattern: &str, steps: &mut usize) -> Result<u64, Fault> {
    let chars = pattern.chars().count();
    if chars > MAX_CHARS {
        let message = format!("the pattern has {chars} characters, and at most {MAX_CHARS} are read");
        return Err(Fault::bad(message, "a list of choices says the same more clearly"));
    }
    let ast = ParserBuilder::new().nest_limit(30).build().parse(pattern).map_err(|error| {
        let at = &pattern[error.span().start.offset..];
        let place = if at.is_empty() { "at its end".to_owned() } else { format!("at `{}`", cut(at)) };
        Fault::bad(format!("the pattern cannot be read {place}: {}", error.kind()), SPELLING)
    })?;
    let tree = spelling::read(pattern, &ast)?;
    let ways = runs::bounded(&tree, steps)?;
    if formats::options().build(&serde_json::json!({ "pattern": pattern })).is_err() {
        let hint = "let `maxLength` count the characters, not the pattern";
        return Err(Fault::bad("the pattern is too large", hint));
    }
    Ok(ways)
}

const SPELLING: &str = "there are letters, classes as `[A-Z0-9]` and `\\p{L}`, groups `(?:…)`, `|`, `^`, `$`, and `? * + {2,5}`; no \
                        look-ahead, look-behind, references or flags";

/// The beginning of what is wrong, to show.
fn cut(text: &str) -> String {
    text.chars().take(12).collect()
}

#[cfg(test)]
mod tests;
