//! The sandbox, tried with a hostile guest; and the shipped plugins, held to their native rules.

mod fairness;
mod hostile;
mod load;
mod parity;
mod support;
mod trial;
