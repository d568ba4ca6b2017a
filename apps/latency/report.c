/* What is told while it runs; and the worst case in words. */
#include "report.h"

#include "../common/text.h"

static void add_value(struct takt_text *text, int64_t value)
{
    takt_text_fixed(text, value, latency_board.unit.decimals);
    takt_text_char(text, ' ');
    takt_text_add(text, latency_board.unit.unit);
}

static const char *worth(void)
{
    static char line[160];
    struct takt_text text;

    takt_text_begin(&text, line, sizeof(line));
    takt_text_add(&text, "rate=");
    takt_text_int(&text, latency_arguments.rate);
    takt_text_add(&text, " seconds=");
    takt_text_int(&text, latency_arguments.seconds);
    return line;
}

void latency_report_head(void)
{
    takt_say("Paper 2: from a periodic interrupt to the first statement of the thread that waits for it");
    takt_printf("Board " TAKT_BOARD ", Takt " TAKT_VERSION ", %s\n", worth());
    takt_printf("Interrupt: %s\nExpiry:    %s\n", latency_board.source, latency_board.expiry);
    takt_printf("Time:      %s\n\n", latency_board.time_note);
}

void latency_report_progress(unsigned load, unsigned percent)
{
    const struct takt_histogram *whole = latency_whole(load);
    char worst[48];
    struct takt_text text;

    takt_text_begin(&text, worst, sizeof(worst));
    add_value(&text, whole->max);
    takt_printf("%-10s %3u %%  %9llu samples, worst so far %s\n", latency_loads[load].name, percent,
                (unsigned long long)whole->count, worst);
}

static const char *name_of(const struct takt_context *context)
{
    return context == NULL ? "start-up" : takt_thread_name((const struct takt_thread *)(const void *)context);
}

/* The largest part, and who had the core in it: first who was interrupted, then whoever was switched to. */
const char *latency_worst_words(unsigned load, char *buffer, size_t size)
{
    static const char *const parts[] = {"on the way to the handler", "in the handler",
                                        "until a thread could be chosen", "in the choice", "in the switch"};
    const struct latency_sample *worst = &latency_figures[load].worst;
    const latency_clock_t *moment = worst->moment;
    int64_t most = 0;
    struct takt_text text;
    unsigned longest = 0;

    for (unsigned part = 0; part < LATENCY_WHOLE; part++) {
        int64_t value = latency_value_of(moment[part], moment[part + 1]);

        longest = value > most ? part : longest;
        most = value > most ? value : most;
    }
    takt_text_begin(&text, buffer, size);
    add_value(&text, most);
    takt_text_char(&text, ' ');
    takt_text_add(&text, parts[longest]);
    takt_text_add(&text, "; interrupted: ");
    takt_text_add(&text, name_of(worst->interrupted));
    for (unsigned i = 0; i + 1 < worst->switches && i < LATENCY_RAN; i++) {
        takt_text_add(&text, i == 0 ? "; then ran: " : ", ");
        takt_text_add(&text, name_of(worst->ran[i]));
    }
    return buffer;
}

const char *latency_command(void)
{
    static char line[256];
    struct takt_text text;

    takt_text_begin(&text, line, sizeof(line));
    takt_text_add(&text, "./takt run latency --board " TAKT_BOARD " ");
    takt_text_add(&text, worth());
    return line;
}
