"""What bench/compare is made of: tools, inputs, one run, rounds, report."""
