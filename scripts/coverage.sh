# Coverage of kernel/ and llq/: what the ordinary suites run on sim and on host, counted together.
#
# Suites that lie above the kernel and the lock, or beside them, are left out, and so is what only --full runs: they take
# most of the time and reach nothing that the others do not.
#
# A line that holds TAKT_ASSERT has a branch that only a bug takes; it counts as a line, not as branches. Nothing
# else is left out. What stays uncovered is named in docs/caveats.md.

coverage_lines=98
coverage_branches=90
coverage_without='^(level-.*|advice|edge|fs|fuzz|linux|posix|report|results|size)$'

coverage_capture() {
    lcov --quiet --capture --directory "build/$1" --output-file "build/coverage/$1.info" \
        --include "$PWD/kernel/*" --include "$PWD/llq/*" \
        --rc lcov_branch_coverage=1 --rc 'lcov_excl_br_line=LCOV_EXCL_BR_LINE|TAKT_ASSERT' \
        --rc geninfo_auto_base=1 2>"build/coverage/$1.log" || {
        tail -n 20 "build/coverage/$1.log" >&2
        die "lcov failed on $1 (above)."
    }
}

# A table by folder from an lcov tracefile, then by file what is below the gate. Fails below it.
coverage_table() {
    awk -v root="$PWD/" -v lines="$coverage_lines" -v branches="$coverage_branches" '
        function percent(hit, all) { return all ? 100 * hit / all : 100 }
        function row(name, lh, lf, bh, bf) {
            printf "%-28s %6d %6d %7.1f %% %8d %6d %7.1f %%\n", name, lh, lf, percent(lh, lf), bh, bf, percent(bh, bf)
        }
        /^SF:/ { file = substr($0, 4); sub(root, "", file); folder = file; sub("/.*", "/", folder); files[++n] = file
                 of[file] = folder; folders[folder] = 1 }
        /^(LF|LH|BRF|BRH):/ { split($0, part, ":"); v[file, part[1]] = part[2]; v[folder, part[1]] += part[2] }
        END {
            printf "%-28s %6s %6s %9s %8s %6s %9s\n", "", "lines", "of", "", "branches", "of", ""
            for (i = 1; i <= n; i++) {
                f = files[i]
                if (v[f, "LH"] < v[f, "LF"] || v[f, "BRH"] < v[f, "BRF"])
                    row("  " f, v[f, "LH"], v[f, "LF"], v[f, "BRH"], v[f, "BRF"])
            }
            bad = n == 0
            for (f in folders) {
                row(f, v[f, "LH"], v[f, "LF"], v[f, "BRH"], v[f, "BRF"])
                if (percent(v[f, "LH"], v[f, "LF"]) < lines || percent(v[f, "BRH"], v[f, "BRF"]) < branches) bad = 1
            }
            printf "%s: the gate is %d %% of lines, %d %% of branches\n", bad ? "FAILED" : "ok", lines, branches
            exit bad
        }' "$1"
}

coverage_all() {
    need coverage
    mkdir -p build/coverage
    set --
    for preset in sim-coverage host-coverage; do
        case $board in
        '' | all | "${preset%%-*}") ;;
        *) continue ;;
        esac
        configure "$preset"
        build "$preset" all
        say "== counting on $preset"
        find "build/$preset" -name '*.gcda' -exec rm -f {} +
        ctest --test-dir "build/$preset" -j "$(processors)" --quiet -LE "$coverage_without" >&2 ||
            say "takt: tests failed on $preset; the coverage is what the others reached."
        coverage_capture "$preset" || return 1
        set -- "$@" --add-tracefile "build/coverage/$preset.info"
    done
    lcov --quiet "$@" --rc lcov_branch_coverage=1 --output-file build/coverage/all.info || return 1
    coverage_table build/coverage/all.info
}
