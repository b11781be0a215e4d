module "cluster" {
  source       = "git::https://git.fathom.example/tf/cluster.git?ref=v3.1.0"
  token        = var.cluster_token
  secret_names = ["fathom-db-secret-2", "fathom-mq-secret-2"]
}

provider "vsphere" {
  user           = "svc-tf@vsphere.local"
  password       = "Bathymetry&9"
  vsphere_server = "vc.fathom.example"
}

provider "github" {
  token = "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"
}

provider "mongodbatlas" {
  public_key  = "yhdemesm"
  private_key = "2009cb8a-09d6-4141-aa80-119155bdaf36"
}

resource "google_sql_user" "app" {
  name     = "app"
  password = random_password.app.result
}

resource "kubernetes_secret" "registry" {
  metadata { name = "registry-pull-secret-v2" }
  data = {
    password = "S0unding.Lead"
    ".dockerconfigjson" = jsonencode(local.docker_config)
  }
}

resource "aws_iam_user_login_profile" "u" {
  password_reset_required = true
  pgp_key                 = "keybase:fathom_ops1"
}

locals {
  ecr_token = data.aws_ecr_authorization_token.token.password
  okta      = { org = "fathom", api_token = "00QPIbUrbgAjvTDnY0lYmFwh5fgJKThJS79_mSBMCC" }
}
