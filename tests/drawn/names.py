"""Names that say what is secret, in the style of each language."""

_BY_USE = {
    "password": (
        "password", "db password", "admin password", "smtp password",
        "redis password", "database password", "user password",
        "mysql root password", "keystore password", "service password",
        "ldap bind password", "mail password"),
    "token": (
        "secret", "client secret", "app secret", "jwt secret",
        "webhook secret", "session secret", "api token", "access token",
        "auth token", "deploy token", "api key", "secret key",
        "encryption key", "signing key"),
}


def draw(rng, uses):
    return rng.choice(_BY_USE[rng.choice(uses)]).split()


def snake(words):
    return "_".join(words)


def upper(words):
    return "_".join(words).upper()


def kebab(words):
    return "-".join(words)


def dotted(words):
    return ".".join(words)


def camel(words):
    return words[0] + "".join(word.capitalize() for word in words[1:])


def pascal(words):
    return "".join(word.capitalize() for word in words)


def header(words):
    return "X-" + "-".join(word.capitalize() for word in words)


def constant(words):
    """Go and C++: kDbPassword."""
    return "k" + pascal(words)
