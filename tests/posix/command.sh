#!/bin/sh
# command.sh SOURCE WORK: ./takt posix: arguments, status, and what it says to those who mistype.
set -eu

source=$1
work=$2/command
cases=0
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# expect STATUS TEXT COMMAND...: it ends so and says that
expect() {
    status=$1
    text=$2
    shift 2
    got=0
    "$@" >out 2>&1 </dev/null || got=$?
    if [ "$got" != "$status" ] || { [ -n "$text" ] && ! grep -qF -e "$text" out; }; then
        echo "FAILED: $* ended with $got, expected $status and: $text"
        cat out
        exit 1
    fi
    cases=$((cases + 1))
}

cat >words.c <<'C'
#include "words.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("<%s>\n", argv[i]);
    atexit(bye);
    printf("value %d\n", VALUE);
    exit(argc);
}
C
cat >bye.c <<'C'
#include <stdio.h>
#include "words.h"
void bye(void) { printf("bye\n"); }
C
mkdir headers
echo 'void bye(void);' >headers/words.h
cat >nothing.c <<'C'
int main() {}
C
cat >ends.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *last(void *arg)
{
    sleep(1);
    printf("last\n");
    return arg;
}
int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, last, NULL);
    pthread_exit(NULL);
}
C
cat >aborts.c <<'C'
#include <stdlib.h>
int main(void) { abort(); }
C
echo 'int main(void) { return nothing; }' >wrong.c
echo 'int main(void) { return pthread_kill(0, 0); }' >headless.c
echo 'int pthread_atfork(void *, void *, void *); int main(void) { return pthread_atfork(0, 0, 0); }' >absent.c

takt=$source/takt
expect 0 '' "$takt" posix nothing.c
expect 4 '<--two>' "$takt" posix words.c bye.c -I headers -D VALUE=7 one -- --two "three.c"
grep -q '^value 7$' out && grep -q '^<three.c>$' out && grep -q '^bye$' out
expect 0 'last' "$takt" posix ends.c
expect 134 '' "$takt" posix aborts.c
expect 1 "'nothing' undeclared" env LC_ALL=C "$takt" posix wrong.c
expect 1 'headless.c: calls pthread_kill(), and does not include <signal.h>' "$takt" posix headless.c
expect 1 'absent.c: calls pthread_atfork(), which Takt does not have' "$takt" posix absent.c
expect 1 'there is no file missing.c' "$takt" posix missing.c
expect 1 'posix takes the sources of one program' "$takt" posix
expect 1 'posix does not know --frob' "$takt" posix nothing.c --frob
expect 1 "there is no board 'moon'" "$takt" posix nothing.c --board moon
expect 1 'one board' "$takt" posix nothing.c --board all
echo "amount: $cases command lines"
