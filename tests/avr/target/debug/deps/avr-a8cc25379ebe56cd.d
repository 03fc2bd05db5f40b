/work/main/tests/avr/target/debug/deps/avr-a8cc25379ebe56cd.d: src/main.rs

/work/main/tests/avr/target/debug/deps/libavr-a8cc25379ebe56cd.rmeta: src/main.rs

src/main.rs:

# env-dep:CARGO_MANIFEST_DIR=/work/main/tests/avr
