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
 * Bytes are scanned like a file of `sluice scan`: UTF-16 is decoded, encoded
 * text (base64 and others) is decoded, archives are opened, allow comments
 * count. Nothing is read from disk, from the environment or from the network,
 * nothing is printed, and nothing is kept between two scans, except the numbers
 * of secrets where the caller wants that (sluice_numbers).
 *
 * Thread-safety: any number of threads may use an engine at once. It may be
 * freed when none of them uses it. Scans wait for each other only for memory to
 * unpack archives.
 *
 * Ownership: the caller frees an object that a function returns, as its result
 * or by a `**`, with the function of that name. An object that a visitor
 * receives is valid during the call.
 *
 * Errors: a function that can fail returns NULL, or an error that the caller
 * frees. No exception leaves the library. A text is UTF-8 and ends with a zero
 * byte; bytes that are no UTF-8 are escaped in it ("\xff").
 *
 * Binary compatibility: structures grow only at their end. Those that the
 * caller makes begin with their size, so that the library can see which members
 * they have. */
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

/* The result of a check of the secret by itself: of a checksum that it carries,
 * or of the structure that it must have. */
typedef enum sluice_checksum {
  SLUICE_CHECKSUM_ABSENT = 0,
  SLUICE_CHECKSUM_VALID = 1,
  SLUICE_CHECKSUM_INVALID = 2
} sluice_checksum;

/* Make it with SLUICE_OPTIONS_INIT, which has the defaults of `sluice scan`. */
typedef struct sluice_options {
  size_t struct_size;
  /* The text of a configuration (TOML, as in .sluice.toml) of `config_size`
   * bytes. It may extend the default rules, but no file. NULL means the default
   * rules. */
  const char* config;
  size_t config_size;
  const char* config_name; /* for messages; NULL means "configuration" */
  /* Findings below it are counted and not reported (sluice_confidence). */
  int min_confidence;
  /* If it is not 0, secrets are given in the clear. Otherwise they are masked
   * in all texts. */
  int show_secrets;
  int ignore_allow_comments; /* not 0: "sluice:allow" etc. have no effect */
  unsigned decode_depth;     /* encodings within encodings; 0: none */
  unsigned archive_depth;    /* archives within archives; 0: none is opened */
  int json;                  /* not 0: sluice_finding.json is given */
  /* A text from which sluice_finding.secret_name is computed. Engines with the
   * same key give equal secrets the same name, so that their findings can be
   * put into one report. NULL means no names. */
  const char* name_key;
} sluice_options;

#define SLUICE_OPTIONS_INIT \
  { sizeof(sluice_options), NULL, 0, NULL, SLUICE_MEDIUM, 0, 0, 5, 5, 0, NULL }

/* Lines and columns count from 1, columns in bytes of the text, and `byte` from
 * 0 in the bytes that were scanned. The place of a finding in an archive is one
 * in the member. */
typedef struct sluice_position {
  uint64_t line;
  uint64_t column;
  uint64_t byte;
} sluice_position;

typedef struct sluice_finding {
  const char* rule;        /* its id: "github-pat" */
  const char* description; /* of the rule */
  const char* provider;    /* "github"; "" if there is no one provider */
  int confidence;          /* sluice_confidence */
  int checksum;            /* sluice_checksum */
  /* The name that was given to sluice_scan(). For a member of an archive, "!"
   * and the member's name follow: "a.tar.gz!etc/app.conf". */
  const char* name;
  sluice_position start; /* of the secret */
  sluice_position end;   /* one past its last byte */
  const char* secret;
  const char* match;   /* all that the pattern matched; contains the secret */
  const char* line;    /* on which the secret starts, or the text near it */
  const char* detail;  /* found by the check: an account; may be "" */
  const char* decoded; /* the encodings around it: "base64, gzip"; may be "" */
  double entropy;      /* bits per byte of the secret; 0 if it is withheld,
                          because the secret is masked and short */
  const char* fingerprint;  /* stays while lines move; for baselines */
  const char* revoke_url;   /* where to revoke such a credential; may be "" */
  const char* revoke_steps; /* the first steps; may be "" */
  /* The finding as in a report of the format json, in one line. NULL unless
   * sluice_options.json is set. */
  const char* json;
  /* Equal for equal secrets of a rule, whether they are masked or not. It is ""
   * without sluice_options.name_key, and for a file that is a finding as a
   * whole. Only somebody who has the key can test guesses at a secret with
   * it. */
  const char* secret_name;
} sluice_finding;

/* The functions that a scan calls, on the thread that called the scan. A member
 * may be NULL. */
typedef struct sluice_visitor {
  size_t struct_size;
  /* Called for each finding, in the order of their places. It returns 0 to go
   * on; any other value ends the scan, which is no error. */
  int (*finding)(void* user, const sluice_finding* finding);
  /* Called for a text that could not be read in full, for example a damaged
   * archive. */
  void (*incomplete)(void* user, const char* name, const char* reason);
  void* user;
  /* Called for each entry of a report's coverage: `kind` is "incomplete",
   * "mistyped" or "notes", and `json` an element of that list, in one line.
   * Each scan names the first five mistyped tokens; sluice_summary.mistyped
   * counts all. For a range, `kind` may also be "keyword" or "undecided", with
   * a rule's id: see sluice_range. */
  void (*remark)(void* user, const char* kind, const char* json);
} sluice_visitor;

/* Bytes that are fetched when the engine needs them, so that they need not all
 * be in memory. */
typedef struct sluice_source {
  size_t struct_size;
  uint64_t size; /* of all bytes */
  /* Puts at most `size` bytes from `offset` on into `buffer`, and returns their
   * number. Called on the thread that scans. It returns -1 if they cannot be
   * read; the visitor's incomplete() then gets the reason. A result of 0 before
   * the end, or of more than `size`, counts as such an error, too. */
  int64_t (*read_at)(void* user, void* buffer, size_t size, uint64_t offset);
  void* user;
} sluice_source;

/* Counts of the bytes that were scanned, and of the candidates that are not
 * among the findings. */
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
  uint64_t whole;            /* 1: all bytes were read */
  uint64_t mistyped;         /* of those below: tokens with a wrong checksum */
  uint64_t pdf;              /* 1: it is a PDF file */
  uint64_t left_out;         /* 1: the configuration's prefilter excludes it */
  /* Only for a range (sluice_scan_range()): */
  uint64_t cut;      /* 0: the file is not cut */
  uint64_t end_line; /* where the range ends, by the same count */
  uint64_t end_column;
  /* The places where the first and the last table begin that have not ended;
   * blocks that comments allow count as tables. SLUICE_NOWHERE if there is
   * none. */
  uint64_t open_first;
  uint64_t open_last;
} sluice_summary;

#define SLUICE_NOWHERE UINT64_MAX

#define SLUICE_SUMMARY_INIT \
  { sizeof(sluice_summary), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* A range of a large file, for programs that share it. The findings that begin
 * in [begin, end) are given. `byte` counts from the beginning of the file.
 * Lines and columns count as if all bytes before `begin` were one line, so
 * `begin` is on line 1, column begin + 1. A caller that knows its real line and
 * column adds the difference: to all lines, and to the columns on line 1.
 *
 * Consecutive ranges that cover a file give the findings that
 * sluice_scan_source() gives for the file, with two exceptions. A range may
 * depend on bytes more than a MiB before it, or on words anywhere in the file.
 * It reports this dependence:
 *   - by `open_first` of the summary, if a table goes on after the range, or a
 *     block that comments allow. If `open_first` is before
 *     sluice_range_context() of the next range, scan that range with the same
 *     `open_first` and `open_last`;
 *   - by the remark "undecided", if a finding was left out because a keyword of
 *     this rule is missing. If another range has the remark "keyword" for this
 *     rule, scan the undecided range again with the rule in `keywords`.
 * Two differences remain. A secret in an encoded text that crosses a border is
 * not compared with the plain text after the border. And in a file of up to
 * 8 MiB, sluice_scan_source() masks all secrets of the file in every text, but
 * a range masks only its own.
 *
 * Some files are not cut (sluice_summary.cut): UTF-16, archives, and, if rules
 * require each other, every file. The range that begins at 0 then scans the
 * whole file, and the others scan nothing. */
typedef struct sluice_range {
  size_t struct_size;
  uint64_t begin;
  uint64_t end;        /* at most the file's size */
  uint64_t open_first; /* as above; SLUICE_NOWHERE if nothing goes on */
  uint64_t open_last;
  const char* const* keywords; /* ids of rules, as above; may be NULL */
  size_t keyword_count;
} sluice_range;

/* Makes an engine, which takes some milliseconds, and writes it to `*engine`.
 * Free it with sluice_engine_free(). `options` may be NULL, which means
 * SLUICE_OPTIONS_INIT. */
SLUICE_API sluice_error* sluice_engine_create(const sluice_options* options,
                                              sluice_engine** engine);
SLUICE_API void sluice_engine_free(sluice_engine* engine); /* NULL: nothing */

/* How many rules there are, and how many of them are default rules. */
SLUICE_API size_t sluice_engine_rules(const sluice_engine* engine);
SLUICE_API size_t sluice_engine_default_rules(const sluice_engine* engine);
/* The sha256 of the rules' text, in hex. */
SLUICE_API const char* sluice_engine_rules_sha256(const sluice_engine* engine);
/* Returns the warning number `index`, from 0, about a likely mistake in the
 * configuration; NULL after the last. */
SLUICE_API const char* sluice_engine_warning(const sluice_engine* engine,
                                             size_t index);

/* Scans `size` bytes. `name` is the name of the file that they would be; rules
 * may depend on it (".npmrc"), and findings have it. If it is NULL, findings
 * have none, and the bytes are scanned like standard input. `visitor` and
 * `summary` may be NULL. */
SLUICE_API sluice_error* sluice_scan(sluice_engine* engine, const char* name,
                                     const void* bytes, size_t size,
                                     const sluice_visitor* visitor,
                                     sluice_summary* summary);

/* Scans bytes that are fetched. The memory does not depend on their number. */
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

/* Returns the place where the scan of a range that begins at `begin` starts to
 * read. */
SLUICE_API uint64_t sluice_range_context(uint64_t begin);

/* What replaces a secret. */
typedef enum sluice_redact_style {
  SLUICE_REDACT_LABEL = 0, /* [github-pat:1] */
  SLUICE_REDACT_STARS = 1,
  SLUICE_REDACT_EMPTY = 2
} sluice_redact_style;

/* The numbers of secrets in labels, for texts that are redacted one after
 * another: equal secrets get equal numbers. No secret is kept, only a part of
 * its hash. Only one thread at a time may use it. */
typedef struct sluice_numbers sluice_numbers;
SLUICE_API sluice_error* sluice_numbers_create(sluice_numbers** numbers);
SLUICE_API void sluice_numbers_free(
    sluice_numbers* numbers); /* NULL: nothing */

/* Make it with SLUICE_REDACTION_INIT. */
typedef struct sluice_redaction {
  size_t struct_size;
  int style;       /* sluice_redact_style */
  int keep_length; /* not 0: as many characters as the secret has */
  /* Takes the next bytes of the redacted text. It returns 0 to go on; any other
   * value ends the redaction, which is no error. */
  int (*take)(void* user, const void* bytes, size_t size);
  void* user;
  sluice_numbers* numbers; /* NULL: those of this call alone */
  /* Set by the call: */
  uint64_t replaced;   /* places */
  uint64_t incomplete; /* 1: not all bytes were read, or too many secrets */
} sluice_redaction;

#define SLUICE_REDACTION_INIT \
  { sizeof(sluice_redaction), SLUICE_REDACT_LABEL, 0, NULL, NULL, NULL, 0, 0 }

/* Gives `size` bytes again, with every secret replaced that sluice_scan() would
 * find in them. An archive is refused (SLUICE_ERROR_USAGE): nothing of it is
 * given. `name` is that of sluice_scan(). If `incomplete` is set, only the
 * bytes that were scanned were given. */
SLUICE_API sluice_error* sluice_redact(sluice_engine* engine, const char* name,
                                       const void* bytes, size_t size,
                                       sluice_redaction* redaction);

SLUICE_API sluice_error_code sluice_error_code_of(const sluice_error* error);
SLUICE_API const char* sluice_error_message(const sluice_error* error);
SLUICE_API void sluice_error_free(sluice_error* error); /* NULL: nothing */

/* "0.2.0" */
SLUICE_API const char* sluice_version(void);

#ifdef __cplusplus
}
#endif

#endif
