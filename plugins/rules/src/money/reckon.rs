//! Reckoning over the minor units of one currency.

/// What happens to the part of an amount below one minor unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Halves go away from zero: the usual rule of a bill.
    HalfUp,
    /// Halves go to the even neighbour.
    HalfEven,
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
}

/// `amount × numerator ÷ denominator`, rounded as said; `None` on overflow or a zero denominator.
#[must_use]
pub fn ratio(amount: i64, numerator: i64, denominator: i64, rounding: Rounding) -> Option<i64> {
    if denominator == 0 {
        return None;
    }
    let product = i128::from(amount) * i128::from(numerator);
    let divisor = i128::from(denominator);
    let (whole, rest) = (product / divisor, product % divisor);
    let away = if (product < 0) == (divisor < 0) { 1 } else { -1 };
    let twice = rest.unsigned_abs() * 2;
    let up = match rounding {
        _ if rest == 0 => false,
        Rounding::Down => false,
        Rounding::Up => true,
        Rounding::HalfUp => twice >= divisor.unsigned_abs(),
        Rounding::HalfEven => twice > divisor.unsigned_abs() || (twice == divisor.unsigned_abs() && whole % 2 != 0),
    };
    i64::try_from(if up { whole + away } else { whole }).ok()
}

/// A share of an amount in hundredths of a percent (`500` = 5 %).
#[must_use]
pub fn share(amount: i64, basis_points: i64, rounding: Rounding) -> Option<i64> {
    ratio(amount, basis_points, 10_000, rounding)
}

/// Splits an amount into parts that differ by at most one minor unit and add up exactly; the first ones carry the rest.
#[must_use]
pub fn split(amount: i64, parts: u32) -> Vec<i64> {
    let count = i64::from(parts);
    if count == 0 {
        return Vec::new();
    }
    let (each, rest) = (amount / count, amount % count);
    (0..count).map(|at| each + if at < rest.abs() { rest.signum() } else { 0 }).collect()
}

/// Splits an amount in proportion to weights. The parts add up exactly: each gets the whole units of its share, and the largest
/// remainders one more, of equal ones the first. `None` when all weights are zero.
#[must_use]
pub fn apportion(amount: i64, weights: &[u64]) -> Option<Vec<i64>> {
    let all: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if all == 0 {
        return None;
    }
    // An amount has 64 bits, and so has a weight: their product fits into 128.
    let whole = u128::from(amount.unsigned_abs());
    let products: Vec<u128> = weights.iter().map(|weight| whole * u128::from(*weight)).collect();
    let mut shares: Vec<u128> = products.iter().map(|product| product / all).collect();
    let rest = usize::try_from(whole - shares.iter().sum::<u128>()).ok()?;
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(products[*at] % all));
    for at in order.into_iter().take(rest) {
        shares[at] += 1;
    }
    // A part is never more than the whole, so each fits; the sign is put back in 128 bits, where -2^63 has a positive twin.
    let signed = |share: u128| i64::try_from(i128::try_from(share).ok()? * i128::from(amount.signum())).ok();
    shares.into_iter().map(signed).collect()
}
