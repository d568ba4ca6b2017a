/*
 * Keeping a running program, and going on from what was kept.
 *
 * The thread that saves is at a safe point by being there: it is in a service, with the kernel lock free and preemption
 * allowed, on the only core; then it masks. So no handler of the kernel's level and no other thread changes anything
 * while memory is copied. The port stores the thread's registers on its stack and runs the writer on the handlers', which
 * nobody else uses meanwhile and which is not part of the image. What the writer works in is not either.
 *
 * A start that finds an image comes to takt_snapshot_go_on() with memory restored and all devices as after reset. The order
 * is: the board's console, the clock, the port's interrupt lines, the kernel's next event, then the program's hooks, all
 * masked; then the thread goes on, and with it every other. What was pending at an interrupt line when memory was kept is
 * pending again.
 *
 * Deadlines are counter values. The counter goes on from where it was (and by what takt_snapshot_away() tells), so what has
 * passed is due at once, one time.
 *
 * Bound: a save the memory's bytes and the flash's erases, masked; a start the image's bytes.
 */
#include "kernel.h"

#include "boot.h"

/** State that is part of the image. */
static struct {
    struct takt_snapshot_region *first;
    bool saved; /* nothing changed since */
    uint64_t counter;
    struct takt_snapshot_info info;
    uint32_t slot; /* in use, if the sequence is not 0 */
} state;

static struct image_work work TAKT_PORT_KEPT;

__attribute__((weak)) uint32_t takt_snapshot_stamp(void)
{
    return 0;
}

__attribute__((weak)) takt_time_t takt_snapshot_away(void)
{
    return 0;
}

void takt_snapshot_register(struct takt_snapshot_region *region)
{
    struct takt_snapshot_region **link = &state.first;

    while (*link != NULL)
        link = &(*link)->next;
    region->next = NULL;
    *link = region;
}

void takt_snapshot_changed(void)
{
    state.saved = false;
}

void takt_snapshot_info(struct takt_snapshot_info *info)
{
    *info = state.info;
}

/* Where memory lies, told by its window. @return false: in none */
static bool place(const struct image_identity *who, const uint8_t *memory, size_t size,
                  struct image_region *region)
{
    for (uint32_t i = 0; i < who->window_count; i++) {
        uintptr_t offset = (uintptr_t)memory - (uintptr_t)who->windows[i].base;

        if (offset > who->windows[i].size || size > who->windows[i].size - offset)
            continue;
        *region = (struct image_region){i, (uint32_t)offset, (uint32_t)size};
        return true;
    }
    return false;
}

static int list_regions(const struct image_identity *who)
{
    struct image_front *front = &work.front;
    size_t size;
    uint8_t *own = takt_board_memory(&size);

    front->head.regions = 0;
    (void)place(who, own, size, &front->regions[front->head.regions++]);
    for (const struct takt_snapshot_region *region = state.first; region != NULL; region = region->next) {
        if (region->memory == NULL)
            continue;
        if (front->head.regions == IMAGE_REGIONS)
            return -EFBIG;
        if (!place(who, region->memory, region->size, &front->regions[front->head.regions++]))
            return -EINVAL;
    }
    return 0;
}

/* On the handlers' stack, masked. */
static int write(uint32_t resume)
{
    struct image_identity who;
    int status;

    takt_board_identity(&who);
    work.front.head.resume = resume;
    status = list_regions(&who);
    return status == 0 ? image_write(&takt_snapshot_store, &who, &work) : status;
}

/* What the hooks keep goes into their memory; the first that refuses ends it. */
static int tell_before(void)
{
    int status = 0;

    for (struct takt_snapshot_region *region = state.first; region != NULL && status == 0;
         region = region->next) {
        if (region->before != NULL && region->before(region->arg) != 0)
            status = -EBUSY;
    }
    return status;
}

static void tell_after(void)
{
    for (struct takt_snapshot_region *region = state.first; region != NULL; region = region->next) {
        if (region->after != NULL)
            region->after(region->arg);
    }
}

/* Masked. Comes back twice. */
static int keep(void)
{
    int status;

    state.saved = true; /* in the image as well */
    state.counter = takt_port_counter();
    takt_cortexm_lines_keep();
    status = takt_cortexm_keep(write);
    if (status == TAKT_SNAPSHOT_RESTORED) {
        takt_timer_program(takt_core());
        tell_after();
        return status;
    }
    state.info = work.did;
    state.saved = status == 0;
    if (status == 0)
        state.slot = work.slot;
    return status;
}

int takt_snapshot_save(void)
{
    takt_mask_t old;
    int status;

    TAKT_CLASS_THREAD();
    if (takt_core_count() != 1)
        return -ENOTSUP;
    if (takt_core()->preempt_off != 0)
        return -EBUSY;
    if (state.saved)
        return 0;
    old = takt_port_mask();
    status = tell_before();
    if (status == 0)
        status = keep();
    takt_port_unmask(old);
    return status;
}

void takt_snapshot_go_on(const struct image *image)
{
    uint32_t bytes = 0;

    for (uint32_t i = 0; i < image->head.regions; i++) {
        struct image_region region;
        struct image read = *image;

        if (image_region_read(&takt_snapshot_store, &read, i, &region) == 0)
            bytes += region.size;
    }
    state.info = (struct takt_snapshot_info){
        .sequence = image->head.sequence, .bytes = bytes, .flash_read = image->flash_read};
    state.slot = image->slot;
    takt_board_clock_go_on(takt_port_to_ns(state.counter) + takt_snapshot_away());
    takt_cortexm_lines_restore();
    takt_cortexm_resume(image->head.resume);
}

int takt_snapshot_ready(void)
{
    return state.info.sequence == 0 ? 0 : image_note(&takt_snapshot_store, state.slot, true);
}

/* Both slots: the older one relies on the same. */
int takt_snapshot_forget(void)
{
    const struct takt_snapshot_store *store = &takt_snapshot_store;
    int first, second;

    if (image_store_check(store) != 0)
        return 0;
    state.saved = false;
    first = image_is_committed(store, store->offset) ? image_forget(store, store->offset) : 0;
    second = image_is_committed(store, store->offset + store->slot_size)
                 ? image_forget(store, store->offset + store->slot_size)
                 : 0;
    return first == 0 && second == 0 ? 0 : -EIO;
}
