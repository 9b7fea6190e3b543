package io.cloudadapter.cli.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** As much of curl as the tour needs, for machines that have none. */
final class StandInCurl {
  private static final int COULD_NOT_CONNECT = 7;

  private final List<String> headers = new ArrayList<>();
  private @Nullable String authority;
  private @Nullable String method;
  private @Nullable String body;
  private @Nullable String url;
  private String after = "";
  private boolean showHead;

  private StandInCurl() {}

  public static void main(String[] args) throws Exception {
    StandInCurl curl = new StandInCurl();
    curl.understand(args);
    System.exit(curl.run(System.out, System.err));
  }

  private void understand(String[] args) {
    int next = 0;
    while (next < args.length) {
      String arg = args[next++];
      switch (arg) {
        case "-sS" -> {}
        case "-i" -> showHead = true;
        case "--cacert" -> authority = args[next++];
        case "-X" -> method = args[next++];
        case "-d" -> body = args[next++];
        case "-H" -> headers.add(args[next++]);
        case "-w" -> after = args[next++].replace("\\n", "\n");
        default -> {
          if (arg.startsWith("-")) {
            throw new IllegalArgumentException("the stand-in for curl does not know " + arg);
          }
          url = arg;
        }
      }
    }
  }

  private int run(PrintStream out, PrintStream err) throws IOException, GeneralSecurityException {
    HttpsURLConnection connection =
        (HttpsURLConnection) URI.create(String.valueOf(url)).toURL().openConnection();
    connection.setSSLSocketFactory(trusting(Path.of(String.valueOf(authority))).getSocketFactory());
    connection.setRequestMethod(method != null ? method : body != null ? "POST" : "GET");
    for (String header : headers) {
      int colon = header.indexOf(':');
      connection.setRequestProperty(
          header.substring(0, colon), header.substring(colon + 1).strip());
    }
    int status;
    try {
      send(connection);
      status = connection.getResponseCode();
    } catch (ConnectException e) {
      err.println("curl: (7) Failed to connect: " + e.getMessage());
      out.print(after.replace("%{http_code}", "000"));
      out.flush();
      return COULD_NOT_CONNECT;
    }
    if (showHead) {
      connection
          .getHeaderFields()
          .forEach((name, values) -> values.forEach(
              value -> out.print((name == null ? "" : name + ": ") + value + "\r\n")));
      out.print("\r\n");
    }
    try (InputStream content =
        status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
      if (content != null) {
        content.transferTo(out);
      }
    }
    out.print(after.replace("%{http_code}", Integer.toString(status)));
    out.flush();
    return 0;
  }

  private void send(HttpsURLConnection connection) throws IOException {
    if (body != null || "POST".equals(method)) {
      connection.setDoOutput(true);
      byte[] bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
      connection.setFixedLengthStreamingMode(bytes.length);
      connection.getOutputStream().write(bytes);
      connection.getOutputStream().close();
    }
  }

  private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(file)) {
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("trusted-" + number++, certificate);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
