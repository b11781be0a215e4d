/* Prints what a program that was compiled with sluice.h relies on: the places
 * of members and the values of names. abi.txt has what 0.2.0 printed; members
 * and names may be added behind, and nothing else may change. */
#include <sluice.h>
#include <stdio.h>

#define MEMBER(type, name)                                   \
  printf(#type "." #name " %zu %zu\n", offsetof(type, name), \
         sizeof(((type*)0)->name))
#define VALUE(name) printf(#name " %d\n", (int)(name))

int main(void) {
  MEMBER(sluice_options, struct_size);
  MEMBER(sluice_options, config);
  MEMBER(sluice_options, config_size);
  MEMBER(sluice_options, config_name);
  MEMBER(sluice_options, min_confidence);
  MEMBER(sluice_options, show_secrets);
  MEMBER(sluice_options, ignore_allow_comments);
  MEMBER(sluice_options, decode_depth);
  MEMBER(sluice_options, archive_depth);
  MEMBER(sluice_options, json);
  MEMBER(sluice_options, name_key);
  MEMBER(sluice_position, line);
  MEMBER(sluice_position, column);
  MEMBER(sluice_position, byte);
  MEMBER(sluice_finding, rule);
  MEMBER(sluice_finding, description);
  MEMBER(sluice_finding, provider);
  MEMBER(sluice_finding, confidence);
  MEMBER(sluice_finding, checksum);
  MEMBER(sluice_finding, name);
  MEMBER(sluice_finding, start);
  MEMBER(sluice_finding, end);
  MEMBER(sluice_finding, secret);
  MEMBER(sluice_finding, match);
  MEMBER(sluice_finding, line);
  MEMBER(sluice_finding, detail);
  MEMBER(sluice_finding, decoded);
  MEMBER(sluice_finding, entropy);
  MEMBER(sluice_finding, fingerprint);
  MEMBER(sluice_finding, revoke_url);
  MEMBER(sluice_finding, revoke_steps);
  MEMBER(sluice_finding, json);
  MEMBER(sluice_finding, secret_name);
  MEMBER(sluice_visitor, struct_size);
  MEMBER(sluice_visitor, finding);
  MEMBER(sluice_visitor, incomplete);
  MEMBER(sluice_visitor, user);
  MEMBER(sluice_visitor, remark);
  MEMBER(sluice_source, struct_size);
  MEMBER(sluice_source, size);
  MEMBER(sluice_source, read_at);
  MEMBER(sluice_source, user);
  MEMBER(sluice_summary, struct_size);
  MEMBER(sluice_summary, findings);
  MEMBER(sluice_summary, incomplete);
  MEMBER(sluice_summary, bytes);
  MEMBER(sluice_summary, members);
  MEMBER(sluice_summary, binary);
  MEMBER(sluice_summary, below_confidence);
  MEMBER(sluice_summary, allowed);
  MEMBER(sluice_summary, allowlisted);
  MEMBER(sluice_summary, whole);
  MEMBER(sluice_summary, mistyped);
  MEMBER(sluice_summary, pdf);
  MEMBER(sluice_summary, left_out);
  MEMBER(sluice_summary, cut);
  MEMBER(sluice_summary, end_line);
  MEMBER(sluice_summary, end_column);
  MEMBER(sluice_summary, open_first);
  MEMBER(sluice_summary, open_last);
  MEMBER(sluice_range, struct_size);
  MEMBER(sluice_range, begin);
  MEMBER(sluice_range, end);
  MEMBER(sluice_range, open_first);
  MEMBER(sluice_range, open_last);
  MEMBER(sluice_range, keywords);
  MEMBER(sluice_range, keyword_count);
  MEMBER(sluice_redaction, struct_size);
  MEMBER(sluice_redaction, style);
  MEMBER(sluice_redaction, keep_length);
  MEMBER(sluice_redaction, take);
  MEMBER(sluice_redaction, user);
  MEMBER(sluice_redaction, numbers);
  MEMBER(sluice_redaction, replaced);
  MEMBER(sluice_redaction, incomplete);
  VALUE(SLUICE_ERROR_USAGE);
  VALUE(SLUICE_ERROR_CONFIG);
  VALUE(SLUICE_ERROR_MEMORY);
  VALUE(SLUICE_ERROR_INTERNAL);
  VALUE(SLUICE_LOW);
  VALUE(SLUICE_MEDIUM);
  VALUE(SLUICE_HIGH);
  VALUE(SLUICE_CHECKSUM_ABSENT);
  VALUE(SLUICE_CHECKSUM_VALID);
  VALUE(SLUICE_CHECKSUM_INVALID);
  VALUE(SLUICE_REDACT_LABEL);
  VALUE(SLUICE_REDACT_STARS);
  VALUE(SLUICE_REDACT_EMPTY);
  return 0;
}
