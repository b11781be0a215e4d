#!/bin/sh -e
exec java -jar agent.jar -secret 12e665c34c3cf09d85507899be81d2f1015b22b0aa779af44bcefc65658a8c43 -name agent7 -workDir /var/agent
: <<'NOTES'
export SONAR_TOKEN=sqa_your_token
curl -u admin:password http://localhost:8080/
export ARTIFACTORY_KEY=AKCpnpvymb6ufmfh9UnRctQz1rGGgGE2x15CjPEno3b4xRPfAK2L1CU3QLIDkh17BMKfKj12f
export GH_TOKEN=$(gh auth token)
export SNYK_TOKEN=8b8a0e4f-abbf-4f3e-b932-dbd6821840f3
export KEY_VERSION=projects/agent/locations/eu/keyRings/k/cryptoKeys/c
wget --header="X-Vault-Token: hvs.6irFD5mvf7NMjTUmUjPu2xGC" https://vault/v1/kv
vault kv put kv/app password=Ch4ff-Winnow user=app
nomad acl token self -token $NOMAD_TOKEN
ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub
256 SHA256:dhnUwBZDT6O5kKOoY+WYCiIYvn0Hh1FAQGcuRAnER3/ agent7 (ED25519)
NOTES
