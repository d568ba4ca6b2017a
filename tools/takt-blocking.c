/*
 * takt-blocking TABLE: do the tasks keep their deadlines, with all that they wait for locks between cores?
 * Exit status: 0 all do; 1 one does not; 2 the table cannot be used. docs/llq.md has the formulas.
 */
#include "blocking.h"

#include <errno.h>
#include <string.h>

#define TEXT_BYTES 32

/* As many decimals as it has. */
static const char *text_of(int64_t value, char text[TEXT_BYTES])
{
    int length;

    if (value == BLOCKING_NEVER)
        return "too long";
    length = snprintf(text, TEXT_BYTES, "%lld.%03lld", (long long)(value / BLOCKING_UNIT),
                      (long long)(value % BLOCKING_UNIT));
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
    return text;
}

static void print_locks(const struct blocking_set *set)
{
    char section[TEXT_BYTES], handover[TEXT_BYTES], bound[TEXT_BYTES];

    printf("%-16s %-6s %6s %4s %10s %10s %18s\n", "lock", "mode", "cores", "K", "section", "hand-over",
           "(m-1+K)(L+h)");
    for (unsigned q = 0; q < set->lock_count; q++) {
        const struct blocking_lock *lock = &set->lock[q];

        printf("%-16s %-6s %6u %4d %10s %10s %18s\n", lock->name, lock->blocks ? "block" : "spin",
               blocking_lock_cores(set, q), (int)lock->cap, text_of(blocking_lock_section(set, q), section),
               text_of(lock->handover, handover), text_of(blocking_lock_bound(set, q), bound));
    }
}

static void print_task(const struct blocking_task *task)
{
    char wcet[TEXT_BYTES], spin[TEXT_BYTES], sleep[TEXT_BYTES], blocking[TEXT_BYTES], response[TEXT_BYTES],
        deadline[TEXT_BYTES];

    printf("%-16s %4u %8u %10s %10s %10s %10s %10s %10s  %s\n", task->name, task->core, task->priority,
           text_of(task->wcet, wcet), text_of(task->spin, spin), text_of(task->sleep, sleep),
           text_of(task->blocking, blocking), task->holds ? text_of(task->response, response) : "too long",
           text_of(task->deadline, deadline), task->holds ? "holds" : "MISSED");
}

static void print_tasks(const struct blocking_set *set)
{
    printf("%-16s %4s %8s %10s %10s %10s %10s %10s %10s\n", "task", "core", "priority", "wcet", "spins",
           "sleeps", "blocked", "response", "deadline");
    for (unsigned t = 0; t < set->task_count; t++)
        print_task(&set->task[t]);
}

int main(int argc, char **argv)
{
    static struct blocking_set set;
    FILE *table;
    bool good, all;

    if (argc != 2) {
        fprintf(
            stderr,
            "usage: takt-blocking TABLE.csv\n"
            "The table: lines lock,NAME,spin or block,K,h; a head task,core,period,deadline,wcet,priority\n"
            "with LOCK.requests,LOCK.section for each lock; a line for each task. docs/llq.md says more.\n");
        return 2;
    }
    table = fopen(argv[1], "r");
    if (table == NULL) {
        fprintf(stderr, "%s: %s: give the path of a task table\n", argv[1], strerror(errno));
        return 2;
    }
    good = blocking_read(&set, table, argv[1], stderr);
    fclose(table);
    if (!good)
        return 2;
    all = blocking_analyse(&set);
    if (set.lock_count > 0) {
        print_locks(&set);
        printf("\n");
    }
    print_tasks(&set);
    printf("\n%s\n", all ? "All deadlines hold." : "A deadline may be missed.");
    return all ? 0 : 1;
}
