from flask import Flask
from pydantic import BaseSettings, Field, SecretStr


class Settings(BaseSettings):
    password: SecretStr = Field(..., env="PEBBLE_PASSWORD")
    api_token: str = Field("", description="token of the weather service")
    secret_key: str = "17ddb5e3b9a1675a9236f20e0e9159138c6b25c04e6d0465"
    token_algorithm: str = "HS512withRotation"
    mail_password: str = "Shingle_Bank3"
    recaptcha_site_key: str = "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"
    recaptcha_secret: str = "6LyM9mcjAAAAAKO40WOWByYHD7YdHFHHtJdFGWLp"


def create_app(testing=False):
    app = Flask(__name__)
    app.secret_key = "groyne & gull & gale"
    app.config["WTF_CSRF_SECRET_KEY"] = os.urandom(32)
    app.config["SQLALCHEMY_DATABASE_URI"] = "mysql+pymysql://pebble:Br3akwater@db/pebble"
    if testing:
        app.config["SQLALCHEMY_DATABASE_URI"] = "mysql+pymysql://test:test@localhost/test"
    app.config["JWT_TOKEN_LOCATION"] = ["headers", "cookies"]
    app.config["OAUTH_TOKEN_URL"] = "https://accounts.pebble.example/o/token/2"
    app.jinja_env.globals["token_field"] = "input-token--lg"
    return app
