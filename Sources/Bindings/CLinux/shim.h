// What Swift can't call or see of Linux: variadic functions, macros, headers Glibc leaves out.
#ifndef LOCKSIM_CLINUX_SHIM_H
#define LOCKSIM_CLINUX_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static inline void clinux_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

static inline void clinux_keep_freed_memory(void) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_TOP_PAD, 1 << 20);
}

static inline int clinux_set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

static inline int clinux_arm_timerfd(int fd, int64_t seconds, int64_t nanoseconds) {
    struct itimerspec spec = {.it_value = {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, 0);
}

static inline int clinux_create_timerfd(int clock) {
    return timerfd_create(clock, TFD_CLOEXEC | TFD_NONBLOCK);
}

// The kernel's, since <sys/epoll.h> would define types a second time that Glibc has.
struct clinux_epoll_event {
    uint32_t events;
    uint64_t data;
#ifdef __x86_64__
} __attribute__((packed));
#else
};
#endif

// Closed on exec.
static inline int clinux_create_epoll(void) {
    return (int)syscall(SYS_epoll_create1, O_CLOEXEC);
}

// EPOLL_CTL_ADD for EPOLLIN, and EPOLLET where only changes are to be told.
static inline int clinux_epoll_add(int epoll, int fd, uint32_t token, int for_edges) {
    struct clinux_epoll_event event = {for_edges ? 1 | (1U << 31) : 1, token};
    return (int)syscall(SYS_epoll_ctl, epoll, 1, fd, &event);
}

// Tokens of what is ready, at most 64. Linux 5.11 and later wait by the nanosecond.
static inline int clinux_epoll_wait(int epoll, uint32_t *tokens, int64_t nanoseconds) {
    struct clinux_epoll_event events[64];
    int64_t timeout[2] = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = (int)syscall(
        SYS_epoll_pwait2, epoll, events, 64, nanoseconds < 0 ? (int64_t *)0 : timeout, 0, 0);
    for (int index = 0; index < count; index++) tokens[index] = (uint32_t)events[index].data;
    return count;
}

static inline int clinux_terminal_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? (int)size.ws_col : -1;
}

static inline int clinux_open(const char *path, int flags, unsigned mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

static inline int clinux_set_close_on_exec(int fd, int on) {
    return fcntl(fd, F_SETFD, on ? FD_CLOEXEC : 0);
}

// Since Linux 6.12 a fair task may name its slice: shorter ones are run sooner after a wake-up.
// Before, the field is ignored. glibc 2.36 has no wrapper.
static inline int clinux_set_slice(uint64_t nanoseconds) {
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = 48};
    long got = syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0);
    if (got < 0) return (int)got;
    attributes.size = 48;
    attributes.runtime = nanoseconds;
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

// A static buffer would not do for hosts with more than 1024 processors; none is in sight.
static inline int clinux_allowed_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

static inline int clinux_pin_to_processor(int index) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(index, &set);
    return sched_setaffinity(0, sizeof set, &set);
}

// The kernel leaves out what this process may not use.
static inline int clinux_unpin(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int index = 0; index < CPU_SETSIZE; index++) CPU_SET(index, &set);
    return sched_setaffinity(0, sizeof set, &set);
}

#endif
