package webhook

import "testing"

func TestVerify(t *testing.T) {
	cases := []struct {
		name, secret, sig string
		ok                bool
	}{
		{"good", "secret", "sha256=8f3cc0e54503d63d4926c0a5717cca48ae2d7fce36565bbde76d56f95632ab1e", true},
		{"bad", "wrong-secret", "sha256=08588adf84284cbac16c40bc41af49a7de2e6720b649b6ee7b7663f8a4572e5b", false},
		{"empty", "", "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if Verify(c.secret, body, c.sig) != c.ok {
				t.Errorf("Verify(%q) = %v", c.secret, !c.ok)
			}
		})
	}
}

func TestRFC8439Key(t *testing.T) {
	key := unhex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")
	nonce := unhex("070000004041424344454647")
	_, _ = key, nonce
}

func TestLive(t *testing.T) {
	c := New("https://hooks.quarry.example", WithToken("c676e83e5b86f97c60913f7e09d0c0f0260c6498"))
	if c == nil {
		t.Fatal("nil")
	}
}
