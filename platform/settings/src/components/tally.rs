//! Calls since they were last written down.

use std::collections::HashMap;

use parking_lot::Mutex;
use words::SchoolId;

/// What a component was asked on a day, and what that cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    /// How often it was asked.
    pub calls: u64,
    /// How often it gave no answer.
    pub failures: u64,
    /// What all of it burned.
    pub fuel: u64,
    /// Microseconds of all of it.
    pub micros: u64,
}

/// By name of the component and the school's date.
pub(super) type Days = HashMap<(String, String), Calls>;

/// Calls that are not written down yet. One for the process.
#[derive(Debug, Default)]
pub struct Tally(Mutex<HashMap<SchoolId, Days>>);

impl Calls {
    fn add(&mut self, more: Self) {
        self.calls = self.calls.saturating_add(more.calls);
        self.failures = self.failures.saturating_add(more.failures);
        self.fuel = self.fuel.saturating_add(more.fuel);
        self.micros = self.micros.saturating_add(more.micros);
    }
}

impl Tally {
    /// Counts calls of a component on a day of its school.
    pub fn note(&self, school: &SchoolId, plugin: &str, day: &str, calls: Calls) {
        self.0
            .lock()
            .entry(school.clone())
            .or_default()
            .entry((plugin.to_owned(), day.to_owned()))
            .or_default()
            .add(calls);
    }

    /// The schools with calls that are not written down.
    pub(super) fn schools(&self) -> Vec<SchoolId> {
        self.0.lock().keys().cloned().collect()
    }

    /// What is not written down of a school; it counts from nothing again.
    pub(super) fn take(&self, school: &SchoolId) -> Days {
        self.0.lock().remove(school).unwrap_or_default()
    }

    /// What could not be written down comes back.
    pub(super) fn put_back(&self, school: &SchoolId, days: Days) {
        for ((plugin, day), calls) in days {
            self.note(school, &plugin, &day, calls);
        }
    }

    /// What is not written down of one component, by day.
    pub(super) fn pending(&self, school: &SchoolId, plugin: &str) -> Vec<(String, Calls)> {
        let all = self.0.lock();
        let days = all.get(school).into_iter().flatten().filter(|((name, _), _)| name == plugin);
        days.map(|((_, day), calls)| (day.clone(), *calls)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_added_to_what_came_meanwhile() {
        let (tally, school) = (Tally::default(), SchoolId::parse("a").unwrap());
        let one = Calls { calls: 1, failures: 1, fuel: 10, micros: 7 };
        tally.note(&school, "abq", "2026-11-21", one);
        let taken = tally.take(&school);
        assert!(tally.schools().is_empty());
        tally.note(&school, "abq", "2026-11-21", one);
        tally.put_back(&school, taken);
        let twice = Calls { calls: 2, failures: 2, fuel: 20, micros: 14 };
        assert_eq!(tally.pending(&school, "abq"), [("2026-11-21".to_owned(), twice)]);
        assert!(tally.pending(&school, "other").is_empty());
    }
}
