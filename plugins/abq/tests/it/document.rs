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

#[test]
fn what_tells_of_a_childs_health_is_for_the_health_team() {
    let document: Value = include_str!("../../form.json").parse().unwrap();
    for field in ["condition_note", "medicine_at_school", "vaccinated", "doc_medical", "doc_vaccination"] {
        assert_eq!(document["ui"][field]["x-audience"], "health", "{field}");
    }
    let codes = document["audiences"]["health"]["codes"].as_array().unwrap();
    for code in ["doc.medical", "doc.vaccination"] {
        assert!(codes.iter().any(|own| own == code), "{code}");
    }
}
