package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.UnsupportedByCloudException;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What one run of one rule has in its hands: a fresh cloud, the adapter on it, time, chance, and the
 * words in which rules are written. Used by the thread of the run; {@link #call} and what is open by any.
 */
public final class TestBench {
  /** The pool whose machines the kit launches. */
  public static final PoolName POOL = new PoolName("adapter-kit");

  /** Another pool, whose machines must stay untouched. */
  public static final PoolName OTHER_POOL = new PoolName("adapter-kit-other");

  /** How late a call may be, a second for a machine that is busy included. */
  public static final Duration LATEST = Duration.ofSeconds(2);

  /** How long to wait between two looks at the cloud's truth. */
  private static final Duration LOOKS = Duration.ofSeconds(1);

  /** In real time, for what ought not to happen when nothing is in doubt. */
  private static final Duration A_LITTLE = Duration.ofSeconds(10);

  /** What a rule may wait at once where time is real, however little patience there is. */
  private static final Duration SHORT_PAUSE = Duration.ofMinutes(2);

  private final AdapterUnderTest subject;
  private final TestCloud cloud;
  private final ExchangeMonitor line;
  private final ObservationLog witness;
  private final RunConfig setting;
  private final SplittableRandom random;
  private final PoolIncarnation incarnation;
  private final Set<PoolIncarnation> lives = ConcurrentHashMap.newKeySet();
  private final List<ObservedProvider> open = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean sweeping = true;
  private final Set<MachineId> strangers = new TreeSet<>();
  private final Map<RequestKind, Integer> units = new ConcurrentHashMap<>();
  private final GroupMachineMaker making = new GroupMachineMaker(this);
  private final ObservedProvider provider;

  TestBench(
      AdapterUnderTest subject,
      RunConfig setting,
      ExchangeMonitor line,
      TestCloud cloud,
      ObservationLog witness) {
    this.subject = subject;
    this.setting = setting;
    this.line = line;
    this.cloud = cloud;
    this.witness = witness;
    // A cloud that outlives the run remembers keys: none may come twice.
    long salt =
        cloud.console().isPresent() ? 0 : SystemTime.instants().instant().toEpochMilli();
    this.random = new SplittableRandom(setting.seed() + salt);
    this.incarnation = anotherLife();
    this.provider = first();
  }

  private ObservedProvider first() {
    ProviderConfig accepted;
    try {
      accepted = config();
    } catch (ConfigException refused) {
      throw NotTestableException.ofTheCloud(
          "the configuration that the test cloud gives is refused: " + refused.getMessage());
    }
    try {
      return opened(accepted, environment());
    } catch (RuntimeException | Error wrong) {
      // An adapter may throw anything, and this is the only rule that it can break by
      // then.
      throw new NotOpened(wrong);
    }
  }

  // ---- the adapter

  public ObservedProvider provider() {
    return provider;
  }

  public MachineProviderFactory factory() {
    return subject.factory();
  }

  /** A further adapter on the same account, as another process would open it. */
  public ObservedProvider another() {
    return another(setting.config());
  }

  /** A further adapter with another configuration. */
  public ObservedProvider another(Map<String, String> values) {
    return another(values, environment());
  }

  /** A further adapter in other circumstances. */
  public ObservedProvider another(ProviderEnvironment environment) {
    return another(setting.config(), environment);
  }

  private ObservedProvider another(Map<String, String> values, ProviderEnvironment environment) {
    return opened(factory().config().parse(values), environment);
  }

  private ObservedProvider opened(ProviderConfig config, ProviderEnvironment environment) {
    MachineProvider opened = factory().open(config, environment);
    ObservedProvider watched =
        new ObservedProvider(opened, line, witness, setting.limits(), making);
    open.add(watched);
    witness.noSecretIn("toString of the adapter", String.valueOf(opened));
    return watched;
  }

  /** Returns an adapter that the bench does not manage: the caller closes it. */
  public ObservedProvider apart() {
    return new ObservedProvider(
        factory().open(config(), environment()), line, witness, setting.limits(), making);
  }

  /** Another account: a cloud of its own with an adapter on it, for as long as it is used. */
  public void elsewhere(Consumer<TestBench> use) {
    try (TestCloud there =
            GuardedCloud.start(subject.clouds(), setting.clock(), setting.seed() + 1);
        FaultProxy wire = TrialRunner.wire(there)) {
      ObservationLog seen = new ObservationLog(there.secrets());
      RunConfig same = new RunConfig(
          setting.seed() + 1,
          setting.mode(),
          setting.clock(),
          setting.callTime(),
          setting.time(),
          there.config(wire),
          setting.shortCalls(),
          setting.limits());
      ExchangeMonitor between = TrialRunner.line(there, wire);
      between.plan(List.of());
      TestBench other = new TestBench(subject, same, between, there, seen);
      try {
        use.accept(other);
      } finally {
        other.open().forEach(ObservedProvider::closeAtLast);
        seen.looksBack();
        seen.seen().forEach(one -> witness.saw(one.rule(), one.what()));
        seen.leftOut().forEach(witness::leavesOut);
        for (int i = 0; i < seen.late(); i++) {
          witness.sawLate();
        }
      }
    }
  }

  ProviderConfig config() {
    return factory().config().parse(setting.config());
  }

  /** The configuration's values as text. */
  public Map<String, String> values() {
    return setting.config();
  }

  public ProviderEnvironment environment() {
    return new ProviderEnvironment(
        "certified", setting.clock(), setting.clock(), setting.randomGenerator());
  }

  public ProviderProfile profile() {
    return provider.profile();
  }

  /** Whether the cloud sizes a group, so that machines carry no key. */
  public boolean hasGroup() {
    return profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  public Adoption adoption() {
    return adoption(provider);
  }

  public Adoption adoption(ObservedProvider adapter) {
    return new ObservedAdoption(adapter, strangers::add);
  }

  public BatchTerminate batches() {
    return new ObservedBatchTerminate(provider);
  }

  public Labeling relabel() {
    return new ObservedLabeling(provider);
  }

  public AdapterUnderTest subject() {
    return subject;
  }

  public boolean claims(Class<?> feature) {
    return subject.features().contains(feature);
  }

  // ---- calls

  /** A call with all the time that the profile allows; less where a fault lasts as long as the call. */
  public TestCallContext call() {
    Duration most = profile().callTimeout();
    return call(setting
        .shortCalls()
        .filter(brief -> sweeping && brief.compareTo(most) < 0)
        .orElse(most));
  }

  /**
   * Whether faults strike what follows: not where the order of exchanges is chance, nor where a trial only
   * prepares what it is about. Without faults each call has all its time, also on a busy machine.
   */
  public void sweep(boolean on) {
    sweeping = on;
    line.sweep(on);
  }

  /** Looks at something that no rule is about, so that no fault strikes it. */
  <T> T quietly(Supplier<T> what) {
    boolean before = sweeping;
    sweep(false);
    try {
      return what.get();
    } finally {
      sweep(before);
    }
  }

  public TestCallContext call(Duration remaining) {
    return new TestCallContext(
        setting.callTime(), remaining, "certify-" + calls.incrementAndGet(), this::asked);
  }

  private void asked(RequestKind verb, int amount) {
    units.merge(verb, amount, Integer::sum);
    line.asks(verb);
  }

  /** How many exchanges of each kind the budget was asked for, over all calls. */
  public Map<RequestKind, Integer> units() {
    return Map.copyOf(units);
  }

  /** Looks at what has crossed so far, and forgets it; then spoils what comes, counted from 1 again. */
  public void spoil(Collection<FaultInjection> faults) {
    new PostRunChecks(this).exchanges(line.crossings());
    witness.forgetCalls();
    units.clear();
    sweeping = true;
    line.plan(List.copyOf(faults));
  }

  /** Does something in several threads at once, and gives what came of it, by the thread's number. */
  public <T> List<T> together(int threads, IntFunction<T> what) throws Exception {
    sweep(false);
    CountDownLatch start = new CountDownLatch(1);
    List<FutureTask<T>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      FutureTask<T> task = new FutureTask<>(() -> {
        start.await();
        return what.apply(number);
      });
      Thread thread = new Thread(task, "certify together " + number);
      thread.setDaemon(true);
      thread.start();
      tasks.add(task);
    }
    start.countDown();
    List<T> results = new ArrayList<>();
    for (FutureTask<T> task : tasks) {
      try {
        results.add(task.get());
      } catch (ExecutionException wrong) {
        if (wrong.getCause() instanceof RuntimeException seen) {
          throw seen;
        }
        throw wrong;
      }
    }
    return results;
  }

  // ---- launching

  public LaunchSpec spec() {
    return spec(POOL, Map.of());
  }

  public LaunchSpec spec(PoolName pool, Map<String, String> tags) {
    SampleLaunch sample = cloud.sample();
    return new LaunchSpec(
        pool,
        incarnation,
        sample.zones().stream().findFirst(),
        sample.size(),
        sample.image(),
        LaunchSpec.Market.ON_DEMAND,
        tags,
        Optional.<Secret>empty(),
        factory().template().parse(sample.template()));
  }

  /** User data of so many bytes, as far as they are letters of one byte; it begins with a password. */
  public String userData(int bytes) {
    String password = "pass-" + token();
    if (bytes <= password.length()) {
      return "x".repeat(bytes);
    }
    keepsSecret(ObservationLog.USER_DATA, password);
    return password + "x".repeat(bytes - password.length());
  }

  /** Wherever this text shows from now on, as it is or encoded, a secret does. */
  public void keepsSecret(String what, String secret) {
    witness.alsoSecret(what, secret);
    line.hides(secret);
  }

  public PoolIncarnation incarnation() {
    return incarnation;
  }

  /** An incarnation of the pool that this run alone knows. */
  public PoolIncarnation anotherLife() {
    PoolIncarnation life = new PoolIncarnation(token());
    lives.add(life);
    return life;
  }

  /** The marks that a machine shows which was launched under a key; where a group made it, that is none. */
  public OwnershipMarks marks(LaunchKey key) {
    return new OwnershipMarks(POOL, incarnation, hasGroup() ? Optional.empty() : Optional.of(key));
  }

  /** The marks that a machine of ours shows. */
  public OwnershipMarks marks(MachineSighting ours) {
    return new OwnershipMarks(POOL, incarnation, ours.key());
  }

  public LaunchKey key() {
    return new LaunchKey(token());
  }

  /** 27 of {@code [a-z0-9]}, by the seed. */
  public String token() {
    StringBuilder token = new StringBuilder();
    while (token.length() < 27) {
      token.append("abcdefghijklmnopqrstuvwxyz0123456789".charAt(random.nextInt(36)));
    }
    return token.toString();
  }

  SplittableRandom random() {
    return random;
  }

  /** Launches one machine without faults; any failure breaks the rule. */
  public MachineSighting launch() {
    return launch(key());
  }

  public MachineSighting launch(LaunchKey key) {
    return provider.launch(prepare(), key, 1, call()).machines().get(0);
  }

  public PreparedLaunch prepare() {
    return provider.prepare(spec(), call());
  }

  // ---- looking

  /** What a list showed, and how it ended. */
  public record Listed(List<MachineSighting> rows, ListResult result) {
    public Optional<MachineSighting> row(MachineId id) {
      return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    public List<MachineId> ids() {
      return rows.stream().map(MachineSighting::id).distinct().toList();
    }
  }

  /** A list, but for what earlier runs left on a cloud that outlives them. */
  public Listed list(ListQuery query) {
    Listed all = everything(query);
    return new Listed(all.rows().stream().filter(this::ofThisRun).toList(), all.result());
  }

  /** Whether a row is not a machine that an earlier run has left on a cloud that outlives them. */
  public boolean ofThisRun(MachineSighting row) {
    return cloud.console().isPresent()
        || row.incarnation().filter(i -> !lives.contains(i)).isEmpty();
  }

  /** Returns a list as it is, with the machines of all owners. */
  Listed everything(ListQuery query) {
    List<MachineSighting> rows = new ArrayList<>();
    ListResult result = provider.list(query, rows::add, call());
    return new Listed(List.copyOf(rows), result);
  }

  public Listed listPool() {
    return list(ListQuery.all(POOL));
  }

  public Listed listIds(Collection<MachineId> ids) {
    return list(ListQuery.ids(ids));
  }

  // ---- time

  /**
   * Lets time pass, for the adapter and its cloud. In real time, hours leave a rule untested, because that wait is
   * too long.
   */
  public void pass(Duration time) {
    if (subject.outlivesRuns() && time.compareTo(longestPause()) > 0) {
      throw new NotTestableException("would have to wait for " + TimeSpan.text(time)
          + " of real time, with a patience of " + TimeSpan.text(subject.patience()));
    }
    setting.time().pass(time);
  }

  /**
   * Lets time pass in which nothing ought to happen. Where it is real and that would be too long, it is as much as what
   * was sent may take, and the verdict says what that leaves out: all the rest of the rule can still be tried.
   */
  public void passInPeace(Duration time) {
    if (!subject.outlivesRuns() || time.compareTo(longestPause()) <= 0) {
      pass(time);
      return;
    }
    Duration settle = profile().settle();
    Duration real = witness.doubtful() && settle.compareTo(A_LITTLE) > 0 ? settle : A_LITTLE;
    leavesOut(
        "what happens only later than " + TimeSpan.text(real),
        "would have to wait for " + TimeSpan.text(time) + " of real time, with a patience of "
            + TimeSpan.text(subject.patience()));
    pass(real);
  }

  /** Half of a run's time, so that the rest of it has some, too. */
  private Duration longestPause() {
    Duration half = subject.patience().dividedBy(2);
    return half.compareTo(SHORT_PAUSE) > 0 ? half : SHORT_PAUSE;
  }

  /** Lets time pass until something has come to be, a few seconds more at most, and no longer than said. */
  public void passUntil(BooleanSupplier so, Duration atMost) {
    for (Duration left = atMost;
        left.compareTo(Duration.ZERO) > 0 && !so.getAsBoolean();
        left = left.minus(LOOKS)) {
      pass(LOOKS);
    }
  }

  /** Lets so much time pass that lists show what was made, and no longer what has ended. */
  public void passLag() {
    pass(profile().listLag().plusMillis(1));
  }

  public SimulatedClock clock() {
    return setting.clock();
  }

  /** Lets so much time pass that a machine runs; where it is real, until it does. */
  public void passBoot(MachineId machine, Duration boot) {
    if (subject.outlivesRuns()) {
      passUntil(() -> runs(machine), boot);
    } else {
      pass(boot);
    }
  }

  /**
   * A cloud may report for a while that a new machine is BUSY, or missing, when it is to be changed or ended. Rules
   * about other things let that time pass; MP-4.2, MP-4.3 and MP-4.5 do not.
   */
  public void passUntilKnown(MachineId machine) {
    if (subject.outlivesRuns()) {
      passBoot(machine, SHORT_PAUSE);
    } else {
      pass(profile().visibleWithin());
    }
  }

  private boolean runs(MachineId machine) {
    return listIds(List.of(machine))
        .row(machine)
        .filter(row -> row.state() == MachineState.RUNNING)
        .isPresent();
  }

  /** Lets time pass until a machine has really ended, and says whether it did within five minutes. */
  public boolean ends(MachineId machine) {
    passUntil(() -> !lives(machine), Duration.ofMinutes(5));
    return !lives(machine);
  }

  // ---- the cloud's truth

  public TestCloud cloud() {
    return cloud;
  }

  public SampleLaunch sample() {
    return cloud.sample();
  }

  public TestCloudConsole console() {
    return cloud
        .console()
        .orElseThrow(
            () -> new NotTestableException("this cloud has no console: " + setting.mode()));
  }

  /** Machines that live and carry our pool's mark, in truth where there is a console. */
  public List<CloudResource> ours() {
    return things().stream().filter(TestBench::isOurs).toList();
  }

  public List<CloudResource> things() {
    return console().things().stream().filter(CloudResource::exists).toList();
  }

  private static boolean isOurs(CloudResource thing) {
    return thing.isMachine() && POOL.value().equals(thing.tags().get(OwnershipMarks.POOL_TAG));
  }

  /** Whether a machine exists in truth, in any state. */
  public boolean lives(MachineId machine) {
    return things().stream().anyMatch(t -> t.isMachine() && t.id().equals(machine.value()));
  }

  /** The live machines that answer to a key, in truth. */
  public List<CloudResource> of(LaunchKey key) {
    if (hasGroup()) {
      return making.made(key).stream().flatMap(id -> thing(id).stream()).toList();
    }
    return things().stream()
        .filter(t -> t.isMachine() && key.value().equals(t.tags().get(OwnershipMarks.KEY_TAG)))
        .toList();
  }

  /** Has the cloud do what no adapter can ask for. The rule is untested, or not claimed, where it cannot. */
  public <T> T provoke(Function<TestCloudConsole, T> power) {
    try {
      return power.apply(console());
    } catch (UnsupportedByCloudException nothing) {
      throw NotTestableException.notThere(String.valueOf(nothing.getMessage()));
    } catch (UnsupportedOperationException lacking) {
      throw new NotTestableException(String.valueOf(lacking.getMessage()));
    }
  }

  /** Tries a part of a rule, which is left out where the cloud does not have what it is about. */
  public void unlessNotThere(String what, Runnable part) {
    try {
      part.run();
    } catch (NotTestableException lacking) {
      if (lacking.verdict() != Verdict.NOT_CLAIMED) {
        throw lacking;
      }
      leavesOut(what, lacking.why());
    }
  }

  /** Records that a part of the rule is not tried here: the verdict shows it, even if the rest holds. */
  public void leavesOut(String part, String why) {
    witness.leavesOut(part + " (" + why + ")");
  }

  public void provoking(Consumer<TestCloudConsole> power) {
    boolean done = provoke(console -> {
      power.accept(console);
      return true;
    });
    assert done;
  }

  /** As {@link #provoking}, and says whether the cloud can do it; if not, that part of the rule is left out. */
  public boolean attempts(String part, Consumer<TestCloudConsole> power) {
    if (cloud.console().isEmpty()) {
      leavesOut(part, "this cloud has no console: " + setting.mode());
      return false;
    }
    try {
      power.accept(console());
      return true;
    } catch (UnsupportedOperationException lacking) {
      leavesOut(part, String.valueOf(lacking.getMessage()));
      return false;
    }
  }

  /** Returns a machine of another owner, with these tags. */
  public MachineId stranger(Map<String, String> tags) {
    MachineId made = provoke(console -> console.create(tags));
    strangers.add(made);
    return made;
  }

  /** Counts a machine as another owner's from now on: it may be without marks. */
  public void disown(MachineId machine) {
    strangers.add(machine);
  }

  /**
   * Machines with our marks, each with a key of its own: made from outside if the cloud can, as that needs
   * no exchanges of the adapter that could be spoilt.
   */
  public Set<MachineId> plant(int count) {
    Set<MachineId> planted = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      planted.add(plant());
    }
    return planted;
  }

  private MachineId plant() {
    LaunchKey key = key();
    return plant(key).orElseGet(() -> new CoreRetryModel(this).launch().id());
  }

  /** Returns a machine with the pool's marks and this key; maybe none where a machine cannot be made from outside. */
  public Optional<MachineId> plant(LaunchKey key) {
    try {
      return Optional.of(
          stranger(new OwnershipMarks(POOL, incarnation, Optional.of(key)).toTags()));
    } catch (NotTestableException cannot) {
      return new CoreRetryModel(this).launch(key).map(MachineSighting::id);
    }
  }

  /** A machine as it is in truth; empty if it has ended. */
  public Optional<CloudResource> thing(MachineId machine) {
    return things().stream()
        .filter(thing -> thing.isMachine() && thing.id().equals(machine.value()))
        .findFirst();
  }

  /** Whether requests cross a wire, so that they can be refused, redirected and answered by us. */
  public boolean wired() {
    return cloud.faultPoint().isEmpty();
  }

  Set<MachineId> strangers() {
    return strangers;
  }

  public ExchangeMonitor line() {
    return line;
  }

  public ObservationLog witness() {
    return witness;
  }

  List<ObservedProvider> open() {
    return open;
  }

  public RunConfig setting() {
    return setting;
  }

  // ---- verdicts

  /** The rule is broken unless that holds. */
  public void require(boolean holds, String seen) {
    if (!holds) {
      throw new RuleViolation(seen);
    }
  }

  /** Tries something that may be refused. */
  public CallOutcome attempt(Runnable call) {
    return CallOutcome.of(call);
  }
}
