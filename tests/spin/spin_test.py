"""The models of the protocols between threads, searched in full by spin.

A right model must have no error in any interleaving, and the search must have
been a full one. A broken variant of it must have one: a model that finds no
fault in a wrong protocol would prove nothing of the right one.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

MAX_DEPTH = 100_000
MEMORY_MIB = 1024
TIMEOUT = 120  # seconds, for one command


def command(*arguments: str, cwd: str) -> str:
    outcome = subprocess.run(arguments, cwd=cwd, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", timeout=TIMEOUT)
    if outcome.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: exit status "
                             f"{outcome.returncode}\n{outcome.stdout}")
    return outcome.stdout


class Search:
    """A search of a model and what it found."""

    def __init__(self, model: str, defines: tuple[str, ...] = (),
                 cycles: bool = False, optimize: str = "-O0"):
        options = [f"-D{define}" for define in defines]
        # -DNP looks for cycles, and not for invalid end states.
        kind = "-DNP" if cycles else "-DSAFETY"
        with tempfile.TemporaryDirectory() as folder:
            command("spin", *options, "-a", str(HERE / model), cwd=folder)
            command("gcc", optimize, "-w", kind, f"-DMEMLIM={MEMORY_MIB}",
                    "-o", "pan", "pan.c", cwd=folder)
            self.output = command("./pan", f"-m{MAX_DEPTH}",
                                  *(["-l"] if cycles else []), cwd=folder)

    def number(self, pattern: str) -> int:
        match = re.search(pattern, self.output)
        if match is None:
            raise AssertionError(f"no {pattern!r} in\n{self.output}")
        return int(match[1])

    @property
    def errors(self) -> int:
        return self.number(r"errors: (\d+)")

    @property
    def states(self) -> int:
        return self.number(r"(\d+) states, stored")

    @property
    def complete(self) -> bool:
        return not re.search(
            "Search not completed|max search depth too small|"
            "reached -DMEMLIM bound|out of memory", self.output)

    @property
    def unreached(self) -> list[str]:
        """The statements of the model that no execution came to."""
        return re.findall(r"^\t\S+\.pml:\d+, state .*$", self.output,
                          re.MULTILINE)


class SpinTest(unittest.TestCase):

    def setUp(self):
        for program, package in (("spin", "spin"), ("gcc", "gcc")):
            if shutil.which(program) is None:
                self.fail(f"{program} is not installed "
                          f"(Debian package {package}); the models of the "
                          "thread protocols cannot be checked without it")

    def assert_right(self, model: str, *defines: str, states: int,
                     cycles: bool = False, all_reached: bool = False):
        # -Og takes gcc a second longer, which pays for a long search; -O2
        # takes two and gains little.
        search = Search(model, defines, cycles,
                        "-Og" if states >= 1_000_000 else "-O0")
        self.assertEqual(search.errors, 0, search.output)
        self.assertTrue(search.complete, search.output)
        # Fewer states would mean that the model has become weaker.
        self.assertGreater(search.states, states, search.output)
        if all_reached:
            self.assertEqual(search.unreached, [], search.output)

    def assert_broken(self, model: str, *defines: str, error: str):
        # The search stops at the first error, which is soon.
        search = Search(model, defines)
        self.assertGreater(search.errors, 0, search.output)
        self.assertIn(error, search.output)


class ParkingTest(SpinTest):

    def assert_parking(self, *defines: str, **expectations):
        self.assert_right("parking.pml", *defines, **expectations)

    def test_right(self):
        self.assert_parking("AT_REST", "FAILING", states=3_000_000)

    def test_right_with_long_tasks(self):
        self.assert_parking("AT_REST", "LONG", "BATCH=3", states=4_000_000)

    def test_right_with_long_single_tasks(self):
        self.assert_parking("AT_REST", "FAILING", "LONG", "BATCH=1",
                            "SINGLES=2", states=3_000_000)

    def test_right_with_long_tasks_and_a_child(self):
        self.assert_parking("AT_REST", "LONG", "SINGLES=0", "CHILDREN=1",
                            states=100_000)

    def test_right_with_three_workers(self):
        self.assert_parking("WORKERS=3", "AT_REST", "SINGLES=0",
                            states=200_000)
        self.assert_parking("WORKERS=3", "AT_REST", "FAILING", "LONG",
                            "BATCH=1", states=500_000)

    def test_right_with_join_or_shutdown_at_any_moment(self):
        self.assert_parking("ABANDON", "SINGLES=0", "CHILDREN=1",
                            states=3_000_000)
        self.assert_parking("ABANDON", "BATCH=0", "SINGLES=2",
                            states=1_000_000)

    def test_every_run_ends(self):
        self.assert_parking("ABANDON", "BATCH=0", "SINGLES=2",
                            states=2_000_000, cycles=True)
        self.assert_parking("AT_REST", "FAILING", "LONG", "BATCH=1",
                            states=100_000, cycles=True)

    def test_announcing_after_leaving_is_right_too(self):
        self.assert_parking("WORKERS=3", "AT_REST", "FAILING", "LONG",
                            "BATCH=1", "LEAVE_THEN_ANNOUNCE", states=500_000)

    def assert_lost(self, *variant: str):
        # At rest a task is queued.
        self.assert_broken("parking.pml", "AT_REST", *variant,
                           error="assertion violated (((injector+")

    def assert_miscounted(self, *variant: str):
        self.assert_broken("parking.pml", "AT_REST", *variant,
                           error="assertion violated (searchers")

    def assert_stuck(self, variant: str):
        self.assert_broken("parking.pml", "SINGLES=0", variant,
                           error="invalid end state")

    def test_looking_before_announcing_loses_a_task(self):
        self.assert_lost("BATCH=1", "LOOK_THEN_ANNOUNCE")

    def test_looking_while_still_a_searcher_loses_a_task(self):
        self.assert_lost("BATCH=1", "LOOK_THEN_LEAVE")

    def test_looking_for_searchers_before_pushing_loses_a_task(self):
        self.assert_lost("CALL_THEN_PUSH")

    def test_no_look_by_the_last_searcher_leaves_a_task_to_the_busy(self):
        self.assert_lost("LONG", "BATCH=1", "NO_LAST_LOOK")

    def test_an_early_look_by_the_last_searcher_does_so_too(self):
        self.assert_lost("LONG", "BATCH=1", "LAST_LOOK_EARLY")

    def test_calling_nobody_for_a_share_does_so_too(self):
        self.assert_lost("LONG", "BATCH=3", "NO_HELP")

    def test_the_woken_must_be_counted(self):
        self.assert_miscounted("WOKEN_UNCOUNTED")

    def test_the_woken_must_be_counted_before_they_run(self):
        self.assert_miscounted("WOKEN_LATE")

    def test_the_woken_must_be_counted_once(self):
        self.assert_miscounted("WOKEN_TWICE")

    def test_the_started_must_be_counted(self):
        self.assert_miscounted("START_UNCOUNTED")

    def test_a_failed_start_must_be_uncounted(self):
        self.assert_miscounted("FAILING", "FAILURE_COUNTED")

    def test_a_failed_start_without_a_look_loses_a_task(self):
        self.assert_lost("FAILING", "BATCH=1", "SINGLES=2", "FAILURE_UNSEEN")

    def test_idling_with_a_credit_hides_the_end(self):
        self.assert_stuck("UNSETTLED")

    def test_sleeping_without_a_look_at_woken_misses_a_wake(self):
        self.assert_stuck("SLEEP_UNSEEN")

    def test_waking_before_the_stop_flag_leaves_a_sleeper(self):
        self.assert_stuck("WAKE_THEN_STOP")

    def test_not_looking_at_the_stop_flag_leaves_a_sleeper(self):
        self.assert_stuck("STOP_UNSEEN")


class OrderedReportsTest(SpinTest):

    def test_right(self):
        self.assert_right("ordered_reports.pml", "FILES=3", "CAPACITY=1",
                          "DEFERS=2", states=1_200_000, all_reached=True)

    def test_right_with_more_slots(self):
        self.assert_right("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                          states=1_500_000)

    def test_right_where_all_find_room(self):
        self.assert_right("ordered_reports.pml", "DEFERS=0", states=1_500_000)

    def test_every_run_ends(self):
        self.assert_right("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                          states=3_000_000, cycles=True)

    def test_no_second_look_leaves_a_report_behind(self):
        # The last report: nobody comes after it, and finish() finds it.
        self.assert_broken("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                           "NO_SECOND_LOOK",
                           error="assertion violated")

    def test_giving_up_by_a_plain_store_leaves_a_report_behind(self):
        self.assert_broken("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                           "PLAIN_STORE",
                           error="assertion violated")

    def test_who_tells_before_his_turn_breaks_the_order(self):
        self.assert_broken("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                           "TELL_EARLY",
                           error="assertion violated")

    def test_an_early_permit_gives_out_a_slot_in_use(self):
        self.assert_broken("ordered_reports.pml", "FILES=3", "CAPACITY=2",
                           "PERMIT_EARLY",
                           error="assertion violated")


if __name__ == "__main__":
    unittest.main()
