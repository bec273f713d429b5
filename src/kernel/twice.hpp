// Function multiversioning: functions compiled twice, for any x86-64 and for x86-64-v3 (processors since 2013, which
// count and shift bits in one instruction); the loader chooses, before ThreadSanitizer is ready for it. What such a function
// calls must be inlined to gain.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && \
    !defined(__SANITIZE_THREAD__)
#define KARAT_TWICE [[gnu::target_clones("default", "arch=x86-64-v3")]]
#else
#define KARAT_TWICE
#endif
