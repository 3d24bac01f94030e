//! Every order, page by page, while more comes in.

use std::collections::HashMap;

use serde_json::{Value, json};
use words::Role;
use words::verdict::{Decision, Score};

use crate::desk::{Desk, on_both};
use crate::rules::Script;

on_both!(each_order_visits_every_row_once_while_rows_come_in, a_cursor_of_another_order_breaks_nothing);

async fn send(desk: &Desk, n: i32, name: &str) {
    let score = (n % 3 > 0).then_some(Score { points: n % 4, out_of: 4 });
    desk.rules.play(Script { decided: Decision { score, ..Decision::default() }, ..Script::default() });
    desk.submit("ruled", json!({ "child_name": name }), None).await.is(201);
    // Some share a moment.
    desk.clock.advance(i64::from(n % 2));
}

async fn each_order_visits_every_row_once_while_rows_come_in(desk: &Desk) {
    const NAMES: [&str; 5] = ["Sara", "سارة", "Ömer", "sara", "Zaid"];
    for n in 0..40 {
        send(desk, n, NAMES[usize::try_from(n).unwrap() % NAMES.len()]).await;
    }
    let before: Vec<String> = desk.list("page_size=500").await["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(before.len(), 40);
    for sort in ["-submitted_at", "submitted_at", "-score", "score", "person", "-person"] {
        let mut seen: HashMap<String, u32> = HashMap::new();
        let mut last: Option<Value> = None;
        let mut query = format!("page_size=7&sort={sort}");
        for page in 0.. {
            let list = desk.list(&query).await;
            for item in list["items"].as_array().unwrap() {
                *seen.entry(item["id"].as_str().unwrap().to_owned()).or_default() += 1;
                if let Some(last) = &last {
                    assert!(ordered(sort, last, item), "{sort}: {last} before {item}");
                }
                last = Some(item.clone());
            }
            if page < 4 {
                send(desk, page, NAMES[page as usize % NAMES.len()]).await;
            }
            match list["next_cursor"].as_str() {
                Some(cursor) => query = format!("page_size=7&sort={sort}&cursor={cursor}"),
                None => break,
            }
            assert!(page < 50, "{sort} has no end");
        }
        assert!(before.iter().all(|id| seen.get(id) == Some(&1)), "{sort}: each of the first rows once");
        assert!(seen.values().all(|n| *n == 1), "{sort}: none twice");
    }
}

fn ordered(sort: &str, a: &Value, b: &Value) -> bool {
    let score = |v: &Value| v["score"]["points"].as_i64().map_or(-1, |points| points);
    let text = |v: &Value, key: &str| v[key].as_str().unwrap().to_owned();
    let time = |v: &Value| text(v, "submitted_at").parse::<jiff::Timestamp>().unwrap();
    match sort {
        "-submitted_at" => time(a) >= time(b),
        "submitted_at" => time(a) <= time(b),
        "-score" => score(a) >= score(b),
        "score" => score(a) <= score(b),
        "person" => text(a, "person") <= text(b, "person"),
        _ => text(a, "person") >= text(b, "person"),
    }
}

async fn a_cursor_of_another_order_breaks_nothing(desk: &Desk) {
    for n in 0..5 {
        send(desk, n, "Sara").await;
    }
    let by_time = desk.list("page_size=2").await["next_cursor"].as_str().unwrap().to_owned();
    let by_name = desk.list("page_size=2&sort=person").await["next_cursor"].as_str().unwrap().to_owned();
    for query in
        [format!("sort=person&cursor={by_time}"), format!("cursor={by_name}"), format!("sort=score&cursor={by_name}")]
    {
        desk.get(&format!("/v1/oa/enquiries?{query}")).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    }
}
