#!/bin/sh
# Faults planted in the models: each has to be found. Names are the models' own: #define NAME number, below "Mutants.".
#
#   mutants.sh FOLDER-OF-THE-MODELS
set -eu
folder=$1
command -v spin >/dev/null 2>&1 || {
    echo "skipped: spin is missing (./takt setup installs it)"
    exit 77
}

# What a fault needs to show itself, where two requests of two contexts are not enough.
needs() {
    case $1 in
    linked:HANDLERS_NOT_MASKED) echo '-DREQUESTS=1 -DHANDLERS=1' ;;
    linked:LINK_NOT_AWAITED) echo '-DM=3 -DREQUESTS=1 -DTIMED' ;;
    linked:SLEEP*) echo '-DTIMED -DSLEEP' ;;
    linked:*) echo '-DTIMED -DTRY' ;;
    announce:HANDLERS_NOT_MASKED) echo '-DREQUESTS=1 -DHANDLERS=1' ;;
    announce:SLEEP*) echo '-DSLEEP' ;;
    announce:GRANT_BY_STORE | announce:FREE_PAST_WAITERS) echo '-DTIMED=1' ;;
    announce:SKIPS_NOT_COUNTED) echo '-DM=3 -DREQUESTS=2 -DK=1' ;;
    announce:BIT_BEFORE_ANNOUNCING | announce:LEAVE_BY_STORE) echo '-DM=3 -DREQUESTS=1 -DTIMED=1 -DCRASHES=1' ;;
    announce:*) echo '-DCRASHES=1 -DRESTARTS=1' ;;
    esac
}

mutants() {
    sed -n '/^\/\* Mutants. \*\/$/,/^$/s/^#define \([A-Z_]*\)  *\([0-9]*\).*/\1 \2/p' "$folder/$1.pml"
}

count=0
echo '| fault | | killed by |'
echo '|---|---|---|'
for model in $(cd "$folder" && ls ./*.pml | sed 's|^./||; s|.pml$||'); do
    list=$(mutants "$model")
    [ -n "$list" ] || {
        echo "$model: no mutants"
        exit 1
    }
    while read -r name number; do
        # shellcheck disable=SC2046 # words
        MUTANT_NAME=$(echo "$name" | tr 'A-Z_' 'a-z ') \
            sh "$folder/run.sh" "$folder/$model.pml" mutant "-DMUTANT=$number" $(needs "$model:$name") | grep '^|' ||
            { echo "$model $name: NOT FOUND"; exit 1; }
        count=$((count + 1))
    done <<E
$list
E
done
echo "amount: $count faults"
