package com.brightwater.user;

import javax.persistence.*;
import javax.validation.constraints.*;

@Entity
@Table(name = "users")
public class UserEntity {
  @Column(name = "password_hash_v2", length = 72)
  private String passwordHash;

  @Column(name = "api_key_last_used_at")
  private java.time.Instant apiKeyLastUsedAt;

  @NotBlank(message = "{user.password.not.blank}")
  @Size(min = 8, message = "Password must have 8 characters")
  private transient String password;

  private static final long serialVersionUID = 8683452581122892189L;

  public void setPassword(String password) {
    this.password = password;
  }

  public boolean matches(PasswordEncoder encoder, String secret) {
    return encoder.matches(secret, passwordHash);
  }

  @Value("${brightwater.security.jwt.secret}")
  private String jwtSecret;

  @Value("${reset.token.ttl:3600}")
  private int resetTokenTtl;

  private String adminPassword = "Tamarind+Oak31";
}
