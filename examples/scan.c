/* Scans files with libsluice, and prints where their secrets are:
 *
 *   cc scan.c $(pkg-config --cflags --libs sluice) -o scan
 *   ./scan .env config/database.yml
 */
#include <sluice.h>
#include <stdio.h>
#include <stdlib.h>

static int print_finding(void* user, const sluice_finding* finding) {
  (void)user;
  printf("%s:%llu:%llu: %s %s\n", finding->name,
         (unsigned long long)finding->start.line,
         (unsigned long long)finding->start.column, finding->rule,
         finding->secret);
  return 0;
}

static void print_incomplete(void* user, const char* name, const char* why) {
  (void)user;
  fprintf(stderr, "%s: %s\n", name, why);
}

/* The whole file; NULL: it cannot be read. */
static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* bytes = NULL;
  size_t room = 0;
  *size = 0;
  if (file == NULL) return NULL;
  for (;;) {
    if (*size == room) {
      char* more = realloc(bytes, room = room * 2 + 4096);
      if (more == NULL) break;
      bytes = more;
    }
    size_t some = fread(bytes + *size, 1, room - *size, file);
    if (some == 0) {
      if (ferror(file)) break;
      fclose(file);
      return bytes;
    }
    *size += some;
  }
  fclose(file);
  free(bytes);
  return NULL;
}

static int failed(sluice_error* error) {
  if (error == NULL) return 0;
  fprintf(stderr, "%s\n", sluice_error_message(error));
  sluice_error_free(error);
  return 1;
}

int main(int argc, char** argv) {
  sluice_engine* engine;
  sluice_visitor visitor = {sizeof visitor, print_finding, print_incomplete,
                            NULL, NULL};
  unsigned long long found = 0;
  int failures = 0;
  int i;
  if (failed(sluice_engine_create(NULL, &engine))) return 2;
  for (i = 1; i < argc; ++i) {
    sluice_summary summary = SLUICE_SUMMARY_INIT;
    size_t size;
    char* bytes = read_file(argv[i], &size);
    if (bytes == NULL) {
      perror(argv[i]);
      ++failures;
      continue;
    }
    failures +=
        failed(sluice_scan(engine, argv[i], bytes, size, &visitor, &summary));
    found += summary.findings;
    free(bytes);
  }
  sluice_engine_free(engine);
  return failures > 0 ? 2 : found > 0;
}
