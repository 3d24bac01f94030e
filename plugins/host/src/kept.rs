//! What stays in memory: so many, and the one that was unused for longest makes room.

use std::collections::HashMap;

use crate::plugin::Digest;

/// Plugins kept compiled in memory, about half a megabyte each; one that was let go comes back from the cache when somebody asks.
pub(crate) const KEPT: usize = 128;

/// Things by digest, each with the moment of its last use.
pub(crate) struct Kept<T> {
    all: HashMap<Digest, (T, u64)>,
    most: usize,
    moment: u64,
}

impl<T: Clone> Kept<T> {
    pub fn new(most: usize) -> Self {
        Self { all: HashMap::new(), most, moment: 0 }
    }

    pub fn find(&mut self, digest: Digest) -> Option<T> {
        self.moment += 1;
        let (kept, used) = self.all.get_mut(&digest)?;
        *used = self.moment;
        Some(kept.clone())
    }

    pub fn keep(&mut self, digest: Digest, thing: T) {
        self.moment += 1;
        self.all.insert(digest, (thing, self.moment));
        let oldest = self.all.iter().min_by_key(|(_, (_, used))| *used).map(|(digest, _)| *digest);
        if let Some(oldest) = oldest.filter(|_| self.all.len() > self.most) {
            self.all.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_unused_makes_room() {
        let mut kept = Kept::new(3);
        let digest = |n: u8| Digest::of(&[n]);
        for n in 0..3 {
            kept.keep(digest(n), n);
        }
        assert_eq!(kept.find(digest(0)), Some(0));
        kept.keep(digest(3), 3);
        assert_eq!([0, 1, 2, 3].map(|n| kept.find(digest(n))), [Some(0), None, Some(2), Some(3)]);
        for n in 4..200 {
            kept.keep(digest(n), n);
            assert!(kept.all.len() <= 3);
        }
    }
}
