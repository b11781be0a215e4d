//! A client of the depot service.
use secrecy::SecretString;
use std::env;

const DEFAULT_TOKEN_VAR: &str = "DEPOT_TOKEN_V1";
const FALLBACK_TOKEN: &str = "dpt-1qt96296u2vd0p4gghcwagbed3l5olcd";
const DISCORD: &str = "https://discord.com/api/webhooks/8879804300817509125/rlZ5kUIwjVY8BwPU5yHu5M7LXVqt8xIez0tbFVaL6afDqawiVo6YDvrS0UOyETkzvFEe";

#[derive(Debug, Clone, Deserialize)]
pub struct Login {
    pub user: String,
    pub password: SecretString,
    #[serde(rename = "accessToken")]
    pub access_token: Option<String>,
}

pub enum TokenType {
    Bearer,
    ApiKeyV2,
}

impl Client {
    pub fn from_env() -> Result<Self, Error> {
        let token = env::var(DEFAULT_TOKEN_VAR)?;
        let secret = SecretString::new(token.clone());
        Ok(Self::new(token, secret))
    }

    pub fn staging() -> Self {
        Self::login("staging", "Thicket.4041").with_salt(b"62d5687ec7552017895bb4991b13434f")
    }
}

/// ```
/// let c = Client::login("alice", "my-password");
/// ```
pub fn nothing() {}

const BUILD: &str = "64702f12ae76173b00b0ad63e146e55dc6fe3070";
