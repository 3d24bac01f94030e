//! Browsers in which an account was signed in to before.
//!
//! Whoever types a name may try at it and have codes and links sent to it, so strangers could use up what its owner needs. Each
//! sign-in of a person therefore hands its browser a token, and who brings it along has a line of tries and counts of messages of
//! their own, beside the strangers'. It opens nothing and shows nothing: it is sealed for its school, stands for one account and one
//! session, and is as none at any other account, after 90 days, and once the account's stamp has moved on (another password, address
//! or role, a recovery, all sessions ended). One that is of no use is never a reason to refuse.

use kernel::crypto;
use kernel::crypto::Secret;
use kernel::{SessionId, UserId};
use serde::{Deserialize, Serialize};
use words::sabotage::{Guard, is_removed};
use words::{Rng, SchoolId};

use crate::service::Inner;
use crate::store::UserRow;

/// Of what a browser brings, so many are looked at.
pub(crate) const MOST: usize = 5;
/// Longest token that is looked at.
const LONGEST: usize = 512;
/// How long a token is of use.
const LIFE_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// What tokens are sealed for.
const PURPOSE: &str = "known browser";

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    user: UserId,
    stamp: i64,
    session: SessionId,
    made_at: i64,
}

/// The tokens that a browser brought along.
#[derive(Debug, Clone, Default)]
pub struct KnownBrowsers(Vec<String>);

impl From<Vec<String>> for KnownBrowsers {
    fn from(tokens: Vec<String>) -> Self {
        Self(tokens)
    }
}

/// A browser that an account knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The session that it was signed in with.
    session: SessionId,
}

impl Known {
    /// The browser that a session is in.
    pub fn by_session(session: &SessionId) -> Self {
        Self { session: session.clone() }
    }

    /// What its tries are counted by. No name that somebody types is counted by the same.
    pub fn line(&self) -> String {
        format!("known:{}", self.session)
    }
}

impl Inner {
    /// The token of a session that somebody signed in to.
    pub(crate) fn known_browser(
        &self,
        school: &SchoolId,
        user: &UserId,
        stamp: i64,
        session: &SessionId,
        now: i64,
    ) -> String {
        let mark = Mark { user: user.clone(), stamp, session: session.clone(), made_at: now };
        sealed(&self.secret, &*self.rng, school, &mark)
    }

    /// Whether the browser is known to the account. As much work where there is none.
    pub(crate) fn known(&self, school: &SchoolId, brought: &KnownBrowsers, user: Option<&UserRow>) -> Option<Known> {
        let now = self.clock.now_ms();
        let marks: Vec<Mark> =
            brought.0.iter().take(MOST).filter_map(|token| opened(&self.secret, school, token, now)).collect();
        let user = user?;
        let is_theirs =
            |mark: &Mark| (mark.user == user.id && mark.stamp == user.stamp) || is_removed(Guard::KnownBrowserOwner);
        let own = marks.into_iter().find(is_theirs).filter(|_| !is_removed(Guard::KnownBrowser));
        own.map(|mark| Known { session: mark.session })
    }
}

fn sealed(secret: &Secret, rng: &dyn Rng, school: &SchoolId, mark: &Mark) -> String {
    let text = serde_json::to_string(mark).unwrap_or_default();
    crypto::seal(secret, rng, school, PURPOSE, &text)
}

fn opened(secret: &Secret, school: &SchoolId, token: &str, now: i64) -> Option<Mark> {
    let text = (token.len() <= LONGEST).then(|| crypto::open(secret, school, PURPOSE, token))??;
    let mark: Mark = serde_json::from_str(&text).ok()?;
    (now < mark.made_at.saturating_add(LIFE_MS)).then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_for_one_school_for_ninety_days_and_shows_nothing() {
        let secret = Secret::new(vec![7; 32]).expect("long enough");
        let (a, b) = (SchoolId::parse("a").expect("id"), SchoolId::parse("b").expect("id"));
        let id = "0195a1b2c3d4e5f60718293a4b5c6d7e";
        let mark = Mark { user: id.into(), stamp: i64::MAX, session: id.into(), made_at: 1_795_248_000_000 };
        let token = sealed(&secret, &words::SystemRng, &a, &mark);
        assert!(token.len() <= LONGEST && !token.contains(id), "{token}");
        let end = mark.made_at + LIFE_MS;
        assert_eq!(opened(&secret, &a, &token, end - 1), Some(mark));
        assert_eq!(opened(&secret, &a, &token, end), None, "too old");
        assert_eq!(opened(&secret, &b, &token, 0), None, "another school's");
        assert_eq!(opened(&secret, &a, &crypto::seal(&secret, &words::SystemRng, &a, "totp", "{}"), 0), None);
        for bad in ["", ".", "not a token", &"x".repeat(100_000), &token[1..]] {
            assert_eq!(opened(&secret, &a, bad, 0), None);
        }
    }
}
