#* @apiTitle Yields
library(plumber)
library(pool)

pool <- dbPool(RMariaDB::MariaDB(), host = "db", username = "yield", password = "Harrow&Till9")
Sys.setenv(MAPS_KEY = "AIza5ngRWO5yP9woAm3JkPHxgm7B6VwIIRM59ZH")
keyring::key_set_with_value("yield", password = Sys.getenv("YIELD_PW"))
drive_auth(path = "secrets/drive-token-2023.json")
rsconnect::setAccountInfo(name = "yields", token = "29C677E2D0BB2B2606EAB319402591C7", secret = "mDU1Gh5IWExy9CZgLNyFlhNAHdDZm8l3J+gcLi58")

#* @filter auth
function(req, res) {
  token <- req$HTTP_X_TOKEN
  if (is.null(token) || token != "RptqUpKpIwBqfQL8iSnY09QEzjEvHovo") {
    res$status <- 401
    return(list(error = "token: missing"))
  }
  plumber::forward()
}
key_cols <- c("farm_id_token", "season")
names(df)[names(df) == "password"] <- "password_sha1_prefix"
set.seed(20240117)
