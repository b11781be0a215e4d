package com.brightwater.mail;

import java.util.Properties;
import javax.mail.*;

public final class MailSender {
  private static final String PASSWORD_KEY = "mail.smtp.password";
  private static final String SMTP_PASSWORD = "Juniper&Salt4";
  private static final String TOKEN_HEADER = "X-Brightwater-Token";
  private static final String ENCRYPTION_KEY = "73vWTUETd1NuqJE6vxJJgoR1UvCe3FEt";
  private static final String CIPHER = "PBEWithHmacSHA256AndAES_256";
  private final String password;

  public MailSender(String host, String password) {
    this.password = password == null ? SMTP_PASSWORD : password;
  }

  private Session open(Properties props) {
    return Session.getInstance(props, new Authenticator() {
      @Override
      protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication("robot@brightwater.example", "Kl0ster_garten");
      }
    });
  }

  static Connection report() throws Exception {
    return DriverManager.getConnection(
        "jdbc:sqlserver://sql3:1433;databaseName=Stock;user=rep;password=S7ock-r00m;encrypt=true");
  }

  static Connection batch() throws Exception {
    return DriverManager.getConnection("jdbc:oracle:thin:@ora1:1521/ST", "BATCH", "B4tch_Meadow");
  }

  static Connection test() throws Exception {
    return DriverManager.getConnection("jdbc:h2:mem:test;DB_CLOSE_DELAY=-1", "sa", "");
  }
}
