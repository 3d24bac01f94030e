//! States as data: where a thing stands, where it may go from there, who may send it, and what is asked of them.
//!
//! A slice writes one table a kind of thing. The same table is the guard of a change, the list of the states that a caller may choose
//! from, and the diagram in the docs; [`Machine::faults`] is the test that a table means something.

use std::fmt::{Debug, Write as _};

/// The states of one kind of thing: an enum with a name for each, as it is stored and told.
pub trait State: Copy + Eq + Debug + 'static {
    /// All of them, in the order in which they usually follow.
    const ALL: &'static [Self];

    /// As it is stored and told.
    fn as_str(self) -> &'static str;

    /// The state of that name. Who reads it from a row treats an unknown name as a row that cannot be, never as a first state.
    fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|state| state.as_str() == name)
    }
}

/// Writes an enum's names once: `states! { pub enum Light { /// Wait. Red "red", … } }`.
#[macro_export]
macro_rules! states {
    ($(#[$outer:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $state:ident $text:literal,)* }) => {
        $(#[$outer])*
        $vis enum $name { $($(#[$doc])* $state,)* }

        impl $crate::State for $name {
            const ALL: &'static [Self] = &[$(Self::$state,)*];

            fn as_str(self) -> &'static str {
                match self { $(Self::$state => $text,)* }
            }
        }
    };
}

/// Whether who sends a thing on says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nobody asks.
    NotAsked,
    /// They have to.
    Required,
}

/// One way on. `R` is a right of the caller's.
#[derive(Debug, Clone, Copy)]
pub struct Move<S: 'static, R: 'static> {
    /// From any of these.
    pub from: &'static [S],
    /// To this one, which is never one of them.
    pub to: S,
    /// What the caller must be allowed.
    pub needs: R,
    /// Whether a reason goes with it; the list of reasons is the slice's.
    pub reason: Reason,
}

/// All ways of one kind of thing.
#[derive(Debug, Clone, Copy)]
pub struct Machine<S: 'static, R: 'static> {
    /// The kind of thing, as its history names it: `enquiry`.
    pub kind: &'static str,
    /// Where it begins.
    pub initial: S,
    /// Where nobody has to do anything more about it.
    pub over: &'static [S],
    /// How it goes on. Two ways between the same two states are a fault of the table.
    pub moves: &'static [Move<S, R>],
}

/// Why a thing does not go where it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denied {
    /// No way leads there from here.
    NoWay,
    /// A way does, but not for this caller.
    NoRight,
    /// The caller has to say why.
    NoReason,
    /// Nobody asked why.
    NeedlessReason,
}

impl<S: State, R: Copy> Machine<S, R> {
    /// Where a caller of these rights may send a thing that stands at `from`, in the order of the states.
    pub fn allowed(&self, from: S, holds: impl Fn(R) -> bool) -> Vec<S> {
        let leads = |to: &S| self.way(from, *to).is_some_and(|way| holds(way.needs));
        S::ALL.iter().copied().filter(leads).collect()
    }

    /// The way that a caller takes a thing, or why there is none for them. A reason of spaces is none.
    pub fn step(&self, from: S, to: S, holds: impl Fn(R) -> bool, reason: Option<&str>) -> Result<&Move<S, R>, Denied> {
        let way = self.way(from, to).ok_or(Denied::NoWay)?;
        if !holds(way.needs) {
            return Err(Denied::NoRight);
        }
        let is_said = reason.is_some_and(|text| !text.trim().is_empty());
        match way.reason {
            Reason::Required if !is_said => Err(Denied::NoReason),
            Reason::NotAsked if is_said => Err(Denied::NeedlessReason),
            _ => Ok(way),
        }
    }

    /// The states that nothing reaches without a reason.
    #[must_use]
    pub fn with_reason(&self) -> Vec<S> {
        let asks = |to: &S| self.moves.iter().any(|way| way.to == *to && way.reason == Reason::Required);
        S::ALL.iter().copied().filter(asks).collect()
    }

    fn way(&self, from: S, to: S) -> Option<&Move<S, R>> {
        self.moves.iter().find(|way| way.to == to && way.from.contains(&from))
    }

    /// What is wrong with the table itself, a line each; a slice's test asks for none.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for to in S::ALL.iter().copied() {
            for from in S::ALL.iter().copied() {
                let ways = self.moves.iter().filter(|way| way.to == to && way.from.contains(&from)).count();
                if ways > 1 {
                    faults.push(format!("{}: {ways} ways from {} to {}", self.kind, from.as_str(), to.as_str()));
                }
                if ways > 0 && from == to {
                    faults.push(format!("{}: {} leads to itself", self.kind, from.as_str()));
                }
            }
        }
        if self.over.contains(&self.initial) {
            faults.push(format!("{}: it is over where it begins", self.kind));
        }
        let reached = self.reached();
        let lost = S::ALL.iter().filter(|state| !reached.contains(state));
        faults.extend(lost.map(|state| format!("{}: nothing leads to {}", self.kind, state.as_str())));
        faults
    }

    fn reached(&self) -> Vec<S> {
        let mut reached = vec![self.initial];
        loop {
            let next = self
                .moves
                .iter()
                .find(|way| !reached.contains(&way.to) && way.from.iter().any(|from| reached.contains(from)));
            let Some(way) = next else { return reached };
            reached.push(way.to);
        }
    }

    /// The table as a Mermaid diagram of states; `right` names a right in words of the docs.
    #[must_use]
    pub fn diagram(&self, right: impl Fn(R) -> &'static str) -> String {
        let mut text = format!("stateDiagram-v2\n    [*] --> {}\n", self.initial.as_str());
        for from in S::ALL.iter().copied() {
            for way in self.moves.iter().filter(|way| way.from.contains(&from)) {
                let asked = if way.reason == Reason::Required { ", with a reason" } else { "" };
                let _ = writeln!(text, "    {} --> {}: {}{asked}", from.as_str(), way.to.as_str(), right(way.needs));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    states! {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Offer { Open "open", Taken "taken", Withdrawn "withdrawn", }
    }

    const WORK: u8 = 1;
    const DECIDE: u8 = 2;

    const OFFER: Machine<Offer, u8> = Machine {
        kind: "offer",
        initial: Offer::Open,
        over: &[Offer::Withdrawn],
        moves: &[
            Move { from: &[Offer::Open], to: Offer::Taken, needs: WORK, reason: Reason::NotAsked },
            Move { from: &[Offer::Open, Offer::Taken], to: Offer::Withdrawn, needs: DECIDE, reason: Reason::Required },
        ],
    };

    #[test]
    fn a_name_is_read_back_as_its_state_and_an_unknown_one_as_none() {
        for state in Offer::ALL {
            assert_eq!(Offer::parse(state.as_str()), Some(*state));
        }
        assert_eq!(Offer::parse("lost"), None);
    }

    #[test]
    fn a_caller_is_shown_what_a_caller_may_do() {
        assert_eq!(OFFER.allowed(Offer::Open, |_| true), [Offer::Taken, Offer::Withdrawn]);
        assert_eq!(OFFER.allowed(Offer::Open, |right| right == WORK), [Offer::Taken]);
        assert_eq!(OFFER.allowed(Offer::Withdrawn, |_| true), []);
        for from in Offer::ALL {
            for to in Offer::ALL {
                let shown = OFFER.allowed(*from, |right| right == WORK).contains(to);
                assert_eq!(OFFER.step(*from, *to, |right| right == WORK, None).is_ok(), shown);
            }
        }
    }

    #[test]
    fn a_step_says_what_is_in_its_way() {
        let step = |from, to, rights: &'static [u8], reason| {
            OFFER.step(from, to, |right| rights.contains(&right), reason).map(|way| way.to)
        };
        assert_eq!(step(Offer::Taken, Offer::Open, &[WORK, DECIDE], None), Err(Denied::NoWay));
        assert_eq!(step(Offer::Open, Offer::Withdrawn, &[WORK], Some("why")), Err(Denied::NoRight));
        assert_eq!(step(Offer::Open, Offer::Withdrawn, &[DECIDE], Some("  ")), Err(Denied::NoReason));
        assert_eq!(step(Offer::Open, Offer::Withdrawn, &[DECIDE], Some("moved away")), Ok(Offer::Withdrawn));
        assert_eq!(step(Offer::Open, Offer::Taken, &[WORK], Some("moved away")), Err(Denied::NeedlessReason));
        assert_eq!(OFFER.with_reason(), [Offer::Withdrawn]);
    }

    #[test]
    fn a_table_that_means_nothing_is_told() {
        assert_eq!(OFFER.faults(), Vec::<String>::new());
        const TWICE: &[Move<Offer, u8>] = &[
            OFFER.moves[0],
            Move { from: &[Offer::Open, Offer::Taken], to: Offer::Taken, needs: DECIDE, reason: Reason::NotAsked },
        ];
        let twice = Machine { moves: TWICE, over: Offer::ALL, ..OFFER };
        assert_eq!(
            twice.faults(),
            [
                "offer: 2 ways from open to taken",
                "offer: taken leads to itself",
                "offer: it is over where it begins",
                "offer: nothing leads to withdrawn",
            ]
        );
    }

    #[test]
    fn the_diagram_is_the_table() {
        let text = OFFER.diagram(|right| if right == WORK { "work" } else { "decide" });
        assert_eq!(
            text,
            "stateDiagram-v2\n    [*] --> open\n    open --> taken: work\n    open --> withdrawn: decide, with a reason\n    taken --> withdrawn: decide, with a reason\n"
        );
    }
}
