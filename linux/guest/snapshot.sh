#!/bin/sh
# The first program of a guest that starts from nothing or from a snapshot. The kernel's command line says what to do, as
# its unknown words are this program's environment: way=cold|save|resume, turns=N (of a loop: how long the start of the
# application takes), fill=N (MB that it has in memory then).
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs -o size=90% tmp /tmp
for file in $(cat /modules/order); do insmod "/modules/$file" 2>/dev/null; done
[ -e /dev/vda ] || echo "FAILED there is no /dev/vda"

start_application() {
    [ "$fill" = 0 ] || dd if=/dev/urandom of=/tmp/data bs=1M "count=$fill" 2>/dev/null
    turn=0
    while [ "$turn" -lt "$turns" ]; do turn=$((turn + 1)); done
}

# Writing `disk` comes back when the snapshot runs again, in another start of the machine.
save() {
    mkswap /dev/vda >/dev/null
    swapon /dev/vda
    echo shutdown >/sys/power/disk
    echo 0 >/sys/power/image_size
    echo "SAVE $(counter)"
    echo disk >/sys/power/state || echo "FAILED the kernel does not save itself: $(dmesg | tail -n 1)"
}

echo "INIT $(counter)"
if [ "$way" = resume ]; then
    cat /sys/block/vda/dev >/sys/power/resume
    echo "FAILED the kernel did not resume: $(dmesg | grep -i 'PM: ' | tail -n 1)"
else
    start_application
    [ "$way" = cold ] || save
    echo "READY $(counter)"
fi
poweroff -f
