import Config

if config_env() == :prod do
  config :jay, Jay.Repo, url: System.fetch_env!("DATABASE_URL")
  config :jay, JayWeb.Endpoint, secret_key_base: System.get_env("SECRET_KEY_BASE")
end

config :jay, Jay.Repo.Local, password: "postgres"
config :jay, Jay.Vault, ciphers: [default: {Cloak.Ciphers.AES.GCM, tag: "AES.GCM.V1", key: Base.decode64!("8WdWtGhI2zNYhbtmc/IK9OXKXt+eku76MSNwIHNtAQo=")}]
config :jay, Jay.Guardian, issuer: "jay", secret_key: "XZUK22EgZID8L26rL3nWUv2jtUFpaNm9PEyakKayvYTT1V6F4712MiPtrnXrt+wG"
config :jay, :ldap, bind_dn: "cn=jay", password: "Acorn-Cache31"
config :jay, :stripe, signing_secret: "whsec_3iVNgOhcR7WBOP8w2FE8Ilsxy1xMmVMh", public_key: "pk_live_ohQxy03WvN9lUN3i76gwhVOP"
config :jay, :redis, "redis://:Bluefeather@cache:6379"
config :jay, token_salt: "user auth v1", password_min: 10
config :logger, filter_keys: [:password, :"token_digest_sha2"]
config :jay, :endpoint, token_path: "/oauth/v2/token"
