"""zephyr.py FOLDER CORES [cut | padded]: a trace in Common Trace Format as Zephyr 3 writes it, of a small story.

Fields, their order and sizes are those of Zephyr's subsys/tracing/ctf: a header of a 32-bit time in nanoseconds and an
8-bit number, names of 20 bytes, the core as a last field where there is more than one. The story, in microseconds, begins
20 us before the clock wraps; figures that follow from it stand in zephyr.sh.
"""
import struct
import sys

folder, cores = sys.argv[1], int(sys.argv[2])
EVENTS = {  # name: number and fields; t is a thread, with its name, I and i 32 bits, b 8 bits
    "thread_switched_out": (0x10, "t"), "thread_switched_in": (0x11, "t"), "thread_priority_set": (0x12, "tb"),
    "thread_create": (0x13, "t"), "thread_ready": (0x17, "t"), "thread_pending": (0x18, "t"), "isr_enter": (0x1B, ""),
    "isr_exit": (0x1C, ""), "isr_exit_to_scheduler": (0x1D, ""), "semaphore_give_exit": (0x23, "I"),
    "semaphore_take_blocking": (0x25, "II"), "semaphore_take_exit": (0x26, "IIi"), "socket_init": (0x36, "IIII"),
    "named_event": (0x62, "nII"),
}
FIELDS = {"semaphore_take_exit": ["id", "timeout", "ret"], "semaphore_take_blocking": ["id", "timeout"],
          "named_event": ["name", "arg0", "arg1"], "socket_init": ["id", "family", "type", "proto"]}
MAIN, WORK, IDLE, SEM = 0x20000100, 0x20000200, 0x20000300, 0x20000400
NAMES = {MAIN: "main", WORK: "work", IDLE: "idle", SEM: ""}


def metadata():
    out = ["/* CTF 1.8 */", "typealias integer { size = 8; align = 8; signed = true; } := int8_t;",
           "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;",
           "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;",
           "typealias integer { size = 32; align = 8; signed = true; } := int32_t;",
           "typealias integer { size = 8; align = 8; signed = false; encoding = ASCII; } := ctf_bounded_string_t;",
           "struct event_header {\n\tuint32_t timestamp;\n\tuint8_t id;\n};",
           "trace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = le;\n};",
           "stream {\n\tevent.header := struct event_header;\n};"]
    kinds = {"I": "uint32_t", "i": "int32_t", "b": "int8_t"}
    for name, (number, fields) in EVENTS.items():
        lines, names = [], iter(FIELDS.get(name, ["id"]))
        for field in fields:
            if field == "t":
                lines += ["uint32_t thread_id;", "ctf_bounded_string_t name[20];"]
            elif field == "b":
                lines += ["int8_t prio;"]
            elif field == "n":
                lines += [f"ctf_bounded_string_t {next(names)}[20];"]
            else:
                lines += [f"{kinds[field]} {next(names)};"]
        if cores > 1:
            lines += ["uint32_t core_id;"]
        body = "".join(f"\n\t\t{line}" for line in lines)
        fields_text = f"\n\tfields := struct {{{body}\n\t}};" if lines else ""
        out.append(f"event {{\n\tname = {name};\n\tid = {number:#x};{fields_text}\n}};")
    return "\n".join(out) + "\n"


def event(us, name, *values, core=0):
    number, fields = EVENTS[name]
    data = struct.pack("<IB", (us * 1000 - 20000) % 2**32, number)
    values = list(values)
    for field in fields:
        value = values.pop(0)
        if field == "t":
            data += struct.pack("<I20s", value, NAMES[value & 0xFFFF0FFF].encode())
        elif field == "n":
            data += struct.pack("<20s", value.encode())
        else:
            data += struct.pack("<" + field, value)
    return data + (struct.pack("<I", core) if cores > 1 else b"")


def story(core):
    def put(us, name, *values):  # each core has threads of its own
        values = [value | core << 12 if value in NAMES else value for value in values]
        return us, core, event(us, name, *values, core=core)

    return [
        put(0, "thread_create", MAIN), put(1, "thread_priority_set", MAIN, 5), put(2, "thread_create", WORK),
        put(3, "thread_priority_set", WORK, 1), put(4, "thread_switched_in", MAIN),
        put(10, "thread_ready", WORK),  # main starts work, which preempts
        put(11, "thread_switched_out", MAIN), put(12, "thread_switched_in", WORK),
        put(20, "semaphore_take_blocking", SEM, 0xFFFFFFFF), put(21, "thread_pending", WORK),
        put(22, "thread_switched_out", WORK), put(24, "thread_switched_in", MAIN),
        put(30, "isr_enter"), put(32, "thread_ready", WORK), put(33, "semaphore_give_exit", SEM),
        put(34, "isr_exit_to_scheduler"),
        put(35, "thread_switched_out", MAIN), put(36, "thread_switched_in", WORK),
        put(37, "semaphore_take_exit", SEM, 0xFFFFFFFF, 0), put(38, "named_event", "halfway", 7, 0),
        put(39, "socket_init", 1, 2, 3, 4),
        put(40, "thread_switched_out", WORK),  # sleeps: Zephyr says so only by its next thread_ready
        put(41, "thread_switched_in", MAIN), *([put(49, "thread_pending", MAIN)] if cores == 1 else []),
        put(50, "thread_switched_out", MAIN), put(51, "thread_switched_in", IDLE),
        put(60, "isr_enter"), put(61, "thread_ready", WORK), put(62, "isr_exit"),
        put(63, "thread_switched_out", IDLE), put(64, "thread_switched_in", WORK), put(70, "isr_enter"), put(71, "isr_exit"),
    ]


events = [one for core in range(cores) for one in story(core)]
if cores > 1:  # main of core 0, which was preempted, goes on on core 1
    events += [(80, 1, event(80, "thread_switched_out", WORK | 1 << 12, core=1)), (81, 1, event(81, "thread_switched_in", MAIN, core=1)),
               (90, 1, event(90, "isr_enter", core=1)), (95, 1, event(95, "isr_exit", core=1))]
data = b"".join(one for _, _, one in sorted(events, key=lambda one: one[:2]))  # one buffer, by time
how = sys.argv[3] if len(sys.argv) > 3 else ""
open(f"{folder}/metadata", "w", encoding="ascii").write(metadata())
open(f"{folder}/channel0_0", "wb").write(data[:-3] if how == "cut" else data + bytes(64) if how == "padded" else data)
