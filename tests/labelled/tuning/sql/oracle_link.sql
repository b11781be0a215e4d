CREATE DATABASE LINK stock_link
  CONNECT TO stock IDENTIFIED BY "Pewter_Jug88"
  USING 'STOCKDB';

GRANT SELECT ON password_history TO auditor;
CREATE OR REPLACE FUNCTION check_password(p_password IN VARCHAR2) RETURN NUMBER IS
  l_secret VARCHAR2(64) := get_parameter('hash_secret');
  l_key RAW(32) := HEXTORAW('471EFE27D9771CB8751DE304C788DC722BE411D0E1A4840DEB588E8C3BDF03A2');
BEGIN
  IF LENGTH(p_password) < 8 THEN
    raise_application_error(-20001, 'password: must have 8 characters');
  END IF;
  RETURN DBMS_CRYPTO.HASH(UTL_RAW.CAST_TO_RAW(p_password || l_secret), 4);
END;
/
-- conn system/Spindle#wool2@ORCL
exec DBMS_CLOUD.CREATE_CREDENTIAL('OBJ', 'loader', '07lQfZ8GJLOIAFFqbSws');
SELECT column_name FROM user_tab_cols WHERE column_name = 'API_KEY_FINGERPRINT';
