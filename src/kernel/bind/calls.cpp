#include "calls.hpp"

#include <nanobind/stl/optional.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "errors.hpp"

namespace karat {

using namespace nanobind::literals;

namespace {

using Clock = std::chrono::steady_clock;

// What a Cancellation and the calls that obey it share, in whatever thread they are.
struct Order {
    std::optional<double> seconds;
    std::atomic<bool> given{false};
};

// One entry into a Cancellation: each has an end of its own.
struct Entry {
    std::shared_ptr<Order> order;
    Clock::time_point end = Clock::time_point::max();

    bool is_late() const { return Clock::now() >= end; }
};

// Those that the calls of this thread obey.
thread_local std::vector<Entry> entries;

// The first order to stop, or none.
const Order* order_to_stop() {
    for (const Entry& entry : entries) {
        if (entry.order->given.load(std::memory_order_relaxed) || entry.is_late()) return entry.order.get();
    }
    return nullptr;
}

[[noreturn]] void raise_order(const Order& order) {
    if (order.given) raise("Cancelled", "by_caller");
    raise("TimeLimitReached", "after", *order.seconds);
}

class Cancellation {
public:
    explicit Cancellation(std::optional<double> seconds) {
        // Clocks count nanoseconds in 64 bits: some 292 years.
        if (seconds && !(*seconds >= 0 && *seconds <= 1e9)) {
            raise("InvalidOption", nullptr,
                  nb::str("seconds is {}; it must be None, or a number from 0 to 1000000000.").format(*seconds));
        }
        order_->seconds = seconds;
    }

    void cancel() { order_->given = true; }
    bool cancelled() const { return order_->given; }

    void enter() {
        Entry& entry = entries.emplace_back(Entry{order_});
        if (order_->seconds) {
            entry.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*order_->seconds));
        }
    }

    void exit() {
        for (auto entry = entries.end(); entry != entries.begin();) {
            if ((--entry)->order != order_) continue;
            entries.erase(entry);
            return;
        }
    }

private:
    std::shared_ptr<Order> order_ = std::make_shared<Order>();
};

}  // namespace

bool PythonCall::unwanted() {
    if (order_to_stop() != nullptr) return true;
    PyEval_RestoreThread(state_);
    const bool raised = PyErr_CheckSignals() != 0;
    state_ = PyEval_SaveThread();
    return raised;
}

void raise_if_stopped(bool stopped) {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    if (!stopped) return;
    if (const Order* order = order_to_stop()) raise_order(*order);
}

void look_up_from(std::size_t step) {
    if (step % 4096 != 0) return;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (const Order* order = order_to_stop()) raise_order(*order);
}

void bind_calls(nb::module_& m) {
    nb::class_<Cancellation>(m, "Cancellation")
        .def(nb::init<std::optional<double>>(), "seconds"_a = nb::none())
        .def("cancel", &Cancellation::cancel)
        .def_prop_ro("cancelled", &Cancellation::cancelled)
        .def("__enter__", [](nb::object self) {
            nb::cast<Cancellation&>(self).enter();
            return self;
        })
        .def("__exit__", [](Cancellation& self, const nb::args&) { self.exit(); });
}

}  // namespace karat
