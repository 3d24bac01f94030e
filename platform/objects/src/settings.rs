//! `store` of `qabul.yaml`.

use std::fmt;

use serde::Deserialize;

/// Where the store is. Keys are never written here: they come from the environment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreSettings {
    /// The bucket.
    pub bucket: String,
    /// A folder in it, where it holds other things too.
    pub prefix: Option<String>,
    /// Its region; `us-east-1` when left out.
    pub region: Option<String>,
    /// `https://…` of a store that is not Amazon's.
    pub endpoint: Option<String>,
    /// Whether the bucket stands in the path and not in the host's name; yes where there is an `endpoint`, when left out.
    pub path_style: Option<bool>,
    /// Name of the environment variable with the access key's id; `QABUL_KEY_STORE_ID` when left out.
    pub key_id_env: Option<String>,
    /// Name of the environment variable with its secret; `QABUL_KEY_STORE_SECRET` when left out.
    pub secret_env: Option<String>,
}

/// A key to the store.
#[derive(Clone)]
pub struct Access {
    /// The access key's id.
    pub id: String,
    /// Its secret.
    pub secret: String,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access").field("id", &self.id).finish_non_exhaustive()
    }
}

impl fmt::Display for StoreSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.endpoint.as_deref().unwrap_or("s3:/"), self.bucket)?;
        self.prefix.as_ref().map_or(Ok(()), |prefix| write!(f, "/{prefix}"))
    }
}

impl StoreSettings {
    /// Everything that is wrong with them.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-');
        if !(3..=63).contains(&self.bucket.len()) || !self.bucket.bytes().all(plain) {
            faults.push("store.bucket: is the name of a bucket: 3 to 63 of a-z, 0-9, dot and hyphen".to_owned());
        }
        let folder = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| plain(b) || b == b'_') && part.bytes().any(|b| b != b'.')
        };
        if self.prefix.as_ref().is_some_and(|prefix| !prefix.split('/').all(folder)) {
            faults.push("store.prefix: is a folder such as qabul or team/qabul, without a slash at its ends".into());
        }
        if let Some(endpoint) = &self.endpoint {
            let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"];
            let here = local
                .iter()
                .any(|start| endpoint.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')));
            let host = endpoint
                .strip_prefix("https://")
                .is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ']));
            if !here && !host {
                faults.push(
                    "store.endpoint: is https://host, without a path; plain http only on this machine".to_owned(),
                );
            }
        }
        for (key, name) in [("key_id_env", &self.key_id_env), ("secret_env", &self.secret_env)] {
            let fits = |name: &String| {
                ["QABUL_KEY_", "AWS_"].iter().any(|start| name.starts_with(start))
                    && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
                    // Two underscores stand in the names of schools' keys alone.
                    && !(name.starts_with("QABUL_KEY_") && name.contains("__"))
            };
            if name.as_ref().is_some_and(|name| !fits(name)) {
                faults.push(format!("store.{key}: is the NAME of an environment variable that begins with QABUL_KEY_ or AWS_ and has no two underscores in a row, as schools' keys have, never the key itself"));
            }
        }
        faults
    }

    /// The key that the environment holds; a fault where it holds half of one, or none.
    pub fn access(&self, read: impl Fn(&str) -> Option<String>) -> Result<Access, Vec<String>> {
        let id = self.key_id_env.as_deref().unwrap_or("QABUL_KEY_STORE_ID");
        let secret = self.secret_env.as_deref().unwrap_or("QABUL_KEY_STORE_SECRET");
        let of = |name: &str| read(name).filter(|value| !value.trim().is_empty());
        match (of(id), of(secret)) {
            (Some(id), Some(secret)) => Ok(Access { id, secret }),
            (found_id, found_secret) => {
                let lacking = [(id, found_id.is_none()), (secret, found_secret.is_none())];
                let lacking = lacking.iter().filter(|(_, is_lacking)| *is_lacking);
                Err(lacking.map(|(name, _)| format!("store: the environment variable {name} is not set")).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_told_and_no_key_is_taken_for_a_name() {
        let good = StoreSettings { bucket: "schools".into(), ..StoreSettings::default() };
        assert!(good.faults().is_empty());
        assert_eq!(good.to_string(), "s3://schools");
        let bad = StoreSettings {
            bucket: "S".into(),
            prefix: Some("/a/".into()),
            endpoint: Some("http://store.example".into()),
            secret_env: Some("wJalr/XUtn".into()),
            ..StoreSettings::default()
        };
        assert_eq!(bad.faults().len(), 4, "{:?}", bad.faults());
        let of_a_school = StoreSettings { secret_env: Some("QABUL_KEY_STORE__SECRET".into()), ..good.clone() };
        assert_eq!(of_a_school.faults().len(), 1, "a school may be called store");
        for endpoint in ["http://127.0.0.1.example.org", "https://", "https://a/b", "ftp://a"] {
            let bad = StoreSettings { endpoint: Some(endpoint.into()), ..good.clone() };
            assert_eq!(bad.faults().len(), 1, "{endpoint}");
        }
        for endpoint in ["https://store.example:9000", "http://127.0.0.1:9000", "http://localhost"] {
            let fine = StoreSettings { endpoint: Some(endpoint.into()), ..good.clone() };
            assert!(fine.faults().is_empty(), "{endpoint}");
        }
    }

    #[test]
    fn a_key_is_whole_or_a_fault() {
        let settings = StoreSettings {
            bucket: "schools".into(),
            secret_env: Some("QABUL_KEY_S".into()),
            ..StoreSettings::default()
        };
        let faults = settings.access(|name| (name == "QABUL_KEY_STORE_ID").then(|| "id".into())).unwrap_err();
        assert_eq!(faults, ["store: the environment variable QABUL_KEY_S is not set"]);
        let access = settings.access(|_| Some("x".into())).unwrap();
        assert!(!format!("{access:?}").contains("secret: \"x\""));
    }
}
