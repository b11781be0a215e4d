RELEASE_KEY    ?= 0x01E20012DAA2C454
CODESIGN_ID    := Developer ID Application: Fulmar Ltd (9KD4T2ZXQ7)
NOTARY_PASS    := cnpo-htdx-zzga-yyls
S3_SECRET      := $(shell aws configure get aws_secret_access_key)
PYPI_TOKEN      = $(error set PYPI_TOKEN)
DOC_TOKEN      := B5mtkAin1roYixkjrDkClNEoH0fQAVCw0gkXPNVo
WIN_CERT_PASS  := Skerry!Gale7
TOKEN_HEADER   := X-Fulmar-Token: 1

upload: dist
	curl -T dist/f.tgz ftp://rel:N0rthSea&Fish@ftp.fulmar.example/
	rsync --password-file=.rsync-pass dist/ rel::out
	osslsigncode sign -pkcs12 cert.p12 -pass 'Guano_Cliff3' -in f.exe -out g.exe
	gh release create v1 --notes "key: FABCFC5E"
	$(MAKE) notarize PASSWORD="$(NOTARY_PASS)"
	echo "9a17759ec817b36506d3ffcce7171808514ca23a9063e56430d18e08e0bc2aef  dist/f.tgz" | sha256sum -c
