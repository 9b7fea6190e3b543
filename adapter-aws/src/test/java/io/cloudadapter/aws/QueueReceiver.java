package io.cloudadapter.aws;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.aws.cloud.FakeAws;
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
import java.util.function.Supplier;

/**
 * A cloud with one queue or one topic behind the fault wire. A channel belongs to an account, which the kit's targets
 * do not name: so each receiver has a queue or topic of its own name, by which {@link Accounts} knows whose it is.
 */
final class QueueReceiver implements TestReceiver {
  private static final Map<String, Map<String, String>> ACCOUNTS = new ConcurrentHashMap<>();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Map<String, String> MISSING = Map.of(
      "region", FakeAws.REGION,
      "endpoint", "http://127.0.0.1:9",
      "accessKeyId", "AKIANOBODY",
      "secretAccessKey", "a secret of no account");

  private final FakeAws cloud =
      FakeAws.start(InstantSource.fixed(Instant.parse("2026-11-22T10:00:00Z")), 1);
  private final QueueDialect service;
  private final String name = "hooks-" + MADE.incrementAndGet();

  private QueueReceiver(QueueDialect service) {
    this.service = service;
    cloud.makeQueue(name);
    cloud.makeTopic(name);
  }

  static Supplier<TestReceiver> of(QueueDialect service) {
    return () -> new QueueReceiver(service);
  }

  @Override
  public HookTarget target(FaultProxy wire) {
    wire.headersAsSent();
    String endpoint = wire.secured(cloud.url()).toString();
    ACCOUNTS.put(
        name,
        Map.of(
            "region", FakeAws.REGION,
            "endpoint", endpoint,
            "caFile", wire.authority().toString(),
            "accessKeyId", FakeAws.KEY,
            "secretAccessKey", FakeAws.SECRET));
    return service == QueueDialect.SQS
        ? target("sqs", "queue", endpoint + "/" + FakeAws.ACCOUNT + "/" + name)
        : target("sns", "topic", "arn:aws:sns:eu-north-1:" + FakeAws.ACCOUNT + ":" + name);
  }

  private static HookTarget target(String channel, String parameter, String value) {
    return new HookTarget(channel, Map.of(parameter, value), Optional.empty());
  }

  @Override
  public List<Heard> heard() {
    List<FakeAws.Message> messages =
        service == QueueDialect.SQS ? cloud.queued(name) : cloud.published(name);
    return messages.stream()
        .map(message -> new Heard(
            message.body(),
            Optional.ofNullable(message.attributes().get("lifecycle_action_token"))))
        .toList();
  }

  @Override
  public ErrorDialect dialect() {
    return service;
  }

  @Override
  public void close() {
    ACCOUNTS.remove(name);
    cloud.close();
  }

  /** The channels of the accounts to which queues and topics belong, each that of a provider of its own. */
  static final class Accounts implements HookChannel {
    private final String channel;
    private final Map<String, MachineProvider> providers = new HashMap<>();
    private boolean closed;

    Accounts(String channel) {
      this.channel = channel;
    }

    /** That of the account that has the queue or topic, or of one that cannot be reached. */
    private synchronized HookChannel of(HookTarget target) {
      String name = String.join("", target.parameters().values()).replaceFirst(".*[/:]", "");
      return providers
          .computeIfAbsent(name, each -> open(ACCOUNTS.getOrDefault(each, MISSING)))
          .channels()
          .stream()
          .filter(each -> each.channel().equals(channel))
          .findFirst()
          .orElseThrow();
    }

    private MachineProvider open(Map<String, String> config) {
      AwsProviderFactory factory = new AwsProviderFactory();
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
      return of(new HookTarget(channel, Map.of(), Optional.empty())).channel();
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
