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

# Python packages of other people's engines, in a virtual environment under target/.
peers:
    python3 -m venv target/peers
    target/peers/bin/pip install --quiet open_spiel==2.0.2 magmacrunch-chinese-checkers==0.1.1

# OpenSpiel and magmacrunch against their presets, and which rules each is found to play.
conform-peers:
    cargo run -p harness -- conform --engine 'cmd:target/peers/bin/python harness/adapters/openspiel.py' --rules openspiel --positions 5000
    cargo run -p harness -- conform --engine 'cmd:target/peers/bin/python harness/adapters/magmacrunch.py' --rules magmacrunch --positions 5000
    cargo run -p harness -- infer --engine 'cmd:target/peers/bin/python harness/adapters/openspiel.py'
    cargo run -p harness -- infer --engine 'cmd:target/peers/bin/python harness/adapters/magmacrunch.py'

# The veto in OpenSpiel's rule, small: one marble that a rival leaves at home denies a win for ever. Exit code 1.
veto:
    cargo run -p harness -- conform --engine 'cmd:target/peers/bin/python harness/adapters/openspiel.py' --rules standard --seats 2 --positions 20000
