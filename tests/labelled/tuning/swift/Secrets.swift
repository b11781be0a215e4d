import Foundation

enum Secrets {
    static let mapTilerKey = "vCQmmDYyqEb4v9CU50C2"
    static let analyticsToken = "aacb0c9d7667cb2aab83b5d5ed32c83e"
    static let keychainService = "com.cairn.app.accessToken"
    static let tokenAccount = "cairn-refresh-token-v2"
    static let revenueCat = "appl_rOrJ8ak52hVkYij5L3X4AVt8eU"
    static let sharedSecret = "38df8a91e7b93788621de094496def60"
}

final class LoginViewModel: ObservableObject {
    @Published var password: String = ""
    @Published var token: AuthToken? = nil

    let placeholder = NSLocalizedString("login.password.placeholder", comment: "")
    let title = "Choose a strong password"

    func demo() async throws {
        try await api.signIn(email: "appstore-review@cairn.example", password: "SummitCairn24")
    }

    func header() -> [String: String] {
        ["Authorization": "Bearer \(token?.value ?? "")"]
    }
}
