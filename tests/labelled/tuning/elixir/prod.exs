import Config

config :meadow, Meadow.Repo,
  username: "meadow",
  password: "Cowslip&Vetch4",
  hostname: "pg"

config :meadow, MeadowWeb.Endpoint,
  secret_key_base: "JAP3gfnRAR5t98OfK5y4QXDSYDAQJzYHIU8KuP3OYORZCnYfvnTEb4XHJ/tEE4QO",
  live_view: [signing_salt: "hsWBnl7z"],
  url: [host: "meadow.example:443"]

config :meadow, Meadow.Mailer,
  adapter: Swoosh.Adapters.Postmark,
  api_key: "016713f0-5cfc-42f4-9f2c-c255045cc231"

config :ueberauth, Ueberauth.Strategy.Github.OAuth,
  client_id: System.get_env("GITHUB_CLIENT_ID"),
  client_secret: System.fetch_env!("GITHUB_CLIENT_SECRET")

config :phoenix, :filter_parameters, ["password", "secret_token_v2"]
config :meadow, :token_module, Meadow.Accounts.UserToken
config :ex_aws, access_key_id: [{:system, "AWS_ACCESS_KEY_ID"}, :instance_role]
config :meadow, rabbit: "amqp://meadow:Orchid.Purple9@mq/meadow"
