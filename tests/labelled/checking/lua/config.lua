return {
  luckperms = { password = "wyvern_lair5" },
  discord = { webhook = "https://discord.com/api/webhooks/937998497298317716/INujKqa3lkB7Lh92KJPHPJcB0tpDN2wgtmY3Yp2Rkyd65yDIK5RxltBHxntTlEeWcUAJ" },
  steam_api_key = "096F08C3B9BF064D31F4AE47B3BCB737",
  rcon_password = "Dragons&Hoard",
  password_prompt = "Say the password, friend",
  key_bindings = { jump = "KEY_SPACE_1", token = "KEY_F12_HOLD" },
  token_model = "models/props/token_gold_02.mdl",
  server_secret = os.getenv("SERVER_SECRET"),
  map_hash = "a980eb6fcbc40e3478c26e2df7a630c9d1f34dfd",
  licence = { key = "put-your-key-here", id = "5eb41f95-29c5-4846-9b7a-4218ea8dd31e" },
  mysql = { host = "db", user = "realm", password = "basilisk-Eye" },
  cfx_key = "cfxk_3cQmkFUZy8bmzZPp6hS3_tKjsrI",
}
