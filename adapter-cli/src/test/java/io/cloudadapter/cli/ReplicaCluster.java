package io.cloudadapter.cli;

import com.example.larch.cloud.LarchCloud;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.fake.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/** Three members of etcd and three servers over one ledger, beside a cloud that none of them is part of. */
final class ReplicaCluster implements AutoCloseable {
  static final List<String> ETCDS = List.of("etcd1", "etcd2", "etcd3");
  static final List<String> SERVERS = List.of("one", "two", "three");
  static final List<String> ALL =
      java.util.stream.Stream.concat(ETCDS.stream(), SERVERS.stream()).toList();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "team-token-of-this-run";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path home;
  private final TestNetwork ground;
  private final Duration lease;
  private final String more;
  private final LarchCloud cloud;
  private final Optional<PemFiles> pem;
  private final Map<String, ClusterProcess> members = new TreeMap<>();
  private final Map<String, Integer> ports = new TreeMap<>();

  ReplicaCluster(Path home, TestNetwork ground, Duration lease) throws Exception {
    this(home, ground, lease, ServerBuild.present(), "");
  }

  /** The same with servers of one build to begin with, and more lines in their configuration. */
  ReplicaCluster(Path home, TestNetwork ground, Duration lease, ServerBuild build, String more)
      throws Exception {
    this.more = more;
    this.home = home;
    this.ground = ground;
    this.lease = lease;
    InetAddress outside = InetAddress.getByName(ground.outside());
    this.cloud = LarchCloud.startAt(outside, InstantSource.system(), 1);
    cloud.lag(Duration.ofSeconds(2));
    boolean loopback = ground.outside().equals("127.0.0.1");
    this.pem = loopback
        ? Optional.empty()
        : Optional.of(
            PemFiles.of(home, SERVERS.stream().map(ground::host).collect(Collectors.toList())));
    for (String member : ALL) {
      ports.put(member, loopback ? FreePort.onLoopback() : ETCDS.contains(member) ? 2379 : 8443);
      ports.put(member + "-peer", loopback ? FreePort.onLoopback() : 2380);
    }
    try {
      begin(build);
    } catch (Exception | Error e) {
      close();
      throw e;
    }
  }

  private void begin(ServerBuild build) throws IOException {
    for (String etcd : ETCDS) {
      start(etcd, etcd(etcd));
    }
    for (String server : SERVERS) {
      Path data = Files.createDirectories(
          home.resolve(server),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.write(data.resolve("ledger.key"), new byte[32]);
      Files.setPosixFilePermissions(
          data.resolve("ledger.key"), PosixFilePermissions.fromString("rw-------"));
      start(server, server(server, build));
    }
    await("all servers answer", () -> SERVERS.stream().allMatch(s -> role(s).isPresent()));
    await("a replica leads", () -> leader().isPresent());
  }

  private void start(String name, List<String> command) {
    members.put(
        name, new ClusterProcess(name, ground.within(name, command), home.resolve(name + ".log")));
  }

  /** Stops a server in order, and starts it as one of another build. */
  void replace(String server, ServerBuild build) throws IOException {
    member(server).end();
    start(server, server(server, build));
  }

  private String client(String etcd) {
    return "http://" + ground.host(etcd) + ":" + ports.get(etcd);
  }

  private String peer(String etcd) {
    return "http://" + ground.host(etcd) + ":" + ports.get(etcd + "-peer");
  }

  private List<String> etcd(String name) {
    return List.of(
        "etcd",
        "--name=" + name,
        "--data-dir=" + home.resolve(name),
        "--listen-client-urls=" + client(name),
        "--advertise-client-urls=" + client(name),
        "--listen-peer-urls=" + peer(name),
        "--initial-advertise-peer-urls=" + peer(name),
        "--initial-cluster="
            + ETCDS.stream().map(each -> each + "=" + peer(each)).collect(Collectors.joining(",")),
        "--auto-compaction-mode=periodic",
        "--auto-compaction-retention=1m",
        "--log-level=error");
  }

  private List<String> server(String name, ServerBuild build) throws IOException {
    String etcds = ETCDS.stream()
        .map(each -> ground.host(each) + ":" + ports.get(each))
        .collect(Collectors.joining(","));
    String listen = pem.map(files -> "address: 0.0.0.0, tls: {cert: " + files.chain() + ", key: "
            + files.key() + "}, tokens: {team: {role: admin, file: " + token() + "}}")
        .orElse("http: true");
    Path config = Files.writeString(home.resolve(name + ".yaml"), """
        data: %s
        store: etcd://%s/team
        etcd: {lease: %ds, name: %s, url: "%s"}
        server: {port: %d, %s}
        accounts:
          larch: {provider: larch, endpoint: "%s", user: %s, secret: "literal:%s"}
        pools:
          web: {maxSize: %d, size: small, image: debian, listInterval: &often {busy: 500ms, idle: 1s},
            launchesPerHour: 100000, terminationsPerHour: 100000, massDisappearanceShare: 1}
          jobs:
            maxSize: 6
            initialSize: 4
            size: small
            image: debian
            listInterval: *often
            launchesPerHour: 100000
            terminationsPerHour: 100000
            massDisappearanceShare: 1
            hooks:
              # There is no server: the clients ask for the hooks that wait.
              drain: {on: termination, timeout: 1h, target: {url: "http://127.0.0.1:9/",
                allowPrivate: true}}
        %s
        """.formatted(
            home.resolve(name),
            etcds,
            lease.toSeconds(),
            name,
            url(name),
            ports.get(name),
            listen,
            cloud.url(),
            LarchCloud.USER,
            LarchCloud.SECRET,
            ReplicaClients.MOST,
            more));
    List<String> command = new ArrayList<>(build.command());
    command.addAll(List.of("serve", "--config", config.toString()));
    return command;
  }

  private Path token() {
    Path file = home.resolve("token");
    try {
      if (!Files.exists(file)) {
        Files.writeString(file, TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return file;
  }

  LarchCloud cloud() {
    return cloud;
  }

  TestNetwork ground() {
    return ground;
  }

  ClusterProcess member(String name) {
    return members.get(name);
  }

  String url(String server) {
    return (pem.isPresent() ? "https://" : "http://") + ground.host(server) + ":"
        + ports.get(server);
  }

  /** A client of its own, which believes the servers' certificate. */
  HttpClient client() {
    HttpClient.Builder client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(1));
    Optional<SSLContext> context = pem.map(PemFiles::context);
    context.ifPresent(client::sslContext);
    return client.build();
  }

  /** A request to a server, which has to be answered soon. */
  HttpRequest.Builder request(String server, String path) {
    return HttpRequest.newBuilder(URI.create(url(server) + path))
        .header("Authorization", "Bearer " + TOKEN)
        .timeout(Duration.ofSeconds(3));
  }

  /** Returns the role that a server reports, if it answers. */
  Optional<String> role(String server) {
    return get(server, "/healthz").map(health -> health.path("role").asText());
  }

  Optional<JsonNode> get(String server, String path) {
    return json(client(), request(server, path).GET().build());
  }

  private static Optional<JsonNode> json(HttpClient client, HttpRequest request) {
    try {
      HttpResponse<byte[]> reply = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return reply.statusCode() == 200
          ? Optional.of(JSON.readTree(reply.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The server that says it leads. */
  Optional<String> leader() {
    return SERVERS.stream()
        .filter(server -> role(server).filter("leader"::equals).isPresent())
        .findFirst();
  }

  /** The member of etcd that leads etcd. */
  Optional<String> etcdLeader() {
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    return ETCDS.stream()
        .filter(etcd -> json(
                client,
                HttpRequest.newBuilder(URI.create(client(etcd) + "/v3/maintenance/status"))
                    .timeout(Duration.ofSeconds(2))
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build())
            .filter(status -> status
                .path("leader")
                .asText()
                .equals(status.path("header").path("member_id").asText()))
            .isPresent())
        .findFirst();
  }

  static void await(String what, java.util.function.BooleanSupplier wish) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!wish.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  /** The keys of the ledger's entries in etcd, each with the revision at which it was written last. */
  List<String> entries() {
    String all = "{\"key\":\"" + base64("/team/entry") + "\",\"range_end\":\""
        + base64("/team/entrz") + "\",\"keys_only\":true}";
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    JsonNode range = json(
            client,
            HttpRequest.newBuilder(URI.create(client(ETCDS.get(0)) + "/v3/kv/range"))
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString(all))
                .build())
        .orElseThrow();
    List<String> entries = new ArrayList<>();
    range
        .path("kvs")
        .forEach(entry -> entries.add(
            entry.path("key").asText() + " " + entry.path("mod_revision").asText()));
    return entries;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What one server has logged. */
  String logOf(String server) {
    try {
      Path log = home.resolve(server).resolve("adapter.log");
      return Files.readString(home.resolve(server + ".log"))
          + (Files.exists(log) ? Files.readString(log) : "");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** What the servers have logged. */
  String logged() {
    return SERVERS.stream().map(this::logOf).collect(Collectors.joining());
  }

  @Override
  public void close() {
    IntStream.range(0, ALL.size()).mapToObj(i -> ALL.get(ALL.size() - 1 - i)).forEach(name -> {
      ClusterProcess member = members.get(name);
      if (member != null) {
        member.kill();
      }
    });
    cloud.close();
    ground.close();
  }
}
