//! Parameters by their names: `:school` and `:id` in a statement's text become `$1` and `$2` while it is compiled.
//!
//! A name that is no parameter, a parameter that nothing uses and a number that was written by hand do not compile. What stands in
//! quotes is left alone, and so is `::`.

use sqlx::query::{Query, QueryAs};
use sqlx::{Database, FromRow, IntoArguments};

use super::StoreError;
use super::direct::Bind;
use super::later::Later;
use super::statement::Fits;

/// The parameters of a wide statement as one value, declared by [`binds!`](crate::binds).
pub trait Binds {
    /// What the text calls them.
    const NAMES: &'static [&'static str];

    /// As the SQLite connection of this thread takes them.
    fn values(&self) -> Vec<&dyn Bind>;

    /// Binds them to the statement that was held last.
    fn hold(&self, later: &mut Later) -> Result<(), StoreError>;
}

/// How they are bound to one database.
pub trait BindsTo<D: Database>: Binds {
    /// As that database takes them.
    fn arguments(&self) -> Result<D::Arguments, StoreError>;

    /// What each must fit.
    fn fits() -> Vec<Fits<D>>;
}

/// A statement to which a row is bound; other parameters may follow.
pub fn query<'q, D, B>(sql: &'static str, row: &B) -> Result<Query<'q, D, D::Arguments>, StoreError>
where
    D: Database,
    D::Arguments: IntoArguments<D>,
    B: BindsTo<D>,
{
    Ok(sqlx::query_with(sql, row.arguments()?))
}

/// The same for a statement that gives rows.
pub fn query_as<'q, D, R, B>(sql: &'static str, row: &B) -> Result<QueryAs<'q, D, R, D::Arguments>, StoreError>
where
    D: Database,
    D::Arguments: IntoArguments<D>,
    R: for<'r> FromRow<'r, D::Row>,
    B: BindsTo<D>,
{
    Ok(sqlx::query_as_with(sql, row.arguments()?))
}

/// A row's values and those that follow.
pub fn values<'v, B: Binds>(row: &'v B, others: &[&'v dyn Bind]) -> Vec<&'v dyn Bind> {
    let mut all = row.values();
    all.extend(others);
    all
}

/// How long a text is with numbers for names. The names come in groups, since those of a row are written elsewhere.
#[must_use]
pub const fn length(text: &str, names: &[&[&str]]) -> usize {
    walk::<0>(text.as_bytes(), names).1
}

/// The text with numbers for names, `LENGTH` long.
#[must_use]
pub const fn numbered<const LENGTH: usize>(text: &str, names: &[&[&str]]) -> [u8; LENGTH] {
    walk(text.as_bytes(), names).0
}

/// The text that was made.
#[must_use]
pub const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a name was cut in the middle of a letter"),
    }
}

/// Writes as much as there is room for, and tells how much there is to write.
const fn walk<const ROOM: usize>(text: &[u8], names: &[&[&str]]) -> ([u8; ROOM], usize) {
    let (mut to, mut length) = ([0; ROOM], 0);
    let (mut at, mut quote, mut used) = (0, 0, 0_u64);
    while at < text.len() {
        let byte = text[at];
        let next = if at + 1 < text.len() { text[at + 1] } else { 0 };
        if quote == 0 && byte == b':' && next != b':' {
            let end = end_of_name(text, at + 1);
            let number = number_of(text, at + 1, end, names);
            used |= 1 << number;
            length = put(&mut to, length, b'$');
            if number >= 10 {
                length = put(&mut to, length, b'0' + number / 10);
            }
            length = put(&mut to, length, b'0' + number % 10);
            at = end;
            continue;
        }
        length = put(&mut to, length, byte);
        at += 1;
        if quote == 0 && byte == b':' {
            length = put(&mut to, length, b':');
            at += 1;
        } else if quote == 0 && (byte == b'\'' || byte == b'"') {
            quote = byte;
        } else if quote == byte {
            quote = 0;
        } else if quote == 0 && byte == b'$' {
            refuse("a parameter has a name, and no number as in: ", text, at - 1, end_of_name(text, at));
        }
    }
    every_one_is_used(names, used);
    (to, length)
}

const fn put<const ROOM: usize>(to: &mut [u8; ROOM], length: usize, byte: u8) -> usize {
    if length < ROOM {
        to[length] = byte;
    }
    length + 1
}

const fn end_of_name(text: &[u8], from: usize) -> usize {
    let mut end = from;
    while end < text.len() && (text[end].is_ascii_alphanumeric() || text[end] == b'_') {
        end += 1;
    }
    end
}

/// Counted from 1, as databases do.
const fn number_of(text: &[u8], from: usize, end: usize, names: &[&[&str]]) -> u8 {
    let (mut group, mut number) = (0, 1);
    while group < names.len() {
        let mut one = 0;
        while one < names[group].len() {
            if is_name(text, from, end, names[group][one].as_bytes()) {
                return number;
            }
            one += 1;
            number += 1;
        }
        group += 1;
    }
    refuse("a statement has no such parameter: ", text, from, end)
}

const fn is_name(text: &[u8], from: usize, end: usize, name: &[u8]) -> bool {
    if name.len() != end - from {
        return false;
    }
    let mut at = 0;
    while at < name.len() {
        if text[from + at] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}

const fn every_one_is_used(names: &[&[&str]], used: u64) {
    let (mut group, mut number) = (0, 1);
    while group < names.len() {
        let mut one = 0;
        while one < names[group].len() {
            if used & (1 << number) == 0 {
                let name = names[group][one].as_bytes();
                refuse("a statement's text does not use its parameter: ", name, 0, name.len());
            }
            one += 1;
            number += 1;
        }
        group += 1;
    }
}

/// Stops the compiler, and names what is at fault.
const fn refuse(what: &str, text: &[u8], from: usize, end: usize) -> ! {
    let (mut message, mut length) = ([b' '; 120], 0);
    while length < what.len() {
        message[length] = what.as_bytes()[length];
        length += 1;
    }
    let mut at = from;
    while at < end && length < message.len() {
        message[length] = text[at];
        length += 1;
        at += 1;
    }
    panic!("{}", self::text(message.split_at(length).0))
}

/// Declares the parameters of wide statements as types: in place of many arguments, which are easily exchanged, the fields of a value.
/// A statement takes one as `..row: &Name`, before its other parameters.
#[macro_export]
macro_rules! binds {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident<$life:lifetime> { $($(#[$field_meta:meta])* $fvis:vis $field:ident: $type:ty),* $(,)? })*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $name<$life> { $($(#[$field_meta])* $fvis $field: $type),* }

        impl<$life> $crate::db::named::Binds for $name<$life> {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn values(&self) -> Vec<&dyn $crate::db::direct::Bind> {
                vec![$(&self.$field),*]
            }

            fn hold(&self, later: &mut $crate::db::later::Later) -> Result<(), $crate::db::StoreError> {
                $(later.bind(self.$field)?;)*
                Ok(())
            }
        }

        impl<$life, D: sqlx::Database> $crate::db::named::BindsTo<D> for $name<$life>
        where $($type: sqlx::Type<D> + sqlx::Encode<$life, D>),*
        {
            fn arguments(&self) -> Result<D::Arguments, $crate::db::StoreError> {
                let mut arguments = <D::Arguments as Default>::default();
                $(
                    sqlx::Arguments::add(&mut arguments, self.$field)
                        .map_err(|error| $crate::db::StoreError::Broken(error.to_string()))?;
                )*
                Ok(arguments)
            }

            fn fits() -> Vec<$crate::db::statement::Fits<D>> {
                vec![$($crate::db::statement::fits::<D, $type> as $crate::db::statement::Fits<D>),*]
            }
        }
    )* };
}

/// A statement's text with numbers for names.
#[doc(hidden)]
#[macro_export]
macro_rules! statement_text {
    ($sql:expr, $names:expr) => {{
        const TEXT: &str = $sql;
        const NAMES: &[&[&str]] = $names;
        const NUMBERED: [u8; $crate::db::named::length(TEXT, NAMES)] = $crate::db::named::numbered(TEXT, NAMES);
        $crate::db::named::text(&NUMBERED)
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_the_numbers_of_their_places() {
        const TEXT: &str = "a = :school AND (b, c) = (:id,:id_of) OR :id";
        const NAMES: &[&[&str]] = &[&["school", "id_of", "id"]];
        const MADE: [u8; length(TEXT, NAMES)] = numbered(TEXT, NAMES);
        assert_eq!(super::text(&MADE), "a = $1 AND (b, c) = ($3,$2) OR $3");
    }

    #[test]
    fn quotes_and_casts_are_left_alone() {
        const TEXT: &str = "SELECT 'HH:MM $1 it''s :x', \":id\", :id::text || 'ق:id'";
        const MADE: [u8; length(TEXT, &[&["id"]])] = numbered(TEXT, &[&["id"]]);
        assert_eq!(super::text(&MADE), "SELECT 'HH:MM $1 it''s :x', \":id\", $1::text || 'ق:id'");
    }

    #[test]
    fn a_group_follows_another_and_the_tenth_has_two_digits() {
        const TEXT: &str = ":j :i :h :g :f :e :d :c :b :a";
        const NAMES: &[&[&str]] = &[&["a", "b", "c", "d"], &["e", "f", "g", "h", "i", "j"]];
        const MADE: [u8; length(TEXT, NAMES)] = numbered(TEXT, NAMES);
        assert_eq!(super::text(&MADE), "$10 $9 $8 $7 $6 $5 $4 $3 $2 $1");
    }

    #[test]
    #[should_panic(expected = "a statement has no such parameter: schol")]
    fn a_name_that_is_no_parameter_is_refused() {
        let _ = length("a = :schol", &[&["school"]]);
    }

    #[test]
    #[should_panic(expected = "a statement's text does not use its parameter: version")]
    fn a_parameter_that_nothing_uses_is_refused() {
        let _ = length("a = :school AND b = ':version'", &[&["school"], &["version"]]);
    }

    #[test]
    #[should_panic(expected = "a parameter has a name, and no number as in: $12")]
    fn a_number_is_refused() {
        let _ = length("a = :school AND b = $12", &[&["school"]]);
    }
}
