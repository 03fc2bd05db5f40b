//! Tests that jobs have the same results in any order, with any number of threads, with any amount
//! of memory, and after any number of interruptions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use std::{env, fs, thread};

use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{
    DenseIndex, DirectoryStore, Error, Job, JobStatus, Limits, MemoryStore, ResultStore, Sharding,
    Solver,
};

fn game(parameters: &str) -> Connect {
    Connect::with_parameters(parameters).expect("parameters of the game")
}

/// Returns the number of bytes of memory that the largest job takes.
fn least_memory(jobs: &Solver) -> u64 {
    jobs.plan().workload(0, &[]).costs().memory
}

/// Runs every job, one after another, without deleting results.
fn run_all(jobs: &Solver, store: &dyn ResultStore) {
    let all: Vec<Job> = jobs.jobs().collect();
    jobs.run_each(&all, store, &Limits::default(), &mut |_| ())
        .expect("results");
}

/// Returns a map from the name of each result in a store to its bytes. The map leaves out results that the solver has
/// deleted.
fn results(jobs: &Solver, store: &dyn ResultStore) -> BTreeMap<String, Vec<u8>> {
    let read = |job| {
        let file = jobs.plan().file(job);
        let bytes = store.read(&file).expect("a file");
        Some((file, bytes?))
    };
    jobs.jobs().filter_map(read).collect()
}

fn table(jobs: &Solver, store: &dyn ResultStore) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.table");
    jobs.gather(store, &path, &Limits::default())
        .expect("a table");
    fs::read(path).expect("a table")
}

#[test]
fn threads_and_memory_change_no_byte() {
    let game = game("4x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:4x3,3").expect("a plan");
    let least = least_memory(&jobs);
    let solved = |threads, memory| {
        let store = MemoryStore::new();
        let limits = Limits {
            threads,
            memory,
            ..Limits::default()
        };
        jobs.solve(&store, &limits).expect("a game");
        (results(&jobs, &store), table(&jobs, &store))
    };
    let expected = solved(None, None);
    assert!(solved(Some(1), None) == expected);
    assert!(solved(Some(3), None) == expected);
    assert!(solved(Some(2), Some(least)) == expected);
}

#[test]
fn too_little_memory_is_refused() {
    let game = game("4x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:4x3,3").expect("a plan");
    let limits = Limits {
        memory: Some(least_memory(&jobs) - 1),
        ..Limits::default()
    };
    let store = MemoryStore::new();
    match jobs.solve(&store, &limits) {
        Err(Error::Memory { needed, allowed }) => assert_eq!(allowed, needed - 1),
        other => panic!("{other:?}"),
    }
    // Nothing has been started.
    assert!(
        jobs.jobs()
            .all(|job| jobs.status(job, &store).expect("a store") == JobStatus::Missing)
    );
}

#[test]
fn jobs_run_alone_and_twice() {
    let game = game("4x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:4x3,3").expect("a plan");
    let expected = MemoryStore::new();
    run_all(&jobs, &expected);

    // Runs any job whose needed results are there. The search begins at the end of the list, so the
    // order is nearly reversed.
    let store = MemoryStore::new();
    let mut open: Vec<Job> = jobs.jobs().collect();
    let limits = Limits::default();
    while !open.is_empty() {
        let ready = open.iter().rposition(|&job| {
            let needs = jobs.plan().needs(job);
            needs.iter().all(|need| !open.contains(need))
        });
        let job = open.remove(ready.expect("a job that can run"));
        jobs.run_each(&[job], &store, &limits, &mut |_| ())
            .expect("a result");
        jobs.run_each(&[job], &store, &limits, &mut |_| ())
            .expect("the same result");
        assert_eq!(jobs.plan().job(&jobs.plan().file(job)), Some(job));
    }
    assert!(results(&jobs, &store) == results(&jobs, &expected));

    // A job reports that the results that it needs are missing.
    let last = jobs.jobs().last().expect("a job");
    match jobs.run_each(&[last], &MemoryStore::new(), &limits, &mut |_| ()) {
        Err(Error::Missing { job }) => {
            assert!(
                jobs.plan()
                    .needs(last)
                    .iter()
                    .any(|&need| jobs.plan().file(need) == job)
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn damaged_results_are_made_again() {
    let game = game("3x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:3x3,3").expect("a plan");
    let directory = tempfile::tempdir().expect("a directory");
    let store = DirectoryStore::open(directory.path(), "game").expect("a store");
    run_all(&jobs, &store);
    let expected = results(&jobs, &store);
    for job in jobs.jobs() {
        let path = store.path(&jobs.plan().file(job));
        let whole = fs::read(&path).expect("a result");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).expect("a file");
            assert_eq!(
                jobs.status(job, &store).expect("a store"),
                JobStatus::Damaged,
                "{at}"
            );
        }
        fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
        assert_eq!(
            jobs.status(job, &store).expect("a store"),
            JobStatus::Damaged
        );
        // Once there are scores, the found states are not needed any more. If they are needed, a
        // job computes them again.
        run_all(&jobs, &store);
        jobs.run_each(&[job], &store, &Limits::default(), &mut |_| ())
            .expect("a result");
        assert_eq!(jobs.status(job, &store).expect("a store"), JobStatus::Done);
    }
    assert!(results(&jobs, &store) == expected);
}

#[test]
fn results_of_other_rules_are_not_mixed() {
    let (one, other) = (game("3x3,3"), game("3x3,3,misere"));
    let store = MemoryStore::new();
    let jobs = Solver::new(DenseIndex(one), "one").expect("a plan");
    run_all(&jobs, &store);
    let others = Solver::new(DenseIndex(other), "other").expect("a plan");
    for job in others.jobs() {
        assert_eq!(
            others.status(job, &store).expect("a store"),
            JobStatus::Damaged
        );
    }
}

#[test]
fn a_solver_that_is_told_to_stop_goes_on_later() {
    let game = game("3x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:3x3,3").expect("a plan");
    let expected = MemoryStore::new();
    jobs.solve(&expected, &Limits::default()).expect("a game");
    let store = MemoryStore::new();
    let steps = std::sync::atomic::AtomicU32::new(0);
    let mut stops = 0;
    // Each time, the solver gets a little farther.
    let summary = loop {
        let watch = |_| {
            let step = steps.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
            if step == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        steps.store(30 + 10 * stops, std::sync::atomic::Ordering::Relaxed);
        let limits = Limits {
            watch: &watch,
            ..Limits::default()
        };
        match jobs.solve(&store, &limits) {
            Ok(summary) => break summary,
            Err(Error::Interrupted) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(stops > 0);
    assert_eq!(summary, jobs.summary(&expected).expect("scores"));
    assert!(results(&jobs, &store) == results(&jobs, &expected));
}

fn bytes_in(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    let sizes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len()));
    sizes.sum()
}

/// Moves the results into the table. The solver is interrupted again and again, and then continues. Once, a byte of the
/// incomplete table is changed on purpose. Together, the results and the table take hardly more space than either of
/// them alone.
#[test]
fn results_give_their_room_to_the_table() {
    let jobs = Solver::new(DenseIndex(game("5x4")), "connect:5x4,4").expect("a plan");
    let expected = MemoryStore::new();
    jobs.solve(&expected, &Limits::default()).expect("a game");
    let expected = table(&jobs, &expected);
    let directory = tempfile::tempdir().expect("a directory");
    let open = || DirectoryStore::open(directory.path(), "game").expect("a store");
    let summary = jobs.solve(&open(), &Limits::default()).expect("a game");
    let results = bytes_in(directory.path());
    let score = jobs.score_of_start(&open()).expect("a result");
    // At most about 64 KiB are stored twice at any time, or one whole result if a result is larger.
    let most = results + results / 4;
    let (mut stops, mut damaged) = (0, false);
    loop {
        let left = std::sync::atomic::AtomicI64::new(2 * stops);
        let limits = Limits {
            watch: &|progress| {
                assert!(bytes_in(directory.path()) < most, "{progress:?}");
                if left.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 0 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
            ..Limits::default()
        };
        // The store is opened again, as by a new process that knows nothing of the process before
        // it.
        let store = open();
        match jobs.gather_within(&store, &limits) {
            Err(Error::Interrupted) => stops += 1,
            gathered => {
                assert_eq!(gathered.expect("a table"), expected.len() as u64);
                break;
            }
        }
        let is_scores = |job: &Job| matches!(job, Job::Score(_));
        let all = jobs.jobs().filter(is_scores);
        let moved: Vec<Job> = all
            .filter(|&job| !store.path(&jobs.plan().file(job)).exists())
            .collect();
        let are_whole = || {
            let mut statuses = moved.iter().map(|&job| jobs.status(job, &open()));
            statuses.all(|status| status.expect("a store") == JobStatus::Done)
        };
        assert!(are_whole());
        assert_eq!(jobs.score_of_start(&open()).expect("a result"), score);
        if !damaged && !moved.is_empty() {
            damaged = true;
            let mut bytes = fs::read(store.path("table.part")).expect("a file");
            bytes[100] ^= 1;
            fs::write(store.path("table.part"), bytes).expect("a file");
            assert!(!are_whole());
            let solved = jobs.solve(&open(), &Limits::default());
            assert_eq!(solved.expect("a game"), summary);
        }
    }
    assert!(stops > 5 && damaged);
    assert!(fs::read(open().path("table.part")).expect("a table") == expected);

    // The table was moved to its place, but the directory was not cleared.
    let path = directory.path().join("game.table");
    fs::rename(open().path("table.part"), &path).expect("a file");
    jobs.take_back(&open(), &path).expect("a table");
    assert_eq!(jobs.summary(&open()).expect("scores"), summary);
    // Notes about a missing table change nothing.
    fs::remove_file(open().path("table.part")).expect("a file");
    jobs.take_back(&open(), &path).expect("no table");
    let first = jobs.status(Job::Score(0), &open());
    assert_eq!(first.expect("a store"), JobStatus::Missing);
}

/// A plan does not change if it is written as bytes and read again. The solver ignores a stored plan that is damaged or
/// belongs to another game.
#[test]
fn plans_are_kept() {
    let game = game("5x4");
    for sharding in [Sharding::Whole, Sharding::Bits(16)] {
        let made = Solver::with_sharding(DenseIndex(game), "connect:5x4,4", sharding);
        let made = made.expect("a plan");
        let bytes = made.plan_bytes().expect("the bytes of a plan");
        let read = |bytes: &[u8]| Solver::with_plan(DenseIndex(game), "", sharding, bytes);
        let read_plan = read(&bytes).expect("the same plan");
        assert_eq!(
            format!("{:?}", read_plan.plan()),
            format!("{:?}", made.plan())
        );
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(read(&changed).is_none(), "{at}");
        }
        assert!(read(&bytes[..bytes.len() / 2]).is_none());
        let other = DenseIndex(self::game("5x4,4,misere"));
        assert!(Solver::with_plan(other, "", sharding, &bytes).is_none());
        let other = Sharding::Bits(17);
        assert!(Solver::with_plan(DenseIndex(game), "", other, &bytes).is_none());
    }
}

/// A store that shows a new file only after some time, as a network file system may do.
struct Late {
    store: MemoryStore,
    /// For each file name, how many more times reading the file will fail to find it.
    unseen: Mutex<BTreeMap<String, u32>>,
}

impl ResultStore for Late {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        if let Some(times) = self.unseen.lock().expect("a lock").get_mut(name) {
            if *times > 0 {
                *times -= 1;
                return Ok(None);
            }
        }
        self.store.read(name)
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let mut unseen = self.unseen.lock().expect("a lock");
        unseen.entry(name.to_owned()).or_insert(3);
        self.store.write(name, bytes)
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.store.remove(name)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.store.path(name)
    }
}

/// A store that counts how often each file is read.
#[derive(Default)]
struct Counted {
    store: MemoryStore,
    reads: Mutex<BTreeMap<String, u32>>,
}

impl ResultStore for Counted {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut reads = self.reads.lock().expect("a lock");
        *reads.entry(name.to_owned()).or_default() += 1;
        self.store.read(name)
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        self.store.write(name, bytes)
    }

    fn remove(&self, name: &str) -> Result<(), Error> {
        self.store.remove(name)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.store.path(name)
    }
}

/// A result that one job has read stays in memory, so that the next job need not read it again.
#[test]
fn jobs_that_run_together_read_a_result_once() {
    let game = game("4x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:4x3,3").expect("a plan");
    let limits = Limits::default();
    let expected = MemoryStore::new();
    run_all(&jobs, &expected);
    let (found, scores): (Vec<Job>, Vec<Job>) =
        jobs.jobs().partition(|job| matches!(job, Job::Find(_)));
    let store = Counted::default();
    for half in [found, scores] {
        // Each job is listed a second time, and its result is not computed again.
        let wanted = [&half[..], &half].concat();
        let mut done = Vec::new();
        jobs.run_each(&wanted, &store, &limits, &mut |job| done.push(job))
            .expect("results");
        assert_eq!(done, half);
    }
    assert!(results(&jobs, &store.store) == results(&jobs, &expected));
    for job in jobs.jobs() {
        // The solver looks up twice whether the result exists. To compute scores, it also reads the
        // found states.
        let needed = u32::from(matches!(job, Job::Find(_)));
        let reads = store.reads.lock().expect("a lock")[&jobs.plan().file(job)];
        assert_eq!(reads, 2 + needed, "{}", jobs.plan().file(job));
    }
}

/// If a worker does not see a result yet, it gets an error that names this result, or computes the result again.
#[test]
fn results_that_are_seen_late_do_no_harm() {
    let game = game("4x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:4x3,3").expect("a plan");
    let limits = Limits::default();
    let expected = MemoryStore::new();
    run_all(&jobs, &expected);
    let store = Late {
        store: MemoryStore::new(),
        unseen: Mutex::default(),
    };
    let mut missing = 0;
    for job in jobs.jobs() {
        loop {
            match jobs.run_each(&[job], &store, &limits, &mut |_| ()) {
                Ok(()) => break,
                Err(Error::Missing { job: needed }) => {
                    assert!(
                        jobs.plan()
                            .needs(job)
                            .iter()
                            .any(|&need| jobs.plan().file(need) == needed)
                    );
                    missing += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(missing > 0);
    assert!(results(&jobs, &store.store) == results(&jobs, &expected));
}

/// A worker that was away for a long time computes a result that exists already, and writes over
/// the existing result.
#[test]
fn a_worker_that_comes_back_does_no_harm() {
    /// A store in which a worker does not see the result of its own job.
    struct Away<'a>(&'a MemoryStore, String);
    impl ResultStore for Away<'_> {
        fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
            if name == self.1 {
                return Ok(None);
            }
            self.0.read(name)
        }
        fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
            self.0.write(name, bytes)
        }
        fn remove(&self, name: &str) -> Result<(), Error> {
            self.0.remove(name)
        }
        fn path(&self, name: &str) -> std::path::PathBuf {
            self.0.path(name)
        }
    }
    let game = game("3x3,3");
    let jobs = Solver::new(DenseIndex(game), "connect:3x3,3").expect("a plan");
    let limits = Limits::default();
    let store = MemoryStore::new();
    run_all(&jobs, &store);
    let expected = results(&jobs, &store);
    for job in jobs.jobs() {
        let away = Away(&store, jobs.plan().file(job));
        jobs.run_each(&[job], &away, &limits, &mut |_| ())
            .expect("a result");
        assert!(
            results(&jobs, &store) == expected,
            "{}",
            jobs.plan().file(job)
        );
    }
}

/// The environment variable that contains the path of the table. Only the processes that are killed get this variable.
const TABLE: &str = "PERFECTPLAY_STORE_TEST_TABLE";

/// Solves a game in a series of processes. The first process is killed at once, and each later process after three
/// jobs. The table equals the table of an undisturbed process.
#[test]
fn killed_at_any_moment_it_goes_on() {
    let game = game("4x4");
    let jobs = Solver::new(DenseIndex(game), "connect:4x4").expect("a plan");
    if let Some(path) = env::var_os(TABLE) {
        let summary = jobs.solve_to(Path::new(&path), &Limits::default());
        assert_eq!(summary.expect("a game").states(), 161_029);
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let [path, expected] = ["killed", "expected"].map(|name| directory.path().join(name));
    jobs.solve_to(&expected, &Limits::default())
        .expect("a game");
    let results = || {
        let store = fs::read_dir(directory.path().join("killed.work"));
        let entries = store.into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let of_jobs = names.filter(|name| name.contains('-') && !name.ends_with(".part"));
        of_jobs.count()
    };

    let mut kills = 0;
    while !path.exists() {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "jobs::killed_at_any_moment_it_goes_on"])
            .env(TABLE, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("a process");
        let enough = if kills == 0 { 0 } else { results() + 3 };
        let status = loop {
            match child.try_wait().expect("a process") {
                None if results() < enough => thread::sleep(Duration::from_millis(1)),
                status => break status,
            }
        };
        match status {
            Some(status) => assert!(status.success(), "{status}"),
            None => {
                // SIGKILL, on Unix.
                child.kill().expect("a process to kill");
                child.wait().expect("an end");
                kills += 1;
            }
        }
        if kills < 2 && path.exists() {
            // On a busy machine, the work may be done before this test goes on. It begins anew.
            fs::remove_file(&path).expect("a table");
        }
    }
    assert!(fs::read(&path).expect("a table") == fs::read(&expected).expect("a table"));
    assert!(!directory.path().join("killed.work").exists());
}
