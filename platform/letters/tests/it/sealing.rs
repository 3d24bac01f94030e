//! A sealed file is the one that was sealed, or it is refused.

use letters::Sheet;
use letters::seal::{BadKey, Broken, SchoolKey, Sealer, Unsealed, check, fingerprint, pem, seal};

use crate::world::{drawn, key, letter, now, press, sealed, signed, small};

/// The school's key, and with it what a time-stamp service would add.
struct Stamping(SchoolKey, Vec<u8>);

impl Sealer for Stamping {
    fn certificate(&self) -> &x509_cert::Certificate {
        self.0.certificate()
    }

    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Unsealed> {
        self.0.sign(message)
    }

    fn time_stamp(&self, _signature: &[u8]) -> Result<Option<Vec<u8>>, Unsealed> {
        Ok(Some(self.1.clone()))
    }

    fn room(&self) -> usize {
        10_240
    }
}

fn certificate(byte: u8) -> Vec<u8> {
    key(byte).certificate_der().to_vec()
}

#[test]
fn what_was_sealed_is_told_with_name_and_moment() {
    let file = sealed(&drawn(Sheet::Letter, &signed("both")));
    let told = check(&file, &[certificate(1), certificate(7)]).unwrap();
    assert_eq!((told.by, told.at, told.has_time_stamp), (1, now(), false));
    assert_eq!(told.name, "Al Bayan \"Bilingual\" School, Hawalli = 1");
}

#[test]
fn sealing_adds_behind_the_file_and_gives_the_same_bytes_each_time() {
    let pdf = drawn(Sheet::Letter, &letter("ar"));
    let file = sealed(&pdf);
    assert!(file.starts_with(&pdf));
    assert!(file == sealed(&pdf));
    let later = seal(&pdf, &key(7), now() + jiff::SignedDuration::from_secs(1), "Offer").unwrap();
    assert!(later != file);
    check(&later, &[certificate(7)]).unwrap();
}

/// Whether a change of that byte goes unnoticed.
fn is_missed(file: &mut [u8], at: usize, flip: u8, certificates: &[Vec<u8>]) -> bool {
    file[at] ^= flip;
    let missed = check(file, certificates).is_ok();
    file[at] ^= flip;
    missed
}

#[test]
fn any_changed_byte_is_noticed() {
    let pdf = press().draw(Sheet::Letter, &small(), None).unwrap();
    let file = sealed(&pdf);
    let certificates = [certificate(7)];
    // Every byte, of what was drawn and of what the seal wrote.
    let places: Vec<usize> = (0..file.len()).collect();
    let missed: Vec<_> = std::thread::scope(|scope| {
        let halves = places.chunks(places.len().div_ceil(2)).map(|part| {
            let (mut file, certificates) = (file.clone(), &certificates);
            scope.spawn(move || {
                let flips = part.iter().flat_map(|at| [(*at, 0x01), (*at, 0x20)]);
                flips.filter(|(at, flip)| is_missed(&mut file, *at, *flip, certificates)).collect::<Vec<_>>()
            })
        });
        halves.collect::<Vec<_>>().into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert_eq!(missed, []);
    check(&file, &certificates).unwrap();
}

#[test]
fn more_less_and_other_files_are_refused() {
    let pdf = drawn(Sheet::Letter, &letter("en"));
    let file = sealed(&pdf);
    let mine = [certificate(7)];
    assert_eq!(check(&pdf, &mine), Err(Broken::Unsealed));
    assert_eq!(check(b"", &mine), Err(Broken::Unsealed));
    assert_eq!(check(&[file.as_slice(), b"\n"].concat(), &mine), Err(Broken::Changed));
    for cut in [1, 10, 100, 1_000, 3_000] {
        assert!(check(&file[..file.len() - cut], &mine).is_err(), "{cut} bytes less");
    }
    assert!(check(&file[1..], &mine).is_err());
    let foreign = check(&file, &[certificate(1)]).unwrap_err();
    assert!(matches!(foreign, Broken::Foreign { sha256 } if sha256.len() == 64));
    assert!(matches!(check(&file, &[] as &[Vec<u8>]), Err(Broken::Foreign { .. })));
}

/// Where the lengths of all values stand that reach up to the end of the DER: the byte that counts single bytes.
fn open_frames(der: &[u8]) -> Vec<usize> {
    let (mut at, mut frames) = (0, Vec::new());
    while at < der.len() {
        let (head, len) = match der[at + 1] {
            0x82 => (4, usize::from(u16::from_be_bytes([der[at + 2], der[at + 3]]))),
            0x81 => (3, usize::from(der[at + 2])),
            short => (2, usize::from(short)),
        };
        let reaches_the_end = at + head + len == der.len();
        if reaches_the_end {
            frames.push(at + head - 1);
        }
        // A number is the innermost.
        let is_inside = reaches_the_end && der[at] != 0x02;
        // The signature hides in a string of bytes, which is opened like the others.
        at += if is_inside { head } else { head + len };
    }
    frames
}

#[test]
fn the_other_spelling_of_a_signature_is_refused() {
    let mut file = sealed(&drawn(Sheet::Letter, &small()));
    let start = file.windows(12).rposition(|each| each == b"/Contents<30").unwrap() + 10;
    let end = start + file[start..].iter().position(|byte| *byte == b'>').unwrap();
    let room = data_encoding::HEXLOWER.decode(&file[start..end]).unwrap();
    let len = 4 + usize::from(u16::from_be_bytes([room[2], room[3]]));
    let (low, padding) = room.split_at(len);

    // s is the last number; n - s has a zero before it, so that all that holds it grows by a byte.
    let frames = open_frames(low);
    let s_at = frames.last().unwrap() + 1;
    let mut signature = vec![0_u8; 64];
    signature[31] = 1;
    signature[32 + 32 - (len - s_at)..].copy_from_slice(&low[s_at..]);
    let s = p256::ecdsa::Signature::from_slice(&signature).unwrap().s();
    let mut high = low[..s_at].to_vec();
    high.push(0);
    high.extend_from_slice(&(-s).to_bytes());
    for at in frames {
        high[at] += u8::try_from(33 - (len - s_at)).unwrap();
    }
    let grown = high.len() - len;
    let both = [high.as_slice(), &padding[grown..]].concat();
    file[start..end].copy_from_slice(data_encoding::HEXLOWER.encode(&both).as_bytes());
    assert_eq!(check(&file, &[certificate(7)]), Err(Broken::Changed));
}

#[test]
fn what_is_sealed_or_no_pdf_of_ours_is_not_sealed() {
    let file = sealed(&drawn(Sheet::Letter, &small()));
    for bad in [file.as_slice(), b"", b"%PDF-1.7", b"%PDF-1.7\nstartxref\n9\n%%EOF", b"startxref 0 xref\n0 1\n"] {
        assert!(matches!(seal(bad, &key(7), now(), "x"), Err(Unsealed::File(_))));
    }
    // Whatever is cut off, it is told and nothing worse.
    let pdf = drawn(Sheet::Letter, &small());
    for len in (0..pdf.len()).step_by(97).chain(pdf.len() - 400..pdf.len() - 6) {
        assert!(seal(&pdf[..len], &key(7), now(), "x").is_err(), "{len} of {}", pdf.len());
    }
}

#[test]
fn a_time_stamp_stands_in_the_file_where_there_is_room() {
    let pdf = drawn(Sheet::Letter, &small());
    let token = |len: usize| {
        [&[0x30, 0x82][..], &u16::try_from(len).unwrap().to_be_bytes(), &[0x05, 0x00].repeat(len / 2)].concat()
    };
    let file = seal(&pdf, &Stamping(key(7), token(3_000)), now(), "x").unwrap();
    assert!(check(&file, &[certificate(7)]).unwrap().has_time_stamp);
    let large = seal(&pdf, &Stamping(key(7), token(12_000)), now(), "x");
    assert!(matches!(large, Err(Unsealed::Room { room: 10_240, needed }) if needed > 12_000));
    assert!(matches!(seal(&pdf, &Stamping(key(7), vec![1, 2, 3]), now(), "x"), Err(Unsealed::Asn1(_))));
}

#[test]
fn a_key_that_was_kept_seals_as_before() {
    let made = key(7);
    let kept = SchoolKey::open(&made.secret(), made.certificate_der()).unwrap();
    let pdf = drawn(Sheet::Letter, &small());
    assert!(seal(&pdf, &kept, now(), "x").unwrap() == seal(&pdf, &made, now(), "x").unwrap());
    assert!(matches!(SchoolKey::open(&key(1).secret(), made.certificate_der()), Err(BadKey::Foreign)));
    assert!(matches!(SchoolKey::open(&[0; 32], made.certificate_der()), Err(BadKey::Secret)));
    assert!(matches!(SchoolKey::open(&made.secret(), b"no"), Err(BadKey::Certificate(_))));
    assert!(!format!("{made:?}").contains("0707"));
}

#[test]
fn a_certificate_is_passed_on_as_text_and_compared_by_its_fingerprint() {
    let der = certificate(7);
    let text = pem(&der);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"));
    assert!(lines[1..lines.len() - 2].iter().all(|line| line.len() == 64));
    let body = lines[1..lines.len() - 1].concat();
    assert_eq!(data_encoding::BASE64.decode(body.as_bytes()).unwrap(), der);
    let groups = fingerprint(&der);
    assert_eq!(groups.split(' ').count(), 16);
    assert_eq!(groups.replace(' ', "").to_lowercase(), words::sha256_hex(&der));
    assert!(certificate(7) == der && certificate(8) != der);
}
