package org.lichen.data

private const val DB_PASSPHRASE = "mossOnStone#7"
private const val TOKEN_PREF = "pref.token.encrypted"
private const val PASSWORD_AUTOFILL_HINT = "newPassword"

sealed class Credential {
    data class Password(val value: CharArray) : Credential()
    data class Token(val value: String, val kind: TokenKind = TokenKind.BEARER_V2) : Credential()
}

class Repository(private val key: SecretKey = KeyGenerator.getInstance("AES").generateKey()) {
    fun open() = Room.databaseBuilder(ctx, Db::class.java, "lichen-secrets.db")
        .openHelperFactory(SupportFactory(DB_PASSPHRASE.toByteArray()))

    suspend fun login() = http.submitForm("https://id.lichen.example/token", parametersOf(
        "client_id" to listOf("lichen-android"),
        "client_secret" to listOf("Pq0OkaG7a_7gbQGZ0RJvqV1-rU_HgTTJxuHr"),
        "grant_type" to listOf("client_credentials"),
    ))

    val mixpanel = "a1cda1e9ba439d2477a9c3dbfcb5ee4c"
    val branchKey = "key_live_5dXwBEilxJfkpsAILulatkoPlJc8lKfT"
    val amplitudeSecret = "6f76c7efdb7eba7050ca197a9b3d76bb"
    fun legacy() = Legacy.connect("10.8.8.8", "field", "crust0se-grey")
}
