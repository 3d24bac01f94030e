//! Who is who in a family. Pure rules over what a submission tells and what the family's persons are known by.

use kernel::SubmissionId;
use words::fold;
use words::text::{cut, one_line};

use crate::ids::{FamilyId, PersonId};

/// Persons that a family has. Whoever comes after that stands in their submission and in no family.
pub const MOST_PERSONS: usize = 40;
/// Names, and keys, that one person is known by.
pub(crate) const MOST_KEYS: usize = 12;
/// Characters of a name.
const LONGEST: usize = 200;
/// Kinds of keys that are one person's and nobody else's. Parents share a telephone.
const NUMBERS: [&str; 2] = ["national_id", "passport"];

/// As what somebody stands in a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Whoever is applied for.
    Child,
    /// Who answers for the child.
    Guardian,
    /// Another one.
    SecondGuardian,
    /// Who writes for themselves or an organisation.
    Contact,
}

/// As what somebody belongs to a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// A child, of any age.
    Child,
    /// Who answers for the children.
    Guardian,
    /// Who wrote for themselves.
    Contact,
}

/// Somebody as a submission names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonDetails {
    /// As what they stand there.
    pub role: Role,
    /// Their names, the one to be called by first.
    pub names: Vec<String>,
    /// `YYYY-MM-DD`; empty where the form does not ask for it.
    pub birth_date: String,
    /// What the form's choices call a guardian's relation; may be empty.
    pub relation: String,
    /// Kinds and keyed hashes of what is theirs.
    pub keys: Vec<(String, String)>,
}

/// Somebody of a family, with all that they are known by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who it is.
    pub id: PersonId,
    /// As it was written first.
    pub name: String,
    /// May be empty.
    pub birth_date: String,
    /// As what they belong to the family.
    pub relation: Relation,
    /// Every name that they were written with.
    pub names: Vec<String>,
    /// Kinds and keyed hashes.
    pub keys: Vec<(String, String)>,
}

/// Somebody who stands in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub submission: SubmissionId,
    /// As what.
    pub role: Role,
    pub person: PersonId,
    /// As it was written first.
    pub name: String,
    /// May be empty.
    pub birth_date: String,
    /// Their family; none past the bound.
    pub family: Option<FamilyId>,
}

impl Role {
    /// Its name in rows and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Child => "child",
            Self::Guardian => "guardian",
            Self::SecondGuardian => "second_guardian",
            Self::Contact => "contact",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        [Self::Child, Self::Guardian, Self::SecondGuardian, Self::Contact].into_iter().find(|one| one.as_str() == text)
    }

    /// As what somebody in this role belongs to their family.
    #[must_use]
    pub fn relation(self) -> Relation {
        match self {
            Self::Child => Relation::Child,
            Self::Guardian | Self::SecondGuardian => Relation::Guardian,
            Self::Contact => Relation::Contact,
        }
    }
}

impl Relation {
    /// Its name in rows and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Child => "child",
            Self::Guardian => "guardian",
            Self::Contact => "contact",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        [Self::Child, Self::Guardian, Self::Contact].into_iter().find(|relation| relation.as_str() == text)
    }
}

impl PersonDetails {
    /// With names of one line and a length that rows hold; nobody without a name.
    pub(crate) fn clean(mut self) -> Option<Self> {
        let names = self.names.iter().map(|name| cut(&one_line(name), LONGEST));
        self.names = names.filter(|name| !name.is_empty()).collect();
        self.relation = cut(&one_line(&self.relation), LONGEST);
        (!self.names.is_empty()).then_some(self)
    }
}

/// The one spelling of a name, written together; the name itself where it has neither letter nor digit.
#[must_use]
pub fn name_key(name: &str) -> String {
    let folded = fold::together(name);
    if folded.is_empty() { name.to_lowercase() } else { folded }
}

/// Whom a submission is about: its child, or who wrote for themselves.
pub fn subject<'s>(standing: impl Iterator<Item = &'s Standing>) -> Option<&'s Standing> {
    standing.filter(|one| matches!(one.role, Role::Child | Role::Contact)).min_by_key(|one| one.role)
}

/// Which member of a family a submission names; nobody twice of one submission.
///
/// A child is one with the same name and the same birth date, where none is the same as none. A number makes them one as well,
/// in another alphabet or with a birth date that was mistyped; but not where both differ: that is a parent's number with two children.
/// Adults are one by their name: they share addresses and telephones.
pub(crate) fn find_member<'m>(
    details: &PersonDetails,
    members: &'m [Member],
    taken: &[PersonId],
) -> Option<&'m Member> {
    let is_child = details.role.relation() == Relation::Child;
    let names: Vec<String> = details.names.iter().map(|name| name_key(name)).collect();
    let is_free = |member: &&Member| (member.relation == Relation::Child) == is_child && !taken.contains(&member.id);
    let has_name = |member: &Member| member.names.iter().any(|name| names.contains(&name_key(name)));
    let is_other_birth = |member: &Member| {
        !details.birth_date.is_empty() && !member.birth_date.is_empty() && details.birth_date != member.birth_date
    };
    let is_number = |key: &&(String, String)| NUMBERS.contains(&key.0.as_str());
    let has_number = |member: &Member| details.keys.iter().filter(is_number).any(|key| member.keys.contains(key));
    let free: Vec<&Member> = members.iter().filter(is_free).collect();
    let find = |is_one: &dyn Fn(&Member) -> bool| free.iter().copied().find(|member| is_one(member));
    if !is_child {
        return find(&|member| has_name(member) && !is_other_birth(member));
    }
    find(&|member| has_name(member) && member.birth_date == details.birth_date)
        .or_else(|| find(&|member| has_number(member) && (has_name(member) || !is_other_birth(member))))
}

/// How much two persons of different families look like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// They have one number, and nothing else speaks against it.
    Same,
    /// They have one name and one birth date.
    Alike,
}

/// Whether somebody is another person again; none where nothing says so. As in a family a number alone is a parent's where name and birth date
/// are others.
pub(crate) fn likeness(one: &Member, other: &Member) -> Option<Likeness> {
    let names: Vec<String> = one.names.iter().map(|name| name_key(name)).collect();
    let has_name = other.names.iter().any(|name| names.contains(&name_key(name)));
    let is_told = !one.birth_date.is_empty() && !other.birth_date.is_empty();
    let is_number = |key: &&(String, String)| NUMBERS.contains(&key.0.as_str());
    let has_number = one.keys.iter().filter(is_number).any(|key| other.keys.contains(key));
    if has_number && (has_name || !is_told || one.birth_date == other.birth_date) {
        return Some(Likeness::Same);
    }
    (has_name && is_told && one.birth_date == other.birth_date).then_some(Likeness::Alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(names: &[&str], birth_date: &str, number: &str) -> PersonDetails {
        PersonDetails {
            role: Role::Child,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            birth_date: birth_date.into(),
            relation: String::new(),
            keys: if number.is_empty() { Vec::new() } else { vec![("national_id".into(), number.into())] },
        }
    }

    fn member(name: &str, details: &PersonDetails) -> Member {
        Member {
            id: name.into(),
            name: details.names[0].clone(),
            birth_date: details.birth_date.clone(),
            relation: details.role.relation(),
            names: details.names.clone(),
            keys: details.keys.clone(),
        }
    }

    fn is_same(known: &PersonDetails, details: &PersonDetails) -> bool {
        find_member(details, &[member("p", known)], &[]).is_some()
    }

    #[test]
    fn a_child_is_one_by_name_and_birth_date_however_it_is_written() {
        let known = child(&["أحمد الحارثي"], "2018-03-04", "");
        for name in ["احمد الحارثي", "  أَحْمَد   الحارثي", "أحمد الحارثى"] {
            assert!(is_same(&known, &child(&[name], "2018-03-04", "")), "{name}");
        }
        let latin = child(&["Ahmed Al-Harthi"], "", "");
        assert!(is_same(&latin, &child(&["ahmed al harthi"], "", "")));
        for (name, birth_date) in [("أحمد الحارثي", "2015-03-04"), ("أحمد الحارثي", ""), ("سارة", "2018-03-04")]
        {
            assert!(!is_same(&known, &child(&[name], birth_date, "")), "{name} {birth_date}");
        }
    }

    #[test]
    fn a_number_makes_a_child_one_unless_name_and_birth_date_both_differ() {
        let known = child(&["Sara"], "2018-03-04", "784");
        for (name, birth_date, number, wanted) in [
            ("سارة", "2018-03-04", "784", true),
            ("سارة", "", "784", true),
            ("Sara", "2018-04-03", "784", true),
            ("Omar", "2015-01-01", "784", false),
            ("سارة", "2018-03-04", "785", false),
            ("سارة", "2018-03-04", "", false),
        ] {
            assert_eq!(is_same(&known, &child(&[name], birth_date, number)), wanted, "{name} {birth_date} {number}");
        }
    }

    #[test]
    fn a_name_in_two_alphabets_meets_either() {
        let both = child(&["Sara Saleh", "سارة صالح"], "2018-03-04", "");
        assert!(is_same(&both, &child(&["ساره صالح"], "2018-03-04", "")));
        assert!(is_same(&child(&["SARA SALEH"], "2018-03-04", ""), &both));
    }

    #[test]
    fn no_child_is_a_guardian_and_nobody_stands_twice_in_one_submission() {
        let huda = PersonDetails { role: Role::Guardian, ..child(&["Huda"], "", "") };
        assert!(!is_same(&huda, &child(&["Huda"], "", "")));
        let second = |name: &str| PersonDetails {
            keys: vec![("phone".into(), "h".into())],
            role: Role::SecondGuardian,
            ..child(&[name], "", "")
        };
        assert!(!is_same(&second("Huda"), &second("Salem")), "they share a telephone");
        assert!(is_same(&huda, &PersonDetails { role: Role::Contact, ..child(&["huda"], "1990-01-01", "") }));
        let members = [member("p", &huda)];
        assert!(find_member(&second("Huda"), &members, &["p".into()]).is_none());
    }

    #[test]
    fn a_name_of_signs_is_itself() {
        assert_eq!((name_key("?!"), name_key("A-b c")), ("?!".to_owned(), "abc".to_owned()));
        assert_eq!(child(&[" \u{202E} "], "", "").clean(), None);
    }

    #[test]
    fn a_number_or_a_name_with_a_birth_date_makes_two_persons_look_like_one() {
        let sara = member("1", &child(&["Sara"], "2018-03-04", "A1"));
        let like = |names: &[&str], birth_date: &str, number: &str| {
            likeness(&sara, &member("2", &child(names, birth_date, number)))
        };
        assert_eq!(like(&["Sarah A."], "2018-03-04", "A1"), Some(Likeness::Same), "another spelling");
        assert_eq!(like(&["Sara"], "2018-04-03", "A1"), Some(Likeness::Same), "a mistyped day");
        assert_eq!(like(&["Omar"], "2016-01-01", "A1"), None, "a parent's number with two children");
        assert_eq!(like(&["Sara"], "2018-03-04", "B2"), Some(Likeness::Alike));
        assert_eq!(like(&["Sara"], "2018-03-05", "B2"), None);
        assert_eq!(like(&["Sara"], "", ""), None, "a name alone says nothing");
        assert_eq!(like(&["Omar"], "2018-03-04", ""), None);
    }
}
