"""Tests how jobs are bundled, in plans of games and in random plans."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from perfectplay_cluster.plan import Bundle, Job, Plan, bundle_seconds, bundles, to_the_end


def random_jobs(seed: int) -> list[Job]:
    """Returns random jobs. Each job needs some of the jobs before it."""
    choice = random.Random(seed)
    jobs: list[Job] = []
    for number in range(choice.randrange(40)):
        needs = choice.sample(jobs, min(len(jobs), choice.randrange(4)))
        names = tuple(need.name for need in needs)
        jobs.append(Job(f"job-{number}", names, number + 1, choice.choice([0.0, 0.1, 0.5, 2.0]), 9))
    return jobs


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("most", [0.0, 0.6, 1.0, 100.0])
def test_a_bundle_comes_after_what_its_jobs_need(seed: int, most: float) -> None:
    jobs = random_jobs(seed)
    found = bundles(jobs, most, 1)
    assert sorted(job.name for bundle in found for job in bundle.jobs) == sorted(
        job.name for job in jobs
    )
    done: set[str] = set()
    for at, bundle in enumerate(found):
        assert all(need < at for need in bundle.needs)
        before = {job.name for need in bundle.needs for job in found[need].jobs}
        for job in bundle.jobs:
            assert set(job.needs) <= before | done
            assert set(job.needs) <= done
            done.add(job.name)
        assert len(bundle.jobs) == 1 or bundle.seconds <= most
    if most == 100.0:
        assert len(found) <= 1


def test_no_bundle_waits_for_a_job_that_it_does_not_need() -> None:
    """A job may have to wait for jobs of the previous level, but never for another job of its own
    level."""
    for seed in range(50):
        found = bundles(random_jobs(seed), 1.0, 1)
        for bundle in found:
            named = {need for job in bundle.jobs for need in job.needs}
            for need in bundle.needs:
                assert named & {job.name for job in found[need].jobs}


@pytest.mark.parametrize(
    ("places", "sizes"), [(1, [9]), (2, [4, 5]), (4, [2, 2, 2, 3]), (99, [1] * 9)]
)
def test_jobs_that_find_states_of_a_level_are_put_together(places: int, sizes: list[int]) -> None:
    jobs = [
        *(Job(f"found-3.{part}", (), 1, 1.0, 5) for part in range(9)),
        *(Job(f"scores-3.{part}", (f"found-3.{part}",), 1, 1.0, 5) for part in range(9)),
    ]
    found = bundles(jobs, 0.5, places)
    assert sorted(len(bundle.jobs) for bundle in found if bundle.jobs[0].finds) == sizes
    assert [len(bundle.jobs) for bundle in found if not bundle.jobs[0].finds] == [1] * 9


@pytest.mark.parametrize("seed", range(20))
def test_the_longest_way_is_the_longest_of_all(seed: int) -> None:
    found = bundles(random_jobs(seed)[:16], 0.0, 1)

    def ways(at: int) -> list[list[int]]:
        after = [later for later, bundle in enumerate(found) if at in bundle.needs]
        return [[at, *way] for later in after for way in ways(later)] or [[at]]

    for at, longest in enumerate(to_the_end(found)):
        lengths = [sum(found[step].seconds for step in way) for way in ways(at)]
        assert longest == pytest.approx(max(lengths))


def test_a_plan_without_what_is_done_keeps_what_jobs_read() -> None:
    first, second = Job("a", (), 1, 1.0, 5), Job("b", ("a",), 1, 1.0, 5)
    left = Plan("game", (first, second)).without(["a", "game"])
    assert left.jobs == (second,)
    assert bundles(left.jobs, 1.0, 1) == [Bundle((second,), ())]


@pytest.mark.parametrize("certainty", ["exact", "estimate"])
def test_memory_that_is_only_estimated_limits_no_job(certainty: str) -> None:
    jobs = [
        {"job": "a", "needs": [], "memory_bytes": 5, "seconds": 2.5, "bytes": 7},
        {"job": "b", "needs": ["a"], "memory_bytes": 3, "seconds": 0.5, "bytes": 7},
    ]
    plan = Plan.read(json.dumps({"game": "a", "memory_certainty": certainty, "jobs": jobs}))
    assert [job.seconds for job in plan.jobs] == [2.5, 0.5]
    assert Bundle(plan.jobs, ()).memory == (5 if certainty == "exact" else 0)


def test_a_large_game_is_cut_into_few_bundles(perfectplay: str, tmp_path: Path) -> None:
    args = ["tiers", "plan", "--game", "connect:6x5", "--store", str(tmp_path / "store")]
    plan = Plan.read(subprocess.check_output([perfectplay, *args], text=True))
    found = bundles(plan.jobs, 1.0, 2)
    assert len(found) < len(plan.jobs)
    longest = to_the_end(found)
    assert all(longest[need] > longest[at] for at, own in enumerate(found) for need in own.needs)


def test_bundles_are_as_long_as_the_work_allows() -> None:
    def seconds(of_all: float, places: int) -> float:
        return bundle_seconds([Job(name, (), 1, of_all / 2, 9) for name in "ab"], places)

    assert seconds(1.0, 1) == 0.25
    assert seconds(128.0, 1) == 2.0
    assert seconds(128.0, 2) == 1.0
    assert seconds(1e6, 100) == 4.0
