//! How many licences of each kind are needed, and their price a year.

use serde::Deserialize;

use super::scope::{Module, Why};

/// How licences are counted.
#[derive(Debug, Clone, Deserialize)]
pub struct Sizing {
    /// Share of the staff who sign in, in percent.
    pub staff_percent: i64,
    /// Licences for staff come in packs.
    pub staff_pack: i64,
    /// Licences for students come in packs.
    pub student_pack: i64,
    /// Parts that need licences for students.
    pub student_parts: Vec<String>,
    /// Parts that need licences for tills.
    pub till_parts: Vec<String>,
}

/// Prices a year in minor units.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Prices {
    /// Staff.
    pub staff: i64,
    /// Student.
    pub student: i64,
    /// Till.
    pub till: i64,
}

/// Licences of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Licences {
    /// Staff who sign in.
    pub staff: i64,
    /// Students.
    pub students: i64,
    /// Tills.
    pub tills: i64,
}

impl Licences {
    /// Price a year.
    pub fn yearly(&self, prices: &Prices) -> i64 {
        self.staff * prices.staff + self.students * prices.student + self.tills * prices.till
    }
}

/// Counts the licences of a plan.
pub fn size(plan: &[(Module, Why)], staff: i64, students: i64, tills: i64, sizing: &Sizing) -> Licences {
    let holds = |parts: &[String]| plan.iter().any(|(module, _)| parts.contains(&module.code));
    let users = (staff * sizing.staff_percent + 99) / 100;
    Licences {
        staff: packs(users, sizing.staff_pack),
        students: if holds(&sizing.student_parts) { packs(students, sizing.student_pack) } else { 0 },
        tills: if holds(&sizing.till_parts) { tills } else { 0 },
    }
}

fn packs(count: i64, pack: i64) -> i64 {
    let pack = pack.max(1);
    (count + pack - 1) / pack * pack
}
