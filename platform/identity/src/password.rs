//! Argon2id with 19 MiB and two passes (about 30 ms a core), stored as PHC strings so that the numbers can grow.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use kernel::Refusal;
use words::Rng;
use words::sabotage::{Guard, is_removed};

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
/// How many times as much a stored hash may take.
const MOST: u32 = 4;

fn hasher() -> Result<Argon2<'static>, Refusal> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(Refusal::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// A new salt; made before the blocking thread, so that chance stays an argument.
pub fn new_salt(rng: &dyn Rng) -> [u8; 16] {
    let mut salt = [0u8; 16];
    rng.fill(&mut salt);
    salt
}

/// Hashes a password. Blocks for tens of milliseconds.
pub fn hash(password: &str, salt: [u8; 16]) -> Result<String, Refusal> {
    let hash = hasher()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(Refusal::internal)?;
    Ok(hash.to_string())
}

/// What a password is held against: where there is nothing, a hash of one that nobody has, which costs as much.
pub fn or_dummy(stored: Option<String>, dummy: &str) -> String {
    let dummy = if is_removed(Guard::DummyHash) { "" } else { dummy };
    stored.unwrap_or_else(|| dummy.to_owned())
}

/// Whether the password is the one that was hashed. Blocks for tens of milliseconds, right or wrong.
pub fn matches(password: &str, stored: &str) -> bool {
    let (Ok(hasher), Ok(parsed)) = (hasher(), PasswordHash::new(stored)) else { return false };
    // What came with an archive says itself what looking at it costs.
    let asked = Params::try_from(&parsed).ok();
    let is_dear = |params: &Params| {
        params.m_cost() > MOST * MEMORY_KIB || params.t_cost() > MOST * PASSES || params.p_cost() > MOST
    };
    if asked.as_ref().is_none_or(is_dear) {
        return false;
    }
    metrics::counter!("qabul_passwords_hashed_total").increment(1);
    hasher.verify_password(password.as_bytes(), &parsed).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_password_matches() {
        let stored = hash("correct horse battery", [1; 16]).expect("hash");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(matches("correct horse battery", &stored));
        assert!(!matches("correct horse batterY", &stored));
        assert!(!matches("", &stored));
        assert!(!matches("x", "not a hash"));
    }

    #[test]
    fn a_hash_that_costs_more_than_ours_is_nobodys() {
        let with = |memory, passes| {
            let params = Params::new(memory, passes, 1, None).expect("params");
            let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            hasher.hash_password_with_salt(b"correct horse battery", &[1; 16]).expect("hash").to_string()
        };
        assert!(matches("correct horse battery", &with(2 * MEMORY_KIB, PASSES)), "room to grow");
        for dear in [with(8, MOST * PASSES + 1), with((MOST + 1) * MEMORY_KIB, 1)] {
            assert!(!matches("correct horse battery", &dear), "{dear}");
        }
    }
}
