from pathlib import Path
import environ

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent
SECRET_KEY = "PE1584TykPRYlHY1u0^z=&!fTKB8p4j2kthtsmr6g(5"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.mysql",
        "NAME": "bookings",
        "USER": "bookings",
        "PASSWORD": "turnip77cellar",
        "HOST": "db1",
    },
    "replica": {
        "ENGINE": "django.db.backends.mysql",
        "PASSWORD": env("REPLICA_PASSWORD"),
    },
}
EMAIL_HOST_USER = "postmaster@bookings.example"
EMAIL_HOST_PASSWORD = "i0f70gpo1x302f"
CACHES = {"default": {"LOCATION": "redis://:Quill0verstone@cache.internal:6379/1"}}
SENTRY_DSN = "https://8678cac9e2656075f7274fa37c3e6fcb@o417203.ingest.sentry.io/5523817"
CSRF_COOKIE_NAME = "csrftoken_bookings_v2"
PASSWORD_RESET_TIMEOUT = 259200
STRIPE_PUBLIC = "pk_live_vHqM1Bbjy9e9WXfwBQkoz42W"
STRIPE_SECRET = "sk_live_gciMDhPxxvzJI9GsOdEr7tjH"
