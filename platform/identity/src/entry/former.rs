//! What an account was reached by before a moment, out of the links that take its changes back.

use kernel::links::Link;

use super::links::Purpose;

/// What stood before the first change of each; nothing where it was not changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Former<'a> {
    /// The address; `Some(None)` where there was none.
    pub address: Option<Option<&'a str>>,
    pub number: Option<&'a str>,
}

/// `changes` are the links since that moment, the oldest first; `number` is the one that the account has now. A link to a number stands for
/// another number, or for an address that was put beside it: then the number is the same after it.
pub(super) fn former<'a>(changes: &'a [Link<Purpose>], number: &str) -> Former<'a> {
    let mut former = Former { address: None, number: None };
    let of_number = |row: &&Link<Purpose>| row.purpose == Purpose::RestorePhone;
    for (at, row) in changes.iter().enumerate() {
        if !of_number(&row) {
            former.address.get_or_insert(Some(row.address.as_str()));
            continue;
        }
        let next = changes[at + 1..].iter().find(of_number).map_or(number, |row| row.address.as_str());
        if next == row.address {
            former.address.get_or_insert(None);
        } else {
            former.number.get_or_insert(row.address.as_str());
        }
    }
    former
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `@` before the address of a change of address, `#` before the number of one that was told to a number.
    fn changes(all: &[&str]) -> Vec<Link<Purpose>> {
        let row = |text: &&str| {
            let purpose = if text.starts_with('@') { Purpose::RestoreEmail } else { Purpose::RestorePhone };
            Link { purpose, object: String::new(), address: text[1..].to_owned(), created_at: 0 }
        };
        all.iter().map(row).collect()
    }

    #[test]
    fn the_first_change_of_each_tells_what_was_before() {
        type Line<'a> = (&'a [&'a str], &'a str, Option<Option<&'a str>>, Option<&'a str>);
        let table: [Line<'_>; 7] = [
            (&[], "1", None, None),
            (&["@a", "@t"], "1", Some(Some("a")), None),
            // An address beside a number, then another.
            (&["#1", "@t"], "1", Some(None), None),
            // Another number, an address beside that, another.
            (&["#1", "#2", "@t"], "2", Some(None), Some("1")),
            // There and back again.
            (&["#1", "#2"], "1", None, Some("1")),
            (&["@a", "#1", "@t", "#2"], "3", Some(Some("a")), Some("1")),
            (&["#1", "#1", "@t"], "2", Some(None), Some("1")),
        ];
        for (all, now, address, number) in table {
            assert_eq!(former(&changes(all), now), Former { address, number }, "{all:?}");
        }
    }
}
