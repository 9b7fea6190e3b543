package io.cloudadapter.server.config;

import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every key of the file: what its value must be, what holds without it, and what it means. */
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
              "The directory of everything that must survive: the ledger, the simulated cloud, the"
                  + " self-signed certificate. One server at a time may use it.")
          .optional(
              "store",
              ConfigKey.Type.TEXT,
              "Where the ledger is, if several servers keep the same pools:"
                  + " etcd://HOST:PORT,HOST:PORT/PREFIX. In the data directory unless given.")
          .optional(
              "defaultPool",
              ConfigKey.Type.TEXT,
              "The pool served at /pool; the first one unless given.")
          .build(),
      ordered(
          "etcd", "How the etcd of store is reached, and this server's part there.",
          "server", "How the server is reached, and by whom.",
          "accounts", "The accounts of clouds, by name.",
          "cloudprovider", "How Kubernetes is served with what an account has beside machines.",
          "pools", "The pools, by name; or a list, each with its name."));

  static final Part ETCD = new Part(
      "etcd",
      ConfigSpec.builder()
          .timeAboveZero(
              "lease",
              "10s",
              "How long a leader that is silent stays leader; whole seconds, 2s to 10m.")
          .optional(
              "name",
              ConfigKey.Type.TEXT,
              "What this server is called among those that share the store; made of its host and its"
                  + " process unless given.")
          .optional(
              "url",
              ConfigKey.Type.TEXT,
              "Where the other servers send who has to ask this one; where it listens unless given.")
          .optional(
              "tls.ca",
              ConfigKey.Type.TEXT,
              "File of the authorities that sign etcd's certificates, PEM; has it asked over TLS.")
          .optional("tls.cert", ConfigKey.Type.TEXT, "File of the certificate shown to etcd, PEM.")
          .optional("tls.key", ConfigKey.Type.TEXT, "File of that certificate's private key, PEM.")
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
          .optional(
              "port", ConfigKey.Type.INTEGER, "8443", 0, 65535, "The port; 0 for any that is free.")
          .optional(
              "http",
              ConfigKey.Type.BOOLEAN,
              "false",
              "Whether to serve plain HTTP; on loopback only.")
          .optional(
              "tls.cert",
              ConfigKey.Type.TEXT,
              "File of the server's certificate with its chain, PEM. Without it, a self-signed"
                  + " certificate for localhost is made and kept in the data directory.")
          .optional(
              "tls.key",
              ConfigKey.Type.TEXT,
              "File of the certificate's private key, PEM, not encrypted.")
          .optional(
              "tls.clientCa",
              ConfigKey.Type.TEXT,
              "File of the authorities that sign client certificates, PEM; asks clients for one.")
          .optional(
              "senlin.region",
              ConfigKey.Type.TEXT,
              SenlinCatalog.USUAL_REGION,
              "The region that the service catalog names to Senlin's clients.")
          .optional(
              "senlin.publicUrl",
              ConfigKey.Type.TEXT,
              "This server's URL for clients that ask the catalog for the public interface, such as"
                  + " https://pools.example.org; as the client called the server unless given.")
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
              "The longest request line with its headers.")
          .optional(
              "limits.connections",
              ConfigKey.Type.INTEGER,
              "1024",
              1,
              100_000,
              "How many connections are open at once.")
          .timeAboveZero("limits.idleTime", "30s", "How long a connection may be silent.")
          .timeAboveZero(
              "limits.headerTime", "10s", "How long a request line with its headers may take.")
          .timeAboveZero("limits.bodyTime", "30s", "How long a request body may take.")
          .timeAboveZero(
              "limits.handlerTime",
              "2m",
              "How long an answer may take; an attach waits for the cloud.")
          .timeAboveZero(
              "limits.stopTime",
              "10s",
              "How long requests under way may take when the server stops.")
          .optional(
              "limits.readers",
              ConfigKey.Type.INTEGER,
              "8",
              1,
              1024,
              "How many reads are answered at once.")
          .optional(
              "limits.writers",
              ConfigKey.Type.INTEGER,
              "64",
              1,
              1024,
              "How many writes are answered at once.")
          .optional(
              "limits.waiting",
              ConfigKey.Type.INTEGER,
              "512",
              1,
              100_000,
              "How many requests wait for a thread; further ones get 503.")
          .add(new ConfigKey(
              "limits.outgoingBytes",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              1,
              1 << 30,
              "How many bytes of answers clients may leave untaken, in all, and half of it one caller; further"
                  + " answers are 503. An eighth of the memory that Java may take, and at most 256 MiB, unless"
                  + " given."))
          .build(),
      ordered(
          "tokens",
          "The bearer tokens that are accepted, by the name that logs show.",
          "clients",
          "The role of each client certificate, by its distinguished or common name:"
              + " read, operate or admin."));

  static final Part TOKEN = new Part(
      "server.tokens.<name>",
      ConfigSpec.builder()
          .add(role())
          .optional(
              "sha256",
              ConfigKey.Type.TEXT,
              "SHA-256 of the token in 64 hex digits; the token itself is written nowhere.")
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
              "The adapter of the account's cloud. The adapter's own keys stand beside this one.")
          .optional(
              "longestRetryAfter",
              ConfigKey.Type.DURATION,
              "5m",
              "How long the pools wait at most when the cloud asks them to (Retry-After); then one request "
                  + "tries; 1s to 1d.")
          .build(),
      Map.of());

  static final Part CLOUDPROVIDER = new Part(
      "cloudprovider",
      ConfigSpec.builder()
          .optional(
              "account",
              ConfigKey.Type.TEXT,
              "The account that is served; a pool must live in it. That of the default pool unless"
                  + " given.")
          .choice(
              "errors",
              List.of("not-found", "semantic"),
              "What stands on the status line of an error: 404, with its own code in the body, or"
                  + " that code; semantic also refuses equal ports.")
          .optional(
              "zone",
              ConfigKey.Type.TEXT,
              "The zone that callers are told to be in; the cloud's usual one unless given.")
          .optional(
              "name",
              ConfigKey.Type.TEXT,
              "What the provider is called; the adapter's name unless given.")
          .optional(
              "plain.address",
              ConfigKey.Type.TEXT,
              "127.0.0.1",
              "Where it is served over plain HTTP without credentials; loopback only.")
          .add(new ConfigKey(
              "plain.port",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              0,
              65535,
              "The port of that; 0 for any that is free. Without it there is no plain HTTP."))
          .build(),
      Map.of());

  static final Part POOL = new Part(
      "pools.<name>",
      ConfigSpec.builder()
          .optional(
              "account",
              ConfigKey.Type.TEXT,
              "The account that the pool lives in; may be left out if there is one.")
          .add(maxSize())
          .optional(
              "initialSize",
              ConfigKey.Type.INTEGER,
              "0",
              0,
              PoolConfig.LARGEST,
              "The desired size of a pool that never had one; at most maxSize, and minSize unless"
                  + " given.")
          .optional(
              "minSize",
              ConfigKey.Type.INTEGER,
              "0",
              0,
              PoolConfig.LARGEST,
              "The fewest machines that scaling leaves; at most maxSize.")
          .add(new ConfigKey(
              "cap",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              1,
              PoolConfig.LARGEST,
              "The greatest maxSize that a resize may set; maxSize itself unless given."))
          .choice(
              "cooldownFrom",
              List.of("acceptance", "readiness"),
              "Whether a cooldown begins when a request is accepted, or when the pool has come to its"
                  + " size.")
          .add(new ConfigKey(
              "surge",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              1,
              PoolConfig.LARGEST,
              "How many machines that do not count (draining, out of service, stopped, quarantined)"
                  + " may exist beyond maxSize; the greater of 2 and a fifth of maxSize unless"
                  + " given."))
          .optional(
              "zones",
              ConfigKey.Type.LIST,
              "The zones to spread over; the cloud chooses unless given.")
          .optional("size", ConfigKey.Type.TEXT, "The cloud's name for a machine size.")
          .optional("image", ConfigKey.Type.TEXT, "The cloud's name for an image.")
          .choice("market", List.of("on-demand", "spot"), "How machines are paid for.")
          .optional(
              "userData",
              ConfigKey.Type.SECRET,
              "What each machine gets at its first boot: file:PATH, env:NAME, or the text itself.")
          .choice(
              "victims",
              List.of(
                  "newest",
                  "oldest",
                  "oldest-profile",
                  "random",
                  "closest-to-hour",
                  "zone-balance"),
              "Which machines go first when the pool shrinks; of no effect beside a deletion policy.")
          .timeAboveZero(
              "bootDeadline",
              "15m",
              "How long a machine may take to run before it is ended and replaced.")
          .optional(
              "remediation.enabled",
              ConfigKey.Type.BOOLEAN,
              "false",
              "Whether machines that stay UNHEALTHY are ended and replaced.")
          .timeAboveZero("remediation.after", "5m", "How long a machine must be UNHEALTHY.")
          .optional(
              "remediation.atOnce",
              ConfigKey.Type.INTEGER,
              "1",
              1,
              PoolConfig.LARGEST,
              "How many may be replaced for this reason at the same time.")
          .optional(
              "remediation.freezeShare",
              ConfigKey.Type.DECIMAL,
              "0.3",
              ConfigKey.ABOVE_ZERO,
              1,
              "When more than this share is UNHEALTHY, nothing is done and an alarm is raised.")
          .timeAboveZero(
              "pace.busy",
              "5s",
              "Longest time between looks at the cloud while something is under way. While looks show"
                  + " changes, the next follows after as little as a fifth of it.")
          .timeAboveZero("pace.idle", "30s", "Time between looks at the cloud otherwise.")
          .add(atMostPerHour(
              "pace.launchesPerHour",
              "How many machines may be launched within any hour; 4 times maxSize, and at least 20,"
                  + " unless given."))
          .add(atMostPerHour(
              "pace.deletesPerHour",
              "How many machines may be ended within any hour without an explicit command; maxSize,"
                  + " and at least 20, unless given."))
          .optional(
              "pace.goneLists",
              ConfigKey.Type.INTEGER,
              "3",
              2,
              100,
              "In how many complete lists in a row a machine must be missing to be gone.")
          .optional(
              "pace.vanishShare",
              ConfigKey.Type.DECIMAL,
              "0.1",
              ConfigKey.ABOVE_ZERO,
              1,
              "When more than this share (and more than 3) goes missing at once, the pool freezes.")
          .optional(
              "actions.perMachine",
              ConfigKey.Type.INTEGER,
              "16",
              1,
              1_000,
              "How many actions of one machine may not have ended.")
          .optional(
              "actions.perCaller",
              ConfigKey.Type.INTEGER,
              "1000",
              1,
              1_000_000,
              "How many actions of one caller may not have ended.")
          .add(new ConfigKey(
              "actions.disruptedAtOnce",
              ConfigKey.Type.INTEGER,
              false,
              Optional.empty(),
              List.of(),
              1,
              PoolConfig.LARGEST,
              "How many machines may be under an action that disrupts them; a tenth of maxSize, and at"
                  + " least 1, unless given."))
          .timeAboveZero(
              "actions.keep", "1h", "For how long an action that has ended is kept; at most 30d.")
          .optional(
              "idempotencyKeys.perCaller",
              ConfigKey.Type.INTEGER,
              Integer.toString(PoolConfig.USUAL_KEYS),
              1,
              10_000_000,
              "How many idempotency keys of one caller are kept, each for two days and in at most 150 bytes of"
                  + " memory; further writes under new keys are refused by 429.")
          .optional(
              "loadBalancing.behind",
              ConfigKey.Type.LIST,
              "The load balancers behind which machines in service are kept, each as region/name; at"
                  + " most 10. Others make and delete them.")
          .timeAboveZero(
              "loadBalancing.drainWithin",
              "5m",
              "How long a machine that goes waits at most until it is out from behind all of them; at"
                  + " most 1d.")
          .optional(
              "mirrorServiceState",
              ConfigKey.Type.BOOLEAN,
              "false",
              "Whether service states are written onto the machines as labels.")
          .build(),
      ordered(
          "tags", "Tags that each machine gets, by name; none begins with ca-.",
          "policies", "How it is scaled, by name: each with type, version and properties.",
          "schedules", "At which times it gets which size, by name.",
          "hooks",
              "Whom to wait for before a machine ends or enters service, by name, in this order.",
          "template", "What the account's adapter needs to know besides: its own keys."));

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
              "Whose wall clock they are read on, such as Europe/Berlin.")
          .add(scheduled(
              "desiredSize", "The desired size from then on, as far as the limits allow."))
          .add(scheduled("minSize", "The fewest machines that scaling leaves from then on."))
          .add(scheduled("maxSize", "The most machines that count from then on; at most cap."))
          .build(),
      Map.of());

  static final Part HOOK = new Part(
      "pools.<name>.hooks.<name>",
      ConfigSpec.builder()
          .choice(
              "on",
              List.of("termination", "launch"),
              "When machines pause: before they end, or before they enter service.")
          .add(new ConfigKey(
              "timeout",
              ConfigKey.Type.DURATION,
              true,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "How long a pause lasts if nobody answers, and how far a heartbeat puts that off."))
          .add(new ConfigKey(
              "limit",
              ConfigKey.Type.DURATION,
              false,
              Optional.empty(),
              List.of(),
              1,
              LifecycleHook.LONGEST.toSeconds(),
              "The longest pause, heartbeats and all; 100 timeouts, and at most two days, unless"
                  + " given."))
          .add(new ConfigKey(
              "otherwise",
              ConfigKey.Type.CHOICE,
              false,
              Optional.empty(),
              List.of("continue", "abandon"),
              0,
              0,
              "What holds when nobody has answered in time; continue before an end, abandon before"
                  + " entering service, unless given."))
          .optional("metadata", ConfigKey.Type.TEXT, "A text for the receiver, in every message.")
          .optional(
              "channel",
              ConfigKey.Type.TEXT,
              "webhook",
              "How the receiver is told: webhook, or one that the account's adapter adds.")
          .optional(
              "secret",
              ConfigKey.Type.SECRET,
              "What messages are signed with: file:PATH, env:NAME, or the text itself.")
          .build(),
      ordered(
          "target",
          "What the channel needs to know. Of webhook: url; allowPrivate, whether the receiver may"
              + " be at a private address; ca, a PEM file of authorities to trust instead of"
              + " Java's."));

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
        "What its bearer may do: read; or also operate the pools; or also admin: adopt, disown,"
            + " thaw, and play the simulated cloud.");
  }

  private static ConfigKey maxSize() {
    return new ConfigKey(
        "maxSize",
        ConfigKey.Type.INTEGER,
        true,
        Optional.empty(),
        List.of(),
        1,
        PoolConfig.LARGEST,
        "The cap: the most machines that count, and the greatest desired size.");
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

  private static ConfigKey atMostPerHour(String name, String doc) {
    return new ConfigKey(
        name,
        ConfigKey.Type.INTEGER,
        false,
        Optional.empty(),
        List.of(),
        1,
        Integer.MAX_VALUE,
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
