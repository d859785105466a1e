# One recipe for each thing that CI runs. `just --list` shows them.

# Formatting, lints, docs and tests: what must be green before a commit lands.
check: fmt clippy doc test

# Formatting.
fmt:
    cargo fmt --all --check

# Lints, as errors.
clippy:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Documentation, its warnings as errors.
doc:
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked

# Every test.
test:
    cargo test --workspace --locked

# Counts that take too long for every day.
deep:
    cargo test --release --package tests --locked -- --ignored

# The main run, as the README gives it.
play:
    cargo run -p harness -- --games 10000 --seats 4
