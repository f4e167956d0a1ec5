// The program's own clock_gettime, which the dynamic linker prefers to libc's wherever a shared
// library calls it.
#define _GNU_SOURCE
#include "ClockInterposer.h"

#include <dlfcn.h>
#include <time.h>

typedef int (*clock_function)(clockid_t, struct timespec *);

static clock_function kernel_clock;
static bool clock_is_set;
static struct timespec time_set;

void locksim_set_clock(bool is_set, uint64_t nanoseconds) {
    time_set.tv_sec = (time_t)(nanoseconds / 1000000000);
    time_set.tv_nsec = (long)(nanoseconds % 1000000000);
    clock_is_set = is_set;
}

// Threads that ask for the first time together find the same function.
static clock_function find_kernel_clock(void) {
    clock_function found = __atomic_load_n(&kernel_clock, __ATOMIC_RELAXED);
    if (!found) {
        found = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
        __atomic_store_n(&kernel_clock, found, __ATOMIC_RELAXED);
    }
    return found;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock_is_set) {
        switch (clock) {
        case CLOCK_MONOTONIC:
        case CLOCK_MONOTONIC_COARSE:
        case CLOCK_REALTIME:
        case CLOCK_REALTIME_COARSE:
            *time = time_set;
            return 0;
        }
    }
    return find_kernel_clock()(clock, time);
}
