/work/main/tests/avr/target/debug/deps/avr-fe87fa3d153d2c77.d: src/main.rs

/work/main/tests/avr/target/debug/deps/libavr-fe87fa3d153d2c77.rmeta: src/main.rs

src/main.rs:

# env-dep:CARGO_MANIFEST_DIR=/work/main/tests/avr
