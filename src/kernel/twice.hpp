// Functions that are compiled twice, where compiler and system can choose when the program starts: the instructions that
// processors have had since 2013 count and shift bits in one step. What such a function calls must be inlined to gain.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define KARAT_TWICE [[gnu::target_clones("default", "arch=x86-64-v3")]]
#else
#define KARAT_TWICE
#endif
