"""Compares simulated runs with times that can be computed by hand."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_plan import random_jobs

from machines import Machines, Outcome, _Held, _Run, simulate
from perfectplay_cluster.plan import PROCESS, Job, Order, Plan
from perfectplay_cluster.problem import Problem

SOON = 1e-6
"""The time that the scheduler and rounding may add."""


def machines(workers: int, **others: float) -> Machines:
    """Returns workers with a scheduler that takes hardly any time."""
    return replace(Machines(workers, tasks=1e12), **others)  # type: ignore[arg-type]


def without_processes(them: Machines) -> Machines:
    """Returns workers whose jobs take so much memory that each process ends with its bundle."""
    return replace(them, threads=2, memory=1.0 + PROCESS, link=2 * them.link)


def job(name: str, *needs: str, seconds: float = 0.0, size: int = 0, memory: int = 1) -> Job:
    return Job(name, needs, memory, seconds, size)


def chain(count: int) -> Plan:
    """Returns jobs that take a second each. Each job needs the job before it."""
    jobs = [job("0", seconds=1.0)]
    jobs += [job(str(at), str(at - 1), seconds=1.0) for at in range(1, count)]
    return Plan("chain", tuple(jobs))


def fan(count: int, seconds: float = 1.0, size: int = 0) -> Plan:
    """Returns jobs that need no results."""
    return Plan("fan", tuple(job(str(at), seconds=seconds, size=size) for at in range(count)))


def seconds(plan: Plan, them: Machines, bundle: float = 0.0) -> float:
    outcome = simulate(plan, bundle, them)
    assert outcome.runs == [1] * len(plan.jobs)
    return outcome.seconds


def about(time: float) -> object:
    return pytest.approx(time, abs=SOON)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_chain_takes_as_long_as_its_jobs(workers: int) -> None:
    assert seconds(chain(10), machines(workers)) == about(10)
    assert seconds(chain(10), machines(workers, process=0.5)) == about(10.5)
    assert seconds(chain(10), without_processes(machines(workers, process=0.5))) == about(15)
    assert seconds(chain(10), machines(workers, process=0.5, job=0.25), 10.0) == about(13)
    assert seconds(chain(10), machines(workers, start=2.0, scores_pace=1.5)) == about(17)


@pytest.mark.parametrize(("workers", "time"), [(1, 10), (3, 4), (5, 2), (10, 1), (20, 1)])
def test_jobs_that_need_nothing_are_shared_out(workers: int, time: float) -> None:
    assert seconds(fan(10), machines(workers)) == about(time)


def test_the_longest_chain_is_begun_first() -> None:
    plan = Plan(
        "late",
        (
            *fan(2).jobs,
            *(
                replace(one, name=f"c{one.name}", needs=tuple(f"c{need}" for need in one.needs))
                for one in chain(3).jobs
            ),
        ),
    )
    assert seconds(plan, machines(2)) == about(3)


def test_cores_are_shared() -> None:
    assert seconds(fan(8), machines(1, threads=4, cores=2)) == about(4)
    assert seconds(fan(8), machines(1, threads=2, contention=0.25)) == about(5)
    # Three jobs run at the same time for 1.5 s, and then one job runs.
    assert seconds(fan(4), machines(1, threads=3, cores=2)) == about(2.5)


def test_all_share_the_store_and_none_has_more_than_its_link() -> None:
    plan = fan(12, seconds=0.0, size=100)
    assert seconds(plan, machines(4, link=100.0), -1.0) == about(3)
    assert seconds(plan, machines(4, link=100.0, store=200.0), -1.0) == about(6)
    assert seconds(plan, machines(2, threads=2, link=100.0), -1.0) == about(6)


def test_a_process_reads_each_result_once_and_not_its_own() -> None:
    jobs = (job("a", size=100), job("b", "a", size=100), job("c", "a", "b", size=100))
    plan = Plan("reads", jobs)
    apart = simulate(plan, -1.0, without_processes(machines(1, link=100.0, latency=0.5)))
    assert (apart.read, apart.written) == (300, 300)
    assert apart.seconds == about(6 + 3 * 0.5 + 3 * 0.5)
    unpacked = simulate(plan, -1.0, without_processes(machines(1, link=100.0, unpack=50.0)))
    assert unpacked.seconds == about(6 + 300 / 50)
    kept = simulate(plan, -1.0, machines(1, link=100.0))
    assert (kept.read, kept.written, kept.bundles) == (0, 300, 3)
    together = simulate(plan, 1.0, machines(1, link=100.0))
    assert (together.read, together.written, together.bundles) == (0, 300, 1)


def test_a_process_holds_what_was_asked_for_last() -> None:
    held = _Held(10)
    assert [held.asks(result, 4) for result in (0, 1, 0, 2, 0, 1, 2)] == [
        *(True, True, False, True, False, True, True)
    ]
    # A result that is too large for the memory stays there until the next result comes.
    assert [held.asks(result, 40) for result in (3, 3, 4, 3)] == [True, False, True, True]


def test_jobs_wait_for_memory() -> None:
    plan = Plan("large", tuple(job(str(at), seconds=1.0, memory=PROCESS) for at in range(4)))
    assert seconds(plan, machines(1, threads=4, memory=4.0 * PROCESS)) == about(2)
    assert seconds(plan, machines(1, threads=4, memory=8.0 * PROCESS)) == about(1)
    with pytest.raises(Problem, match="takes 134,217,728 bytes of memory"):
        simulate(plan, 0.0, machines(1, memory=2.0 * PROCESS - 1))
    # If memory is limited, a job of unknown size takes a whole worker.
    unknown = Plan("unknown", tuple(replace(one, memory=0) for one in plan.jobs))
    assert seconds(unknown, machines(1, threads=4)) == about(1)
    assert seconds(unknown, machines(1, threads=4, memory=1.0)) == about(4)


def test_the_scheduler_gives_out_so_many_tasks_a_second() -> None:
    plan = fan(2000, seconds=0.0)
    assert seconds(plan, machines(4, tasks=1000.0), -1.0) == about(2)
    found = simulate(plan, -1.0, machines(4, tasks=1000.0))
    assert (found.bottleneck, found.bundles) == ("scheduler", 2000)


def test_slow_workers_hold_up_the_others() -> None:
    assert seconds(fan(4), machines(4, stragglers=0.25, slowness=5.0)) == about(5)
    assert seconds(fan(4), machines(4, stragglers=1.0, slowness=5.0)) == about(5)


def run(plan: Plan, bundle: float, them: Machines, *deaths: float) -> Outcome:
    """Runs a plan in which the first worker dies at the given moments."""
    return _Run(plan, bundle, them).run([(moment, 0) for moment in deaths], [])


def test_what_a_dead_worker_ran_is_run_again() -> None:
    plan = Plan("long", (job("a", seconds=10.0),))
    one = machines(1, notice=5.0, replace=2.0)
    assert run(plan, 0.0, one, 4.0).seconds == about(4 + 5 + 10)
    assert run(plan, 0.0, replace(one, replace=7.0), 4.0).seconds == about(4 + 7 + 10)
    # Another worker takes the job once the death is noticed.
    assert run(plan, 0.0, replace(one, workers=2, replace=math.inf), 4.0).seconds == about(19)


def test_the_results_of_a_dead_worker_stay() -> None:
    found = run(chain(10), 10.0, machines(1, notice=0.0, replace=0.0, process=0.5), 6.0)
    # Five jobs were done by then.
    assert found.seconds == about(6 + 0.5 + 5)
    assert found.runs == [1] * 10


def test_all_begins_anew_when_the_scheduler_is_lost() -> None:
    them = machines(2, restart=3.0)
    found = _Run(fan(4), 0.0, them).run([], [1.5])
    assert found.seconds == about(1.5 + 3 + 1)
    assert found.runs == [1] * 4
    # A loss after the end changes nothing.
    assert _Run(fan(4), 0.0, them).run([], [9.0]).seconds == about(2)


def test_nobody_waits_for_workers_that_never_come() -> None:
    with pytest.raises(Problem, match="all workers are dead"):
        run(chain(10), 0.0, machines(1, replace=math.inf), 4.0)


@pytest.mark.parametrize("seed", range(60))
def test_every_job_is_done(seed: int) -> None:
    jobs = random_jobs(seed)
    plan = Plan("random", tuple(replace(one, memory=seed % 2) for one in jobs))
    for workers, threads in [(1, 1), (3, 1), (2, 3)]:
        them = machines(workers, threads=threads, link=30.0, store=60.0, process=0.1)
        calm = simulate(plan, 0.3, them)
        assert calm.runs == [1] * len(jobs)
        ill = replace(them, dying=0.6, notice=1.0, replace=0.5, losses=seed % 3, restart=0.2)
        first, again = (simulate(plan, 0.3, ill, seed) for _ in range(2))
        assert min(first.runs, default=1) >= 1
        # A result is written twice only if two workers write it at the same time.
        assert max(first.runs, default=1) <= 1 + workers * threads
        assert (first.seconds, first.runs, first.busy) == (again.seconds, again.runs, again.busy)


@pytest.mark.parametrize("seed", range(60))
def test_no_worker_is_idle_while_a_job_waits(seed: int) -> None:
    """Adds two times: each worker's equal share of all work, and the time of the longest chain of
    jobs. A run takes no longer than the sum."""
    plan = Plan("random", tuple(random_jobs(seed)))
    for workers in (1, 2, 5):
        order = Order(plan.jobs, -1.0, workers)
        work = sum(one.seconds for one in plan.jobs) / workers
        longest = max(order.urgency, default=0.0)
        found = seconds(plan, machines(workers), -1.0)
        assert max(work, longest) - SOON <= found <= work + longest + SOON


def test_chance_follows_the_seed() -> None:
    them = machines(5, dying=0.5, notice=0.1, replace=0.1)
    found = {simulate(fan(99), 0.0, them, seed).seconds for seed in (1, 2, 3, 1)}
    assert len(found) == 3


SIMULATE = Path(__file__).parent.parent / "simulation" / "simulate.py"


def simulated(perfectplay: str, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SIMULATE)]
    return subprocess.run(
        [*command, "--perfectplay", perfectplay, *args], capture_output=True, text=True
    )


def test_the_plan_of_a_game_is_run(perfectplay: str, tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    args = ["--game", "connect:5x4", "--shard-states", "65536", "262144"]
    args += ["--workers", "2", "4", "--bundle", "0", "0.1", "--dying", "0.5", "--losses", "1"]
    done = simulated(perfectplay, *args, "--json", "--plot", str(plot))
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 8
    for row in rows:
        assert row["game"] == "connect:5x4,4"
        assert row["runs"] >= row["jobs"] >= row["bundles"] / 2
        assert row["seconds"] >= row["undisturbed_seconds"] > 0
        assert sum(row["shares"].values()) == pytest.approx(1, abs=1e-5)
        assert row["deaths"] == row["workers"] // 2
    assert plot.read_bytes().startswith(b"\x89PNG")
    again = simulated(perfectplay, *args)
    assert again.stdout.count("\n") == 1 + 8 + 2
    assert "best for 4 workers: --shard-states" in again.stdout


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["--game", "connect:4x4", "--memory-limit", "1"], "expected workers that have them"),
        (["--game", "nothing"], "nothing"),
    ],
)
def test_what_cannot_be_is_one_line(perfectplay: str, args: list[str], line: str) -> None:
    done = simulated(perfectplay, "--workers", "1", *args)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert line in done.stderr
