#include "stopping.hpp"

namespace karat {

void Watch::look() {
    left = between_looks;
    if (call == nullptr) return;
    if (called && std::chrono::steady_clock::now() >= next) {
        if (call->unwanted()) call->stop();
        next = std::chrono::steady_clock::now() + Call::pause;
    }
    if (call->stopped()) throw Stopped{};
}

}  // namespace karat
