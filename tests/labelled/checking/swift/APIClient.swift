import Foundation

struct LoginRequest: Encodable {
    let email: String
    let password: String
    let deviceToken: Data?
    enum CodingKeys: String, CodingKey {
        case password = "user_password"
        case deviceToken = "apns_device_token"
    }
}

final class APIClient {
    private let apiKey = "kSecgtgWO0CchSZJfnVCHJMI1HSodf833wXVtOdM"
    private let hmac = "Fh2dhOZ+WQJicnjM9p9VyFRU/B15H+UE279lBRSv8W0="
    private let keychainKey = "org.tern.keychain.session"
    let unsplash = "<#Unsplash access key#>"
    let mapbox = "sk.eyJ1IjoidGVybiIsImEiOiJjbach8r0lehety3zkmmlm6fr6bIn0.21nTVE62GGn_ugucaETcFz"
    let oneSignalAppId = "3832b463-f996-4b5f-9490-2e7143ce0430"

    func sandbox() { login("review@tern.example", "Arctic#Loop8") }

    func alert() -> String { NSLocalizedString("password.reset.sent", value: "Check your inbox.", comment: "") }

    func token() -> String? { UserDefaults.standard.string(forKey: keychainKey) }

    static let pin = "sha256/hSHhbLVMrVGnRiH0dVkUGcjTnfzn1yr2suoawEjngm4="
    static let cert = "MIIDdzCCAl+gAwIBAgIElgWItrkj+tOLPobjAy7MHjtp9laFBU0hezByNh3tJjZU4uDWraNKHGs6Al1lqZoigsOoth/K03Oc/fiTtoJZySIKYxXEtWOr/n7Y79h1CXdYA97wU5Q7Z33F3iRy87COTnSEeoFVzt2I"
}
