//! A new migration rebuilds this crate.

fn main() {
    println!("cargo:rerun-if-changed=sqlite");
    println!("cargo:rerun-if-changed=postgres");
    println!("cargo:rerun-if-changed=platform");
}
