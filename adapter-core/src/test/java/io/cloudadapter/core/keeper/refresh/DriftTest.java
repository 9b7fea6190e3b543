package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.LaunchTemplate;
import io.cloudadapter.api.Machine;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Machines have the launch template that they were launched from, and show how it differs from the present one. */
class DriftTest {
  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).size("small").build());
  }

  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private List<String> drift(String id) {
    return story.machine(id).drift();
  }

  @Test
  void showsAMachineOfAnEarlierTemplateWithTheFieldsThatDiffer() {
    story.resize(2).run();
    assertThat(story.machine("i-0001").template().map(LaunchTemplate::number)).contains(1);
    assertThat(drift("i-0001")).isEmpty();

    story.restartWith(image("new")).run();

    assertThat(drift("i-0001")).containsExactly("image");
    assertThat(story.view().drifted()).isEqualTo(2);
    assertThat(story.view().template().map(LaunchTemplate::number)).contains(2);
    story.resize(3).run();
    assertThat(drift("i-0003")).as("it is launched from the present template").isEmpty();
    assertThat(story.machine("i-0003").template()).isEqualTo(story.view().template());
    assertThat(story.view().drifted()).isEqualTo(2);
  }

  @Test
  void showsNoDriftOnceTheTemplateIsAgainWhatItWas() {
    story.resize(1).run();
    LaunchTemplate first = story.view().template().orElseThrow();

    story.restartWith(image("new")).run();
    story.restartWith(image("old")).run();

    assertThat(story.view().template().orElseThrow().number()).isEqualTo(3);
    assertThat(story.view().template().orElseThrow().digest()).isEqualTo(first.digest());
    assertThat(drift("i-0001")).isEmpty();
  }

  @Test
  void keepsNumberAndDriftThroughARestart() {
    story.resize(1).run();
    story.restartWith(image("new")).run();

    story.crashAndRestart().run();

    assertThat(story.view().template().map(LaunchTemplate::number)).contains(2);
    assertThat(drift("i-0001")).containsExactly("image");
  }

  @Test
  void countsAnotherZoneAsNoOtherTemplate() {
    story.resize(1).run();

    story
        .restartWith(pool -> pool.launch(LaunchConfig.builder()
            .image("old")
            .size("small")
            .zones(List.of("a"))
            .build()))
        .run();

    assertThat(story.view().template().map(LaunchTemplate::number)).contains(1);
    assertThat(drift("i-0001")).isEmpty();
  }

  @Test
  void launchesNothingInAZoneThatWasTakenOut() {
    KeeperHarness zoned = KeeperHarness.with(
        pool -> pool.launch(LaunchConfig.builder().zones(List.of("a", "b")).build()));
    zoned.holds(effect -> effect instanceof Effect.Prepare);
    zoned.resize(2).settles();
    assertThat(zoned.intents()).hasSize(2);

    zoned.holds(effect -> false);
    zoned.restartWith(
        pool -> pool.launch(LaunchConfig.builder().zones(List.of("b")).build()));
    zoned.run();

    assertThat(zoned.view().machines())
        .hasSize(2)
        .allSatisfy(machine -> assertThat(machine.zone()).contains("b"));
  }

  @Test
  void showsAnAttachedMachineAsOfUnknownTemplateAndNotAsDrifted() {
    story.resize(1).run();
    story.cloud.machine("foreign-1");
    var unused = story.attach("foreign-1");
    story.run();

    story.restartWith(image("new")).run();

    Machine attached = story.machine("foreign-1");
    assertThat(attached.template()).isEmpty();
    assertThat(attached.drift()).isEmpty();
    assertThat(story.view().unknownTemplates()).isEqualTo(1);
    assertThat(story.view().drifted()).isEqualTo(1);
  }

  @Test
  void countsAMachineOfALedgerWithoutTemplatesAsOneOfThePresentTemplateOnlyIfThatIsCertain() {
    story.resize(1).run();
    story.disk.keySet().removeIf(key -> key.contains("/template/"));
    LaunchConfig launch = LaunchConfig.builder().image("old").size("small").build();
    String hash = Integer.toHexString(launch.toString().hashCode());
    writeHash(hash);
    story.crashAndRestart().run();
    assertThat(story.machine("i-0001").template().map(LaunchTemplate::number)).contains(1);

    story.disk.keySet().removeIf(key -> key.contains("/template/"));
    writeHash("another");
    story.crashAndRestart().run();

    assertThat(story.view().template().map(LaunchTemplate::number)).contains(2);
    assertThat(story.machine("i-0001").template()).isEmpty();
    assertThat(drift("i-0001")).isEmpty();
  }

  private void writeHash(String hash) {
    PoolRecord pool = RecordCodec.read("pool", story.disk.get("pools/web/pool"), PoolRecord.class);
    story.disk.put("pools/web/pool", RecordCodec.write(pool.edit(edit -> edit.profileHash = hash)));
  }

  @Test
  void forgetsOldTemplatesThatNoMachineHas() {
    story.resize(1).run();
    for (int version = 0; version < 30; version++) {
      story.restartWith(image("image-" + version)).run();
    }

    story.run(Duration.ofHours(1));

    assertThat(story.disk.keySet().stream().filter(key -> key.contains("/template/")))
        .as("the last 20, and the one of the machine")
        .hasSize(21)
        .contains("pools/web/template/1");
    assertThat(drift("i-0001")).containsExactly("image");
  }
}
