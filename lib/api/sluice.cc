// The functions of sluice.h. Each one that does anything ends in guarded(),
// where exceptions stop.

#include "api/sluice.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/caller_bytes.h"
#include "api/visitor_port.h"
#include "api/worker_pool.h"
#include "fs/memory_bytes.h"
#include "match/pattern.h"
#include "redact/redactor.h"
#include "regex/pattern_bounds.h"
#include "rules/config.h"
#include "rules/embedded.h"
#include "scan/run/scanner.h"
#include "scan/unit/file_scan.h"
#include "scan/unit/range_scan.h"

struct sluice_error {
  sluice_error_code code;
  std::string message;
};
#if SLUICE_COMPAT
#include "betterleaks/expressions.h"
#endif

namespace sluice {
namespace {

// There may be no memory for an error object that reports it.
sluice_error* out_of_memory() {
  static sluice_error error{SLUICE_ERROR_MEMORY, "out of memory"};
  return &error;
}

sluice_error* error_of(sluice_error_code code, std::string message) {
  return new sluice_error{code, std::move(message)};
}

// Returns the members that the caller's structure has, and the rest from `all`.
template <typename T>
T known_part(const T* given, T all) {
  if (given == nullptr) return all;
  std::memcpy(&all, given, std::min(given->struct_size, sizeof(T)));
  all.struct_size = sizeof(T);
  return all;
}

template <typename Act>
sluice_error* guarded(Act act) noexcept {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& error) {
    try {
      return error_of(SLUICE_ERROR_INTERNAL, error.what());
    } catch (...) {
      return out_of_memory();
    }
  }
}

RuleSet default_rules() {
  return RuleSet::from_static(embedded_rules(), embedded_rules_sha256(),
                              embedded_families());
}

Result<LoadedConfig> load_rules_of(const sluice_options& options) {
  RuleSet defaults = default_rules();
  if (options.config == nullptr) return LoadedConfig{std::move(defaults), {}};
  std::uint64_t room = kMaxProgram;
  return load_config(
      {options.config_name == nullptr ? "configuration" : options.config_name,
       std::string(options.config, options.config_size)},
      {
        .read = [](const std::string&) -> Result<std::string> {
          return fail(ErrorCode::kConfig,
                      "a configuration that is given as text extends no file");
        },
        .pattern_error =
            [&](std::string_view regex, std::uint32_t group) {
              return pattern_error_within(regex, group, &room);
            },
        .default_rules = std::move(defaults),
#if SLUICE_COMPAT
        .expressions = &betterleaks_expressions(),
#endif
      });
}

ArchiveBounds archive_bounds(const sluice_options& options) {
  ArchiveBounds bounds;
  bounds.depth = options.archive_depth;
  // It counts for all scans together, and an engine may live for years.
  bounds.total_bytes = std::numeric_limits<std::uint64_t>::max();
  return bounds;
}

}  // namespace
}  // namespace sluice

struct sluice_engine {
  sluice_engine(std::unique_ptr<sluice::Engine> of,
                std::vector<std::string> told, const sluice_options& options)
      : engine(std::move(of)),
        judge(engine->rules(),
              {.allow_comments = options.ignore_allow_comments == 0}),
        sha256(engine->rules().sha256()),
        warnings(std::move(told)),
        text(options.show_secrets != 0 ? sluice::SecretText::kAsIs
                                       : sluice::SecretText::kMasked),
        json(options.json != 0),
        name_key(options.name_key == nullptr ? "" : options.name_key),
        archives(sluice::archive_bounds(options), sluice::kUnpackRoom, 1),
        pipeline_options{
            .choices = {.min_confidence = static_cast<sluice::Confidence>(
                            options.min_confidence),
                        .decode_depth = options.decode_depth},
            .archives = options.archive_depth == 0 ? nullptr : &archives},
        workers([this] {
          return std::make_unique<sluice::Pipeline>(nullptr, *engine, judge,
                                                    pipeline_options);
        }),
        redactors([this] {
          return std::make_unique<sluice::Redactor>(*engine, judge,
                                                    pipeline_options);
        }) {}

  const std::unique_ptr<sluice::Engine> engine;
  const sluice::Judge judge;
  const std::string sha256;
  const std::vector<std::string> warnings;
  const sluice::SecretText text;
  const bool json;
  const std::string name_key;
  sluice::ArchiveTools archives;
  const sluice::PipelineOptions pipeline_options;
  sluice::WorkerPool<sluice::Pipeline> workers;
  sluice::WorkerPool<sluice::Redactor> redactors;
};

struct sluice_numbers {
  sluice::SecretNumbers numbers;
};

sluice_error* sluice_engine_create(const sluice_options* given,
                                   sluice_engine** engine) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (engine == nullptr)
      return error_of(SLUICE_ERROR_USAGE, "engine is NULL");
    *engine = nullptr;
    const sluice_options options =
        known_part(given, sluice_options SLUICE_OPTIONS_INIT);
    if (options.min_confidence < SLUICE_LOW ||
        options.min_confidence > SLUICE_HIGH)
      return error_of(SLUICE_ERROR_USAGE,
                      "min_confidence is none of sluice_confidence");
    Result<LoadedConfig> loaded = load_rules_of(options);
    if (!loaded) return error_of(SLUICE_ERROR_CONFIG, loaded.error().message);
    Result<std::unique_ptr<Engine>> made = Engine::create_extended(
        std::move(loaded->rules),
        BuiltLiterals{embedded_rules(), embedded_literals()});
    if (!made) return error_of(SLUICE_ERROR_CONFIG, made.error().message);
    *engine = new sluice_engine(std::move(*made), std::move(loaded->warnings),
                                options);
    return nullptr;
  });
}

void sluice_engine_free(sluice_engine* engine) { delete engine; }

size_t sluice_engine_rules(const sluice_engine* engine) {
  return engine->engine->rules().size();
}

size_t sluice_engine_default_rules(const sluice_engine* engine) {
  return sluice::count_common(sluice::default_rules(), engine->engine->rules());
}

const char* sluice_engine_rules_sha256(const sluice_engine* engine) {
  return engine->sha256.c_str();
}

const char* sluice_engine_warning(const sluice_engine* engine, size_t index) {
  return index < engine->warnings.size() ? engine->warnings[index].c_str()
                                         : nullptr;
}

namespace sluice {
namespace {

// One scan: its bytes, and the caller's visitor and summary.
struct Scan {
  const char* name;
  std::unique_ptr<const ByteSource> bytes;
  const sluice_range* range = nullptr;  // null for all bytes
  const sluice_visitor* visitor;
  sluice_summary* summary;
};

void run(sluice_engine& engine, Scan scan) {
  const sluice_visitor visitor =
      known_part(scan.visitor, sluice_visitor{sizeof(sluice_visitor), nullptr,
                                              nullptr, nullptr, nullptr});
  VisitorPort port(visitor, engine.text, engine.json, engine.name_key);
  std::unique_ptr<Pipeline> worker = engine.workers.take();
  const FileToScan file{.path = scan.name == nullptr ? "-" : scan.name};
  RangeEnd end;
  if (scan.range == nullptr) {
    end.scanned = sluice::scan(*worker, {file, std::move(scan.bytes)}, port);
  } else {
    FileRange range{scan.range->begin, scan.range->end};
    if (scan.range->open_first != SLUICE_NOWHERE)
      range.open = {scan.range->open_first, scan.range->open_last};
    for (std::size_t i = 0; i < scan.range->keyword_count; ++i)
      range.keywords.emplace_back(scan.range->keywords[i]);
    end = scan_range(*worker, file, std::move(scan.bytes), range, port);
    port.remark_rules("keyword", end.keywords);
    port.remark_rules("undecided", end.undecided);
  }
  if (scan.summary != nullptr) {
    const Counts& counts = end.scanned.counts;
    const sluice_summary all = {
        .struct_size = scan.summary->struct_size,
        .findings = port.findings(),
        .incomplete = port.incomplete(),
        .bytes = counts.bytes,
        .members = counts.members,
        .binary = counts.binary,
        .below_confidence = counts.below_confidence,
        .allowed = counts.allowed,
        .allowlisted = counts.allowlisted,
        .whole = end.scanned.whole ? 1U : 0U,
        .mistyped = port.mistyped(),
        .pdf = counts.pdf,
        .left_out = counts.prefiltered,
        .cut = end.is_cut ? 1U : 0U,
        .end_line = end.place.line,
        .end_column = end.place.column,
        .open_first = end.open ? end.open->first : SLUICE_NOWHERE,
        .open_last = end.open ? end.open->last : SLUICE_NOWHERE};
    std::memcpy(scan.summary, &all,
                std::min(scan.summary->struct_size, sizeof all));
  }
  engine.workers.give_back(std::move(worker));
}

}  // namespace
}  // namespace sluice

sluice_error* sluice_scan(sluice_engine* engine, const char* name,
                          const void* bytes, size_t size,
                          const sluice_visitor* visitor,
                          sluice_summary* summary) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (engine == nullptr || (bytes == nullptr && size != 0))
      return error_of(SLUICE_ERROR_USAGE,
                      engine == nullptr ? "engine is NULL" : "bytes is NULL");
    run(*engine, {.name = name,
                  .bytes = std::make_unique<MemoryBytes>(
                      std::string_view(static_cast<const char*>(bytes), size)),
                  .visitor = visitor,
                  .summary = summary});
    return nullptr;
  });
}

sluice_error* sluice_scan_source(sluice_engine* engine, const char* name,
                                 const sluice_source* source,
                                 const sluice_visitor* visitor,
                                 sluice_summary* summary) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (engine == nullptr || source == nullptr)
      return error_of(SLUICE_ERROR_USAGE, "engine or source is NULL");
    run(*engine, {.name = name,
                  .bytes = std::make_unique<CallerBytes>(*source),
                  .visitor = visitor,
                  .summary = summary});
    return nullptr;
  });
}

sluice_error* sluice_scan_range(sluice_engine* engine, const char* name,
                                const sluice_source* source,
                                const sluice_range* range,
                                const sluice_visitor* visitor,
                                sluice_summary* summary) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (engine == nullptr || source == nullptr || range == nullptr)
      return error_of(SLUICE_ERROR_USAGE, "engine, source or range is NULL");
    const bool in_order = range->begin <= range->end &&
                          range->end <= source->size &&
                          (range->open_first == SLUICE_NOWHERE ||
                           (range->open_first <= range->open_last &&
                            range->open_last <= range->begin));
    if (!in_order)
      return error_of(SLUICE_ERROR_USAGE,
                      "range: open_first <= open_last <= begin <= end <= size");
    run(*engine, {.name = name,
                  .bytes = std::make_unique<CallerBytes>(*source),
                  .range = range,
                  .visitor = visitor,
                  .summary = summary});
    return nullptr;
  });
}

sluice_error* sluice_numbers_create(sluice_numbers** numbers) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (numbers == nullptr)
      return error_of(SLUICE_ERROR_USAGE, "numbers is NULL");
    *numbers = new sluice_numbers;
    return nullptr;
  });
}

void sluice_numbers_free(sluice_numbers* numbers) { delete numbers; }

namespace sluice {
namespace {

// The caller wants no more; this is no error.
tl::unexpected<Error> enough() {
  return tl::unexpected<Error>(Error{ErrorCode::kCancelled, "", 0});
}

// `redaction` has all members, and its style is one of sluice_redact_style.
sluice_error* redact(sluice_engine& engine, const char* name,
                     std::string_view bytes, sluice_redaction* redaction) {
  const FileToScan file{.path = name == nullptr ? "-" : name};
  const MemoryBytes source(bytes);
  SecretNumbers own;
  SecretNumbers& numbers =
      redaction->numbers == nullptr ? own : redaction->numbers->numbers;
  std::unique_ptr<Redactor> redactor = engine.redactors.take();
  const Result<Redacted> redacted = redactor->redact(
      {.file = file, .bytes = source},
      {.style = static_cast<RedactStyle>(redaction->style),
       .keep_length = redaction->keep_length != 0},
      &numbers, [&](std::string_view text) -> Result<void> {
        if (redaction->take == nullptr) return {};
        if (redaction->take(redaction->user, text.data(), text.size()) != 0)
          return enough();
        return {};
      });
  engine.redactors.give_back(std::move(redactor));
  redaction->replaced = redacted ? redacted->places : 0;
  redaction->incomplete = redacted && redacted->incomplete.empty() ? 0 : 1;
  if (redacted || redacted.error().code == ErrorCode::kCancelled)
    return nullptr;
  return error_of(SLUICE_ERROR_USAGE, redacted.error().message);
}

}  // namespace
}  // namespace sluice

sluice_error* sluice_redact(sluice_engine* engine, const char* name,
                            const void* bytes, size_t size,
                            sluice_redaction* redaction) {
  using namespace sluice;
  return guarded([&]() -> sluice_error* {
    if (engine == nullptr || redaction == nullptr ||
        (bytes == nullptr && size != 0))
      return error_of(SLUICE_ERROR_USAGE, "engine, bytes or redaction is NULL");
    sluice_redaction all =
        known_part(redaction, sluice_redaction SLUICE_REDACTION_INIT);
    if (all.style < SLUICE_REDACT_LABEL || all.style > SLUICE_REDACT_EMPTY)
      return error_of(SLUICE_ERROR_USAGE,
                      "style is none of sluice_redact_style");
    sluice_error* const error =
        redact(*engine, name,
               std::string_view(static_cast<const char*>(bytes), size), &all);
    all.struct_size = redaction->struct_size;
    std::memcpy(redaction, &all, std::min(all.struct_size, sizeof all));
    return error;
  });
}

uint64_t sluice_range_context(uint64_t begin) {
  return sluice::context_of(begin);
}

sluice_error_code sluice_error_code_of(const sluice_error* error) {
  return error->code;
}

const char* sluice_error_message(const sluice_error* error) {
  return error->message.c_str();
}

void sluice_error_free(sluice_error* error) {
  if (error != sluice::out_of_memory()) delete error;
}

const char* sluice_version(void) { return SLUICE_VERSION; }
