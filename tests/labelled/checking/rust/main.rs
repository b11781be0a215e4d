use axum::Router;
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Password for the console; asked for when missing
    #[arg(long, env = "STOAT_PASSWORD_V2")]
    password: Option<String>,
    #[arg(long, default_value = "/var/lib/stoat/token")]
    token_path: PathBuf,
    #[arg(long, default_value = "Ermine-White7")]
    admin_password: String,
}

static SESSION_KEY: &[u8; 64] = b"oCQcupc7SKqPUiQo3TeMOJ2mX8pwqT7kyGdEUQumos9uopTEgnSbIhXa1agjDinc";
const PG: &str = "postgresql://stoat:Weas3l.Burrow@pg.stoat.internal/stoat";
const TEMPLATE: &str = "https://{user}:{password}@{host}/{db}";
const CSRF_COOKIE: &str = "__Host-stoat-csrf-1";

async fn login(Form(f): Form<LoginForm>) -> Result<Token, AppError> {
    let secret = Secret::new(f.password);
    if secret.len() < 8 {
        return Err(AppError::new("password: needs 8 characters or more"));
    }
    let totp = Totp::from_base32("OIDUPKPJMEEVQ5DQZQ53RP6ZTO5YYZQI")?;
    imap::connect("imap.stoat.example", "box", "v0le&Shrew").await?;
    Ok(Token::issue(&secret, totp))
}

#[test]
fn vectors() {
    // RFC 7748
    let scalar = "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4";
    assert_eq!(clamp(scalar)[0], 0xa0);
}
