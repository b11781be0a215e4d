#include "match/filters/joint_lookahead.h"

#include <utility>

namespace sluice {

// Walks on from text[begin] in the state `at`, which is not decided, to text[last]
// at most. Returns the last state.
std::uint16_t JointLookahead::walk_on(std::uint16_t at, std::string_view text,
                                      std::size_t begin, std::size_t last,
                                      Walk* walk) {
  const bool continues = walk->text == text_ && begin >= walk->begin;
  // The last walk began before this one, so it ended by `last`.
  const std::size_t known = continues ? walk->end : 0;
  std::size_t end = begin;
  while ((at & kDecided) == 0 && end < last) {
    std::uint16_t& noted = walk->states[end % Walk::kNoted];
    if (end < known && noted == at) {
      end = known;
      at = walk->last;
      continue;
    }
    noted = at;
    const auto byte = static_cast<unsigned char>(text[end]);
    if (byte >= Lookahead::kAscii) break;
    at = next(at, byte);
    ++end;
  }
  walk->text = text_;
  walk->begin = begin;
  walk->end = end;
  walk->last = at;
  return at;
}

std::uint16_t JointLookahead::root_of(std::span<const Anchor> anchors) {
  const auto lookaheads = static_cast<std::uint32_t>(lookaheads_.size());
  next_anchors_.clear();
  next_states_.clear();
  for (const Anchor& anchor : anchors) {
    next_anchors_.push_back(static_cast<std::uint16_t>(next_anchors_.size()));
    next_states_.push_back(anchor.lookahead->start(anchor.number));
    lookaheads_.push_back(anchor.lookahead);
  }
  return intern(lookaheads);
}

std::uint16_t JointLookahead::make_next(std::uint16_t from,
                                        unsigned char byte) {
  const State state = states_[from];
  next_anchors_.clear();
  next_states_.clear();
  for (std::size_t i = state.begin; i < state.begin + state.count; ++i) {
    const Lookahead& lookahead = *lookaheads_[state.lookaheads + anchors_[i]];
    const Lookahead::State next = Lookahead::is_decided(of_anchors_[i])
                                      ? of_anchors_[i]
                                      : lookahead.next(of_anchors_[i], byte);
    if (next == Lookahead::kDead) continue;
    next_anchors_.push_back(anchors_[i]);
    next_states_.push_back(next);
  }
  const std::uint16_t made = intern(state.lookaheads);
  rows_[from][byte] = made;
  return made;
}

// Returns the name of the joint state that was noted in next_anchors_ and
// next_states_, of the literal whose lookaheads begin there.
std::uint16_t JointLookahead::intern(std::uint32_t lookaheads) {
  std::string key;
  const auto add = [&](const void* bytes, std::size_t size) {
    key.append(static_cast<const char*>(bytes), size);
  };
  add(&lookaheads, sizeof lookaheads);
  add(next_anchors_.data(), next_anchors_.size() * sizeof next_anchors_[0]);
  add(next_states_.data(), next_states_.size() * sizeof next_states_[0]);
  const auto [at, is_new] = known_.try_emplace(std::move(key));
  if (!is_new) return at->second;
  at->second = static_cast<std::uint16_t>(states_.size());
  if (std::ranges::all_of(next_states_, Lookahead::is_decided))
    at->second |= kDecided;
  states_.push_back({static_cast<std::uint32_t>(anchors_.size()),
                     static_cast<std::uint16_t>(next_anchors_.size()),
                     lookaheads});
  rows_.emplace_back();
  anchors_.insert(anchors_.end(), next_anchors_.begin(), next_anchors_.end());
  of_anchors_.insert(of_anchors_.end(), next_states_.begin(),
                     next_states_.end());
  return at->second;
}

// A text that leads to ever new states is better walked by each lookahead.
void JointLookahead::begin_again() {
  constexpr std::size_t kPays = 4;  // walks for a state
  constexpr std::size_t kRest = 32;
  resting_ = walks_ < kPays * most_states_ ? kRest * most_states_ : 0;
  forget();
}

void JointLookahead::forget() {
  std::ranges::fill(literals_, Literal());
  states_.assign(1, {});
  rows_.assign(1, {});
  anchors_.clear();
  of_anchors_.clear();
  lookaheads_.clear();
  last_walks_.clear();
  known_.clear();
  walks_ = 0;
}

}  // namespace sluice
