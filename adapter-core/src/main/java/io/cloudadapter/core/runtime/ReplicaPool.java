package io.cloudadapter.core.runtime;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/** A pool of a replica: a local pool while this process leads, otherwise a mirror for reads. */
public final class ReplicaPool extends KeeperBackedPool {
  private final PoolName name;
  private final KeeperBackedPool copy;
  private final Function<String, Optional<LocalPool>> kept;

  /**
   * A pool of a replica.
   *
   * @param name its name
   * @param copy what is read while another process leads
   * @param kept the pool by its name while this process leads, else empty
   */
  public ReplicaPool(
      PoolName name, KeeperBackedPool copy, Function<String, Optional<LocalPool>> kept) {
    this.name = name;
    this.copy = copy;
    this.kept = kept;
  }

  private KeeperBackedPool now() {
    return kept.apply(name.value()).<KeeperBackedPool>map(pool -> pool).orElse(copy);
  }

  @Override
  public Map<String, String> labels() {
    return now().labels();
  }

  @Override
  public <T> T ask(Function<Keeper, T> question) {
    return now().ask(question);
  }

  @Override
  public CommandResult execute(Command command, WriteOptions options) {
    return now().execute(command, options);
  }

  @Override
  CompletionStage<CommandResult> executeAsync(Command command, WriteOptions options) {
    return now().executeAsync(command, options);
  }

  @Override
  public PoolName name() {
    return name;
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    return now().await(wish, atMost);
  }

  @Override
  public PoolView view() {
    return now().view();
  }

  @Override
  public PoolPlan plan() {
    return now().plan();
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    return now().planFor(desiredSize);
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    Objects.requireNonNull(span, "span");
    return now().samples(span);
  }

  @Override
  public DisruptionStatus disruption() {
    return now().disruption();
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return now().refreshStatus();
  }

  @Override
  public PoolScaling scaling() {
    return now().scaling();
  }

  @Override
  public List<WaitingHook> hooks() {
    return now().hooks();
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return now().hook(token);
  }

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    Objects.requireNonNull(query, "query");
    return now().events(query);
  }

  @Override
  public ActionList actions() {
    return now().actions();
  }

  @Override
  public Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    return now().action(uid);
  }

  @Override
  public ActionWatch watchActions(long version) {
    return now().watchActions(version);
  }
}
