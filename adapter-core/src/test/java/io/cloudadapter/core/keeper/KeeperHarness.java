package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.backup.BackupHeader;
import io.cloudadapter.core.backup.RestoredContents;
import io.cloudadapter.core.backup.StoreIdentity;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchVersion;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.quota.TenantQuotas;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * A keeper, a cloud and a clock on one thread, so that a test reads as a story. What a step makes durable
 * lies in a map; a crash throws the keeper away and reads the map again.
 */
public final class KeeperHarness {
  public final FakeCloud cloud = new FakeCloud();
  public final Map<String, byte[]> disk = new TreeMap<>();
  private final RandomGenerator random =
      RandomGeneratorFactory.of("L64X128MixRandom").create(7);
  private final List<Effect> calls = new ArrayList<>();
  private PoolConfig config;
  private final List<LaunchVersion> versions = new ArrayList<>();
  private ProviderProfile profile;
  private boolean adoption = true;
  private int endsTogether = 1;
  private boolean resources;
  private boolean resolvesImages;
  private boolean perLaunchData;
  private TenantQuotas quotas = TenantQuotas.none();
  private ActionTypes actions = ActionTypes.none();
  private TemplateKey templateKey = TemplateKey.fixed();
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
  private long nanos = Duration.ofDays(10).toNanos();
  private long epoch;
  private long wake;
  private Predicate<Effect> held = effect -> false;
  private int atomsLeft = Integer.MAX_VALUE;

  @Nullable
  private Keeper keeper;

  @Nullable
  private PoolView view;

  private KeeperHarness(PoolConfig config, ProviderProfile profile) {
    this.config = config;
    this.profile = profile;
    keepsVersion();
  }

  private void keepsVersion() {
    versions.add(
        0,
        new LaunchVersion(
            versions.size() + 1L, config.launch(), ConfigSpec.none().parse(Map.of())));
  }

  /** The versions of the configuration before the present one are not stored any more. */
  public KeeperHarness forgetsVersions() {
    versions.subList(1, versions.size()).clear();
    return crashAndRestart();
  }

  /** The ledger's key is another one: it opens no earlier version, and digests of templates get a new key. */
  public KeeperHarness losesLedgerKey() {
    templateKey = TemplateKey.derive(new byte[] {2});
    return forgetsVersions();
  }

  /** A pool that has just been opened for the first time, with a cap of 20. */
  public static KeeperHarness begins() {
    return with(b -> b);
  }

  public static KeeperHarness with(UnaryOperator<PoolConfigBuilder> setting) {
    return with(setting, p -> p);
  }

  public static KeeperHarness with(
      UnaryOperator<PoolConfigBuilder> setting, UnaryOperator<ProviderProfile.Builder> promises) {
    KeeperHarness story = new KeeperHarness(
        setting.apply(PoolConfig.named("web", "here", 20)).build(),
        promises.apply(promises()).build());
    story.opens();
    return story;
  }

  /** Calls take 10 s, are acted upon for 20 s more, lists lag 30 s: settled after 60 s. */
  static ProviderProfile.Builder promises() {
    return ProviderProfile.builder()
        .keySupport(LaunchKeySupport.token(Duration.ofMinutes(20)))
        .callTimeout(Duration.ofSeconds(10))
        .lateAcceptance(Duration.ofSeconds(20))
        .visibleWithin(Duration.ofSeconds(30))
        .goneWithin(Duration.ofSeconds(30));
  }

  /** The same, with a monotonic clock that overflows after a few minutes. */
  static KeeperHarness nearTheEndOfTheClock() {
    KeeperHarness story = new KeeperHarness(
        PoolConfig.named("web", "here", 20).build(), promises().build());
    story.nanos = Long.MAX_VALUE - Duration.ofMinutes(7).toNanos();
    story.opens();
    return story;
  }

  public static KeeperHarness withoutKeys() {
    return with(b -> b, p -> p.keySupport(LaunchKeySupport.none()));
  }

  // ------------------------------------------------------------------------------- the process

  private void opens() {
    epoch++;
    opens(Set.of());
  }

  private void opens(Set<LaunchKey> out) {
    keeper = Keeper.restore(settings(), stored(), now(), 0, out);
    view = null;
  }

  private StoreRange stored() {
    List<StoreEntry> entries = new ArrayList<>();
    disk.forEach((key, bytes) -> entries.add(new StoreEntry(key, bytes, 1)));
    return new StoreRange(1, entries);
  }

  private KeeperConfig settings() {
    KeeperConfig plain = KeeperConfig.builder(
            config, ConfigSpec.none().parse(Map.of()), profile, epoch, random)
        .adoption(adoption)
        .actions(actions)
        .endsTogether(endsTogether)
        .resources(resources)
        .resolvesImages(resolvesImages)
        .perLaunchData(perLaunchData)
        .versions(versions)
        .templateKey(templateKey)
        .build();
    return plain.toBuilder().quota(quotas.join(config.name(), config.labels())).build();
  }

  /** What its pool uses of the quotas that it shares, by the contents of the disk alone. */
  public List<TenantQuota> storedUse() {
    LedgerSnapshot ledger = LedgerSnapshot.read(config.name(), stored());
    Keeper.reportUse(settings(), ledger, now());
    return quotas.usage();
  }

  /** A number that is counted, without what all names begin with. */
  public double metric(String name) {
    return metricOf(name).value();
  }

  /** A metric by the values of its label of reasons, without what all names begin with. */
  public Map<String, Double> metricsOf(String name) {
    Map<String, Double> values = new TreeMap<>();
    for (Metric metric : keeper().metrics()) {
      if (metric.name().equals("cloudadapter_" + name)) {
        values.put(metric.labels().getOrDefault("reason", ""), metric.value());
      }
    }
    return values;
  }

  /** A metric without labels beside the pool's. */
  Metric metricOf(String name) {
    return keeper.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_" + name))
        .findFirst()
        .orElseThrow();
  }

  /** The process dies with everything that is under way, and a new one begins with the contents of the disk. */
  public KeeperHarness crashAndRestart() {
    calls.clear();
    atomsLeft = Integer.MAX_VALUE;
    opens();
    return this;
  }

  /** The contents of the disk, as a backup has them. */
  public BackupFile backup() {
    StoreRange contents = stored();
    int entries = contents.entries().size();
    BackupHeader header = new BackupHeader("test", "", "", epoch, 1, wall, "", entries, Map.of());
    return new BackupFile(header, contents);
  }

  /** The process dies, its disk is lost, and a new process begins on what is restored from a backup. */
  public KeeperHarness restores(BackupFile backup) {
    RestoredContents restored = RestoredContents.of(backup, epoch, 1, wall, random);
    disk.clear();
    restored.range().entries().forEach(entry -> disk.put(entry.key(), entry.bytes()));
    disk.remove(StoreIdentity.KEY);
    epoch = restored.epoch();
    return crashAndRestart();
  }

  /** What the lists have shown since the restore. */
  Optional<RestoreReport> restoreReport() {
    return keeper().restoreReport();
  }

  /** What is on its way to the cloud and would change it. */
  List<Effect> writes() {
    return calls.stream()
        .filter(effect -> !(effect instanceof Effect.Identify
            || effect instanceof Effect.ListPool
            || effect instanceof Effect.Describe
            || effect instanceof Effect.Check
            || effect instanceof Effect.ListResources
            || effect instanceof Effect.LookBehind
            || effect instanceof Effect.ReadLoadBalancerHealth
            || effect instanceof Effect.ReadInstanceStatus
            || effect instanceof Effect.EndThrottle))
        .toList();
  }

  /** The keeper is thrown away and read again, as after a commit that failed; calls stay under way. */
  public KeeperHarness readsItsLedgerAgain() {
    Set<LaunchKey> out = new HashSet<>();
    for (Effect call : calls) {
      if (call instanceof Effect.Launch launch) {
        out.add(launch.key());
      }
    }
    opens(out);
    return this;
  }

  /** Only so many atoms more become durable; then the process is dead. */
  public void diesAfterAtoms(int atoms) {
    atomsLeft = atoms;
  }

  public KeeperHarness restartWith(UnaryOperator<PoolConfigBuilder> setting) {
    config = setting.apply(PoolConfig.named("web", "here", 20)).build();
    keepsVersion();
    return crashAndRestart();
  }

  /** Adds a custom type of action to its machines, with these traits. */
  public KeeperHarness knows(String type, ActionTraits traits) {
    Map<String, ActionTypes.Type> types = new TreeMap<>(actions.types());
    types.put(type, new ActionTypes.Type(traits, action -> {}));
    actions = new ActionTypes(types);
    return crashAndRestart();
  }

  /** Its adapter can end so many machines by one call from now on. */
  public KeeperHarness endsTogether(int most) {
    endsTogether = most;
    return crashAndRestart();
  }

  /** Its pool shares quotas from now on. */
  public KeeperHarness shares(TenantQuotas all) {
    quotas = all;
    return crashAndRestart();
  }

  /** Its adapter resolves the names of images, from now on. */
  public KeeperHarness resolvingImages() {
    resolvesImages = true;
    return crashAndRestart();
  }

  /** Its launches have values of their own in their user data, from now on. */
  public KeeperHarness withLaunchData() {
    perLaunchData = true;
    return crashAndRestart();
  }

  /** Its adapter makes and releases what machines have beside them, from now on. */
  public KeeperHarness withResources() {
    resources = true;
    return crashAndRestart();
  }

  void withoutAdoption() {
    adoption = false;
    crashAndRestart();
  }

  public Moment now() {
    return new Moment(wall, nanos);
  }

  public void wallClockJumps(Duration by) {
    wall = wall.plus(by);
  }

  private void passes(long by) {
    nanos += by;
    wall = wall.plusNanos(by);
  }

  public Keeper keeper() {
    assertThat(keeper).as("the keeper").isNotNull();
    return java.util.Objects.requireNonNull(keeper);
  }

  /** One step: what is to be durable becomes so, effects wait for the cloud, callers are answered. */
  public StepResult tell(Event... events) {
    StepResult step = keeper().step(List.of(events), now());
    for (Map<String, Optional<byte[]>> atom : step.atoms()) {
      assertThat(atom).hasSizeLessThan(Transaction.MAX_OPERATIONS);
      if (atomsLeft == 0) {
        throw new Died();
      }
      atomsLeft--;
      atom.forEach((key, value) ->
          value.ifPresentOrElse(bytes -> disk.put(key, bytes), () -> disk.remove(key)));
    }
    keeper().committed();
    calls.addAll(step.effects());
    step.answers().forEach(StepResult.Answer::give);
    step.view().ifPresent(shown -> view = shown);
    wake = step.wake();
    assertThat(wake - nanos).as("a keeper that waits does not spin: wake").isPositive();
    return step;
  }

  /** Thrown where the process dies between two transactions. */
  public static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  // ------------------------------------------------------------------------------- time and calls

  /** Calls of this kind do not return until {@link #releases}. */
  public void holds(Predicate<Effect> kind) {
    held = kind;
  }

  public void releases() {
    held = effect -> false;
  }

  /** Two calls that were held return in one step, in this order; between them something happens. */
  void returnTogether(
      Class<? extends Effect> first, Runnable between, Class<? extends Effect> second) {
    releases();
    Event one = cloud.answer(taken(first), now());
    between.run();
    tell(one, cloud.answer(taken(second), now()));
    calls();
  }

  private Effect taken(Class<? extends Effect> kind) {
    Effect taken = calls.stream().filter(kind::isInstance).findFirst().orElseThrow();
    calls.remove(taken);
    return taken;
  }

  /** Runs until nothing more happens for now: calls return at once, no time passes. */
  public KeeperHarness settles() {
    tell(new Event.Tick());
    return calls();
  }

  private KeeperHarness calls() {
    int turns = 0;
    for (Effect next = next(); next != null; next = next()) {
      assertThat(turns++).as("calls without any time between them").isLessThan(10_000);
      tell(cloud.answer(next, now()));
    }
    return this;
  }

  @Nullable
  private Effect next() {
    for (Effect effect : calls) {
      if (!held.test(effect)) {
        calls.remove(effect);
        return effect;
      }
    }
    return null;
  }

  public List<Effect> underWay() {
    return List.copyOf(calls);
  }

  /** Lets time pass, waking the keeper when it asks for it; calls return at once. */
  public KeeperHarness run(Duration time) {
    long end = nanos + time.toNanos();
    settles();
    while (end - nanos > 0) {
      long next = wake - end < 0 ? wake : end;
      passes(next - nanos);
      settles();
    }
    return this;
  }

  public KeeperHarness run() {
    return run(Duration.ofMinutes(10));
  }

  /** One more list, a few seconds later. */
  public void list() {
    int before = cloud.lists;
    for (int i = 0; i < 100 && cloud.lists == before; i++) {
      run(Duration.ofSeconds(1));
    }
  }

  // ------------------------------------------------------------------------------- commands

  public CompletableFuture<CommandResult> ask(Command command, Optional<String> key) {
    CommandSender caller = CommandSender.under(key);
    tell(new Event.Asked(command, caller));
    return caller.answer();
  }

  public void does(Command command) {
    CompletableFuture<CommandResult> answer = ask(command, Optional.empty());
    calls();
    assertThat(answer).as("answer to " + command).isCompletedWithValue(null);
  }

  /** What a command comes to, once that is durable. */
  CommandResult answer(Command command) {
    CompletableFuture<CommandResult> answer = ask(command, Optional.empty());
    calls();
    assertThat(answer).as("answer to " + command).isCompleted();
    return answer.join();
  }

  public PoolException refuses(Command command) {
    CompletableFuture<CommandResult> answer = ask(command, Optional.empty());
    calls();
    return refusal(answer);
  }

  public static PoolException refusal(CompletableFuture<CommandResult> answer) {
    assertThat(answer).isCompletedExceptionally();
    try {
      answer.join();
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(PoolException.class);
      return (PoolException) e.getCause();
    }
    throw new AssertionError("the answer was not a refusal");
  }

  public KeeperHarness resize(int desired) {
    does(new Command.SetDesiredSize(desired));
    return this;
  }

  public ScalingDecision scales(ScalingRequest request) {
    return scales(request, PolicySelector.own(), Optional.empty());
  }

  public ScalingDecision scales(ScalingRequest request, PolicySelector by, Optional<String> key) {
    CommandResult outcome = ask(new Command.Scale(request, by), key).join();
    calls();
    assertThat(outcome).isInstanceOf(CommandResult.Scaled.class);
    return ((CommandResult.Scaled) outcome).decision();
  }

  ResizeDecision resizes(ResizeRequest resize, Optional<String> key) {
    CommandResult outcome = ask(new Command.Resize(resize), key).join();
    calls();
    assertThat(outcome).isInstanceOf(CommandResult.Resized.class);
    return ((CommandResult.Resized) outcome).decision();
  }

  ResizeDecision resizes(Map<String, ?> body) {
    return resizes(ResizeRequest.parse(body), Optional.empty());
  }

  public UUID submits(ActionRequest request) {
    CommandResult outcome = ask(new Command.Submit(request), Optional.empty()).join();
    calls();
    assertThat(outcome).isInstanceOf(CommandResult.Accepted.class);
    return ((CommandResult.Accepted) outcome).action();
  }

  /** An action as the ledger has it. */
  public ActionRecord action(UUID uid) {
    byte[] bytes = disk.get("pools/web/action/" + uid);
    assertThat(bytes).as("the record of an action").isNotNull();
    return RecordCodec.read("action", java.util.Objects.requireNonNull(bytes), ActionRecord.class);
  }

  public boolean knows(UUID uid) {
    return disk.containsKey("pools/web/action/" + uid);
  }

  public void terminate(String id, boolean decrement) {
    does(new Command.Terminate(new MachineId(id), decrement));
  }

  public void detach(String id, boolean decrement) {
    does(new Command.Detach(new MachineId(id), decrement));
  }

  public CompletableFuture<CommandResult> attach(String id) {
    return ask(new Command.Attach(new MachineId(id)), Optional.empty());
  }

  public void serviceState(String id, ServiceState state) {
    does(new Command.SetServiceState(new MachineId(id), state));
  }

  public void protect(String id) {
    does(new Command.Protect(new MachineId(id), true));
  }

  // ------------------------------------------------------------------------------- what is seen

  public PoolView view() {
    assertThat(view).as("the view").isNotNull();
    return java.util.Objects.requireNonNull(view);
  }

  /** What a reader is shown, also before the first complete list. */
  public PoolView shown() {
    return keeper().currentView(now());
  }

  boolean hasView() {
    return view != null;
  }

  public List<String> shown(Predicate<Machine> which) {
    return view().machines().stream().filter(which).map(m -> m.id().value()).toList();
  }

  public List<String> effective() {
    return shown(Machine::effective);
  }

  public Machine machine(String id) {
    return view().machines().stream()
        .filter(m -> m.id().value().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + id + " among " + view().machines()));
  }

  /** {desired, allocated, outOfService}, as GET /pool/size tells them. */
  public List<Integer> size() {
    var size = view().size();
    return List.of(size.desiredSize(), size.allocated(), size.outOfService());
  }

  public List<Alarm.Code> alarms() {
    return view().alarms().stream().map(Alarm::code).toList();
  }

  /** What an alarm says. */
  public String alarm(Alarm.Code code) {
    return view().alarms().stream()
        .filter(alarm -> alarm.code() == code)
        .findFirst()
        .orElseThrow()
        .message();
  }

  public PoolScaling scaling() {
    return keeper().scaling(now());
  }

  public List<QuarantinedMachine> quarantine() {
    return keeper().quarantine();
  }

  public List<WaitingHook> hooks() {
    return keeper().hooks();
  }

  public Optional<RefreshStatus> refreshStatus() {
    return keeper().refreshStatus(now());
  }

  public PoolPlan plan() {
    return keeper().explain(now());
  }

  public HookRecord hook(UUID token) {
    byte[] bytes = disk.get("pools/web/hook/" + token);
    assertThat(bytes).as("the record of a hook").isNotNull();
    return RecordCodec.read("hook", java.util.Objects.requireNonNull(bytes), HookRecord.class);
  }

  public MachineRecord record(String id) {
    byte[] bytes = disk.get("pools/web/machine/" + id);
    assertThat(bytes).as("the record of " + id + " among " + disk.keySet()).isNotNull();
    return RecordCodec.read(id, java.util.Objects.requireNonNull(bytes), MachineRecord.class);
  }

  public boolean knows(String id) {
    return disk.containsKey("pools/web/machine/" + id);
  }

  public MachineRecord.Status status(String id) {
    return record(id).status();
  }

  public Collection<LaunchRecord> intents() {
    return disk.entrySet().stream()
        .filter(e -> e.getKey().startsWith("pools/web/intent/"))
        .map(e -> RecordCodec.read(e.getKey(), e.getValue(), LaunchRecord.class))
        .toList();
  }

  /** The keys of all launches in the ledger. */
  public List<String> launchKeys() {
    return intents().stream().map(LaunchRecord::key).toList();
  }

  /** Whether its only machine has not entered service yet. */
  public boolean entering() {
    assertThat(cloud.alive()).hasSize(1);
    return record(cloud.alive().get(0)).entering();
  }

  /** How many machines wait in a hook. */
  public int pauses() {
    return hooks().size();
  }

  public LaunchRecord onlyIntent() {
    assertThat(intents()).hasSize(1);
    return intents().iterator().next();
  }

  public PoolRecord pool() {
    byte[] bytes = disk.get("pools/web/pool");
    assertThat(bytes).isNotNull();
    return RecordCodec.read("pool", java.util.Objects.requireNonNull(bytes), PoolRecord.class);
  }

  public KeeperHarness after(Consumer<KeeperHarness> chapter) {
    chapter.accept(this);
    return this;
  }
}
