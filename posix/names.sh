#!/bin/sh
# names.sh NM INCLUDE OBJECT...: whether a program calls what it does not get from this layer.
#
# The headers rename what the layer has. A function that is called without its header, or that the layer lacks, would be
# the C library's, which knows nothing of Takt's threads: it would compile, link, and end the program when it runs.
# Output and memory are left alone: the C library's do there, too.
set -eu

nm=$1 include=$2
shift 2
{
    cd "$include"
    grep -H '^#define [a-z_]* *takt_posix_' mqueue.h pthread.h sched.h semaphore.h signal.h sys/time.h time.h unistd.h
    cd "$OLDPWD"
    "$nm" -A -u "$@"
} | awk '
    /#define/ { split($0, at, ":#define "); split(at[2], word, " "); header[word[1]] = at[1]; next }
    {
        file = $1
        sub(/^.*\//, "", file)
        sub(/\.o(bj)?:.*$/, "", file)
        if ($NF in header)
            print file ": calls " $NF "(), and does not include <" header[$NF] ">"
        else if ($NF ~ /^(pthread|sem|mq|timer|sched)_/)
            print file ": calls " $NF "(), which Takt does not have; docs/posix.md lists what there is"
        else
            next
        bad = 1
    }
    END { exit bad }' >&2
