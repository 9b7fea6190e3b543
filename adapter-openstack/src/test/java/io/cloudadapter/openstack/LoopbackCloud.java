package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Real services on this machine, without other users, as the testkit needs them: the adapter reaches them through the
 * wire, the console directly. What they are is read from a file of variables such as {@code OS_AUTH_URL} and
 * {@code LOOPBACK_NOVA_URL}. Two may be missing, with the rules that need them untested then: for how long services
 * believe a token without asking Keystone ({@code LOOPBACK_TOKEN_CACHE_SECONDS}, their token_cache_time), and where
 * Nova's database listens ({@code LOOPBACK_DATABASE_SOCKET}).
 */
final class LoopbackCloud implements TestCloud, TestCloudConsole {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String IMAGE = "tiny";
  private static final AtomicBoolean HEALED = new AtomicBoolean();
  private static final String BELIEVED = "LOOPBACK_TOKEN_CACHE_SECONDS";
  private static final String DATABASE = "LOOPBACK_DATABASE_SOCKET";
  private static final String FORMATS = """
      [{"op": "add", "path": "/disk_format", "value": "raw"},
        {"op": "add", "path": "/container_format", "value": "bare"}]""";

  private final Map<String, String> variables;
  private final Optional<LoopbackDatabase> database;
  private final LoopbackAdministrator administrator = new LoopbackAdministrator(this::variable);
  private final Thread hypervisor = new Thread(this::uploads, "a hypervisor that uploads");
  private volatile String token;
  private volatile boolean closed;
  private int strangers;

  LoopbackCloud(Path file) {
    variables = read(file);
    database = Optional.ofNullable(variables.get(DATABASE)).map(LoopbackDatabase::new);
    token = login();
    if (!HEALED.getAndSet(true)) {
      database.ifPresent(LoopbackDatabase::healAnyway);
      administrator.healAnyway(IMAGE);
    }
    clear();
    hypervisor.setDaemon(true);
    hypervisor.start();
  }

  private static Map<String, String> read(Path file) {
    Map<String, String> variables = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] pair = line.replaceFirst("^export ", "").split("=", 2);
        if (pair.length == 2) {
          variables.put(pair[0], pair[1]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return variables;
  }

  private String variable(String name) {
    return Optional.ofNullable(variables.get(name))
        .orElseThrow(() -> new IllegalStateException("the file has no " + name));
  }

  private String login() {
    String project = "\"id\": \"" + variable("OS_PROJECT_ID") + "\"";
    return login(
        variable("OS_AUTH_URL"), variable("OS_USERNAME"), variable("OS_PASSWORD"), project);
  }

  /** A token of its user. */
  static String login(String keystone, String user, String password, String project) {
    String body = """
        {"auth": {"identity": {"methods": ["password"], "password": {"user":
          {"name": "%s", "domain": {"id": "default"}, "password": "%s"}}},
          "scope": {"project": {%s}}}}""".formatted(user, password, project);
    HttpResponse<String> reply = send("POST", keystone + "/auth/tokens", body, "");
    return reply.headers().firstValue("X-Subject-Token").orElseThrow();
  }

  private static HttpResponse<String> send(String method, String url, String body, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
        .method(method, BodyPublishers.ofString(body))
        .header("Content-Type", "application/json")
        .header("OpenStack-API-Version", "compute 2.69, placement 1.26");
    if (!token.isEmpty()) {
      request.header("X-Auth-Token", token);
    }
    return send(request.build());
  }

  static void glance(String method, String url, String type, String body, String token) {
    HttpResponse<String> unused = send(HttpRequest.newBuilder(URI.create(url))
        .method(method, BodyPublishers.ofString(body))
        .header("Content-Type", "application/" + type)
        .header("X-Auth-Token", token)
        .build());
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private JsonNode nova(String method, String path, String body) {
    return ask(method, variable("LOOPBACK_NOVA_URL") + path, body);
  }

  private JsonNode octavia(String method, String path) {
    return ask(method, variable("LOOPBACK_OCTAVIA_URL") + "/v2/lbaas/" + path, "");
  }

  private JsonNode router(String method, String path, String body) {
    String router = "/v2.0/routers/" + variable("LOOPBACK_ROUTER_ID");
    return ask(method, variable("LOOPBACK_NEUTRON_URL") + router + path, body);
  }

  private JsonNode glance(String path) {
    return ask("GET", variable("LOOPBACK_GLANCE_URL") + "/v2/images" + path, "");
  }

  /** Sends what has no answer to be read. */
  static void change(String method, String url, String token) {
    HttpResponse<String> reply = send(method, url, "", token);
    if (reply.statusCode() >= 400) {
      throw new IllegalStateException(method + " " + url + ": " + reply.statusCode());
    }
  }

  private JsonNode ask(String method, String url, String body) {
    return ask(method, url, body, token);
  }

  static JsonNode ask(String method, String url, String body, String token) {
    HttpResponse<String> reply = send(method, url, body, token);
    if (reply.statusCode() >= 400 && reply.statusCode() != 404) {
      throw new IllegalStateException(
          method + " " + url + ": " + reply.statusCode() + " " + reply.body());
    }
    try {
      return JSON.readTree(reply.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(String what, BooleanSupplier so) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited in vain: " + what);
      }
      pause();
    }
  }

  private static void pause() {
    pause(Duration.ofMillis(200));
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Ends what earlier runs have left: there are no other users. */
  private void clear() {
    for (JsonNode server : servers()) {
      nova("DELETE", "/servers/" + server.path("id").asText(), "");
    }
    for (JsonNode balancer : rows("loadbalancers", "loadbalancers")) {
      String path = "loadbalancers/" + balancer.path("id").asText();
      await(
          "an idle load balancer",
          () -> !octavia("GET", path)
              .path("loadbalancer")
              .path("provisioning_status")
              .asText()
              .startsWith("PENDING_"));
      octavia("DELETE", path + "?cascade=true");
    }
    JsonNode router = router("GET", "", "").path("router");
    if (!router.path("routes").isEmpty() || !router.path("tags").isEmpty()) {
      router("PUT", "", "{\"router\": {\"routes\": []}}");
      router("PUT", "/tags", "{\"tags\": []}");
    }
    for (JsonNode image : snapshots()) {
      String url =
          variable("LOOPBACK_GLANCE_URL") + "/v2/images/" + image.path("id").asText();
      ask("DELETE", url, "");
    }
    await(
        "an empty project",
        () -> servers().isEmpty() && rows("loadbalancers", "loadbalancers").isEmpty());
  }

  /** The project's own images; those that machines are made from are everybody's. */
  private JsonNode snapshots() {
    return glance("?visibility=private&owner=" + variable("OS_PROJECT_ID")).path("images");
  }

  /** The hypervisor that pretends uploads nothing, and without this a snapshot would wait for ever. */
  private void uploads() {
    while (!closed) {
      for (JsonNode image : snapshots()) {
        if (image.path("status").asText().equals("queued")) {
          String url =
              variable("LOOPBACK_GLANCE_URL") + "/v2/images/" + image.path("id").asText();
          // One that was deleted meanwhile does not matter.
          glance("PATCH", url, "openstack-images-v2.1-json-patch", FORMATS, token);
          glance("PUT", url + "/file", "octet-stream", "a disk", token);
        }
      }
      pause();
    }
  }

  private List<JsonNode> rows(String path, String field) {
    List<JsonNode> rows = new ArrayList<>();
    octavia("GET", path).path(field).forEach(rows::add);
    return rows;
  }

  private List<JsonNode> servers() {
    List<JsonNode> all = new ArrayList<>();
    nova("GET", "/servers/detail", "").path("servers").forEach(all::add);
    return all;
  }

  private JsonNode server(MachineId machine) {
    return nova("GET", "/servers/" + machine.value(), "").path("server");
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> config = new TreeMap<>();
    for (String service : List.of("NOVA", "NEUTRON", "GLANCE", "OCTAVIA", "ZAQAR")) {
      URI unused = wire.to(URI.create(variable("LOOPBACK_" + service + "_URL")));
    }
    config.put("authUrl", wire.to(URI.create(variable("OS_AUTH_URL"))).toString());
    config.put("user", variable("OS_USERNAME"));
    config.put("password", variable("OS_PASSWORD"));
    config.put("project", variable("OS_PROJECT_NAME"));
    config.put("projectDomain", variable("OS_PROJECT_DOMAIN_NAME"));
    config.put("loadBalancerNetwork", "private");
    config.put("router", variable("LOOPBACK_ROUTER_ID"));
    config.put("callTimeout", "20s");
    config.put("lateAcceptance", "2s");
    config.put("listLag", "1s");
    return config;
  }

  @Override
  public String region() {
    return variable("OS_REGION_NAME");
  }

  @Override
  public String nameOf(MachineId machine) {
    return server(machine).path("name").asText();
  }

  @Override
  public SampleLaunch sample() {
    return new SampleLaunch(
        List.of("nova"),
        Optional.of("m1.nano"),
        Optional.of(IMAGE),
        Map.of("networks", "private"),
        64,
        255,
        255,
        49_149);
  }

  @Override
  public ErrorDialect dialect() {
    return OpenStackDialect.OPENSTACK;
  }

  @Override
  public List<ErrorCase> errors() {
    return OpenStackDialect.OPENSTACK.errors();
  }

  @Override
  public boolean changesTagsOnCondition() {
    return false;
  }

  /** A page of Nova's holds a thousand. */
  @Override
  public boolean listsInPages() {
    return false;
  }

  @Override
  public Optional<TestCloudConsole> console() {
    return Optional.of(this);
  }

  @Override
  public List<String> secrets() {
    return List.of(variable("OS_PASSWORD"));
  }

  @Override
  public void close() {
    closed = true;
    heal();
    clear();
  }

  /** Has one build in twenty fail on its hypervisor, or none any more. */
  void failBuilds(boolean some) {
    Path faults = Path.of(variable("LOOPBACK_FAULTS_FILE"));
    Path fresh = faults.resolveSibling("faults.fresh");
    try {
      Files.writeString(fresh, some ? "{\"compute\": {\"build_error_rate\": 0.05}}" : "{}");
      Path unused = Files.move(
          fresh, faults, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // The console.

  @Override
  public List<CloudResource> resources() {
    return servers().stream().map(LoopbackCloud::resource).toList();
  }

  private static CloudResource resource(JsonNode server) {
    Map<String, String> tags = new TreeMap<>();
    server
        .path("metadata")
        .properties()
        .forEach(item -> tags.put(item.getKey(), item.getValue().asText()));
    for (JsonNode tag : server.path("tags")) {
      String[] pair = tag.asText().split("=", 2);
      tags.put(pair[0], pair.length == 2 ? pair[1] : "");
    }
    return new CloudResource(CloudResource.MACHINE, server.path("id").asText(), true, tags);
  }

  @Override
  public void kill(MachineId machine) {
    nova("DELETE", "/servers/" + machine.value(), "");
    await("an end", () -> server(machine).isMissingNode());
  }

  @Override
  public void stop(MachineId machine) {
    await("a start", () -> server(machine).path("status").asText().equals("ACTIVE"));
    nova("POST", "/servers/" + machine.value() + "/action", "{\"os-stop\": null}");
    await("a stop", () -> isStopped(machine));
  }

  @Override
  public MachineId create(Map<String, String> tags) {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode server = body.putObject("server");
    server.put("name", "somebodys-" + ++strangers);
    server.put("flavorRef", variable("LOOPBACK_FLAVOR_ID"));
    server.put("imageRef", variable("LOOPBACK_IMAGE_ID"));
    server.putArray("networks").addObject().put("uuid", variable("LOOPBACK_NETWORK_ID"));
    ArrayNode marks = server.putArray("tags");
    ObjectNode metadata = server.putObject("metadata");
    tags.forEach((name, value) -> {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        marks.add(name + "=" + value);
      } else {
        metadata.put(name, value);
      }
    });
    MachineId machine = new MachineId(
        nova("POST", "/servers", body.toString()).path("server").path("id").asText());
    await("a start", () -> server(machine).path("status").asText().equals("ACTIVE"));
    return machine;
  }

  @Override
  public void refuseLaunches(Kind kind) {
    if (kind != Kind.QUOTA) {
      throw new UnsupportedByCloudException("Nova accepts first, and finds no host later");
    }
    administrator.allow(0);
  }

  @Override
  public void failLater(Kind kind) {
    if (kind != Kind.CAPACITY) {
      throw new UnsupportedOperationException(
          "this cloud cannot make Nova count its quota too late");
    }
    administrator.fill();
  }

  @Override
  public void moveImage(String name) {
    administrator.moveImage(name);
  }

  @Override
  public List<MachineSize> sizes() {
    List<MachineSize> sizes = new ArrayList<>();
    for (JsonNode flavor : nova("GET", "/flavors/detail", "").path("flavors")) {
      sizes.add(new MachineSize(
          flavor.path("name").asText(),
          flavor.path("vcpus").asInt(),
          flavor.path("ram").asLong(),
          flavor.path("disk").asLong(),
          OptionalInt.empty(),
          List.of()));
    }
    return sizes;
  }

  @Override
  public void leaveRoom(int machines) {
    administrator.allow(servers().size() + machines);
  }

  @Override
  public void heal() {
    database.ifPresent(LoopbackDatabase::heal);
    administrator.heal();
  }

  private LoopbackDatabase database() {
    return database.orElseThrow(() -> new UnsupportedOperationException(
        "only Nova's database can do that, and no " + DATABASE + " is said"));
  }

  @Override
  public void showUnknownState(MachineId machine) {
    database().showUnknownState(machine.value());
  }

  @Override
  public void hidePart() {
    database().hide();
  }

  @Override
  public void expireCredentials() {
    forgetTokens();
  }

  @Override
  public void switchAccount() {
    administrator.switchProject();
    forgetTokens();
  }

  /** Services believe a token for a while without asking Keystone again; how long is a setting of theirs. */
  private void forgetTokens() {
    if (!variables.containsKey(BELIEVED)) {
      throw new UnsupportedOperationException(
          "services believe a token that was revoked for minutes, unless " + BELIEVED + " is said");
    }
    administrator.revokeTokens();
    // Keystone knows seconds only, and takes a token of the same one for a revoked one.
    pause(Duration.ofSeconds(2));
    token = login();
    pause(Duration.ofSeconds(Long.parseLong(variable(BELIEVED)) + 1));
  }

  @Override
  public String userDataOf(MachineId machine) {
    return administrator.userDataOf(machine.value());
  }

  @Override
  public List<String> snapshotsOf(MachineId machine) {
    List<String> ids = new ArrayList<>();
    for (JsonNode image : snapshots()) {
      if (image.path("instance_uuid").asText().equals(machine.value())
          && image.path("status").asText().equals("active")) {
        ids.add(image.path("id").asText());
      }
    }
    return ids;
  }

  /** Nova notes how often a server was rebuilt, and what it consists of now. */
  @Override
  public List<String> restoresOf(MachineId machine) {
    return Collections.nCopies(actionsOf(machine, "rebuild"), imageOf(machine));
  }

  /** Read off what Octavia has, by address and not by what the adapter has noted there. */
  @Override
  public List<LoadBalancerSpec> loadBalancers() {
    List<JsonNode> truth = new ArrayList<>();
    for (JsonNode balancer : rows("loadbalancers", "loadbalancers")) {
      if (!balancer.path("provisioning_status").asText().equals("PENDING_DELETE")) {
        ObjectNode whole = balancer.deepCopy();
        ArrayNode listeners = whole.putArray("listeners");
        String id = "loadbalancer_id=" + balancer.path("id").asText();
        for (JsonNode listener : rows("listeners?" + id, "listeners")) {
          ObjectNode shown = listener.deepCopy();
          String pool = listener.path("default_pool_id").asText();
          ObjectNode led = octavia("GET", "pools/" + pool).path("pool").deepCopy();
          ArrayNode members = led.putArray("members");
          rows("pools/" + pool + "/members", "members").forEach(members::add);
          shown.set("pool", led);
          listeners.add(shown);
        }
        truth.add(whole);
      }
    }
    Map<String, String> names = addresses();
    return OctaviaTruth.specs(truth, address -> Optional.ofNullable(names.get(address)));
  }

  /** Names only from the tags, all else from what the router does. */
  @Override
  public List<Route> routes() {
    JsonNode router = router("GET", "", "").path("router");
    List<String> tags = new ArrayList<>();
    router.path("tags").forEach(tag -> tags.add(tag.asText()));
    List<Map.Entry<String, String>> hops = new ArrayList<>();
    router
        .path("routes")
        .forEach(row -> hops.add(
            Map.entry(row.path("destination").asText(), row.path("nexthop").asText())));
    Map<String, String> names = addresses();
    return RouterTruth.routes(tags, hops, address -> Optional.ofNullable(names.get(address)));
  }

  /** Names of servers by their addresses. */
  private Map<String, String> addresses() {
    Map<String, String> names = new TreeMap<>();
    for (JsonNode server : servers()) {
      server
          .path("addresses")
          .forEach(network -> network.forEach(
              each -> names.put(each.path("addr").asText(), server.path("name").asText())));
    }
    return names;
  }

  @Override
  public String imageOf(MachineId machine) {
    return server(machine).path("image").path("id").asText();
  }

  @Override
  public Market marketOf(MachineId machine) {
    return Market.ON_DEMAND;
  }

  @Override
  public Map<String, String> templateOf(MachineId machine) {
    await("a start", () -> server(machine).path("status").asText().equals("ACTIVE"));
    return Map.of("networks", server(machine).path("addresses").fieldNames().next());
  }

  @Override
  public boolean isStopped(MachineId machine) {
    return server(machine).path("status").asText().equals("SHUTOFF");
  }

  @Override
  public int rebootsOf(MachineId machine) {
    return actionsOf(machine, "reboot");
  }

  /** Of those that are over. */
  private int actionsOf(MachineId machine, String what) {
    JsonNode server = server(machine);
    if (!server.path("OS-EXT-STS:task_state").isNull()) {
      return 0;
    }
    int count = 0;
    String path = "/servers/" + machine.value() + "/os-instance-actions";
    for (JsonNode action : nova("GET", path, "").path("instanceActions")) {
      boolean well = action.path("message").isNull();
      count += action.path("action").asText().equals(what) && well ? 1 : 0;
    }
    return count;
  }
}
