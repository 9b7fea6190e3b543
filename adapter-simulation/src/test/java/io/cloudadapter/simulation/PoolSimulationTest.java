package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PoolSimulationTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private static PoolSimulation pool(int maxSize) {
    return Simulation.of(PoolConfig.named("web", "here", maxSize).build());
  }

  private static void held(SimulationReport report) {
    assertThat(report.violation())
        .as(() -> "seed " + report.seed() + "\n" + report.story())
        .isEmpty();
  }

  private static SimulationSample last(SimulationReport report) {
    return report.samples().get(report.samples().size() - 1);
  }

  @Test
  void a_pool_follows_its_load_and_the_cloud_bills_for_it() {
    SimulationReport report = pool(10)
        .load(LoadProfile.csv("time,size\n0s,4\n12:00,8\n18:00,2\n"))
        .sampleEvery(Duration.ofMinutes(10))
        .run();

    held(report);
    SimulationSample noon = report.samples().get(13 * 6);
    assertThat(noon.at()).isEqualTo(HOUR.multipliedBy(13));
    assertThat(List.of(noon.desired(), noon.effective(), noon.alive())).containsOnly(8);
    assertThat(last(report).at()).isEqualTo(Duration.ofDays(1));
    assertThat(last(report).effective()).isEqualTo(2);
    assertThat(report.launches()).isEqualTo(8);
    assertThat(report.terminations()).isEqualTo(6);
    assertThat(report.hours()).isCloseTo(12 * 4 + 6 * 8 + 6 * 2, within(1.0));
    assertThat(last(report).hours()).isEqualTo(report.hours());
    assertThat(report.faults().values()).allMatch(tally -> tally.strikes() == 0);
  }

  @Test
  void samples_have_the_headroom_beside_the_desired_size() {
    SimulationReport report = Simulation.of(
            PoolConfig.named("web", "here", 10).headroom(Headroom.machines(2)).build())
        .load(LoadProfile.csv("time,size\n0s,4\n"))
        .length(TEN_MINUTES)
        .sampleEvery(TEN_MINUTES)
        .run();

    held(report);
    assertThat(last(report).desired()).isEqualTo(4);
    assertThat(last(report).headroom()).isEqualTo(2);
    assertThat(last(report).effective()).isEqualTo(6);
  }

  @Test
  void a_rough_day_comes_to_rest_and_says_what_struck() {
    SimulationReport report = pool(20)
        .load(LoadProfile.day(20))
        .climate(FaultProfile.ROUGH)
        .seed(3)
        .sampleEvery(HOUR)
        .run();

    held(report);
    assertThat(report.faults().values().stream().filter(t -> t.strikes() > 0).count())
        .isGreaterThan(12);
    report
        .faults()
        .forEach((kind, tally) -> assertThat(last(report).faults().getOrDefault(kind, 0L))
            .as(kind.name())
            .isLessThanOrEqualTo(tally.strikes()));
  }

  @Test
  void a_part_of_an_end_can_fail_where_machines_end_together() {
    SimulationReport report =
        pool(12).load(LoadProfile.saw(12)).fault(FaultKind.TERMINATE_PART, 1).run();

    held(report);
    assertThat(report.faults().get(FaultKind.TERMINATE_PART).strikes()).isPositive();
  }

  @Test
  void a_program_reads_the_history_of_its_pool() {
    List<PoolEventKind> kinds = new ArrayList<>();
    SimulationReport report = pool(10)
        .load(LoadProfile.csv("time,size\n0s,4\n12:00,8\n"))
        .every(HOUR, pool -> {
          kinds.clear();
          pool.events(PoolEventQuery.all().limit(PoolEventQuery.MOST))
              .events()
              .forEach(event -> kinds.add(event.kind()));
        })
        .run();

    held(report);
    assertThat(kinds).startsWith(PoolEventKind.LEADERSHIP_TAKEN);
    assertThat(Collections.frequency(kinds, PoolEventKind.MACHINE_LAUNCHED)).isEqualTo(8);
    assertThat(Collections.frequency(kinds, PoolEventKind.SIZE_CHANGED)).isGreaterThan(1);
  }

  @Test
  void a_storm_breaks_no_rule_either() {
    for (long seed = 1; seed <= 3; seed++) {
      held(pool(12)
          .load(LoadProfile.saw(12))
          .climate(FaultProfile.STORM)
          .seed(seed)
          .run());
    }
  }

  @Test
  void the_same_seed_gives_the_same_report() {
    PoolSimulation simulation = pool(10)
        .load(LoadProfile.spike(10))
        .climate(FaultProfile.ROUGH)
        .length(HOUR.multipliedBy(15))
        .sampleEvery(HOUR);

    SimulationReport one = simulation.seed(7).run();

    assertThat(simulation.seed(7).run()).isEqualTo(one);
    assertThat(simulation.seed(8).run().hash()).isNotEqualTo(one.hash());
  }

  @Test
  void a_program_scales_the_pool_by_its_own_rule() {
    List<Integer> seen = new ArrayList<>();

    SimulationReport report = pool(30)
        .every(Duration.ofMinutes(5), web -> {
          long users = web.now().toHours() < 12 ? 900 : 200;
          int needed = (int) ((users + 99) / 100);
          if (web.size().desiredSize() != needed) {
            web.setDesiredSize(needed);
            PoolView view = web.await(PoolView::settled, Duration.ofMinutes(10));
            seen.add(view.size().allocated());
          }
        })
        .run();

    held(report);
    assertThat(seen).containsExactly(9, 2);
    assertThat(report.launches()).isEqualTo(9);
    assertThat(report.terminations()).isEqualTo(7);
  }

  @Test
  void the_program_of_the_documentation_runs() {
    SimulationReport report = Simulation.of(PoolConfig.named("web", "here", 30).build())
        .climate(FaultProfile.ROUGH)
        .length(Duration.ofDays(1))
        .every(Duration.ofMinutes(5), web -> {
          long users = web.now().toHours() < 12 ? 900 : 200;
          int needed = (int) ((users + 99) / 100);
          if (web.size().desiredSize() != needed) {
            web.setDesiredSize(needed);
            web.await(PoolView::settled, Duration.ofMinutes(30));
          }
        })
        .seed(7)
        .run();

    assertThat(report.violation()).as(report.story()).isEmpty();
    assertThat(report.hours()).isLessThan(200);
  }

  @Test
  void a_program_meets_crashes_and_is_asked_again() {
    int[] turns = {0};
    List<Reason> refusals = new ArrayList<>();

    SimulationReport report = pool(10)
        .climate(FaultProfile.STORM)
        .every(Duration.ofMinutes(3), web -> {
          turns[0]++;
          try {
            web.setDesiredSize(turns[0] % 10);
          } catch (PoolException e) {
            refusals.add(e.reason());
            throw e;
          }
        })
        .run();

    held(report);
    assertThat(turns[0]).isGreaterThan(300);
    assertThat(refusals).contains(Reason.UNAVAILABLE, Reason.UNKNOWN);
  }

  @Test
  void a_program_tries_its_policies() {
    List<String> story = new ArrayList<>();
    AdjustmentPolicy half = AdjustmentPolicy.of(
            ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_PERCENTAGE, 50)
        .withCooldown(Duration.ofMinutes(30));

    SimulationReport report = Simulation.of(PoolConfig.named("web", "here", 10)
            .initialSize(4)
            .scaling(ScalingConfig.none().with("half", half))
            .build())
        .length(HOUR)
        .every(Duration.ofMinutes(14), web -> {
          story.add(web.scale(ScalingRequest.out()).toString());
          if (story.size() == 2) {
            story.add(
                web.resize(ResizeRequest.to(AdjustmentType.EXACT_CAPACITY, 8)).reason());
          }
        })
        .run();

    held(report);
    assertThat(story)
        .containsExactly(
            "OK: scale out by 2 to 6, desired size 6",
            "ERROR: Policy half cooldown is still in progress.",
            "Scaling request validated.",
            "ERROR: The target capacity (12) is greater than the maximum number of nodes allowed per"
                + " cluster (10).",
            "ERROR: The target capacity (12) is greater than the maximum number of nodes allowed per"
                + " cluster (10).");
  }

  @Test
  void every_call_of_a_program_is_answered_as_the_library_would() {
    List<String> story = new ArrayList<>();
    List<MachineId> left = new ArrayList<>();

    SimulationReport report = Simulation.of(
            PoolConfig.named("web", "here", 5).initialSize(3).build())
        .length(HOUR)
        .every(Duration.ofMinutes(20), web -> {
          if (!left.isEmpty()) {
            web.attach(left.remove(0));
            story.add("desired " + web.size().desiredSize());
            return;
          }
          Machine first = web.view().machines().get(0);
          web.protect(first.id(), true);
          story.add("protected " + machine(web, first).isProtected());
          web.setServiceState(first.id(), io.cloudadapter.api.ServiceState.IN_SERVICE);
          story.add("service " + machine(web, first).serviceState());
          web.detach(first.id(), true);
          story.add("desired " + web.size().desiredSize());
          left.add(first.id());
          web.terminate(web.view().machines().get(0).id(), true);
          story.add("plan " + web.plan().desiredSize());
          story.add(refusal(() -> web.setDesiredSize(6)).getMessage());
          story.add(refusal(() -> web.await(v -> false, TEN_MINUTES)).detail());
        })
        .run();

    held(report);
    assertThat(story)
        .containsExactly(
            "protected true",
            "service IN_SERVICE",
            "desired 2",
            "plan 1",
            "desiredSize must be 0 to 5, was 6",
            "It is at PoolSize[desiredSize=1, allocated=1, outOfService=0].",
            "desired 2");
  }

  private static Machine machine(MachinePool pool, Machine like) {
    return pool.view().machines().stream()
        .filter(machine -> machine.id().equals(like.id()))
        .findFirst()
        .orElseThrow();
  }

  private static PoolException refusal(Runnable what) {
    try {
      what.run();
    } catch (PoolException e) {
      return e;
    }
    throw new AssertionError("it was not refused");
  }

  @Test
  void what_a_program_finds_wrong_is_the_violation_with_its_story() {
    SimulationReport report = pool(5)
        .load(LoadProfile.flat(2))
        .length(HOUR)
        .every(Duration.ofMinutes(10), web -> {
          if (web.view().machines().size() < 3) {
            throw new AssertionError("too few");
          }
        })
        .run();

    assertThat(report.violation()).contains("too few");
    assertThat(report.story()).contains("judge   too few", "m-0 RUNNING");
  }

  @Test
  void a_single_fault_strikes_as_often_as_asked() {
    SimulationReport report = pool(5)
        .load(LoadProfile.flat(3))
        .fault(FaultKind.LOST_REPLY, 1)
        .fault(FaultKind.POWER_LOSS, 1)
        .fault(FaultKind.CRASH, 0.01)
        .run();

    held(report);
    FaultCount lost = report.faults().get(FaultKind.LOST_REPLY);
    assertThat(lost).isEqualTo(new FaultCount(lost.occasions(), lost.occasions()));
    assertThat(lost.occasions()).isPositive();
    assertThat(report.faults().get(FaultKind.POWER_LOSS).strikes()).isPositive();
  }

  @Test
  void says_what_is_allowed() {
    assertThatThrownBy(() -> pool(5).load(LoadProfile.flat(6)))
        .hasMessage("load must be at most 5, the maxSize of pool web, was 6");
    assertThatThrownBy(() -> pool(5).length(Duration.ZERO))
        .hasMessage("length must be above 0s and at most 3650d, was 0s");
    assertThatThrownBy(() -> pool(5).fault(FaultKind.CRASH, 1.5))
        .hasMessage("the probability of CRASH must be 0 to 1, was 1.5");
    assertThatThrownBy(() -> LoadProfile.of(java.util.Map.of(HOUR, -1)))
        .hasMessage("load must have sizes from 0 to 100000, was -1 at 1h");
  }

  private static PoolSimulation drained(int maxSize, Duration timeout) {
    return Simulation.of(PoolConfig.named("web", "here", maxSize)
        .initialSize(maxSize)
        .hook(LifecycleHook.onTerminate("drain", timeout, HookTarget.listener()))
        .listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
        .launchesPerHour(4 * maxSize)
        .terminationsPerHour(4 * maxSize)
        .missingListsUntilGone(3)
        .massDisappearanceShare(0.5)
        .build());
  }

  @Test
  @Tag("proof")
  void a_thousand_machines_that_shrink_at_once_are_all_drained() {
    SimulationReport report = drained(1_000, HOUR)
        .climate(FaultProfile.ROUGH)
        .length(HOUR.multipliedBy(5))
        .load(LoadProfile.of(Map.of(Duration.ZERO, 1_000, HOUR.multipliedBy(3), 0)))
        .seed(5)
        .run();

    held(report);
    assertThat(report.terminations()).isGreaterThanOrEqualTo(1_000);
    assertThat(report.faults().get(FaultKind.RECEIVER_FAILS).occasions()).isGreaterThan(500);
  }

  @Test
  void a_program_has_its_machines_rebooted_once_each_under_any_fault() {
    Map<MachineId, UUID> reboots = new TreeMap<>();
    List<ActionPhase> phases = new ArrayList<>();
    SimulationReport report = pool(6)
        .climate(FaultProfile.ROUGH)
        .load(LoadProfile.of(Map.of(Duration.ZERO, 6)))
        .length(HOUR.multipliedBy(6))
        .every(TEN_MINUTES, pool -> {
          for (Machine machine : pool.view().machines()) {
            if (machine.machineState() == MachineState.RUNNING
                && !reboots.containsKey(machine.id())) {
              ActionRequest request =
                  ActionRequest.of(machine.id(), new Action.Reboot(Action.Mode.SOFT));
              reboots.put(machine.id(), pool.submit(request));
            }
          }
          if (pool.now().compareTo(HOUR.multipliedBy(5)) > 0 && phases.isEmpty()) {
            pool.actions().actions().forEach(action -> phases.add(action.phase()));
          }
        })
        .seed(9)
        .run();

    held(report);
    assertThat(reboots).hasSizeGreaterThan(5);
    assertThat(phases).isNotEmpty().allMatch(ActionPhase::ended);
  }

  @Test
  void a_program_does_itself_what_is_done_outside() {
    List<String> done = new ArrayList<>();
    SimulationReport report = pool(1)
        .load(LoadProfile.of(Map.of(Duration.ZERO, 1)))
        .action("Patch", ActionTraits.careful().doneOutside())
        .length(HOUR.multipliedBy(2))
        .every(TEN_MINUTES, pool -> {
          for (ActionStatus action : pool.actions().actions()) {
            if (!action.phase().ended()) {
              ActionLease lease =
                  pool.claimAction(action.uid(), "me", Duration.ofMinutes(1), WriteOptions.none());
              pool.reportAction(
                  action.uid(), lease.epoch(), ActionProgress.done(), WriteOptions.none());
              done.add(action.machine().value());
            }
          }
          if (pool.actions().actions().isEmpty()) {
            Machine machine = pool.view().machines().get(0);
            pool.submit(ActionRequest.of(machine.id(), new Action.Custom("Patch", Map.of())));
          }
        })
        .run();

    held(report);
    assertThat(done).isNotEmpty();
  }

  @Test
  void hooks_are_left_to_a_program_that_answers_them() {
    List<String> answered = new ArrayList<>();
    SimulationReport report = drained(4, HOUR)
        .leaveHooks()
        .load(LoadProfile.of(Map.of(Duration.ZERO, 4, HOUR, 1)))
        .length(HOUR.multipliedBy(3))
        .every(
            TEN_MINUTES,
            pool -> pool.hooks().forEach(hook -> {
              assertThat(pool.heartbeat(hook.token(), WriteOptions.none())).isAfter(hook.since());
              pool.answerHook(hook.token(), HookResult.CONTINUE);
              answered.add(hook.machine().value());
            }))
        .run();

    held(report);
    assertThat(answered).hasSize(3).doesNotHaveDuplicates();
    assertThat(report.terminations()).isEqualTo(3);
  }
}
