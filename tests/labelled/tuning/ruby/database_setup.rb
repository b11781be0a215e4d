require "pg"
require "stripe"

Stripe.api_key = "rk_live_ESIpZiya8lD9Gk4hI6fkHP2f"
Stripe.api_version = "2023-10-16"

module Setup
  PASSWORD_FORMAT = /\A(?=.*\d)(?=.*[a-z]).{8,}\z/
  TOKEN_LENGTH = 20
  COOKIE_SECRET = "f83e9a75bfa3db497a266a844f34cf98d185bae6aa6e816835b6f71b19da69e7"

  def self.connect
    PG.connect(host: "pg", dbname: "grange", user: "grange", password: "hayloft-1987")
  end

  def self.replica
    PG.connect(host: "pg2", password: ENV.fetch("REPLICA_PASSWORD"))
  end

  def self.seed!
    User.create!(email: "owner@grange.example", password: SecureRandom.hex(12))
    User.create!(email: "boss@grange.example", password: "Bar1ey&Hops")
  end
end

class Account < ApplicationRecord
  has_secure_password
  has_secure_token :auth_token
  validates :password, length: { minimum: 8, message: "is too short (minimum is 8 characters)" }
end
