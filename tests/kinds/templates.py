"""Templates: what stands in an action is code, and a drawn value there is a
secret nevertheless."""

from situation import Situation, app, drawn, one_of, password


def _name(rng):
    return one_of(rng, "password", "adminPassword", "db_password", "apiKey",
                  "secret", "authToken", "jwtSecret", "clientSecret")


def _chart(rng):
    return f"{app(rng)}.{one_of(rng, 'fullname', 'secretName', 'auth')}"


CODE = (
    lambda r, n: f'{{{{- ${n} := include "{_chart(r)}" . }}}}',
    lambda r, n: f'{{{{- ${n} := include "{_chart(r)}" . -}}}}',
    lambda r, n: f'{{{{- ${n} = randAlphaNum {r.randrange(10, 40)} }}}}',
    lambda r, n: f'  {n}: {{{{ randAlphaNum {r.randrange(10, 40)} | quote }}}}',
    lambda r, n: (f'{{{{- ${n} := required "A valid {n} is required!" '
                  f'.Values.{app(r)}.{n} }}}}'),
    lambda r, n: f'  {n}: {{{{ required "{n} must be set" .Values.{n} }}}}',
    lambda r, n: (f'{{{{- ${n} := printf "%s-{app(r)}-secret" '
                  f'.Release.Name }}}}'),
    lambda r, n: f'{{{{- ${n} := index .Data "{app(r)}-{n}" | b64dec }}}}',
    lambda r, n: f'{{{{- ${n} := list "{app(r)}" "{app(r)}-key" }}}}',
    lambda r, n: (f'{{{{- ${n} := coalesce .Values.{n} .Values.global.{n} '
                  f'"{app(r)}" }}}}'),
    lambda r, n: f'  {n}: {{{{ default "" .Values.{app(r)}.{n} | b64enc }}}}',
    lambda r, n: (f'{{{{- if and .Values.enabled (ne .Values.auth.{n} '
                  f'"postgres") }}}}'),
    lambda r, n: f'{{{{- if eq .Values.{n}.type "{app(r)}-secret" }}}}',
    lambda r, n: f'  enablePasswordDB: {one_of(r, "true", "false")}',
    lambda r, n: f'{{{{- define "{app(r)}.{n}" -}}}}',
    lambda r, n: f'  {n}: {{{{ .Values.{app(r)}.{n} | quote }}}}',
    lambda r, n: f'  {n}: "{{{{ lookup(\'env\', \'{n.upper()}_NAME\') }}}}"',
    lambda r, n: f'{{% set {n} = config.get("{app(r)}_{n}") %}}',
    lambda r, n: f'{n} = <%= node["{app(r)}"]["{n}"] %>',
    lambda r, n: f'  {n}: ${{{{ secrets.{n.upper()}_PROD }}}}',
    lambda r, n: f'{{{{- ${n} := .Values.{n} | default (randAlphaNum 24) }}}}',
    lambda r, n: (f'{{{{- ${n} := (lookup "v1" "Secret" .Release.Namespace '
                  f'"{app(r)}-{n.lower()}") }}}}'),
    lambda r, n: f'{{{{- ${n} := tpl .Values.existing{n.title()} $ }}}}',
    lambda r, n: (f'{{{{- ${n} := get .Values.auth "{app(r)}User" | '
                  f'default "{app(r)}" }}}}'),
    lambda r, n: f'{{{{- ${n} := trimSuffix "-" (trunc 63 .Values.{n}) }}}}',
)
SECRETS = (
    lambda r, n, v: f'  {n}: {{{{ default "{v}" .Values.{n} | quote }}}}',
    lambda r, n, v: f'{{{{- ${n} := "{v}" }}}}',
    lambda r, n, v: f'  {n}: {{{{ .Values.{n} | default "{v}" }}}}',
    lambda r, n, v: f'{{% set {n} = "{v}" %}}',
    lambda r, n, v: f'  {n}: {{{{ "{v}" | b64enc }}}}',
    lambda r, n, v: f'{n}: "{{{{ {n} | default(\'{v}\') }}}}"',
    lambda r, n, v: f'  url: {{{{ .Values.host }}}}\n  {n}: {v}',
)


def situations(rng):
    for line in CODE:
        for path in ("templates/secret.yaml", "templates/_helpers.tpl"):
            name = _name(rng)
            yield Situation(line(rng, name)[:40], path, (
                f"# {app(rng)}\n{line(rng, name)}\n"))
    for line in SECRETS:
        for path in ("templates/secret.yaml", "config.yaml.j2"):
            value = one_of(rng, drawn(rng, 24), password(rng, 16, "-_.#"))
            text = line(rng, _name(rng), value)
            yield Situation("secret in " + text[:30], path, text + "\n", value)
