package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A pool and the book of what was wished of it, side by side, compared at every turn. */
final class ModelCheckedPool {
  private static final int MAX_SIZE = 10;
  private static final int SURGE = 2;
  private static final Duration GLANCE = Duration.ofSeconds(5);
  private static final Set<MachineState> JOINED =
      EnumSet.of(MachineState.RUNNING, MachineState.TERMINATING);

  private final KeeperHarness story =
      KeeperHarness.with(b -> PoolConfig.named("web", "here", MAX_SIZE));
  private final CommandModel book = new CommandModel(MAX_SIZE, this::launchKey);
  private final Set<String> everNamed = new TreeSet<>(List.of("missing"));
  private final Map<CompletableFuture<CommandResult>, String> attaching = new HashMap<>();
  private @Nullable Command last;
  private Optional<String> lastKey = Optional.empty();

  /** Machines that the cloud did not show when their attach was requested: they are members once it shows them. */
  private final Set<String> strangers = new HashSet<>();

  private int takenBack;

  ModelCheckedPool() {
    story.cloud.showsEnded = true;
    for (int i = 0; i < 3; i++) {
      story.cloud.machine("outside-" + i);
      everNamed.add("outside-" + i);
    }
    story.run(Duration.ofMinutes(1));
  }

  @Override
  public String toString() {
    return "wished " + book.desired + ", has " + story.view();
  }

  private Optional<String> launchKey(String machine) {
    return Optional.ofNullable(story.cloud.boxes.get(machine))
        .map(box -> box.marks)
        .flatMap(OwnershipMarks::key)
        .map(LaunchKey::value);
  }

  /** Everything that was ever shown can be named, and a few that never were. */
  MachineId named(int place) {
    story.view().machines().forEach(m -> everNamed.add(m.id().value()));
    List<String> all = new ArrayList<>();
    story.view().machines().forEach(m -> all.add(m.id().value()));
    all.addAll(everNamed);
    return new MachineId(all.get(place % all.size()));
  }

  void repeats(boolean sameKey) {
    if (last != null) {
      asks(last, sameKey ? lastKey : Optional.empty());
    }
  }

  void asks(Command command, Optional<String> key) {
    last = command;
    lastKey = key;
    Machine named = shown(command);
    book.underWay.clear();
    waitsUnder.forEach((answer, k) ->
        book.underWay.put(k, new Command.Attach(new MachineId(attaching.get(answer)))));
    keptOver.forEach((k, machine) -> {
      if (isAttaching(machine)) {
        book.underWay.put(k, new Command.Attach(new MachineId(machine)));
      }
    });
    CommandModel.Foretold foretold = book.foretell(command, key, named);
    boolean repeated = key.filter(book.keys::containsKey).isPresent();

    CompletableFuture<CommandResult> answer = story.ask(command, key);

    boolean taken = foretold.refusal().isPresent();
    if (command instanceof Command.Attach attach && !repeated && !taken) {
      if (named != null && CommandModel.promise(named)) {
        assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.CONFLICT);
      } else if (named != null && named.machineState().allocated()) {
        assertThat(answer).as("%s: it is a member", command).isCompletedWithValue(null);
      }
      if (!answer.isDone()) {
        attaching.put(answer, attach.machine().value());
        book.joining.add(attach.machine().value());
        if (named == null) {
          strangers.add(attach.machine().value());
        } else {
          strangers.remove(attach.machine().value());
        }
        key.ifPresent(k -> waitsUnder.put(answer, k));
      }
    } else {
      assertThat(answer).as("%s is answered at once", command).isDone();
      boolean accepted = !answer.isCompletedExceptionally();
      foretold
          .accepted()
          .ifPresent(yes ->
              assertThat(accepted).as("%s of %s is accepted", command, named).isEqualTo(yes));
      foretold
          .refusal()
          .ifPresent(reason -> assertThat(KeeperHarness.refusal(answer).reason())
              .as("%s", command)
              .isEqualTo(reason));
    }
    if (command instanceof Command.SetServiceState
        && named != null
        && named.serviceState() == ServiceState.OUT_OF_SERVICE
        && accepted(answer)) {
      takenBack++;
    }
    if (named != null && !repeated && accepted(answer)) {
      book.accepts(command, named);
    }
    book.desired = foretold.desired();
    if (answer.isDone() && !answer.isCompletedExceptionally() && !repeated) {
      key.ifPresent(k -> book.keys.put(k, command));
    }
    assertThat(story.view().desiredSize())
        .as("desired size after %s of %s", command, named)
        .isEqualTo(book.desired);
    story.settles();
    compares();
  }

  private final Map<CompletableFuture<CommandResult>, String> waitsUnder = new HashMap<>();

  /** The keys of attaches that a crash has interrupted, with the machine of each: the next process completes them. */
  private final Map<String, String> keptOver = new HashMap<>();

  private @Nullable Machine shown(Command command) {
    MachineId id = command instanceof Command.Terminate c
        ? c.machine()
        : command instanceof Command.Detach c
            ? c.machine()
            : command instanceof Command.Attach c
                ? c.machine()
                : command instanceof Command.SetServiceState c
                    ? c.machine()
                    : command instanceof Command.Protect c ? c.machine() : null;
    return story.view().machines().stream()
        .filter(m -> m.id().equals(id))
        .findFirst()
        .orElse(null);
  }

  /** A look at the ledger: what a crash has cut off is not known to the client. */
  private boolean isAttaching(String machine) {
    return story.knows(machine) && story.status(machine) == MachineRecord.Status.ATTACHING;
  }

  void passes(Duration time) {
    runs(time);
    compares();
    if (time.compareTo(Duration.ofHours(1)) > 0) {
      comesToRest();
    }
  }

  /** Looks often while a machine is joining: it may be one too many, and be ended before long. */
  private void runs(Duration time) {
    Duration left = time;
    while (!book.joining.isEmpty() && left.compareTo(GLANCE) > 0) {
      story.run(GLANCE);
      left = left.minus(GLANCE);
      compares();
    }
    story.run(left);
  }

  void meets(CommandPropertiesTest.Fate fate, int place) {
    List<FakeCloud.Box> living =
        story.cloud.boxes.values().stream().filter(FakeCloud.Box::alive).toList();
    Optional<FakeCloud.Box> box =
        living.isEmpty() ? Optional.empty() : Optional.of(living.get(place % living.size()));
    switch (fate) {
      case DIES -> box.ifPresent(b -> story.cloud.dies(b.id.value()));
      case STOPS -> box.ifPresent(b -> b.end = MachineSighting.End.STOPPED);
      case STARTS -> box.ifPresent(b -> b.end = MachineSighting.End.NOT_ENDED);
      case REPLY_LOST -> story.cloud.losesNextReply();
      case REQUEST_LOST -> story.cloud.losesNextRequest();
      case REJECTED -> story.cloud.rejectsNextLaunch();
      case REFUSED -> story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.CAPACITY));
      case CRASHES -> {
        // What was under way gets no answer; what was recorded goes on.
        story.crashAndRestart();
        waitsUnder.forEach((answer, key) -> keptOver.put(key, attaching.get(answer)));
        attaching.clear();
        waitsUnder.clear();
      }
    }
    story.settles();
    compares();
  }

  /** Every machine that has joined since the last check raises the desired size by one, and nothing else does. */
  private void compares() {
    for (String id : List.copyOf(book.joining)) {
      boolean answered = attaching.entrySet().stream()
          .anyMatch(e -> e.getValue().equals(id) && accepted(e.getKey()));
      Machine member = shown(new Command.Attach(new MachineId(id)));
      if (answered
          || (member != null
              && (strangers.contains(id) || JOINED.contains(member.machineState())))) {
        book.joining.remove(id);
        book.desired++;
        keptOver.forEach((key, machine) -> {
          if (machine.equals(id)) {
            book.keys.putIfAbsent(key, new Command.Attach(new MachineId(id)));
          }
        });
        keptOver.values().removeIf(id::equals);
      } else if (attaching.entrySet().stream()
          .anyMatch(e -> e.getValue().equals(id) && e.getKey().isDone())) {
        book.joining.remove(id);
      }
    }
    attaching.keySet().stream()
        .filter(ModelCheckedPool::accepted)
        .filter(waitsUnder::containsKey)
        .forEach(answer -> book.keys.put(
            waitsUnder.get(answer), new Command.Attach(new MachineId(attaching.get(answer)))));
    attaching.keySet().removeIf(CompletableFuture::isDone);
    waitsUnder.keySet().removeIf(CompletableFuture::isDone);
    assertThat(story.view().desiredSize()).as("the desired size").isEqualTo(book.desired);
    book.shows(story.view().machines());
    numbersAgree();
  }

  private static boolean accepted(CompletableFuture<CommandResult> answer) {
    return answer.isDone() && !answer.isCompletedExceptionally();
  }

  private void numbersAgree() {
    long counted = story.view().machines().stream().filter(CommandModel::counts).count();
    var size = story.view().size();
    assertThat((long) size.allocated() - size.outOfService())
        .as("effective = allocated - out of service")
        .isEqualTo(counted);
    // A machine that is taken back into service counts besides the one that replaces it, until a
    // shrink may end one
    // of the two: not while a launch is pending.
    assertThat(counted).as("effective within the cap").isLessThanOrEqualTo(MAX_SIZE + takenBack);
  }

  /** Trouble ends and hours pass: the pool must be what was wished, and own what exists. */
  void comesToRest() {
    story.cloud.nextLaunches.clear();
    runs(Duration.ofHours(2));
    takenBack = 0;
    compares();
    List<Machine> counting =
        story.view().machines().stream().filter(CommandModel::counts).toList();
    long free = counting.stream().filter(m -> !m.isProtected()).count();
    Set<String> members = story.view().machines().stream()
        .filter(m -> alive(m.id().value()))
        .map(m -> m.id().value())
        .collect(Collectors.toSet());
    if (counting.size() < book.desired) {
      assertThat(members)
          .as("too few, so the cap with its surge is full, or over by who was attached")
          .hasSizeGreaterThanOrEqualTo(MAX_SIZE + SURGE);
    } else if (counting.size() > book.desired) {
      assertThat(free).as("too many, so all of them are protected").isZero();
    }
    Set<String> marked = story.cloud.boxes.values().stream()
        .filter(box -> box.marks != null && box.alive())
        .map(box -> box.id.value())
        .collect(Collectors.toSet());
    assertThat(members).as("nothing leaks, nothing is only imagined").isEqualTo(marked);
    assertThat(story.intents()).as("open promises").noneMatch(LaunchRecord::unresolved);
    assertThat(story.alarms().stream().filter(a -> a != io.cloudadapter.api.Alarm.Code.AT_MAX_SIZE))
        .as("alarms")
        .isEmpty();
  }

  private boolean alive(String id) {
    FakeCloud.Box box = story.cloud.boxes.get(id);
    return box != null
        && box.alive()
        && box.state != MachineState.REJECTED
        && box.sighting().end() != MachineSighting.End.FINAL;
  }
}
