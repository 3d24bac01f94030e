//! Numbers that are taken have no gaps; numbers that are drawn are given once.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use kernel::numbers::{self, Draws};
use kernel::{Db, StoreError};

use crate::database::{number, scope};
use crate::desk::{Desk, on_both};

on_both!(what_is_taken_has_no_gaps_whatever_fails, what_is_drawn_is_given_once_over_servers_and_to_nobody_who_left,);

/// Takes a number and writes what bears it; some fail after the number, some by themselves, some panic.
async fn post(db: &Db, n: usize) -> Result<i64, StoreError> {
    db.write(&scope("one"), move |tx| {
        Box::pin(async move {
            let number = numbers::take(tx, "receipt").await?;
            // What bears it.
            numbers::take(tx, &format!("posted {number}")).await?;
            match n % 5 {
                0 => return Err(StoreError::Broken("refused after its number".into())),
                1 => assert!(n.is_multiple_of(2), "a job panics after its number"),
                // Others write meanwhile.
                2 => tokio::task::yield_now().await,
                _ => {}
            }
            Ok(number)
        })
    })
    .await
}

async fn what_is_taken_has_no_gaps_whatever_fails(desk: &Desk) {
    let other = desk.db.clone();
    let all = join_all((0..200).map(|n| post(if n % 2 == 0 { &desk.db } else { &other }, n))).await;
    let mut posted: Vec<i64> = all.into_iter().filter_map(Result::ok).collect();
    assert!((100..200).contains(&posted.len()), "some failed: {}", posted.len());
    posted.sort_unstable();
    let expected: Vec<i64> = (1..=i64::try_from(posted.len()).unwrap()).collect();
    assert_eq!(posted, expected, "1 to the last, each once");
    // Who asked goes away: the number stands with what bears it, or not at all. One statement sees one moment.
    let missing =
        "SELECT (SELECT last_value FROM counters WHERE school_id = $1 AND name = 'receipt') - COUNT(*) FROM counters
                   WHERE school_id = $1 AND name LIKE 'posted %' AND last_value = 1";
    for n in 0..20 {
        let _ = tokio::time::timeout(Duration::from_micros(300), post(&desk.db, 3 + 5 * n)).await;
        assert_eq!(number(&desk.db, "one", missing).await, 0);
    }
    assert!(post(&desk.db, 3).await.unwrap() > expected.len().try_into().unwrap());
    assert_eq!(number(&desk.db, "one", missing).await, 0);
}

async fn what_is_drawn_is_given_once_over_servers_and_to_nobody_who_left(desk: &Desk) {
    // Each server has lines of its own; the counter is one.
    let servers = [Draws::default(), Draws::default()];
    let school = scope("one");
    let drawn = join_all((0..200).map(|n| {
        let (server, school) = (&servers[n % 2], &school);
        async move {
            if n % 7 == 0 {
                // Its number is lost.
                let asked = server.draw(&desk.db, school, "reference");
                return tokio::time::timeout(Duration::from_micros(1), asked).await.ok().transpose();
            }
            server.draw(&desk.db, school, "reference").await.map(Some)
        }
    }))
    .await;
    let given: Vec<i64> = drawn.into_iter().filter_map(Result::unwrap).collect();
    let once: HashSet<i64> = given.iter().copied().collect();
    assert_eq!(once.len(), given.len(), "none is given twice");
    assert!(given.len() >= 171 && once.iter().all(|number| (1..=200).contains(number)));
    let next = servers[0].draw(&desk.db, &school, "reference").await.unwrap();
    assert!(given.iter().all(|number| *number < next), "what is over never comes again");
}
