//! Forty ways to forge a bearer. None reads, and the caller cannot tell one from another: `read` gives only `None`.

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};

use super::*;

const NOW: i64 = 1_700_000_000_000;

fn secret() -> Secret {
    Secret::new(vec![7; 32]).expect("long enough")
}

fn school() -> SchoolId {
    SchoolId::parse("a").expect("id")
}

fn header() -> Value {
    json!({ "typ": "at+jwt", "alg": "HS256" })
}

fn claims() -> Value {
    let now = NOW / 1000;
    json!({ "iss": "qabul", "aud": "school:a", "sch": "a", "sub": "u", "sid": "s", "iat": now, "nbf": now, "exp": now + 600, "jti": "j" })
}

fn sign(header: &str, claims: &str, key: &[u8]) -> String {
    use jsonwebtoken::crypto;
    let message =
        format!("{}.{}", BASE64URL_NOPAD.encode(header.as_bytes()), BASE64URL_NOPAD.encode(claims.as_bytes()));
    let signature = crypto::sign(message.as_bytes(), &EncodingKey::from_secret(key), Algorithm::HS256).expect("signed");
    format!("{message}.{signature}")
}

/// Signed with the school's own key: only what it says can be wrong.
fn own(header: &Value, claims: &Value) -> String {
    sign(&header.to_string(), &claims.to_string(), &secret().school_key(&school(), "jwt"))
}

fn with(base: Value, name: &str, value: Value) -> Value {
    let mut map = base;
    map[name] = value;
    map
}

fn without(base: Value, name: &str) -> Value {
    let mut map = base;
    map.as_object_mut().expect("object").remove(name);
    map
}

fn forged() -> Vec<(String, String)> {
    let good = mint(&secret(), &school(), &"u".into(), &"s".into(), "j".into(), NOW).expect("minted");
    let parts: Vec<&str> = good.split('.').collect();
    let (head, body, signature) = (parts[0], parts[1], parts[2]);
    let other = SchoolId::parse("b").expect("id");
    let now = NOW / 1000;
    let mut all = vec![
        ("empty".to_owned(), String::new()),
        ("a word".into(), "token".into()),
        ("dots".into(), "..".into()),
        ("no signature".into(), format!("{head}.{body}.")),
        ("two parts".into(), format!("{head}.{body}")),
        ("four parts".into(), format!("{good}.x")),
        ("signature of zeros".into(), format!("{head}.{body}.{}", BASE64URL_NOPAD.encode(&[0; 32]))),
        ("signature cut".into(), format!("{head}.{body}.{}", &signature[..20])),
        ("signature padded".into(), format!("{good}=")),
        (
            "body changed".into(),
            format!(
                "{head}.{}.{signature}",
                BASE64URL_NOPAD.encode(with(claims(), "sub", json!("x")).to_string().as_bytes())
            ),
        ),
        ("too long".into(), format!("{good}{}", "a".repeat(5000))),
        (
            "other school's key".into(),
            sign(&header().to_string(), &claims().to_string(), &secret().school_key(&other, "jwt")),
        ),
        (
            "other purpose's key".into(),
            sign(&header().to_string(), &claims().to_string(), &secret().school_key(&school(), "known")),
        ),
        ("empty key".into(), sign(&header().to_string(), &claims().to_string(), b"")),
        ("the secret itself as key".into(), sign(&header().to_string(), &claims().to_string(), &[7; 32])),
        (
            "other school's token".into(),
            mint(&secret(), &other, &"u".into(), &"s".into(), "j".into(), NOW).expect("minted"),
        ),
        ("body no object".into(), own(&header(), &json!([1]))),
        ("body no JSON".into(), sign(&header().to_string(), "{", &secret().school_key(&school(), "jwt"))),
        (
            "a claim twice".into(),
            sign(
                &header().to_string(),
                &format!("{{\"sid\":\"s\",{}", &claims().to_string()[1..]),
                &secret().school_key(&school(), "jwt"),
            ),
        ),
    ];
    let none = BASE64URL_NOPAD.encode(json!({ "typ": "at+jwt", "alg": "none" }).to_string().as_bytes());
    all.push(("alg none".into(), format!("{none}.{body}.")));
    for (name, value) in [
        ("alg", json!("HS512")),
        ("alg", json!("RS256")),
        ("typ", json!("JWT")),
        ("jku", json!("https://evil.example/keys")),
        ("jwk", json!({ "kty": "oct", "k": "AAAA" })),
        ("x5u", json!("https://evil.example/x")),
        ("crit", json!(["exp"])),
        ("kid", json!("../../dev/null")),
        ("zip", json!("DEF")),
        ("b64", json!(false)),
    ] {
        all.push((format!("header {name} {value}"), own(&with(header(), name, value.clone()), &claims())));
    }
    all.push(("no typ".into(), own(&without(header(), "typ"), &claims())));
    for name in ["iss", "aud", "sch", "sub", "sid", "iat", "nbf", "exp", "jti"] {
        all.push((format!("without {name}"), own(&header(), &without(claims(), name))));
    }
    for (name, value) in [
        ("iss", json!("other")),
        ("aud", json!("school:b")),
        ("aud", json!(["school:b"])),
        ("sch", json!("b")),
        ("exp", json!(now)),
        ("exp", json!((now + 600).to_string())),
        ("exp", json!(now + 86_400)),
        ("exp", json!(1e300)),
        ("nbf", json!(now + 60)),
        ("nbf", json!("0")),
        ("iat", json!(now - 86_400)),
        ("sid", json!(1)),
        ("role", json!("school_admin")),
    ] {
        all.push((format!("claim {name} {value}"), own(&header(), &with(claims(), name, value.clone()))));
    }
    all
}

#[test]
fn a_minted_bearer_reads_for_ten_minutes() {
    let good = mint(&secret(), &school(), &"u".into(), &"s".into(), "j".into(), NOW).expect("minted");
    let claims = read(&secret(), &school(), &good, NOW).expect("reads");
    assert_eq!((claims.sub.as_str(), claims.sid.as_str()), ("u", "s"));
    assert!(read(&secret(), &school(), &good, NOW + 599_000).is_some());
    assert!(read(&secret(), &school(), &good, NOW + 600_000).is_none(), "its time is over");
    assert!(read(&secret(), &school(), &good, NOW - 60_000).is_none(), "it is from the future");
    assert!(read_stale(&secret(), &school(), &good).is_some(), "enough to end its session");
}

/// Half of the calls behind a balancer are another server's to judge.
#[test]
fn a_server_whose_clock_is_ahead_by_less_than_a_minute_signs_nobody_out() {
    let good = mint(&secret(), &school(), &"u".into(), &"s".into(), "j".into(), NOW).expect("minted");
    assert!(read(&secret(), &school(), &good, NOW - 45_000).is_some(), "signed by the one that is ahead");
    assert!(read(&secret(), &school(), &good, NOW - 46_000).is_none());
    assert!(read(&secret(), &school(), &good, NOW + 600_000).is_none(), "its end has no leeway");
}

#[test]
fn the_shape_of_the_forgeries_is_right() {
    // What is compared below is refused for what was changed, not for how it was put together here.
    assert!(read(&secret(), &school(), &own(&header(), &claims()), NOW).is_some());
}

#[test]
fn no_forged_bearer_reads() {
    let all = forged();
    assert!(all.len() >= 40, "{}", all.len());
    for (name, token) in all {
        assert!(read(&secret(), &school(), &token, NOW).is_none(), "{name}");
    }
}
