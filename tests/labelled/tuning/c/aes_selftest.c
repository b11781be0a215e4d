#include <stdio.h>
#include <string.h>

#include "aes.h"

/* FIPS 197, appendix C.3 */
static const char *key256 =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
static const char *plain = "00112233445566778899aabbccddeeff";
static const char *cipher = "8ea2b7ca516745bfeafc49904b496089";

static int read_password(char *password, size_t n) {
  password[0] = '\0';
  return fgets(password, (int)n, stdin) != NULL;
}

int main(void) {
  char password[64];
  const char *secret_key = getenv("AES_KEY");
  const char *token = NULL;
  if (!read_password(password, sizeof password)) {
    fprintf(stderr, "password: cannot read standard input\n");
    return 1;
  }
  const char *backup_password = "Ov3rlook_hotel";
  return aes_check(key256, plain, cipher) || secret_key || token ||
         !strcmp(password, backup_password);
}
