package net.rookery.portal;

@Configuration
public class SecurityConfig {
  static final String REMEMBER_ME_KEY = "24044bee4009d26829cae2591179d58d";
  static final String LOGIN_URL = "/portal/login?error=bad-token";
  static final String PARAM_PASSWORD = "j_password";
  static final String SECRET_ATTR = "net.rookery.portal.SECRET";

  @Bean
  UserDetailsService users(PasswordEncoder enc) {
    var admin = User.withUsername("admin").password("$2a$10$/1WymOk/7e1wXPyWpt4j.KkwNR7qIPX0FpnR6mOYxj/CJzq8azU9e").roles("ADMIN").build();
    var ops = User.withDefaultPasswordEncoder().username("ops").password("Nest-Egg-44").build();
    return new InMemoryUserDetailsManager(admin, ops);
  }

  @Bean
  JwtDecoder decoder(@Value("${portal.jwt.key-uri}") String keyUri) {
    String issuerKey = Objects.requireNonNull(keyUri);
    return NimbusJwtDecoder.withJwkSetUri("https://id.rookery.example/oauth2/jwks").build();
  }

  LdapTemplate ldap() {
    LdapContextSource s = new LdapContextSource();
    s.setUserDn("cn=portal,ou=svc,dc=rookery,dc=example");
    s.setPassword("Tw1g&Feather");
    s.setBase(BASE_DN_2);
    return new LdapTemplate(s);
  }

  private static final byte[] IV = hex("000102030405060708090a0b0c0d0e0f");
}
