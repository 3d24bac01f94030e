//! The bearer: HS256, a key per school, every claim required and typed. It proves nothing but "look at this session".

use axum::http::{HeaderMap, header};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use kernel::crypto::Secret;
use kernel::{SessionId, UserId};
use serde::{Deserialize, Serialize};
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::ids::BearerId;
use crate::model::TOKEN_LIFE_MS;

/// Longest token that is looked at.
const LONGEST: usize = 4096;
const ISSUER: &str = "qabul";
const TYPE: &str = "at+jwt";
/// How far the clock of the server that signed may be ahead of this one's, in seconds. At its end a bearer has no leeway:
/// one that seems over is carried on by the next refresh.
const LEEWAY: i64 = 45;

/// What a bearer says. Nothing in it is believed without the session's row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    iss: String,
    aud: String,
    sch: String,
    /// The person.
    pub sub: UserId,
    /// The session.
    pub sid: SessionId,
    iat: i64,
    nbf: i64,
    exp: i64,
    jti: BearerId,
}

/// The bearer of the `Authorization` header. Of two headers none counts: a server in front might believe the other one.
#[must_use]
pub fn bearer_of(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (all.next(), all.next()) else { return None };
    let value = value.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// Signs a bearer for a session.
pub fn mint(
    secret: &Secret,
    school: &SchoolId,
    user: &UserId,
    session: &SessionId,
    id: BearerId,
    now_ms: i64,
) -> Option<String> {
    let now = now_ms / 1000;
    let claims = Claims {
        iss: ISSUER.into(),
        aud: format!("school:{school}"),
        sch: school.to_string(),
        sub: user.clone(),
        sid: session.clone(),
        iat: now,
        nbf: now,
        exp: now + TOKEN_LIFE_MS / 1000,
        jti: id,
    };
    let mut header = Header::new(Algorithm::HS256);
    header.typ = Some(TYPE.into());
    jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&secret.school_key(school, "jwt"))).ok()
}

/// Reads a bearer of this school. `None` for every fault alike.
pub fn read(secret: &Secret, school: &SchoolId, token: &str, now_ms: i64) -> Option<Claims> {
    let claims = read_stale(secret, school, token)?;
    let now = now_ms / 1000;
    if is_removed(Guard::TokenTime) {
        return Some(claims);
    }
    (now < claims.exp && claims.nbf <= now + LEEWAY && claims.iat <= now + LEEWAY).then_some(claims)
}

/// Reads a bearer whose time may be over: enough to end its session, and nothing else.
pub fn read_stale(secret: &Secret, school: &SchoolId, token: &str) -> Option<Claims> {
    if token.len() > LONGEST {
        return None;
    }
    let header = jsonwebtoken::decode_header(token).ok()?;
    // Exactly the header that we write: no key from outside, no critical extensions, no other type.
    let mut expected = Header::new(Algorithm::HS256);
    expected.typ = Some(TYPE.into());
    if header != expected {
        return None;
    }
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[format!("school:{school}")]);
    validation.set_required_spec_claims(&["exp", "nbf", "aud", "iss", "sub"]);
    if is_removed(Guard::TokenAudience) {
        validation.validate_aud = false;
    }
    // Time is our clock's, and is compared above.
    validation.validate_exp = false;
    validation.validate_nbf = false;
    let key = DecodingKey::from_secret(&secret.school_key(school, "jwt"));
    let claims = jsonwebtoken::decode::<Claims>(token, &key, &validation).ok()?.claims;
    let own = claims.sch == school.as_str() || is_removed(Guard::TokenAudience);
    let sane = own && claims.exp - claims.iat == TOKEN_LIFE_MS / 1000 && claims.nbf == claims.iat;
    sane.then_some(claims)
}

#[cfg(test)]
#[path = "token_tests.rs"]
mod tests;
