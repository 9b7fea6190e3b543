package io.cloudadapter.server.config;

import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the file about the server itself: its store, its listener, its callers, and the cloudprovider API. */
final class ServerSchema {
  static final Part ETCD = new Part(
      "etcd",
      ConfigSpec.builder()
          .timeAboveZero(
              "lease",
              "10s",
              "How long a silent leader stays the leader; whole seconds, 2s to 10m.")
          .optional(
              "name",
              ConfigKey.Type.TEXT,
              "This server's name among the servers of the store; by default made of its host "
                  + "and its process.")
          .optional(
              "url",
              ConfigKey.Type.TEXT,
              "The address of this server that other servers name to clients while it leads, "
                  + "https://HOST:PORT; by default the one it listens on. serve --advertise-url "
                  + "replaces it.")
          .optional(
              "tls.ca", ConfigKey.Type.TEXT, "PEM file of etcd's CA certificates. It enables TLS.")
          .optional("tls.cert", ConfigKey.Type.TEXT, "PEM file of the client certificate for etcd.")
          .optional("tls.key", ConfigKey.Type.TEXT, "PEM file of that certificate's private key.")
          .optional("user", ConfigKey.Type.TEXT, "The user of etcd.")
          .optional(
              "password",
              ConfigKey.Type.SECRET,
              "The user's password: file:PATH, env:NAME, or the text itself.")
          .build(),
      Map.of());

  static final Part SERVER = new Part(
      "server",
      ConfigSpec.builder()
          .optional(
              "address",
              ConfigKey.Type.TEXT,
              "127.0.0.1",
              "The address or name to listen on; 0.0.0.0 for all. Other than loopback needs a"
                  + " certificate, and tokens or client certificates.")
          .optional("port", ConfigKey.Type.INTEGER, "8443", 0, 65535, "The port; 0 for a free one.")
          .optional(
              "http",
              ConfigKey.Type.BOOLEAN,
              "false",
              "Whether to serve plain HTTP; on loopback only.")
          .optional(
              "console",
              ConfigKey.Type.BOOLEAN,
              "true",
              "Whether to serve the web console at /console.")
          .optional(
              "tls.cert",
              ConfigKey.Type.TEXT,
              "PEM file of the server's certificate with its chain. Without it, the server "
                  + "makes a self-signed certificate for localhost and keeps it in the data "
                  + "directory.")
          .optional(
              "tls.key",
              ConfigKey.Type.TEXT,
              "PEM file of the certificate's private key, not encrypted.")
          .optional(
              "tls.clientCa",
              ConfigKey.Type.TEXT,
              "PEM file of the CA certificates for client certificates. The server then asks "
                  + "clients for one.")
          .optional(
              "senlin.region",
              ConfigKey.Type.TEXT,
              SenlinCatalog.USUAL_REGION,
              "The region in the service catalog for Senlin's clients.")
          .optional(
              "senlin.publicUrl",
              ConfigKey.Type.TEXT,
              "The URL of the public interface in the catalog, such as "
                  + "https://pools.example.org; by default the address that the client used.")
          .optional(
              "senlin.internalUrl", ConfigKey.Type.TEXT, "The same for the internal interface.")
          .optional("senlin.adminUrl", ConfigKey.Type.TEXT, "The same for the admin interface.")
          .optional(
              "audit.file",
              ConfigKey.Type.TEXT,
              "The file of the audit log, in a directory that is there; by default its lines go to "
                  + "the logger io.cloudadapter.audit.")
          .optional(
              "audit.fileBytes",
              ConfigKey.Type.INTEGER,
              "16777216",
              4096,
              1 << 30,
              "How long a file of the audit log may become before the next one begins.")
          .optional(
              "audit.files",
              ConfigKey.Type.INTEGER,
              "8",
              1,
              1000,
              "How many files of the audit log are kept, the current one included.")
          .optional(
              "audit.required",
              ConfigKey.Type.BOOLEAN,
              "true",
              "Whether writes are refused (503) while the audit log cannot be written.")
          .optional(
              "limits.bodyBytes",
              ConfigKey.Type.INTEGER,
              "65536",
              1,
              1 << 30,
              "The longest request body.")
          .optional(
              "limits.headerBytes",
              ConfigKey.Type.INTEGER,
              "16384",
              1,
              1 << 20,
              "The longest request line with headers.")
          .optional(
              "limits.connections",
              ConfigKey.Type.INTEGER,
              "1024",
              1,
              100_000,
              "How many connections are open at once.")
          .timeAboveZero("limits.idleTime", "30s", "How long a connection may be silent.")
          .timeAboveZero(
              "limits.headerTime", "10s", "How long a request line with headers may take.")
          .timeAboveZero("limits.bodyTime", "30s", "How long a request body may take.")
          .timeAboveZero(
              "limits.handlerTime",
              "2m",
              "How long an answer may take; an attach waits for the cloud.")
          .timeAboveZero(
              "limits.stopTime", "10s", "How long requests under way may take after a stop.")
          .optional(
              "limits.readers", ConfigKey.Type.INTEGER, "8", 1, 1024, "How many reads run at once.")
          .optional(
              "limits.writers",
              ConfigKey.Type.INTEGER,
              "64",
              1,
              1024,
              "How many writes run at once.")
          .optional(
              "limits.waiting",
              ConfigKey.Type.INTEGER,
              "512",
              1,
              100_000,
              "How many requests may wait for a thread; further ones are 503.")
          .optional(
              "limits.caller.requestsPerSecond",
              ConfigKey.Type.INTEGER,
              "200",
              1,
              1_000_000,
              "How many requests one caller may send in a second, over time, and twice as many at "
                  + "once; further ones are 429.")
          .optional(
              "limits.caller.concurrent",
              ConfigKey.Type.INTEGER,
              "32",
              1,
              10_000,
              "How many requests of one caller may wait or run at once; further ones are 429.")
          .optional(
              "limits.caller.watches",
              ConfigKey.Type.INTEGER,
              "128",
              1,
              100_000,
              "How many watches and event streams one caller may hold; further ones are 429.")
          .optional(
              "limits.caller.bytesPerSecond",
              ConfigKey.Type.INTEGER,
              "16777216",
              1,
              1 << 30,
              "How many bytes of bodies and answers one caller may use in a second, over time, and "
                  + "ten times as many at once; then its requests are 429.")
          .add(new ConfigKey(
              "limits.outgoingBytes",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              1,
              1 << 30,
              "How many bytes of answers may wait for clients to read them, and half of it for "
                  + "one caller; further answers are 503. By default an eighth of Java's memory, and "
                  + "at most 256 MiB."))
          .build(),
      Part.ordered(
          "tokens",
          "The accepted bearer tokens, by their names in logs.",
          "clients",
          "The permissions of each client certificate, by its distinguished or common name:"
              + " its role, or a mapping.",
          "oidc",
          "The issuers of OpenID Connect whose bearer tokens are accepted, by a name of yours.",
          "prices",
          "The price of one machine for an hour by machine size, such as {small: 0.0125}, from which the overview has"
              + " the cost of pools. All prices are of one currency."));

  static final Part TOKEN = new Part(
      "server.tokens.<name>",
      ScopeSection.keys(ConfigSpec.builder()
              .add(role())
              .optional("sha256", ConfigKey.Type.TEXT, "SHA-256 of the token, in 64 hex digits.")
              .optional(
                  "file",
                  ConfigKey.Type.TEXT,
                  "File that holds the token, at least 16 characters, readable by its owner only."
                      + " Either this or sha256."))
          .build(),
      Map.of());

  static final Part CLIENT = new Part(
      "server.clients.<name>",
      ScopeSection.keys(ConfigSpec.builder().add(role())).build(),
      Map.of());

  static final Part OIDC = new Part(
      "server.oidc.<name>",
      ConfigSpec.builder()
          .required(
              "issuer",
              ConfigKey.Type.TEXT,
              "The URL of the issuer, exactly as tokens have it in iss; https. Its keys are found "
                  + "by discovery.")
          .required(
              "audience", ConfigKey.Type.LIST, "The values of aud of which a token must have one.")
          .optional(
              "algorithms",
              ConfigKey.Type.LIST,
              String.join(",", OidcIssuer.USUAL_ALGORITHMS),
              "The accepted signature algorithms, some of "
                  + String.join(", ", OidcIssuer.ALGORITHMS) + ".")
          .timeAboveZero(
              "longestLife", "24h", "The longest time from a token's begin to its end; 1m to 7d.")
          .optional(
              "ca",
              ConfigKey.Type.TEXT,
              "PEM file of CA certificates to trust instead of Java's, when keys are fetched.")
          .optional(
              "claim",
              ConfigKey.Type.TEXT,
              "groups",
              "The claim with the caller's groups or roles; dots lead into nested claims, such as "
                  + "realm_access.roles.")
          .build(),
      Part.ordered(
          "roles",
          "The permissions by value of the claim: a role, or a mapping as for client "
              + "certificates. The first one in the file that a caller has holds; a caller with "
              + "none has no pool."));

  static final Part CLOUDPROVIDER = new Part(
      "cloudprovider",
      ConfigSpec.builder()
          .optional(
              "account",
              ConfigKey.Type.TEXT,
              "The account behind the API, which must have a pool; by default the account of "
                  + "the default pool.")
          .choice(
              "errors",
              List.of("not-found", "semantic"),
              "The status line of an error: always 404, or the error's own code; semantic also "
                  + "refuses duplicate ports.")
          .optional(
              "zone",
              ConfigKey.Type.TEXT,
              "The zone of the callers; by default the cloud's usual one.")
          .optional(
              "name", ConfigKey.Type.TEXT, "The provider's name; by default the adapter's name.")
          .optional(
              "plain.address",
              ConfigKey.Type.TEXT,
              "127.0.0.1",
              "The address of the plain HTTP listener without credentials; loopback only.")
          .add(new ConfigKey(
              "plain.port",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              0,
              65535,
              "The port of the plain HTTP listener; 0 for a free one. By default there is none."))
          .build(),
      Map.of());

  private ServerSchema() {}

  static ConfigKey role() {
    return new ConfigKey(
        "role",
        ConfigKey.Type.CHOICE,
        true,
        Optional.empty(),
        List.of("read", "operate", "admin"),
        0,
        0,
        "The permissions of its bearer: read; operate, which adds changes of pools; "
            + "admin, which adds adopt, disown, thaw and the simulated cloud.");
  }
}
