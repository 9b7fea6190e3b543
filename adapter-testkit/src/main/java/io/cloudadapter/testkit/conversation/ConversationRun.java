package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Plays the steps of a conversation, and settles what they have left in doubt. */
final class ConversationRun {
  /** How many launches or machines a list names. */
  private static final int NAMED = 3;

  /** A step of real time. */
  private static final Duration LONGEST_REAL_WAIT = Duration.ofSeconds(2);

  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  /** With all trouble over, the faults that are still ordered cannot cost more tries. */
  private static final int TRIES = 12;

  private final TestBench bench;
  private final CloudModel model;
  private final ConversationCalls calls;
  private final ConversationFaults faults;
  private int number;

  ConversationRun(TestBench bench) {
    this.bench = bench;
    this.model = new CloudModel(bench);
    this.calls = new ConversationCalls(bench, model);
    this.faults = new ConversationFaults(bench);
  }

  void plays(List<ConversationStep> steps) {
    // Without a console there is nothing to compare the adapter's answers with.
    TestCloudConsole unused = bench.truth().console();
    for (ConversationStep step : steps) {
      number++;
      play(step);
    }
    settle();
  }

  private void play(ConversationStep step) {
    switch (step.kind()) {
      case PREPARE -> prepare(step);
      case LAUNCH -> launchAnew(step);
      case SEND -> latest(sendable(), step).ifPresent(launch -> send(launch, step));
      case LIST_POOL -> list("the pool is listed", ListQuery.all(TestBench.POOL), step);
      case LIST_KEYS -> listKeys(step);
      case LIST_IDS -> listIds(step);
      case TERMINATE ->
        latest(calls.known(), step).ifPresent(machine -> {
          begins(machine + " is terminated", step, RequestKind.TERMINATE);
          calls.terminate(machine);
        });
      case LABEL -> label(step);
      case ADOPT -> adopt(step);
      case END -> end(step);
      case REOPEN -> {
        begins("another process opens the adapter");
        calls.reopen();
      }
      case MOMENT -> pass(MOMENT);
      case LAG -> pass(bench.profile().listLag().plusSeconds(1));
      case SETTLE -> pass(bench.profile().settle().plusSeconds(1));
      case PART_OF_KEY_LIFE -> pass(keyLife().dividedBy(3));
      case KEY_LIFE -> pass(keyLife().plusSeconds(1));
    }
  }

  private void begins(String what, ConversationStep step, RequestKind verb) {
    bench
        .witness()
        .stepBegins(
            what + faults.strike(step, verb).map(fault -> ", with " + fault).orElse(""));
  }

  private void begins(String what) {
    bench.witness().stepBegins(what);
  }

  /** The one so far from the end of a list as a step says. */
  private static <T> Optional<T> latest(List<T> all, ConversationStep step) {
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(all.get(all.size() - 1 - step.which() % all.size()));
  }

  private static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  // ---- launches

  private CallOutcome prepare(ConversationStep step) {
    LaunchSpec spec = spec(step);
    int which = model.launches().size() + 1;
    begins(
        "launch " + which + spec.zone().map(zone -> " in zone " + zone).orElse("") + " is frozen",
        step,
        RequestKind.READ);
    return calls.prepare(
        adapter -> new ModelLaunch(which, spec, adapter.prepare(spec, bench.call()), bench.key()));
  }

  /** Each in the zone of its step, with a tag of its own where there is room. */
  private LaunchSpec spec(ConversationStep step) {
    List<String> zones = bench.sample().zones();
    Map<String, String> tags =
        bench.sample().maxTags() > 1 ? Map.of("team", "number" + number) : Map.of();
    LaunchSpec spec = bench.spec(TestBench.POOL, tags);
    return zones.isEmpty()
        ? spec
        : LaunchSpecs.in(spec, Optional.of(zones.get(step.which() % zones.size())));
  }

  private void launchAnew(ConversationStep step) {
    if (prepare(new ConversationStep(step.kind(), step.which(), 0)).accepted()) {
      send(model.launches().get(model.launches().size() - 1), step);
    }
  }

  private void send(ModelLaunch launch, ConversationStep step) {
    String again = launch.firstSent().isPresent() ? " is sent again" : " is sent";
    begins(launch + again, step, RequestKind.LAUNCH);
    CallOutcome unused = calls.launch(launch);
  }

  /** Launches that were not sent yet, or may be sent again: while the key surely prevents a second machine. */
  private List<ModelLaunch> sendable() {
    return model.launches().stream()
        .filter(launch -> launch.firstSent().map(this::isYoung).orElse(true))
        .toList();
  }

  private boolean isYoung(Instant firstSent) {
    LaunchKeySupport support = bench.profile().keySupport();
    if (support.kind() == LaunchKeySupport.Kind.NONE) {
      return false;
    }
    Duration half = support.lifetime().dividedBy(2);
    Duration certain = support.lifetime().minus(bench.profile().settle());
    Duration longest = certain.compareTo(half) > 0 ? certain : half;
    return bench.clock().instant().isBefore(firstSent.plus(longest));
  }

  // ---- lists

  private void list(String what, ListQuery query, ConversationStep step) {
    begins(what, step, RequestKind.READ);
    CallOutcome unused = calls.list(what, query);
  }

  private void listKeys(ConversationStep step) {
    List<ModelLaunch> named = last(model.launches(), named());
    if (!named.isEmpty()) {
      list(
          words(named) + " listed by key",
          ListQuery.keys(TestBench.POOL, named.stream().map(ModelLaunch::key).toList()),
          step);
    }
  }

  private void listIds(ConversationStep step) {
    List<ModelMachine> named = last(model.machines(), named());
    if (!named.isEmpty()) {
      list(
          words(named) + " listed by id",
          ListQuery.ids(named.stream().map(ModelMachine::id).toList()),
          step);
    }
  }

  private int named() {
    return Math.min(NAMED, bench.profile().maxIdsPerList());
  }

  private static String words(List<?> named) {
    return named.stream().map(String::valueOf).collect(Collectors.joining(", "))
        + (named.size() == 1 ? " is" : " are");
  }

  // ---- machines

  private List<ModelMachine> ofPool() {
    return model.machines().stream().filter(ModelMachine::isOfPool).toList();
  }

  private void label(ConversationStep step) {
    if (!bench.claims(Labeling.class) || bench.sample().maxTags() < 1) {
      return;
    }
    latest(calls.known(), step).ifPresent(machine -> {
      String value = "value" + number;
      begins(
          machine + " is labelled " + ModelMachine.LABEL + " = " + value, step, RequestKind.MARK);
      calls.label(machine, value);
    });
  }

  private void adopt(ConversationStep step) {
    MachineId[] stranger = new MachineId[1];
    if (!bench.claims(Adoption.class)
        || !bench
            .truth()
            .attempts(
                "machines of other owners in conversations",
                console -> stranger[0] = console.create(Map.of()))) {
      return;
    }
    bench.truth().disown(stranger[0]);
    ModelMachine machine = new ModelMachine(stranger[0], null, bench.clock().instant());
    model.add(machine);
    begins(machine + " of another owner is marked", step, RequestKind.MARK);
    calls.adopt(machine);
  }

  private void end(ConversationStep step) {
    List<ModelMachine> living = ofPool().stream().filter(ModelMachine::lives).toList();
    latest(living, step).ifPresent(machine -> {
      machine.ends();
      if (bench
          .truth()
          .attempts(
              "machines that end by themselves in conversations",
              console -> console.kill(machine.id()))) {
        begins(machine + " ends by itself");
        model.compare();
      }
    });
  }

  // ---- time

  private Duration keyLife() {
    Duration settle = bench.profile().settle();
    Duration lifetime = bench.profile().keySupport().lifetime();
    return lifetime.compareTo(settle) > 0 ? lifetime : settle;
  }

  private void pass(Duration time) {
    Duration passed = time;
    if (bench.subject().outlivesRuns() && time.compareTo(LONGEST_REAL_WAIT) > 0) {
      bench.leavesOut(
          "waits of more than " + TimeSpan.text(LONGEST_REAL_WAIT) + " in conversations",
          "hundreds of them would have to pass in real time");
      passed = LONGEST_REAL_WAIT;
    }
    begins(TimeSpan.text(passed) + " pass");
    bench.time().pass(passed);
    model.compare();
  }

  // ---- the end of a conversation

  /** With all trouble over, what is in doubt is settled, and what was said must have come true. */
  private void settle() {
    bench.truth().console().heal();
    begins("from here on no fault is ordered");
    pass(bench.profile().settle().plusSeconds(1));
    if (bench.profile().keySupport().kind() == LaunchKeySupport.Kind.TOKEN) {
      sendable().stream()
          .filter(launch -> launch.isDoubtful() && launch.returned().isEmpty())
          .forEach(this::sendUntilKnown);
      pass(bench.profile().listLag().plusSeconds(1));
    }
    insist("a list of the pool", () -> {
      begins("the pool is listed");
      return calls.list("at the end the pool is listed", ListQuery.all(TestBench.POOL));
    });
    for (ModelMachine machine : model.machines()) {
      if (machine.lives() && machine.terminated().isPresent()) {
        bench.require(
            bench.truth().ends(machine.id()),
            machine + " lives on " + TimeSpan.text(UNTIL_ENDED)
                + " after all other calls, and terminate returned");
      }
    }
  }

  private void sendUntilKnown(ModelLaunch launch) {
    insist(launch + ", sent again,", () -> {
      begins(launch + " is sent again");
      CallOutcome outcome = calls.launch(launch);
      // That its key is spent settles it as well.
      boolean settled =
          outcome.sure() && outcome.error().flatMap(e -> e.conflict()).isPresent();
      return settled ? new CallOutcome(Optional.empty()) : outcome;
    });
  }

  private void insist(String what, Supplier<CallOutcome> call) {
    CallOutcome outcome = call.get();
    for (int i = 1; i < TRIES && !outcome.accepted(); i++) {
      pass(outcome.error().flatMap(error -> error.retryAfter()).orElse(MOMENT).plus(MOMENT));
      outcome = call.get();
    }
    if (!outcome.accepted()) {
      throw new RuleViolation(
          "with all trouble over, " + what + " failed " + TRIES + " times: " + outcome);
    }
  }
}
