/* Contract files, and files of budgets: text that a person may have written. */
#include "fuzz.h"

#include "../../tools/replay/budget.h"
#include "../../tools/replay/contract.h"

#include <stdlib.h>
#include <string.h>

static void read_contract(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    struct tt_contract contract;

    if (text == NULL)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    if (tt_contract_parse(&contract, text, "input") == 0) {
        for (size_t i = 0; i < contract.count; i++)
            (void)tt_contract_term(&contract, contract.term[i].core, contract.term[i].name, 0);
        tt_contract_free(&contract);
    }
    free(text);
}

static void read_budgets(const uint8_t *data, size_t size)
{
    static struct tt_thing thing[] = {{.kind = TAKT_TRACE_THREAD, .met = true, .name = "A"},
                                      {.kind = TAKT_TRACE_THREAD, .met = true, .name = "B", .core = 1},
                                      {.kind = TAKT_TRACE_THREAD, .met = true, .name = "B", .core = 2}};
    static struct tt_replay replay = {.score = {.thing = thing, .things = 3}};
    char option[] = "--budgets", *word[2] = {option, (char *)(uintptr_t)fuzz_file("budgets", data, size)};
    const struct tt_arguments arguments = {.word = word, .options = 1};
    struct tt_budgets budgets;

    if (tt_budgets_take(&budgets, &replay, &arguments) == 0)
        (void)tt_budget_of(&budgets, 0);
    tt_budgets_free(&budgets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_quiet();
    read_contract(data, size);
    read_budgets(data, size);
    return 0;
}
