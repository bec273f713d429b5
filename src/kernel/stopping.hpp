// How work is stopped before it is done: by Ctrl-C, a time limit, another thread. Whatever may take long says from time to
// time how much it has done (`spend`), and after so much of it the thread looks whether it should go on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace karat {

// Thrown by work that is told to stop. What it was working on is left as it is, so nobody may go on with it.
struct Stopped {};

// A call from outside, on which several threads may work.
class Call {
public:
    Call() = default;
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    virtual ~Call() = default;

    // Whether somebody wants it to stop. Only the thread that called asks, every `pause`.
    static constexpr std::chrono::milliseconds pause{100};
    virtual bool unwanted() { return false; }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_{false};
};

// What a thread knows of the call that it works on, if it works on one.
struct Watch {
    static constexpr std::int64_t between_looks = 1 << 16;  // bytes, cells, or whatever takes about a nanosecond

    Call* call = nullptr;
    bool called = false;  // whether this thread has called, or helps
    std::int64_t left = between_looks;
    std::chrono::steady_clock::time_point next{};

    void spend(std::size_t work) {
        left -= static_cast<std::int64_t>(work);
        if (left < 0) [[unlikely]] look();
    }

    // Throws Stopped if the call is to end.
    void look();
};

inline constinit thread_local Watch watch;

inline void spend(std::size_t work) { watch.spend(work); }

// As long as it lives, this thread works on a call.
class Watching {
public:
    Watching(Call& call, bool called) : before_(watch) {
        watch = {&call, called, Watch::between_looks, std::chrono::steady_clock::now() + Call::pause};
    }
    Watching(const Watching&) = delete;
    Watching& operator=(const Watching&) = delete;
    ~Watching() { watch = before_; }

private:
    Watch before_;
};

}  // namespace karat
