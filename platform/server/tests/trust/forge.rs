//! Bearers that are none, each in one way only: everything else about them is as the server itself would write it.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use kernel::crypto::keyed_hash;
use serde_json::{Value, json};
use words::SchoolId;

use crate::cast::{CANARY, claims};
use crate::world::World;

/// Something that wants in.
pub struct Forgery {
    pub name: String,
    /// Headers that it comes with.
    pub headers: Vec<(&'static str, String)>,
    /// What stands behind the path's question mark.
    pub query: Option<String>,
}

/// What forging needs: a bearer that works, and the keys that an enemy should never have.
pub struct Forger {
    good: String,
    foreign: String,
    key: [u8; 32],
    other: [u8; 32],
    purpose: [u8; 32],
}

fn sign(header: &str, claims: &str, key: &[u8; 32]) -> String {
    let signed = format!("{}.{}", BASE64URL_NOPAD.encode(header.as_bytes()), BASE64URL_NOPAD.encode(claims.as_bytes()));
    let mac = HEXLOWER.decode(keyed_hash(key, &signed).as_bytes()).unwrap();
    format!("{signed}.{}", BASE64URL_NOPAD.encode(&mac))
}

fn with(base: &Value, name: &str, value: Value) -> Value {
    let mut changed = base.clone();
    changed[name] = value;
    changed
}

impl Forger {
    /// Over two live sessions.
    pub fn new(world: &World, good: String, foreign: String) -> Self {
        let (alpha, beta) = (SchoolId::parse("alpha").unwrap(), SchoolId::parse("beta").unwrap());
        let secret = world.secret();
        Self {
            good,
            foreign,
            key: secret.school_key(&alpha, "jwt"),
            other: secret.school_key(&beta, "jwt"),
            purpose: secret.school_key(&alpha, "known"),
        }
    }

    fn header(&self) -> Value {
        let header = self.good.split('.').next().unwrap();
        serde_json::from_slice(&BASE64URL_NOPAD.decode(header.as_bytes()).unwrap()).unwrap()
    }

    /// Signed with the school's own key: only what it says is wrong.
    fn own(&self, header: &Value, claims: &Value) -> String {
        sign(&header.to_string(), &claims.to_string(), &self.key)
    }

    /// The bearer that works, put together here: what shows that the forgeries are refused for what was changed.
    pub fn good_again(&self) -> String {
        self.own(&self.header(), &claims(&self.good))
    }

    fn tokens(&self) -> Vec<(String, String)> {
        let (header, claims) = (self.header(), claims(&self.good));
        let (head, body, signature) = {
            let parts: Vec<&str> = self.good.split('.').collect();
            (parts[0], parts[1], parts[2])
        };
        let now = claims["iat"].as_i64().unwrap();
        let encode = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let (header_text, claims_text) = (header.to_string(), claims.to_string());
        let mut all: Vec<(String, String)> = vec![
            ("a word".into(), "token".into()),
            ("dots".into(), "..".into()),
            ("no signature".into(), format!("{head}.{body}.")),
            ("two parts".into(), format!("{head}.{body}")),
            ("four parts".into(), format!("{}.x", self.good)),
            ("signature of zeros".into(), format!("{head}.{body}.{}", BASE64URL_NOPAD.encode(&[0; 32]))),
            ("signature cut".into(), format!("{head}.{body}.{}", &signature[..20])),
            ("signature padded".into(), format!("{}=", self.good)),
            ("claims of somebody else under this signature".into(), {
                format!("{head}.{}.{signature}", encode(&with(&claims, "sub", json!("01ARZ3NDEKTSV4RRFFQ69G5FAV"))))
            }),
            ("alg none, no signature".into(), format!("{}.{body}.", encode(&with(&header, "alg", json!("none"))))),
            (
                "alg None, signature kept".into(),
                format!("{}.{body}.{signature}", encode(&with(&header, "alg", json!("None")))),
            ),
            ("other school's key".into(), sign(&header_text, &claims_text, &self.other)),
            ("other school's own bearer".into(), self.foreign.clone()),
            ("key of another purpose".into(), sign(&header_text, &claims_text, &self.purpose)),
            ("key of zeros".into(), sign(&header_text, &claims_text, &[0; 32])),
            // Larger than is looked at, and right in everything else.
            ("oversized".into(), sign(&header_text, &format!("{claims_text}{}", " ".repeat(4096)), &self.key)),
            ("body no object".into(), self.own(&header, &json!([1]))),
            (
                "a claim twice".into(),
                sign(&header_text, &format!("{{\"sid\":{},{}", claims["sid"], &claims_text[1..]), &self.key),
            ),
        ];
        for (name, value) in [
            ("alg", json!("HS512")),
            ("alg", json!("RS256")),
            ("typ", json!("JWT")),
            ("typ", json!("rt+jwt")),
            ("jku", json!("https://evil.example/keys")),
            ("jwk", json!({ "kty": "oct", "k": "AAAA" })),
            ("x5u", json!("https://evil.example/x")),
            ("kid", json!("../../dev/null")),
            ("crit", json!(["exp"])),
        ] {
            all.push((format!("header {name} {value}"), self.own(&with(&header, name, value.clone()), &claims)));
        }
        for name in ["iss", "aud", "sch", "sub", "sid", "iat", "nbf", "exp", "jti"] {
            let mut less = claims.clone();
            less.as_object_mut().unwrap().remove(name);
            all.push((format!("without {name}"), self.own(&header, &less)));
        }
        for (name, value) in [
            ("iss", json!("other")),
            ("aud", json!("school:beta")),
            ("aud", json!(["school:alpha", "school:beta"])),
            ("sch", json!("beta")),
            ("sub", json!("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
            ("sid", json!("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
            ("sid", json!(1)),
            ("exp", json!(now)),
            ("exp", json!((now + 600).to_string())),
            ("exp", json!(now + 10 * 365 * 86_400)),
            ("exp", json!(1e300)),
            ("nbf", json!(now + 86_400)),
            ("nbf", json!("0")),
            ("iat", json!(now - 86_400)),
            ("roles", json!(["school_admin"])),
        ] {
            all.push((format!("claim {name} {value}"), self.own(&header, &with(&claims, name, value.clone()))));
        }
        let mut later = claims.clone();
        for (name, ahead) in [("iat", 86_400), ("nbf", 86_400), ("exp", 87_000)] {
            later[name] = (now + ahead).into();
        }
        all.push(("far future".into(), self.own(&header, &later)));
        let mut over = claims;
        for (name, ago) in [("iat", 601), ("nbf", 601), ("exp", 1)] {
            over[name] = (now - ago).into();
        }
        all.push(("expired".into(), self.own(&header, &over)));
        all
    }

    /// All of them.
    pub fn all(&self) -> Vec<Forgery> {
        let bearer = |text: String| vec![("authorization", text)];
        let forgery = |name: &str, headers| Forgery { name: name.into(), headers, query: None };
        let mut all: Vec<Forgery> =
            self.tokens().into_iter().map(|(name, token)| forgery(&name, bearer(format!("Bearer {token}")))).collect();
        let expired = "bearer eyJhbGciOiJub25lIn0.e30.".to_owned();
        all.extend([
            forgery("nothing", vec![]),
            forgery("an empty header", bearer(String::new())),
            forgery("the scheme alone", bearer("Bearer".into())),
            forgery("the scheme and nothing", bearer("Bearer ".into())),
            forgery("lower-case scheme", bearer(expired.clone())),
            forgery("no scheme", bearer(self.good.clone())),
            forgery("another scheme", bearer(format!("Basic {}", self.good))),
            forgery("the scheme twice", bearer(format!("Bearer Bearer {}", self.good))),
            forgery("two in one header", bearer(format!("Bearer {}, Bearer {}", self.good, self.foreign))),
            // Which of two counts would be anybody's guess: another server in front might guess otherwise.
            forgery(
                "two headers",
                vec![("authorization", format!("Bearer {}", self.good)), ("authorization", expired)],
            ),
            forgery("as a cookie", vec![("cookie", format!("token={0}; __Host-rt={0}", self.good))]),
            forgery("another header", vec![("x-authorization", format!("Bearer {}", self.good))]),
            forgery("a person's address", vec![("x-user", format!("{CANARY}@alpha.example"))]),
        ]);
        all.push(Forgery {
            name: "in the address".into(),
            headers: vec![],
            query: Some(format!("token={0}&access_token={0}", self.good)),
        });
        all
    }
}
