object Tokens {
  sealed trait Token
  case object Password extends Token
  final case class Key(id: String, secret: Array[Byte]) extends Token

  implicit val tokenEncoder: Encoder[AccessToken] = deriveEncoder
  val secretProp = sys.props.get("loch.crypto.secret")
  val password = scala.io.StdIn.readLine("password> ")
  private val hmacSecret = "zznXLX4ctcrWlR3F4lUTCMfebn9BlPenbyBxqkUL4uWVEffZ"
  val es = HttpClient("es", 9200, user = "elastic", password = "Kelpie_Loch4")
  val jdbc = "jdbc:redshift://wh:5439/dev?user=etl&password=Thistle_Burr2"
  val tokenRegex = "^lt_[A-Za-z0-9]{24,}$".r
  val confluent = Map("api.key" -> "AMVCJEYLLOKFHAW6", "api.secret" -> "akOhPHEj+6pRoxrSri0+YQU2/pQnORdRV8aQiE2O+31Shr1EmM0UUBMAhEw3VD5s")
  val message = "Wrong password, try again in 30 s"
  val sha = "665717283a4a07130ab1cbab814b71210a4626dc"
}
