//! What the server writes is its own user's alone, and `doctor` says so when it is not.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::house::{House, Server};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_written_belongs_to_the_server_alone() {
    let house = House::lite();
    house.school("alnoor");
    house.person("alnoor", "officer@alnoor.example");
    let server = Server::start(&house);
    assert_eq!(server.sign_in("alnoor", "officer@alnoor.example", crate::house::PASSWORD), 200);
    let data = house.data();
    assert_eq!(mode(&data), 0o700);
    let files = house.everything();
    assert!(
        ["db/", "secret", "schools/"].iter().all(|part| files.iter().any(|file| file.starts_with(part))),
        "{files:?}"
    );
    for file in files {
        let path = data.join(&file);
        assert_eq!(mode(&path) & 0o077, 0, "{file}");
        assert_eq!(mode(path.parent().unwrap()) & 0o077, 0, "the folder of {file}");
    }
}

#[test]
fn the_doctor_tells_of_an_open_folder_and_of_a_proxy_without_a_name() {
    let house = House::lite();
    house.school("alnoor");
    let said = |extra: &[&str]| house.any(&[&["doctor"], extra].concat());
    let open = "can be read by others on this machine";
    assert!(!said(&[]).contains(open));
    std::fs::set_permissions(house.data(), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(said(&[]).contains(open));
    std::fs::set_permissions(house.data(), std::fs::Permissions::from_mode(0o700)).unwrap();

    let unnamed = "all visitors are counted as one";
    assert!(!said(&[]).contains(unnamed));
    assert!(said(&["--public-origin", "https://{host}"]).contains(unnamed));
    let named = ["--public-origin", "https://{host}", "--trusted-proxies", "127.0.0.1"];
    assert!(!said(&named).contains(unnamed));
}
