plugins {
    id("com.android.application") version "8.2.0"
    kotlin("android") version "1.9.22"
}

android {
    signingConfigs {
        create("release") {
            storeFile = file("release-key-2023.jks")
            storePassword = "Fjord!Signal3"
            keyAlias = "tide"
            keyPassword = System.getenv("KEY_PASSWORD")
        }
        getByName("debug") {
            storePassword = "android"
            keyPassword = "android"
        }
    }
    buildTypes {
        release {
            buildConfigField("String", "API_TOKEN", "\"b7kLPT2ZX85DEubx9T24xM6SnynErM0F6wBT\"")
            buildConfigField("String", "AUTH_URL", "\"https://auth.saltmarsh.example/token\"")
        }
    }
}

publishing {
    repositories {
        maven("https://maven.saltmarsh.example/releases") {
            credentials {
                username = "ci"
                password = providers.gradleProperty("mavenPassword").get()
            }
        }
    }
}
