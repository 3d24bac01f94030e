//! The seats of rounds: what is counted where many take one at once, what each table tells of them, and what everybody reads of it.

use futures_util::future::join_all;
use jiff::ToSpan as _;
use serde_json::{Value, json};
use words::clock::iso;
use words::{Clock as _, Role};

use crate::applications::{
    HOUR, OFFICER, ROUND, SEATS_ENDED, apply, applying, assessed, expired, go, is_proved, keeping, review, taken, view,
};
use crate::bulk_moves::like;
use crate::database::number;
use crate::decisions::sweep;
use crate::desk::{DAY, Desk, Got, on_both};
use crate::waitlist::reconfigure;

on_both!(
    of_a_thousand_at_once_as_many_as_there_are_places,
    seats_are_what_the_applications_keep,
    the_seats_of_a_round_are_told,
    a_round_beyond_so_many_lines_is_asked_for_by_its_name,
    everybody_reads_about_how_many_places_are_left,
    what_is_not_told_yet_changes_no_word,
    one_counts_the_places_for_all,
);

const OFFER: &str = "F/unconditional";

/// Seats that offers keep which are not told yet.
async fn embargoed(desk: &Desk, bucket: &str) -> i64 {
    let sql =
        format!("SELECT COUNT(*) FROM decisions WHERE school_id = $1 AND bucket = '{bucket}' AND to_state LIKE 'F/%'");
    number(&desk.db, "one", &sql).await
}

/// Offers one over the version that all of them have, at once or to be told later; again where a connection was waited for too long.
async fn offer(desk: &Desk, id: &str, version: &Value, publish_at: Option<&str>) -> Got {
    let path = format!("/v1/oa/student/student_update?student_id={id}");
    let body = json!({ "version": version, "transition": { "to": OFFER, "publish_at": publish_at } });
    loop {
        let got = desk.patch(&path, body.clone()).staff(OFFICER).send().await;
        if got.status != 503 {
            return got;
        }
    }
}

async fn of_a_thousand_at_once_as_many_as_there_are_places(desk: &Desk) {
    applying(desk, &ROUND.replace("kg1: 1", "kg1: 25"));
    let first = assessed(desk, "Sara", "kg1").await;
    like(desk, &first, 999).await;
    let version = view(desk, OFFICER, &first).await["version"].clone();
    let all: Vec<String> = std::iter::once(first).chain((0..999).map(|n| format!("many-{n:03}"))).collect();
    // A third of them is told in an hour.
    let later = iso(desk.clock.now_ms() + HOUR);
    let moment = |n: usize| n.is_multiple_of(3).then_some(later.as_str());
    let got = join_all(all.iter().enumerate().map(|(n, id)| offer(desk, id, &version, moment(n)))).await;
    let (offered, refused): (Vec<&Got>, Vec<&Got>) = got.iter().partition(|got| got.status == 200);
    for got in &refused {
        got.refused(422, "A014");
    }
    assert_eq!((offered.len(), refused.len()), (25, 975));
    let waiting = embargoed(desk, "kg1").await;
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await + waiting), (25, 25));
    assert!((1..25).contains(&waiting), "both sorts had a seat: {waiting} are told later");
    desk.clock.advance(2 * HOUR);
    assert_eq!(i64::try_from(sweep(desk).await).unwrap(), waiting);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await, embargoed(desk, "kg1").await), (25, 25, 0));
    let offers =
        "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND action = 'status' AND to_value = 'F/unconditional'";
    assert_eq!(number(&desk.db, "one", offers).await, 25);
}

/// Chance that is the same every time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// What happened while chance played.
#[derive(Debug, Default)]
struct Played {
    refused: usize,
    ended: usize,
    given_up: i64,
    decided: usize,
    withdrawn: usize,
    released: usize,
    quicker: usize,
}

const SEEDS: [u64; 3] = [12, 2_027, 90_210];

async fn seats_are_what_the_applications_keep(desk: &Desk) {
    applying(desk, &format!("{}    over_offer: 1\n    direct_offer: Y\n", ROUND.replace("kg1: 1", "kg1: 2")));
    desk.person("one", Role::SchoolAdmin).await;
    let mut played = Played::default();
    for seed in SEEDS {
        play(desk, seed, &mut played).await;
    }
    let Played { refused, given_up, decided, withdrawn, released, .. } = played;
    let all = [refused, usize::try_from(given_up).unwrap(), decided, withdrawn, released];
    // Which of two is quicker, and whether an offer is ended by the sweep or by who needs its seat, is nobody's to say.
    assert!(all.iter().all(|n| *n > 0), "not everything came about: {played:?}");
    is_proved(desk).await;
}

/// What somebody asks of an application: to withdraw what is decided of it, or to send it on.
enum Ask {
    Withdraw,
    Move(Value),
}

async fn play(desk: &Desk, seed: u64, played: &mut Played) {
    let (mut dice, mut all) = (Dice(seed), Vec::new());
    for n in 0..10 {
        all.push(apply(desk, &format!("Child {seed} {n}"), ["kg1", "g1"][n % 2]).await);
    }
    for round in 0..110 {
        // Two ask at once, now and then of the same application.
        let mut asked: Vec<(String, Ask)> = Vec::new();
        while asked.len() < 2 {
            let at = dice.throw(all.len());
            let seen = view(desk, Role::SchoolAdmin, &all[at]).await;
            let allowed = seen["allowed"].as_array().unwrap();
            if !seen["decision"].is_null() {
                asked.push((all[at].clone(), Ask::Withdraw));
            } else if allowed.is_empty() {
                all[at] = apply(desk, &format!("Child {seed} {round} again"), ["kg1", "g1"][round % 2]).await;
            } else {
                asked.push((all[at].clone(), Ask::Move(wish(desk, &mut dice, &seen))));
            }
        }
        let is_same = asked[0].0 == asked[1].0;
        let got = join_all(asked.iter().map(|(id, ask)| send(desk, id, ask))).await;
        for ((_, ask), got) in asked.iter().zip(&got) {
            match (got.status.as_u16(), ask) {
                (200, Ask::Withdraw) => played.withdrawn += 1,
                (200, Ask::Move(body)) => played.decided += usize::from(!body["transition"]["publish_at"].is_null()),
                // Of two that want one thing at once, one is told that it is another now.
                (404 | 409, _) if is_same => played.quicker += 1,
                (422, Ask::Move(_)) if is_same && got.json()["messageId"] == "A012" => played.quicker += 1,
                (_, Ask::Withdraw) => panic!("{}", got.json()),
                (_, Ask::Move(body)) => {
                    let problem = got.refused(422, "A014");
                    assert!(problem["taken"].as_i64() >= problem["places"].as_i64(), "{body}: {problem}");
                    played.refused += 1;
                }
            }
        }
        if dice.throw(8) == 0 {
            desk.clock.advance(3 * DAY);
            played.released += sweep(desk).await;
            played.ended += expired(desk).await;
            let gone = number(&desk.db, "one", SEATS_ENDED).await;
            review(desk).await;
            played.given_up += number(&desk.db, "one", SEATS_ENDED).await - gone;
        }
        for (bucket, most) in [("kg1", 3), ("g1", 4)] {
            let (taken, keeping) = (taken(desk, bucket).await, keeping(desk, bucket).await);
            let waiting = embargoed(desk, bucket).await;
            assert_eq!(taken, keeping + waiting, "seed {seed}, round {round}, {bucket}");
            assert!(taken <= most, "seed {seed}, round {round}, {bucket}: {taken} of {most}");
        }
    }
}

/// Where chance sends an application that stands like that: every other time nearer to a seat, so that there are too few of them.
fn wish(desk: &Desk, dice: &mut Dice, seen: &Value) -> Value {
    let allowed = seen["allowed"].as_array().unwrap();
    let nearer: Vec<&Value> = allowed.iter().filter(|way| "FAB".contains(&way["to"].as_str().unwrap()[..1])).collect();
    let chosen = if nearer.is_empty() || dice.throw(2) == 0 {
        &allowed[dice.throw(allowed.len())]
    } else {
        nearer[dice.throw(nearer.len())]
    };
    let mut transition = json!({ "to": chosen["to"], "reason_code": "other" });
    if chosen["asks"].as_array().unwrap().contains(&json!("review_by")) {
        let today = desk.school("one").today(desk.clock.now_ms());
        transition["review_by"] = today.saturating_add(2.days()).to_string().into();
    }
    if chosen["to"] == "S/scheduled" {
        transition["appointment"] = json!({ "at": iso(desk.clock.now_ms() + DAY) });
    }
    if dice.throw(4) == 0 {
        transition["bucket"] = ["kg1", "g1"][dice.throw(2)].into();
    }
    let to = chosen["to"].as_str().unwrap();
    if (to.starts_with('F') || to == "R/school") && dice.throw(3) == 0 {
        transition["publish_at"] = iso(desk.clock.now_ms() + DAY).into();
    }
    json!({ "version": seen["version"], "transition": transition })
}

async fn send(desk: &Desk, id: &str, ask: &Ask) -> Got {
    match ask {
        Ask::Withdraw => {
            let path = format!("/v1/oa/enquiries/{id}/application/decision");
            desk.delete(&path).staff(Role::SchoolAdmin).send().await
        }
        Ask::Move(body) => {
            let path = format!("/v1/oa/student/student_update?student_id={id}");
            desk.patch(&path, body.clone()).staff(Role::SchoolAdmin).send().await
        }
    }
}

async fn the_seats_of_a_round_are_told(desk: &Desk) {
    applying(desk, &format!("{ROUND}    on_roll: {{ g1: 1 }}\n    closed_grades: Y\n"));
    let id = assessed(desk, "Sara", "g1").await;
    go(desk, OFFICER, &id, "F/conditional", json!({})).await.is(200);
    let waits = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &waits, "W/waitlist", json!({})).await.is(200);
    let told = desk.get("/v1/oa/seats").staff(OFFICER).send().await.is(200)["rounds"].clone();
    assert_eq!(
        (&told[0]["id"], &told[0]["year"], &told[0]["open"]),
        (&json!("2027"), &json!("2027-2028"), &json!(true))
    );
    let of = |bucket: &str| {
        told[0]["buckets"].as_array().unwrap().iter().find(|one| one["bucket"] == bucket).unwrap().clone()
    };
    let (g1, kg1) = (of("g1"), of("kg1"));
    let numbers = |one: &Value| {
        ["places", "on_roll", "booked", "accepted", "offered", "free", "waitlist"].map(|key| one[key].as_i64().unwrap())
    };
    assert_eq!(numbers(&g1), [3, 1, 0, 0, 1, 1, 0]);
    assert_eq!(numbers(&kg1), [1, 0, 0, 0, 0, 1, 1]);
    assert_eq!(
        (&g1["name"]["en"], &g1["counts"]["F"], &kg1["counts"]["W"]),
        (&json!("Text of grade.g1"), &json!(1), &json!(1))
    );
    desk.get("/v1/oa/seats").staff(Role::Cashier).send().await.refused(403, "A002");
    // Whom the application's form is not for is told of no seats.
    assert_eq!(desk.get("/v1/oa/seats").staff(Role::Auditor).send().await.is(200)["rounds"], json!([]));
}

async fn a_round_beyond_so_many_lines_is_asked_for_by_its_name(desk: &Desk) {
    let places = |prefix: &str| (0..300).map(|n| format!("{prefix}{n:03}: 1")).collect::<Vec<_>>().join(", ");
    let round = |id: &str, year: &str| format!("  - {{ id: \"{id}\", year: {year}, places: {{ {} }} }}\n", places("x"));
    applying(desk, &format!("rounds:\n{}{}", round("2027", "2027-2028"), round("2028", "2028-2029")));
    let told = async |query: &str| {
        desk.get(&format!("/v1/oa/seats{query}")).staff(OFFICER).send().await.is(200)["rounds"].clone()
    };
    let shape = |rounds: &Value| -> Vec<(String, bool, usize)> {
        let one = |one: &Value| {
            let is_cut = one["is_cut"].as_bool().unwrap_or_default();
            (one["id"].as_str().unwrap().to_owned(), is_cut, one["buckets"].as_array().unwrap().len())
        };
        rounds.as_array().unwrap().iter().map(one).collect()
    };
    let named = |id: &str, is_cut, lines| (id.to_owned(), is_cut, lines);
    assert_eq!(shape(&told("").await), [named("2027", false, 300), named("2028", true, 0)]);
    assert_eq!(shape(&told("?round=2028").await), [named("2028", false, 300)]);
    assert_eq!(told("?round=gone").await, json!([]));
    desk.get("/v1/oa/seats?rounds=2028").staff(OFFICER).send().await.refused(400, "R001");
}

/// What everybody reads: grades with their words.
async fn places(desk: &Desk) -> Vec<(String, String)> {
    // Past the minute for which it is told as it was counted.
    desk.clock.advance(61_000);
    let told = desk.get("/v1/oa/common/places").send().await.is(200)["years"].clone();
    let all = told.as_array().unwrap().iter().flat_map(|year| year["grades"].as_array().unwrap().clone());
    let text = |one: &Value| one.as_str().unwrap().to_owned();
    all.map(|one| (text(&one["bucket"]), text(&one["band"]))).collect()
}

fn told(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(bucket, band)| ((*bucket).to_owned(), (*band).to_owned())).collect()
}

async fn everybody_reads_about_how_many_places_are_left(desk: &Desk) {
    let placeless = "rounds:\n  - { id: \"2027\", year: 2027-2028 }\n";
    applying(desk, placeless);
    assert!(places(desk).await.is_empty(), "who says nothing of places tells nothing");
    let full = format!("{ROUND}    over_offer: 3\n    closed_grades: Y\n");
    reconfigure(desk, placeless, &full);
    let first = assessed(desk, "Sara", "kg1").await;
    assert_eq!(places(desk).await[..2], told(&[("kg1", "few"), ("g1", "few")]));
    go(desk, OFFICER, &first, OFFER, json!({})).await.is(200);
    // It is told for a minute as it was counted.
    let before = desk.get("/v1/oa/common/places").send().await.is(200)["years"][0]["grades"][0].clone();
    assert_eq!((&before["band"], &before["name"]["en"]), (&json!("few"), &json!("Text of grade.kg1")));
    assert_eq!(places(desk).await[..2], told(&[("kg1", "waitlist"), ("g1", "few")]), "none is left of the places");
    let streams = "streams:\n  - { name: { en: Cambridge, ar: كامبريدج }, grades: { g1: kg2 } }\n";
    let rounds = ROUND.replace("kg1: 1", "kg1: 40").replace("g1: 3", "g1: 0");
    reconfigure(desk, &full, &format!("{rounds}{streams}"));
    assert_eq!(places(desk).await, told(&[("kg1", "available"), ("g1", "none")]));
    let answer = desk.get("/v1/oa/common/places").send().await.is(200);
    let grades = &answer["years"][0]["grades"];
    assert_eq!([&grades[0]["grade"], &grades[1]["grade"]], [&json!("kg1"), &json!("kg2")], "as families choose them");
    assert_eq!([&grades[0]["stream"], &grades[1]["stream"]["en"]], [&Value::Null, &json!("Cambridge")]);
    let answer = answer.to_string();
    assert!(!answer.contains("40") && !answer.contains("free"), "never a number: {answer}");
}

async fn what_is_not_told_yet_changes_no_word(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "kg1").await;
    let before = places(desk).await;
    let later = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR), "reason_text": "It was agreed" });
    go(desk, OFFICER, &id, OFFER, later).await.is(200);
    assert_eq!((taken(desk, "kg1").await, places(desk).await), (1, before));
    desk.clock.advance(2 * HOUR);
    assert_eq!(sweep(desk).await, 1);
    assert_eq!(places(desk).await[0], told(&[("kg1", "waitlist")])[0]);
}

async fn one_counts_the_places_for_all(desk: &Desk) {
    applying(desk, ROUND);
    let counted = places(desk).await;
    let first = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &first, OFFER, json!({})).await.is(200);
    // While somebody counts, and where it cannot be counted, everybody reads what was told before.
    let school = desk.school("one");
    let turn = school.places_turn().lock_owned().await;
    assert_eq!(places(desk).await, counted);
    drop(turn);
    desk.clock.advance(61_000);
    school.note_places_failed(desk.clock.now_ms());
    let read = async || desk.get("/v1/oa/common/places").send().await.is(200)["years"][0]["grades"][0]["band"].clone();
    assert_eq!(read().await, "few");
    desk.clock.advance(6_000);
    assert_eq!(read().await, "waitlist", "some seconds later it is counted again");
    // Nothing was told of late: they wait for whoever counts, and are told that it cannot be.
    desk.clock.advance(HOUR);
    school.note_places_failed(desk.clock.now_ms());
    desk.get("/v1/oa/common/places").send().await.refused(503, "R008");
    desk.clock.advance(6_000);
    let turn = school.places_turn().lock_owned().await;
    let later = async {
        tokio::task::yield_now().await;
        drop(turn);
    };
    assert_eq!(futures_util::join!(read(), later).0, "waitlist");
}
