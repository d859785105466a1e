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

# The hunt of CI: nobody is accused, and the interesting cases are reached.
hunt:
    cargo run -p harness --locked -- hunt --games 2000 --seed 1 --cap 200 --require-coverage corpora/coverage.txt --out reports/hunt

# A long hunt, `just soak 1h 7`: nobody is accused, and memory in its second half is what it was in its first.
soak time="1h" seed="1":
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build -p harness --locked
    mkdir -p reports
    target/debug/harness hunt --for {{time}} --seed {{seed}} --out reports/soak &
    hunt=$!
    echo seconds,rss_kib > reports/soak-memory.csv
    while kill -0 $hunt 2>/dev/null; do
        rss=$(awk '/^VmRSS/ {print $2}' /proc/$hunt/status 2>/dev/null || true)
        if [ -n "$rss" ]; then echo "$SECONDS,$rss" >> reports/soak-memory.csv; fi
        sleep 5
    done
    wait $hunt
    # The first lines are of a program that warms up.
    awk -F, 'NR > 3 {rss[++n] = $2}
        END {
            for (i = 1; i <= n; i++) { half = i > n / 2; if (rss[i] > most[half]) most[half] = rss[i] }
            print "at most " most[0] " KiB in the first half, " most[1] " KiB in the second"
            exit most[1] > 1.25 * most[0] + 16384
        }' reports/soak-memory.csv
# Faults planted on purpose: each must be caught, and the engine without one not accused.
canary:
    cargo run -p harness --locked -- canary

# Each fuzz target for a few seconds, one minute in all; the build comes before that.
fuzz-smoke seconds='12':
    #!/usr/bin/env bash
    set -euo pipefail
    if ! said=$(cargo fuzz --version 2>&1); then
        echo "skipped, because cargo-fuzz is not installed (cargo install cargo-fuzz): ${said%%$'\n'*}"
        exit 0
    fi
    for target in position move rules case game; do
        just fuzz $target {{seconds}}
    done

# One fuzz target for so many seconds, from its seeds and what earlier runs found; no unsafe code, so no sanitizer.
fuzz target seconds:
    mkdir -p fuzz/corpus/{{target}}
    cargo fuzz run --sanitizer none {{target}} fuzz/corpus/{{target}} fuzz/seeds/{{target}} -- -max_total_time={{seconds}} -timeout=10 -rss_limit_mb=2048 -print_final_stats=1

# Mutants that no test kills, of `engine` or `harness`; `just mutants engine --re engine/src/game.rs` for one file.
mutants package *args:
    #!/usr/bin/env bash
    set -euo pipefail
    if ! said=$(cargo mutants --version 2>&1); then
        echo "skipped, because cargo-mutants is not installed (cargo install cargo-mutants): ${said%%$'\n'*}"
        exit 0
    fi
    # What looks at these files: laws of the engine are in `tests`, too, and fail after the quick tests.
    case {{package}} in
        engine) tested=(--test-package engine --test-package tests); tests=(--lib --tests) ;;
        harness) tested=(--test-package harness); tests=(--lib check::) ;;
    esac
    cargo mutants --config mutants.toml --output target --package {{package}} "${tested[@]}" {{args}} -- "${tests[@]}"

# What each seat and moving first is worth, as the README gives it.
seats:
    cargo run --release -p harness -- seats --games 8000

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

# The Coach and the bots on one thread, here and by estimate on the devices of devices/.
latency:
    cargo run --release -p harness --locked -- latency --repeat 50

# The committed counts and what follows from them, written anew; say why in the changelog.
latency-bless:
    cargo run -p harness --locked -- latency --bless
    BLESS=1 cargo test -p harness --locked --test latency

# The committed positions, found anew by play. Their counts have to be blessed after that.
latency-corpus:
    cargo run --release -p harness --locked -- latency --find corpora/latency --seed 1 --games 48

# Instructions under callgrind, within 1% of the committed number; `just latency-instructions bless` writes it.
latency-instructions bless="":
    #!/usr/bin/env bash
    set -euo pipefail
    committed=corpora/latency/instructions.tsv
    if ! command -v valgrind > /dev/null; then
        echo "skipped: valgrind is not installed"
        exit 0
    fi
    cargo build --release -p harness --locked
    compiler=$(rustc --version)
    said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/harness latency --counts 2>&1 > /dev/null || true)
    counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' <<< "$said")
    if [ -z "$counted" ]; then
        echo "$said"
        echo "callgrind counted nothing"
        exit 3
    fi
    if [ "{{bless}}" = bless ]; then
        printf 'compiler\tinstructions\n%s\t%s\n' "$compiler" "$counted" > "$committed"
        echo "$counted instructions, written to $committed"
        exit 0
    fi
    known=$(awk -F'\t' -v compiler="$compiler" '$1 == compiler { print $2 }' "$committed" 2> /dev/null || true)
    if [ -z "$known" ]; then
        echo "skipped: no number is committed for $compiler"
        exit 0
    fi
    awk -v now="$counted" -v then="$known" 'BEGIN {
        change = 100 * (now / then - 1)
        printf "%.0f instructions, %+.3f%% of %.0f\n", now, change, then
        exit change > 1 || change < -1 ? 6 : 0
    }'

# Two hundred kills (-9) of a run at random moments: the final files are those of an undisturbed one.
kill-test:
    cargo test -p harness --locked --test runs -- --ignored --nocapture

# A real Slurm on this machine for a minute: eight shards, one killed and played on, merged, compared.
slurm-demo:
    harness/cluster/slurm-demo.sh

# Memory, time and bytes of so many random games, as docs/scale.md has them.
scale games="10000":
    cargo build --release -p harness --locked
    rm -rf target/scale-{{games}}
    /usr/bin/time -v target/release/harness --games {{games}} --seats 2,3,4,6 --bots random --cap 200total --quiet --out target/scale-{{games}}
    du -b target/scale-{{games}}/*

# The rules files of the corpora: those that are right, with a warning for the page whose camp rule stands in its
# body alone, and the damaged ones, each of which must be refused for the fault that it names.
rules:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build -p harness --locked
    target/debug/harness rules check corpora/rules/*.toml corpora/rules/*.md
    for file in corpora/rules/bad/*; do
        fault=$(sed -n '0,/.*fault: line /s/.*fault: line \([0-9]*\): /:\1: error: /p' "$file")
        code=0
        said=$(target/debug/harness rules check "$file") || code=$?
        if [ "$code" != 3 ] || [ -z "$fault" ] || ! grep --quiet --fixed-strings -- "$fault" <<< "$said"; then
            echo "$file: ended with $code, and did not say '$fault':"
            echo "$said"
            exit 1
        fi
        echo "$file: refused: $fault"
    done

# Wall time of the engine's and the harness's work, by criterion. `just bench search/coach` for a part.
bench *FILTER:
    cargo bench -p engine --bench engine -- {{FILTER}}
    cargo bench -p harness --bench harness -- {{FILTER}}

# Instructions of the same work under callgrind, within 1% of the committed counts.
bench-instructions *NAMES:
    cargo bench -p harness --bench measure -- instructions {{NAMES}}

# The committed counts, written down anew.
bench-instructions-rewrite:
    cargo bench -p harness --bench measure -- rewrite

# Processor time a unit of the same work.
bench-time *NAMES:
    cargo bench -p harness --bench measure -- time {{NAMES}}

# The same work beside OpenSpiel and beside the slow reference, as ratios, in one run.
bench-peers:
    cargo bench -p harness --bench measure -- peers "$PWD/target/peers/bin/python"

# Depth and width of the search in 5,000 positions of games, `just tune standard` for short hops, against depth 5 and width 32.
tune rules="hub":
    cargo run --release -p harness --locked -- tune --rules {{rules}} --depths 1..4 --widths 4,8,12,16,24 --positions 5000

# A fresh run as a page, and a picture of it where there is a Chromium.
report:
    #!/usr/bin/env bash
    set -euo pipefail
    folder=target/report-run
    rm -rf "$folder"
    cargo run -p harness --locked -- --games 400 --seats 2,3,4,6 --quiet --out "$folder"
    cargo run -p harness --locked -- report "$folder"
    if ! browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
        echo "picture skipped, because there is no Chromium"
        exit 0
    fi
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$(mktemp -d)" \
        --screenshot="$folder/report.png" --window-size=1100,1600 "file://$PWD/$folder/report.html"
