//! Draws each kind of sheet, for somebody to look at: `cargo run --release -p qabul-letters --example pictures OUT`.

use std::path::PathBuf;

use letters::Sheet;

#[allow(dead_code, clippy::expect_used, reason = "the tests' sheets")]
#[path = "../tests/world/mod.rs"]
mod world;

#[allow(clippy::print_stdout, reason = "a tool for a person")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("where to?")?);
    std::fs::create_dir_all(&out)?;
    for lang in world::LANGUAGES {
        let kinds = [
            ("letter", Sheet::Letter, world::letter(lang)),
            ("signed", Sheet::Letter, world::signed(lang)),
            ("marked", Sheet::Letter, world::marked(lang)),
            ("receipt", Sheet::Receipt, world::receipt(lang)),
        ];
        for (name, sheet, data) in kinds {
            let begun = std::time::Instant::now();
            let pdf = world::drawn(sheet, &data);
            let drawn = begun.elapsed();
            let sealed = world::sealed(&pdf);
            let file = out.join(format!("{name}-{lang}.pdf"));
            println!("{}: {drawn:.1?}, {} bytes, {} sealed", file.display(), pdf.len(), sealed.len());
            std::fs::write(file, sealed)?;
        }
    }
    std::fs::write(out.join("certificate.pem"), letters::seal::pem(world::key(7).certificate_der()))?;
    std::fs::write(out.join("certificate.der"), world::key(7).certificate_der())?;
    let begun = std::time::Instant::now();
    let bundle: Vec<_> = (0..50).map(|n| world::letter(world::LANGUAGES[n % 3])).collect();
    let pdf = world::press().draw_together(Sheet::Letter, &bundle, "50 letters", Some(world::LOGO))?;
    println!("50 letters together: {:.1?}, {} bytes", begun.elapsed(), pdf.len());
    let begun = std::time::Instant::now();
    for n in 0..50 {
        let mut data = world::letter("both");
        data["reference"] = format!("ABQ-2026-OL-{n:05}").into();
        data["signers"][0]["name"] = format!("Guardian {n}").into();
        world::drawn(Sheet::Letter, &data);
    }
    println!("50 letters in both languages, each another one: {:.1?} each", begun.elapsed() / 50);
    let drawn = world::drawn(Sheet::Letter, &world::letter("both"));
    let begun = std::time::Instant::now();
    (0..50).for_each(|_| drop(world::sealed(&drawn)));
    println!("seal, a new key with it: {:.1?} each", begun.elapsed() / 50);
    std::fs::write(out.join("together.pdf"), pdf)?;
    Ok(())
}
