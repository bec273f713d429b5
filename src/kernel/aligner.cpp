#include "aligner.hpp"

#include "stopping.hpp"

namespace karat {

void Aligner::begin(std::size_t hypothesis, std::size_t reference) {
    links_.assign(hypothesis, none);
    taken_.assign(reference, 0);
    cut_short_ = false;
}

std::int64_t Aligner::mapped() const {
    return static_cast<std::int64_t>(links_.size()) - std::count(links_.begin(), links_.end(), none);
}

std::int64_t Aligner::chunks() const {
    std::int64_t chunks = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (links_[i] == none) continue;
        const bool continues = i > 0 && links_[i - 1] != none && links_[i - 1] + 1 == links_[i];
        chunks += !continues;
    }
    return chunks;
}

void Aligner::link(std::size_t i, std::int32_t j) {
    links_[i] = j;
    taken_[static_cast<std::size_t>(j)] = 1;
}

void Aligner::cut_off() { cut_short_ = true; }

void Aligner::accept(std::span<const std::int32_t> found) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != none) link(i, found[i]);
    }
}

template <class Free> void Aligner::group(std::span<const Id> ids, Id classes, Free free, Groups& groups) {
    groups.starts.assign(classes + 2, 0);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] != unknown && free(i)) ++groups.starts[ids[i] + 2];
    }
    for (std::size_t c = 2; c < groups.starts.size(); ++c) groups.starts[c] += groups.starts[c - 1];
    groups.positions.resize(groups.starts.back());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] != unknown && free(i)) groups.positions[groups.starts[ids[i] + 1]++] = static_cast<std::int32_t>(i);
    }
}

// Within a class, mappings in order never cross more than others. So there is a choice only where one side has more
// words of a class than the other.
void Aligner::map_classes(std::span<const Id> hypothesis, std::span<const Id> reference, Id classes) {
    group(hypothesis, classes, [&](std::size_t i) { return free_in_hypothesis(i); }, in_hypothesis_);
    group(reference, classes, [&](std::size_t j) { return free_in_reference(j); }, in_reference_);
    bool choice = false;
    for (Id c = 0; c < classes; ++c) {
        const std::size_t ours = in_hypothesis_.of(c).size(), theirs = in_reference_.of(c).size();
        choice = choice || (ours != theirs && ours > 0 && theirs > 0);
    }
    if (choice) {
        lay_out_classes(hypothesis, classes);
        const auto found = search_.run(layers_, reference.size(), 0);
        cut_short_ = cut_short_ || search_.cut_short();
        if (!found.empty()) return accept(found);
    }
    pair_in_order(classes);
}

void Aligner::pair_in_order(Id classes) {
    for (Id c = 0; c < classes; ++c) {
        const auto ours = in_hypothesis_.of(c), theirs = in_reference_.of(c);
        for (std::size_t k = 0; k < std::min(ours.size(), theirs.size()); ++k) {
            link(static_cast<std::size_t>(ours[k]), theirs[k]);
        }
    }
}

void Aligner::lay_out_classes(std::span<const Id> hypothesis, Id classes) {
    layers_.clear(hypothesis.size());
    ordinal_.assign(classes, 0);
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
        Layer& layer = layers_.of_words[i];
        if (!free_in_hypothesis(i)) {
            layer = {Layer::Kind::Bound, false, std::span(links_).subspan(i, 1)};
            continue;
        }
        const Id c = hypothesis[i];
        if (c == unknown) continue;
        const std::size_t ours = in_hypothesis_.of(c).size(), theirs = in_reference_.of(c).size();
        const std::size_t k = ordinal_[c]++;
        if (theirs == 0) continue;
        const std::size_t more = ours > theirs ? ours - theirs : 0, fewer = theirs > ours ? theirs - ours : 0;
        const std::size_t first = k > more ? k - more : 0, last = std::min(theirs - 1, k + fewer);
        layer.options = in_reference_.of(c).subspan(first, last - first + 1);
        layer.kind = more > 0 ? Layer::Kind::Leaving : fewer > 0 ? Layer::Kind::Choosing : Layer::Kind::Bound;
        layer.may_stay_out = k < more;
        if (more + fewer > 0 && k == 0) layers_.chains.push_back({in_hypothesis_.of(c), in_reference_.of(c)});
    }
}

// An augmenting path from a word (Kuhn's algorithm). It may be as long as the text, so it is no recursion. Positions that a
// search has reached in vain are never of use again.
bool Aligner::augment(const std::vector<std::vector<std::int32_t>>& neighbours, std::size_t word) {
    reached_.clear();
    path_.assign(1, {word, 0});
    while (!path_.empty()) {
        auto& [i, next] = path_.back();
        if (next == 0) {  // a free position is looked for first
            spend(4 * neighbours[i].size());
            const auto is_free = [&](std::int32_t j) { return partner_[static_cast<std::size_t>(j)] == none; };
            const auto found = std::find_if(neighbours[i].begin(), neighbours[i].end(), is_free);
            if (found != neighbours[i].end()) {
                next = static_cast<std::size_t>(found - neighbours[i].begin()) + 1;
                break;
            }
        }
        if (next == neighbours[i].size()) {
            path_.pop_back();
            continue;
        }
        const auto j = static_cast<std::size_t>(neighbours[i][next++]);
        if (visited_[j]) continue;
        visited_[j] = 1;
        reached_.push_back(j);
        path_.push_back({static_cast<std::size_t>(partner_[j]), 0});
    }
    if (path_.empty()) return false;
    // Each word on the path takes the position that it has come to.
    for (const auto& [i, after] : path_) partner_[static_cast<std::size_t>(neighbours[i][after - 1])] = static_cast<std::int32_t>(i);
    for (const std::size_t j : reached_) visited_[j] = 0;
    return true;
}

// The size of a maximum bipartite matching, and one such matching in `partner_`.
std::size_t Aligner::largest(const std::vector<std::vector<std::int32_t>>& neighbours) {
    partner_.assign(taken_.size(), none);
    visited_.assign(taken_.size(), 0);
    std::size_t size = 0;
    for (std::size_t i = 0; i < neighbours.size(); ++i) size += augment(neighbours, i);
    return size;
}

void Aligner::map_neighbours(const std::vector<std::vector<std::int32_t>>& neighbours) {
    const std::size_t size = largest(neighbours);
    if (size == 0) return;
    layers_.clear(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (!free_in_hypothesis(i)) {
            layers_.of_words[i] = {Layer::Kind::Bound, false, std::span(links_).subspan(i, 1)};
        } else if (!neighbours[i].empty()) {
            layers_.of_words[i] = {Layer::Kind::Open, true, neighbours[i]};
        }
    }
    const auto found = search_.run(layers_, taken_.size(), size + static_cast<std::size_t>(mapped()));
    cut_short_ = cut_short_ || search_.cut_short();
    if (!found.empty()) return accept(found);
    for (std::size_t j = 0; j < partner_.size(); ++j) {
        if (partner_[j] != none) link(static_cast<std::size_t>(partner_[j]), static_cast<std::int32_t>(j));
    }
}

}  // namespace karat
