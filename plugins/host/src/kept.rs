//! What stays in memory: so much in all, so much of a school, little of what was only tried; what was unused for longest makes
//! room. What was let go comes back from the cache when somebody asks.

use std::collections::{BTreeSet, HashMap};

use crate::plugin::Digest;

/// How much stays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    /// Bytes of what schools use.
    pub used: usize,
    /// Of them, what one school alone uses.
    pub of_school: usize,
    /// Bytes of what nobody uses: it was tried, or read at the start.
    pub tried: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { used: 224 << 20, of_school: 64 << 20, tried: 32 << 20 }
    }
}

/// Things by digest.
pub(crate) struct Kept<T> {
    all: HashMap<Digest, Entry<T>>,
    room: Room,
    moment: u64,
}

struct Entry<T> {
    thing: T,
    bytes: usize,
    /// The moment of its last use.
    used: u64,
    by: Users,
}

#[derive(Debug, PartialEq, Eq)]
enum Users {
    Nobody,
    One(String),
    Several,
}

impl<T: Clone> Kept<T> {
    pub fn new(room: Room) -> Self {
        Self { all: HashMap::new(), room, moment: 0 }
    }

    /// Finds what is there.
    pub fn find(&mut self, digest: Digest) -> Option<T> {
        self.moment += 1;
        let entry = self.all.get_mut(&digest)?;
        entry.used = self.moment;
        Some(entry.thing.clone())
    }

    /// Finds what is there, for a school that puts it to use.
    pub fn find_for(&mut self, digest: Digest, school: &str) -> Option<T> {
        let thing = self.find(digest)?;
        if self.all.get_mut(&digest)?.by.take_in(school) {
            self.make_room();
        }
        Some(thing)
    }

    /// Keeps what a school uses, or nobody yet.
    pub fn keep(&mut self, digest: Digest, thing: T, bytes: usize, school: Option<&str>) {
        self.moment += 1;
        let mut by = self.all.remove(&digest).map_or(Users::Nobody, |known| known.by);
        if let Some(school) = school {
            by.take_in(school);
        }
        self.all.insert(digest, Entry { thing, bytes, used: self.moment, by });
        self.make_room();
    }

    fn make_room(&mut self) {
        self.shrink(self.room.tried, |by| *by == Users::Nobody);
        let alone =
            self.all.values().filter_map(|entry| if let Users::One(school) = &entry.by { Some(school) } else { None });
        let schools: BTreeSet<String> = alone.cloned().collect();
        for school in schools {
            self.shrink(self.room.of_school, |by| matches!(by, Users::One(known) if *known == school));
        }
        self.shrink(self.room.used, |by| *by != Users::Nobody);
    }

    /// Lets the oldest of these go until they are small enough.
    fn shrink(&mut self, most: usize, which: impl Fn(&Users) -> bool) {
        let these = self.all.iter().filter(|(_, entry)| which(&entry.by));
        let mut these: Vec<_> = these.map(|(digest, entry)| (entry.used, entry.bytes, *digest)).collect();
        these.sort_unstable_by_key(|(used, ..)| *used);
        let mut bytes: usize = these.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, size, digest) in these {
            if bytes <= most {
                break;
            }
            self.all.remove(&digest);
            bytes -= size;
        }
    }
}

impl Users {
    /// Adds one; whether that is new.
    fn take_in(&mut self, school: &str) -> bool {
        match self {
            Self::Nobody => *self = Self::One(school.to_owned()),
            Self::One(known) if known != school => *self = Self::Several,
            Self::One(_) | Self::Several => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { used: 60, of_school: 30, tried: 20 };

    fn digest(n: usize) -> Digest {
        Digest::of(&n.to_le_bytes())
    }

    fn there(kept: &Kept<usize>) -> Vec<usize> {
        let mut all: Vec<usize> = kept.all.values().map(|entry| entry.thing).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn what_was_only_tried_takes_nothing_from_what_is_used() {
        let mut kept = Kept::new(ROOM);
        kept.keep(digest(0), 0, 10, None);
        assert_eq!(kept.find_for(digest(0), "a"), Some(0));
        for n in 1..200 {
            kept.keep(digest(n), n, 10, None);
        }
        assert_eq!(there(&kept), [0, 198, 199], "twenty bytes of what was tried");
        assert_eq!(kept.find(digest(198)), Some(198));
        kept.keep(digest(200), 200, 10, None);
        assert_eq!(there(&kept), [0, 198, 200], "the longest unused makes room");
        kept.keep(digest(201), 201, 21, None);
        assert_eq!(there(&kept), [0], "what is too large alone is not kept");
        kept.keep(digest(201), 201, 21, Some("a"));
        assert_eq!(there(&kept), [201], "nor beside another of its school");
    }

    #[test]
    fn a_school_lets_its_own_go() {
        let mut kept = Kept::new(ROOM);
        let mut uses = |n: usize, schools: &[&str]| {
            kept.keep(digest(n), n, 10, None);
            for school in schools {
                assert_eq!(kept.find_for(digest(n), school), Some(n), "{n}");
            }
            there(&kept)
        };
        uses(0, &["quiet"]);
        uses(1, &["quiet", "other"]);
        for n in 2..5 {
            uses(n, &["greedy"]);
        }
        assert_eq!(uses(5, &["greedy"]), [0, 1, 3, 4, 5]);
        assert_eq!(uses(6, &["greedy", "greedy"]), [0, 1, 4, 5, 6]);
        // What another uses too is nobody's share.
        assert_eq!(uses(7, &["greedy", "quiet"]), [0, 1, 5, 6, 7]);
        assert_eq!(uses(8, &["third"]), [0, 1, 5, 6, 7, 8]);
        assert_eq!(uses(9, &["fourth"]), [1, 5, 6, 7, 8, 9], "all that is used has no more than sixty");
    }
}
