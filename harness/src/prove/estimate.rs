//! x
/// e
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate;
impl std::fmt::Display for Estimate { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("x") } }
