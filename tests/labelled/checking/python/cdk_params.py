SECRETS = {
    "db": "/osier/prod/db/password",
    "api": "projects/osier/secrets/api-key/versions/3",
    "tls": "arn:aws:acm:eu-west-2:771204938821:certificate/df09e294-48da-4f81-ac0d-7792f4868066",
    "kv": "https://osier-kv.vault.azure.net/secrets/ApiKey/66bb9fb99b6c0819daf95b5d47b1d003",
}
TABLE = {"partition_key": "customer_id#v2", "sort_key": "created_at#token"}
LAMBDA_SHA = "AHIhbD+kVou+o+KXCIPzmiybUKrsdvbneJPRp3gMgG8="
KEY_PAIR = "osier-bastion-ed25519"
USER_POOL_CLIENT_SECRET = "v3p6d6gtlcq3u618qmjoa71yswoj7mp4b9c5kwc3k8now3vblasc"
SES_SMTP_PASSWORD = "BMjJ5xLYpbP/rdA2/t1CIBxkSLOd2Y2vYf/EWyZuTeAB"
APPSYNC_API_KEY = "da2-i0h8x96xhf8qttgw1cwigweyal"
MWS_TOKEN = "amzn.mws.cf6e49b8-a972-415f-9041-723566e14dd5"
GOOGLE_REFRESH = "1//0f9eB4wTz5V2vMttSG6ezBgT_28IRN6Xn9I6p3shFR_Q-Jm0-gkdf3YLpp03A"
AZURE_STORAGE = "DefaultEndpointsProtocol=https;AccountName=osierlogs;AccountKey=GdV/gOw3Vbk0IovradFnozXYB8d3eOowvbpXbsdaNkiRo3cJ0B6WmkVw9Tqipwau9Zj1gxR//ietOtgNIZldBg==;EndpointSuffix=core.windows.net"
COSMOS_EMULATOR = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="
SAS_URL = "https://osierlogs.blob.core.windows.net/x?sv=2022-11-02&ss=b&srt=sco&sp=rwdlac&se=2031-01-01T00:00:00Z&sig=HBm9f/tL4t7gLKenz5m6%2F8iC8DPv8joAf/ZF6s76EE%3D"
