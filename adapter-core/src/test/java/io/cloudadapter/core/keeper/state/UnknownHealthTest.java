package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.HashSet;
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
