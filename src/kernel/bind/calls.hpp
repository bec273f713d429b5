// Work without Python's lock, which can be stopped all the same: by a signal, such as Ctrl-C, or by a Cancellation.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "stopping.hpp"

namespace karat {

namespace nb = nanobind;

// As long as it lives, other threads of Python go on.
class PythonCall final : public Call {
public:
    PythonCall() : state_(PyEval_SaveThread()) {}
    ~PythonCall() override { PyEval_RestoreThread(state_); }

    // Runs the handlers of signals that have come; what they raise is kept for the end of the call.
    bool unwanted() override;

private:
    PyThreadState* state_;
};

// For loops that make Python's objects, and so must keep its lock: raises what a signal's handler raises, or a Cancellation.
void look_up_from(std::size_t step);

// Raises what was asked for while Python's lock was away, if anything was.
void raise_if_stopped(bool stopped);

// Runs `work` without Python's lock, and stops it where a signal's handler raises something, or a Cancellation is cancelled.
template <class Work> void without_lock(Work work) {
    std::exception_ptr failure;
    bool stopped = false;
    look_up_from(0);
    {
        PythonCall call;
        const Watching watching(call, true);
        try {
            work();
        } catch (const Stopped&) {
            stopped = true;
        } catch (...) {
            failure = std::current_exception();
        }
    }
    raise_if_stopped(stopped);
    if (failure) std::rethrow_exception(failure);
}

void bind_calls(nb::module_& m);

}  // namespace karat
