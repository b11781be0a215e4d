#!/usr/bin/env bash
set -euo pipefail

: "${DEPLOY_TOKEN:?set DEPLOY_TOKEN first}"
PASSWORD="${1:-}"
API_KEY=$(pass show deploy/api-key)
SECRET=`cat /run/secrets/deploy`
DB_PASS='Sorrel!Field8'
export PGPASSWORD=merlin4tower
export GITHUB_TOKEN=ghs_ZE2lzJMzLrxAB5dkGnGhqkHgRX6pIC2YszcX
export VAULT_ADDR=https://vault.cove.internal:8200
export VAULT_TOKEN=hvs.AvwW-YAoouDQFDtPg-KAjizMbjf32aM6aaMdIQsLA2C3XIeGMEMlQ6rzATdirvkLC4NO4WDXvvlsF7hhj2xlE6TJrt

mysql -h db -u root -pGull3ry_Cliff < schema.sql
mysql -h db -u app -p"$DB_PASS" < data.sql
curl -fsS -u 'deploy:K3strel-Hover' https://repo.cove.example/up -T app.tgz
curl -H "Authorization: Bearer ${DEPLOY_TOKEN}" https://api.cove.example/deploy
curl -H "PRIVATE-TOKEN: glpat-rsqIn4JRpT-uinSDEfYS" https://gitlab.cove.example/api/v4/projects
sshpass -p 'Anch0rage_6' scp app.tgz web@10.1.4.7:/srv/
docker login -u cove --password-stdin < /root/.docker-password
redis-cli -h cache -a shoal.water.55 ping
openssl enc -aes-256-cbc -pass pass:Tr1mmed_Sail -in a -out b
read -rsp "Password:" PASSWORD
htpasswd -nbB admin "$PASSWORD"
echo "c142ab9e8e8e77be616e43ad2c9b13cd6c89221d7ba6f0b5c9bd30b7a534350e  app.tgz" | sha256sum -c
