#include "scan/unit/pipeline.h"

namespace sluice {

Pipeline::Pipeline(const FileSystem* file_system, const Engine& with_engine,
                   const Judge& with_judge, const PipelineOptions& with,
                   Counter* bytes_read)
    : fs(file_system),
      engine(with_engine),
      judge(with_judge),
      options(with),
      times(std::make_unique<StageTimes>()),
      directory(file_system),
      finder(with_engine, with_judge,
             {.choices = with.choices,
              .interrupt = with.interrupt,
              .times = with.measure ? times.get() : nullptr,
              .versions = with.versions,
              .covered = {.enabled = hides_covered(with_engine.rules(),
                                                   with.choices, with.report),
                          .rules = with.report.rules}}),
      names(with_engine, with_judge),
      views({.owned_bytes = with.owned_bytes,
             .right_context = finder.right_context(),
             .most_beyond = finder.most_beyond(),
             .interrupt = with.interrupt,
             .bytes_read = bytes_read,
             .read_time = time(&StageTimes::read)}),
      parts(file_system, with_engine, with_judge, with.choices, with.report) {
  if (with.measure) times->rules.resize(with_engine.rules().rules().size());
}

}  // namespace sluice
