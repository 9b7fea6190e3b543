package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.aws.cloud.FakeAws.Truth;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulation.ManualPool;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Pool {@code web} as group {@code web-servers}, kept by the library itself in the fake's time. At the end of each
 * second it looks whether more machines are meant to stay than the pool is meant to have.
 */
final class AsgPoolFixture implements AutoCloseable {
  static final String GROUP = "web-servers";
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MOST = 10;

  final SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2026-11-22T10:00:00Z"));
  final FakeAws cloud = FakeAws.start(clock, 42);
  private final Map<String, String> keys = new HashMap<>();
  private final AsgProviderFactory factory = new AsgProviderFactory();
  private ManualPool web;
  private long seed = 7;

  /** How many machines there may be that no test means to end. */
  private int meant;

  /** A pool without hooks on a group without hooks. */
  AsgPoolFixture() {
    this(Map.of(), List.of());
  }

  /** A pool without hooks on a group that may have so many. */
  AsgPoolFixture(int most) {
    this(most, Map.of(), List.of());
  }

  AsgPoolFixture(Map<String, String> more, List<LifecycleHook> hooks) {
    this(MOST, more, hooks);
  }

  private AsgPoolFixture(int most, Map<String, String> more, List<LifecycleHook> hooks) {
    keys.putAll(Map.of(
        "region", FakeAws.REGION,
        "endpoint", cloud.url().toString(),
        "accessKeyId", FakeAws.KEY,
        "secretAccessKey", FakeAws.SECRET,
        "groups", "web=" + GROUP));
    keys.putAll(more);
    cloud.makeGroup(GROUP, most);
    PoolConfigBuilder config = PoolConfig.named("web", "prod", most);
    hooks.forEach(config::hook);
    web = new ManualPool(open(), config.build(), factory.template().parse(Map.of()), clock, seed);
  }

  private MachineProvider open() {
    return factory.open(
        factory.config().parse(keys),
        new ProviderEnvironment("prod", clock, clock, new Random(++seed)));
  }

  /** The process dies, and another one goes on. */
  void die() {
    web = web.dies(open(), seed);
  }

  MachinePool pool() {
    return web.pool();
  }

  void pass(Duration time) {
    for (Duration left = time; !left.isZero(); left = left.minus(SECOND)) {
      web.pass(SECOND);
      Set<String> meantToStay = staying();
      meantToStay.removeAll(pausing());
      assertThat(meantToStay).as("at %s", clock.instant()).hasSizeLessThanOrEqualTo(meant);
    }
  }

  /** Those that the pool is about to end, beside whom their replacements are made. */
  private Set<String> pausing() {
    return waiting().stream()
        .filter(hook -> hook.transition() == LifecycleTransition.TERMINATE)
        .map(hook -> hook.machine().value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  void resize(int size) {
    meant = Math.max(meant, size);
    pool().setDesiredSize(size);
  }

  /** A pool that has come to be so large. */
  void grown(int size) {
    pass(Duration.ofMinutes(1));
    resize(size);
    pass(Duration.ofMinutes(5));
    assertThat(settled()).isTrue();
  }

  boolean settled() {
    return pool().view().settled();
  }

  /** The members of the group that are not on their way out. */
  Set<String> staying() {
    return cloud.members(GROUP).entrySet().stream()
        .filter(member -> !member.getValue().startsWith("Terminating"))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The instances that EC2 has running, or soon. */
  Set<String> running() {
    return cloud.instances().stream()
        .filter(one -> one.state().equals("running") || one.state().equals("pending"))
        .map(Truth::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whom the pool takes for its own, and counts. */
  Set<String> counted() {
    return pool().view().machines().stream()
        .filter(Machine::allocated)
        .map(machine -> machine.id().value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  String state(String id) {
    return cloud.members(GROUP).getOrDefault(id, "none");
  }

  String first() {
    return staying().iterator().next();
  }

  void terminate(String id, boolean decrement) {
    pool().terminate(new MachineId(id), decrement);
  }

  int desired() {
    return cloud.desired(GROUP);
  }

  List<WaitingHook> waiting() {
    return pool().hooks();
  }

  void answerAll() {
    waiting().forEach(hook -> pool().answerHook(hook.token(), HookResult.CONTINUE));
  }

  long requests(String action) {
    return cloud.requests().stream().filter(each -> each.startsWith(action)).count();
  }

  /** All that Auto Scaling was asked for. */
  Map<String, Long> requests() {
    return cloud.requests().stream()
        .collect(Collectors.groupingBy(each -> each.split(" ")[0], Collectors.counting()));
  }

  /** The pool, its group and EC2 agree on the machines, and there never were any others. */
  void isAtRestWith(int size, int made) {
    assertThat(settled()).as("settled: %s", pool().view()).isTrue();
    assertThat(staying()).hasSize(size).isEqualTo(running()).isEqualTo(counted());
    assertThat(cloud.members(GROUP)).hasSize(size);
    assertThat(desired()).isEqualTo(size);
    assertThat(cloud.made()).isEqualTo(made);
  }

  @Override
  public void close() {
    web.close();
    cloud.close();
  }
}
