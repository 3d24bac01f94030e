//! What one running instance holds, and the host functions it may call.

use std::sync::Arc;

use wasmtime::{Error, ResourceLimiter, Result};
use words::records::{RecordQuestion, is_record_table};

use crate::bindings::qabul::forms::{host_log, host_lookup, types};
use crate::call::{Call, KnownSet};
use crate::{Asks, Grants, Level, Limits, LogLine, Report, TableError, Tables};

/// Longest log line kept.
const LINE_BYTES: usize = 1024;
/// So many different questions about earlier submissions in one call: each reads twenty of them.
const EARLIER_QUESTIONS: usize = 5;

/// The state of one call.
pub(crate) struct CallState {
    desk: Option<Desk>,
    /// Whether memory or a table was refused: the trap that follows only says "unreachable".
    pub(crate) refused_memory: bool,
    /// Left for all memories together: a component of several parts has several.
    memory_left: usize,
    table_elements: usize,
    host_calls_left: u32,
    lookups_left: u32,
    /// Questions about earlier submissions that this call asked.
    earlier: Vec<String>,
    log_lines: usize,
    log_bytes_left: usize,
    pub(crate) report: Report,
}

/// Where the plugin's questions are answered; absent while it describes itself.
struct Desk {
    tables: Arc<dyn Tables>,
    /// Absent where nobody is known, whoever is asked about.
    known: Option<Arc<KnownSet>>,
    asks: Arc<Asks>,
    grants: Arc<Grants>,
}

/// The plugin called the host more often than it may.
#[derive(Debug, thiserror::Error)]
#[error("too many calls to the host")]
pub(crate) struct TooManyCalls;

impl CallState {
    /// The state of a call that may ask nothing.
    pub(crate) fn without_desk(limits: &Limits) -> Self {
        Self {
            desk: None,
            refused_memory: false,
            memory_left: limits.memory_bytes,
            table_elements: limits.table_elements,
            host_calls_left: limits.host_calls,
            lookups_left: limits.lookups,
            earlier: Vec::new(),
            log_lines: limits.log_lines,
            log_bytes_left: limits.log_bytes,
            report: Report::default(),
        }
    }

    /// The state of a school's call; `told` whether it may hear who is known.
    pub(crate) fn for_call(limits: &Limits, asks: &Arc<Asks>, call: &Call, told: bool) -> Self {
        let desk = Desk {
            tables: Arc::clone(&call.tables),
            known: told.then(|| Arc::clone(&call.known)),
            asks: Arc::clone(asks),
            grants: Arc::clone(&call.grants),
        };
        Self { desk: Some(desk), ..Self::without_desk(limits) }
    }

    fn count_call(&mut self) -> Result<()> {
        self.host_calls_left = self.host_calls_left.checked_sub(1).ok_or_else(|| Error::new(TooManyCalls))?;
        Ok(())
    }

    fn count_lookup(&mut self) -> Result<bool> {
        self.count_call()?;
        self.report.lookups += 1;
        let may = self.lookups_left > 0;
        self.lookups_left = self.lookups_left.saturating_sub(1);
        Ok(may)
    }

    fn deny(&mut self) -> host_lookup::LookupError {
        self.report.denied += 1;
        host_lookup::LookupError::Denied
    }

    /// What the school's records say of a question, where all that it asks about is asked for and granted.
    fn record(&mut self, table: String, key: String) -> std::result::Result<Option<String>, host_lookup::LookupError> {
        let asked = RecordQuestion::read(&table, &key);
        let is_granted = |desk: &&Desk| {
            let may = |kind: &str| desk.asks.known.iter().any(|own| own == kind) && desk.grants.known.contains(kind);
            asked.as_ref().is_some_and(|asked| asked.kinds().all(may))
        };
        let Some(desk) = self.desk.as_ref().filter(is_granted) else {
            return Err(self.deny());
        };
        let Some(known) = &desk.known else { return Ok(None) };
        if matches!(asked, Some(RecordQuestion::Earlier(_))) && !self.earlier.contains(&key) {
            if self.earlier.len() == EARLIER_QUESTIONS {
                return Err(host_lookup::LookupError::TooManyCalls);
            }
            self.earlier.push(key.clone());
        }
        let answer = known.record(&table, &key);
        if answer.is_none() {
            once(&mut self.report.unanswered_records, (table, key));
        }
        Ok(answer.flatten())
    }
}

impl types::Host for CallState {}

impl host_log::Host for CallState {
    fn log(&mut self, level: host_log::Level, message: String) -> Result<()> {
        self.count_call()?;
        let message = one_line(&message);
        if self.report.log.len() >= self.log_lines || message.len() > self.log_bytes_left {
            self.report.log_dropped += 1;
            return Ok(());
        }
        self.log_bytes_left -= message.len();
        let level = match level {
            host_log::Level::Debug => Level::Debug,
            host_log::Level::Info => Level::Info,
            host_log::Level::Warn => Level::Warn,
            host_log::Level::Error => Level::Error,
        };
        self.report.log.push(LogLine { level, message });
        Ok(())
    }
}

impl host_lookup::Host for CallState {
    fn lookup(
        &mut self,
        table: String,
        key: String,
        as_of: String,
    ) -> Result<std::result::Result<Option<String>, host_lookup::LookupError>> {
        if !self.count_lookup()? {
            return Ok(Err(host_lookup::LookupError::TooManyCalls));
        }
        if is_record_table(&table) {
            return Ok(self.record(table, key));
        }
        let Some(desk) =
            self.desk.as_ref().filter(|desk| desk.asks.tables.contains(&table) && desk.grants.tables.contains(&table))
        else {
            return Ok(Err(self.deny()));
        };
        Ok(desk.tables.lookup(&table, &key, &as_of).map_err(|error| match error {
            TableError::Unknown => host_lookup::LookupError::UnknownTable,
            TableError::Failed(why) => host_lookup::LookupError::Failed(why),
        }))
    }

    fn known(
        &mut self,
        kind: String,
        value: String,
    ) -> Result<std::result::Result<Option<u8>, host_lookup::LookupError>> {
        if !self.count_lookup()? {
            return Ok(Err(host_lookup::LookupError::TooManyCalls));
        }
        let Some(desk) =
            self.desk.as_ref().filter(|desk| desk.asks.known.contains(&kind) && desk.grants.known.contains(&kind))
        else {
            return Ok(Err(self.deny()));
        };
        let Some(known) = &desk.known else { return Ok(Ok(None)) };
        let answer = known.answer(&kind, &value);
        if answer.is_none() {
            // At most as many as there are lookups in a call.
            once(&mut self.report.unanswered, (kind, value));
        }
        Ok(Ok(answer.flatten()))
    }
}

impl ResourceLimiter for CallState {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        // Never given back: an instance lives for one call.
        match self.memory_left.checked_sub(desired.saturating_sub(current)) {
            Some(left) => {
                self.memory_left = left;
                Ok(true)
            }
            None => {
                self.refused_memory = true;
                Ok(false)
            }
        }
    }

    fn table_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> Result<bool> {
        let fits = desired <= self.table_elements;
        self.refused_memory |= !fits;
        Ok(fits)
    }

    fn memories(&self) -> usize {
        3
    }

    fn tables(&self) -> usize {
        8
    }

    fn instances(&self) -> usize {
        16
    }
}

/// Takes note of a question, which may come again and again.
fn once(asked: &mut Vec<(String, String)>, question: (String, String)) {
    if !asked.contains(&question) {
        asked.push(question);
    }
}

/// A log line without control characters, cut at a character.
fn one_line(message: &str) -> String {
    let end = if message.len() > LINE_BYTES {
        (0..=LINE_BYTES).rev().find(|&at| message.is_char_boundary(at)).unwrap_or_default()
    } else {
        message.len()
    };
    message[..end].chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallContext, NoTables};

    /// A call that asks for and is granted these kinds.
    fn asking(kinds: &[&str], granted: &[&str], told: bool, known: KnownSet) -> CallState {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let context = CallContext {
            school: "one".into(),
            form: "bills".into(),
            locale: "en".into(),
            step: String::new(),
            role: "family".into(),
            now_ms: 0,
            today: "2026-11-21".into(),
            currency: "OMR".into(),
        };
        let call = Call {
            context,
            values: "{}".into(),
            tables: Arc::new(NoTables),
            known: Arc::new(known),
            grants: Arc::new(Grants { known: owned(granted).into_iter().collect(), ..Grants::default() }),
            ended: None,
        };
        let asks = Arc::new(Asks { known: owned(kinds), ..Asks::default() });
        CallState::for_call(&Limits::default(), &asks, &call, told)
    }

    #[test]
    fn records_are_told_to_decide_where_all_that_is_asked_about_is_granted() {
        use host_lookup::{Host as _, LookupError};

        let (table, key) = ("records.earlier", r#"{"known":["bill_number","A-1"]}"#);
        let kinds = ["earlier", "bill_number"];
        let ask = |state: &mut CallState| state.lookup(table.into(), key.into(), String::new()).unwrap();
        let told = || {
            let mut known = KnownSet::new();
            known.insert_record(table, key, Some("[]".into()));
            known
        };
        assert!(matches!(ask(&mut asking(&kinds, &kinds, true, told())), Ok(Some(found)) if found == "[]"));
        let mut nobody_looked = asking(&kinds, &kinds, true, KnownSet::new());
        assert!(matches!(ask(&mut nobody_looked), Ok(None)));
        assert_eq!(nobody_looked.report.unanswered_records, [(table.to_owned(), key.to_owned())]);
        let mut checking = asking(&kinds, &kinds, false, told());
        assert!(matches!(ask(&mut checking), Ok(None)), "`check` hears of nothing");
        assert!(checking.report.unanswered_records.is_empty(), "and nothing is looked for");
        for (asked, granted) in [(&kinds[..], &kinds[..1]), (&kinds[..], &kinds[1..]), (&kinds[1..], &kinds[..])] {
            let mut state = asking(asked, granted, true, told());
            assert!(matches!(ask(&mut state), Err(LookupError::Denied)), "{asked:?} {granted:?}");
            assert_eq!(state.report.denied, 1);
        }
        let mut odd = asking(&kinds, &kinds, true, told());
        let answer = odd.lookup("records.people".into(), "a@example.org".into(), String::new()).unwrap();
        assert!(matches!(answer, Err(LookupError::Denied)), "no such records");
    }

    #[test]
    fn what_is_asked_again_is_looked_for_once() {
        use host_lookup::{Host as _, LookupError};

        let kinds = ["earlier", "bill_number", "staff_load"];
        let mut state = asking(&kinds, &kinds, true, KnownSet::new());
        let earlier = |n: usize| format!(r#"{{"known":["bill_number","A-{n}"]}}"#);
        let mut ask = |table: &str, key: String| state.lookup(table.into(), key, String::new()).unwrap();
        for n in [1, 2, 1, 3, 4, 5, 1, 5] {
            assert!(matches!(ask("records.earlier", earlier(n)), Ok(None)), "{n}");
        }
        for n in [6, 7, 6] {
            assert!(matches!(ask("records.earlier", earlier(n)), Err(LookupError::TooManyCalls)), "{n}");
        }
        for _ in 0..3 {
            assert!(matches!(ask("records.load", "a@example.org".into()), Ok(None)));
        }
        for _ in 0..3 {
            assert!(matches!(state.known("bill_number".into(), "A-1".into()), Ok(Ok(None))));
        }
        let asked = &state.report.unanswered_records;
        assert_eq!(asked.iter().filter(|(table, _)| table == "records.earlier").count(), 5, "{asked:?}");
        assert_eq!((asked.len(), state.report.unanswered.len()), (6, 1));
        // What was answered counts with the rest.
        let mut known = KnownSet::new();
        for n in 1..=5 {
            known.insert_record("records.earlier", &earlier(n), Some("[]".into()));
        }
        let mut told = asking(&kinds, &kinds, true, known);
        let mut ask = |n: usize| told.lookup("records.earlier".into(), earlier(n), String::new()).unwrap();
        assert!((1..=5).all(|n| matches!(ask(n), Ok(Some(_)))) && matches!(ask(6), Err(LookupError::TooManyCalls)));
    }

    #[test]
    fn all_memories_share_one_limit() {
        let mut state = CallState::without_desk(&Limits { memory_bytes: 10, ..Limits::default() });
        let mut grow = |current, desired| state.memory_growing(current, desired, None).unwrap();
        assert!(grow(0, 4) && grow(0, 4), "two of four");
        assert!(!grow(4, 7), "three more of either are too many");
        assert!(grow(4, 6), "two are not");
        assert!(!grow(0, 1));
        assert!(state.refused_memory);
    }

    #[test]
    fn a_log_line_is_one_line_and_short() {
        assert_eq!(one_line("a\nb\u{1b}[31m"), "a b [31m");
        let long = "ق".repeat(2000);
        let line = one_line(&long);
        assert!(line.len() <= LINE_BYTES && line.chars().all(|c| c == 'ق'));
    }
}
