# The commands of CONTRIBUTING.md by name. `just` lists them; each line can be typed without just as well.

# list the commands
default:
    @just --list

# what can be tested without optimising
test *ARGUMENTS:
    cargo test {{ARGUMENTS}}

# everything that must hold
checked *ARGUMENTS:
    cargo test --profile checked {{ARGUMENTS}}

# what the continuous integration runs
ci:
    bash .ci/run

# format, lints and documentation, without the tests
lint:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# write the engine's answers into transcripts, README and manual; read the difference before a commit
bless:
    TIANYUAN_BLESS=1 cargo test --profile checked --test it -- transcripts manual

# the signature, with the line for the commit
signature:
    cargo run --release -q -- bench

# playouts a second on this machine
speed *ARGUMENTS:
    cargo run --release -q -- speed {{ARGUMENTS}}

# a criterion bench: board, playout, search, model, net, protocol or record
bench NAME='board':
    cargo bench --bench {{NAME}}

# whether a change made the player stronger: NEW and OLD are command lines
strength NEW OLD SIZE='9':
    cargo run --release -q -- match --sprt 0 20 --size {{SIZE}} --random-opening 4 --engine '{{NEW}}' --engine '{{OLD}}'

# real clients drive the engine
clients *CLIENTS:
    bash .ci/clients {{CLIENTS}}

# nets and moves on ARM, in an emulator
arm *PROCESSORS:
    bash .ci/arm {{PROCESSORS}}

# whether a game is ever lost on time
blitz GAMES='':
    bash .ci/blitz {{GAMES}}

# whether anything grows or breaks in the long run
soak *ARGUMENTS:
    bash .ci/soak {{ARGUMENTS}}

# coverage-guided fuzzing of readers and sessions
fuzz *ARGUMENTS:
    nice bash .ci/fuzz {{ARGUMENTS}}

# licences, bans and advisories of the packages
deny:
    cargo deny check

# the oldest compiler that is supported
msrv:
    cargo +1.89 check --all-targets

# the tree of the search in every order that its threads may meet in
loom:
    RUSTFLAGS="--cfg loom" cargo test --profile checked --target-dir target/loom -p tianyuan-search --lib tree

# the tree of the search under Miri
miri:
    cargo +nightly miri test -p tianyuan-search --lib tree
