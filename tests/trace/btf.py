"""btf.py FILE: a Best Trace Format file keeps the format's rules. Prints how many times tasks began to run.

The rules are those of the specification 2.1.3: lines of time, source, instance, type, target, instance, event and perhaps
a note; time does not go back; each entity goes through the states of its kind; a core runs one entity at a time.
"""
import sys

# event: (state before, state after)
TASK = {"activate": ({None, "terminated"}, "active"), "start": ({"active"}, "running"), "preempt": ({"running"}, "ready"),
        "resume": ({"ready"}, "running"), "wait": ({"running"}, "waiting"), "release": ({"waiting"}, "ready"),
        "terminate": ({"running"}, "terminated")}
KINDS = {"T": TASK, "I": {k: v for k, v in TASK.items() if k not in ("wait", "release")}, "STI": None, "SIG": None}

state, runs, last, begun = {}, {}, 0, 0
with open(sys.argv[1], encoding="ascii") as file:
    header = [line for line in file if line.startswith("#")]
assert header[0] == "#version 2.1.3\n" and "#timeScale ns\n" in header, header
with open(sys.argv[1], encoding="ascii") as file:
    for line in file:
        if line.startswith("#"):
            continue
        fields = line.rstrip("\n").split(",")
        assert len(fields) in (7, 8), line
        time, source, _, kind, target, instance, event = fields[:7]
        assert int(time) >= last, line
        last = int(time)
        rules = KINDS[kind]
        if rules is None:
            continue
        entity = (kind, target, instance)
        before, after = rules[event]
        assert state.get(entity) in before, (line, state.get(entity))
        state[entity] = after
        if event == "activate":
            assert source.startswith("STI_"), line
            continue
        if event == "release":
            continue
        assert source.startswith("Core_"), line
        if after == "running":
            assert runs.get(source) is None, (line, runs[source])
            runs[source] = entity
            begun += kind == "T"
        else:
            assert runs.get(source) == entity, (line, runs.get(source))
            runs[source] = None
print(begun)
