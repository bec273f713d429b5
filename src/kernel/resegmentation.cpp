#include "resegmentation.hpp"

#include <algorithm>
#include <utility>

namespace karat {

// The last segment of the first half: the one that ends nearest to the middle of the reference.
std::size_t Resegmentation::middle_of(const Task& task) const {
    const std::size_t half = (begin_of(task.first) + ends_[task.last]) / 2;
    const auto first = ends_.begin() + static_cast<std::ptrdiff_t>(task.first);
    const auto last = ends_.begin() + static_cast<std::ptrdiff_t>(task.last);
    const auto behind = static_cast<std::size_t>(std::lower_bound(first, last, half) - ends_.begin());
    if (behind == task.first) return behind;
    const bool is_nearer = behind < task.last && ends_[behind] - half < half - ends_[behind - 1];
    return is_nearer ? behind : behind - 1;
}

// Adds the edits between this part of the reference and each beginning of this part of the hypothesis; backward, each end.
void Resegmentation::add_edits(std::span<const Id> hypothesis, std::span<const Id> reference, bool backward) {
    edge_.start(hypothesis.size());
    for_each_stripe(reference, hypothesis.size(), reference.size() + hypothesis.size(), alphabet_, edge_.places(),
                    [&]<std::size_t words>(std::span<const Id> stripe, StripeColumns columns) {
                        edge_.sweep<words>(stripe, columns, hypothesis);
                    });
    auto edits = static_cast<std::int64_t>(reference.size());
    const std::size_t columns = hypothesis.size();
    for (std::size_t j = 0; j <= columns; ++j) {
        edits_[backward ? columns - j : j] += edits;
        if (j < columns) edits += edge_.steps()[j];
    }
}

std::size_t Resegmentation::best_place(const Task& task, std::size_t middle) {
    const std::size_t begin = begin_of(task.first), end = ends_[task.last], at = ends_[middle], length = task.to - task.from;
    edits_.assign(length + 1, 0);
    add_edits(hypothesis_.subspan(task.from, length), reference_.subspan(begin, at - begin), false);
    add_edits(std::span<const Id>(hypothesis_backward_).subspan(hypothesis_.size() - task.to, length),
              std::span<const Id>(reference_backward_).subspan(reference_.size() - end, end - at), true);

    const auto cost = [&](std::size_t place) {
        const std::size_t share = place * (end - begin), wanted = length * (at - begin);
        return std::pair(parts_of_an_edit * edits_[place] + prices_[task.from + place],
                         share > wanted ? share - wanted : wanted - share);
    };
    std::size_t best = 0;
    for (std::size_t place = 1; place <= length; ++place) {
        if (cost(place) < cost(best)) best = place;
    }
    return task.from + best;
}

void Resegmentation::cut(std::span<const Id> hypothesis, std::span<const Id> reference, std::span<const std::size_t> ends,
                         std::span<const std::uint8_t> prices, Id alphabet, std::span<std::size_t> cuts) {
    if (ends.empty()) return;
    hypothesis_ = hypothesis;
    reference_ = reference;
    ends_ = ends;
    prices_ = prices;
    alphabet_ = alphabet;
    hypothesis_backward_.assign(hypothesis.rbegin(), hypothesis.rend());
    reference_backward_.assign(reference.rbegin(), reference.rend());
    cuts.back() = hypothesis.size();
    tasks_.assign(1, {0, ends.size() - 1, 0, hypothesis.size()});
    while (!tasks_.empty()) {
        const Task task = tasks_.back();
        tasks_.pop_back();
        if (task.first == task.last) continue;
        const std::size_t middle = middle_of(task), place = task.from == task.to ? task.from : best_place(task, middle);
        cuts[middle] = place;
        tasks_.push_back({middle + 1, task.last, place, task.to});
        tasks_.push_back({task.first, middle, task.from, place});
    }
}

}  // namespace karat
