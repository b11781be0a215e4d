"""Values as languages write them.

Each function returns the text between the delimiters and the whole literal, or
None if the form cannot contain the value."""

import json
import re
import urllib.parse


def _escaped(value, signs):
    return "".join("\\" + c if c in signs else c for c in value)


def _in(quote, inner):
    return inner, f"{quote}{inner}{quote}"


def doubled(value, more=""):
    """"v" with backslashes."""
    return _in('"', _escaped(value, '"\\' + more))


def single(value):
    """'v' with backslashes before quotes and backslashes."""
    return _in("'", _escaped(value, "'\\"))


def either(value, more=""):
    """Double quotes, or single ones around a value with double ones."""
    if '"' in value and "'" not in value:
        return single(value)
    return doubled(value, more)


def either_single(value):
    if "'" in value and '"' not in value:
        return doubled(value)
    return single(value)


def plain_single(value):
    """'v' where a quote is written twice: SQL, YAML, PowerShell."""
    return _in("'", value.replace("'", "''"))


def ruby(value):
    """Single quotes where double ones would interpolate."""
    return single(value) if "#" in value else either(value)


def dollar(value):
    """Kotlin, Groovy, Dart, PHP: $ begins a variable in double quotes."""
    return doubled(value, "$")


def perl(value):
    return single(value)


def go(value):
    if ('"' in value or "\\" in value) and "`" not in value:
        return _in("`", value)
    return doubled(value)


def rust(value):
    if '"' in value or "\\" in value:
        if '"#' in value:
            return doubled(value)
        return value, f'r#"{value}"#'
    return doubled(value)


def verbatim(value):
    """C#: @"v" for values with a backslash."""
    if "\\" not in value:
        return doubled(value)
    inner = value.replace('"', '""')
    return inner, f'@"{inner}"'


def shell(value):
    """As a person writes it: bare if that is safe, single quotes, or double."""
    if re.fullmatch(r"[\w@%+=:,./-]+", value):
        return value, value
    return shell_quoted(value)


def shell_quoted(value):
    if "'" not in value:
        return _in("'", value)
    return doubled(value, "$`")


def yaml_quoted(value):
    if '"' in value or "\\" in value:
        return plain_single(value)
    return _in('"', value)


def yaml_plain(value):
    """None if a plain scalar would be something else."""
    if (value[0] in "-?:,[]{}#&*!|>'\"%@` " or ": " in value or " #" in value
            or value.endswith(":")
            or re.fullmatch(r"[-+0-9.,_]+(?:[eE][-+]?\d+)?", value)):
        return None
    return value, value


def yaml_flow(value):
    plain = yaml_plain(value)
    if plain is None or any(c in value for c in ",[]{}"):
        return yaml_quoted(value)
    return plain


def json_text(value):
    literal = json.dumps(value)
    return literal[1:-1], literal


def toml(value):
    if ("\\" in value or '"' in value) and "'" not in value:
        return _in("'", value)
    return doubled(value)


def terraform(value):
    return _in('"', _escaped(value, '"\\').replace("${", "$${")
               .replace("%{", "%%{"))


def xml(value):
    inner = (value.replace("&", "&amp;").replace("<", "&lt;")
             .replace(">", "&gt;"))
    return inner, inner


def xml_attribute(value):
    return _in('"', xml(value)[0].replace('"', "&quot;"))


def percent(value):
    inner = urllib.parse.quote(value, safe="")
    return inner, inner


def bare(value):
    """For forms in which nothing is escaped and a blank ends the value."""
    return None if " " in value else (value, value)


def properties(value):
    """As a person writes it: backslashes alone are escaped."""
    inner = value.replace("\\", "\\\\")
    return inner, inner


def properties_stored(value):
    """As java.util.Properties.store() writes it."""
    inner = _escaped(value, "\\=:#!")
    return inner, inner
