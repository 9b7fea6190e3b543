package io.cloudadapter.openstack;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cloud with one queue behind the fault wire, login and all. A channel belongs to an account, which the kit's targets
 * do not name: so each receiver has a queue of its own name, by which {@link Accounts} knows whose it is.
 */
final class ZaqarReceiver implements TestReceiver {
  private static final Map<String, Map<String, String>> ACCOUNTS = new ConcurrentHashMap<>();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Map<String, String> MISSING = Map.of(
      "authUrl", "http://127.0.0.1:9/identity",
      "user", "missing",
      "password", "a password of no account",
      "project", "nothing");

  private final FakeOpenStack cloud =
      FakeOpenStack.start(InstantSource.fixed(Instant.parse("2026-11-22T10:00:00Z")), 1);
  private final String queue = "hooks-" + MADE.incrementAndGet();

  @Override
  public HookTarget target(FaultProxy wire) {
    Map<String, String> config = new HashMap<>();
    config.put("authUrl", wire.secured(cloud.url()) + "/identity");
    config.put("caFile", wire.authority().toString());
    config.put("user", FakeOpenStack.USER);
    config.put("password", FakeOpenStack.PASSWORD);
    config.put("project", "demo");
    config.put("region", "RegionOne");
    ACCOUNTS.put(queue, config);
    return new HookTarget("zaqar", Map.of("queue", queue), Optional.empty());
  }

  @Override
  public List<Heard> heard() {
    return cloud.messages(queue).stream()
        .map(message -> new Heard(message.path("body").toString(), Optional.empty()))
        .toList();
  }

  @Override
  public ErrorDialect dialect() {
    return OpenStackDialect.OPENSTACK;
  }

  @Override
  public void close() {
    ACCOUNTS.remove(queue);
    cloud.close();
  }

  /** The channels of the accounts to which queues belong, each that of a provider of its own. */
  static final class Accounts implements HookChannel {
    private final Map<String, MachineProvider> providers = new HashMap<>();
    private boolean closed;

    /** That of the account that has the queue, or of one that cannot be reached. */
    private synchronized HookChannel of(HookTarget target) {
      String queue = target.parameters().getOrDefault("queue", "");
      return providers
          .computeIfAbsent(queue, name -> open(ACCOUNTS.getOrDefault(name, MISSING)))
          .feature(HookChannel.class)
          .orElseThrow();
    }

    private MachineProvider open(Map<String, String> config) {
      OpenStackProviderFactory factory = new OpenStackProviderFactory(Map::of);
      MachineProvider provider = factory.open(
          factory.config().parse(config),
          new ProviderEnvironment("kit", InstantSource.system(), System::nanoTime, new Random(1)));
      if (closed) {
        provider.close();
      }
      return provider;
    }

    @Override
    public String channel() {
      return of(new HookTarget("zaqar", Map.of(), Optional.empty())).channel();
    }

    @Override
    public void check(HookTarget target) {
      of(target).check(target);
    }

    @Override
    public void send(HookMessage message, HookTarget target, CallContext call) {
      of(target).send(message, target, call);
    }

    @Override
    public synchronized void close() {
      closed = true;
      providers.values().forEach(MachineProvider::close);
    }
  }
}
