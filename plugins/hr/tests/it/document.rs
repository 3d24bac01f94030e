use super::*;

#[test]
fn the_document_keeps_the_contract() {
    let folders = [format!("{}/src", env!("CARGO_MANIFEST_DIR")), tables("abq")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut sources: Vec<String> = files.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    // The faults of identity numbers name their codes themselves.
    sources.push(include_str!("../../../rules/src/ids/mod.rs").to_owned());
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    bench().assert_document(&sources);
}

#[test]
fn samples_are_valid_on_every_day_of_two_years_at_every_school_that_offers_it() {
    bench().assert_samples();
    let mogra = NativeHost::new().with_tables_in(tables("mogra")).unwrap();
    Bench::<hr::Hr>::new("mogra", "hr", "KWD", mogra).assert_samples();
}

#[test]
fn half_filled_answers_never_trip_it() {
    bench().assert_half_filled(TODAY);
}
