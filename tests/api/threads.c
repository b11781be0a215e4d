/* Scans a file with one engine by as many threads as are asked for, and says
 * how many findings each scan had; all must have the same:
 *
 *   threads FILE THREADS SCANS
 */
#include <pthread.h>
#include <sluice.h>
#include <stdio.h>
#include <stdlib.h>

static sluice_engine* engine;
static char bytes[1 << 20];
static size_t size;
static int scans;

static int count(void* user, const sluice_finding* finding) {
  (void)finding;
  ++*(int*)user;
  return 0;
}

static void* scan(void* result) {
  int i, expected = -1;
  for (i = 0; i < scans; ++i) {
    int found = 0;
    sluice_visitor visitor = {sizeof visitor, count, NULL, &found, NULL};
    if (sluice_scan(engine, "a.txt", bytes, size, &visitor, NULL) != NULL)
      found = -2;
    if (expected == -1) expected = found;
    if (found != expected) expected = -3;
  }
  *(int*)result = expected;
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t threads[64];
  int results[64];
  int i, n;
  FILE* file;
  if (argc != 4 || (file = fopen(argv[1], "rb")) == NULL) return 2;
  size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  n = atoi(argv[2]);
  scans = atoi(argv[3]);
  if (n > 64 || sluice_engine_create(NULL, &engine) != NULL) return 2;
  for (i = 0; i < n; ++i)
    if (pthread_create(&threads[i], NULL, scan, &results[i]) != 0) return 2;
  for (i = 0; i < n; ++i) {
    pthread_join(threads[i], NULL);
    printf("%d\n", results[i]);
  }
  sluice_engine_free(engine);
  return 0;
}
