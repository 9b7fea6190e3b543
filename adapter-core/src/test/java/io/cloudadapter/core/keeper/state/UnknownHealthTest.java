package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The account of disruption takes a machine that is not known to be healthy for no ill one. */
class UnknownHealthTest {
  private static final DisruptionConfig ONE =
      DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1));

  /** Found by the sweep of single faults. */
  @Test
  void a_machine_is_not_ill_because_a_restart_has_forgotten_that_it_is_behind_its_load_balancer() {
    LoadBalancerName web = new LoadBalancerName("north", "web");
    KeeperHarness story = KeeperHarness.with(
        pool -> pool.disruption(ONE).loadBalancing(LoadBalancingConfig.behind(web)));
    story.cloud.behind.put(web, new HashSet<>());
    story.resize(4).run();
    story.holds(effect -> effect instanceof Effect.LookBehind);
    story.knows("Reboot", ActionTraits.careful()).run(Duration.ofMinutes(1));

    reboots(story, story.effective().get(0));
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.acts).isEmpty();
    story.releases();
    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.acts).hasSize(1);
  }

  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");

  /** Four machines behind a load balancer that a person has deleted. */
  private static KeeperHarness withoutLoadBalancer() {
    KeeperHarness story = KeeperHarness.with(
        pool -> pool.disruption(ONE).loadBalancing(LoadBalancingConfig.behind(WEB)));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(4).run();
    story.knows("Reboot", ActionTraits.careful()).run();
    story.cloud.behind.clear();
    return story.run(Duration.ofMinutes(2));
  }

  private static List<String> holds(KeeperHarness story) {
    return story.plan().holds().stream().map(PoolPlan.Hold::reason).toList();
  }

  @Test
  void a_load_balancer_that_is_gone_for_good_does_not_hold_work_for_ever() {
    KeeperHarness story = withoutLoadBalancer();
    reboots(story, story.effective().get(0));

    story.run(Duration.ofMinutes(25));
    assertThat(story.cloud.acts).as("it may be made again").isEmpty();
    assertThat(holds(story))
        .contains("load balancer north/web does not exist: machines do not count as healthy until"
            + " it has been gone for 30m");

    story.run(Duration.ofMinutes(10));
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(holds(story))
        .contains("load balancer north/web does not exist: machines count as healthy without it;"
            + " remove it from loadBalancing.behind, or create it");
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("machines count as healthy without it");
  }

  @Test
  void a_load_balancer_that_is_there_again_counts_again() {
    KeeperHarness story = withoutLoadBalancer().run(Duration.ofMinutes(40));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.holds(effect -> effect instanceof Effect.Register);
    story.run(Duration.ofMinutes(2));

    reboots(story, story.effective().get(0));

    assertThat(story.cloud.acts).as("no machine is behind it yet").isEmpty();
    story.releases();
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(holds(story)).noneMatch(hold -> hold.contains("north/web"));
  }

  @Test
  void a_load_balancer_that_does_not_answer_holds_work_for_it_may_serve() {
    KeeperHarness story = withoutLoadBalancer();
    story.cloud.behind.put(WEB, new HashSet<>());
    for (int i = 0; i < 1_000; i++) {
      story.cloud.nextLooksBehind.add(FakeCloud.refusal(CloudException.Kind.DENIED));
    }
    story.crashAndRestart().run(Duration.ofMinutes(1));
    reboots(story, story.effective().get(0));

    story.run(Duration.ofHours(3));

    assertThat(story.cloud.acts).isEmpty();
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("north/web").contains("DENIED");
  }

  @Test
  void a_load_balancer_that_was_absent_once_and_then_does_not_answer_is_not_gone() {
    KeeperHarness story = withoutLoadBalancer();
    for (int i = 0; i < 1_000; i++) {
      story.cloud.nextLooksBehind.add(FakeCloud.refusal(CloudException.Kind.DENIED));
    }
    reboots(story, story.effective().get(0));

    story.run(Duration.ofHours(2));

    assertThat(story.cloud.acts).isEmpty();
  }

  @Test
  void a_machine_is_not_ill_because_a_list_has_missed_it() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.disruption(ONE)).resize(4).run();
    story.knows("Reboot", ActionTraits.careful()).run(Duration.ofMinutes(1));
    String first = story.effective().get(0);
    story.cloud.hides(first, story.effective().get(1));
    story.list();

    reboots(story, first);

    assertThat(story.cloud.acts).as("two of four may be gone").isEmpty();
    story.cloud.showsAgain();
    story.list();
    assertThat(story.cloud.acts).hasSize(1);
  }

  private static void reboots(KeeperHarness story, String machine) {
    story.submits(ActionRequest.of(new MachineId(machine), new Action.Reboot(Action.Mode.SOFT)));
  }
}
