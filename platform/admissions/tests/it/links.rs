//! Links: for one purpose, one object of one school, for a time, once.

use futures_util::future::join_all;
use kernel::links::{self, Bound, Link, Minted, Purpose as _};
use kernel::{Db, StoreError};

use crate::database::scope;
use crate::desk::{Desk, on_both};

on_both!(
    a_link_opens_one_thing_of_its_school_for_a_time,
    of_any_number_of_takers_one_has_it,
    links_of_an_object_end_together,
    no_link_is_bound_to_nothing,
);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Offer,
    Consent,
}

impl links::Purpose for Purpose {
    const ALL: &'static [Self] = &[Self::Offer, Self::Consent];

    fn as_str(self) -> &'static str {
        match self {
            Self::Offer => "test_offer",
            Self::Consent => "test_consent",
        }
    }

    fn life_ms(self) -> i64 {
        1_000
    }

    fn path(self, token: &str) -> String {
        format!("/offer#token={token}")
    }
}

async fn make(db: &Db, school: &str, purpose: Purpose, object: &'static str, now: i64) -> Minted {
    let minted = links::mint(&words::SystemRng, purpose, now);
    let (kept, scope) = (minted.clone(), scope(school));
    db.write(&scope, move |tx| {
        Box::pin(async move {
            links::add(tx, &kept, purpose, Bound { object, address: "a@example.org" }, now).await?;
            Ok::<_, StoreError>(())
        })
    })
    .await
    .unwrap();
    minted
}

async fn look(db: &Db, school: &str, hash: &str, purposes: &[Purpose], now: i64) -> Option<Link<Purpose>> {
    let mut tx = db.read(&scope(school)).await.unwrap();
    links::find(&mut tx, hash, purposes, now).await.unwrap()
}

async fn take(db: &Db, school: &str, hash: &str, purpose: Purpose, now: i64) -> bool {
    let hash = hash.to_owned();
    db.write(&scope(school), move |tx| Box::pin(async move { links::use_up(tx, &hash, &[purpose], now).await }))
        .await
        .unwrap()
}

async fn a_link_opens_one_thing_of_its_school_for_a_time(desk: &Desk) {
    let made = make(&desk.db, "one", Purpose::Offer, "o1", 100).await;
    assert_eq!((made.token.len(), made.expires_at), (43, 1_100), "256 bits, for a second");
    assert_eq!(Purpose::Offer.path(&made.token), format!("/offer#token={}", made.token));
    let found = look(&desk.db, "one", &made.hash, Purpose::ALL, 1_099).await.unwrap();
    let expected =
        Link { purpose: Purpose::Offer, object: "o1".into(), address: "a@example.org".into(), created_at: 100 };
    assert_eq!(found, expected);
    for (school, hash, purposes, now, why) in [
        ("one", &made.token, Purpose::ALL, 100, "a token is not what is kept"),
        ("two", &made.hash, Purpose::ALL, 100, "another school"),
        ("one", &made.hash, &[Purpose::Consent][..], 100, "another purpose"),
        ("one", &made.hash, Purpose::ALL, 1_100, "over"),
    ] {
        assert_eq!(look(&desk.db, school, hash, purposes, now).await, None, "{why}");
        assert!(!take(&desk.db, school, hash, purposes[purposes.len() - 1], now).await, "{why}");
    }
    assert!(take(&desk.db, "one", &made.hash, Purpose::Offer, 200).await);
    assert_eq!(look(&desk.db, "one", &made.hash, Purpose::ALL, 200).await, None, "used");
}

async fn of_any_number_of_takers_one_has_it(desk: &Desk) {
    let made = make(&desk.db, "one", Purpose::Offer, "o1", 100).await;
    let all = join_all((0..20).map(|_| take(&desk.db, "one", &made.hash, Purpose::Offer, 200))).await;
    assert_eq!(all.into_iter().filter(|first| *first).count(), 1);
}

async fn links_of_an_object_end_together(desk: &Desk) {
    let mut made = Vec::new();
    for (purpose, object, now) in [
        (Purpose::Offer, "o1", 100),
        (Purpose::Offer, "o1", 200),
        (Purpose::Consent, "o1", 200),
        (Purpose::Offer, "o2", 200),
    ] {
        made.push(make(&desk.db, "one", purpose, object, now).await);
    }
    let open = async || {
        let mut left = Vec::new();
        for one in &made {
            left.push(look(&desk.db, "one", &one.hash, Purpose::ALL, 300).await.is_some());
        }
        left
    };
    let end = async |since: i64| {
        let scope = scope("one");
        let ended = desk.db.write(&scope, move |tx| {
            Box::pin(async move { links::end_since(tx, "o1", &[Purpose::Offer], since, 300).await })
        });
        ended.await.unwrap();
    };
    end(150).await;
    assert_eq!(open().await, [true, false, true, true]);
    end(0).await;
    assert_eq!(open().await, [false, false, true, true]);
}

async fn no_link_is_bound_to_nothing(desk: &Desk) {
    let made = make(&desk.db, "one", Purpose::Offer, "", 100).await;
    assert_eq!(look(&desk.db, "one", &made.hash, Purpose::ALL, 100).await, None);
}
