package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.testkit.certify.CloudLacks;
import io.cloudadapter.testkit.certify.Console;
import io.cloudadapter.testkit.certify.ErrorCase;
import io.cloudadapter.testkit.certify.Sample;
import io.cloudadapter.testkit.certify.TestCloud;
import io.cloudadapter.testkit.certify.Thing;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.FaultWire;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Real services on this machine, with nobody else in them, as the testkit wants them: the adapter reaches them through
 * the wire, the console directly. What they are is read from a file of variables such as {@code OS_AUTH_URL} and {@code
 * LOOPBACK_NOVA_URL}.
 */
final class LoopbackCloud implements TestCloud, Console {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Map<String, String> variables;
  private final String token;
  private int strangers;

  LoopbackCloud(Path file) {
    variables = read(file);
    token = login();
    clear();
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
    String body =
        """
        {"auth": {"identity": {"methods": ["password"], "password": {"user":
          {"name": "%s", "domain": {"id": "default"}, "password": "%s"}}},
          "scope": {"project": {"id": "%s"}}}}""".formatted(variable("OS_USERNAME"), variable("OS_PASSWORD"), variable("OS_PROJECT_ID"));
    HttpResponse<String> reply = send("POST", variable("OS_AUTH_URL") + "/auth/tokens", body, "");
    return reply.headers().firstValue("X-Subject-Token").orElseThrow();
  }

  private static HttpResponse<String> send(String method, String url, String body, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
        .method(method, BodyPublishers.ofString(body))
        .header("Content-Type", "application/json")
        .header("OpenStack-API-Version", "compute 2.69");
    if (!token.isEmpty()) {
      request.header("X-Auth-Token", token);
    }
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofString());
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

  private JsonNode ask(String method, String url, String body) {
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
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Ends what earlier runs have left: nobody else is here. */
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
    router("PUT", "", "{\"router\": {\"routes\": []}}");
    router("PUT", "/tags", "{\"tags\": []}");
    await(
        "an empty project",
        () -> servers().isEmpty() && rows("loadbalancers", "loadbalancers").isEmpty());
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
  public Map<String, String> config(FaultWire wire) {
    Map<String, String> config = new TreeMap<>();
    for (String service : List.of("NOVA", "NEUTRON", "GLANCE", "OCTAVIA", "ZAQAR")) {
      URI unused = wire.to(URI.create(variable("LOOPBACK_" + service + "_URL")));
    }
    config.put("authUrl", wire.to(URI.create(variable("OS_AUTH_URL"))).toString());
    config.put("user", variable("OS_USERNAME"));
    config.put("password", variable("OS_PASSWORD"));
    config.put("projectId", variable("OS_PROJECT_ID"));
    config.put("loadBalancerNetwork", "private");
    config.put("router", variable("LOOPBACK_ROUTER_ID"));
    // On one machine with everything a load balancer takes half a minute.
    config.put("callTimeout", "60s");
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
  public Sample sample() {
    return new Sample(
        List.of("nova"),
        Optional.of("m1.nano"),
        Optional.of("tiny"),
        Map.of("networks", "private"),
        64,
        255,
        255,
        49_149);
  }

  @Override
  public Dialect dialect() {
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
  public Optional<Console> console() {
    return Optional.of(this);
  }

  @Override
  public void close() {
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
  public List<Thing> things() {
    return servers().stream().map(LoopbackCloud::thing).toList();
  }

  private static Thing thing(JsonNode server) {
    Map<String, String> tags = new TreeMap<>();
    server
        .path("metadata")
        .properties()
        .forEach(item -> tags.put(item.getKey(), item.getValue().asText()));
    for (JsonNode tag : server.path("tags")) {
      String[] pair = tag.asText().split("=", 2);
      tags.put(pair[0], pair.length == 2 ? pair[1] : "");
    }
    return new Thing(Thing.MACHINE, server.path("id").asText(), true, tags);
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
    StringBuilder marks = new StringBuilder();
    StringBuilder metadata = new StringBuilder();
    tags.forEach((name, value) -> {
      if (name.startsWith(Marks.RESERVED)) {
        marks.append(marks.isEmpty() ? "" : ",").append('"').append(name).append('=');
        marks.append(value).append('"');
      } else {
        metadata.append(metadata.isEmpty() ? "" : ",").append('"').append(name);
        metadata.append("\":\"").append(value).append('"');
      }
    });
    String body = """
        {"server": {"name": "somebodys-%d", "flavorRef": "%s", "imageRef": "%s",
          "networks": [{"uuid": "%s"}], "tags": [%s], "metadata": {%s}}}""".formatted(
            ++strangers,
            variable("LOOPBACK_FLAVOR_ID"),
            variable("LOOPBACK_IMAGE_ID"),
            variable("LOOPBACK_NETWORK_ID"),
            marks,
            metadata);
    MachineId machine =
        new MachineId(nova("POST", "/servers", body).path("server").path("id").asText());
    await("a start", () -> server(machine).path("status").asText().equals("ACTIVE"));
    return machine;
  }

  @Override
  public void refuseLaunches(Kind kind) {
    if (kind != Kind.QUOTA) {
      throw new CloudLacks("Nova accepts first, and finds no host later");
    }
    throw new UnsupportedOperationException("quotas belong to an administrator");
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

  /** Of those that are over. */
  @Override
  public int rebootsOf(MachineId machine) {
    JsonNode server = server(machine);
    if (!server.path("OS-EXT-STS:task_state").isNull()) {
      return 0;
    }
    int reboots = 0;
    String path = "/servers/" + machine.value() + "/os-instance-actions";
    for (JsonNode action : nova("GET", path, "").path("instanceActions")) {
      boolean well = action.path("message").isNull();
      reboots += action.path("action").asText().equals("reboot") && well ? 1 : 0;
    }
    return reboots;
  }
}
