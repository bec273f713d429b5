#include "band.hpp"

#include <algorithm>
#include <cmath>

#include "stopping.hpp"

namespace karat {

namespace {

constexpr double beam = 25;

// Where lengths differ wildly, a fixed beam would leave neighbouring rows without a common column.
double beam_for(double ratio) { return beam < ratio / 2 ? std::ceil(ratio / 2 + beam) : beam; }

}  // namespace

void Band::prepare(std::span<const Id> reference, std::size_t length) {
    reference_ = reference;
    length_ = length;
    const double columns = static_cast<double>(reference.size()) + 1;
    const double ratio = length == 0 ? 1 : static_cast<double>(reference.size()) / static_cast<double>(length);
    const double width = beam_for(ratio);
    begin_.assign(length + 1, 0);
    end_.assign(length + 1, reference.size() + 1);
    stride_ = 0;
    for (std::size_t i = 1; i <= length; ++i) {
        const double diagonal = std::floor(static_cast<double>(i) * ratio);
        begin_[i] = static_cast<std::size_t>(std::max(0.0, diagonal - width));
        if (i < length) end_[i] = static_cast<std::size_t>(std::min(columns, diagonal + width));
        stride_ = std::max(stride_, end_[i] - begin_[i]);
    }
    from_start_.resize((length + 1) * stride_);
    to_end_.resize((length + 1) * stride_);
    above_.resize(reference.size() + 1);
    row_.resize(reference.size() + 1);
}

int Band::from_start(std::size_t i, std::size_t j) const {
    if (i == 0) return static_cast<int>(j);
    return j < begin_[i] || j >= end_[i] ? outside : from_start_[i * stride_ + j - begin_[i]];
}

int Band::to_end(std::size_t i, std::size_t j) const {
    return j < begin_[i] || j >= end_[i] ? outside : to_end_[i * stride_ + j - begin_[i]];
}

// `above` is row i - 1. Its cells just outside the band are overwritten, so that the loop need not ask.
void Band::next_row(std::size_t i, Id word, int* above, int* row) const {
    const std::size_t begin = begin_[i], end = end_[i];
    if (end > end_[i - 1]) std::fill(above + end_[i - 1], above + end, outside);
    if (begin_[i - 1] > 0) above[begin_[i - 1] - 1] = outside;
    std::size_t j = begin;
    if (j == 0) {
        row[0] = above[0] + 1;
        ++j;
    }
    for (std::size_t k = j; k < end; ++k) {
        row[k] = std::min(above[k - 1] + (word != reference_[k - 1] ? 1 : 0), above[k] + 1);
    }
    int left = begin == 0 ? row[0] : outside;
    for (; j < end; ++j) row[j] = left = std::min(row[j], left + 1);
}

void Band::unpack(std::size_t i, int* row) const {
    if (i == 0) {
        for (std::size_t j = 0; j <= reference_.size(); ++j) row[j] = static_cast<int>(j);
    } else {
        std::copy_n(from_start_.data() + i * stride_, end_[i] - begin_[i], row + begin_[i]);
    }
}

void Band::fill_from_start(std::span<const Id> hypothesis) {
    int* above = above_.data();
    int* row = row_.data();
    unpack(0, above);
    for (std::size_t i = 1; i <= length_; ++i) {
        spend(stride_);
        next_row(i, hypothesis[i - 1], above, row);
        std::copy(row + begin_[i], row + end_[i], from_start_.data() + i * stride_);
        std::swap(above, row);
    }
}

void Band::fill_to_end(std::span<const Id> hypothesis) {
    for (std::size_t i = length_; i >= 1; --i) {
        spend(2 * stride_);
        for (std::size_t j = end_[i]; j-- > begin_[i];) {
            int best = i == length_ && j == reference_.size() ? 0 : outside;
            if (j + 1 < end_[i]) best = std::min(best, to_end(i, j + 1) + 1);
            if (i < length_) {
                best = std::min(best, to_end(i + 1, j) + 1);
                if (j < reference_.size()) {
                    best = std::min(best, to_end(i + 1, j + 1) + (hypothesis[i] != reference_[j] ? 1 : 0));
                }
            }
            to_end_[i * stride_ + j - begin_[i]] = best;
        }
    }
}

int Band::measure(std::span<const Id> hypothesis) {
    if (length_ == 0) return static_cast<int>(reference_.size());
    fill_from_start(hypothesis);
    fill_to_end(hypothesis);
    return from_start(length_, reference_.size());
}

int Band::distance_if(std::span<const Id> changed, std::size_t first, std::size_t last, int limit) {
    int* above = above_.data();
    int* row = row_.data();
    spend((last - first) * stride_);
    unpack(first, above);
    for (std::size_t i = first + 1; i <= last; ++i) {
        next_row(i, changed[i - 1], above, row);
        if (*std::min_element(row + begin_[i], row + end_[i]) > limit) return limit + 1;
        std::swap(above, row);
    }
    int best = outside;
    for (std::size_t j = begin_[last]; j < end_[last]; ++j) {
        best = std::min(best, above[j] + to_end_[last * stride_ + j - begin_[last]]);
    }
    return best;
}

// Deliberate: of equally cheap steps a pair comes first, then a word of the hypothesis alone (tercom).
Band::Step Band::step_back(std::span<const Id> hypothesis, std::size_t i, std::size_t j) const {
    if (i == 0) return {false, true};
    if (j == 0) return {true, false};
    const int here = from_start(i, j);
    const int mismatch = hypothesis[i - 1] != reference_[j - 1] ? 1 : 0;
    if (from_start(i - 1, j - 1) + mismatch == here) return {true, true};
    if (from_start(i - 1, j) + 1 == here) return {true, false};
    return {false, true};
}

}  // namespace karat
