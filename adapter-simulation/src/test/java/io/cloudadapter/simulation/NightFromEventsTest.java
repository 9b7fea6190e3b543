package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.event.EventCaller;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Whether the pool's events alone show what happened in a night. Machines die, people resize the pool and terminate
 * machines, and the pool's process dies now and then, all drawn from a seed. The test reconstructs the story from the
 * events, and scores it against what really happened. {@code -Dnight.seed} repeats a night.
 */
class NightFromEventsTest {
  private static final Duration NIGHT = Duration.ofHours(10);
  private static final Duration LATE = Duration.ofHours(1);

  /** What really happened, or what the events show. */
  private static final class Story {
    final TreeSet<String> died = new TreeSet<>();
    final List<String> resizes = new ArrayList<>();
    final Map<String, String> terminatedBy = new TreeMap<>();
    final TreeSet<String> replaced = new TreeSet<>();
    final TreeSet<String> replacements = new TreeSet<>();
  }

  private final long seed = Optional.ofNullable(System.getProperty("night.seed"))
      .map(Long::parseLong)
      .orElseGet(() -> new SecureRandom().nextLong());
  private final SplittableRandom dice = new SplittableRandom(seed);
  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-11-28T20:00:00Z"));
  private final SimulatedCloud cloud = SimulatedCloud.builder(seed, clock).build();
  private final PoolConfig config = PoolConfig.named("web", "here", 20)
      .initialSize(6)
      .launchesPerHour(10_000)
      .terminationsPerHour(10_000)
      .build();
  private final Story truth = new Story();
  private ManualPool pool = new ManualPool(
      cloud.provider(),
      config,
      new SimulatedProviderFactory().template().parse(config.launch().template()),
      clock,
      seed);
  private int processes = 1;

  @Test
  void which_machines_died_what_replaced_them_and_who_resized_is_in_the_events() {
    settle();
    Instant morning = clock.instant().plus(NIGHT);
    while (clock.instant().isBefore(morning)) {
      pool.pass(Duration.ofSeconds(dice.nextInt(1, 1800)));
      happen();
    }

    List<PoolEvent> events = read();
    Story told = read(events);

    String name = "night " + seed;
    assertThat(told.died).as(name).isEqualTo(truth.died);
    assertThat(told.resizes).as(name).isEqualTo(truth.resizes);
    assertThat(told.terminatedBy).as(name).isEqualTo(truth.terminatedBy);
    assertThat(told.replaced).as(name).isEqualTo(truth.replaced);
    assertThat(told.replacements).as(name).isEqualTo(truth.replacements);
    assertThat(truth.died.size() + truth.resizes.size() + truth.terminatedBy.size())
        .as(name)
        .isGreaterThan(5);
    long next = 1;
    for (PoolEvent event : events) {
      assertThat(event.firstSequence()).as(name).isEqualTo(next);
      next = event.sequence() + 1;
    }
  }

  private void settle() {
    pool.pass(Duration.ofMinutes(2)); // So long a death may go unnoticed.
    pool.passUntil(
        () -> {
          PoolView view = pool.pool().view();
          return view.settled() && view.machines().size() == view.desiredSize();
        },
        LATE);
  }

  private void happen() {
    int before = cloud.created().size();
    List<MachineId> running = running();
    int what = running.isEmpty() ? 2 : dice.nextInt(3);
    if (what == 0) {
      int count = Math.min(running.size(), dice.nextInt(1, 4));
      for (int i = 0; i < count; i++) {
        MachineId victim = running.remove(dice.nextInt(running.size()));
        cloud.kill(victim);
        truth.died.add(victim.value());
        truth.replaced.add(victim.value());
      }
    } else if (what == 1) {
      MachineId machine = running.get(dice.nextInt(running.size()));
      String who = person();
      pool.pool().terminate(machine, false, WriteOptions.none().caller(who));
      truth.terminatedBy.put(machine.value(), who);
      truth.replaced.add(machine.value());
    } else {
      int size = dice.nextInt(0, 15);
      int now = pool.pool().view().desiredSize();
      String who = person();
      pool.pool().setDesiredSize(size, WriteOptions.none().caller(who));
      if (size != now) {
        truth.resizes.add(who + " " + now + " to " + size);
      }
    }
    if (dice.nextInt(4) == 0) {
      processes++;
      pool = pool.dies(cloud.provider(), seed + processes);
    }
    settle();
    if (what != 2) {
      cloud.created().stream()
          .skip(before)
          .forEach(made -> truth.replacements.add(made.machine().value()));
    }
  }

  private List<MachineId> running() {
    return pool.pool().view().machines().stream()
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .map(Machine::id)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private String person() {
    return dice.nextBoolean() ? "ann" : "bob";
  }

  private List<PoolEvent> read() {
    List<PoolEvent> events = new ArrayList<>();
    PoolEventQuery query = PoolEventQuery.all().limit(50);
    PoolEventPage page;
    do {
      page = pool.pool().events(query);
      events.addAll(page.events());
      query = query.after(page.cursor());
    } while (page.more());
    return events;
  }

  private static Story read(List<PoolEvent> events) {
    Story story = new Story();
    for (PoolEvent event : events) {
      String machine = event.machine().map(MachineId::value).orElse("");
      String who = event.caller().map(EventCaller::principal).orElse("");
      if (event.kind() == PoolEventKind.MACHINE_DIED) {
        story.died.add(machine);
      } else if (event.kind() == PoolEventKind.SIZE_CHANGED && !who.isEmpty()) {
        story.resizes.add(
            who + " " + event.details().get("before") + " to " + event.details().get("after"));
      } else if (event.kind() == PoolEventKind.TERMINATION_DECIDED && !who.isEmpty()) {
        story.terminatedBy.put(machine, who);
      } else if (event.kind() == PoolEventKind.MACHINE_LAUNCHED
          && !event.replaces().isEmpty()) {
        story.replacements.add(machine);
        event.replaces().forEach(id -> story.replaced.add(id.value()));
      }
    }
    return story;
  }
}
