# Short names for the commands of docs/dev/testing.md. `just` lists them; just itself is optional.

# list the commands
default:
    @just --list

# unoptimised tests
test *ARGUMENTS:
    cargo test {{ARGUMENTS}}

# all tests, optimised
checked *ARGUMENTS:
    cargo test --profile checked {{ARGUMENTS}}

# the CI
ci:
    bash .ci/run

# formatting, lints and documentation
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# update the outputs in transcripts, README and manual; review the diff before a commit
bless:
    TIANYUAN_BLESS=1 cargo test --profile checked --test it -- transcripts manual

# bench signature and the line for the commit message
signature:
    cargo run --release -q -- bench

# playouts/s on this machine
speed *ARGUMENTS:
    cargo run --release -q -- speed {{ARGUMENTS}}

# a criterion benchmark: board, playout, search, model, net, protocol, record or solver
bench NAME='board':
    cargo bench --bench {{NAME}}

# strength test; NEW and OLD are command lines
strength NEW OLD SIZE='9':
    cargo run --release -q -- match --sprt 0 20 --size {{SIZE}} --random-opening 4 --engine '{{NEW}}' --engine '{{OLD}}'

# tests with real clients
clients *CLIENTS:
    bash .ci/clients {{CLIENTS}}

# nets and moves on emulated ARM processors
arm *PROCESSORS:
    bash .ci/arm {{PROCESSORS}}

# losses on time in blitz games
blitz GAMES='':
    bash .ci/blitz {{GAMES}}

# leaks in long runs
soak *ARGUMENTS:
    bash .ci/soak {{ARGUMENTS}}

# coverage-guided fuzzing of parsers and sessions
fuzz *ARGUMENTS:
    nice bash .ci/fuzz {{ARGUMENTS}}

# licences, bans and advisories of dependencies
deny:
    cargo deny check

# minimum Rust version
msrv:
    cargo +1.89 check --all-targets

# model checking of the search tree with loom
loom:
    RUSTFLAGS="--cfg loom" cargo test --profile checked --target-dir target/loom -p tianyuan-search --lib tree

# search tree under Miri
miri:
    cargo +nightly miri test -p tianyuan-search --lib tree
