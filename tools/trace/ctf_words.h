/* The words of CTF's metadata, one after another. What is wrong is said with its line, and jumps back to where reading began. */
#ifndef TAKT_TOOLS_TRACE_CTF_WORDS_H
#define TAKT_TOOLS_TRACE_CTF_WORDS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#define TT_WORD_NAME 48u

struct tt_words {
    const char *path, *at;
    unsigned line;
    char word[256]; /* the present one: a name, a number, a sign, or a text */
    bool is_text;
    jmp_buf failed;
};

/** Say what is wrong and jump to failed. */
_Noreturn void tt_word_fail(struct tt_words *words, const char *format, ...);
/** On to the next word; an empty one at the end. */
void tt_word_next(struct tt_words *words);
bool tt_word_is(const struct tt_words *words, const char *word);
/** Take the word if it is this one; or it has to be. */
bool tt_word_accept(struct tt_words *words, const char *word);
void tt_word_expect(struct tt_words *words, const char *word);
/** Take a name, of at most TT_WORD_NAME - 1 bytes. */
void tt_word_name(struct tt_words *words, char *name);
uint64_t tt_word_number(struct tt_words *words);
/** Balanced braces and what is in them. */
void tt_word_skip(struct tt_words *words);

#endif
