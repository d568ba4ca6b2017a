#!/bin/sh
# The referee's first program: each image is put into flash that Linux simulates, mounted, listed, perhaps changed and
# given back. /images/N/ holds image (whole erase blocks), way, erase (KiB), count (of blocks) and perhaps change, a
# script. A changed image is written to the N-th disk. Lines that begin with a word in capitals are read by
# linux/host/jffs2.py.
busybox=/bin/busybox
$busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp

load() { for file in $(cat "/modules/$1"); do insmod "/modules/$file" 2>/dev/null; done; }

# Each of these makes the device $mtd, or fails; forget takes it away.
use_mtdram() {
    insmod /modules/mtdram.ko total_size=$((count * erase)) "erase_size=$erase" || return 1
    mtd=0
    dd if=image "of=/dev/mtd$mtd" "bs=${erase}k" 2>/dev/null
}

use_block2mtd() {
    losetup /dev/loop0 image && insmod /modules/block2mtd.ko "block2mtd=/dev/loop0,${erase}KiB" || return 1
    mtd=0
}

# 32 MiB with blocks of 16 KiB and pages of 512 bytes, as a small NAND chip has them
use_nandsim() {
    insmod /modules/nandsim.ko first_id_byte=0x20 second_id_byte=0x35 || return 1
    mtd=$(sed -n 's/^mtd\([0-9]*\): .*NAND.*/\1/p' /proc/mtd | head -n 1)
    dd if=image "of=/dev/mtd$mtd" "bs=${erase}k" 2>/dev/null
}

forget() {
    rmmod "$way" 2>/dev/null
    [ "$way" != block2mtd ] || losetup -d /dev/loop0
}

change() {
    (cd /mnt && sh "$here/change") >/tmp/said 2>&1
    echo "CHANGED $?"
    sed 's/^/SAID /' /tmp/said
    sync
    /bin/list /mnt | sed 's/^/AFTER /'
}

give_back() {
    [ "$way" != block2mtd ] || sync
    dd "if=/dev/mtd$mtd" "of=$disk" "bs=${erase}k" 2>/dev/null && echo "BACK $((count * erase * 1024))"
}

# Without what it says of every image. Of one that is mounted only what JFFS2 says.
kernel_said() {
    [ "$answer" = REFUSED ] && of='.' || of='jffs2:'
    dmesg | sed 's/^\(<[0-9]>\)*\[[^]]*\] *//' | grep "$of" | grep -vE 'version 2|complete building xattr|nandsim' |
        sed 's/^/KERNEL /'
}

one() {
    here=/images/$1
    cd "$here" || return
    way=$(cat way) erase=$(cat erase) count=$(cat count)
    echo "IMAGE $1"
    dmesg -c >/dev/null
    if "use_$way" && mount -t jffs2 -o noatime "mtd$mtd" /mnt; then
        answer=MOUNTED
        echo "MOUNTED $(df -k /mnt | tail -n 1 | tr -s ' ' | cut -d' ' -f2,3)"
        /bin/list /mnt | sed 's/^/LIST /'
        [ ! -e change ] || change
        cd /
        # blocks that are being erased; block2mtd takes the signal that ends its thread for a failure
        [ "$way" != block2mtd ] || sleep 2
        umount /mnt
        cd "$here" || return
        [ ! -e change ] || give_back
    else
        answer=REFUSED
    fi
    kernel_said
    cd /
    forget
    echo "END"
}

load order
echo "LINUX $(uname -r)"
number=0
for letter in $(cat /images/disks); do
    disk=/dev/vd$letter
    one "$number"
    number=$((number + 1))
done
poweroff -f
