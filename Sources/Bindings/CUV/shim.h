// What Swift can't call of libuv: variadic functions and unions.
#ifndef LOCKSIM_CUV_SHIM_H
#define LOCKSIM_CUV_SHIM_H

#include <uv.h>

// Must come before the loop first runs.
static inline int cuv_measure_idle_time(uv_loop_t *loop) {
    return uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
}

static inline void cuv_set_stdio_stream(uv_stdio_container_t *container, uv_stream_t *stream) {
    container->flags = (uv_stdio_flags)(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE);
    container->data.stream = stream;
}

static inline void cuv_set_stdio_fd(uv_stdio_container_t *container, int fd) {
    container->flags = UV_INHERIT_FD;
    container->data.fd = fd;
}

static inline void cuv_set_stdio_ignore(uv_stdio_container_t *container) {
    container->flags = UV_IGNORE;
}

#endif
