package com.example.larch.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
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
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * A running Larch with one account, and its console, which always tells the truth. The user is {@value
 * #USER}, the secret {@value #SECRET}; zones are north-1, north-2 and south-1, sizes small, medium and large,
 * images debian (img-1) and alpine (img-2), networks default and backend. May be used by any thread.
 */
public final class LarchCloud implements AutoCloseable {
  /** The user who may fetch tokens. */
  public static final String USER = "ada";

  /** The user's secret. */
  public static final String SECRET = "larch-secret-0451";

  static {
    // Otherwise the JDK's server sends a reply in two parts, and the second one waits 40 ms for the
    // other
    // side to confirm the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final FakeAccount estate;
  private final FakeEndpoint front;
  private final HttpServer server;
  private final ExecutorService threads;
  private final URI url;

  private LarchCloud(
      InetAddress address, InstantSource clock, long seed, Optional<SSLContext> tls) {
    estate = new FakeAccount(clock, seed);
    front = new FakeEndpoint(estate, clock, SECRET);
    threads = Executors.newCachedThreadPool(task -> daemon(task, "larch-cloud"));
    server = server(address, tls);
    server.setExecutor(threads);
    server.createContext("/", front::serve);
    String host = address.isLoopbackAddress() ? "localhost" : address.getHostAddress();
    url = URI.create((tls.isPresent() ? "https" : "http") + "://" + host + ":"
        + server.getAddress().getPort());
    startAsDaemon();
  }

  /**
   * Starts a cloud over HTTP.
   *
   * @param clock its time
   * @param seed decides all chance
   * @return the cloud, running
   */
  public static LarchCloud start(InstantSource clock, long seed) {
    return startAt(InetAddress.getLoopbackAddress(), clock, seed);
  }

  /**
   * Starts a cloud over HTTP for more than this machine.
   *
   * @param address where it listens
   * @param clock its time
   * @param seed decides all chance
   * @return the cloud, running
   */
  public static LarchCloud startAt(InetAddress address, InstantSource clock, long seed) {
    return new LarchCloud(address, clock, seed, Optional.empty());
  }

  /**
   * Starts a cloud over HTTPS.
   *
   * @param clock its time
   * @param seed decides all chance
   * @param tls with a key for localhost
   * @return the cloud, running
   */
  public static LarchCloud startTls(InstantSource clock, long seed, SSLContext tls) {
    return new LarchCloud(InetAddress.getLoopbackAddress(), clock, seed, Optional.of(tls));
  }

  private static HttpServer server(InetAddress address, Optional<SSLContext> tls) {
    InetSocketAddress free = new InetSocketAddress(address, 0);
    try {
      if (tls.isEmpty()) {
        return HttpServer.create(free, 0);
      }
      HttpsServer secure = HttpsServer.create(free, 0);
      secure.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
      return secure;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's own thread is a daemon if a daemon starts it. */
  private void startAsDaemon() {
    Thread starter = daemon(server::start, "larch-cloud-start");
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

  /**
   * Where its API is.
   *
   * @return the endpoint, at localhost
   */
  public URI url() {
    return url;
  }

  /**
   * Returns everything that exists and costs money at this moment, of all owners.
   *
   * @return machines that have not ended, in any state, and disks
   */
  public List<LarchResource> assets() {
    return estate.assets();
  }

  /**
   * The idempotency keys with which machines were ever made.
   *
   * @return the key of each machine by its id, empty where it was made without one
   */
  public Map<String, String> keys() {
    return estate.keys();
  }

  /**
   * How many machines were ever made.
   *
   * @return the number, with those of other owners
   */
  public int made() {
    return estate.made();
  }

  /**
   * Every request that reached the cloud.
   *
   * @return in the order in which they were answered
   */
  public List<RecordedRequest> requests() {
    return front.seen();
  }

  /**
   * Another owner makes a small machine.
   *
   * @param zone where
   * @param tags which tags it carries
   * @return its id
   */
  public String makeForAnotherOwner(String zone, Map<String, String> tags) {
    return estate.makeForAnotherOwner(zone, tags);
  }

  /**
   * A machine ends by itself, with its disk.
   *
   * @param id which
   */
  public void kill(String id) {
    estate.kill(id);
  }

  /**
   * Puts a machine into a state for good, also one that no documentation names.
   *
   * @param id which
   * @param state the state
   */
  public void state(String id, String state) {
    estate.state(id, state);
  }

  /**
   * Accepts the next launch, and lets it fail at the end of the boot time.
   *
   * @param code NO_CAPACITY, QUOTA_EXCEEDED or any other
   */
  public void failNextLaunch(String code) {
    estate.failNextLaunch(code);
  }

  /**
   * Limits a zone.
   *
   * @param zone which
   * @param most how many machines it has room for, those that exist included
   */
  public void capacity(String zone, int most) {
    estate.capacity(zone, most);
  }

  /**
   * Limits the account.
   *
   * @param most how many machines it may have
   */
  public void quota(int most) {
    estate.quota(most);
  }

  /**
   * Limits the pages of lists.
   *
   * @param most how many machines one holds, 1 to 100
   */
  public void pageLimit(int most) {
    estate.pageLimit(most);
  }

  /**
   * How long machines boot, or take to fail; 3 seconds unless set.
   *
   * @param time 0 or more
   */
  public void bootTime(Duration time) {
    estate.bootTime(time);
  }

  /**
   * Sets the zones that there are.
   *
   * @param names all of them
   */
  public void zones(List<String> names) {
    estate.zones(names);
  }

  /**
   * Cuts zones off: their machines run, but are not shown.
   *
   * @param zones all that are unreachable from now on
   */
  public void unreachable(Set<String> zones) {
    estate.unreachable(zones);
  }

  /**
   * Gives an image's name to an image.
   *
   * @param name for example debian
   * @param id the image that it means from now on
   */
  public void image(String name, String id) {
    estate.image(name, id);
  }

  /**
   * Which image a name stands for.
   *
   * @param name for example debian
   * @return the image's id
   */
  public String imageId(String name) {
    return estate.imageId(name);
  }

  /**
   * Which image a machine was made from.
   *
   * @param machine its id
   * @return the image's id
   */
  public String imageOf(String machine) {
    return estate.imageOf(machine);
  }

  /**
   * A machine as it is now, without lag.
   *
   * @param machine its id
   * @return the row that a list shows
   */
  public ObjectNode row(String machine) {
    return estate.row(machine);
  }

  /**
   * What a machine was ordered with.
   *
   * @param machine its id
   * @param field a field of the order, such as {@code network} or {@code userData}
   * @return its value; empty if the order did not have it
   */
  public String ordered(String machine, String field) {
    return estate.ordered(machine, field);
  }

  /**
   * Whether a machine was bought on the spot market.
   *
   * @param machine its id
   * @return true if so
   */
  public boolean isSpot(String machine) {
    return estate.isSpot(machine);
  }

  /**
   * Whether a machine is stopped.
   *
   * @param machine its id
   * @return true if so; on its way there it is not yet
   */
  public boolean isStopped(String machine) {
    return estate.isStopped(machine);
  }

  /**
   * How often a machine was rebooted.
   *
   * @param machine its id
   * @return the number of reboots that are over
   */
  public int reboots(String machine) {
    return estate.reboots(machine);
  }

  /**
   * The snapshots of a machine.
   *
   * @param machine its id
   * @return their ids, the oldest first
   */
  public List<String> snapshots(String machine) {
    return estate.snapshots(machine);
  }

  /**
   * To what a machine was brought back.
   *
   * @param machine its id
   * @return the snapshots' ids, the first one first
   */
  public List<String> restores(String machine) {
    return estate.restores(machine);
  }

  /**
   * The load balancers.
   *
   * @return each as the API shows it, by name
   */
  public List<ObjectNode> balancers() {
    return estate.balancers();
  }

  /**
   * How stale reads may be; not at all unless set.
   *
   * @param lag at most 10 seconds, if the cloud is to keep its promise
   */
  public void lag(Duration lag) {
    estate.lag(lag);
  }

  /**
   * Begins chance anew.
   *
   * @param seed decides it
   */
  public void seed(long seed) {
    estate.seed(seed);
  }

  /** Refuses requests that come faster than the limits of the account allow, from now on. */
  public void meter() {
    front.meter();
  }

  /** Lets every token expire; new ones can be fetched. */
  public void expireTokens() {
    front.expireTokens();
  }

  /**
   * Changes the user's secret, so that the old one fetches no tokens; those that exist stay good.
   *
   * @param secret the new one
   */
  public void changeSecret(String secret) {
    front.secret(secret);
  }

  /**
   * Makes the credentials reach another account, by name only.
   *
   * @param id what the account calls itself
   */
  public void account(String id) {
    front.account(id);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
