/* sluice as a library: finds leaked credentials in bytes.
 *
 *   sluice_engine *engine;
 *   sluice_error *error = sluice_engine_create(NULL, &engine);
 *   ...
 *   sluice_visitor visitor = {sizeof visitor, print_finding, NULL, NULL, NULL};
 *   error = sluice_scan(engine, "a.env", bytes, size, &visitor, NULL);
 *   ...
 *   sluice_engine_free(engine);
 *
 * Bytes are scanned as `sluice scan` scans a file: UTF-16 is decoded, what is
 * encoded (base64 and the like) is looked into, archives are opened, allow
 * comments count. Nothing is read from disk, from the environment or from the
 * network, nothing is printed, and nothing is remembered between two scans.
 *
 * Thread-safety: an engine may be used by any number of threads at once, and
 * freed once none of them uses it. Scans do not wait for each other, but for
 * memory to unpack archives in.
 *
 * Ownership: what a function gives out by a `**` or as its result is freed by
 * the caller with the function that is named for it. What is given to a visitor
 * is valid during the call.
 *
 * Errors: a function that can fail returns NULL, or an error that the caller
 * frees. No exception leaves the library. A text is UTF-8 and ends with a zero
 * byte; bytes that are no UTF-8 are escaped in it ("\xff").
 *
 * Binary compatibility: structures grow at their end alone. Those that the
 * caller makes begin with their size, so that the library knows which members
 * the caller knew. */
#ifndef SLUICE_H
#define SLUICE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SLUICE_API __attribute__((visibility("default")))
#else
#define SLUICE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sluice_engine sluice_engine;
typedef struct sluice_error sluice_error;

typedef enum sluice_error_code {
  SLUICE_ERROR_USAGE = 1,  /* an argument has no meaning */
  SLUICE_ERROR_CONFIG = 2, /* a configuration is wrong: where, and why */
  SLUICE_ERROR_MEMORY = 3, /* there is not enough */
  SLUICE_ERROR_INTERNAL = 4
} sluice_error_code;

/* How sure it is that a finding is a credential. */
typedef enum sluice_confidence {
  SLUICE_LOW = 0,
  SLUICE_MEDIUM = 1,
  SLUICE_HIGH = 2
} sluice_confidence;

/* What a check of the secret by itself says: a checksum that it carries, or the
 * structure that it must have. */
typedef enum sluice_checksum {
  SLUICE_CHECKSUM_ABSENT = 0,
  SLUICE_CHECKSUM_VALID = 1,
  SLUICE_CHECKSUM_INVALID = 2
} sluice_checksum;

/* To be made with SLUICE_OPTIONS_INIT, which is what `sluice scan` does. */
typedef struct sluice_options {
  size_t struct_size;
  /* The text of a configuration (TOML, as in .sluice.toml), `config_size` bytes
   * of it; NULL: the default rules. It may extend them, but no file. */
  const char* config;
  size_t config_size;
  const char* config_name; /* for messages; NULL: "configuration" */
  /* Findings of less are counted and not reported (sluice_confidence). */
  int min_confidence;
  /* Not 0: secrets are given in the clear. Otherwise they are masked wherever
   * they would stand. */
  int show_secrets;
  int ignore_allow_comments; /* not 0: "sluice:allow" and the like do nothing */
  unsigned decode_depth;     /* encodings within encodings; 0: none */
  unsigned archive_depth;    /* archives within archives; 0: none is opened */
  int json;                  /* not 0: sluice_finding.json is given */
} sluice_options;

#define SLUICE_OPTIONS_INIT \
  { sizeof(sluice_options), NULL, 0, NULL, SLUICE_MEDIUM, 0, 0, 5, 5, 0 }

/* Lines and columns count from 1, columns in bytes of the text, and `byte` from
 * 0 in what was scanned: a place of something in an archive is one in the
 * member. */
typedef struct sluice_position {
  uint64_t line;
  uint64_t column;
  uint64_t byte;
} sluice_position;

typedef struct sluice_finding {
  const char* rule;        /* its id: "github-pat" */
  const char* description; /* of the rule */
  const char* provider;    /* "github"; "" if it is nobody's in particular */
  int confidence;          /* sluice_confidence */
  int checksum;            /* sluice_checksum */
  /* The name that was given to sluice_scan(); of what lies in an archive behind
   * it "!" and the member's: "a.tar.gz!etc/app.conf". */
  const char* name;
  sluice_position start; /* of the secret */
  sluice_position end;   /* one past its last byte */
  const char* secret;
  const char* match;   /* all that the pattern matched; holds the secret */
  const char* line;    /* on which the secret starts, or what is near it */
  const char* detail;  /* what the check tells besides: an account; may be "" */
  const char* decoded; /* "base64, gzip": what it stood in; "" if in nothing */
  double entropy;      /* bits per byte of the secret; 0: not told, since the
                          secret is masked and short */
  const char* fingerprint;  /* stays while lines move; for baselines */
  const char* revoke_url;   /* where such a credential is revoked; may be "" */
  const char* revoke_steps; /* what to do first; may be "" */
  /* As a report of the format json has it, in one line; NULL unless
   * sluice_options.json asks for it. */
  const char* json;
} sluice_finding;

/* What a scan calls, on the thread that called it. A member may be NULL. */
typedef struct sluice_visitor {
  size_t struct_size;
  /* For each finding, in the order of its place. It returns 0 to go on; any
   * other value ends the scan, which is no error. */
  int (*finding)(void* user, const sluice_finding* finding);
  /* For what could not be read in full: damage in an archive, say. */
  void (*incomplete)(void* user, const char* name, const char* reason);
  void* user;
  /* For what a report names in its coverage: `kind` is "incomplete", "mistyped"
   * or "notes", and `json` an element of that list, in one line. Each scan names
   * the first five mistyped tokens; sluice_summary.mistyped counts all.
   * Of a range "keyword" and "undecided" as well, with a rule's id: see
   * sluice_range. */
  void (*remark)(void* user, const char* kind, const char* json);
} sluice_visitor;

/* Bytes that are fetched as the engine needs them, so that what is scanned need
 * not be in memory. */
typedef struct sluice_source {
  size_t struct_size;
  uint64_t size; /* of all of it */
  /* Puts at most `size` bytes from `offset` on into `buffer`, and returns how many
   * it put there. Called on the thread that scans. It returns -1 if they cannot be
   * read; the visitor's incomplete() then gets the reason. Returning 0 before the
   * end, or more than `size`, counts as such an error, too. */
  int64_t (*read_at)(void* user, void* buffer, size_t size, uint64_t offset);
  void* user;
} sluice_source;

/* What was scanned, and what was left out of the findings. */
typedef struct sluice_summary {
  size_t struct_size; /* the caller's sizeof(sluice_summary) */
  uint64_t findings;
  uint64_t incomplete;       /* texts that could not be read in full */
  uint64_t bytes;            /* scanned, those of members included */
  uint64_t members;          /* of archives, scanned */
  uint64_t binary;           /* texts with zero bytes: sure rules alone */
  uint64_t below_confidence; /* findings below the confidence asked for */
  uint64_t allowed;          /* candidates that a comment allows */
  uint64_t allowlisted;      /* candidates that an allowlist allows */
  uint64_t whole;            /* 1: what was given was read in full */
  uint64_t mistyped;         /* of those below: tokens with a wrong checksum */
  uint64_t pdf;              /* 1: it is a PDF file */
  uint64_t left_out; /* 1: the configuration's prefilter leaves it out */
  /* Of a range (sluice_scan_range()): */
  uint64_t cut;      /* 0: the file is not cut */
  uint64_t end_line; /* where it ends, by the same count */
  uint64_t end_column;
  /* Where the first and the last of the tables, and of the blocks that comments
   * allow, begin that have not ended; SLUICE_NOWHERE: there is none. */
  uint64_t open_first;
  uint64_t open_last;
} sluice_summary;

#define SLUICE_NOWHERE UINT64_MAX

#define SLUICE_SUMMARY_INIT \
  { sizeof(sluice_summary), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* A range of a large file, for programs that share it: findings that begin in
 * [begin, end) are given. `byte` counts from the file's begin; lines and columns
 * as if all that stands before `begin` were one line, so that it stands on line
 * 1, column begin + 1. A caller that knows where it does stand adds the
 * difference: to all lines, and to the columns on line 1.
 *
 * Ranges that lie one behind the other, and cover a file, give what
 * sluice_scan_source() gives of it, but for what more than a MiB before decides,
 * or something that may stand anywhere in the file. That is told:
 *   - `open_first` of the summary: a table, or a block that comments allow, goes
 *     on. If that is before sluice_range_context() of the next range, that one
 *     is to be scanned with the same `open_first` and `open_last`.
 *   - "undecided", a remark: something was left out for want of a keyword of that
 *     rule. If another range has the remark "keyword" for it, this one is to be
 *     scanned with it in `keywords`.
 * What remains: a secret in an encoded text that crosses a border is not compared
 * with what stands behind the border as it is; and in a file of up to 8 MiB, of
 * which all secrets are masked wherever a text has them, a range masks its own.
 *
 * UTF-16, archives, and with rules that ask for each other every file, are not
 * cut (sluice_summary.cut): the range that begins at 0 scans it all, and the
 * others nothing. */
typedef struct sluice_range {
  size_t struct_size;
  uint64_t begin;
  uint64_t end;        /* at most the file's size */
  uint64_t open_first; /* as above; SLUICE_NOWHERE: nothing goes on */
  uint64_t open_last;
  const char* const* keywords; /* ids of rules, as above; may be NULL */
  size_t keyword_count;
} sluice_range;

/* Makes an engine, which takes some milliseconds, and writes it to `*engine`;
 * to be freed with sluice_engine_free(). `options` may be NULL, for those of
 * SLUICE_OPTIONS_INIT. */
SLUICE_API sluice_error* sluice_engine_create(const sluice_options* options,
                                              sluice_engine** engine);
SLUICE_API void sluice_engine_free(sluice_engine* engine); /* NULL: nothing */

/* How many rules there are, and how many of them are default rules. */
SLUICE_API size_t sluice_engine_rules(const sluice_engine* engine);
SLUICE_API size_t sluice_engine_default_rules(const sluice_engine* engine);
/* The sha256 of the rules' text, in hex. */
SLUICE_API const char* sluice_engine_rules_sha256(const sluice_engine* engine);
/* What in a configuration looks like a mistake, from 0 on; NULL behind the
 * last. */
SLUICE_API const char* sluice_engine_warning(const sluice_engine* engine,
                                             size_t index);

/* Scans `size` bytes. `name` is what a file of them would be called; rules may
 * depend on it (".npmrc"), and findings have it. NULL: they have none, and are
 * scanned as standard input is. `visitor` and `summary` may be NULL. */
SLUICE_API sluice_error* sluice_scan(sluice_engine* engine, const char* name,
                                     const void* bytes, size_t size,
                                     const sluice_visitor* visitor,
                                     sluice_summary* summary);

/* The same for bytes that are fetched; any number of them, in the same memory. */
SLUICE_API sluice_error* sluice_scan_source(sluice_engine* engine,
                                            const char* name,
                                            const sluice_source* source,
                                            const sluice_visitor* visitor,
                                            sluice_summary* summary);

SLUICE_API sluice_error* sluice_scan_range(sluice_engine* engine,
                                           const char* name,
                                           const sluice_source* source,
                                           const sluice_range* range,
                                           const sluice_visitor* visitor,
                                           sluice_summary* summary);

/* Where the scan of a range that begins at `begin` starts to read. */
SLUICE_API uint64_t sluice_range_context(uint64_t begin);

SLUICE_API sluice_error_code sluice_error_code_of(const sluice_error* error);
SLUICE_API const char* sluice_error_message(const sluice_error* error);
SLUICE_API void sluice_error_free(sluice_error* error); /* NULL: nothing */

/* "0.2.0" */
SLUICE_API const char* sluice_version(void);

#ifdef __cplusplus
}
#endif

#endif
