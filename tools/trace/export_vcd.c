/*
 * Value change dump, as GTKWave opens it: a scope a core; in it which thread runs, by number and by name, how deep
 * handlers nest, and a state for each thread: z not known, 0 not ready, 1 ready, x running. A nanosecond a unit.
 */
#include "export.h"

#include <stdlib.h>

/** A signal of one bit: a thread's state. */
struct signal {
    uint32_t thread;
    unsigned core;
    bool not_ready; /* as its last record said */
    char code[8];
};

struct dump {
    const struct tt_trace *trace;
    FILE *out;
    struct signal *signal;
    size_t signals;
    int64_t time; /* last written; -1: none */
    unsigned depth[TT_CORES];
};

/* Printable characters from ! on, in base 94. */
static void code_of(size_t number, char *code)
{
    do {
        *code++ = (char)('!' + number % 94);
        number /= 94;
    } while (number != 0);
    *code = '\0';
}

/* Codes of core c: 3c its thread's name, 3c + 1 its number, 3c + 2 depth of handlers; then the threads'. */
static void put_header(struct dump *dump)
{
    char code[8];

    fputs("$version Takt takt-trace $end\n$timescale 1 ns $end\n", dump->out);
    for (unsigned c = 0; c < dump->trace->cores; c++) {
        fprintf(dump->out, "$scope module core%u $end\n", c);
        code_of(3 * c, code);
        fprintf(dump->out, "$var string 1 %s running $end\n", code);
        code_of(3 * c + 1, code);
        fprintf(dump->out, "$var wire 32 %s thread $end\n", code);
        code_of(3 * c + 2, code);
        fprintf(dump->out, "$var wire 8 %s handlers $end\n", code);
        for (size_t i = 0; i < dump->signals; i++) {
            const struct signal *signal = &dump->signal[i];
            const char *name = tt_name(dump->trace, c, signal->thread);

            if (signal->core != c)
                continue;
            fprintf(dump->out, "$var wire 1 %s ", signal->code);
            for (; *name != '\0'; name++)
                fputc(*name > ' ' && *name < 0x7f && *name != '$' ? *name : '_', dump->out);
            fputs(" $end\n", dump->out);
        }
        fputs("$upscope $end\n", dump->out);
    }
    fputs("$enddefinitions $end\n", dump->out);
}

static void put_time(struct dump *dump, int64_t time)
{
    if (time != dump->time)
        fprintf(dump->out, "#%lld\n", (long long)time);
    dump->time = time;
}

static struct signal *signal_of(struct dump *dump, unsigned core, uint32_t thread)
{
    for (size_t i = 0; i < dump->signals; i++) {
        if (dump->signal[i].core == core && dump->signal[i].thread == thread)
            return &dump->signal[i];
    }
    return NULL;
}

static void put_state(struct dump *dump, const struct signal *signal, char state)
{
    if (signal != NULL)
        fprintf(dump->out, "%c%s\n", state, signal->code);
}

static void put_number(struct dump *dump, size_t code, uint32_t number)
{
    char text[8];

    fputc('b', dump->out);
    for (unsigned bit = 32; bit-- > 0;)
        fputc('0' + (int)(number >> bit & 1), dump->out);
    code_of(code, text);
    fprintf(dump->out, " %s\n", text);
}

static void put_text(struct dump *dump, size_t code, const char *text)
{
    char name[8];

    fputc('s', dump->out);
    for (; *text != '\0'; text++)
        fputc(*text > ' ' && *text < 0x7f ? *text : '_', dump->out);
    code_of(code, name);
    fprintf(dump->out, " %s\n", name);
}

static void put_switch(struct dump *dump, const struct tt_event *event)
{
    const struct signal *from = signal_of(dump, event->core, event->a);

    put_time(dump, event->time);
    put_text(dump, 3 * event->core, tt_name(dump->trace, event->core, event->b));
    put_number(dump, 3 * event->core + 1, event->b);
    put_state(dump, from, from != NULL && from->not_ready ? '0' : '1');
    put_state(dump, signal_of(dump, event->core, event->b), 'x');
}

/* A thread that is taken from its core keeps x until the switch. */
static void put_ready(struct dump *dump, const struct tt_event *event)
{
    struct signal *signal = signal_of(dump, event->core, event->a);

    if (signal == NULL)
        return;
    signal->not_ready = event->event == TAKT_TRACE_EVENT_unready;
    if (signal->not_ready)
        return;
    put_time(dump, event->time);
    put_state(dump, signal, '1');
}

static void put_depth(struct dump *dump, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_irq_enter)
        dump->depth[event->core]++;
    else if (dump->depth[event->core] > 0)
        dump->depth[event->core]--;
    put_time(dump, event->time);
    put_number(dump, 3 * event->core + 2, dump->depth[event->core]);
}

static void collect(struct dump *dump)
{
    size_t room = 0;

    for (unsigned c = 0; c < dump->trace->cores; c++)
        room += dump->trace->core[c].objects;
    dump->signal = calloc(room + 1, sizeof(*dump->signal));
    for (unsigned c = 0; dump->signal != NULL && c < dump->trace->cores; c++) {
        const struct tt_core *core = &dump->trace->core[c];

        for (size_t i = 0; i < core->objects; i++) {
            struct signal *signal = &dump->signal[dump->signals];

            if (core->object[i].kind != TAKT_TRACE_THREAD)
                continue;
            *signal = (struct signal){.thread = core->object[i].id, .core = c};
            code_of(3 * (size_t)dump->trace->cores + dump->signals++, signal->code);
        }
    }
}

static int write_vcd(const struct tt_trace *trace, FILE *out)
{
    struct dump dump = {.trace = trace, .out = out, .time = -1};

    collect(&dump);
    if (dump.signal == NULL)
        return -1;
    put_header(&dump);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->event == TAKT_TRACE_EVENT_switch) {
            put_switch(&dump, event);
        } else if (event->event == TAKT_TRACE_EVENT_ready || event->event == TAKT_TRACE_EVENT_unready) {
            put_ready(&dump, event);
        } else if (event->event == TAKT_TRACE_EVENT_irq_enter || event->event == TAKT_TRACE_EVENT_irq_exit) {
            put_depth(&dump, event);
        }
    }
    put_time(&dump, trace->end);
    free(dump.signal);
    return 0;
}

const struct tt_format tt_vcd = {"vcd", "value change dump for GTKWave", write_vcd, NULL};
