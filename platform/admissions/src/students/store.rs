//! All SQL of students.

use kernel::{SubmissionId, UserId, rows, statements};
use people::{FamilyId, PersonId};

use crate::ids::StudentId;

rows! {
    /// A student's numbers.
    pub struct StudentRow {
        pub submission_id: SubmissionId,
        pub admission_number: String,
        pub enrolled_at: i64,
    }
    /// A student and who it is.
    pub struct OfPersonRow {
        pub submission_id: SubmissionId,
        pub admission_number: String,
        pub person_id: Option<PersonId>,
    }
    /// Whose number it is.
    pub struct NumberedRow {
        pub submission_id: SubmissionId,
    }
}

kernel::binds! {
    /// A child that is enrolled.
    pub struct NewStudent<'a> {
        pub id: &'a StudentId,
        pub submission: &'a SubmissionId,
        pub number: &'a str,
        pub person: Option<&'a PersonId>,
        pub family: Option<&'a FamilyId>,
        pub year: &'a str,
        pub round: &'a str,
        pub bucket: &'a str,
        pub now: i64,
        pub by: Option<&'a UserId>,
    }
}

statements! {
    /// A new one.
    pub insert_student(..row: &NewStudent) -> [exec]
        "INSERT INTO students (school_id, id, submission_id, admission_number, person_id, family_id, academic_year, round, bucket, enrolled_at,
             enrolled_by)
         VALUES (:school, :id, :submission, :number, :person, :family, :year, :round, :bucket, :now, :by)";
    /// That of an application.
    pub find_student(submission: &SubmissionId) -> [opt StudentRow]
        "SELECT submission_id, admission_number, enrolled_at FROM students WHERE school_id = :school AND submission_id = :submission";
    /// That of a person.
    pub find_by_person(person: &PersonId) -> [opt StudentRow]
        "SELECT submission_id, admission_number, enrolled_at FROM students WHERE school_id = :school AND person_id = :person";
    /// Some students after a number, in the order of these.
    pub page_students(after: &str) -> [all StudentRow]
        "SELECT submission_id, admission_number, enrolled_at FROM students
         WHERE school_id = :school AND admission_number > :after ORDER BY admission_number LIMIT 200";
    /// Those of some applications, a list.
    pub students_among(ids: &str) -> [all StudentRow]
        "SELECT submission_id, admission_number, enrolled_at FROM students
         WHERE school_id = :school AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Those of some persons, a list; the first of each.
    pub find_by_persons(persons: &str) -> [all OfPersonRow]
        "SELECT submission_id, admission_number, person_id FROM students
         WHERE school_id = :school AND person_id IN (SELECT value FROM json_each(CAST(:persons AS TEXT))) ORDER BY enrolled_at, admission_number";
    /// The application that has one of these registration ids or admission numbers, a list.
    pub find_numbered(numbers: &str) -> [opt NumberedRow]
        "SELECT submission_id FROM applications
         WHERE school_id = :school AND registration_id IN (SELECT value FROM json_each(CAST(:numbers AS TEXT)))
         UNION SELECT submission_id FROM students
         WHERE school_id = :school AND admission_number IN (SELECT value FROM json_each(CAST(:numbers AS TEXT)))
         ORDER BY submission_id LIMIT 1";
}
