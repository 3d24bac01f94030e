//! Whose picture is decoded next.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use kernel::Refusal;
use kernel::turns::{Turn, Turns};
use words::SchoolId;
use words::address::household;

/// Memory is the process's, so the turns are too. With two places a school gets one of them, and the other is everybody else's.
static TURNS: LazyLock<Turns> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let places = (cores / 2).clamp(2, 4);
    Turns::new(places, places - 1, 64, Duration::from_secs(20))
});

/// The school's and the address's turn to have a picture decoded; hold it until that is done. R012 when too many wait, or it
/// takes too long.
pub async fn turn(school: &SchoolId, address: Option<IpAddr>) -> Result<Turn, Refusal> {
    let mut whose = vec![format!("school {school}")];
    // An address waits for itself before it stands in its school's line, so that it stands there once.
    whose.splice(0..0, address.map(|address| format!("address {}", household(address))));
    TURNS.take(&whose).await
}
