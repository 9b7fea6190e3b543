package io.cloudadapter.server.config;

import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every key of the file: the type of its value, its default, and its meaning. */
final class ConfigSchema {
  /**
   * The keys of one kind of mapping.
   *
   * @param path where it stands in the file; names that the user chooses in angle brackets
   * @param spec the keys with single values
   * @param asides the keys with a structure of their own, with what they mean
   */
  record Part(String path, ConfigSpec spec, Map<String, String> asides) {
    Set<String> asideNames() {
      return asides.keySet();
    }
  }

  static final Part TOP = new Part(
      "",
      ConfigSpec.builder()
          .optional(
              "data",
              ConfigKey.Type.TEXT,
              "data",
              "The directory of all durable data: the ledger, the simulated cloud, the "
                  + "self-signed certificate. One server at a time may use it.")
          .optional(
              "store",
              ConfigKey.Type.TEXT,
              "The etcd that holds the ledger of several servers: "
                  + "etcd://HOST:PORT,HOST:PORT/PREFIX. By default, the ledger is in the data "
                  + "directory.")
          .optional(
              "defaultPool", ConfigKey.Type.TEXT, "The pool at /pool; by default the first one.")
          .build(),
      ordered(
          "etcd", "The connection to the etcd of store, and this server's name there.",
          "server", "The listener of the server, and its callers.",
          "accounts", "The accounts of clouds, by name.",
          "cloudprovider", "The HTTP cloudprovider API for Kubernetes.",
          "pools", "The pools, by name; or a list, each with its name."));

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
              "The URL to which other servers redirect clients; by default the listen address.")
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
      ordered(
          "tokens",
          "The accepted bearer tokens, by their names in logs.",
          "clients",
          "The role of each client certificate, by its distinguished or common name:"
              + " read, operate or admin."));

  static final Part TOKEN = new Part(
      "server.tokens.<name>",
      ConfigSpec.builder()
          .add(role())
          .optional("sha256", ConfigKey.Type.TEXT, "SHA-256 of the token, in 64 hex digits.")
          .optional(
              "file",
              ConfigKey.Type.TEXT,
              "File that holds the token, at least 16 characters, readable by its owner only."
                  + " Either this or sha256.")
          .build(),
      Map.of());

  static final Part ACCOUNT = new Part(
      "accounts.<name>",
      ConfigSpec.builder()
          .required(
              "provider",
              ConfigKey.Type.TEXT,
              "The adapter of the account's cloud. Its own keys are beside this one.")
          .optional(
              "longestRetryAfter",
              ConfigKey.Type.DURATION,
              "5m",
              "The longest wait when the cloud asks for one (Retry-After); then one request "
                  + "tries again; 1s to 1d.")
          .build(),
      Map.of());

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

  static final Part POOL = new Part(
      "pools.<name>",
      PoolSettings.spec(),
      ordered(
          "tags", "The tags of each machine, by name; none begins with ca-.",
          "policies", "The scaling policies, by name: each with type, version and properties.",
          "schedules", "The schedules of its size, by name.",
          "hooks", "The lifecycle hooks of machines, by name, in this order.",
          "template", "The adapter's own keys for launches."));

  static final Part SCHEDULE = new Part(
      "pools.<name>.schedules.<name>",
      ConfigSpec.builder()
          .required(
              "cron",
              ConfigKey.Type.TEXT,
              "The times: minute, hour, day of the month, month, weekday.")
          .optional(
              "zone",
              ConfigKey.Type.TEXT,
              "UTC",
              "The time zone of the times, such as Europe/Berlin.")
          .add(scheduled("desiredSize", "The desired size from then on, within the limits."))
          .add(scheduled("minSize", "The fewest machines that scaling leaves from then on."))
          .add(scheduled(
              "maxSize", "The most machines that count from then on; at most maxSizeLimit."))
          .build(),
      Map.of());

  static final Part HOOK = new Part(
      "pools.<name>.hooks.<name>",
      ConfigSpec.builder()
          .choice(
              "on",
              List.of("termination", "launch"),
              "When a machine waits: before it ends, or before it enters service.")
          .add(new ConfigKey(
              "timeout",
              ConfigKey.Type.DURATION,
              true,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "How long a machine waits for an answer, and again after a heartbeat."))
          .add(new ConfigKey(
              "limit",
              ConfigKey.Type.DURATION,
              false,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "The longest wait, heartbeats included; by default 100 timeouts, and at most two "
                  + "days."))
          .add(new ConfigKey(
              "otherwise",
              ConfigKey.Type.CHOICE,
              false,
              Optional.empty(),
              List.of("continue", "abandon"),
              0,
              0,
              "The result of a wait without an answer; by default continue before an end, and "
                  + "abandon before entering service."))
          .optional("metadata", ConfigKey.Type.TEXT, "A text for the receiver, in every message.")
          .optional(
              "channel",
              ConfigKey.Type.TEXT,
              "webhook",
              "The channel to the receiver: webhook, or one of the account's adapter.")
          .optional(
              "secret",
              ConfigKey.Type.SECRET,
              "The key that signs messages: file:PATH, env:NAME, or the text itself.")
          .build(),
      ordered(
          "target",
          "The channel's own keys. For webhook: url; allowPrivate, whether the receiver may "
              + "have a private address; ca, a PEM file of CA certificates to trust instead of "
              + "Java's."));

  /** All parts, in the order of the documentation. */
  static final List<Part> PARTS =
      List.of(TOP, ETCD, SERVER, TOKEN, ACCOUNT, CLOUDPROVIDER, POOL, SCHEDULE, HOOK);

  private ConfigSchema() {}

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

  private static ConfigKey scheduled(String name, String doc) {
    return new ConfigKey(
        name,
        ConfigKey.Type.INTEGER,
        false,
        Optional.empty(),
        List.of(),
        0,
        PoolConfig.LARGEST,
        doc);
  }

  private static Map<String, String> ordered(String... namesAndDocs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndDocs.length; i += 2) {
      map.put(namesAndDocs[i], namesAndDocs[i + 1]);
    }
    return map;
  }
}
