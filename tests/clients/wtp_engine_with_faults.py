#!/usr/bin/env python3
"""The small engine of WTP with three faults, which the conformance kit must find:

1. a failure has no id (class ids)
2. a ko is taken back at once (class ko)
3. undo does not put captured stones back (class undo)
"""

from wtp_engine import Engine, run


class EngineWithFaults(Engine):
    def response(self, sign, number, text):
        return super().response(sign, number if sign == "=" else "", text)

    def repeats(self, position):
        return False

    def do_undo(self, count="1"):
        last = self.position
        super().do_undo(count)
        # What was captured stays away.
        self.history[-1] = {point: color for point, color in self.position.items() if point in last}


if __name__ == "__main__":
    run(EngineWithFaults())
