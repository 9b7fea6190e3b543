package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.backup.BackupHeader;
import io.cloudadapter.core.backup.RestoredContents;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.oracle.RestoredActions;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One pool on a hostile cloud, whose ledger is backed up at a random moment, goes on, is lost, and is restored. After a
 * while a person accepts the restore, and in the end the pool comes to rest. Each rule that is broken ends the story.
 */
final class RestoreStory extends DrawnStory {
  private static final PoolConfig POOL = PoolConfig.named("web", "here", 8)
      .hook(LifecycleHook.onTerminate("drain", Duration.ofMinutes(40), HookTarget.listener()))
      .build();

  private static final String PREFIX = Keeper.prefix(POOL);

  private final List<Event> inbox = new ArrayList<>();
  private final Set<String> sent = new HashSet<>();
  private Set<String> sentBefore = Set.of();
  private Map<UUID, Duration> leftAtBackup = Map.of();
  private final RestoredActions actions;
  private final Set<UUID> repeatable = new HashSet<>();
  private Keeper keeper;
  private long lastView;
  private long alarm;

  private RestoreStory(long seed) {
    super(
        seed,
        List.of(
            LaunchKeySupport.token(Duration.ofHours(24)),
            LaunchKeySupport.token(Duration.ofMinutes(20)),
            LaunchKeySupport.none()),
        Map.of(FaultKind.BROKEN_PROMISE, 0.0));
    actions = new RestoredActions(new SeededRandom(~seed));
    cloud.deeds.watch(deed -> {
      boolean mayRepeat = repeatable.contains(deed.action());
      String wrong = RestoredActions.judge(cloud.deeds.of(deed.action()), mayRepeat);
      rule(wrong.isEmpty(), "A", wrong);
    });
    keeper = begin();
  }

  /** The rule that the story of a seed breaks; empty if it breaks none. */
  static String tell(long seed) {
    return violation(seed, RestoreStory::new);
  }

  // ------------------------------------------------------------------------------- the plot

  @Override
  void play() {
    live();
    runFor(dice.seconds(600, 7200));
    if (dice.chance(0.7)) { // Launches are under way, or planned.
      ask(new Command.SetDesiredSize((int) dice.between(5, 8)));
      runFor(dice.between(1, 4 * SECOND));
    }
    if (dice.chance(0.7)) {
      machines().forEach(machine -> ask(actions.soon(machine.id())));
      runFor(SECOND);
    }
    BackupFile backup = backup();
    runFor(dice.seconds(60, 10_800));
    restore(backup);
    runFor(dice.seconds(600, 14_400));
    accept();
    runFor(dice.seconds(60, 7200));
    users = false;
    faults.calm();
    rest();
  }

  private BackupFile backup() {
    Map<UUID, Duration> left = new HashMap<>();
    hooks().stream()
        .filter(HookRecord::waiting)
        .forEach(hook ->
            left.put(hook.token(), Duration.between(timeline.now().wall(), hook.deadline())));
    leftAtBackup = left;
    actions.backedUp(
        records(POOL.name(), "action/", ActionRecord.class), timeline.now().wall());
    List<StoreEntry> entries = new ArrayList<>();
    disk.forEach((key, bytes) -> entries.add(new StoreEntry(key, bytes, 1)));
    BackupHeader header = new BackupHeader(
        "test", "", "", epoch, 1, timeline.now().wall(), "", entries.size(), Map.of());
    return new BackupFile(header, new StoreRange(1, entries));
  }

  private void restore(BackupFile backup) {
    die();
    RestoredContents restored =
        RestoredContents.of(backup, 0, 0, timeline.now().wall(), dice.another());
    rule(restored.epoch() > epoch, "I8", "the restored epoch does not fence epoch " + epoch);
    sentBefore = Set.copyOf(sent);
    disk.clear();
    restored.range().entries().stream()
        .filter(entry -> entry.key().startsWith(PREFIX))
        .forEach(entry -> disk.put(entry.key(), entry.bytes()));
    epoch = restored.epoch();
    keeper = begin();
    rule(pool().filter(PoolRecord::restored).isPresent(), "W", "the restored pool does not wait");
  }

  private void accept() {
    for (int i = 0; i < 600 && pool().filter(PoolRecord::restored).isPresent(); i++) {
      ask(new Command.Thaw());
      runFor(20 * SECOND);
      ask(new Command.AcceptRestore());
      runFor(40 * SECOND);
    }
    rule(pool().filter(PoolRecord::restored).isEmpty(), "L1", "the restore cannot be accepted");
  }

  private void rest() {
    for (int i = 0; i < 2_000; i++) {
      if (unfinished().isEmpty()) {
        return;
      }
      machines().stream()
          .filter(machine -> machine.status() == MachineRecord.Status.QUARANTINED)
          .forEach(machine -> ask(new Command.Settle(
              new MachineId(machine.id()),
              dice.pick(List.of(QuarantineDecision.ADOPT, QuarantineDecision.TERMINATE)))));
      if (i % 10 == 0) {
        ask(new Command.Thaw());
      }
      runFor(60 * SECOND);
    }
    rule(false, "L1", "the pool does not come to rest: " + unfinished());
  }

  private List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    Map<String, MachineRecord> known = new HashMap<>();
    machines().forEach(machine -> known.put(machine.id(), machine));
    int effective = 0;
    for (CloudMachine machine : cloud.listed()) {
      MachineRecord record = known.remove(machine.id.value());
      boolean member = record != null && record.status() == MachineRecord.Status.LIVE;
      boolean marked = machine.truth().marks.isPresent();
      if (machine.alive() && marked && !member) {
        reasons.add("leaked: " + machine.id + ", recorded " + record);
      }
      effective += machine.alive() && member && record.effective() ? 1 : 0;
    }
    records(POOL.name(), "action/", ActionRecord.class).stream()
        .filter(action -> !action.ended())
        .forEach(action -> reasons.add("open: " + action));
    int desired = pool().map(PoolRecord::desired).orElse(0);
    if (effective != desired) {
      reasons.add("desired are " + desired + ", there are " + effective);
    }
    return reasons;
  }

  // ------------------------------------------------------------------------------- life

  private void live() {
    cloud.mishap();
    timeline.after(dice.seconds(60, 1800), () -> {
      if (!faults.isCalm()) {
        cloud.trouble();
        live();
      }
    });
    use();
  }

  private void use() {
    timeline.after(dice.seconds(20, 900), () -> {
      if (!users) {
        return;
      }
      List<MachineRecord> members = machines();
      if (dice.chance(0.15)) {
        die();
        keeper = begin();
      } else if (dice.chance(0.2) && !members.isEmpty()) {
        ask(new Command.Terminate(new MachineId(dice.pick(members).id()), dice.chance(0.5)));
      } else if (dice.chance(0.4) && !members.isEmpty()) {
        ask(actions.request(dice.pick(members).id()));
      } else {
        ask(new Command.SetDesiredSize(dice.upTo(7)));
      }
      use();
    });
  }

  private void ask(Command command) {
    hear(new Event.Asked(command, CommandSender.under(Optional.empty())));
  }

  // ------------------------------------------------------------------------------- the process

  private Keeper begin() {
    epoch++;
    line = cloud.connect(false);
    List<StoreEntry> entries = new ArrayList<>();
    disk.forEach((key, bytes) -> entries.add(new StoreEntry(key, bytes, 1)));
    KeeperConfig settings = KeeperConfig.builder(
            POOL, ConfigSpec.none().parse(Map.of()), weather.profile(), epoch, dice.another())
        .adoption(true)
        .actions(RestoredActions.types())
        .build();
    inbox.add(new Event.Tick());
    turnSoon();
    return Keeper.restore(settings, new StoreRange(1, entries), timeline.now(), 0);
  }

  private void die() {
    cloud.cut(line);
    inbox.clear();
    alarm++;
  }

  private void hear(Event event) {
    inbox.add(event);
    turnSoon();
  }

  private void turnSoon() {
    long mine = ++alarm;
    timeline.after(1 + dice.between(0, SECOND / 10), () -> {
      if (mine == alarm) {
        turn();
      }
    });
  }

  private void turn() {
    List<Event> events = List.copyOf(inbox);
    inbox.clear();
    StepResult step =
        keeper.step(events.isEmpty() ? List.of(new Event.Tick()) : events, timeline.now());
    boolean crash = faults.strikes(FaultKind.CRASH);
    int durable = crash ? dice.upTo(step.atoms().size()) : step.atoms().size();
    step.atoms().subList(0, durable).forEach(this::write);
    if (crash) {
      die();
      keeper = begin();
      return;
    }
    step.effects().forEach(this::leaves);
    step.view().ifPresent(view -> {
      rule(view.revision() >= lastView, "I6", "the revision of the view goes back");
      lastView = view.revision();
    });
    step.answers().forEach(StepResult.Answer::give);
    long mine = ++alarm;
    long wait = Math.max(SECOND / 1000, step.wake() - timeline.nanos());
    timeline.after(wait, () -> {
      if (mine == alarm) {
        turn();
      }
    });
  }

  private void write(Map<String, Optional<byte[]>> atom) {
    boolean waited = pool().filter(PoolRecord::restored).isPresent();
    atom.forEach((key, value) -> {
      if (value.isPresent() && key.startsWith(PREFIX + "action/")) {
        actionChanged(key, value.get(), waited);
      }
      value.ifPresentOrElse(bytes -> disk.put(key, bytes), () -> disk.remove(key));
      if (waited && value.isPresent() && key.startsWith(PREFIX + "hook/")) {
        hookChanged(RecordCodec.read(key, value.get(), HookRecord.class));
      }
    });
  }

  /** Until the acceptance no hook runs out of time, and then each has what was left at the backup. */
  private void hookChanged(HookRecord hook) {
    rule(
        hook.state() != HookRecord.State.TIMED_OUT,
        "D",
        "a hook of a pool that waits runs out of time: " + hook);
    Duration left = leftAtBackup.get(hook.token());
    if (left != null && hook.waiting() && !hook.since().isBefore(timeline.now().wall())) {
      Duration now = Duration.between(timeline.now().wall(), hook.deadline());
      rule(
          now.plusSeconds(1).compareTo(left) >= 0,
          "D",
          "a hook had " + left + " left at the backup, and has " + now);
    }
  }

  private void actionChanged(String key, byte[] value, boolean waited) {
    ActionRecord action = RecordCodec.read(key, value, ActionRecord.class);
    if (action.repeat() == Repeat.SAFE) {
      repeatable.add(action.uid());
    }
    byte @Nullable [] before = disk.get(key);
    if (waited && before != null) {
      String wrong = actions.judge(
          RecordCodec.read(key, before, ActionRecord.class),
          action,
          timeline.now().wall());
      rule(wrong.isEmpty(), "T", wrong);
    }
  }

  private void leaves(Effect effect) {
    boolean waits = pool().filter(PoolRecord::restored).isPresent();
    boolean reads = effect instanceof Effect.Identify
        || effect instanceof Effect.ListPool
        || effect instanceof Effect.Describe
        || effect instanceof Effect.EndThrottle
        || effect instanceof Effect.Check;
    rule(!waits || reads, "W", "a pool that waits writes to the cloud: " + effect);
    if (effect instanceof Effect.Launch launch) {
      String key = launch.key().value();
      rule(!sentBefore.contains(key), "I9", "launch " + key + " is sent after the restore, too");
      sent.add(key);
    }
    if (effect instanceof Effect.Tell tell) {
      HostileCloud.Line mine = line;
      cloud.reply(
          this::hear,
          mine,
          SECOND,
          () -> new Event.Told(tell.hook(), tell.message().token(), Optional.empty()));
    } else {
      cloud.run(POOL.name(), effect, line, this::hear);
    }
  }

  // ------------------------------------------------------------------------------- the ledger

  private Optional<PoolRecord> pool() {
    return pool(POOL.name());
  }

  private List<MachineRecord> machines() {
    return machines(POOL.name());
  }

  private List<HookRecord> hooks() {
    return records(POOL.name(), "hook/", HookRecord.class);
  }
}
