package config

// Auth holds what a client shows.
type Auth struct {
	Token     string `yaml:"token" validate:"required,min=20"`
	Secret    string `yaml:"secret" default:"${AUTH_SECRET}"`
	KeyID     string `yaml:"key_id"`
	Algorithm string `yaml:"algorithm" default:"ES256K-R"`
}

const (
	AnnotationTokenHash = "curlew.example/token-sha256"
	LabelSecretType     = "curlew.example/secret-type"
	DefaultPasswordCost = 12
	ErrBadPassword      = Error("password: must hold a digit and a letter")
	SecretNameSuffix    = "-tls-secret-v2"
)

var defaults = map[string]string{
	"admin_password": "Sandbar_0815",
	"token_url":      "https://id.curlew.example/connect/token",
	"hmac_key":       "82619a503d7e91f7e96946c7d563712f28f323d55c51ba3e1860634fca7f8520",
	"public_key":     "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWPkfBTUKA2v24wJLdE1IWKfJ9cMvLs5WCqEoN/bjHW2rXkn8ZQbx4f0mtewbWWBXc7CbOw/ZNwGkkVtcpDA/5g==",
	"license_key":    "XXXX-XXXX-XXXX-XXXX",
	"password_file":  "./admin.pass",
}
