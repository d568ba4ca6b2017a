/*
 * The reader of a task table: lines of fields with commas between them, as spreadsheets write them.
 *
 *   # a comment
 *   lock,NAME,spin or block,K,h
 *   task,core,period,deadline,wcet,priority[,LOCK.requests,LOCK.section]...
 *   NAME,0,1000,1000,120,3,2,5
 *
 * The table comes from a person, so a fault names file, line and field, shows what stood there and says what
 * should; the first one ends the reading. A byte-order mark, CRLF, blanks around fields and empty lines are
 * fine; quotes are not, as no name needs them.
 */
#include "blocking.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES   8192
#define FIXED_FIELDS 6u
#define FIELDS_MAX   (FIXED_FIELDS + 2u * BLOCKING_LOCKS)

static const char *const fixed[FIXED_FIELDS] = {"task", "core", "period", "deadline", "wcet", "priority"};

struct reader {
    struct blocking_set *set;
    const char *name;
    FILE *fault;
    unsigned line;
    char text[LINE_BYTES]; /* of the line; the fields point into it */
    bool has_head;
    unsigned field_count, head_count;
    char *field[FIELDS_MAX];
    unsigned column_lock[FIELDS_MAX]; /* of the columns behind the fixed ones */
    bool column_section[FIELDS_MAX];
};

__attribute__((format(printf, 3, 4))) static bool refuse(const struct reader *reader, const char *field,
                                                         const char *format, ...)
{
    va_list arguments;

    fprintf(reader->fault, "%s:%u: ", reader->name, reader->line);
    if (field != NULL)
        fprintf(reader->fault, "%s: ", field);
    va_start(arguments, format);
    vfprintf(reader->fault, format, arguments);
    va_end(arguments);
    fputc('\n', reader->fault);
    return false;
}

static char *trim(char *text)
{
    char *end;

    text += strspn(text, " \t");
    end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
        *--end = '\0';
    return text;
}

static bool split(struct reader *reader, char *line)
{
    reader->field_count = 0;
    for (char *rest = line; rest != NULL;) {
        char *field = rest, *comma = strchr(rest, ',');

        if (comma != NULL)
            *comma = '\0';
        rest = comma != NULL ? comma + 1 : NULL;
        if (reader->field_count == FIELDS_MAX)
            return refuse(reader, NULL, "more than %u fields: a table has %u locks at most", FIELDS_MAX,
                          BLOCKING_LOCKS);
        reader->field[reader->field_count++] = trim(field);
    }
    return true;
}

static bool take_name(const struct reader *reader, const char *field, const char *text,
                      char name[BLOCKING_NAME])
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    if (text[0] == '\0' || text[strspn(text, allowed)] != '\0')
        return refuse(reader, field, "'%s' is not a name: use letters, digits, '-' and '_'", text);
    if (strlen(text) >= BLOCKING_NAME)
        return refuse(reader, field, "'%s' is too long: use at most %u characters", text, BLOCKING_NAME - 1);
    memcpy(name, text, strlen(text) + 1);
    return true;
}

static bool take_count(const struct reader *reader, const char *field, const char *text, int64_t max,
                       int64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || *value > max)
        return refuse(reader, field, "'%s' is not a whole number from 0 to %lld", text, (long long)max);
    return true;
}

/* A decimal number with up to three places; the value is in thousandths. */
static bool take_time(const struct reader *reader, const char *field, const char *text, int64_t *value)
{
    size_t whole = strspn(text, "0123456789"), places = 0;

    *value = 0;
    if (text[whole] == '.')
        places = strspn(text + whole + 1, "0123456789");
    if (whole == 0 || whole > 9 || places > 3 || text[whole + (text[whole] == '.') + places] != '\0')
        return refuse(reader, field,
                      "'%s' is not a time: write a number below 1000000000 with at most three decimals",
                      text);
    for (size_t i = 0; i < whole; i++)
        *value = 10 * *value + (text[i] - '0');
    for (size_t i = 0; i < 3; i++)
        *value = 10 * *value + (i < places ? text[whole + 1 + i] - '0' : 0);
    return true;
}

static bool take_positive(const struct reader *reader, const char *field, const char *text, int64_t *value)
{
    if (!take_time(reader, field, text, value))
        return false;
    return *value > 0 || refuse(reader, field, "it is 0: give a time above 0");
}

static int lock_named(const struct blocking_set *set, const char *name)
{
    for (unsigned i = 0; i < set->lock_count; i++) {
        if (strcmp(set->lock[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

static bool take_lock(struct reader *reader)
{
    struct blocking_set *set = reader->set;
    struct blocking_lock *lock = &set->lock[set->lock_count];
    char **field = reader->field;

    if (reader->has_head)
        return refuse(reader, NULL, "a lock below the head of the tasks: put it above");
    if (set->lock_count == BLOCKING_LOCKS)
        return refuse(reader, NULL, "more than %u locks", BLOCKING_LOCKS);
    if (reader->field_count != 5)
        return refuse(reader, NULL, "a lock has 5 fields (lock,NAME,spin or block,K,h), here are %u",
                      reader->field_count);
    if (!take_name(reader, "field 2 (name)", field[1], lock->name))
        return false;
    if (lock_named(set, lock->name) >= 0)
        return refuse(reader, "field 2 (name)", "there is a lock '%s' already: name each once", lock->name);
    if (strcmp(field[2], "spin") != 0 && strcmp(field[2], "block") != 0)
        return refuse(reader, "field 3 (mode)", "'%s' is not a mode: write spin or block", field[2]);
    lock->blocks = strcmp(field[2], "block") == 0;
    if (!take_count(reader, "field 4 (K)", field[3], BLOCKING_CAP_MAX, &lock->cap) ||
        !take_time(reader, "field 5 (h)", field[4], &lock->handover))
        return false;
    set->lock_count++;
    return true;
}

/* LOCK.requests or LOCK.section. */
static bool take_column(struct reader *reader, unsigned column)
{
    char *text = reader->field[column], *dot = strrchr(text, '.');
    int lock;

    if (dot == NULL || (strcmp(dot, ".requests") != 0 && strcmp(dot, ".section") != 0))
        return refuse(reader, text, "no such column: behind %s stand LOCK.requests and LOCK.section",
                      fixed[FIXED_FIELDS - 1]);
    reader->column_section[column] = strcmp(dot, ".section") == 0;
    *dot = '\0';
    lock = lock_named(reader->set, text);
    if (lock < 0)
        return refuse(reader, text, "there is no such lock: add a line lock,%s,spin,0,h above", text);
    reader->column_lock[column] = (unsigned)lock;
    for (unsigned i = FIXED_FIELDS; i < column; i++) {
        if (reader->column_lock[i] == (unsigned)lock &&
            reader->column_section[i] == reader->column_section[column])
            return refuse(reader, text, "the column stands twice: take one away");
    }
    return true;
}

static bool take_head(struct reader *reader)
{
    if (reader->has_head)
        return refuse(reader, NULL, "a second head (task,core,...): take it away");
    if (reader->field_count < FIXED_FIELDS)
        return refuse(reader, NULL,
                      "the head ends before '%s': it begins with "
                      "task,core,period,deadline,wcet,priority",
                      fixed[reader->field_count]);
    for (unsigned i = 0; i < FIXED_FIELDS; i++) {
        if (strcmp(reader->field[i], fixed[i]) != 0)
            return refuse(reader, NULL, "field %u of the head is '%s': write '%s'", i + 1, reader->field[i],
                          fixed[i]);
    }
    for (unsigned i = FIXED_FIELDS; i < reader->field_count; i++) {
        if (!take_column(reader, i))
            return false;
    }
    reader->has_head = true;
    reader->head_count = reader->field_count;
    return true;
}

static bool take_times(const struct reader *reader, struct blocking_task *task)
{
    char *const *field = reader->field;

    if (!take_positive(reader, "field 3 (period)", field[2], &task->period) ||
        !take_positive(reader, "field 4 (deadline)", field[3], &task->deadline) ||
        !take_positive(reader, "field 5 (wcet)", field[4], &task->wcet))
        return false;
    return task->deadline <= task->period ||
           refuse(reader, "field 4 (deadline)",
                  "it is beyond the period: the analysis covers deadlines up to the period");
}

static bool take_use(const struct reader *reader, struct blocking_task *task, unsigned column)
{
    struct blocking_use *use = &task->use[reader->column_lock[column]];
    const char *text = reader->field[column];
    char field[BLOCKING_NAME + 32];

    if (text[0] == '\0')
        return true;
    snprintf(field, sizeof(field), "field %u (%s.%s)", column + 1,
             reader->set->lock[reader->column_lock[column]].name,
             reader->column_section[column] ? "section" : "requests");
    if (reader->column_section[column])
        return take_time(reader, field, text, &use->section);
    return take_count(reader, field, text, BLOCKING_COUNT_MAX, &use->requests);
}

/* The two numbers of a lock belong together, and all sections are part of the computation. */
static bool check_uses(const struct reader *reader, const struct blocking_task *task)
{
    int64_t inside = 0;

    for (unsigned q = 0; q < reader->set->lock_count; q++) {
        const struct blocking_use *use = &task->use[q];

        if ((use->requests == 0) != (use->section == 0))
            return refuse(reader, reader->set->lock[q].name,
                          "task '%s' has requests or a section, but not both: give both, or neither",
                          task->name);
        if (use->section > task->wcet || use->requests * use->section > task->wcet - inside)
            return refuse(reader, "field 5 (wcet)",
                          "the sections of task '%s' take longer than it computes: its wcet holds them",
                          task->name);
        inside += use->requests * use->section;
    }
    return true;
}

static bool take_task(struct reader *reader)
{
    struct blocking_set *set = reader->set;
    struct blocking_task *task = &set->task[set->task_count];
    int64_t core, priority;

    if (!reader->has_head)
        return refuse(reader, NULL, "'%s' stands where lock,... or task,core,... is expected",
                      reader->field[0]);
    if (set->task_count == BLOCKING_TASKS)
        return refuse(reader, NULL, "more than %u tasks", BLOCKING_TASKS);
    if (reader->field_count != reader->head_count)
        return refuse(reader, NULL, "%u fields, but the head has %u: give each column, empty if unused",
                      reader->field_count, reader->head_count);
    if (!take_name(reader, "field 1 (task)", reader->field[0], task->name) ||
        !take_count(reader, "field 2 (core)", reader->field[1], BLOCKING_CORES - 1, &core) ||
        !take_times(reader, task) ||
        !take_count(reader, "field 6 (priority)", reader->field[5], BLOCKING_PRIORITY_MAX, &priority))
        return false;
    for (unsigned i = 0; i < set->task_count; i++) {
        if (strcmp(set->task[i].name, task->name) == 0)
            return refuse(reader, "field 1 (task)", "there is a task '%s' already: name each once",
                          task->name);
    }
    task->core = (unsigned)core;
    task->priority = (unsigned)priority;
    for (unsigned i = FIXED_FIELDS; i < reader->head_count; i++) {
        if (!take_use(reader, task, i))
            return false;
    }
    set->task_count++;
    return check_uses(reader, task);
}

static bool take_line(struct reader *reader, char *line)
{
    line = trim(line);
    if (line[0] == '\0' || line[0] == '#')
        return true;
    if (!split(reader, line))
        return false;
    if (strcmp(reader->field[0], "lock") == 0)
        return take_lock(reader);
    if (strcmp(reader->field[0], "task") == 0)
        return take_head(reader);
    return take_task(reader);
}

static bool take_lines(struct reader *reader, FILE *table)
{
    static const char mark[] = "\xef\xbb\xbf";
    char *line = reader->text;

    while (fgets(line, LINE_BYTES, table) != NULL) {
        bool marked = reader->line++ == 0 && strncmp(line, mark, 3) == 0;

        if (strchr(line, '\n') == NULL && !feof(table))
            return refuse(reader, NULL, "the line is longer than %d bytes, or holds a 0 byte", LINE_BYTES);
        if (!take_line(reader, marked ? line + 3 : line))
            return false;
    }
    if (ferror(table))
        return refuse(reader, NULL, "cannot be read: %s", strerror(errno));
    return reader->set->task_count > 0 ||
           refuse(reader, NULL, "the table ends without a task: add task,core,... and a line for each task");
}

bool blocking_read(struct blocking_set *set, FILE *table, const char *name, FILE *fault)
{
    struct reader reader = {.set = set, .name = name, .fault = fault};

    memset(set, 0, sizeof(*set));
    return take_lines(&reader, table);
}
