/*
 * A plugin for QEMU (-plugin takt-count.so,places=FILE,out=FILE) that counts what the emulated cores execute:
 * instructions at watched places, and the time that interrupts were masked.
 *
 * Nothing is added to the code that is measured. It holds labels without size; FILE says their addresses. When the
 * instruction at such an address is about to execute, the counts of that moment are kept. The difference of two of
 * them is what was executed between two labels, the call itself and its arguments included.
 *
 * A masked window is what a core executes from the instruction that holds interrupts back, to the one that opens them.
 * Both are recognised by their code: MSR BASEPRI_MAX and CPSID hold back, MSR BASEPRI and CPSIE open. A plugin of
 * QEMU 7.2 cannot read registers, so what MSR BASEPRI writes is not seen: it counts as undoing the last MSR
 * BASEPRI_MAX. That this is right is checked: an interrupt that is taken while a window is thought open is told
 * (`wrong`), and so is a window that nothing closes. A core that sleeps in WFI inside a window delays nobody until it
 * wakes, so the window begins anew there.
 *
 * Exceptions: QEMU 7.2 has no hook for them either. The first instructions of handlers are watched places.
 *
 * Declarations of the plugin interface stand here, as far as they are used: Debian installs no header for it, and
 * version 1 of the interface is what QEMU 7.2 offers.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

typedef void (*qemu_plugin_translated_t)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_executed_t)(unsigned cpu, void *data);
typedef void (*qemu_plugin_ended_t)(qemu_plugin_id_t id, void *data);

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_translated_t callback);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                                   qemu_plugin_executed_t callback, int flags, void *data);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_ended_t callback, void *data);

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

#define CPUS       16u
#define PLACES     512u
#define SITES      512u
#define PHASES     8u
#define EVENTS_MAX (1u << 24)

/* What a watched place is for. */
enum kind {
    PLACE_LABEL,   /* its execution is kept */
    PLACE_HANDLER, /* the same, and interrupts cannot be masked there */
    PLACE_PHASE,   /* windows are noted apart from here on */
    PLACE_START,   /* the first thread starts: what was masked until here is no window */
};

struct place {
    uint32_t address;
    enum kind kind;
};

struct event {
    uint64_t own, all; /* instructions executed before, by this core and by all */
    uint32_t address;
    uint32_t cpu;
};

/* An instruction that masks, and the windows that it began. */
struct site {
    uint32_t address;
    uint64_t windows[PHASES], longest[PHASES];
};

/* A core, and the window that is open on it. */
struct cpu {
    uint64_t count;
    uint32_t priorities; /* depth of MSR BASEPRI_MAX that were not undone */
    bool all;            /* CPSID */
    uint64_t began;
    struct site *site;
};

static struct place places[PLACES];
static unsigned place_count;
static struct event *events;
static size_t event_count, event_room;
static struct site sites[SITES];
static unsigned site_count, phase, wrong;
static struct cpu cpus[CPUS];
static uint64_t total;
static FILE *out;

static void fail(const char *what) __attribute__((noreturn));

static void fail(const char *what)
{
    fprintf(stderr, "takt-count: %s\n", what);
    exit(1);
}

static void counted(unsigned cpu, void *data)
{
    (void)data;
    cpus[cpu % CPUS].count++;
    total++;
}

static void passed(unsigned cpu, void *data)
{
    const struct place *place = data;
    struct cpu *c = &cpus[cpu % CPUS];

    if (place->kind == PLACE_PHASE && phase < PHASES - 1)
        phase++;
    if (place->kind == PLACE_START)
        c->site = NULL;
    if (place->kind == PLACE_HANDLER && (c->priorities != 0 || c->all))
        wrong++;
    if (event_count == event_room) {
        event_room = event_room == 0 ? 4096 : 2 * event_room;
        events = event_room > EVENTS_MAX ? NULL : realloc(events, event_room * sizeof *events);
        if (events == NULL)
            fail("too many events: watch fewer places, or a shorter run");
    }
    events[event_count++] =
        (struct event){.own = c->count, .all = total, .address = place->address, .cpu = cpu};
}

static bool masked(const struct cpu *cpu)
{
    return cpu->priorities != 0 || cpu->all;
}

static void window_begin(struct cpu *cpu, struct site *site)
{
    if (masked(cpu))
        return;
    cpu->site = site;
    cpu->began = cpu->count;
}

static void window_end(struct cpu *cpu)
{
    uint64_t length = cpu->count - cpu->began;

    if (masked(cpu) || cpu->site == NULL)
        return;
    cpu->site->windows[phase]++;
    if (length > cpu->site->longest[phase])
        cpu->site->longest[phase] = length;
    cpu->site = NULL;
}

static void raises(unsigned cpu, void *site)
{
    window_begin(&cpus[cpu % CPUS], site);
    cpus[cpu % CPUS].priorities++;
}

static void lowers(unsigned cpu, void *data)
{
    struct cpu *c = &cpus[cpu % CPUS];

    (void)data;
    if (c->priorities != 0)
        c->priorities--;
    window_end(c);
}

static void closes(unsigned cpu, void *site)
{
    window_begin(&cpus[cpu % CPUS], site);
    cpus[cpu % CPUS].all = true;
}

static void opens(unsigned cpu, void *data)
{
    (void)data;
    cpus[cpu % CPUS].all = false;
    window_end(&cpus[cpu % CPUS]);
}

static void sleeps(unsigned cpu, void *data)
{
    (void)data;
    cpus[cpu % CPUS].began = cpus[cpu % CPUS].count;
}

static struct site *site_at(uint32_t address)
{
    for (unsigned i = 0; i < site_count; i++) {
        if (sites[i].address == address)
            return &sites[i];
    }
    if (site_count == SITES)
        fail("too many instructions that mask");
    sites[site_count].address = address;
    return &sites[site_count++];
}

/* The instruction's code: one halfword, or the first in the upper half. */
static uint32_t code_of(const struct qemu_plugin_insn *insn)
{
    const uint8_t *bytes = qemu_plugin_insn_data(insn);
    uint32_t code = bytes[0] | (uint32_t)bytes[1] << 8;

    if (qemu_plugin_insn_size(insn) == 4)
        code = code << 16 | bytes[2] | (uint32_t)bytes[3] << 8;
    return code;
}

static void watch_masks(struct qemu_plugin_insn *insn, uint32_t address)
{
    uint32_t code = code_of(insn);

    if ((code & 0xFFF0FFFFu) == 0xF3808812u) /* MSR BASEPRI_MAX, Rn */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, raises, 0, site_at(address));
    else if ((code & 0xFFF0FFFFu) == 0xF3808811u) /* MSR BASEPRI, Rn */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, lowers, 0, NULL);
    else if (code == 0xB672u) /* CPSID i */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, closes, 0, site_at(address));
    else if (code == 0xB662u) /* CPSIE i */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, opens, 0, NULL);
    else if (code == 0xBF30u) /* WFI */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, sleeps, 0, NULL);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t address = (uint32_t)qemu_plugin_insn_vaddr(insn);

        qemu_plugin_register_vcpu_insn_exec_cb(insn, counted, 0, NULL);
        for (unsigned p = 0; p < place_count; p++) {
            if (places[p].address == address)
                qemu_plugin_register_vcpu_insn_exec_cb(insn, passed, 0, &places[p]);
        }
        watch_masks(insn, address);
    }
}

static void ended(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    for (size_t i = 0; i < event_count; i++)
        fprintf(out, "at %" PRIx32 " %" PRIu32 " %" PRIu64 " %" PRIu64 "\n", events[i].address, events[i].cpu,
                events[i].own, events[i].all);
    for (unsigned i = 0; i < site_count; i++) {
        for (unsigned p = 0; p < PHASES; p++) {
            if (sites[i].windows[p] != 0)
                fprintf(out, "masked %" PRIx32 " %u %" PRIu64 " %" PRIu64 "\n", sites[i].address, p,
                        sites[i].windows[p], sites[i].longest[p]);
        }
    }
    fprintf(out, "wrong %u\nend %" PRIu64 "\n", wrong, total);
    if (fclose(out) != 0)
        fail("the log could not be written");
}

static enum kind kind_of(const char *word)
{
    static const char *const words[] = {"label", "handler", "phase", "start"};

    for (unsigned kind = 0; kind < sizeof words / sizeof *words; kind++) {
        if (strcmp(word, words[kind]) == 0)
            return (enum kind)kind;
    }
    fail("a place is a label, handler, phase or start");
}

/* Lines of the file: kind, address in hexadecimal, and a name that is not read. */
static void read_places(const char *name)
{
    FILE *file = fopen(name, "r");
    char word[16];
    uint32_t address;

    if (file == NULL)
        fail("the file of places cannot be read");
    while (fscanf(file, "%15s %" SCNx32 "%*[^\n]", word, &address) == 2) {
        if (place_count == PLACES)
            fail("there are too many places");
        places[place_count++] = (struct place){.address = address & ~1u, .kind = kind_of(word)};
    }
    fclose(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "places=", 7) == 0)
            read_places(argv[i] + 7);
        else if (strncmp(argv[i], "out=", 4) == 0)
            out = fopen(argv[i] + 4, "w");
        else
            fail("it takes places=FILE and out=FILE");
    }
    if (out == NULL)
        fail("out=FILE is missing, or cannot be written");
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
