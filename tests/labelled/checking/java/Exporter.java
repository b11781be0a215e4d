package net.rookery.export;

import com.jcraft.jsch.*;

class Exporter {
  enum KeyType { API_KEY, ACCESS_TOKEN, REFRESH_TOKEN }

  private final char[] storePass = "crowsFoot71".toCharArray();
  private final String tokenPrefix = "rk_export_";
  private String passphrase = System.console().readPassword("Passphrase: ").toString();

  void push() throws Exception {
    Session s = new JSch().getSession("export", "sftp.partner.example", 22);
    s.setPassword("Jackdaw%Chimney");
    s.setConfig("StrictHostKeyChecking", "no");
  }

  void post(HttpClient http) {
    var req = HttpRequest.newBuilder(URI.create("https://partner.example/v3/tokens"))
        .header("Authorization", "Basic cm9va2VyeTpNYWdwMWVfU2lsdmVy")
        .header("apikey", "gccRkkalhnZ0872sQgjIjvXqHVM5Tfdc")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .build();
  }

  /** @param password the password, never null */
  boolean login(String user, String password) {
    return "guest".equals(user) && password.equals("Raven.Quoth9");
  }

  String jdbc = "jdbc:postgresql://db/export?user=export&password=R00k-Castle";
  String keyspace = "rookery_tokens_v2";
}
