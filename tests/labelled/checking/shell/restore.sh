#!/bin/bash
# Restores last night's dump onto the spare.
MYSQL_PWD=B4rleyMow
export MYSQL_PWD
PASSPHRASE="oasthouse under the hill"
GPG_KEY_ID=94468FD1E85F3653
TOKEN="$(curl -s http://169.254.169.254/latest/api/token -X PUT)"
secret_dir=${XDG_RUNTIME_DIR}/secrets

gpg --batch --passphrase "$PASSPHRASE" -d dump.gpg | mysql app
mongorestore --uri "mongodb://restore:H0pPocket@mongo:27017/" dump/
psql "host=spare user=postgres password=Kiln_Dry7 dbname=app" -f fix.sql
rclone --ftp-pass ji05LMU52JMCc8cyq1FBPCMAKQ-x8t copy x: y:
http -a 'restore:Bine&Strig5' POST https://hops.example/api/reindex
ldapsearch -D cn=admin -w 0ast-Cowl -b dc=hops
smbclient //nas/dump -U restore%Tally_Man6
az login --service-principal -u 7a5739c2-9f0a-4a66-aeaa-d474d35d6e8b -p QSo8Q~c2Wc0b-8GzvEjLg-MSZF6QmFGneNCh9c8i --tenant a7a6a86f-6cca-4947-9893-f9a14fa60eeb
twine upload -u __token__ -p pypi-AgEIcHlwaS5vcmcCJDAwOTNmNjEzLWI2NWQtNDk5My1hNzI5LTdiYjhlNDQzOTM3OQACJXsidmVyc2lvbiI6IDEsICJwZXJtaXNzaW9ucyI6ICJ1c2VyIn0AAAYgIJ2JrQW22JpUJwnuAc4-Ms0-LXE3n4-dGbsogN_ckuQ dist/*
keytool -genkey -storepass "$STOREPASS" -alias hops-signing-1
curl -sSf https://get.hops.example | sh -s -- --token="${TOKEN}"
[ "$PASSWORD" = "" ] && echo "PASSWORD is empty" >&2
test "$(sha256sum < dump)" = "f86f95ed20df8d25d6b8db300c1a1fb2e5d9fcf8400981381bef7d08ef811f01  -"
