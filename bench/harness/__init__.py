"""The parts of bench/compare: tools, inputs, one run, rounds, report."""
