//! `qabul plugin new`: a working plugin to start from, with the SDK beside it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

use super::say;

macro_rules! embedded {
    ($($path:literal from $source:literal,)*) => {
        [$(($path, include_str!(concat!("../../../plugins/", $source)))),*]
    };
}

/// Files of the plugin; `{{name}}`, `{{lib}}` and `{{type}}` are filled in.
const SKELETON: [(&str, &str); 6] = embedded! {
    "Cargo.toml" from "skeleton/Cargo.toml.in",
    "README.md" from "skeleton/README.md.in",
    "form.json" from "skeleton/form.json.in",
    "src/lib.rs" from "skeleton/src/lib.rs.in",
    "tables/grades.yaml" from "skeleton/tables/grades.yaml",
    "values.json" from "skeleton/values.json",
};

/// The SDK and the contract, as they are.
const SDK: [(&str, &str); 11] = embedded! {
    "sdk/Cargo.toml" from "sdk/Cargo.toml",
    "sdk/src/lib.rs" from "sdk/src/lib.rs",
    "sdk/src/guest.rs" from "sdk/src/guest.rs",
    "sdk/src/host.rs" from "sdk/src/host.rs",
    "sdk/src/native.rs" from "sdk/src/native.rs",
    "sdk/src/plugin.rs" from "sdk/src/plugin.rs",
    "sdk/src/records.rs" from "sdk/src/records.rs",
    "sdk/src/testing.rs" from "sdk/src/testing.rs",
    "verdict/Cargo.toml" from "verdict/Cargo.toml",
    "verdict/src/lib.rs" from "verdict/src/lib.rs",
    "wit/v1/forms.wit" from "wit/v1/forms.wit",
};

/// Names that a crate cannot have beside the SDK, and Rust's own words.
const RESERVED: [&str; 61] = [
    "plugin-sdk",
    "qabul-plugin-sdk",
    "qabul-verdict",
    "sdk",
    "verdict",
    "alloc",
    "core",
    "proc-macro",
    "std",
    "test",
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Writes it.
pub(super) fn new(name: &str, dir: Option<PathBuf>) -> anyhow::Result<()> {
    ensure!(
        is_name(name),
        "a plugin's name is 2 to 40 small letters, digits and dashes, and begins with a letter: not {name:?}"
    );
    ensure!(!RESERVED.contains(&name), "the name {name:?} is reserved: Rust or the SDK uses it; choose another");
    let dir = dir.unwrap_or_else(|| PathBuf::from(name));
    ensure!(!dir.exists(), "{} is there already", dir.display());
    for (path, text) in SKELETON {
        write(&dir.join(path), &filled(text, name))?;
    }
    for (path, text) in SDK {
        write(&dir.join(path), text)?;
    }
    write(&dir.join(".gitignore"), "/target\n*.wasm\n")?;
    say(&format!("{} is there. Next: cargo test, and qabul plugin build {}", dir.display(), dir.display()));
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().context("a file without a folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn is_name(name: &str) -> bool {
    (2..=40).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn filled(text: &str, name: &str) -> String {
    let type_name: String = name
        .split('-')
        .map(|word| {
            word.chars().take(1).map(|c| c.to_ascii_uppercase()).chain(word.chars().skip(1)).collect::<String>()
        })
        .collect();
    text.replace("{{name}}", name).replace("{{lib}}", &name.replace('-', "_")).replace("{{type}}", &type_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skeleton_is_complete_and_filled_in() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("my-school");
        new("my-school", Some(dir.clone())).unwrap();
        let read = |path: &str| std::fs::read_to_string(dir.join(path)).unwrap();
        assert!(read("Cargo.toml").contains("name = \"my_school\""));
        assert!(read("src/lib.rs").contains("export_plugin!(MySchoolRules)"));
        assert!(!read("src/lib.rs").contains("{{"));
        assert!(read("form.json").contains("{{years}}"), "holes of texts stay");
        assert!(read("wit/v1/forms.wit").contains("package qabul:forms@1.0.0"));
        assert!(new("my-school", Some(dir)).is_err(), "nothing is overwritten");
    }

    #[test]
    fn names_are_names_of_crates() {
        for good in ["ab", "abq", "al-noor-2"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "a", "2x", "Abq", "a_b", "a-", "../x", "قبول"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn a_reserved_name_is_called_so() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["self", "qabul-plugin-sdk", "sdk", "verdict", "std", "test"] {
            let said = new(name, Some(folder.path().join(name))).unwrap_err().to_string();
            assert!(said.contains("is reserved"), "{said}");
            assert!(!folder.path().join(name).exists());
        }
    }
}
