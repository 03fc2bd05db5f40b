/work/main/tests/avr/target/debug/deps/radsort-b6680f3aebc6e244.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/double_buffer.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/scalar.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/sort.rs

/work/main/tests/avr/target/debug/deps/libradsort-b6680f3aebc6e244.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/lib.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/double_buffer.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/scalar.rs /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/sort.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/lib.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/double_buffer.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/scalar.rs:
/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/radsort-0.1.1/src/sort.rs:
