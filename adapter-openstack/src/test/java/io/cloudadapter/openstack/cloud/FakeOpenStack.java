package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.api.cloud.MachineSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A running OpenStack with one project, and its console, which always tells the truth. The user is {@value #USER} with
 * the password {@value #PASSWORD}; zones are nova and edge, flavors m1.small, m1.large and m1.huge, images debian and
 * alpine, networks private and private-2. May be used by any thread.
 */
public final class FakeOpenStack implements AutoCloseable {
  /** The user who may log in. */
  public static final String USER = FakeKeystone.USER;

  /** The user's password. */
  public static final String PASSWORD = FakeKeystone.PASSWORD;

  /** The id of an application credential. */
  public static final String CREDENTIAL = FakeKeystone.CREDENTIAL;

  /** Its secret. */
  public static final String CREDENTIAL_SECRET = FakeKeystone.CREDENTIAL_SECRET;

  /** The id of the project. */
  public static final String PROJECT = FakeKeystone.PROJECT;

  static {
    // Otherwise the JDK's server sends a reply in two parts, and the second one waits 40 ms for the
    // other side to
    // confirm the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final FakeCatalog shelf = new FakeCatalog();
  private final FakeKeystone keystone;
  private final FakeNova nova;
  private final FakeOctavia octavia = new FakeOctavia();
  private final FakeZaqar zaqar = new FakeZaqar();
  private final FakeRouter router = new FakeRouter();
  private final FakeEndpoint front;
  private final HttpServer server;
  private final ExecutorService threads;
  private final URI url;

  private FakeOpenStack(InstantSource clock, long seed) {
    threads = Executors.newCachedThreadPool(task -> daemon(task, "fake-openstack"));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    url = URI.create("http://localhost:" + server.getAddress().getPort());
    keystone = new FakeKeystone(clock, url.toString());
    nova = new FakeNova(clock, seed, shelf);
    front = new FakeEndpoint(
        keystone, nova, octavia, router, zaqar, shelf, clock, url + "/compute/v2.1");
    server.setExecutor(threads);
    server.createContext("/", front::serve);
    startAsDaemon();
  }

  /** Starts a cloud with a clock of its own and a seed for all chance. */
  public static FakeOpenStack start(InstantSource clock, long seed) {
    return new FakeOpenStack(clock, seed);
  }

  /** The server's own thread is a daemon if a daemon starts it. */
  private void startAsDaemon() {
    Thread starter = daemon(server::start, "fake-openstack-start");
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the cloud was starting", e);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Where everything is; Keystone at {@code /identity}. */
  public URI url() {
    return url;
  }

  /** Every request that reached the cloud, such as {@code GET /compute/v2.1/servers → 200}. */
  public List<String> requests() {
    return front.seen();
  }

  /** A server as it is. */
  public record Truth(String id, String status, Set<String> tags, Map<String, String> metadata) {}

  /** All servers that exist. */
  public List<Truth> servers() {
    return nova.truth().entrySet().stream()
        .map(each -> new Truth(
            each.getKey(),
            each.getValue().status(),
            each.getValue().tags(),
            each.getValue().metadata()))
        .toList();
  }

  /** How many servers were ever made. */
  public int made() {
    return nova.made();
  }

  /** Another owner makes a server, which is ACTIVE at once. */
  public String makeForAnotherOwner(Set<String> tags, Map<String, String> metadata) {
    return nova.makeForAnotherOwner(tags, metadata);
  }

  /** Puts a server into a status for good; {@code gone} ends it. */
  public void status(String id, String status) {
    nova.status(id, status);
  }

  /** Accepts the next launch, and lets it end in ERROR with this fault. */
  public void failNext(String message) {
    nova.failNext(message);
  }

  /** Has a server end in ERROR with this fault. */
  public void fail(String id, String message) {
    nova.fail(id, message);
  }

  /** How many servers the project may have. */
  public void quota(int most) {
    nova.quota(most);
  }

  /** The flavors. */
  public List<MachineSize> sizes() {
    return shelf.flavors.entrySet().stream()
        .map(flavor -> {
          int[] make = shelf.makes.get(flavor.getKey());
          return new MachineSize(
              flavor.getValue(), make[0], make[1], make[2], OptionalInt.empty(), List.of());
        })
        .toList();
  }

  /** Cuts off the cell that has the servers of a zone. */
  public void zoneDown(Optional<String> zone) {
    nova.zoneDown(zone);
  }

  /** How stale lists may be. */
  public void lag(Duration time) {
    nova.lag(time);
  }

  /** How many servers a page of details holds. */
  public void pageLimit(int most) {
    nova.pageLimit(most);
  }

  /** The newest microversion, as 93 for 2.93. */
  public void newest(int minor) {
    front.newest(minor);
  }

  /** Gives an image's name to a new image. */
  public void moveImage(String name) {
    shelf.move(name);
  }

  /** What a server was ordered with. */
  public JsonNode order(String id) {
    return nova.order(id);
  }

  /** Returns the name of the group in the scheduler hints of a server; empty if there was none. */
  public String serverGroup(String id) {
    return nova.serverGroup(id);
  }

  /** The id of the image that is on a server. */
  public String imageOf(String id) {
    return nova.imageOf(id);
  }

  /** The addresses of a server; none while it is being made. */
  public List<String> addressesOf(String id) {
    return nova.addressesOf(id);
  }

  /** The name of a network or a security group. */
  public String nameOf(String id) {
    return shelf.networks.getOrDefault(id, shelf.groups.getOrDefault(id, ""));
  }

  /** How often a server was rebooted. */
  public int reboots(String id) {
    return nova.reboots(id);
  }

  /** The ids of the snapshots of a server. */
  public List<String> snapshots(String id) {
    return nova.snapshots(id);
  }

  /** The images to which a server was rebuilt. */
  public List<String> rebuilds(String id) {
    return nova.rebuilds(id);
  }

  /** What a server is called; empty if there never was one. */
  public String serverName(String id) {
    return nova.nameOf(id);
  }

  /** The id of the server that has an address, or had it last. */
  public Optional<String> serverAt(String address) {
    return nova.at(address);
  }

  /** The load balancers as they are, with listeners, each with its pool and that one's members. */
  public List<JsonNode> balancers() {
    return octavia.truth();
  }

  /** Puts load balancers of a name into a status until the next change of it. */
  public void balancerStatus(String name, String status) {
    octavia.status(name, status);
  }

  /** Has the next list of load balancers be empty, as if it were read too early. */
  public void hideBalancersOnce() {
    octavia.hideOnce();
  }

  /** Has Octavia be done with most changes at once, for runs in their thousands. */
  public void quickOctavia() {
    octavia.beQuick();
  }

  /** Another owner makes a load balancer. */
  public void makeBalancerForAnotherOwner(String name) {
    octavia.makeForAnotherOwner(name);
  }

  /** Has load balancers end in ERROR once so many more changes were done. */
  public void balancerBreaksAfter(int changes) {
    octavia.breakAfter(changes);
  }

  /** Sets what monitors have found of the members that are tagged with a server. */
  public void memberStatus(String server, String status) {
    octavia.memberStatus(server, status);
  }

  /** Takes all tags off members, as if people had made them. */
  public void forgetBalancerTags() {
    octavia.forgetTags();
  }

  /** The messages of a queue, in their order: rows with a time to live and a body. */
  public List<JsonNode> messages(String queue) {
    return zaqar.messages(queue);
  }

  /** What the router leads where: destination and next hop. */
  public List<Map.Entry<String, String>> routes() {
    return router.routes().stream()
        .map(hop -> Map.entry(hop.destination(), hop.nexthop()))
        .toList();
  }

  /** Adds a route without a name. */
  public void leadForAnotherOwner(String destination, String hop) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("router")
        .putArray("routes")
        .addObject()
        .put("destination", destination)
        .put("nexthop", hop);
    JsonNode unused = router.change(FakeRouter.ID, "add_extraroutes", body);
  }

  /** The router's tags. */
  public Set<String> routerTags() {
    return router.tags();
  }

  /** Puts Cinder into the catalogue, from whose volumes servers may boot. */
  public void withCinder() {
    keystone.withCinder();
  }

  /** The sizes of all volumes that are there. */
  public List<Integer> volumes() {
    return nova.volumes();
  }

  /** Takes a service out of the catalogue. */
  public void without(String service) {
    keystone.without(service);
  }

  /** Gives a server another name. */
  public void rename(String id, String name) {
    nova.rename(id, name);
  }

  /** Has Octavia be one of before Train. */
  public void oldOctavia() {
    octavia.beOld();
  }

  /** Lets every token expire; new ones can be fetched. */
  public void expireTokens() {
    keystone.expire();
  }

  /** Has the credentials reach another project. */
  public void project(String id) {
    keystone.project(id);
  }

  /** Changes the user's password. */
  public void password(String text) {
    keystone.password(text);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
