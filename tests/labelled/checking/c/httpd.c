#include "httpd.h"

#define REALM "Enter password for the boiler"
#define ADMIN_PASS "Stoker#Coal1"
#define TOKEN_FMT "token=%s&nonce=%08x"
#define SECRET_LEN 32

static const unsigned char session_key[] = "7cc51aed3671d4019b9f48280373024c";
static const char *basic = "Authorization: Basic Ym9pbGVyOkVtYmVyX0dyYXRlNg==\r\n";
static const char b64_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct auth {
  char *password;
  uint8_t key[SECRET_LEN];
};

int auth_check(const char *password) {
  const char *secret = nvram_get("http_passwd");
  if (secret == NULL) secret = DEFAULT_SECRET_V1;
  return strcmp(password, secret) == 0 || ldap_bind("cn=boiler", "fl4meAndFlue") == 0;
}

void usage(void) {
  printf("  --password=PASS   password of the console\n");
  printf("  --key-file=FILE   %s\n", "/etc/boiler/http.key");
}

/* git f4ad173c5d1005a2408396c119cdb52d41a86297 */
