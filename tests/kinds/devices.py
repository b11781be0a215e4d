"""Secrets in the configurations of network devices."""

from situation import Situation, app, drawn, one_of, password, some

SIGNS = "-_.#&+"


def _word(rng):
    return one_of(rng, password(rng, rng.randrange(9, 18), SIGNS),
                  drawn(rng, rng.randrange(10, 24)))


def _host(rng):
    return ".".join(str(rng.randrange(1, 250)) for _ in range(4))


FORMS = {
    "junos set": ("r1.conf", lambda r, v: (
        f"set snmp community {v} authorization read-only")),
    "junos": ("r1.conf", lambda r, v: (
        f'snmp {{\n    location "{app(r)}";\n    community {v} {{\n'
        f"        authorization read-only;\n    }}\n}}")),
    "junos, quoted": ("r1.txt", lambda r, v: (
        f'snmp {{\n    community "{v}" {{\n        authorization read-write;\n'
        f"    }}\n}}")),
    "ospf": ("core.cfg", lambda r, v: (
        f"interface Gi0/{r.randrange(9)}\n ip ospf message-digest-key "
        f"{r.randrange(1, 9)} md5 {v}")),
    "snmp host": ("core.cfg", lambda r, v: (
        f"snmp-server host {_host(r)} version 2c {v}")),
    "snmp traps": ("core.cfg", lambda r, v: (
        f"snmp-server host {_host(r)} traps version 2c {v}")),
    "aaa": ("asa.cfg", lambda r, v: (
        f"aaa-server RAD protocol radius\naaa-server RAD (inside) host "
        f"{_host(r)}\n timeout 5\n key {v}")),
    "priv": ("core.cfg", lambda r, v: (
        f"snmp-server user mon ops v3 encrypted priv aes 128 {v}")),
    "tacacs": ("core.cfg", lambda r, v: (
        f"tacacs server {app(r)}\n address ipv4 {_host(r)}\n key {v}")),
    "radius": ("core.txt", lambda r, v: (
        f"radius server {app(r)}\n address ipv4 {_host(r)} auth-port 1812\n"
        f" key 0 {v}")),
    "line": ("access.cfg", lambda r, v: (
        f"line vty 0 4\n exec-timeout 10 0\n password {v}\n login")),
    "isakmp": ("vpn.cfg", lambda r, v: (
        f"crypto isakmp key {v} address {_host(r)}")),
    "asa psk": ("asa.cfg", lambda r, v: (
        f"tunnel-group {_host(r)} ipsec-attributes\n ikev1 pre-shared-key {v}")),
    "ntp": ("core.cfg", lambda r, v: f"ntp authentication-key 7 md5 {v}"),
    "fortinet": ("fw.conf", lambda r, v: (
        f'config vpn ipsec phase1-interface\n    edit "{app(r)}"\n'
        f'        set psksecret {v}')),
    "openvpn": ("client.ovpn", lambda r, v: (
        f"<auth-user-pass>\n{app(r)}\n{v}\n</auth-user-pass>")),
    "hsrp": ("core.cfg", lambda r, v: (
        f"interface Vlan{r.randrange(9)}\n standby 1 authentication md5 "
        f"key-string {v}")),
}


def situations(rng):
    for _ in range(4):
        for name, (path, form) in FORMS.items():
            value = _word(rng)
            yield Situation(name, path, form(rng, value) + "\n", value)
        value = "$9$" + some(rng, "QzF3n6AuOREhrlKvdYg4ZUjkmfT9ptB", 20)
        for text in (f'secret "{value}"; ## SECRET-DATA',
                     f'pre-shared-key ascii-text "{value}"; ## SECRET-DATA',
                     f'authentication-key "{value}";',
                     f"set protocols bgp group a authentication-key {value}"):
            yield Situation("junos, reversible", "r1.conf", text + "\n", value)
    for name, (path, form) in FORMS.items():
        yield Situation(f"{name}, none", path, form(
            rng, one_of(rng, "public", "<key>", "$SECRET", "SECRET")) + "\n")
