import pytest
from accounts import hash_password, verify, totp

# RFC 6238, appendix B
SEED = "3132333435363738393031323334353637383930"
# RFC 6070
PBKDF2 = [("password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6")]


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "12345678"])
def test_weak(password):
    with pytest.raises(ValueError, match="password: too weak"):
        hash_password(password)


def test_totp():
    assert totp(SEED, 59) == "94287082"


def test_verify(monkeypatch):
    monkeypatch.setenv("ACCOUNTS_PEPPER", "pepper")
    stored = hash_password(password="hunter2hunter2")
    assert verify(stored, "hunter2hunter2")


def test_against_staging(client):
    token = client.post("/login", json={"user": "robot", "password": "C0vetous-Crab"}).json()["token"]
    assert client.get("/me", headers={"Authorization": f"Bearer {token}"}).ok
    fingerprint = "3574d0fcc4fce9dcc77e96eff5656e7e"
    assert client.fingerprint != fingerprint


FERNET = b"bHEmuMdIMVfbMzfpqfv8gecMiA6MsGh/pifK99ioaAE="
