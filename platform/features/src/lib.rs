//! One set of features for every dependency: see `Cargo.toml`.
