//! The web build is embedded when it is there; without npm everything still compiles, and the server says what to do.

fn main() {
    let dist = std::path::Path::new("../../web/dist");
    if !dist.exists() {
        // A folder that cannot be made shows itself in the next compile step, with its path.
        let _ = std::fs::create_dir_all(dist);
    }
    println!("cargo:rerun-if-changed=../../web/dist");
}
