use super::*;

/// The plugin's files and tables, where codes stand in quotes.
fn sources() -> Vec<String> {
    let folders = [concat!(env!("CARGO_MANIFEST_DIR"), "/src"), TABLES];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    files.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
}

#[test]
fn the_document_keeps_the_contract() {
    let sources = sources();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    bench().assert_document(&sources);
}

#[test]
fn samples_are_valid_on_every_day_of_two_years() {
    bench().assert_samples();
}

#[test]
fn half_filled_answers_never_trip_it() {
    bench().assert_half_filled(TODAY);
}
