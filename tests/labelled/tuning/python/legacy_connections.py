# Connections of the old jobs, one function a source.
import cx_Oracle, ftplib, imaplib, pymongo, pymssql, pika, ldap3, snowflake.connector


def all_sources():
    yield cx_Oracle.connect("hr", "Tansy.Yarrow2", "ora1/HR")
    yield cx_Oracle.connect("hr_ro/Mugw0rt&Sage@ora1/HR")
    yield pymssql.connect("sql7", "payroll", "Comfrey_Root8", "pay")
    yield pymongo.MongoClient("mongo", username="jobs", password="b0rage-Blue")
    yield pika.PlainCredentials("jobs", "Lovage+Dill3")
    yield ldap3.Connection("ldap1", "cn=jobs,dc=herb,dc=example", BIND_PASSWORD_ENV)
    yield snowflake.connector.connect(user="JOBS", password="Hyssop#Rue55", account="herb")
    yield ftplib.FTP("ftp.herb.example", "pull", keyring.get_password("ftp", "pull"))
    box = imaplib.IMAP4_SSL("imap.herb.example")
    box.login("in@herb.example", "chervil in spring")
    yield box
    yield connect(host="replica-2.herb.example:5432", token_file="/etc/jobs/token2")
    yield connect(dsn="herb_dsn_v2", key="passwd_enc_2")
    yield connect("localhost", "root", "root")


SECTION = "password: see the note in the README"
PYODBC = "DRIVER={FreeTDS};SERVER=sql7;UID=rep;PWD=Ang3lica&Bay;DATABASE=pay"
AMQP = "amqp.host=mq;amqp.user=jobs;amqp.password=Marjor4m_Pot"
SLACK_SIGNING_SECRET = "4be2043d198e163848dec50895ce016e"
ZAP = "https://hooks.zapier.com/hooks/catch/9194788/cvapygi/"
