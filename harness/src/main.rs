//! The `harness` command.
fn main() {}
