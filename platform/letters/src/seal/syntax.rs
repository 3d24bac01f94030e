//! As much of PDF's syntax as an update needs: where a value ends, and where a key of a dictionary stands.
//!
//! Nothing here is meant for files of others: what is not as the press writes it is refused.

use std::ops::Range;

use super::Unsealed;

/// Deepest nesting of values. The press writes four or five.
const MAX_DEPTH: u32 = 32;

/// The bytes from there on.
pub fn from(bytes: &[u8], start: usize) -> Result<&[u8], Unsealed> {
    bytes.get(start..).ok_or(Unsealed::File("it ends too early"))
}

/// Where `what` stands last.
pub fn last(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).rposition(|each| each == what)
}

/// White space at the start.
pub fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|each| each.is_ascii_whitespace()).count()
}

/// What follows white space.
pub fn trimmed(bytes: &[u8]) -> &[u8] {
    &bytes[blanks(bytes)..]
}

/// A whole number behind white space, and what follows it.
pub fn number(bytes: &[u8]) -> Result<(usize, &[u8]), Unsealed> {
    let bytes = trimmed(bytes);
    let (digits, rest) = bytes.split_at(bytes.iter().take_while(|each| each.is_ascii_digit()).count());
    let value = std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok());
    Ok((value.ok_or(Unsealed::File("a number is missing"))?, rest))
}

/// How long the value is that begins here. A reference (`4 0 R`) is three of them.
pub fn value_len(bytes: &[u8]) -> Result<usize, Unsealed> {
    value(bytes, MAX_DEPTH)
}

/// The raw value of a key, where the dictionary has it.
pub fn get<'b>(dictionary: &'b [u8], key: &str) -> Result<Option<&'b [u8]>, Unsealed> {
    Ok(find(dictionary, key)?.map(|place| &dictionary[place]))
}

/// Where the value of a key stands: it runs to the next key.
pub fn find(dictionary: &[u8], key: &str) -> Result<Option<Range<usize>>, Unsealed> {
    if !dictionary.starts_with(b"<<") {
        return Err(Unsealed::File("an object is no dictionary"));
    }
    let end = value_len(dictionary)? - 2;
    let mut n = 2 + blanks(&dictionary[2..]);
    while n < end {
        let name = value_len(&dictionary[n..])?;
        let is_it = dictionary[n] == b'/' && &dictionary[n + 1..n + name] == key.as_bytes();
        n += name;
        n += blanks(&dictionary[n..]);
        let start = n;
        n += value_len(&dictionary[n..])?;
        loop {
            let gap = blanks(&dictionary[n..]);
            if n + gap >= end || dictionary[n + gap] == b'/' {
                break;
            }
            n += gap + value_len(&dictionary[n + gap..])?;
        }
        if is_it {
            return Ok(Some(start..n));
        }
        n += blanks(&dictionary[n..]);
    }
    Ok(None)
}

fn value(bytes: &[u8], depth: u32) -> Result<usize, Unsealed> {
    let depth = depth.checked_sub(1).ok_or(Unsealed::File("its objects are nested too deeply"))?;
    match bytes {
        [b'<', b'<', ..] => group(bytes, b"<<", b">>", depth),
        [b'[', ..] => group(bytes, b"[", b"]", depth),
        [b'<', ..] => {
            let end = bytes.iter().position(|each| *each == b'>');
            Ok(end.ok_or(Unsealed::File("a string has no end"))? + 1)
        }
        [b'(', ..] => text(bytes),
        [b'/', rest @ ..] => Ok(1 + word(rest)),
        _ => match word(bytes) {
            0 => Err(Unsealed::File("a value is missing")),
            len => Ok(len),
        },
    }
}

fn group(bytes: &[u8], open: &[u8], close: &[u8], depth: u32) -> Result<usize, Unsealed> {
    let mut n = open.len();
    loop {
        n += blanks(from(bytes, n)?);
        if from(bytes, n)?.starts_with(close) {
            return Ok(n + close.len());
        }
        n += value(from(bytes, n)?, depth)?;
    }
}

/// A string in brackets: brackets inside of it come in pairs, or behind a backslash.
fn text(bytes: &[u8]) -> Result<usize, Unsealed> {
    let (mut n, mut open) = (0, 0_u32);
    while let Some(each) = bytes.get(n) {
        match each {
            b'\\' => n += 1,
            b'(' => open += 1,
            b')' if open == 1 => return Ok(n + 1),
            b')' => open -= 1,
            _ => {}
        }
        n += 1;
    }
    Err(Unsealed::File("a string has no end"))
}

fn word(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|each| !each.is_ascii_whitespace() && !b"/<>[]()%{}".contains(each)).count()
}
