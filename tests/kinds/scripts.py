"""Names in other scripts than the Latin one, and the signs of East Asian
keyboards."""

from situation import Situation, app, drawn, password

PASSWORDS = ("пароль", "Пароль", "ПАРОЛЬ", "лозинка", "парола", "κωδικός",
             "密码", "密碼", "口令", "パスワード", "비밀번호", "비번",
             "jelszó", "JELSZÓ", "hasło", "şifre", "sifra", "contraseña",
             "数据库密码", "管理者パスワード", "관리자비밀번호", "db_пароль")
TOKENS = ("令牌", "密钥", "密鑰", "秘钥", "トークン", "秘密鍵", "토큰",
          "비밀키", "токен", "Токен", "секрет", "access密钥", "访问令牌")
FORMS = (
    ("settings.ini", "{} = {}\n"),
    ("app.py", '{} = "{}"\n'),
    ("notes.md", "{}：{}\n"),
    ("notes.txt", "{}＝{}\n"),
    ("app.yaml", "{}: {}\n"),
    ("notes.txt", "{}：{}，请保存\n"),
    ("app.json", '{{"{}": "{}"}}\n'),
)


def scripts(rng):
    for names, draw in ((PASSWORDS, lambda: password(rng)),
                        (TOKENS, lambda: drawn(rng, 32))):
        for name in names:
            for path, form in FORMS:
                value = draw()
                yield Situation(f"{name} {path}", path,
                                form.format(name, value), value)
    for text in ("密码：请输入您的密码\n", "пароль: введите ваш пароль\n",
                 "パスワード：8文字以上\n", f"token：{app(rng)}服务\n",
                 '{"密码": "密码不能为空"}\n'):
        yield Situation(text.strip(), "notes.txt", text)
