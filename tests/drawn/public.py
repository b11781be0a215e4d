"""Forms in which drawn values are not secret: sums, identifiers, versions."""

from forms import Form, line, quoting


def itself(value):
    return value, value


FORMS = (
    Form("sha256 in python", "src/app/sums_{}.py",
         line("sha256 = VALUE", quoting.either), "import hashlib\n\n"),
    Form("checksum in yaml", "packages/package{}.yml",
         line("  checksum: VALUE", itself), "package:\n  name: tool\n"),
    Form("id in json", "data/records{}.json",
         line('  {"id": VALUE, "kind": "order"},', quoting.json_text),
         "[\n", "  {}\n]\n"),
    Form("etag header", "api/answers{}.http",
         line('HTTP/1.1 200 OK\nETag: VALUE\n', quoting.doubled)),
    Form("etag in json", "data/cache{}.json",
         line('  {"etag": VALUE, "size": 5},', quoting.json_text),
         "[\n", "  {}\n]\n"),
    Form("nonce", "data/vectors{}.json",
         line('  {"nonce": VALUE, "aad": ""},', quoting.json_text),
         "[\n", "  {}\n]\n"),
    Form("package lock", "web/{}/package-lock.json",
         line('    "node_modules/tool": {\n      "version": "1.4.0",\n'
              '      "integrity": "sha512-VALUE"\n    },', itself),
         '{\n  "packages": {\n', '    "last": {}\n  }\n}\n'),
    Form("cargo lock", "tools/{}/Cargo.lock",
         line('[[package]]\nname = "tool"\nversion = "1.4.0"\n'
              "checksum = VALUE\n", quoting.doubled)),
    Form("go sum", "services/{}/go.sum",
         line("golang.org/x/net v0.21.0 h1:VALUE", itself)),
    Form("revision", "deploy/{}/release.yml",
         line("  revision: VALUE", quoting.yaml_quoted), "app:\n"),
    Form("commit", "ci/build{}.log",
         line("Checking out commit VALUE", itself)),
    Form("submodule", "ci/modules{}.txt",
         line("160000 commit VALUE\tthird_party/zlib", itself)),
    Form("digest", "deploy/images{}.yaml",
         line("  image: registry.internal/app@sha256:VALUE\n"
              "  digest: VALUE", itself), "app:\n"),
    Form("uuid", "conf/units{}.xml",
         line("  <uuid>VALUE</uuid>", quoting.xml), "<units>\n", "</units>\n"),
    Form("content hash", "src/assets/manifest{}.ts",
         line("  { file: 'main.js', contentHash: VALUE },", quoting.single),
         "export const files = [\n", "];\n"),
    Form("signature", "dist/files{}.toml",
         line('[[file]]\nname = "tool.tar.gz"\nsignature = VALUE\n',
              quoting.doubled)),
    Form("environment", "ci/{}/.env",
         line("GIT_COMMIT=VALUE\nBUILD_ID=VALUE", itself)),
    Form("go constant", "internal/build/version{}.go",
         line("const commitHash = VALUE", quoting.doubled),
         "package build\n\n"),
)
