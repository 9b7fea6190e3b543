package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 1: identity and configuration. */
final class IdentityMutants {
  private IdentityMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(others(), memory(), files()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> files() {
    return List.of(
        AdapterMutant.of(
                "MP-1.10",
                "leaves the user data of a launch in a temporary file",
                "larch-launch.json of the temporary directory holds user data")
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                %s
                """.formatted(written(
                "System.getProperty(\"java.io.tmpdir\")",
                "larch-launch.json",
                "order.bodyFor(key)"))),
        AdapterMutant.of(
                "MP-1.10",
                "keeps its token in a temporary file",
                "larch-token of the temporary directory holds a credential")
            .edit("LarchApi", """
                long seconds = Math.min(
                """, """
                %s
                long seconds = Math.min(
                """.formatted(
                    written("System.getProperty(\"java.io.tmpdir\")", "larch-token", "token"))),
        AdapterMutant.of(
                "MP-1.10",
                "writes requests that met an outage into the working directory",
                "larch-failed.json of the working directory holds user data")
            .edit("LarchErrors", """
                Optional<String> code = reply.errorCode();
                CloudException.Builder error
                """, """
                if (reply.status() >= 500) {
                  %s
                }
                Optional<String> code = reply.errorCode();
                CloudException.Builder error
                """.formatted(
                    written("\"\"", "larch-failed.json", "request.body()"))));
  }

  /** Writes a file that is deleted when the proof ends. */
  private static String written(String folder, String name, String what) {
    return """
        try {
          java.nio.file.Path file = java.nio.file.Path.of(%s, "%s").toAbsolutePath();
          file.toFile().deleteOnExit();
          java.nio.file.Files.writeString(file, String.valueOf(%s));
        } catch (java.io.IOException e) {
          // It is only a note.
        }
        """.formatted(folder, name, what);
  }

  private static List<AdapterMutant> others() {
    return List.of(
        AdapterMutant.of("MP-1.1", "has a name that no configuration can have", "name is \"Larch\"")
            .edit("LarchProviderFactory", """
                return "larch";
                """, """
                return "Larch";
                """),
        AdapterMutant.of("MP-1.2", "opens with a request", "before it was called")
            .edit("LarchProviderFactory", """
                HttpTransport transport =
                """, """
                try {
                  endpoint.resolve("/v1/catalog").toURL().openStream().close();
                } catch (java.io.IOException e) {
                  // Not there yet.
                }
                HttpTransport transport =
                """),
        AdapterMutant.of(
                "MP-1.2", "tells only the first fault of a configuration", "names only [user]")
            .edit("LarchProviderFactory", """
                URI endpoint = config.uri("endpoint");
                """, """
                if (config.text("user").chars().anyMatch(Character::isISOControl)) {
                  throw new ConfigException(List.of(new ConfigError("user", "must be printable")));
                }
                URI endpoint = config.uri("endpoint");
                """),
        AdapterMutant.of("MP-1.3", "does not say that it insists on a user", "ConfigException")
            .edit("LarchProviderFactory", """
                .required("user", ConfigKey.Type.TEXT,
                """, """
                .optional("user", ConfigKey.Type.TEXT,
                """),
        AdapterMutant.of("MP-1.4", "tells whole requests in its errors, logins too", "secret")
            .edit("LarchRequest", """
                return method + " " + path;
                """, """
                return method + " " + path + " " + body.map(JsonNode::toString).orElse("");
                """),
        AdapterMutant.of(
                "MP-1.4",
                "shows its secret where a debugger looks",
                "toString of com.example.larch.LarchApi")
            .edit("LarchApi", """
                void checkOpen() {
                """, """
                void checkOpen() {
                  transport.checkOpen();
                }

                @Override
                public String toString() {
                  return "Larch for " + user + " with " + secret.reveal();
                }

                void unused() {
                """),
        AdapterMutant.of(
                "MP-1.4",
                "logs its logins by SLF4J, below what is printed",
                "printed or logged shows a secret")
            .edit("LarchApi", """
                Optional<String> json = request.body().map(JsonNode::toString);
                """, """
                Optional<String> json = request.body().map(JsonNode::toString);
                org.slf4j.LoggerFactory.getLogger("larch").trace("sends {}", json);
                """),
        AdapterMutant.of("MP-1.4", "logs its logins", "what is printed or logged shows a secret")
            .edit("LarchApi", """
                Optional<String> json = request.body().map(JsonNode::toString);
                """, """
                Optional<String> json = request.body().map(JsonNode::toString);
                if (request.path().equals("/v1/token")) {
                  java.util.logging.Logger.getLogger("larch").info("login with " + json);
                }
                """),
        AdapterMutant.of(
                "MP-1.4",
                "logs its tokens at a level that is not printed",
                "printed or logged shows")
            .edit("LarchApi", """
                HttpExchange exchange = new
                """, """
                java.util.logging.Logger.getLogger("larch")
                    .finest("sending " + request + " with " + token.map(Secret::reveal));
                HttpExchange exchange = new
                """),
        AdapterMutant.of("MP-1.4", "logs launches with their user data", "logged shows user data")
            .edit("LarchProvider", """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                """, """
                LarchLaunchRequest order = LarchLaunchRequest.thaw(frozen);
                java.util.logging.Logger.getLogger("larch").fine("launching " + order.bodyFor(key));
                """),
        AdapterMutant.of("MP-1.4", "quotes user data that is too long", "an error of prepare shows")
            .edit("LarchLimits", """
                " bytes in UTF-8, has " + length);
                """, """
                " bytes in UTF-8, was " + userData.substring(0, 50) + "...");
                """),
        AdapterMutant.of(
                "MP-1.4", "quotes a secret that it refuses", "refusal of a configuration shows")
            .edit("LarchProviderFactory", """
                URI endpoint = config.uri("endpoint");
                if (!HttpAddress.isBase(endpoint)) {
                """, """
                URI endpoint = config.uri("endpoint");
                String secret = config.secret("secret").reveal();
                if (HttpAddress.isBase(endpoint) && secret.chars().anyMatch(Character::isISOControl)) {
                  throw new ConfigException(
                      List.of(new ConfigError("secret", "must be printable, was " + secret)));
                }
                if (!HttpAddress.isBase(endpoint)) {
                """)
            .drags("MP-1.2"),
        AdapterMutant.of("MP-1.4", "logs its secret in base 64", "logged shows a secret")
            .edit("LarchApi", """
                body.put("secret", secret.reveal());
                """, """
                body.put("secret", secret.reveal());
                byte[] basic = (user + ":" + secret.reveal()).getBytes();
                java.util.logging.Logger.getLogger("larch")
                    .fine("login with Basic " + java.util.Base64.getEncoder().encodeToString(basic));
                """),
        AdapterMutant.of("MP-1.4", "links to machines with its token", "a row of launch shows")
            .edit("LarchApi", """
                String token = LarchReply.text(granted, "token")
                """, """
                last = granted.path("token").asText();
                String token = LarchReply.text(granted, "token")
                """)
            .edit("LarchApi", """
                private final String user;
                """, """
                static volatile String last = "";
                private final String user;
                """)
            .edit("LarchRows", """
                machine.metadata(Map.of("image", image))
                """, """
                machine.metadata(
                    Map.of("image", image, "link", "https://larch?t=" + LarchApi.last))
                """),
        knowing("sends its secret in a query", "the target of a request shows a secret")
            .edit("LarchProvider", """
                LarchRequest.get("/v1/account")
                """, """
                LarchRequest.get("/v1/account?password=" + LarchApi.known)
                """),
        knowing(
                "escapes each letter of the secret in a query",
                "the target of a request shows a secret")
            .edit("LarchProvider", """
                LarchRequest.get("/v1/account")
                """, """
                LarchRequest.get("/v1/account?password="
                    + LarchApi.known.replaceAll("l", "%6C").replaceAll("-", "%2d"))
                """),
        AdapterMutant.of(
                "MP-1.4",
                "logs the token that it has just been granted",
                "logged shows a credential")
            .edit("LarchApi", """
                long seconds = Math.min
                """, """
                java.util.logging.Logger.getLogger("larch").fine("granted " + token);
                long seconds = Math.min
                """),
        AdapterMutant.of("MP-1.4", "names its threads by the secret", "the name of a thread shows")
            .edit("LarchProviderFactory", """
                "larch-" + environment.account()
                """, """
                "larch-" + config.secret("secret").reveal()
                """),
        knowing("keeps its secret in what it freezes", "a frozen launch")
            .edit("LarchLaunchRequest", """
                frozen.put("v", VERSION);
                """, """
                frozen.put("v", VERSION);
                frozen.put("login", LarchApi.known);
                """),
        AdapterMutant.of("MP-1.5", "promises something else each time", "the profile was")
            .edit("LarchProvider", """
                return PROFILE;
                """, """
                return ProviderProfile.builder()
                    .callTimeout(Duration.ofSeconds(30).plusNanos(System.nanoTime() % 1_000_000))
                    .maxIdsPerList(20)
                    .build();
                """),
        AdapterMutant.of(
                "MP-1.6", "tells the account that it was configured with", "identity is still")
            .edit("LarchProvider", """
                return LarchReply.text(account, "id")
                """, """
                return Optional.of("larch-account")
                """),
        AdapterMutant.of("MP-1.6", "tells the session instead of the account", "identity is")
            .edit("LarchProvider", """
                return LarchReply.text(account, "id")
                """, """
                return reply.requestId()
                """),
        AdapterMutant.of(
                "MP-1.7", "says of a key no more than its name", "documents user as \"user\"")
            .edit("LarchProviderFactory", """
                The user who fetches tokens.
                """, """
                user
                """));
  }

  /** What is remembered for too long, or for another account. */
  private static List<AdapterMutant> memory() {
    return List.of(
        AdapterMutant.of("MP-1.8", "keeps the catalog for ever", "an hour after")
            .edit("LarchProvider", """
                LarchCatalog catalog = LarchCatalog.read(api, call);
                """, """
                if (known == null) {
                  known = LarchCatalog.read(api, call);
                }
                LarchCatalog catalog = known;
                """)
            .edit("LarchProvider", """
                private final LarchTags tags;
                """, """
                private volatile LarchCatalog known;
                private final LarchTags tags;
                """),
        AdapterMutant.of("MP-1.8", "keeps the zones for ever", "zones")
            .edit("LarchProvider", """
                private List<Zone> zones(CallContext call) {
                """, """
                private volatile List<Zone> known;

                private List<Zone> zones(CallContext call) {
                  if (known == null) {
                    known = zonesNow(call);
                  }
                  return known;
                }

                private List<Zone> zonesNow(CallContext call) {
                """),
        AdapterMutant.of("MP-1.9", "shares its catalog with other accounts", "in another account")
            .edit("LarchProvider", """
                LarchCatalog catalog = LarchCatalog.read(api, call);
                """, """
                LarchCatalog catalog = KNOWN.computeIfAbsent(
                    spec.image().orElse("") + ticker.nanos() / 3_600_000_000_000L,
                    image -> LarchCatalog.read(api, call));
                """)
            .edit("LarchProvider", """
                LarchProvider(LarchApi api) {
                """, """
                private final io.cloudadapter.spi.Ticker ticker;

                LarchProvider(LarchApi api, io.cloudadapter.spi.Ticker ticker) {
                  this.ticker = ticker;
                """)
            .edit("LarchProviderFactory", """
                transport, environment.ticker()));
                """, """
                transport, environment.ticker()), environment.ticker());
                """)
            .edit("LarchProvider", """
                private final LarchTags tags;
                """, """
                private static final java.util.Map<String, LarchCatalog> KNOWN =
                    new java.util.concurrent.ConcurrentHashMap<>();
                private final LarchTags tags;
                """),
        AdapterMutant.of("MP-6.10", "believes the host's clock on the end of a token", "1 h off")
            .edit("LarchProviderFactory", """
                transport, environment.ticker()));
                """, """
                transport, environment.ticker(), environment.clock()));
                """)
            .edit("LarchApi", """
                HttpTransport transport, Ticker ticker) {
                """, """
                HttpTransport transport, Ticker ticker, java.time.InstantSource clock) {
                this.clock = clock;
                """)
            .edit("LarchApi", """
                private final String user;
                """, """
                private final java.time.InstantSource clock;
                private final String user;
                """)
            .edit("LarchApi", """
                long seconds = Math.min(granted.path("expiresIn").asLong(0), LONGEST_SECONDS);
                """, """
                long seconds = Duration.between(
                        clock.instant(), java.time.Instant.parse(granted.path("expiresAt").asText()))
                    .toSeconds();
                if (seconds <= 0) {
                  throw LarchErrors.notUnderstood(request, reply, "token: it has ended");
                }
                """));
  }

  /** One in which everything can read the secret of the account. */
  private static AdapterMutant knowing(String bug, String says) {
    return AdapterMutant.of("MP-1.4", bug, says)
        .edit("LarchApi", """
            this.secret = secret;
            """, """
            this.secret = secret;
            known = secret.reveal();
            """)
        .edit("LarchApi", """
            private final String user;
            """, """
            static volatile String known = "";
            private final String user;
            """);
  }
}
