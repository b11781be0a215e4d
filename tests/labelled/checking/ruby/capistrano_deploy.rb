lock "~> 3.17"
set :application, "wherry"
set :repo_url, "git@git.wherry.example:web/wherry.git"
set :ssh_options, { keys: ["~/.ssh/deploy_wherry"], password: "broads&Reed7" }
set :default_env, { "SECRET_KEY_BASE" => "25fb79c423735e48d5a25e2ef83ea5f8d8d988c5d9df8758f17f39fab1316708b4ec6ec120b14eec37b68fa712930f842e49ab4199667f26276e68753f7ee86e" }
set :linked_files, fetch(:linked_files, []).push("config/master.key", "config/database.yml")
set :slack_token, ENV["SLACK_TOKEN"]
set :keep_tokens, 12
set :basic_auth, user: "preview", pass: "Halyard.Sail"
set :honeybadger_key, "hbp_wsPLlqHFQNAcLwr4JHiqrij2TZ64bjVstfx9"

namespace :tokens do
  desc "Rotate the API tokens of all users"
  task :rotate do
    on roles(:db) do
      execute :psql, "-c", %q(UPDATE users SET api_token = encode(gen_random_bytes(20), 'hex'))
      upload! StringIO.new("password: <%= ENV['DB_PASSWORD'] %>"), "config/database.yml"
      execute "mysqladmin", "-psk1ffAndOar", "status"
    end
  end
end
role :web, "10.6.0.2", password: "tillerman 33"
