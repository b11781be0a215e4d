terraform {
  backend "s3" {
    bucket     = "moor-tfstate"
    key        = "prod/network/terraform.tfstate"
    access_key = "AKIA3ISVE3RUR7QLMAZA"
    secret_key = "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"
  }
}

variable "db_password" {
  type        = string
  sensitive   = true
  description = "The master password; comes from the pipeline"
}

resource "aws_db_instance" "main" {
  username            = "moor"
  password            = var.db_password
  kms_key_id          = "arn:aws:kms:eu-west-1:482910573346:key/77dc2e4c-b41e-4028-bbf6-be40464e6e71"
}

resource "random_password" "cache" { length = 24 }

resource "aws_elasticache_user" "cache" {
  passwords = [random_password.cache.result]
}

resource "azurerm_sql_server" "legacy" {
  administrator_login          = "moor"
  administrator_login_password = "Heather-Peat3!"
}

provider "datadog" {
  api_key = data.vault_generic_secret.dd.data["api_key"]
  app_key = "b4db1a8628af5b79cc1a49b845a1ef45293c008a"
}

provider "digitalocean" {
  token = "dop_v1_61eb838021c1a79cf9113264f98b4d82d1c7263e29e00a56abb2fad2581d130f"
}

resource "aws_ssm_parameter" "token" {
  name  = "/moor/prod/api/token"
  value = "fvvESsv78YYyRhD4aalQpq9KZbCyc5cxp8Bs9LyE"
}
