//! The ways to misbehave. `black_box` keeps the compiler from seeing through them.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};

use plugin_sdk::{Checked, Computed, Issue, Kind, PluginError, Value, json};

type Answer<T> = Result<T, PluginError>;

/// Would count calls, were instances ever used twice.
static CALLS: AtomicU32 = AtomicU32::new(0);

pub(crate) fn counted() -> Checked {
    let before = CALLS.fetch_add(1, Ordering::Relaxed);
    Checked { computed: vec![Computed::new("it", "it", Kind::Number, json!(before))], ..Checked::default() }
}

pub(crate) fn loop_forever<T>() -> Answer<T> {
    let mut n = 0_u64;
    loop {
        n = black_box(n.wrapping_add(1));
    }
}

pub(crate) fn allocate<T: Default>(bytes: usize) -> Answer<T> {
    let memory = black_box(vec![1_u8; bytes]);
    black_box(memory.last().copied());
    Ok(T::default())
}

pub(crate) fn grow<T>() -> Answer<T> {
    let mut kept = Vec::new();
    loop {
        kept.push(black_box(vec![1_u8; 1 << 20]));
    }
}

pub(crate) fn recurse_with_big_frames<T: Default>() -> Answer<T> {
    fn deeper(n: u64) -> u64 {
        let frame = black_box([n; 1024]);
        if n == u64::MAX { 0 } else { deeper(n + 1).wrapping_add(frame[n as usize % 1024]) }
    }
    black_box(deeper(0));
    Ok(T::default())
}

pub(crate) fn recurse_with_small_frames<T: Default>() -> Answer<T> {
    fn deeper(n: u64) -> u64 {
        if black_box(n) == u64::MAX { 0 } else { deeper(n + 1).wrapping_mul(3) ^ n }
    }
    black_box(deeper(0));
    Ok(T::default())
}

pub(crate) fn index_out_of_range(values: &Value) -> Answer<Checked> {
    let empty: Vec<u32> = Vec::new();
    let at = black_box(values.as_object().map_or(7, |members| members.len() + 7));
    Ok(Checked { computed: vec![Computed::new("it", "it", Kind::Number, json!(empty[at]))], ..Checked::default() })
}

pub(crate) fn panic_with_a_secret<T>() -> Answer<T> {
    panic!("a child's name")
}

pub(crate) fn ask_for_the_time() -> Answer<Checked> {
    let now = format!("{:?}", std::time::SystemTime::now());
    Ok(Checked { computed: vec![Computed::new("it", "it", Kind::Text, json!(now))], ..Checked::default() })
}

pub(crate) fn many_errors(count: usize) -> Checked {
    Checked { errors: (0..count).map(|n| Issue::error(format!("/list/{n}"), "wrong")).collect(), ..Checked::default() }
}

#[expect(unsafe_code, reason = "the host must survive text that is no UTF-8")]
pub(crate) fn text_that_is_no_text() -> Checked {
    // SAFETY: none; nothing here looks at the text, the host is the one to refuse it.
    let code = unsafe { String::from_utf8_unchecked(black_box(vec![0xff, 0xfe])) };
    Checked { errors: vec![Issue::error("/a", code)], ..Checked::default() }
}

#[expect(unsafe_code, reason = "the host must survive pointers to nowhere")]
pub(crate) fn text_outside_of_memory() -> Checked {
    // SAFETY: none; nothing here looks at the text, the host is the one to refuse it.
    let code = unsafe { String::from_raw_parts(black_box(0x7fff_0000 as *mut u8), 1000, 1000) };
    Checked { errors: vec![Issue::error("/a", code)], ..Checked::default() }
}
