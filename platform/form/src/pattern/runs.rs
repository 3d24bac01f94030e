//! How many ways an engine that goes back can be under way at once.
//!
//! Such an engine tries every way through a pattern that reads some beginning of the answer. So its time is bounded by the
//! answer's length times the most ways that read one and the same beginning. These are counted here exactly: over all
//! answers, by following how many ways lead to each place of the pattern. Finitely many counts can come up, or they grow past
//! every bound; what is too many of either is refused.

use std::collections::{BTreeMap, HashMap, HashSet};

use regex_syntax::hir::ClassUnicode as Set;
use words::sabotage::{Guard, is_removed};

use super::Fault;
use super::spelling::Tree;

/// Most places that a pattern may have, with its counted repetitions written out.
const MAX_PLACES: usize = 1_500;
/// Most sets of characters that it may name.
const MAX_SETS: usize = 120;
/// Most ways that may be under way at once.
const MAX_WAYS: u64 = 200;
/// Most steps of the count itself.
const MAX_STEPS: usize = 400_000;

/// A place in the pattern, between two characters.
enum Place {
    /// Reads one character of the set of that number.
    Read(usize, usize),
    /// Goes on at one of these, without a character.
    Fork(Vec<usize>),
    /// Goes on at the beginning of the answer only.
    Start(usize),
    /// Everything was found.
    Found,
}

#[derive(Default)]
struct Places {
    places: Vec<Place>,
    sets: Vec<Set>,
}

/// How many ways lead to each place that reads.
type Ways = BTreeMap<usize, u64>;

/// Refuses a pattern that leaves an engine too many ways; how many it leaves it otherwise. Tells how long it looked.
pub(super) fn bounded(tree: &Tree, steps: &mut usize) -> Result<u64, Fault> {
    if is_removed(Guard::PatternWays) {
        return Ok(1);
    }
    let mut places = Places::default();
    let found = places.add(Place::Found)?;
    let first = places.build(tree, found)?;
    let mut walk = Walk { follow: HashMap::new(), places: &places, steps };
    let begun = walk.reached(first, true);
    let restart = walk.reached(first, false);
    let mut seen = HashSet::new();
    let mut open = vec![begun];
    let kinds = kinds(&places.sets);
    *walk.steps += places.sets.iter().map(|set| set.ranges().len()).sum::<usize>();
    let mut most = 1;
    while let Some(ways) = open.pop() {
        let under_way = ways.values().fold(0_u64, |sum, count| sum.saturating_add(*count));
        most = most.max(under_way);
        if under_way > MAX_WAYS {
            return Err(Fault::slow(
                "the pattern can take a browser very long: there are many ways to read one answer",
            ));
        }
        for kind in &kinds {
            // The search begins anew behind every character.
            let mut next = restart.clone();
            *walk.steps += 1 + restart.len();
            for (place, count) in &ways {
                *walk.steps += 1;
                let Place::Read(set, then) = places.places[*place] else { continue };
                if kind & (1 << set) != 0 {
                    for (reached, more) in walk.reached(then, false) {
                        let ways = next.entry(reached).or_default();
                        *ways = ways.saturating_add(count.saturating_mul(more));
                        *walk.steps += 1;
                    }
                }
            }
            if !seen.contains(&next) {
                seen.insert(next.clone());
                open.push(next);
            }
        }
        if *walk.steps > MAX_STEPS {
            return Err(Fault::slow("the pattern is too involved to tell how long it can take"));
        }
    }
    Ok(most)
}

impl Places {
    fn add(&mut self, place: Place) -> Result<usize, Fault> {
        if self.places.len() >= MAX_PLACES {
            let hint = "let `maxLength` and `minLength` count the characters, not the pattern";
            return Err(Fault::bad("the pattern repeats too much", hint));
        }
        self.places.push(place);
        Ok(self.places.len() - 1)
    }

    fn set(&mut self, set: &Set) -> Result<usize, Fault> {
        if let Some(known) = self.sets.iter().position(|known| known == set) {
            return Ok(known);
        }
        if self.sets.len() >= MAX_SETS {
            return Err(Fault::bad("the pattern names too many characters", "write a class as `[A-Z]`"));
        }
        self.sets.push(set.clone());
        Ok(self.sets.len() - 1)
    }

    /// Places that read what the tree says and go on at `next`; the first of them.
    fn build(&mut self, tree: &Tree, next: usize) -> Result<usize, Fault> {
        match tree {
            Tree::One(set) => {
                let set = self.set(set)?;
                self.add(Place::Read(set, next))
            }
            Tree::Start => self.add(Place::Start(next)),
            Tree::Row(row) => row.iter().rev().try_fold(next, |next, tree| self.build(tree, next)),
            Tree::Choice(choices) => {
                let firsts = choices.iter().map(|tree| self.build(tree, next)).collect::<Result<_, _>>()?;
                self.add(Place::Fork(firsts))
            }
            Tree::Repeat { what, min, max } => {
                if max.is_none_or(|max| max > 1) && is_empty(what) {
                    let hint = "what is repeated reads at least one character: `(?:a|b)*`, not `(?:a*|b)*`";
                    return Err(Fault::bad("the pattern repeats what may be nothing", hint));
                }
                let mut first = match max {
                    None => {
                        let again = self.add(Place::Fork(Vec::new()))?;
                        let first = self.build(what, again)?;
                        self.places[again] = Place::Fork(vec![first, next]);
                        again
                    }
                    // As engines do: one more, or out of it.
                    Some(max) => (*min..*max).try_fold(next, |first, _| {
                        let one = self.build(what, first)?;
                        self.add(Place::Fork(vec![one, next]))
                    })?,
                };
                for _ in 0..*min {
                    first = self.build(what, first)?;
                }
                Ok(first)
            }
        }
    }
}

/// Whether a tree may read nothing.
fn is_empty(tree: &Tree) -> bool {
    match tree {
        Tree::One(_) => false,
        Tree::Start => true,
        Tree::Row(row) => row.iter().all(is_empty),
        Tree::Choice(choices) => choices.iter().any(is_empty),
        Tree::Repeat { what, min, .. } => *min == 0 || is_empty(what),
    }
}

/// Places that are reached without a character, found once each.
struct Walk<'p> {
    places: &'p Places,
    follow: HashMap<(usize, bool), Ways>,
    steps: &'p mut usize,
}

impl Walk<'_> {
    fn reached(&mut self, from: usize, at_start: bool) -> Ways {
        if let Some(known) = self.follow.get(&(from, at_start)) {
            return known.clone();
        }
        let mut ways = Ways::new();
        match &self.places.places[from] {
            // The end is a way, too: what leads there is tried.
            Place::Read(..) | Place::Found => {
                ways.insert(from, 1);
            }
            Place::Start(next) if at_start => ways = self.reached(*next, true),
            Place::Start(_) => {}
            Place::Fork(nexts) => {
                for next in nexts {
                    for (place, count) in self.reached(*next, at_start) {
                        let sum = ways.entry(place).or_default();
                        *sum = sum.saturating_add(count);
                        *self.steps += 1;
                    }
                }
            }
        }
        *self.steps += ways.len();
        self.follow.insert((from, at_start), ways.clone());
        ways
    }
}

/// Every combination of sets that some character is in; a bit for each set.
fn kinds(sets: &[Set]) -> Vec<u128> {
    let mut bounds: Vec<u32> = vec![0];
    for range in sets.iter().flat_map(Set::iter) {
        bounds.extend([u32::from(range.start()), u32::from(range.end()) + 1]);
    }
    bounds.sort_unstable();
    bounds.dedup();
    let mut of_bound = vec![0_u128; bounds.len()];
    for (index, set) in sets.iter().enumerate() {
        for range in set.iter() {
            let from = bounds.partition_point(|bound| *bound < u32::from(range.start()));
            let to = bounds.partition_point(|bound| *bound <= u32::from(range.end()));
            of_bound[from..to].iter_mut().for_each(|kind| *kind |= 1 << index);
        }
    }
    of_bound.sort_unstable();
    of_bound.dedup();
    of_bound
}
