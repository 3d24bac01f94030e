//! Whether the person who writes is known already; two of the forms ask for it.

use plugin_sdk::{Decision, Explain, Host, Known};
use rules::answers::Answers;

/// The kind, which is the field too, and the sentence.
pub const KNOWN: [(&str, &str); 2] = [("email", "explain.duplicateEmail"), ("phone", "explain.duplicatePhone")];

/// Tags a submission whose e-mail or phone is known.
pub fn mark_known(answers: Answers<'_>, host: &dyn Host, decision: &mut Decision) {
    let before = decision.explain.len();
    for (kind, sentence) in KNOWN {
        if let Some(Known::Yes { .. }) = answers.text(kind).map(|value| host.known(kind, value)) {
            decision.explain.push(Explain::new(sentence));
        }
    }
    if decision.explain.len() > before {
        decision.tags.push("tag.duplicate".to_owned());
    }
}
