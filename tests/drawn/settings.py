"""Forms of files of settings."""

from forms import Form, line, names, quoting

COMPOSE_HEAD = "services:\n  app:\n    image: app:1.4\n    environment:\n"


def _compose_item(words, value):
    """- NAME=value, in quotes where a plain scalar cannot hold it. `$` is
    written twice."""
    text = f"{names.upper(words)}={value.replace('$', '$$')}"
    inner = value.replace("$", "$$")
    if " #" in text or ": " in text or text.endswith(":"):
        return None
    return f"      - {text}", inner


def _compose_entry(words, value):
    inner, literal = quoting.yaml_quoted(value.replace("$", "$$"))
    return f"      {names.upper(words)}: {literal}", inner


def _systemd(words, value):
    inner = quoting.doubled(value)[0].replace("%", "%%")
    return f'Environment="{names.upper(words)}={inner}"', inner


def _no_template(quote):
    """Ansible and Jinja read {{ and {%."""
    return lambda value: (None if "{{" in value or "{%" in value
                          else quote(value))


def _dotenv(value):
    """Without quotes, up to the end of the line. A `#` behind a blank begins a
    comment, and a quote in front a quoted value."""
    if " " in value or value[0] in "\"'`#":
        return None
    return value, value


def _dotenv_quoted(value):
    if "'" not in value:
        return value, f"'{value}'"
    return quoting.doubled(value, "$`")


def _docker_bare(value):
    """ENV NAME=value: signs that Docker would interpret are escaped."""
    if any(c in value for c in " \"'\\$#"):
        return quoting.doubled(value, "$")
    return value, value


def _make(value):
    if " " in value:
        return None
    inner = value.replace("$", "$$").replace("#", "\\#")
    return inner, inner


def _cmake(value):
    return quoting.doubled(value, "$")


def _pgpass(_words, value):
    if " " in value:
        return None
    inner = value.replace("\\", "\\\\").replace(":", "\\:")
    return f"db1.internal:5432:shop:app:{inner}", inner


def _netrc(_words, value):
    if " " in value or value[0] == '"' or "#" == value[0]:
        return None
    return f"machine git.internal\n  login deploy\n  password {value}", value


def _connection(value):
    """In a text in JSON: values with a semicolon or a quote are left out."""
    return None if any(c in value for c in ";\"'\\={} ") else (value, value)


def _inline_xml(words, value):
    inner = quoting.xml(value)[0]
    tag = names.kebab(words)
    return f"    <{tag}>{inner}</{tag}>", inner


FORMS = (
    Form("compose list", "deploy/{}/docker-compose.yml", _compose_item,
         COMPOSE_HEAD, "    restart: always\n", ("      - PORT=80",)),
    Form("compose map", "deploy/{}/compose.yaml", _compose_entry,
         COMPOSE_HEAD, "    restart: always\n", ('      PORT: "80"',)),
    Form("yaml plain", "config/app{}.yml",
         line("  NAME: VALUE", quoting.yaml_plain), "production:\n", "",
         ("  port: 5432", "  host: db1", "  # the pool", "  pool: 5")),
    Form("yaml quoted", "config/service{}.yaml",
         line("  NAME: VALUE", quoting.yaml_quoted, names.camel),
         "service:\n", "", ("  port: 5432", "  host: db1")),
    Form("yaml flow", "config/flow{}.yml",
         line("main: {user: app, NAME: VALUE, port: 5432}",
              quoting.yaml_flow), "", "", ("pool: 5",)),
    Form("json", "config/app{}.json",
         line('  "NAME": VALUE,', quoting.json_text, names.camel),
         "{\n", '  "last": true\n}\n', ('  "port": 5432,', '  "host": "db1",')),
    Form("env", "deploy/{}/.env", line("NAME=VALUE", _dotenv, names.upper),
         "NODE_ENV=production\n", "", ("PORT=80", "HOST=db1", "# pool",
                                       "POOL=5")),
    Form("env quoted", "services/{}/.env.production",
         line("NAME=VALUE", _dotenv_quoted, names.upper),
         "NODE_ENV=production\n", "", ("PORT=80", 'HOST="db1"')),
    Form("properties", "src/main/resources/app{}.properties",
         line("app.NAME=VALUE", quoting.properties, names.dotted),
         "# the application\nserver.port=8080\n", "",
         ("app.pool=5", "app.host=db1")),
    Form("properties stored", "conf/stored{}.properties",
         line("NAME=VALUE", quoting.properties_stored, names.camel),
         "#Mon Nov 23 04:18:39 UTC 2026\n", "", ("port=8080",)),
    Form("ini", "etc/app{}.ini",
         line("NAME = VALUE", lambda value: None if " " in value
              or value[0] in "\"';#" else (value, value)),
         "[database]\nhost = db1\n", "", ("port = 5432", "; the pool",
                                          "pool = 5")),
    Form("toml", "config/app{}.toml", line("NAME = VALUE", quoting.toml),
         "[database]\n", "", ("port = 5432", 'host = "db1"')),
    Form("xml element", "conf/server{}.xml", _inline_xml,
         '<?xml version="1.0"?>\n<settings>\n', "</settings>\n",
         ("    <port>5432</port>", "    <host>db1</host>")),
    Form("xml attribute", "conf/data{}.xml",
         line("    <source host=\"db1\" NAME=VALUE/>", quoting.xml_attribute,
              names.camel),
         '<?xml version="1.0"?>\n<sources>\n', "</sources>\n",
         ('    <pool size="5"/>',)),
    Form("app settings", "src/App/{}/app.config",
         line('    <add key="NAME" value=VALUE />', quoting.xml_attribute,
              names.pascal),
         '<?xml version="1.0"?>\n<configuration>\n  <appSettings>\n',
         "  </appSettings>\n</configuration>\n",
         ('    <add key="Port" value="80" />',)),
    Form("terraform", "infra/{}/main.tf",
         line("  NAME = VALUE", quoting.terraform),
         'resource "database" "main" {\n  name = "main"\n', "}\n",
         ("  port = 5432", '  zone = "north"')),
    Form("tfvars", "infra/{}/terraform.tfvars",
         line("NAME = VALUE", quoting.terraform), 'region = "north"\n', "",
         ("nodes = 5",)),
    Form("ansible", "group_vars/web{}/main.yml",
         line("NAME: VALUE", _no_template(quoting.yaml_quoted)), "---\n", "",
         ("port: 5432", "packages: [nginx, curl]")),
    Form("kubernetes", "deploy/{}/secret.yaml",
         line("  NAME: VALUE", lambda value: quoting.yaml_plain(value)
              or quoting.yaml_quoted(value), names.upper),
         "apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\nstringData:\n",
         "", ("  PORT: '80'",)),
    Form("systemd", "deploy/units/app{}.service", _systemd,
         "[Unit]\nDescription=The app\n\n[Service]\n",
         "ExecStart=/usr/bin/app\n", ('Environment="PORT=80"',)),
    Form("nginx header", "etc/nginx/site{}.conf",
         line("    proxy_set_header NAME VALUE;", quoting.doubled,
              names.header),
         "server {\n    listen 80;\n", "}\n", ("    proxy_buffering off;",),
         ("token",)),
    Form("httpd", "etc/httpd/app{}.conf",
         line("SetEnv NAME VALUE", quoting.doubled, names.upper),
         "<Directory /srv/app>\n", "</Directory>\n", ("Require all granted",)),
    Form("dockerfile", "docker/{}/Dockerfile",
         line("ENV NAME=VALUE", _docker_bare, names.upper),
         "FROM debian:12\n", 'CMD ["app"]\n', ("RUN apt-get update",)),
    Form("github workflow", ".github/workflows/deploy{}.yml",
         line("      NAME: VALUE", quoting.yaml_quoted, names.upper),
         "on: push\njobs:\n  deploy:\n    runs-on: linux\n    env:\n",
         "    steps:\n      - run: make\n", ("      REGION: north",)),
    Form("makefile", "build{}/Makefile",
         line("NAME := VALUE", _make, names.upper), "all: app\n\n", "",
         ("CFLAGS := -O2",)),
    Form("cmake", "cmake/{}/CMakeLists.txt",
         line("set(NAME VALUE)", _cmake, names.upper),
         "cmake_minimum_required(VERSION 3.20)\n", "", ("set(PORT 80)",)),
    Form("netrc", "home/{}/.netrc", _netrc, "", "", (), ("password",)),
    Form("pgpass", "home/{}/.pgpass", _pgpass, "", "", (), ("password",)),
    Form("kubernetes env", "deploy/{}/deployment.yaml",
         line("            - name: NAME\n              value: VALUE",
              quoting.yaml_quoted, names.upper),
         "apiVersion: apps/v1\nkind: Deployment\nspec:\n  template:\n"
         "    spec:\n      containers:\n        - name: app\n"
         "          env:\n", "",
         ("            - name: PORT\n              value: '80'",)),
    Form("json one line", "config/accounts{}.json",
         line('  {"user": "app", "NAME": VALUE, "port": 5432},',
              quoting.json_text), "[\n", "  {}\n]\n"),
    Form("json connection", "src/App/{}/appsettings.json",
         line('    "Default": "Server=db1;Database=shop;User Id=app;'
              'Password=VALUE;",', _connection), '{\n  "Connections": {\n',
         '    "Last": ""\n  }\n}\n', ('    "Pool": 5,',), ("password",)),
)
