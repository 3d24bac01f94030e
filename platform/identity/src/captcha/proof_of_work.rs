//! The server's own riddle: proof of work as ALTCHA's second protocol has it, by its makers' own library.
//!
//! The library reads the machine's clock; ours is an argument. So the end stands in the signed data, in our own time.

use std::collections::BTreeMap;

use altcha::{CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution};
use data_encoding::{BASE64, HEXLOWER};
use kernel::Refusal;
use words::Rng;

/// What the school's key is for.
pub const PURPOSE: &str = "captcha";
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// Rounds of one try.
const COST: u32 = 1_000;
/// Tries until the riddle is solved: about a second on a small phone, nothing that anybody notices on a desk.
const TRIES: std::ops::Range<u32> = 2_000..5_000;
const EXPIRES: &str = "expires";

/// A riddle in the shape that ALTCHA's own solvers take.
pub type Challenge = serde_json::Value;

/// How many tries the next riddle takes.
pub fn counter(rng: &dyn Rng) -> u32 {
    let mut bytes = [0u8; 4];
    rng.fill(&mut bytes);
    TRIES.start + u32::from_be_bytes(bytes) % (TRIES.end - TRIES.start)
}

pub fn challenge(key: &[u8; 32], counter: u32, expires_at: i64) -> Result<Challenge, Refusal> {
    let secret = HEXLOWER.encode(key);
    let options = CreateChallengeOptions {
        algorithm: ALGORITHM.into(),
        cost: COST,
        counter: Some(counter),
        data: Some(BTreeMap::from([(EXPIRES.to_owned(), expires_at.into())])),
        hmac_key_signature_secret: Some(format!("{secret}/solution")),
        hmac_signature_secret: Some(secret),
        ..CreateChallengeOptions::default()
    };
    let made = create_challenge(options).map_err(Refusal::internal)?;
    serde_json::to_value(made).map_err(Refusal::internal)
}

/// Whether a proof solves a riddle of this key that is not over; gives the moment until which it is to be remembered.
pub fn check(key: &[u8; 32], proof: &str, now: i64) -> Option<i64> {
    let payload = read(proof)?;
    let secret = HEXLOWER.encode(key);
    let options = VerifySolutionOptions {
        hmac_key_signature_secret: Some(format!("{secret}/solution")),
        ..VerifySolutionOptions::new(&payload.challenge, &payload.solution, secret.as_str())
    };
    let signed = &payload.challenge.parameters;
    // Without the solution's own signature the library would do the sum again, as costly as the proof says.
    let ours = signed.algorithm == ALGORITHM && signed.cost == COST && signed.key_signature.is_some();
    let verified = ours && verify_solution(options).is_ok_and(|result| result.verified);
    let expires_at = signed.data.as_ref()?.get(EXPIRES)?.as_i64()?;
    (verified && now < expires_at).then_some(expires_at)
}

/// What makes two proofs the same: of our own riddles the riddle, however the answer is written; of others the whole.
pub fn identity(proof: &str) -> String {
    let signature = read(proof).and_then(|payload| payload.challenge.signature);
    signature.map_or_else(|| proof.to_owned(), |signature| signature.to_ascii_lowercase())
}

fn read(proof: &str) -> Option<Payload> {
    serde_json::from_slice(&BASE64.decode(proof.trim().as_bytes()).ok()?).ok()
}

/// Solves a riddle as a browser does: for tests of everything behind one.
#[doc(hidden)]
#[must_use]
pub fn solve(challenge: &serde_json::Value) -> Option<String> {
    let challenge = serde_json::from_value(challenge.clone()).ok()?;
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).ok()??;
    Some(BASE64.encode(&serde_json::to_vec(&Payload { challenge, solution }).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    fn riddle() -> serde_json::Value {
        challenge(&KEY, 3, 1_000).expect("riddle")
    }

    #[test]
    fn a_solved_riddle_counts_until_its_end_and_for_its_key() {
        let proof = solve(&riddle()).expect("solved");
        assert_eq!(check(&KEY, &proof, 999), Some(1_000));
        assert_eq!(check(&KEY, &proof, 1_000), None, "over");
        assert_eq!(check(&[8; 32], &proof, 0), None, "another school");
    }

    #[test]
    fn what_was_touched_is_no_proof() {
        let proof = solve(&riddle()).expect("solved");
        let changed = |change: &dyn Fn(&mut serde_json::Value)| {
            let bytes = BASE64.decode(proof.as_bytes()).expect("base64");
            let mut value: serde_json::Value = serde_json::from_slice(&bytes).expect("json");
            change(&mut value);
            BASE64.encode(value.to_string().as_bytes())
        };
        assert!(check(&KEY, &changed(&|_| ()), 0).is_some(), "the way of changing is sound");
        let touched: [&dyn Fn(&mut serde_json::Value); 6] = [
            &|v| v["challenge"]["parameters"]["data"]["expires"] = 9_999.into(),
            &|v| v["challenge"]["parameters"]["cost"] = 1.into(),
            &|v| v["challenge"]["parameters"]["nonce"] = "00".into(),
            &|v| v["solution"]["derivedKey"] = "00".into(),
            &|v| drop(v["challenge"].as_object_mut().and_then(|c| c.remove("signature"))),
            &|v| drop(v["challenge"]["parameters"].as_object_mut().and_then(|c| c.remove("keySignature"))),
        ];
        for (n, change) in touched.into_iter().enumerate() {
            assert_eq!(check(&KEY, &changed(change), 0), None, "{n}");
        }
        for rubbish in ["", "e30=", "not base64", &BASE64.encode(b"null")] {
            assert_eq!(check(&KEY, rubbish, 0), None, "{rubbish}");
        }
    }

    #[test]
    fn another_spelling_is_the_same_proof() {
        let proof = solve(&riddle()).expect("solved");
        let bytes = BASE64.decode(proof.as_bytes()).expect("base64");
        let mut value: serde_json::Value = serde_json::from_slice(&bytes).expect("json");
        value["solution"]["time"] = 1.into();
        let signature = value["challenge"]["signature"].as_str().expect("signature").to_uppercase();
        value["challenge"]["signature"] = signature.into();
        assert_eq!(identity(&BASE64.encode(value.to_string().as_bytes())), identity(&proof));
    }
}
