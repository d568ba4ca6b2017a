#!/bin/sh
# The first program of a guest whose latency is measured. What to do comes on the kernel's command line, whose unknown
# words are this program's environment: load=hackbench|heavy, samples=N, compare=N (0: no cyclictest), throughput=0|1
# (hackbench alone before), threaded=0|1.
# Lines that begin with a word in capitals are read by linux/host/latency.py.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
mount -t tracefs trace /sys/kernel/tracing

# The real-time clock for the module: its driver gives it up.
take_clock() {
    for folder in /sys/bus/pnp/drivers/rtc_cmos /sys/bus/platform/drivers/rtc_cmos; do
        [ -d "$folder" ] || continue
        for device in "$folder"/*; do
            [ ! -e "$device/driver" ] || echo "${device##*/}" >"$folder/unbind"
        done
    done
    insmod /pirq.ko "threaded=$threaded"
}

# The interrupt's thread is more urgent than the thread that it wakes, as the paper's kernel has it.
raise_interrupt_thread() {
    for folder in /proc/[0-9]*; do
        read -r name <"$folder/comm" 2>/dev/null
        [ "$name" != irq/8-pirq ] || fifo 95 -p "${folder##*/}"
    done
}

forever() { while :; do "$@"; done >/dev/null 2>&1; }
messages() { hackbench -g 20 -l 1000; }
# Long ways through the kernel: clearing and dropping memory, long listings, mounting, a refused module
memory() {
    dd if=/dev/zero of=/tmp/file bs=64M count=2
    rm /tmp/file
    echo 3 >/proc/sys/vm/drop_caches
}
listings() {
    cat /proc/kallsyms /proc/slabinfo
    ls -lR /sys /proc
}
mounts() {
    mount -t tmpfs none /mnt
    umount /mnt
    insmod /no-module
}

start_load() {
    forever messages &
    [ "$load" = heavy ] || return 0
    forever memory &
    forever listings &
    forever mounts &
}

measure() {
    takt-latency --source "$1" --samples "$2" --priority 90 --results /tmp >/tmp/said 2>&1 || sed 's/^/FAILED /' /tmp/said
    sed "s/^/JSON $1 /" /tmp/takt-latency-linux.json
    rm -f /tmp/takt-latency-linux.json
}

# Without load: under it the kernel's trace takes half a minute to be switched on and off.
trace() {
    takt-latency --source timer --samples 256 --results /tmp --trace | sed -n 's/^From the trace: \(.*\) wakes.*/TRACED \1/p'
    echo "EXPLAINED $(takt-latency --source timer --samples 64 --results /tmp --over 1 | grep -c '^ *[+-][0-9.]* us ')"
}

measure_all() {
    measure pirq "$samples"
    [ "$compare" != 0 ] || return 0
    measure timer "$compare"
    # microseconds and how often; those that never were are left out
    cyclictest -m -p90 -t1 -i 488 -l "$compare" -h 20000 -q | grep -v ' 000000$' |
        sed -n 's/^\([0-9]\{6\}\) \([0-9]*\).*/CYCLICTEST \1 \2/p'
}

# Real-time to the end: an ordinary thread waits for its turn among 800.
if [ "$1" = measure ]; then
    measure_all
    echo "DONE"
    poweroff -f
fi

mkdir -p /sys/kernel/debug
mount -t debugfs debug /sys/kernel/debug 2>/dev/null
echo "KERNEL $(uname -r) $(uname -v)"
echo "PREEMPT $(cat /sys/kernel/debug/sched/preempt 2>/dev/null)"
echo -1 >/proc/sys/kernel/sched_rt_runtime_us
take_clock || echo "FAILED the module pirq was not loaded: $(dmesg | grep pirq | tail -n 1)"
raise_interrupt_thread
[ "$throughput" = 0 ] || echo "THROUGHPUT $(hackbench -g 20 -l 20 | sed -n 's/^Time: //p')"
[ "$compare" = 0 ] || trace
start_load
sleep 0.5
fifo 30 /init measure
