//! A PDF as the press writes it: a classic cross-reference table that begins at 0, and plain objects.

use super::Unsealed;
use super::syntax::{from, get, last, number, trimmed, value_len};

/// Deepest tree of pages.
const MAX_DEPTH: usize = 32;
/// Bytes of a row of the table.
const ROW: usize = 20;

/// A file that was drawn and not sealed.
pub struct Drawn<'p> {
    bytes: &'p [u8],
    /// Where its table stands.
    pub table: usize,
    /// Where each object stands; 0 for none.
    offsets: Vec<usize>,
    /// The dictionary behind the table.
    pub trailer: &'p [u8],
}

impl<'p> Drawn<'p> {
    /// Reads table and trailer.
    pub fn read(bytes: &'p [u8]) -> Result<Self, Unsealed> {
        let mark = b"startxref";
        let start = last(bytes, mark).ok_or(Unsealed::File("it has no table"))?;
        let (table, _) = number(&bytes[start + mark.len()..])?;
        let rows = from(bytes, table)?.strip_prefix(b"xref").ok_or(Unsealed::File("its table is another kind"))?;
        let (first, rows) = number(rows)?;
        let (count, rows) = number(rows)?;
        if first != 0 {
            return Err(Unsealed::File("it was updated already"));
        }
        let rows = trimmed(rows);
        let mut offsets = Vec::new();
        for n in 0..count {
            let row = rows.get(n * ROW..(n + 1) * ROW).ok_or(Unsealed::File("its table ends too early"))?;
            offsets.push(if row[17] == b'n' { number(row)?.0 } else { 0 });
        }
        let trailer = trimmed(from(rows, count * ROW)?);
        let trailer = trimmed(trailer.strip_prefix(b"trailer").ok_or(Unsealed::File("it has no trailer"))?);
        Ok(Self { bytes, table, offsets, trailer: &trailer[..value_len(trailer)?] })
    }

    /// How many objects there are, the one of number 0 with them: the number of the next.
    pub fn count(&self) -> usize {
        self.offsets.len()
    }

    /// An object's raw value.
    pub fn object(&self, n: usize) -> Result<&'p [u8], Unsealed> {
        let missing = Unsealed::File("an object is not where the table says");
        let Some(start) = self.offsets.get(n).filter(|start| **start > 0) else { return Err(missing) };
        let (found, rest) = number(from(self.bytes, *start)?)?;
        let (_, rest) = number(rest)?;
        let Some(rest) = trimmed(rest).strip_prefix(b"obj").filter(|_| found == n) else { return Err(missing) };
        let rest = trimmed(rest);
        Ok(&rest[..value_len(rest)?])
    }

    /// The number of the object that a key refers to.
    pub fn follow(&self, dictionary: &[u8], key: &str) -> Result<usize, Unsealed> {
        Ok(number(get(dictionary, key)?.ok_or(Unsealed::File("a key is missing"))?)?.0)
    }

    /// The number of the last page.
    pub fn last_page(&self, root: &[u8]) -> Result<usize, Unsealed> {
        let mut n = self.follow(root, "Pages")?;
        for _ in 0..MAX_DEPTH {
            let node = self.object(n)?;
            let Some(kids) = get(node, "Kids")? else { return Ok(n) };
            // `[1 0 R 2 0 R]`: the third word from the end.
            let words = std::str::from_utf8(kids).unwrap_or_default().trim_matches(['[', ']', ' ', '\r', '\n']);
            let kid = words.split_ascii_whitespace().rev().nth(2).and_then(|each| each.parse().ok());
            n = kid.ok_or(Unsealed::File("it has no pages"))?;
        }
        Err(Unsealed::File("its pages are nested too deeply"))
    }
}
