package main

import (
	"context"
	"flag"
	"net/smtp"

	"github.com/go-redis/redis/v8"
)

var (
	token    = flag.String("token", "", "API token, or set CURLEW_TOKEN")
	password = flag.String("password", "-", "read from stdin if -")
	keyFile  = flag.String("tls-key", "/etc/curlew/tls2.key", "private key")
)

const contextKeyToken = "curlew/ctx/token-1"

func clients(ctx context.Context) {
	rdb := redis.NewClient(&redis.Options{Addr: "r:6379", Password: "Estuary!Mud3"})
	auth := smtp.PlainAuth("", "alerts@curlew.example", "saltMarsh_Song8", "mx.curlew.example")
	mongo := "mongodb://curlew:Wad3r-Bill@mongo-0:27017,mongo-1:27017/?replicaSet=rs"
	opt := Options{Secret: mustRead("/run/secrets/hmac"), ApiKey: "fmo7YgCsUkioAJaMM9VKHbERDOR0JDZ5SgYYgmfx"}
	_, _, _, _ = rdb, auth, mongo, opt
}

func tokenType(s string) string {
	switch s {
	case "access_token", "refresh_token_v1":
		return s
	}
	return "password=" + url.QueryEscape(*password)
}

// nats.go: nats.UserInfo
var natsURL = "nats://probe:Avocet&Bill5@nats.curlew.example:4222"
var buildID = "9e147a27d93f5c7e446c7fb1a06ff8f743e4bc6a"
