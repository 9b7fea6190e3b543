package io.cloudadapter.testkit.run;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.time.OperationWait;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.FaultInjection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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

  private final AdapterUnderTest subject;
  private final TestCloud cloud;
  private final ExchangeMonitor line;
  private final ObservationLog witness;
  private final RunConfig setting;
  private final SplittableRandom random;
  private final PoolIncarnation incarnation;
  private final Set<PoolIncarnation> lives = ConcurrentHashMap.newKeySet();
  private final OpenedAdapters adapters = new OpenedAdapters(this);
  private final AtomicInteger calls = new AtomicInteger();
  private volatile boolean sweeping = true;
  private final AskedBudget budget = new AskedBudget();
  private final GroupMachineMaker making = new GroupMachineMaker(this);
  private final BenchTime time = new BenchTime(this);
  private final OperationWait operations = new OperationWait(time::pass);
  private final MachineLists lists = new MachineLists(this);
  private final CloudTruth truth = new CloudTruth(this);
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
    this.provider = adapters.first();
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
    return adapters.opened(factory().config().parse(values), environment);
  }

  /** Returns an adapter that the bench does not manage: the caller closes it. */
  public ObservedProvider apart() {
    return new ObservedProvider(
        factory().open(config(), environment()), line, witness, setting.limits(), this);
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
    return new ObservedAdoption(adapter, truth::disown);
  }

  public BatchTerminate batches() {
    return new ObservedBatchTerminate(provider);
  }

  public Labeling relabel() {
    return relabel(provider);
  }

  public Labeling relabel(ObservedProvider adapter) {
    return new ObservedLabeling(adapter);
  }

  public AdapterUnderTest subject() {
    return subject;
  }

  public boolean claims(Class<?> feature) {
    return subject.features().contains(feature);
  }

  // ---- calls

  /** A call with all the time that the profile allows; less where a fault is to come that lasts as long as the call. */
  public TestCallContext call() {
    Duration most = profile().callTimeout();
    return call(setting
        .shortCalls()
        .filter(brief -> sweeping && brief.compareTo(most) < 0 && !line.allStruck())
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
    budget.add(verb, amount);
    line.asks(verb);
  }

  /** How many exchanges of each kind the budget was asked for, over all calls. */
  public Map<RequestKind, Integer> units() {
    return budget.units();
  }

  /** Looks at what has crossed so far, and forgets it; then spoils what comes, counted from 1 again. */
  public void spoil(Collection<FaultInjection> faults) {
    List<ExchangePoint> crossings = line.crossings();
    new PostRunChecks(this).exchanges(crossings);
    witness.forgetCalls();
    budget.countAnew(crossings, witness.mayArriveLate());
    sweeping = true;
    line.plan(List.copyOf(faults));
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

  public SimulatedClock clock() {
    return setting.clock();
  }

  /** How this run lets time pass. */
  public BenchTime time() {
    return time;
  }

  /** What the adapter lists. */
  public MachineLists lists() {
    return lists;
  }

  /** Whether an incarnation of the pool is one of this run. */
  boolean isLife(PoolIncarnation incarnation) {
    return lives.contains(incarnation);
  }

  /** The cloud as it is in truth. */
  public CloudTruth truth() {
    return truth;
  }

  /** Follows launches that the cloud runs as operations. */
  OperationWait operations() {
    return operations;
  }

  GroupMachineMaker making() {
    return making;
  }

  public TestCloud cloud() {
    return cloud;
  }

  public SampleLaunch sample() {
    return cloud.sample();
  }

  /** Records that a part of the rule is not tried here: the verdict shows it, even if the rest holds. */
  public void leavesOut(String part, String why) {
    witness.leavesOut(part + " (" + why + ")");
  }

  /** Whether requests cross a wire, so that they can be refused, redirected and answered by us. */
  public boolean wired() {
    return cloud.faultPoint().isEmpty();
  }

  public ExchangeMonitor line() {
    return line;
  }

  public ObservationLog witness() {
    return witness;
  }

  List<ObservedProvider> open() {
    return adapters.all();
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
