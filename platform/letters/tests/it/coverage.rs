//! What the desk is told of characters is what the press's fonts have.

use letters::Press;

#[test]
fn the_table_of_the_desk_says_what_the_fonts_say() {
    let press = Press::new().unwrap();
    let differs: Vec<char> = ('\0'..='\u{1ffff}')
        .filter(|each| press.uncovered(&each.to_string()).is_empty() != blocks::coverage::covers(*each))
        .collect();
    assert!(differs.is_empty(), "{differs:?}");
}
