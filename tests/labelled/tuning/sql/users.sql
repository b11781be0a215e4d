CREATE TABLE users (
  id bigint PRIMARY KEY,
  password varchar(255) NOT NULL,
  api_token char(64) DEFAULT NULL,
  reset_token_sent_at timestamptz
);

COMMENT ON COLUMN users.password IS 'bcrypt, cost 12, see AuthService';
CREATE USER reporting WITH PASSWORD 'Cinder-Path7';
CREATE USER 'sync'@'%' IDENTIFIED BY 't4llow_Candle';
ALTER ROLE app PASSWORD NULL;
ALTER USER backup WITH PASSWORD :'backup_password';
INSERT INTO users VALUES (1, '$2a$12$qFkh2Zxzvc0c020dZvM0e0Vg4N3LOPAwngq1EgF2hSXH17XxlFo0y', '0146e9e498d9fd9571f20543cfdb69193d9d1904eeb5a5737cb4c0a4132c6312', NULL);
INSERT INTO users VALUES (2, '$2a$10$SJ/deFtdBoZGIpB8SHeJZVFmTx7ijfJdNBreOa19MD1Y3m60Me4aP', NULL, NULL);
INSERT INTO settings (name, value) VALUES
  ('smtp_password', 'Ember&Ash40'),
  ('password_min_length', '10'),
  ('token_endpoint', 'https://id.hearth.example/connect/token'),
  ('session_cookie_name', 'hearth_session_token');
UPDATE users SET password = crypt(:pw, gen_salt('bf', 12)) WHERE id = :id;
