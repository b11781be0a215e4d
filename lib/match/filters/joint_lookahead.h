// Asks the lookaheads of all anchors that a literal is, at once.
//
// "password" is an anchor of some forty rules. Where it occurs, most of their
// lookaheads read the same bytes and end after a few of them. Here one walk
// leads through all of these automata together: a joint state is the list of
// the anchors that are not dead yet, with the state that each is in. The joint
// states are made when a text first leads to them, as in the lazy automaton of
// RE2 (R. Cox, "Regular Expression Matching in the Wild", 2010), and the next
// occurrence finds them. So a hit costs one step for each byte, however many
// rules share the literal.
//
// Occurrences may be close together: `apikeyapikeyapikey`, or a text about
// passwords. The walks from them would read the same bytes again and again. So
// a walk notes its states (Walk), except the first ones, because most walks are
// short. Where the next one comes into the state that the last one had there,
// it continues where that one ended.
//
// Invariant: passing() returns the anchors that Lookahead::may_pass() lets pass.
//
// Rejected: to join the automata when the rules are built. Most pairs of states
// never occur, and a user's rules would have to wait for it.
//
// Thread-safety: belongs to one worker.
// Ownership: refers to the lookaheads, which must outlive it.
// Memory: at most about 3 MB with kMostStates, however many rules there are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "match/filters/lookahead.h"

namespace sluice {

class JointLookahead {
 public:
  struct Anchor {
    const Lookahead* lookahead = nullptr;
    std::size_t number = 0;  // in its rule
  };

  // An ordered list of numbers of a literal's anchors; valid until the next call.
  using Passing = std::span<const std::uint16_t>;

  static constexpr std::size_t kMostStates = 4096;

  // A literal is joined after this many occurrences. Before that, the joint
  // states would cost more than they save.
  static constexpr std::uint16_t kRare = 64;

  // A literal of more anchors is not joined: its states would be long lists.
  static constexpr std::size_t kMostAnchors = 512;

  explicit JointLookahead(std::size_t most_states = kMostStates)
      : most_states_(most_states) {}

  // Begins another text. `owner` has so many literals; those of another owner
  // are forgotten.
  void begin_text(const void* owner, std::size_t literals) {
    ++text_;
    if (owner == owner_ && literals == literals_.size()) return;
    owner_ = owner;
    literals_.resize(literals);
    resting_ = 0;
    forget();
  }

  // Returns which anchors of `literal` may pass where it ends at text[end], in
  // their order. anchors_of() returns them all, as a std::vector<Anchor>.
  // Returns nothing if each is to be asked on its own: for a literal that is
  // rare or has too many anchors, or where too many joint states would have to be
  // made.
  template <typename AnchorsOf>
  std::optional<Passing> passing(std::uint32_t literal, std::string_view text,
                                 std::size_t end, const AnchorsOf& anchors_of) {
    if (resting_ > 0) {
      --resting_;
      return std::nullopt;
    }
    Literal& joined = literals_[literal];
    if (joined.root == kUnknown) {
      if (joined.met < kRare) {
        ++joined.met;
        return std::nullopt;
      }
      if (joined.met == kNever) return std::nullopt;
      const std::vector<Anchor> anchors = anchors_of();
      if (anchors.size() > kMostAnchors) {
        joined.met = kNever;
        return std::nullopt;
      }
      joined.root = root_of(anchors);
      joined.walk = static_cast<std::uint32_t>(last_walks_.size());
      last_walks_.emplace_back();
    }
    if (states_.size() + Lookahead::kReach > most_states_ ||
        anchors_.size() > kMostListed) {
      begin_again();
      return std::nullopt;
    }
    ++walks_;
    const std::size_t last =
        end + std::min(text.size() - end, Lookahead::kReach);
    const std::size_t begin = std::min(last, end + kShort);
    std::uint16_t at = joined.root;
    for (; (at & kDecided) == 0 && end < begin; ++end) {
      const auto byte = static_cast<unsigned char>(text[end]);
      if (byte >= Lookahead::kAscii) break;
      at = next(at, byte);
    }
    if ((at & kDecided) == 0 && end == begin)
      at = walk_on(at, text, begin, last, &last_walks_[joined.walk]);
    const State& state = states_[at & (kDecided - 1U)];
    return Passing(anchors_).subspan(state.begin, state.count);
  }

 private:
  // A joint state is named by its number and, if no more bytes can change the
  // answer, by kDecided.
  static constexpr std::uint16_t kUnknown = 0;
  static constexpr std::uint16_t kDecided = 0x8000;

  struct Literal {
    std::uint16_t root = kUnknown;
    std::uint16_t met = 0;   // times, before it is joined; or kNever
    std::uint32_t walk = 0;  // in last_walks_
  };
  static constexpr std::uint16_t kNever = 0xffff;
  // The last walk of a literal that was longer than kShort: the states before
  // the bytes [begin, end) of its text, and the one after them. The state before
  // byte i is states[i % kNoted].
  struct Walk {
    static constexpr std::size_t kNoted = 128;  // more than kReach
    std::uint64_t text = 0;                     // its number
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint16_t last = kUnknown;
    std::array<std::uint16_t, kNoted> states;
  };
  static constexpr std::size_t kShort = 8;  // bytes
  // The anchors of all states together, before those of one more walk.
  static constexpr std::size_t kMostListed = 128 * 1024;
  // The anchors that are not dead: anchors_[begin, begin + count), and their
  // states likewise in of_anchors_.
  struct State {
    std::uint32_t begin = 0;
    std::uint16_t count = 0;
    std::uint32_t lookaheads = 0;  // where those of the literal begin
  };

  std::uint16_t next(std::uint16_t from, unsigned char byte) {
    const std::uint16_t known = rows_[from][byte];
    return known != kUnknown ? known : make_next(from, byte);
  }
  std::uint16_t walk_on(std::uint16_t at, std::string_view text,
                        std::size_t begin, std::size_t last, Walk* walk);
  std::uint16_t root_of(std::span<const Anchor> anchors);
  std::uint16_t make_next(std::uint16_t from, unsigned char byte);
  std::uint16_t intern(std::uint32_t lookaheads);
  void begin_again();
  void forget();

  std::size_t most_states_;
  const void* owner_ = nullptr;
  std::vector<Literal> literals_;
  // By joint state. The first is none.
  std::vector<State> states_;
  std::vector<std::array<std::uint16_t, Lookahead::kAscii>> rows_;
  // The anchors of all joint states, and the state of each.
  std::vector<std::uint16_t> anchors_;
  std::vector<Lookahead::State> of_anchors_;
  std::vector<Walk> last_walks_;              // of the joined literals
  std::vector<const Lookahead*> lookaheads_;  // of all joined literals
  std::unordered_map<std::string, std::uint16_t> known_;
  // Those of the state that is being made.
  std::vector<std::uint16_t> next_anchors_;
  std::vector<Lookahead::State> next_states_;
  std::uint64_t text_ = 0;
  std::size_t walks_ = 0;    // since the states were forgotten
  std::size_t resting_ = 0;  // so many occurrences are not joined
};

}  // namespace sluice
