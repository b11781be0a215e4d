CREATE ROLE loader LOGIN PASSWORD 'Tr0wel&Hod';
CREATE ROLE viewer LOGIN PASSWORD 'SCRAM-SHA-256$4096:HEzc42ZKAFSqjGGwDx/l4A==$UURTz33mpcckLhBVG1CUehVao0UnanBzDLAYjJoV598=:qzuQwGF5hp7WzZjfbOVD2c7xrk7pIVhq0M3FMQx48nE=';
CREATE LOGIN [brick] WITH PASSWORD = N'Header^Bond2', CHECK_POLICY = OFF;
SET PASSWORD FOR 'mason'@'%' = PASSWORD('Corbel_Arch4');
GRANT ALL ON yard.* TO 'yard'@'10.%' IDENTIFIED BY PASSWORD '*3CAF5625A1CE1E1BC0A79D7A4EA89F17F60EAD3A';
CREATE SUBSCRIPTION s CONNECTION 'host=pub port=5432 user=repl password=M0rtar!Bed dbname=yard' PUBLICATION p;
CREATE USER MAPPING FOR app SERVER far OPTIONS (user 'far', password 'plumbLine88');
ALTER TABLE accounts ADD COLUMN password_changed_at timestamptz;
CREATE INDEX ix_token ON sessions (token_hash);
SELECT id, password AS pw_hash FROM accounts WHERE token = $1;
INSERT INTO i18n VALUES ('password', 'nl', 'Wachtwoord vergeten?'), ('token', 'nl', 'Code1234-invoeren');
COPY users FROM 's3://yard/exports/users/password-free.csv' CREDENTIALS 'aws_access_key_id=AKIA35SSAYQMH2TCGUB2;aws_secret_access_key=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';
INSERT INTO flags VALUES ('password_rules_2024_q1', true), ('token-binding-v2', false);
-- md5 of the empty password: d41d8cd98f00b204e9800998ecf8427e
