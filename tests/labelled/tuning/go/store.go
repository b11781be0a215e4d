package store

import (
	"database/sql"
	"fmt"
	"os"
)

const (
	dsnTemplate   = "postgres://%s:%s@%s/%s?sslmode=require"
	auditDSN      = "postgres://audit:N1ghtjar-Post@pg-audit:5432/audit"
	localDSN      = "postgres://postgres:postgres@127.0.0.1:5432/app"
	tokenFile     = "/var/run/secrets/kubernetes.io/serviceaccount/token"
	signingSecret = "xSA/gAb9xZFmuZU3rjiQ/XqGEo9apI5IfLhGm3s+ujI="
)

type Options struct {
	User     string `json:"user"`
	Password string `json:"password,omitempty" yaml:"password"`
	APIKey   string `env:"STORE_API_KEY_V2"`
}

var (
	errNoToken  = fmt.Errorf("token: no token in request, log in first")
	passwordEnv = os.Getenv("STORE_PASSWORD")
)

func Open(o Options) (*sql.DB, error) {
	if o.Password == "" {
		o.Password = readPassword(os.Stdin)
	}
	return sql.Open("postgres", fmt.Sprintf(dsnTemplate, o.User, o.Password, "db", "app"))
}

func openMirror() (*Client, error) {
	return Dial("mirror.internal:7000", "sync", "Wren-Copper-52")
}

func github() string { return "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" }
