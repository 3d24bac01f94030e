//! The way of a plugin's author, by the commands that the papers print.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::house::{House, Server};

/// Other languages, with an example and a paper each.
const LANGUAGES: [&str; 2] = ["javascript", "c"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The first block of a language in a paper, below a heading.
fn block(paper: &str, heading: &str, language: &str) -> String {
    let text = std::fs::read_to_string(root().join(paper)).unwrap();
    let below = text.split_once(heading).unwrap_or_else(|| panic!("{paper} has no {heading}")).1;
    let block = below.split_once(&format!("```{language}\n")).unwrap().1;
    block.split_once("```").unwrap().0.to_owned()
}

/// Runs lines as a shell would, with `qabul` at hand, and tells all that was said.
fn shell(house: &House, folder: &Path, bundle: &Path, lines: &str) -> String {
    let programs = house.scratch("programs");
    std::fs::create_dir_all(&programs).unwrap();
    let _ = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_qabul"), Path::new(&programs).join("qabul"));
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-euc", lines]).current_dir(folder).env("PATH", path).env("BUNDLE", bundle);
    command.env("QABUL_DATA", house.data()).env_remove("QABUL_SCHOOLS");
    // What the plugin's own tests compile is kept beside the components, so that only the first run of a machine compiles it all.
    if let Some(cache) = std::env::var_os("QABUL_CACHE")
        .or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cache/qabul").into()))
    {
        command.env("CARGO_TARGET_DIR", Path::new(&cache).join("wasm/native"));
    }
    let output = command.output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{lines}\n{said}");
    said
}

/// The lines for school.yaml that `plugin check` prints.
fn printed_entry(said: &str) -> &str {
    said.split_once("in school.yaml:\n\n").unwrap().1
}

/// Puts the lines into a school's school.yaml, which has forms of its own already.
fn switch_on(house: &House, school: &str, entry: &str) {
    let path = format!("schools/{school}/school.yaml");
    let (plugins, forms) = entry.trim_end().split_once("\nforms:\n").unwrap();
    let yaml = house.read(&path);
    assert_eq!(yaml.matches("\nforms:\n").count(), 1, "{yaml}");
    let yaml = yaml.replace("\nforms:\n", &format!("\nforms:\n{forms}\n"));
    house.write(&path, &format!("{yaml}{plugins}\n"));
}

/// Families answer a school's form `swimming` over HTTP, and its rules judge: they know no class for a grown-up.
fn families_answer(server: &Server, school: &str, values: &str) {
    server.wait(school, 200);
    assert_eq!(server.send_form(school, "swimming", values), 201, "{school}");
    let mut grown_up: serde_json::Value = serde_json::from_str(values).unwrap();
    grown_up["dob"] = "1990-03-01".into();
    assert_eq!(server.send_form(school, "swimming", &grown_up.to_string()), 422, "{school}");
}

#[test]
fn both_papers_show_the_same_plugin() {
    let [long, short] =
        [("docs/plugins.md", "## A plugin in 20 lines"), ("README.md", "## For those who write plugins")]
            .map(|(paper, heading)| block(paper, heading, "rust"));
    assert_eq!(long, short);
}

#[test]
fn a_new_plugins_table_is_one_that_a_bundle_takes() {
    let house = House::lite();
    house.school("alnoor");
    let dir = house.scratch("swimming");
    house.good(&["plugin", "new", "swimming", "--dir", &dir]);
    let table = std::fs::read_to_string(Path::new(&dir).join("tables/grades.yaml")).unwrap();
    house.write("schools/alnoor/tables/grades.yaml", &table);
    house.good(&["school", "check", "alnoor"]);
    // And what a bundle does not take, no command over a plugin takes either.
    std::fs::write(Path::new(&dir).join("tables/grades.yaml"), table.replace("\"3\"", "3")).unwrap();
    let (abq, tables) = (root().join("plugins/dist/abq.wasm"), Path::new(&dir).join("tables"));
    let said = house.bad(&["plugin", "check", abq.to_str().unwrap(), "--tables", tables.to_str().unwrap()]);
    assert!(said.contains("has to be text, and is a number"), "{said}");
}

#[test]
fn what_the_desk_would_refuse_passes_no_check() {
    let house = House::lite();
    house.school("alnoor");
    let hostile = root().join("plugins/hostile/dist/hostile.wasm");
    let said = house.bad(&["plugin", "check", hostile.to_str().unwrap()]);
    assert!(said.contains("sample panic: the plugin trapped"), "{said}");
    // The same component in a bundle.
    let plugins = house.data().join("schools/alnoor/plugins");
    std::fs::create_dir_all(&plugins).unwrap();
    std::fs::copy(&hostile, plugins.join("hostile.wasm")).unwrap();
    let digest = said.lines().find_map(|line| line.strip_prefix("digest ")).unwrap().trim();
    let entry = format!("plugins:\n  hostile:\n    digest: \"{digest}\"\nforms:\n  hostile: {{ plugin: hostile }}\n");
    switch_on(&house, "alnoor", &entry);
    let said = house.bad(&["school", "check", "alnoor"]);
    assert!(said.contains("pluginFails") && said.contains("sample `panic`"), "{said}");
}

#[test]
fn a_plugin_without_its_tables_is_told_how_to_get_them() {
    let house = House::lite();
    let abq = root().join("plugins/dist/abq.wasm");
    let abq = abq.to_str().unwrap();
    let said = house.bad(&["plugin", "check", abq]);
    assert!(said.contains("no such table") && said.contains("name their folder with --tables"), "{said}");
    let tables = root().join("tenants/schools/abq/tables");
    let said = house.good(&["plugin", "check", abq, "--tables", tables.to_str().unwrap()]);
    assert!(printed_entry(&said).starts_with("plugins:\n  abq:\n    digest: \""), "{said}");
}

/// Needs a machine that builds components: where `make test` built the shipped ones just before.
#[test]
fn the_papers_lead_from_nothing_to_a_school() {
    if std::env::var_os("QABUL_FRESH_PLUGINS").is_none() {
        println!("not followed: QABUL_FRESH_PLUGINS does not say that this machine builds components");
        return;
    }
    let house = House::lite();
    house.school("alnoor");
    let (bundle, folder) = (house.data().join("schools/alnoor"), PathBuf::from(house.scratch("work")));
    std::fs::create_dir_all(&folder).unwrap();
    let steps = "## From nothing to a school";
    let said = shell(&house, &folder, &bundle, &block("docs/plugins.md", steps, "sh"));
    let plugin = folder.join("swimming");
    shell(&house, &plugin, &bundle, &block("docs/plugins.md", "into a school's bundle (`BUNDLE`", "sh"));
    let entry = printed_entry(&said).split("\n\n").next().unwrap();
    let shown = block("docs/plugins.md", "into its `school.yaml`", "yaml");
    let but_digest =
        |text: &str| text.lines().filter(|line| !line.contains("digest:")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(but_digest(entry), but_digest(&shown), "the paper shows what the command prints");
    switch_on(&house, "alnoor", entry);
    house.good(&["school", "check", "alnoor"]);
    let values = std::fs::read_to_string(plugin.join("values.json")).unwrap();
    families_answer(&Server::start(&house), "alnoor", &values);

    // The twenty lines in place of the skeleton's, by README's commands but the first.
    std::fs::write(plugin.join("src/lib.rs"), block("docs/plugins.md", "## A plugin in 20 lines", "rust")).unwrap();
    let commands = block("README.md", "plugin_sdk::export_plugin!(Swimming);", "sh");
    let (first, rest) = commands.split_once('\n').unwrap();
    assert!(first.starts_with("qabul plugin new swimming && cd swimming && cargo test"), "{first}");
    let said = shell(&house, &plugin, &bundle, rest);
    assert!(said.contains("\"new_family\""), "{said}");
}

/// What `docs/plugins-javascript.md` makes: taken by a school as it is.
#[test]
fn a_school_takes_plugins_of_other_languages() {
    let house = House::lite();
    let skeleton = root().join("plugins/skeleton");
    let (tables, values) = (skeleton.join("tables"), skeleton.join("values.json"));
    for language in LANGUAGES {
        let component = root().join("plugins/examples").join(language).join("swimming.wasm");
        let component = component.to_str().unwrap();
        let tables_of = ["--tables", tables.to_str().unwrap()];
        let said = house.good(&[&["plugin", "check", component][..], &tables_of].concat());
        let school = format!("in-{language}");
        house.school(&school);
        for (folder, file) in [("plugins", Path::new(component)), ("tables", &tables.join("grades.yaml"))] {
            let folder = house.data().join("schools").join(&school).join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::copy(file, folder.join(file.file_name().unwrap())).unwrap();
        }
        switch_on(&house, &school, printed_entry(&said));
        house.good(&["school", "check", &school]);
        let input = ["--form", "swimming", "--input", values.to_str().unwrap()];
        let run = house.good(&[&["plugin", "run", component][..], &tables_of, &input].concat());
        let run: serde_json::Value = serde_json::from_str(&run).unwrap();
        assert_eq!(run["check"]["computed"][0]["value"], "KG 2", "{run}");
        assert_eq!(run["decide"]["tags"][0], "new_family", "{run}");
    }
    let (server, values) = (Server::start(&house), std::fs::read_to_string(values).unwrap());
    for language in LANGUAGES {
        families_answer(&server, &format!("in-{language}"), &values);
    }
}

/// The digests beside the examples are those of the sources and of what was made of them: who changes a source makes the component anew,
/// by the commands of its paper, and notes both (`sha256sum`).
#[test]
fn components_of_other_languages_are_of_their_sources() {
    for language in LANGUAGES {
        let folder = root().join("plugins/examples").join(language);
        let noted = std::fs::read_to_string(folder.join("digests.txt")).unwrap();
        let noted: Vec<(&str, &str)> = noted.lines().map(|line| line.split_once("  ").unwrap()).collect();
        for (digest, file) in &noted {
            let is = words::sha256_hex(&std::fs::read(folder.join(file)).unwrap());
            assert_eq!(is, *digest, "{language}/{file} is another than the one that the component was made of");
        }
        let mut there = Vec::new();
        let mut folders = vec![folder.clone()];
        while let Some(looked_at) = folders.pop() {
            for entry in std::fs::read_dir(looked_at).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    there.push(path.strip_prefix(&folder).unwrap().display().to_string());
                }
            }
        }
        there.retain(|file| file != "digests.txt");
        there.sort();
        let mut named: Vec<&str> = noted.iter().map(|(_, file)| *file).collect();
        named.sort_unstable();
        assert_eq!(named, there, "{language}: every file has its digest");
    }
}
