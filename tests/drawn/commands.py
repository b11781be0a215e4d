"""Forms of scripts, statements, addresses and requests."""

from forms import Form, line, names, quoting

SHELL_HEAD = "#!/bin/sh\nset -eu\n"


def _header_value(value):
    """The value of a header, which has no blank in it."""
    return None if any(c in value for c in " \"\\") else (value, value)


def _bearer(value):
    """The signs that a bearer token may hold."""
    if any(not (c.isalnum() or c in "-._~+/=") for c in value):
        return None
    return value, value


def _ado(value):
    """Within quotes of C#: values with a semicolon or a quote are left out."""
    return None if any(c in value for c in ";\"'\\={} ") else (value, value)


def _curl(_words, value):
    if "'" in value:
        return None
    return (f"curl -u 'deploy:{value}' https://repo.internal/upload", value)


FORMS = (
    Form("export", "scripts/env{}.sh",
         line("export NAME=VALUE", quoting.shell, names.upper),
         SHELL_HEAD, "exec app\n", ("export PORT=80", "# the pool",
                                    "POOL=5")),
    Form("shell variable", "scripts/run{}.sh",
         line("NAME=VALUE", quoting.shell_quoted, names.upper),
         SHELL_HEAD, "exec app\n", ("PORT=80",)),
    Form("docker run", "scripts/docker{}.sh",
         line("docker run -d -e NAME=VALUE app:1.4", quoting.shell,
              names.upper), SHELL_HEAD, "", ("docker ps",)),
    Form("option", "scripts/start{}.sh",
         line("app serve --port 80 --NAME=VALUE", quoting.shell, names.kebab),
         SHELL_HEAD, "", ("sleep 5",)),
    Form("option behind a blank", "scripts/login{}.sh",
         line("app login --NAME VALUE --user deploy", quoting.shell,
              names.kebab), SHELL_HEAD, "", ("sleep 5",)),
    Form("mysql", "scripts/dump{}.sh",
         line("mysqldump -h db1 -u app -pVALUE shop > shop.sql",
              quoting.shell), SHELL_HEAD, "", ("gzip -f shop.sql",),
         ("password",)),
    Form("curl user", "scripts/upload{}.sh", _curl, SHELL_HEAD, "",
         ("sleep 5",), ("password",)),
    Form("curl header", "scripts/call{}.sh",
         line("curl -H 'Authorization: Bearer VALUE' https://api.internal/v1",
              _bearer), SHELL_HEAD, "", ("sleep 5",), ("token",)),
    Form("sql identified", "db/users{}.sql",
         line("CREATE USER 'app'@'%' IDENTIFIED BY VALUE;",
              quoting.plain_single), "CREATE DATABASE shop;\n", "",
         ("FLUSH PRIVILEGES;",), ("password",)),
    Form("sql password", "db/roles{}.sql",
         line("ALTER USER app WITH PASSWORD VALUE;", quoting.plain_single),
         "CREATE DATABASE shop;\n", "", ("COMMIT;",), ("password",)),
    Form("url", "config/database{}.env",
         line("DATABASE_URL=postgres://app:VALUE@db1.internal:5432/shop",
              quoting.percent), "PORT=80\n", "", ("POOL=5",), ("password",)),
    Form("url in code", "src/store/url{}.py",
         line('URL = "mysql://app:VALUE@db1.internal/shop"', quoting.percent),
         "import store\n\n", "", ("POOL = 5",), ("password",)),
    Form("url in yaml", "config/queue{}.yml",
         line("  broker: amqp://worker:VALUE@mq1.internal:5672/jobs",
              quoting.percent), "queue:\n", "", ("  prefetch: 5",),
         ("password",)),
    Form("jdbc", "src/main/resources/jdbc{}.properties",
         line("app.url=jdbc:postgresql://db1.internal/shop?user=app"
              "&password=VALUE", quoting.percent), "app.pool=5\n", "",
         ("app.retries=3",), ("password",)),
    Form("connection string", "src/App/Db{}.cs",
         line('        var db = "Server=db1;Database=shop;User Id=app;'
              'Password=VALUE;";', _ado),
         "namespace App\n{\n    public class Db\n    {\n", "    }\n}\n",
         ("        var retries = 3;",), ("password",)),
    Form("http header", "api/requests{}.http",
         line("GET https://api.internal/v1\nNAME: VALUE\n", _header_value,
              names.header), "", "", ("###",), ("token",)),
    Form("bearer in code", "src/lib/api{}.js",
         line("call(url, { headers: { Authorization: 'Bearer VALUE' } });",
              _bearer), "import { call, url } from './net';\n", "",
         ("const retries = 3;",), ("token",)),
    Form("helm", "scripts/release{}.sh",
         line("helm upgrade app chart --set db.NAME=VALUE", quoting.shell,
              names.camel), SHELL_HEAD, "", ("sleep 5",)),
    Form("jdbc in code", "src/main/java/app/Store{}.java",
         line('    connect("jdbc:mysql://db1.internal/shop?user=app'
              '&password=VALUE");', quoting.percent),
         "package app;\n\nclass Store {\n  void open() {\n", "  }\n}\n",
         ("    retries(3);",), ("password",)),
    Form("connect", "src/main/java/app/Links{}.java",
         line('    DriverManager.getConnection(url, "app", VALUE);',
              quoting.doubled),
         "package app;\n\nclass Pool {\n  void open() {\n", "  }\n}\n",
         ("    retries(3);",), ("password",)),
    Form("http bearer", "api/bearer{}.http",
         line("GET https://api.internal/v1\nAuthorization: Bearer VALUE\n",
              _bearer), "", "", ("###",), ("token",)),
    Form("curl key", "scripts/fetch{}.sh",
         line("curl -H 'X-Api-Key: VALUE' https://api.internal/v1", _bearer),
         SHELL_HEAD, "", ("sleep 5",), ("token",)),
)
