package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A running Cedar with one project, and its console, which always shows the truth. Zones are east-1, east-2 and west-1,
 * sizes small, medium and large, images img-1 and img-2. May be used by any thread.
 */
public final class CedarCloud implements AutoCloseable {
  /** The project's token. */
  public static final String TOKEN = "cedar-token-0451";

  static {
    // Otherwise the JDK's server sends a reply in two parts, and the second waits 40 ms for a
    // confirmation of the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final FakeProject project;
  private final FakeEndpoint endpoint;
  private final HttpServer server;
  private final ExecutorService threads;

  private CedarCloud(InstantSource clock, long seed) {
    project = new FakeProject(clock, seed);
    endpoint = new FakeEndpoint(project, clock);
    threads = Executors.newCachedThreadPool(task -> daemon(task, "cedar-cloud"));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", endpoint::serve);
    startAsDaemon();
  }

  /**
   * Starts a cloud over HTTP.
   *
   * @param clock its time
   * @param seed decides all chance
   * @return the cloud, running
   */
  public static CedarCloud start(InstantSource clock, long seed) {
    return new CedarCloud(clock, seed);
  }

  /** The server's own thread is a daemon if a daemon starts it. */
  private void startAsDaemon() {
    Thread starter = daemon(server::start, "cedar-cloud-start");
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

  /** Returns the address of the API, at localhost. */
  public URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  /** Returns the tags of each machine that exists, by its id; a machine exists once its operation has ended. */
  public Map<String, Map<String, String>> machines() {
    return project.machines();
  }

  /** Returns the tags of each address, by its id. */
  public Map<String, Map<String, String>> addresses() {
    return project.addresses();
  }

  /** Returns how many operations were ever begun. */
  public int operationsBegun() {
    return project.begun();
  }

  /** Returns method and address of every request, in the order of their answers. */
  public List<String> requests() {
    return endpoint.seen();
  }

  /** Makes a small machine for another owner, and returns its id. */
  public String makeForAnother(String zone, Map<String, String> tags) {
    return project.makeForAnother(zone, tags);
  }

  /** Ends a machine without a request. */
  public void kill(String id) {
    project.kill(id);
  }

  /** Puts a machine into a state for good, also one that no documentation names. */
  public void state(String id, String state) {
    project.state(id, state);
  }

  /** Returns a machine as a list shows it. */
  public ObjectNode row(String id) {
    return project.look(id);
  }

  /** Returns the user data that a machine was given; empty if it was given none. */
  public String userDataOf(String id) {
    return project.wanted(id).userData();
  }

  /** Accepts the next launch, and lets its operation fail with this code. */
  public void failNextMaking(String code) {
    project.failNextMaking(code);
  }

  /** Accepts the next request that ends a machine, and lets its operation fail. */
  public void failNextEnding() {
    project.failNextEnding();
  }

  /** Forgets every operation that has ended. */
  public void forgetOperations() {
    project.forgetOperations();
  }

  /** Sets how many machines a zone has room for, those that exist included. */
  public void capacity(String zone, int most) {
    project.capacity(zone, most);
  }

  /** Sets how many machines the project may have. */
  public void quota(int most) {
    project.quota(most);
  }

  /** Sets how many machines a page of a list holds, 1 to 100. */
  public void pageLimit(int most) {
    project.pageLimit(most);
  }

  /** Sets the zones. */
  public void zones(List<String> names) {
    project.zones(names);
  }

  /** Refuses requests that come faster than the limits of the project allow, from now on. */
  public void limitRequests() {
    endpoint.limitRequests();
  }

  /** Makes the token reach another project, by id only. */
  public void projectId(String id) {
    endpoint.projectId(id);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
