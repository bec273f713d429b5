#include "parallel.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace karat {

namespace {

// The threads that work on one call.
class Crew {
public:
    Crew(Call& call, const std::function<void()>& work) : call_(call), work_(work) {}

    void run(std::size_t threads) {
        std::vector<std::thread> others;
        others.reserve(threads);
        try {
            for (std::size_t t = 1; t < threads; ++t) {
                others.emplace_back([this] { help(); });
                const std::lock_guard lock(mutex_);
                ++helping_;
            }
        } catch (const std::system_error&) {
            // The system has no more threads to give; those that there are do the work.
        }
        {
            const Watching watching(call_, true);
            work();
        }
        wait();
        for (std::thread& other : others) other.join();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void work() {
        try {
            work_();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            call_.stop();  // what the others do is of no use any more
        }
    }

    void help() {
        {
            const Watching watching(call_, false);
            work();
        }
        const std::lock_guard lock(mutex_);
        --helping_;
        done_.notify_one();
    }

    // This thread goes on asking whether the call is wanted while the others have work.
    void wait() {
        std::unique_lock lock(mutex_);
        while (!done_.wait_for(lock, Call::pause, [this] { return helping_ == 0; })) {
            lock.unlock();
            if (!call_.stopped() && call_.unwanted()) call_.stop();
            lock.lock();
        }
    }

    Call& call_;
    const std::function<void()>& work_;
    std::mutex mutex_;
    std::condition_variable done_;
    std::ptrdiff_t helping_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

void run_together(std::size_t threads, const std::function<void()>& work) {
    Call nobodys;
    Crew(watch.call != nullptr ? *watch.call : nobodys, work).run(threads);
}

}  // namespace karat
