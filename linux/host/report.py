"""Progress and errors. Progress goes to standard error, so that what a command prints can be piped."""
import sys
import time


class Failure(Exception):
    """Something a person can put right: what, where, and what to do."""

    status = 2


def say(text):
    print(text, file=sys.stderr, flush=True)


class Progress:
    """Steps of known weight: each line names what begins, how far it is, and how long the rest takes if it goes on
    like this. Weights are seconds on a quiet machine with two processors; the rest is scaled by what was seen."""

    def __init__(self, steps):
        self.weights = dict(steps)
        self.done = 0.0
        self.began = time.monotonic()

    def left(self):
        rest = sum(self.weights.values()) - self.done
        spent = time.monotonic() - self.began
        return rest * spent / self.done if self.done else rest

    def begin(self, name, text):
        total = sum(self.weights.values())
        say(f"== [{100 * self.done / total:3.0f} %, about {minutes(self.left())} left] {text}")
        self.current = name

    def end(self):
        self.done += self.weights[self.current]


def minutes(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
