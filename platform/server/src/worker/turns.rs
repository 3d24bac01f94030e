//! Whose turn it is: each school has one turn at a time in each lane, a turn takes a few jobs, and whoever had one stands behind
//! those who wait. So a burst of one school holds up itself, and in its own lane alone.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use kernel::outbox::Lane;
use words::SchoolId;

/// A turn that took long waited for others itself.
const LONGEST_REST: Duration = Duration::from_millis(100);

/// A school in a lane.
pub(super) type Turn = (SchoolId, Lane);

/// Jobs that one turn takes, all at once: none waits for another within its lease.
pub(super) fn width(lane: Lane) -> usize {
    match lane {
        Lane::Prompt => 4,
        Lane::Mail => 6,
        Lane::Rest | Lane::Bulk | Lane::Letters => 1,
        Lane::Scans => 2,
    }
}

/// Turns of a lane that go on at once.
fn at_once(lane: Lane) -> usize {
    match lane {
        Lane::Prompt => 16,
        Lane::Mail | Lane::Rest => 8,
        // Each of them is busy with the disk and a core for as long as its turn takes.
        Lane::Bulk | Lane::Letters => 2,
        // A scanner has a few threads for everybody.
        Lane::Scans => 4,
    }
}

/// How long a lane rests after a turn that took so long. Letters for many go on for minutes, and each takes a core and empties the
/// caches of whoever reads with its commits: after each the school's lane stands for half as long.
pub(super) fn rest(lane: Lane, took: Duration) -> Duration {
    match lane {
        Lane::Letters => (took / 2).min(LONGEST_REST),
        _ => Duration::ZERO,
    }
}

/// When each school is due in each lane, and which are being worked on.
#[derive(Debug, Default)]
pub(super) struct Turns {
    due: HashMap<Turn, i64>,
    busy: HashSet<Turn>,
}

impl Turns {
    /// Something may wait there now.
    pub fn wake(&mut self, turn: Turn, now: i64) {
        self.due.entry(turn).and_modify(|at| *at = now.min(*at)).or_insert(now);
    }

    /// The turns that begin: whoever waits longest comes first.
    pub fn begin(&mut self, now: i64) -> Vec<Turn> {
        let mut begun = Vec::new();
        for lane in Lane::ALL {
            let mut waiting: Vec<(i64, Turn)> = self.waiting(lane).filter(|(at, _)| *at <= now).collect();
            waiting.sort();
            begun.extend(waiting.into_iter().take(self.free(lane)).map(|(_, turn)| turn));
        }
        for turn in &begun {
            self.due.remove(turn);
            self.busy.insert(turn.clone());
        }
        begun
    }

    /// A turn has ended; there is more at that moment.
    pub fn end(&mut self, turn: Turn, next: Option<i64>, now: i64) {
        self.busy.remove(&turn);
        if let Some(at) = next {
            self.wake(turn, at.max(now));
        }
    }

    /// When the next turn can begin, as far as is known.
    pub fn next(&self) -> Option<i64> {
        let open = Lane::ALL.into_iter().filter(|lane| self.free(*lane) > 0);
        open.flat_map(|lane| self.waiting(lane)).map(|(at, _)| at).min()
    }

    fn waiting(&self, lane: Lane) -> impl Iterator<Item = (i64, Turn)> {
        let waits = move |turn: &Turn| turn.1 == lane && !self.busy.contains(turn);
        self.due.iter().filter(move |(turn, _)| waits(turn)).map(|(turn, at)| (*at, turn.clone()))
    }

    fn free(&self, lane: Lane) -> usize {
        at_once(lane).saturating_sub(self.busy.iter().filter(|turn| turn.1 == lane).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(school: &str, lane: Lane) -> Turn {
        (SchoolId::parse(school).expect("id"), lane)
    }

    #[test]
    fn a_school_has_one_turn_at_a_time_in_each_lane() {
        let mut turns = Turns::default();
        for lane in Lane::ALL {
            turns.wake(turn("a", lane), 5);
        }
        assert!(turns.begin(4).is_empty());
        assert_eq!(turns.next(), Some(5));
        assert_eq!(turns.begin(5).len(), Lane::ALL.len());
        turns.wake(turn("a", Lane::Mail), 6);
        assert!(turns.begin(7).is_empty(), "it is being worked on");
        turns.end(turn("a", Lane::Mail), None, 7);
        assert_eq!(turns.begin(7), [turn("a", Lane::Mail)], "it was woken meanwhile");
    }

    #[test]
    fn letters_for_many_leave_a_third_of_the_time_to_others() {
        assert_eq!(rest(Lane::Letters, Duration::from_millis(20)), Duration::from_millis(10));
        assert_eq!(rest(Lane::Letters, Duration::from_secs(60)), LONGEST_REST);
        for lane in Lane::ALL.into_iter().filter(|lane| *lane != Lane::Letters) {
            assert_eq!(rest(lane, Duration::from_secs(1)), Duration::ZERO);
        }
    }

    #[test]
    fn whoever_had_a_turn_stands_behind_those_who_wait() {
        let mut turns = Turns::default();
        for n in 0..9 {
            turns.wake(turn(&format!("burst-{n}"), Lane::Mail), n);
        }
        assert_eq!(turns.begin(10).len(), 8);
        assert_eq!(turns.next(), None, "the lane is full");
        turns.wake(turn("late", Lane::Mail), 10);
        turns.end(turn("burst-0", Lane::Mail), Some(0), 11);
        assert_eq!(turns.begin(11), [turn("burst-8", Lane::Mail)]);
        turns.end(turn("burst-1", Lane::Mail), Some(0), 12);
        assert_eq!(turns.begin(12), [turn("late", Lane::Mail)]);
        turns.wake(turn("burst-0", Lane::Prompt), 12);
        assert_eq!(turns.begin(12), [turn("burst-0", Lane::Prompt)], "codes have a lane of their own");
    }
}
