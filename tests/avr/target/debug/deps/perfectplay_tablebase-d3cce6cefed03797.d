/work/main/tests/avr/target/debug/deps/perfectplay_tablebase-d3cce6cefed03797.d: /work/main/tablebase/src/lib.rs /work/main/tablebase/src/behind.rs /work/main/tablebase/src/block.rs /work/main/tablebase/src/code.rs /work/main/tablebase/src/cost.rs /work/main/tablebase/src/cursor.rs /work/main/tablebase/src/error.rs /work/main/tablebase/src/find.rs /work/main/tablebase/src/fingerprint.rs /work/main/tablebase/src/jobs.rs /work/main/tablebase/src/keyed/mod.rs /work/main/tablebase/src/keyed/block.rs /work/main/tablebase/src/keyed/cost.rs /work/main/tablebase/src/keyed/found.rs /work/main/tablebase/src/keyed/keys.rs /work/main/tablebase/src/keyed/plan.rs /work/main/tablebase/src/keyed/rules.rs /work/main/tablebase/src/keyed/score.rs /work/main/tablebase/src/parallel.rs /work/main/tablebase/src/plan.rs /work/main/tablebase/src/repeating.rs /work/main/tablebase/src/result.rs /work/main/tablebase/src/score.rs /work/main/tablebase/src/store.rs /work/main/tablebase/src/summary.rs /work/main/tablebase/src/table/mod.rs /work/main/tablebase/src/table/cache.rs /work/main/tablebase/src/table/file.rs /work/main/tablebase/src/table/implied.rs /work/main/tablebase/src/table/keyed/mod.rs /work/main/tablebase/src/table/keyed/pieces.rs /work/main/tablebase/src/table/keyed/read.rs /work/main/tablebase/src/table/keyed/verify.rs /work/main/tablebase/src/table/keyed/write.rs /work/main/tablebase/src/table/layout.rs /work/main/tablebase/src/table/pieces.rs /work/main/tablebase/src/table/read.rs /work/main/tablebase/src/table/verify.rs /work/main/tablebase/src/table/write.rs /work/main/tablebase/src/watch.rs /work/main/tablebase/src/window.rs

/work/main/tests/avr/target/debug/deps/libperfectplay_tablebase-d3cce6cefed03797.rmeta: /work/main/tablebase/src/lib.rs /work/main/tablebase/src/behind.rs /work/main/tablebase/src/block.rs /work/main/tablebase/src/code.rs /work/main/tablebase/src/cost.rs /work/main/tablebase/src/cursor.rs /work/main/tablebase/src/error.rs /work/main/tablebase/src/find.rs /work/main/tablebase/src/fingerprint.rs /work/main/tablebase/src/jobs.rs /work/main/tablebase/src/keyed/mod.rs /work/main/tablebase/src/keyed/block.rs /work/main/tablebase/src/keyed/cost.rs /work/main/tablebase/src/keyed/found.rs /work/main/tablebase/src/keyed/keys.rs /work/main/tablebase/src/keyed/plan.rs /work/main/tablebase/src/keyed/rules.rs /work/main/tablebase/src/keyed/score.rs /work/main/tablebase/src/parallel.rs /work/main/tablebase/src/plan.rs /work/main/tablebase/src/repeating.rs /work/main/tablebase/src/result.rs /work/main/tablebase/src/score.rs /work/main/tablebase/src/store.rs /work/main/tablebase/src/summary.rs /work/main/tablebase/src/table/mod.rs /work/main/tablebase/src/table/cache.rs /work/main/tablebase/src/table/file.rs /work/main/tablebase/src/table/implied.rs /work/main/tablebase/src/table/keyed/mod.rs /work/main/tablebase/src/table/keyed/pieces.rs /work/main/tablebase/src/table/keyed/read.rs /work/main/tablebase/src/table/keyed/verify.rs /work/main/tablebase/src/table/keyed/write.rs /work/main/tablebase/src/table/layout.rs /work/main/tablebase/src/table/pieces.rs /work/main/tablebase/src/table/read.rs /work/main/tablebase/src/table/verify.rs /work/main/tablebase/src/table/write.rs /work/main/tablebase/src/watch.rs /work/main/tablebase/src/window.rs

/work/main/tablebase/src/lib.rs:
/work/main/tablebase/src/behind.rs:
/work/main/tablebase/src/block.rs:
/work/main/tablebase/src/code.rs:
/work/main/tablebase/src/cost.rs:
/work/main/tablebase/src/cursor.rs:
/work/main/tablebase/src/error.rs:
/work/main/tablebase/src/find.rs:
/work/main/tablebase/src/fingerprint.rs:
/work/main/tablebase/src/jobs.rs:
/work/main/tablebase/src/keyed/mod.rs:
/work/main/tablebase/src/keyed/block.rs:
/work/main/tablebase/src/keyed/cost.rs:
/work/main/tablebase/src/keyed/found.rs:
/work/main/tablebase/src/keyed/keys.rs:
/work/main/tablebase/src/keyed/plan.rs:
/work/main/tablebase/src/keyed/rules.rs:
/work/main/tablebase/src/keyed/score.rs:
/work/main/tablebase/src/parallel.rs:
/work/main/tablebase/src/plan.rs:
/work/main/tablebase/src/repeating.rs:
/work/main/tablebase/src/result.rs:
/work/main/tablebase/src/score.rs:
/work/main/tablebase/src/store.rs:
/work/main/tablebase/src/summary.rs:
/work/main/tablebase/src/table/mod.rs:
/work/main/tablebase/src/table/cache.rs:
/work/main/tablebase/src/table/file.rs:
/work/main/tablebase/src/table/implied.rs:
/work/main/tablebase/src/table/keyed/mod.rs:
/work/main/tablebase/src/table/keyed/pieces.rs:
/work/main/tablebase/src/table/keyed/read.rs:
/work/main/tablebase/src/table/keyed/verify.rs:
/work/main/tablebase/src/table/keyed/write.rs:
/work/main/tablebase/src/table/layout.rs:
/work/main/tablebase/src/table/pieces.rs:
/work/main/tablebase/src/table/read.rs:
/work/main/tablebase/src/table/verify.rs:
/work/main/tablebase/src/table/write.rs:
/work/main/tablebase/src/watch.rs:
/work/main/tablebase/src/window.rs:
