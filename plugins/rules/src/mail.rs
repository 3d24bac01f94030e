//! What an e-mail address tells by itself.

/// Providers whose addresses anyone can open: no proof of where a person works.
const PERSONAL: [&str; 24] = [
    "aol.com",
    "fastmail.com",
    "gmail.com",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hotmail.co.uk",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "outlook.com",
    "outlook.sa",
    "proton.me",
    "protonmail.com",
    "rediffmail.com",
    "yahoo.com",
    "yandex.com",
    "zoho.com",
];

/// The part after the `@`, in small letters.
pub fn domain(address: &str) -> Option<String> {
    let (local, domain) = address.trim().rsplit_once('@')?;
    (!local.is_empty() && domain.contains('.')).then(|| domain.to_lowercase())
}

/// Whether the address is from a provider that anyone can use, so that it says nothing about an employer.
pub fn is_personal(address: &str) -> bool {
    domain(address).is_some_and(|domain| {
        let first = domain.split('.').next().unwrap_or_default();
        PERSONAL.contains(&domain.as_str()) || matches!(first, "yahoo" | "ymail" | "rocketmail" | "hotmail" | "live" | "outlook" if domain.matches('.').count() <= 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_and_personal_addresses() {
        for personal in ["a@gmail.com", "A@GMAIL.COM", "a@yahoo.co.in", "a@hotmail.fr", "a@icloud.com"] {
            assert!(is_personal(personal), "{personal}");
        }
        for work in ["head@school.example", "a@mail.school.edu.om", "not an address", "a@gmail.com.school.example"] {
            assert!(!is_personal(work), "{work}");
        }
    }
}
