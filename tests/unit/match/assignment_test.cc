#include "match/assignment/assignment.h"

#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"

namespace sluice::assignment_test {

constexpr std::string_view kNames[] = {"passw", "key =", "key\"", "pwd"};

constexpr Assignment kForms[] = {Assignment::kQuoted, Assignment::kBlank,
                                 Assignment::kBare, Assignment::kToken};

// The value assigned to the first name of `text`; "-" if there is none.
std::string value_in(Assignment form, std::string_view text) {
  const AssignmentPattern pattern(form, kNames);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (const auto found = pattern.find_at(text, at, text.size()))
      return std::string(text.substr(found->begin, found->end - found->begin));
  return "-";
}

TEST_CASE("assignment: how long a value may be") {
  const auto size_in = [](Assignment form, std::string_view before,
                          std::size_t size, std::string_view behind) {
    const std::string text =
        std::string(before) + std::string(size, 'v') + std::string(behind);
    const std::string value = value_in(form, text);
    return value == "-" ? 0 : value.size();
  };
  for (const std::size_t size : {4U, 240U, 1500U, 1999U})
    CHECK(size_in(Assignment::kQuoted, "pwd = \"", size, "\"") == size);
  for (const std::size_t size : {4U, 239U})
    CHECK(size_in(Assignment::kBare, "pwd=", size, "\n") == size);
  for (const std::size_t size : {3U, 2001U, 5000U})
    CHECK(size_in(Assignment::kQuoted, "pwd = \"", size, "\"") == 0);
}

TEST_CASE("assignment: a value in quotes, as languages write it") {
  // The value to be found is abcd.
  for (const std::string_view text : {
           R"(password = "abcd")",
           R"(PASSWORD='abcd')",
           R"("password": "abcd",)",
           R"({\"password\":\"abcd\"})",
           R"('db.password' => 'abcd',)",
           R"(config["password"] = "abcd")",
           R"(config[:password] ||= "abcd")",
           R"(password := `abcd`)",
           R"(const password: &'static str = "abcd";)",
           R"(let password: Option<String> = Some("abcd".to_string());)",
           R"(var password string = "abcd")",
           R"(Dim Password As String = "abcd")",
           R"(Password : constant String := "abcd";)",
           R"(v_password CONSTANT VARCHAR2(30) := 'abcd';)",
           R"(char password[16] = "abcd";)",
           R"x(char *password = (char *)"abcd";)x",
           R"(public string Password { get; set; } = "abcd";)",
           R"(def password(): String = "abcd")",
           R"(password <- "abcd")",
           R"(password == "abcd")",
           R"($password !== 'abcd')",
           R"(@"password": @"abcd",)",
           R"(password = b"abcd")",
           R"(password = """abcd""")",
           "password = \"\"\"\nabcd\"\"\"",
           R"(password = base64.b64decode("abcd"))",
           R"(var password = []byte("abcd"))",
           R"(new Password(new String("abcd")))",
           R"(setPassword("abcd"))",
           R"(password: ~c"abcd")",
           R"(password = config.find("db.pw")?.text() ?: "abcd")",
           R"(password = properties["db"] as String? ?: "abcd")",
           R"(val password by extra("abcd"))",
           R"(password: Base.decode64!("abcd"))",
           R"(.password( 'abcd' ))",
           R"(os.getenv("DB_PASSWORD", "abcd"))",
           R"(get("DB_PASSWORD", default="abcd"))",
           R"(getenv("DB_PASSWORD") ?: "abcd")",
           R"(process.env.PASSWORD || 'abcd')",
           R"(os.environ.get("PASSWORD") or "abcd")",
           R"(env::var("PASSWORD").unwrap_or_else(|_| "abcd".into()))",
           "password =\n    \"abcd\"",
           "\"password\":\r\n  \"abcd\"",
           R"(01 DB-PASSWORD PIC X(20) VALUE "abcd".)",
           R"(api_key = "abcd")",
           R"("key": "abcd")",
           R"(mapOf("password" to "abcd"))",
           R"(val password: String by lazy { "abcd" })",
           R"(var password: String { return "abcd" })",
           R"(static PASSWORD: Lazy<String> = Lazy::new(|| "abcd".into());)",
           R"(#[arg(env = "DB_PASSWORD", default_value = "abcd")])",
           R"(password = Optional.ofNullable(x).orElse("abcd"))",
           R"(password = process.env.X || "abcd")",
           R"(my $password = q{abcd};)",
           R"(password: %q(abcd))",
           R"(local password = [[abcd]])",
           R"(password = $$abcd$$)",
           R"({default_passwd, <<"abcd">>})",
           R"(set :passwd, 'abcd')",
           R"(-define(PASSWORD, "abcd").)",
           R"(const PASSWD: [u8; 4] = *b"abcd";)",
           R"(val password by lazy { "abcd" })",
           R"(DCL PASSWD CHAR(8) INIT('abcd');)",
           R"(UserPassword$ = "abcd")",
           R"(<meta name="password" content="abcd">)",
           "password = getenv(\"PASSWORD\")\n    ?: \"abcd\"",
           "env::var(\"PASSWORD\")\n  .unwrap_or(\"abcd\")",
           R"(password = args.password if args.password else "abcd")",
           R"(my $password = shift // 'abcd';)",
           R"($ENV{PASSWORD} //= 'abcd';)",
           R"(password = isDebug ? 'abcd' : '')",
           R"(getPassword() { return "abcd"; })",
           "function getPassword(): string {\n  return 'abcd';\n}",
           R"(const getPassword = () => 'abcd';)",
           "const password = async () => {\n  return 'abcd'",
           R"(fn password() -> &'static str { "abcd" })",
           "func password() string {\n\treturn \"abcd\"\n}",
           "def password\n  'abcd'\nend",
           R"(def password; "abcd"; end)",
           R"(defp password, do: "abcd")",
           R"(public string Password { get { return "abcd"; } })",
           "case \"password\":\n\t\treturn \"abcd\"",
           R"(map.insert("password".to_string(), "abcd".to_string());)",
           R"(let password = r#"abcd"#;)",
           R"(password = ~s(abcd))",
           R"(var password []byte = []byte("abcd"))",
           R"(header["password"] = []string{"abcd"})",
           R"(flag.String("password", "abcd", "the password"))",
           R"(password = flag.String("password", "abcd"))",
           R"(const [password, setPassword] = useState("abcd");)",
           R"(const password = <string>"abcd";)",
           R"(CString password = _T("abcd");)",
           "password = (\n    \"abcd\"\n)",
           "env(\"DB_PASSWORD\", default=\n    \"abcd\")",
           R"(password: str = Field("abcd", env="PASSWORD"))",
           R"(const password = new TextEncoder().encode("abcd");)",
       }) {
    CAPTURE(text);
    CHECK(value_in(Assignment::kQuoted, text) == "abcd");
  }
}

TEST_CASE("assignment: quotes that hold other quotes") {
  CHECK(value_in(Assignment::kQuoted, R"(password = "it's")") == "it's");
  CHECK(value_in(Assignment::kQuoted, R"(password = "a\"bc")") == R"(a\"bc)");
}

TEST_CASE("assignment: quotes around what was drawn") {
  struct Row {
    std::string_view text, value;
  };
  for (const Row& row : {
           // A quote that is written twice, or is no end of these quotes.
           // sluice:allow-next-line
           Row{"password: '3k!rE$C77#dt''FB0V'", "3k!rE$C77#dt''FB0V"},
           {"password = 'abcd''efgh'", "abcd"},
           {"password = r#\"w3G{T!95\"q+lW\"#;", "w3G{T!95\"q+lW"},
           // sluice:allow-next-line
           {R"(password = """8D:3l!h"@tj7M""")", R"(8D:3l!h"@tj7M)"},
           // A backslash that is one.
           {"password = `E\\9mG6Li5R=z`", "E\\9mG6Li5R=z"},    // sluice:allow
           {"password = 'H\\6@3K!v3k2'", "H\\6@3K!v3k2"},      // sluice:allow
           {"password = '[3n*0+.j^2P\\'\n", "[3n*0+.j^2P\\"},  // sluice:allow
       }) {
    CAPTURE(row.text);
    CHECK(value_in(Assignment::kQuoted, row.text) == row.value);
  }
}

TEST_CASE("assignment: no value in quotes") {
  for (const std::string_view text : {
           R"(password = "abc")",           // too short
           R"(password = "abcd)",           // not closed
           "password = \"ab\ncd\"",         // over two lines
           R"(password = getenv("abcd"))",  // a function's argument
           R"(password, "abcd")",           // a list of arguments
           R"("password": {"abcd": 1})",    // a nested object's key
           "\"password\":\n  \"abcd\": 1",  // the next name
           "\"password\",\n\"abcd\"",       // the next item
           R"(keypad = "abcd")",            // not the name
           R"(password = "\x00\x01\x02")",  // bytes
           R"(password = env.getOrElse("ABCD", "x"))",
           R"(password)",
           R"(password =)",
           R"(password = ")",
           R"(password=~s(abcd))",                  // Perl: a substitution
           R"(if (password()) { abcd("abcd"); })",  // a call
           "password\n  'abcd'\n",                  // no method: no end
           R"(password = x ? "abcd" + y : z)",
           R"(checkPassword(a, b).then(() => "abcd"))",
           "password = a // see \"abcd\"",
           R"(const [password, retry] = use("abcd"))",
       }) {
    CAPTURE(text);
    CHECK(value_in(Assignment::kQuoted, text) == "-");
  }
}

TEST_CASE("assignment: a value behind blanks") {
  CHECK(value_in(Assignment::kBlank, "#define PWD\t\t \"abcd\"") == "abcd");
  CHECK(value_in(Assignment::kBlank, "(setq my-password \"abcd\")") == "abcd");
  CHECK(value_in(Assignment::kBlank, "(defvar *pwd* 'abcd')") == "abcd");
  CHECK(value_in(Assignment::kBlank, "#define PWD L\"abcd\"") == "abcd");
  CHECK(value_in(Assignment::kBlank, "pwd=\"abcd\"") == "-");
  CHECK(value_in(Assignment::kBlank, "pwd\"abcd\"") == "-");
  CHECK(value_in(Assignment::kBlank, "pwd\n\"abcd\"") == "-");
}

TEST_CASE("assignment: a value without quotes, as settings have it") {
  struct Row {
    std::string_view text, value;
  };
  for (const Row& row : {
           Row{"DB_PASSWORD=abcd", "abcd"},
           {"password: abcd # why", "abcd"},
           {"password: !!str abcd", "abcd"},
           {"password: &anchor abcd", "abcd"},
           {"\"password\": abcd,", "abcd"},
           {"password:=abcd;", "abcd"},
           {"PASSWORD ?= abcd\r\n", "abcd"},
           {"password=abcd,", "abcd"},
           {"password=a,b;c", "a,b;c"},
           {"password: >-\n    abcd\n", "abcd"},
           {"password: |\r\n  abcd\r\n", "abcd"},
           {"password=\\\n   abcd", "abcd"},
           {"password: >-\n    abcd efgh\n", "-"},
           {"password=$HOME", "-"},
           {"password=abc", "-"},
           {"password=call(1)", "-"},
           {"password=<abcd>", "-"},
           {"password: |", "-"},
           {"password abcd", "-"},
           {"password=", "-"},
           // Random values, whatever signs they have.
           {"password=$Tn{m-i46+z&", "$Tn{m-i46+z&"},
           {"password: 4,,&pE+c7`ld9Ol0, x", "4,,&pE+c7`ld9Ol0"},
           {"{password: 1Xks(z9!738}", "1Xks(z9!738"},
           {"\"PASSWORD=Jh9'9P*x~5\" x", "Jh9'9P*x~5"},
           {"\"password\": 7Q[v!iB4\"x", "7Q[v!iB4\"x"},
           {"password=${DB_PASSWORD_1}", "-"},
           {"password=get(x1,y2!)", "-"},
       }) {
    CAPTURE(row.text);
    CHECK(value_in(Assignment::kBare, row.text) == row.value);
  }
}

TEST_CASE("assignment: a value without quotes in a list of pairs") {
  struct Row {
    std::string_view text, value;
  };
  for (const Row& row : {
           Row{"Server=db;Password=abcd;Encrypt=True", "abcd"},
           {"Server=db; Password = ab,cd; Encrypt=True", "ab,cd"},
           {R"("Server=db;Password=abcd"})", "abcd"},
           {R"(\"Server=db;Password=a!1K9eQ7z\"})", "a!1K9eQ7z"},
           {"'Server=db;Password=abcd'/>", "abcd"},
           {"b?password=abcd&ssl=on", "abcd"},
           {"b?user=u&amp;password=abcd&amp;ssl=on", "abcd"},
           {"host:1,password=abcd,ssl=True", "abcd"},
           {"don't;password=ab'1Kx9e!7;x", "ab'1Kx9e!7"},
           // No list.
           {"; password=ab;cd", "ab;cd"},
           {"x password=ab;cd", "ab;cd"},
       }) {
    CAPTURE(row.text);
    CHECK(value_in(Assignment::kBare, row.text) == row.value);
  }
}

TEST_CASE("assignment: a run of token characters") {
  struct Row {
    std::string_view text, value;
  };
  for (const Row& row : {
           Row{"api_key = abcd1234", "abcd1234"},
           {"\"key\": \"abcd1234\"", "abcd1234"},
           {"pwd=abcd1234,", "abcd1234"},
           {"PWD>abcd1234</", "abcd1234"},
           {"<add key=\"pwd\" value=\"abcd1234\"/>", "abcd1234"},
           {"'pwd' => 'Bearer abcd1234'", "abcd1234"},
           {"pwd=abcd123", "-"},
           {"pwd=ab cd1234", "-"},
           {"pwd=\"abcd1234\" value=\"x\"", "-"},
       }) {
    CAPTURE(row.text);
    CHECK(value_in(Assignment::kToken, row.text) == row.value);
  }
  const std::string longest_one(2000, 'a');
  CHECK(value_in(Assignment::kToken, "pwd=" + longest_one) == longest_one);
  CHECK(value_in(Assignment::kToken, "pwd=" + longest_one + "a") == "-");
}

// Pieces of assignments in any order.
std::string noise(std::mt19937& random, std::size_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "password", "pwd", " key =", "key\"", "\"",  "'",   "`",     "\\",   "=",
      ":",        ":=",  "=>",     "(",     ")",   "[",   "]",     "{",    "}",
      " ",        "\t",  "\n",     "\r",    ",",   ".",   "-",     ">",    "|",
      "abcd",     "X",   "12",     "\x80",  "or ", "as ", "Some(", "new ", "@"};
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i)
    text += kPieces[random() % std::size(kPieces)];
  return text;
}

TEST_CASE("assignment: what is found lies within its bounds") {
  std::mt19937 random(test::seed(20240611));
  std::size_t found = 0;
  for (int round = 0; round < test::times(3000, 30'000); ++round) {
    const std::string text = noise(random, 120);
    for (const Assignment form : kForms) {
      const AssignmentPattern pattern(form, kNames);
      for (std::size_t at = 0; at < text.size(); ++at) {
        const auto value = pattern.find_at(text, at, text.size());
        if (!value) continue;
        ++found;
        REQUIRE(at < value->begin);
        REQUIRE(value->begin + 4 <= value->end);
        REQUIRE(value->end <= value->match_end);
        REQUIRE(value->match_end <= text.size());
        REQUIRE(value->match_end - at <= longest(form));
        REQUIRE(
            text.substr(value->begin, value->end - value->begin).find('\n') ==
            std::string::npos);
      }
    }
  }
  CHECK(found > 1000);
}

// So that it does not matter how a file is cut into views.
TEST_CASE("assignment: bytes beyond the longest one have no say") {
  std::mt19937 random(test::seed(77));
  for (int round = 0; round < test::times(100, 1000); ++round) {
    const std::string text = noise(random, 1200);
    for (const Assignment form : kForms) {
      const AssignmentPattern pattern(form, kNames);
      for (std::size_t at = 0; at < text.size(); ++at) {
        const auto whole = pattern.find_at(text, at, text.size());
        const std::string cut = text.substr(0, at + longest(form));
        const auto part = pattern.find_at(cut, at, cut.size());
        REQUIRE(whole.has_value() == part.has_value());
        if (!whole) continue;
        REQUIRE(whole->begin == part->begin);
        REQUIRE(whole->match_end == part->match_end);
      }
    }
  }
}

// Names, values and everything that the parser knows between them, in an order
// that often gives an assignment.
std::string sentence(std::mt19937& random) {
  static constexpr std::string_view kBetween[] = {" ",
                                                  "  ",
                                                  "\t",
                                                  "\n",
                                                  "\r\n",
                                                  "\\\n",
                                                  "=",
                                                  ":",
                                                  ":=",
                                                  " = ",
                                                  ": ",
                                                  "=>",
                                                  "->",
                                                  "-> ",
                                                  "<-",
                                                  " is ",
                                                  "value ",
                                                  "default ",
                                                  "init(",
                                                  " by lazy ",
                                                  "by extra(",
                                                  " or ",
                                                  "else ",
                                                  " || ",
                                                  " ?? ",
                                                  "?:",
                                                  "// ",
                                                  "/* c */",
                                                  "# c\n",
                                                  ",",
                                                  ", ",
                                                  ", do: ",
                                                  ", set",
                                                  "] = ",
                                                  "; ",
                                                  ";",
                                                  "(",
                                                  ")",
                                                  "()",
                                                  "[",
                                                  "[]",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  "{ get; set; }",
                                                  "{ return ",
                                                  "return ",
                                                  "?=",
                                                  "!=",
                                                  "+=",
                                                  ".=",
                                                  "::",
                                                  "*",
                                                  "+",
                                                  "?",
                                                  "!",
                                                  "!unsafe ",
                                                  "$",
                                                  "&",
                                                  "|",
                                                  ">",
                                                  "<",
                                                  "~",
                                                  "~=",
                                                  ".",
                                                  "-",
                                                  "--",
                                                  "@",
                                                  "%",
                                                  "\\",
                                                  "\x1b[0m",
                                                  "\xc2\xa0",
                                                  "\xef\xbc\x9a",
                                                  ".unwrap_or(",
                                                  " ? ",
                                                  "async ",
                                                  "() => ",
                                                  " to ",
                                                  " value=",
                                                  "'"};
  static constexpr std::string_view kWords[] = {
      "the",  "String",  "const",   "a.b", "Some(",
      "new ", "Just ",   "b",       "u8",  "characters_of_a_long_type",
      "end",  "define(", "case \"", ":",   "{"};
  static constexpr std::string_view kValues[] = {"\"abcd\"",
                                                 "'abcd'",
                                                 "`abcd`",
                                                 "abcd",
                                                 "abc",
                                                 "a",
                                                 "q(abcd)",
                                                 "qq{abcd}",
                                                 "[[abcd]]",
                                                 "$$abcd$$",
                                                 "%q!abcd!",
                                                 "~s(abcd)",
                                                 "\\\"abcd\\\"",
                                                 "\xe2\x80\x9c"
                                                 "abcd\xe2\x80\x9d",
                                                 "\"\"\"abcd\"\"\"",
                                                 "k9!Qz2#Lm7",
                                                 "|\n abcd",
                                                 "&x abcd",
                                                 "r#\"abcd\"#",
                                                 "(\n\"abcd\""};
  static constexpr std::string_view kNear[] = {"password", "passw_x-", "pwd",
                                               "key =",    "key\"",    "pwd\""};
  const auto one_of = [&](const auto& pieces) {
    return pieces[random() % std::size(pieces)];
  };
  std::string text;
  if (random() % 3 == 0) text += one_of(kWords);
  text += one_of(kNear);
  for (auto parts = random() % 7; parts > 0; --parts)
    text += random() % 4 == 0 ? one_of(kWords) : one_of(kBetween);
  text += one_of(kValues);
  for (auto parts = random() % 3; parts > 0; --parts) text += one_of(kBetween);
  return text + (random() % 2 == 0 ? "\n" : " end\n") + std::string(500, '\n');
}

TEST_CASE("assignment: no value where the bytes ahead rule one out") {
  std::mt19937 random(test::seed(4711));
  std::size_t found = 0;
  std::size_t ruled_out = 0;
  const auto compare = [&](const std::string& text) {
    for (const Assignment form : kForms) {
      const AssignmentPattern pattern(form, kNames);
      AssignmentAhead ahead(text);
      for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n') continue;
        const bool may = ahead.may_assign(form, at);
        ruled_out += may ? 0 : 1;
        const bool is_found =
            pattern.find_at(text, at, text.size()).has_value();
        found += is_found ? 1 : 0;
        CAPTURE(text);
        CAPTURE(at);
        REQUIRE((may || !is_found));
      }
    }
  };
  for (int round = 0; round < test::times(20'000, 400'000); ++round) {
    compare(sentence(random));
    if (round % 10 == 0) compare(noise(random, 120));
  }
  CHECK(found > 5000);
  CHECK(ruled_out > 5000);
}

TEST_CASE("assignment: what the bytes ahead rule out") {
  const auto may = [](Assignment form, std::string_view text) {
    const std::string whole = std::string(text) + "\nof it.\n\n\n";
    return AssignmentAhead(whole).may_assign(form, 0);
  };
  for (const std::string_view text :
       {"password for the users of it", "password, and", "password.",
        "password is what people know", "password: what people know",
        "key=value keys"})
    CHECK_FALSE(may(Assignment::kQuoted, text));
  for (const std::string_view text :
       {"password for the users", "password of=abcd", "password: a key",
        "password=abc"})
    CHECK_FALSE(may(Assignment::kBare, text));
  for (const std::string_view text :
       {"password is or 'abcd'", "password for it = 'abcd'",
        "password: q(abcd)"})
    CHECK(may(Assignment::kQuoted, text));
  for (const std::string_view text :
       {"password: abcd", "password': abcd", "password := abcd"})
    CHECK(may(Assignment::kBare, text));
  // The end of the text may be the end of what was read so far.
  CHECK(AssignmentAhead("password for").may_assign(Assignment::kQuoted, 0));
  CHECK(AssignmentAhead("password: ab").may_assign(Assignment::kBare, 0));
}

// The members of the name at the start of `text`, each by its own form.
std::vector<std::string> members_in(std::string_view text) {
  static constexpr std::string_view kHeads[] = {"secrets", "api_keys",
                                                "apikeys", "tokens"};
  std::vector<std::string> members;
  for (const Assignment form : {Assignment::kMember1, Assignment::kMember2,
                                Assignment::kMember3, Assignment::kMember4}) {
    const AssignmentPattern pattern(form, kHeads);
    const auto found = pattern.find_at(text, 0, text.size());
    if (!found) break;
    members.emplace_back(text.substr(found->begin, found->end - found->begin));
  }
  return members;
}

TEST_CASE("assignment: members of what is named as a whole") {
  const std::vector<std::string> both = {"abcdef", "ghijkl"};
  for (const std::string_view text : {
           R"(secrets = { jwt: 'abcdef', smtp: 'ghijkl' };)",
           R"(secrets": {"jwt": "abcdef", "smtp": "ghijkl"})",
           R"(SECRETS = {"jwt" => "abcdef", "smtp" => "ghijkl"})",
           R"(tokens := map[string]string{"a": "abcdef", "b": "ghijkl"})",
           R"(tokens = mapOf{ "a" to "abcdef", "b" to "ghijkl" })",
           R"(secrets: { user: "somebody", jwt: "abcdef", smtp: "ghijkl" })",
           R"(secrets: { a: "abcdef", b: { c: "inside" }, d: "ghijkl" })",
           "ApiKeys {\n  static const a = 'abcdef'; // x = 'unused'\n"
           "  static const String b = \"ghijkl\";\n}\nfoo = 'foreign'",
           "secrets:\n  a: abcdef\n\n  # c: unused\n  b: 'ghijkl'\nc: "
           "foreign\n",
           "secrets:\r\n  a: abcdef\r\n  b: ghijkl\r\n",
           "secrets:\n  a: abcdef\n  c:\n    d: inside\n  b: ghijkl\n",
           "api_keys]\na = \"abcdef\"\nb = \"ghijkl\"\n[next]\nc = "
           "\"foreign\"\n",
       }) {
    CAPTURE(text);
    CHECK(members_in(text) == both);
  }
  for (const std::string_view text : {
           "secrets",
           "secrets:",
           "secrets: {",
           "secrets: [",
           R"(secrets = read("abcdef"))",
           R"(secretsManager = { a: "abcdef" })",
           R"(secrets: { a: "short", name: "somebody", a: b })",
           R"(secrets: { a: "abcdef)",
           "secrets:\na: abcdef\n",
           "secrets:\n  - abcdef\n",
           "secrets:\n  a: ${ABCDEF}\n  b: *abcdef\n",
       }) {
    CAPTURE(text);
    CHECK(members_in(text).empty());
  }
}

}  // namespace sluice::assignment_test
