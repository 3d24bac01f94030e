//! Persons, families, and who stands where.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::{FamilyId, PersonId};

rows! {
    /// A family.
    pub struct FamilyRow {
        pub family_id: FamilyId,
    }
    /// Somebody of a family.
    pub struct MemberRow {
        /// The person.
        pub id: PersonId,
        /// As it was written first.
        pub name: String,
        /// May be empty.
        pub birth_date: String,
        /// As what they belong to it.
        pub relation: String,
    }
    /// A name of somebody.
    pub struct NameRow {
        pub person_id: PersonId,
        /// How it was folded.
        pub name_key: String,
        /// As it was written.
        pub name: String,
    }
    /// A key of somebody.
    pub struct KeyRow {
        pub person_id: PersonId,
        /// Which sort.
        pub kind: String,
        /// The keyed hash.
        pub hash: String,
    }
    /// Somebody in a submission.
    pub struct StandingRow {
        pub submission_id: SubmissionId,
        /// As what.
        pub role: String,
        pub person_id: PersonId,
        /// As it was written first.
        pub name: String,
        /// May be empty.
        pub birth_date: String,
        pub family_id: Option<FamilyId>,
    }
    /// Somebody.
    pub struct SomebodyRow {
        pub person_id: PersonId,
    }
    /// A submission of somebody.
    pub struct OtherRow {
        pub submission_id: SubmissionId,
        pub person_id: PersonId,
    }
}

statements! {
    /// The family of an account.
    pub family_of(user_id: &UserId) -> [opt FamilyRow]
        "SELECT family_id FROM family_accounts WHERE school_id = :school AND user_id = :user_id";
    /// Who belongs to a family.
    pub members_of(family_id: &FamilyId) -> [all MemberRow]
        "SELECT p.id, p.name, p.birth_date, m.relation FROM family_members m
         JOIN persons p ON p.school_id = m.school_id AND p.id = m.person_id
         WHERE m.school_id = :school AND m.family_id = :family_id ORDER BY m.created_at, p.id LIMIT 100";
    /// Who belongs to any: for the run that takes guards out, and nothing else.
    pub any_members() -> [all MemberRow]
        "SELECT p.id, p.name, p.birth_date, m.relation FROM family_members m
         JOIN persons p ON p.school_id = m.school_id AND p.id = m.person_id
         WHERE m.school_id = :school ORDER BY m.created_at, p.id LIMIT 1000";
    /// The names of some, a list of ids.
    pub names_of(ids: &str) -> [all NameRow]
        "SELECT person_id, name_key, name FROM person_names
         WHERE school_id = :school AND person_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY person_id, name_key";
    /// The keys of some, a list of ids.
    pub keys_of(ids: &str) -> [all KeyRow]
        "SELECT person_id, kind, hash FROM person_keys
         WHERE school_id = :school AND person_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY person_id, kind, hash";
    /// Holds a person for the rest of the transaction, so that they do not go meanwhile, and learns a birth date that nobody told
    /// before; 0 rows when they are gone.
    pub hold_person(id: &PersonId, birth_date: &str) -> [exec]
        "UPDATE persons SET birth_date = CASE WHEN birth_date = '' THEN :birth_date ELSE birth_date END WHERE school_id = :school AND id = :id";
    /// Some persons, a list of ids.
    pub persons_among(ids: &str) -> [all MemberRow]
        "SELECT id, name, birth_date, 'child' AS relation FROM persons
         WHERE school_id = :school AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY id";
    /// Others who have a number of a person. The joins are crossed: SQLite would else walk all keys of the school.
    pub with_its_number(person_id: &PersonId) -> [all SomebodyRow]
        "SELECT DISTINCT o.person_id FROM person_keys k CROSS JOIN person_keys o
         WHERE k.school_id = :school AND k.person_id = :person_id AND k.kind IN ('national_id', 'passport')
           AND o.school_id = :school AND o.kind = k.kind AND o.hash = k.hash AND o.person_id <> k.person_id LIMIT 200";
    /// Others of a name and of the birth date of a person; crossed likewise.
    pub with_its_name(person_id: &PersonId) -> [all SomebodyRow]
        "SELECT DISTINCT o.person_id FROM persons p CROSS JOIN person_names n CROSS JOIN person_names o CROSS JOIN persons q
         WHERE p.school_id = :school AND p.id = :person_id AND p.birth_date <> ''
           AND n.school_id = :school AND n.person_id = p.id
           AND o.school_id = :school AND o.name_key = n.name_key AND o.person_id <> p.id
           AND q.school_id = :school AND q.id = o.person_id AND q.birth_date = p.birth_date LIMIT 200";
    /// A new family.
    pub insert_family(id: &FamilyId, now: i64) -> [later]
        "INSERT INTO families (school_id, id, created_at) VALUES (:school, :id, :now)";
    /// Holds a family for the rest of the transaction, so that nobody else counts its persons meanwhile.
    pub hold_family(id: &FamilyId) -> [exec]
        "UPDATE families SET created_at = created_at WHERE school_id = :school AND id = :id";
    pub insert_account(user_id: &UserId, family_id: &FamilyId) -> [later]
        "INSERT INTO family_accounts (school_id, user_id, family_id) VALUES (:school, :user_id, :family_id)";
    /// A new person.
    pub insert_person(id: &PersonId, name: &str, birth_date: &str, now: i64) -> [later]
        "INSERT INTO persons (school_id, id, name, birth_date, created_at) VALUES (:school, :id, :name, :birth_date, :now)";
    /// A person is called and was born as was corrected; what nobody says stays.
    pub correct_person(id: &PersonId, name: &str, birth_date: &str) -> [exec]
        "UPDATE persons SET name = CASE WHEN LENGTH(CAST(:name AS TEXT)) = 0 THEN name ELSE CAST(:name AS TEXT) END,
             birth_date = CASE WHEN LENGTH(CAST(:birth_date AS TEXT)) = 0 THEN birth_date ELSE CAST(:birth_date AS TEXT) END
         WHERE school_id = :school AND id = :id";
    /// A name of a person.
    pub insert_name(person_id: &PersonId, name_key: &str, name: &str) -> [later]
        "INSERT INTO person_names (school_id, person_id, name_key, name) VALUES (:school, :person_id, :name_key, :name) ON CONFLICT DO NOTHING";
    /// A key of a person.
    pub insert_key(person_id: &PersonId, kind: &str, hash: &str) -> [later]
        "INSERT INTO person_keys (school_id, kind, hash, person_id) VALUES (:school, :kind, :hash, :person_id) ON CONFLICT DO NOTHING";
    /// A person belongs to a family.
    pub insert_member(family_id: &FamilyId, person_id: &PersonId, relation: &str, told_relation: &str, now: i64) -> [later]
        "INSERT INTO family_members (school_id, family_id, person_id, relation, told_relation, may_sign, sees_portal, created_at)
         VALUES (:school, :family_id, :person_id, :relation, :told_relation, FALSE, FALSE, :now)";
    /// A person stands in a submission.
    pub insert_standing(submission_id: &SubmissionId, role: &str, person_id: &PersonId) -> [later]
        "INSERT INTO submission_persons (school_id, submission_id, role, person_id) VALUES (:school, :submission_id, :role, :person_id)";
    /// Who stands in some submissions, a list of ids.
    pub standing_in(ids: &str) -> [all StandingRow]
        "SELECT s.submission_id, s.role, s.person_id, p.name, p.birth_date,
             (SELECT MIN(m.family_id) FROM family_members m WHERE m.school_id = s.school_id AND m.person_id = s.person_id) AS family_id
         FROM submission_persons s JOIN persons p ON p.school_id = s.school_id AND p.id = s.person_id
         WHERE s.school_id = :school AND s.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
         ORDER BY s.submission_id, s.role";
    /// The newest submissions of a person, along an index: somebody of thousands costs as much as somebody of a hundred.
    pub submissions_of(person_id: &PersonId) -> [all OtherRow]
        "SELECT submission_id, person_id FROM submission_persons
         WHERE school_id = :school AND person_id = :person_id ORDER BY submission_id DESC LIMIT 100";
    /// Some persons whom no submission names any more go.
    pub forget_persons() -> [exec]
        "DELETE FROM persons WHERE school_id = :school AND id IN (
             SELECT p.id FROM persons p WHERE p.school_id = :school
                 AND NOT EXISTS (SELECT 1 FROM submission_persons s WHERE s.school_id = p.school_id AND s.person_id = p.id) LIMIT 500)";
    /// Some families of nobody, and of no account, go.
    pub forget_families() -> [exec]
        "DELETE FROM families WHERE school_id = :school AND id IN (
             SELECT f.id FROM families f WHERE f.school_id = :school
                 AND NOT EXISTS (SELECT 1 FROM family_members m WHERE m.school_id = f.school_id AND m.family_id = f.id)
                 AND NOT EXISTS (SELECT 1 FROM family_accounts a WHERE a.school_id = f.school_id AND a.family_id = f.id) LIMIT 500)";
    /// Some names after one, in an order that folding does not change.
    pub page_names(person_id: &PersonId, name: &str) -> [all NameRow]
        "SELECT person_id, name_key, name FROM person_names WHERE school_id = :school AND (person_id, name) > (:person_id, :name)
         ORDER BY person_id, name LIMIT 200";
    /// A name's key goes.
    pub delete_name(person_id: &PersonId, name_key: &str) -> [exec]
        "DELETE FROM person_names WHERE school_id = :school AND person_id = :person_id AND name_key = :name_key";
}
