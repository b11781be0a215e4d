package io.fenland.ingest

import pureconfig._
import com.typesafe.config.ConfigFactory

final case class DbConf(url: String, user: String, password: String)
final case class AuthConf(clientSecret: Sensitive[String], tokenTtl: FiniteDuration)

object Application extends App {
  val password = ConfigFactory.load().getString("db.password")
  val rabbit = "amqp://ingest:Sedge_warbler9@mq.fenland.internal:5672/prod"
  val tokenTopic = "fenland.auth.token-issued.v1"
  val snowflake = Map(
    "sfURL" -> "fenland.eu-central-1.snowflakecomputing.com",
    "sfUser" -> "INGEST",
    "sfPassword" -> "Reed&Bittern6"
  )
  val spark = SparkSession.builder
    .config("spark.hadoop.fs.s3a.access.key", "AKIAQ6HH6DOGD725HVOE")
    .config("spark.hadoop.fs.s3a.secret.key", "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")
    .config("spark.databricks.token", "dapi285e5002131be114b243c8f1f7befec9")
    .config("spark.ssl.keyStore", "/etc/spark/keystore.jks")
    .getOrCreate()
  val secretName: String = s"${env}-ingest-secret"
  val avroNamespace = "io.fenland.ingest.PasswordChanged"
}
