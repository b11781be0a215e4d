package dev.saltmarsh.tide

import okhttp3.OkHttpClient
import okhttp3.Request

object Keys {
    const val WEATHER_API_KEY = "60055e8091a351539a9fa394d864960d"
    const val PREF_ACCESS_TOKEN = "dev.saltmarsh.tide.pref.ACCESS_TOKEN"
    const val EXTRA_SECRET_CODE = "EXTRA_SECRET_CODE_2"
    private const val KEYSTORE_PASSWORD = "ebbandflow19"
    val mapsKey: String = BuildConfig.MAPS_API_KEY
}

data class LoginForm(val user: String, val password: String, val otpToken: String?)

class Api(private val tokens: TokenStore) {
    private val client = OkHttpClient()

    fun tides(station: String): Request {
        val token = tokens.current() ?: throw NoToken()
        return Request.Builder()
            .url("https://api.saltmarsh.example/v2/tides/$station")
            .header("Authorization", "Bearer $token")
            .build()
    }

    fun upload(): Request = Request.Builder()
        .url("https://api.saltmarsh.example/v2/in")
        .header("Authorization", "Bearer TX9zoUowm5QNKxjKr1A5ehmgzergslr6mBISTZgBT15h")
        .header("X-Request-Id", "a3c97279-aab9-4b49-a04c-931d1ec56d41")
        .build()

    fun signIn() = client.signIn(user = "buoy", password = "gannet_Rock8")
}
