require "rails_helper"

RSpec.describe User do
  let(:password) { "password123" }
  let(:token) { SecureRandom.urlsafe_base64 }
  let(:user) { create(:user, password: password) }

  it "asks for a long password" do
    expect(build(:user, password: "abc")).not_to be_valid
    expect(user.errors[:password]).to include("is too short (8 characters or more)")
  end

  it "signs (RFC 4231, case 1)" do
    key = ["0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"].pack("H*")
    expect(hmac(key, "Hi There")).to eq("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
  end

  it "talks to the sandbox" do
    VCR.use_cassette("token") do
      client = Client.new(login: "qa@wherry.example", password: "Norfolk^Punt")
      expect(client.token).to match(/\Awh_[a-z0-9]{32}\z/)
    end
  end

  it "has a digest" do
    expect(user.password_digest).to start_with("$2a$04$")
    expect(user.fingerprint).not_to eq "542d793c54e64f2b78c645def6bbc08519f3c22b"
  end
end
