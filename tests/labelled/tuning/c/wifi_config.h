#ifndef WIFI_CONFIG_H
#define WIFI_CONFIG_H

#define WIFI_SSID "greenhouse-2g"
#define WIFI_PASSWORD "tomato5inRows"
#define WIFI_PASSWORD_MAX 64
#define MQTT_USER "probe"
#define MQTT_PASS "drip.line.06"
#define OTA_URL "http://ota.greenhouse.example/fw/latest.bin"
#define OTA_KEY "ce93c97eae2dbf2b25142a8bfc40fbde"
#define ADAFRUIT_IO_KEY "aio_0eZaQxMx5I4uoGUyGwoxDNOllPTx"
#define DEVICE_TOKEN_PLACEHOLDER "00000000000000000000"
#define ROOT_CA_PATH "/spiffs/root_ca.pem"

static const char k_ca_cert[] =
    "MIIBszCCAVmgAwIBAgIUfjzToKwKzaTTtakKM+mnsd8zBOCmzf7onq6gFSgoLc6Os7WIJIcmdpRQ58SGlX/JhSqzYYKDrYhjNkFnKiAQ0lq0vmatqYzxmBYWD7VjzLMKqf3YuOPnpgw3W";

typedef struct {
  char password[WIFI_PASSWORD_MAX];
  const char *token;
} wifi_credentials_t;

/* The access point asks for a password when none is stored. */
#define PROMPT_PASSWORD "Wi-Fi password:"
#define NVS_KEY_PASSWORD "wifi.sta.pass"

#endif
