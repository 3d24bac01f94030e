//! Tools of others that say what they think of our files. One that is not at hand is named; `make test` brings them, and names at its end what
//! cannot be had.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The interpreter of an environment that has pyHanko; `make test` makes one.
const PYHANKO: &str = "QABUL_PYHANKO";

/// What a tool says, and whether it was content; `None` where it is not at hand.
pub fn run(tool: &str, arguments: &[&str]) -> Option<(bool, String)> {
    match Command::new(tool).args(arguments).output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
        }
        Err(_) => {
            println!("skipped: no {tool} here");
            None
        }
    }
}

/// A file in a folder; its path.
pub fn put(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path.to_str().expect("a path of ASCII").to_owned()
}

/// What pdfsig says of a file's seal, without a root to trust.
pub fn pdfsig(folder: &Path, pdf: &[u8]) -> Option<String> {
    run("pdfsig", &["-nocert", &put(folder, "pdfsig.pdf", pdf)]).map(|(_, said)| said)
}

/// What pyHanko says of a file's seal, with one certificate to trust.
pub fn pyhanko(folder: &Path, pdf: &[u8], certificate: &[u8]) -> Option<String> {
    let Some(python) = std::env::var_os(PYHANKO).map(PathBuf::from).filter(|path| path.exists()) else {
        println!("skipped: no pyHanko in {PYHANKO}");
        return None;
    };
    let (file, root) = (put(folder, "pyhanko.pdf", pdf), put(folder, "root.der", certificate));
    let script = put(folder, "say.py", include_str!("pyhanko.py"));
    run(python.to_str().expect("a path"), &[&script, &file, &root]).map(|(_, said)| said)
}

/// What pyHanko says of one that is as it was sealed.
pub const TRUSTED: &str = "bottom_line=True trusted=True coverage=ENTIRE_FILE modification=NONE docmdp=True\n";

/// The text of a file as a reader copies it.
pub fn pdftotext(folder: &Path, pdf: &[u8]) -> Option<String> {
    run("pdftotext", &[&put(folder, "pdftotext.pdf", pdf), "-"]).map(|(_, said)| said)
}
