library(DBI)
library(httr)

con <- dbConnect(RPostgres::Postgres(), host = "pg", dbname = "census",
                 user = "analyst", password = "Foxglove_2020")
con2 <- dbConnect(odbc::odbc(), dsn = "census", pwd = rstudioapi::askForPassword("Database password"))
api_key <- "f4385057150295257a8044f5d8b9a7cfb38ae358"
census_key <- Sys.getenv("CENSUS_API_KEY")
token <- oauth2.0_token(endpoint, app, cache = FALSE)
options(github_pat_name = "GITHUB_PAT_ANALYST")
Sys.setenv(AWS_ACCESS_KEY_ID = "AKIADXJKDTQSRBK5WNAT",
           AWS_SECRET_ACCESS_KEY = "d+t27iKFFiXV8ypDISm/KAQ+UieG6FvxP02qYE9U")
key <- c("region", "year")
secret_col <- "password_strength_score"
r <- GET("https://api.census.example/v1/rows", query = list(key = api_key, token_type = "bearer_v2"))
digest <- "813b252c763505a08ccb6c7a2411eda2"
