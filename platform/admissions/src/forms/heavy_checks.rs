//! Answers are checked where they came in, and those that take long apart from it: strangers send the answers and schools write
//! the forms, so a check may cost more than any other request may wait for.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use form::FormDocument;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::caller::SchoolScope;
use kernel::turns::Turns;
use serde_json::Value;
use words::SchoolId;
use words::verdict::{Computed, Issue};

use super::service::require_object;

/// Cores are the process's, so the turns are too: a school never has the last.
static TURNS: LazyLock<Turns> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let places = cores.clamp(2, 8);
    Turns::new(places, places - 1, 64, Duration::from_secs(20))
});

/// The answers as they are checked and stored.
pub(super) async fn clean_answers(
    scope: &SchoolScope,
    document: &Arc<FormDocument>,
    values: Value,
) -> Result<Value, Refusal> {
    run_in_turn(&TURNS, scope.id(), document, require_object(values)?, |document, values| {
        document.prune(&document.normalise(values))
    })
    .await
}

/// The same, and what the document finds wrong with them.
pub(super) async fn check_answers(
    scope: &SchoolScope,
    document: &Arc<FormDocument>,
    values: Value,
    today: Date,
    step: Option<&str>,
) -> Result<(Value, Vec<Issue>), Refusal> {
    let step = step.map(str::to_owned);
    run_in_turn(&TURNS, scope.id(), document, require_object(values)?, move |document, values| {
        let values = document.prune(&document.normalise(values));
        let issues = document.validate(&values, today, step.as_deref());
        (values, issues)
    })
    .await
}

/// What the answers come to.
pub(super) async fn compute_totals(
    scope: &SchoolScope,
    document: &Arc<FormDocument>,
    values: &Value,
    currency: &str,
) -> Result<Vec<Computed>, Refusal> {
    if !document.has_totals() {
        return Ok(Vec::new());
    }
    let currency = currency.to_owned();
    work_out(scope, document, values, move |document, values| document.totals(values, &currency)).await
}

/// Files that the form wants and the answers lack.
pub(super) async fn find_missing_uploads(
    scope: &SchoolScope,
    document: &Arc<FormDocument>,
    values: &Value,
) -> Result<Vec<String>, Refusal> {
    work_out(scope, document, values, FormDocument::missing_uploads).await
}

/// What follows from answers that are kept as they are: copied only where they go to another thread.
async fn work_out<T: Send + 'static>(
    scope: &SchoolScope,
    document: &Arc<FormDocument>,
    values: &Value,
    work: impl FnOnce(&FormDocument, &Value) -> T + Send + 'static,
) -> Result<T, Refusal> {
    if !document.is_dear(values) {
        return Ok(work(document, values));
    }
    run_in_turn(&TURNS, scope.id(), document, values.clone(), move |document, values| work(document, &values)).await
}

/// Here, or where nobody waits for it: on a thread of its own, in the school's turn. Who hangs up keeps the turn until it is done.
async fn run_in_turn<T: Send + 'static>(
    turns: &Turns,
    school: &SchoolId,
    document: &Arc<FormDocument>,
    values: Value,
    work: impl FnOnce(&FormDocument, Value) -> T + Send + 'static,
) -> Result<T, Refusal> {
    if !document.is_dear(&values) {
        return Ok(work(document, values));
    }
    let turn = turns.take(&[format!("school {school}")]).await?;
    let document = document.clone();
    Ok(turn.work(move || work(&document, values)).await?.0)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use serde_json::json;

    use super::*;

    fn form() -> Arc<FormDocument> {
        let document = json!({
            "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": ["a"] }],
            "schema": { "type": "object", "properties": { "a": { "type": "string", "title": "t", "maxLength": 9 } } },
            "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
            "samples": [{ "name": "simple", "values": {} }]
        });
        FormDocument::from_source(&document.to_string()).expect("document")
    }

    fn large() -> Value {
        json!({ "a": "x".repeat(100_000) })
    }

    #[tokio::test]
    async fn what_takes_long_holds_up_nobody_else() {
        let turns = Turns::new(2, 1, 8, Duration::from_secs(60));
        let (document, here) = (form(), thread::current().id());
        let school = |id: &str| SchoolId::parse(id).expect("school");
        let thread_of = |_: &FormDocument, _: Value| thread::current().id();
        let (one, two) = (school("one"), school("two"));
        let small = run_in_turn(&turns, &one, &document, json!({ "a": "x" }), thread_of).await.expect("small");
        assert_eq!(small, here, "what is cheap stays here");
        let elsewhere = run_in_turn(&turns, &one, &document, large(), thread_of).await.expect("large");
        assert_ne!(elsewhere, here);

        // One school's check goes on, and another one of it waits: the other school has its turn all the same.
        let (go_on, wait) = mpsc::channel::<()>();
        let held = tokio::spawn({
            let (turns, document, one) = (turns.clone(), document.clone(), one.clone());
            async move { run_in_turn(&turns, &one, &document, large(), move |_, _| wait.recv().is_ok()).await }
        });
        tokio::task::yield_now().await;
        let waiting = run_in_turn(&turns, &one, &document, large(), thread_of);
        assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err(), "one for a school");
        run_in_turn(&turns, &two, &document, large(), thread_of).await.expect("the other school");
        go_on.send(()).expect("held");
        assert!(held.await.expect("ended").expect("turn"));
    }
}
