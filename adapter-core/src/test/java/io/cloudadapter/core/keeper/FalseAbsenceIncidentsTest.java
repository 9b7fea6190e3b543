package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happened to others: machines that were taken for gone, or ended by mistake, or never ended. */
class FalseAbsenceIncidentsTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private List<MachineSighting> everything() {
    return story.cloud.boxes.values().stream().map(FakeCloud.Box::sighting).toList();
  }

  @Test
  @Tag("row-8")
  @Tag("CR-6")
  @DisplayName("The orphan collector ended machines that were still being created (MCM#583)")
  void aMachineThatAListShowsBeforeItsLaunchHasReturned() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(1).settles();
    Effect.Launch launch = (Effect.Launch) story.underWay().get(0);
    story.cloud.make(launch, 1);
    story.cloud.box("i-0001").state = MachineState.PENDING;

    story.run(Duration.ofMinutes(3));
    assertThat(story.effective()).containsExactly("i-0001");

    story.releases();
    story.cloud.box("i-0001").state = MachineState.RUNNING;
    story.run();
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  @Tag("row-11")
  @DisplayName(
      "An address and a name were used again, and the wrong machine ended (karpenter-aws#2734)")
  void twoMachinesOfOneNameAreTwoMachines() {
    story.resize(1).run();
    story.cloud.box("i-0001").metadata = Map.of("Name", "web-1", "ip", "10.0.0.7");
    story.cloud.showsEnded = true;
    story.cloud.dies("i-0001");
    story.run();
    story.cloud.box("i-0002").metadata = Map.of("Name", "web-1", "ip", "10.0.0.7");
    story.run();

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.effective()).containsExactly("i-0002");
    story.terminate("i-0002", true);
    story.run();
    assertThat(story.cloud.terminations).containsOnly("i-0002");
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  @Tag("row-22")
  @Tag("CR-18")
  @DisplayName("A stale cache showed what had ended and hid what was new (spinnaker#6122)")
  void aListThatBeganBeforeOurOwnWrites() {
    story.resize(2).run();
    Moment before = story.now();
    List<MachineSighting> stale = everything();
    story.terminate("i-0001", false);
    story.settles();
    assertThat(story.effective()).containsExactly("i-0002", "i-0003");

    for (int i = 0; i < 10; i++) {
      story.tell(new Event.Listed(before, stale, true, Optional.empty()));
    }

    assertThat(story.effective()).containsExactly("i-0002", "i-0003");
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATING);
    story.run();
    assertThat(story.cloud.alive()).containsExactly("i-0002", "i-0003");
  }

  @Test
  @Tag("row-23")
  @Tag("CR-19")
  @DisplayName("Only the first page was read (AutoSpotting#98, autoscaler#6376)")
  void whatALaterPageWouldShowIsNotMissing() {
    story.resize(15).run();
    story.cloud.listsComplete = false;
    for (int i = 6; i <= 15; i++) {
      story.cloud.hides("i-%04d".formatted(i));
    }

    story.run(Duration.ofHours(6));

    assertThat(story.size()).containsExactly(15, 15, 0);
    assertThat(story.cloud.launches).hasSize(15);
    assertThat(story.alarms()).containsExactly(Alarm.Code.CLOUD);
  }

  @Test
  @Tag("row-24")
  @Tag("CR-4")
  @DisplayName(
      "An API failure was read as absence: half a cluster deleted (oci-ccm#57, vsphere#479)")
  void anErrorIsNeverAnAbsence() {
    story.resize(10).run();
    for (Kind kind : Kind.values()) {
      story.cloud.listError = FakeCloud.error(kind, CloudException.Effect.NONE);
      story.cloud.describeError = FakeCloud.error(kind, CloudException.Effect.NONE);
      story.run(Duration.ofMinutes(20));
    }
    story.cloud.listError = null;
    story.cloud.describeError = null;

    story.run();

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.cloud.launches).hasSize(10);
    assertThat(story.size()).containsExactly(10, 10, 0);
  }

  @Test
  @Tag("row-24")
  @Tag("row-39")
  @DisplayName(
      "Credentials of another project list nothing at all (kubernetes#71562, gophercloud#459)")
  void anEmptyListOfAnotherAccountEndsNothing() {
    story.resize(10).run();
    story.cloud.account = "account-2";
    story.cloud.boxes.keySet().forEach(story.cloud.hidden::add);

    story.run(Duration.ofHours(2));

    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    assertThat(story.cloud.launches).hasSize(10);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  @Tag("row-39")
  @DisplayName("The token died in mid-run (CAPO#160, gophercloud#2611)")
  void credentialsThatHaveExpiredHoldEverything() {
    story.resize(3).run();
    CloudException expired = FakeCloud.refusal(Kind.UNAUTHENTICATED);
    story.cloud.refusingAll = expired;
    story.cloud.listError = expired;
    story.resize(5).run(Duration.ofHours(1));
    assertThat(story.cloud.boxes).hasSize(3);
    assertThat(story.cloud.launches.size()).as("not asked all the time").isLessThan(40);

    story.cloud.refusingAll = null;
    story.cloud.listError = null;
    story.run(Duration.ofMinutes(30));

    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  @Tag("row-25")
  @Tag("CR-5")
  @DisplayName("A network partition made every machine look bad, and all were replaced (MCM#354)")
  void aMeltdownReplacesNothing() {
    KeeperHarness guarded = KeeperHarness.with(
        b -> b.remediation(RemediationConfig.builder().enabled(true).build())
            .disruption(DisruptionConfig.none()
                .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(3))));
    guarded.resize(10).run();
    for (int i = 1; i <= 10; i++) {
      guarded.serviceState("i-%04d".formatted(i), ServiceState.UNHEALTHY);
    }

    guarded.run(Duration.ofHours(4));

    assertThat(guarded.cloud.terminations).isEmpty();
    assertThat(guarded.cloud.launches).hasSize(10);
    assertThat(guarded.alarms()).contains(Alarm.Code.MASS_UNHEALTHY);
  }

  @Test
  @Tag("row-30")
  @DisplayName("A new instance was not found, forgotten, and leaked (terraform-provider-aws#8029)")
  void aNewMachineThatNeitherListsNorLooksShowYet() {
    story.run();
    story.resize(1).settles();
    FakeCloud.Box box = java.util.Objects.requireNonNull(story.cloud.boxes.remove("i-0001"));

    story.run(Duration.ofSeconds(29));
    story.cloud.boxes.put("i-0001", box);
    story.run();

    assertThat(story.cloud.launches).hasSize(1);
    assertThat(story.effective()).containsExactly("i-0001");
  }

  @Test
  @Tag("row-33")
  @DisplayName("The cloud answered 404 to the end of a server that existed (installer#4083)")
  void aMachineThatCannotBeFoundToEndItIsEndedOnceItCan() {
    story.resize(1).run();
    for (int i = 0; i < 4; i++) {
      story.cloud.nextTerminates.add(FakeCloud.refusal(Kind.NOT_FOUND));
    }

    story.terminate("i-0001", true);
    story.run(Duration.ofMinutes(2));
    assertThat(story.status("i-0001")).as("lists still show it").isEqualTo(Status.DELETING);

    story.run(Duration.ofMinutes(30));
    assertThat(story.cloud.alive()).isEmpty();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
  }

  @Test
  @Tag("row-31")
  @DisplayName("One bad id made the whole batch fail (cloudbreak#14575)")
  void aMachineThatCannotBeEndedHindersNoOther() {
    story.resize(5).run();
    story.holds(effect ->
        effect instanceof Effect.Terminate end && end.machines().contains(new MachineId("i-0005")));

    story.resize(0).run();

    assertThat(story.cloud.alive()).containsExactly("i-0005");
    story.releases();
    story.run();
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  @Tag("row-38")
  @Tag("CR-15")
  @DisplayName("An age was computed from a clock that was wrong (aws-sdk-cpp#560)")
  void aWallClockThatJumpsEndsNothingAndForgetsNothing() {
    KeeperHarness booting = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(30)));
    booting.run();
    booting.cloud.born = MachineState.PENDING;
    booting.resize(3).run(Duration.ofMinutes(1));
    for (Duration jump : List.of(Duration.ofDays(400), Duration.ofDays(-800))) {
      booting.wallClockJumps(jump);
      booting.run(Duration.ofMinutes(5));
    }

    assertThat(booting.cloud.terminations).isEmpty();
    assertThat(booting.cloud.boxes).hasSize(3);
    assertThat(booting.effective()).hasSize(3);
  }
}
