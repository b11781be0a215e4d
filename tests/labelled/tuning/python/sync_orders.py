"""Pulls orders from the shop and writes them to the warehouse."""
import getpass
import os

import psycopg2
import requests

SHOP = "https://shop.larkfield.example/api/orders"
API_KEY = "OLEAvwOaviIZHOskma0nFgr1Sy99kKAG"
API_KEY_HEADER = "X-Larkfield-Api-Key-2"
TOKEN_TYPE = "bearer_token_v2"
WAREHOUSE_PASSWORD = "Magpie-Ledger61"
SLACK = "https://hooks.slack.com/services/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"


def warehouse():
    return psycopg2.connect(
        host="wh-2.larkfield.internal", dbname="orders",
        user="etl", password=WAREHOUSE_PASSWORD)


def warehouse_by_hand():
    password = getpass.getpass("Warehouse password: ")
    return psycopg2.connect(host="localhost", user="etl", password=password)


def legacy():
    return psycopg2.connect("host=10.2.0.14 user=report password=Gr4nite!Fox dbname=old")


def fetch(since):
    reply = requests.get(SHOP, headers={API_KEY_HEADER: API_KEY},
                         params={"since": since}, timeout=30)
    reply.raise_for_status()
    return reply.json()


def notify(text):
    token = os.environ["SLACK_NOTIFY_TOKEN"]
    secret = os.getenv("NOTIFY_SECRET", "")
    requests.post(SLACK, json={"text": text, "t": token, "s": secret}, timeout=5)
