package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pools as Auto Scaling groups, kept by the library itself. */
@Timeout(240)
class AsgPoolTest {
  private static final Duration WHILE = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofSeconds(30);
  private static final Duration SPAN = Duration.ofMinutes(1);
  private static final Duration HOURS = Duration.ofHours(2);
  private static final boolean LAUNCH = true;
  private static final boolean TERMINATION = false;
  private static final boolean CONTINUE = true;
  private static final boolean ABANDON = false;
  private static final int DEATHS_EACH = 7;
  private static final int DEATHS_UNTIL = 90;

  private static AsgPoolFixture warming() {
    AsgPoolFixture scene = new AsgPoolFixture(
        Map.of("lifecycleHooks", "warm"),
        List.of(LifecycleHook.onLaunch("ready", HOURS, HookTarget.listener())));
    scene.cloud.hook(AsgPoolFixture.GROUP, "warm", LAUNCH, SPAN, ABANDON);
    return scene;
  }

  private static AsgPoolFixture draining() {
    AsgPoolFixture scene = new AsgPoolFixture(
        Map.of("lifecycleHooks", "drain"),
        List.of(LifecycleHook.onTerminate("drained", HOURS, HookTarget.listener())));
    scene.cloud.hook(AsgPoolFixture.GROUP, "drain", TERMINATION, SPAN, CONTINUE);
    return scene;
  }

  // Growing, and what dies.

  private static void grows(AsgPoolFixture web) {
    web.pass(Duration.ofMinutes(1));
    web.resize(5);
  }

  @Test
  void growsByOneNumberAndNeverPastIt() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      grows(web);
      web.pass(WHILE);

      web.isAtRestWith(5, 5);
      assertThat(web.requests("SetDesiredCapacity")).isEqualTo(1);
      assertThat(web.requests("RunInstances")).isZero();
    }
  }

  @Test
  void growsInThreeStepsNotWaitingForEach() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.pass(Duration.ofMinutes(1));
      for (int size : List.of(1, 3, 5)) {
        web.resize(size);
        web.pass(Duration.ofSeconds(2));
      }
      web.pass(WHILE);

      web.isAtRestWith(5, 5);
    }
  }

  private static void losesOne(AsgPoolFixture web) {
    web.grown(5);
    web.cloud.kill(web.first());
  }

  @Test
  void theGroupReplacesWhoDiesAndThePoolCountsItOnce() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      losesOne(web);
      web.pass(WHILE);

      web.isAtRestWith(5, 6);
      assertThat(web.requests("Terminate")).isZero();
    }
  }

  @Test
  void theGroupReplacesAllWhenAllDie() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(5);
      web.staying().forEach(web.cloud::kill);
      web.pass(Duration.ofMinutes(30));

      web.isAtRestWith(5, 10);
    }
  }

  @Test
  void whoDiesWhileThePoolGrowsIsReplacedOnce() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(2);
      web.resize(5);
      web.pass(Duration.ofSeconds(2));
      web.cloud.kill(web.first());
      web.pass(WHILE);

      web.isAtRestWith(5, 6);
    }
  }

  // Ends.

  private static void endsOneForGood(AsgPoolFixture web) {
    web.grown(5);
    web.terminate(web.first(), true);
  }

  @Test
  void whoIsTerminatedWithDecrementIsNotReplaced() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(5);
      String gone = web.first();
      web.terminate(gone, true);
      web.pass(WHILE);

      web.isAtRestWith(4, 5);
      assertThat(web.staying()).doesNotContain(gone);
    }
  }

  private static void replacesOne(AsgPoolFixture web) {
    web.grown(5);
    web.terminate(web.first(), false);
  }

  @Test
  void whoIsTerminatedWithoutDecrementIsReplacedOnce() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(5);
      String gone = web.first();
      web.terminate(gone, false);
      web.pass(WHILE);

      web.isAtRestWith(5, 6);
      assertThat(web.staying()).doesNotContain(gone);
    }
  }

  private static void shrinks(AsgPoolFixture web) {
    web.grown(5);
    web.resize(2);
  }

  @Test
  void shrinksByNamedMachines() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      shrinks(web);
      web.pass(WHILE);

      web.isAtRestWith(2, 5);
      assertThat(web.requests("TerminateInstanceInAutoScalingGroup")).isEqualTo(3);
      assertThat(web.requests("SetDesiredCapacity")).isEqualTo(1);
    }
  }

  @Test
  void shrinksToNothingAndGrowsAgain() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(3);
      web.resize(0);
      web.pass(WHILE);
      web.isAtRestWith(0, 3);

      web.resize(4);
      web.pass(WHILE);
      web.isAtRestWith(4, 7);
    }
  }

  @Test
  void whoDiesJustBeforeItIsToBeEndedIsNotReplacedForLong() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(5);
      web.cloud.kill(web.first());
      web.resize(2);
      web.pass(Duration.ofMinutes(30));

      assertThat(web.settled()).isTrue();
      assertThat(web.running()).hasSize(2).isEqualTo(web.counted());
      assertThat(web.desired()).isEqualTo(2);
    }
  }

  // Lifecycle hooks of the group.

  private static void comesToBeHeld(AsgPoolFixture web) {
    web.pass(Duration.ofMinutes(1));
    web.resize(2);
    web.pass(Duration.ofMinutes(2));
  }

  @Test
  @Tag("proof")
  void whoComesIsHeldAsLongAsThePoolsHookIs() {
    try (AsgPoolFixture web = warming()) {
      comesToBeHeld(web);
      assertThat(web.waiting()).hasSize(2);
      web.pass(SPAN.multipliedBy(10));

      assertThat(web.waiting()).hasSize(2);
      assertThat(web.cloud.members(AsgPoolFixture.GROUP).values())
          .containsExactly("Pending:Wait", "Pending:Wait");
      assertThat(web.cloud.made()).isEqualTo(2);

      web.answerAll();
      web.pass(Duration.ofSeconds(15));
      assertThat(web.cloud.members(AsgPoolFixture.GROUP).values())
          .containsExactly("InService", "InService");
      web.pass(WHILE);
      web.isAtRestWith(2, 2);
    }
  }

  private static void isDropped(AsgPoolFixture web) {
    web.grown(3);
    web.cloud.dropFromGroup(web.first());
  }

  @Test
  @Tag("proof")
  void whomTheGroupReplacesIsHeldAsLongAsThePoolsHookIs() {
    try (AsgPoolFixture web = draining()) {
      web.grown(3);
      String ill = web.first();
      web.cloud.dropFromGroup(ill);
      web.pass(SPAN.multipliedBy(10));

      assertThat(web.state(ill)).isEqualTo("Terminating:Wait");
      assertThat(web.waiting()).hasSize(1);
      assertThat(web.waiting().get(0).machine().value()).isEqualTo(ill);
      assertThat(web.running()).hasSize(4).contains(ill);
      assertThat(web.staying()).hasSize(3);

      web.answerAll();
      web.pass(WHILE);
      web.isAtRestWith(3, 4);
    }
  }

  @Test
  void whomThePoolEndsPausesOnceOnly() {
    try (AsgPoolFixture web = draining()) {
      web.grown(3);
      String gone = web.first();
      web.terminate(gone, true);
      web.pass(SPAN.multipliedBy(3));
      assertThat(web.state(gone)).isEqualTo("InService");
      assertThat(web.waiting()).hasSize(1);

      web.answerAll();
      web.pass(Duration.ofMinutes(2));
      assertThat(web.waiting()).isEmpty();
      assertThat(web.state(gone)).isEqualTo("none");
      web.pass(WHILE);
      web.isAtRestWith(2, 3);
    }
  }

  @Test
  @Tag("proof")
  void whomThePoolReplacesIsPausedBesideItsReplacement() {
    try (AsgPoolFixture web = draining()) {
      web.grown(3);
      web.terminate(web.first(), false);
      web.pass(Duration.ofMinutes(5));
      assertThat(web.running()).hasSize(4);
      assertThat(web.waiting()).hasSize(1);

      web.answerAll();
      web.pass(WHILE);
      web.isAtRestWith(3, 4);
    }
  }

  @Test
  void whoIsHeldOnItsWayInAndTerminatedEndsWithoutAReplacement() {
    try (AsgPoolFixture web = warming()) {
      comesToBeHeld(web);
      web.terminate(web.first(), true);
      web.pass(Duration.ofMinutes(3));
      web.answerAll();
      web.pass(WHILE);

      web.isAtRestWith(1, 2);
    }
  }

  @Test
  void whoIsHeldAndReplacedAndShrunkAwayMeanwhileIsNotReplacedTwice() {
    try (AsgPoolFixture web = draining()) {
      isDropped(web);
      web.pass(Duration.ofMinutes(2));
      web.resize(1);
      for (int i = 0; i < 10; i++) {
        web.pass(Duration.ofMinutes(1));
        web.answerAll();
      }
      web.pass(WHILE);

      web.isAtRestWith(1, 4);
    }
  }

  // Processes that die.

  private static void atWhicheverSecond(
      Supplier<AsgPoolFixture> scene, Consumer<AsgPoolFixture> story, int size, int made) {
    for (int second = 0; second <= DEATHS_UNTIL; second += DEATHS_EACH) {
      try (AsgPoolFixture web = scene.get()) {
        story.accept(web);
        Duration before = Duration.ofSeconds(second);
        web.pass(before);
        web.die();
        web.pass(WHILE);

        web.isAtRestWith(size, made);
      } catch (AssertionError e) {
        throw new AssertionError("when it dies after " + second + " s: " + e.getMessage(), e);
      }
    }
  }

  @Test
  @Tag("proof")
  void goesOnGrowing() {
    atWhicheverSecond(AsgPoolFixture::new, AsgPoolTest::grows, 5, 5);
  }

  @Test
  @Tag("proof")
  void goesOnWithWhoDied() {
    atWhicheverSecond(AsgPoolFixture::new, AsgPoolTest::losesOne, 5, 6);
  }

  @Test
  @Tag("proof")
  void goesOnEnding() {
    atWhicheverSecond(AsgPoolFixture::new, AsgPoolTest::endsOneForGood, 4, 5);
  }

  @Test
  @Tag("proof")
  void goesOnReplacing() {
    atWhicheverSecond(AsgPoolFixture::new, AsgPoolTest::replacesOne, 5, 6);
  }

  @Test
  @Tag("proof")
  void goesOnShrinking() {
    atWhicheverSecond(AsgPoolFixture::new, AsgPoolTest::shrinks, 2, 5);
  }

  @Test
  @Tag("proof")
  void goesOnHoldingWhoComes() {
    for (int second = 0; second <= DEATHS_UNTIL; second += DEATHS_EACH) {
      try (AsgPoolFixture web = warming()) {
        web.pass(Duration.ofMinutes(1));
        web.resize(2);
        web.pass(Duration.ofSeconds(second));
        web.die();
        web.pass(SPAN.multipliedBy(4));
        Set<String> held = new TreeSet<>(web.staying());
        assertThat(web.cloud.members(AsgPoolFixture.GROUP).values())
            .as("after %s s", second)
            .containsExactly("Pending:Wait", "Pending:Wait");

        web.answerAll();
        web.die();
        web.pass(WHILE);
        web.isAtRestWith(2, 2);
        assertThat(web.staying()).isEqualTo(held);
      }
    }
  }

  @Test
  @Tag("proof")
  void goesOnHoldingWhoGoes() {
    for (int second = 0; second <= DEATHS_UNTIL; second += DEATHS_EACH) {
      try (AsgPoolFixture web = draining()) {
        web.grown(3);
        String ill = web.first();
        web.cloud.dropFromGroup(ill);
        web.pass(Duration.ofSeconds(second));
        web.die();
        web.pass(SPAN.multipliedBy(4));
        assertThat(web.state(ill)).as("after %s s", second).isEqualTo("Terminating:Wait");

        web.answerAll();
        web.die();
        web.pass(WHILE);
        web.isAtRestWith(3, 4);
      }
    }
  }

  // What it costs.

  /** What a pool asks for while nothing happens, other than who it is. */
  private static Map<String, Long> asksFor(AsgPoolFixture web, Duration time) {
    Map<String, Long> before = web.requests();
    web.pass(time);
    Map<String, Long> asked = web.requests();
    before.forEach((action, times) -> asked.merge(action, -times, Long::sum));
    asked.remove("GetCallerIdentity");
    asked.values().removeIf(times -> times == 0);
    return asked;
  }

  @Test
  void aPoolAtRestAsksEc2OnceALookAndAutoScalingForNothing() {
    try (AsgPoolFixture web = new AsgPoolFixture()) {
      web.grown(5);

      assertThat(asksFor(web, LOOK.multipliedBy(20)))
          .containsExactlyEntriesOf(Map.of("DescribeInstances", 20L));
    }
  }

  @Test
  void aPoolThatAnswersHooksAsksForHeldMachinesEveryFiveSecondsToo() {
    try (AsgPoolFixture web = draining()) {
      web.grown(5);

      assertThat(asksFor(web, LOOK.multipliedBy(20)))
          .containsExactlyInAnyOrderEntriesOf(Map.of(
              "DescribeInstances", 20L, "DescribeAutoScalingGroups", 20 * LOOK.toSeconds() / 5));
    }
  }

  @Test
  void whoIsHeldIsToldOfThreeTimesASpan() {
    try (AsgPoolFixture web = draining()) {
      isDropped(web);
      web.pass(Duration.ofMinutes(5));

      assertThat(asksFor(web, SPAN.multipliedBy(10)))
          .containsEntry("RecordLifecycleActionHeartbeat", 30L)
          .doesNotContainKeys("CompleteLifecycleAction", "SetDesiredCapacity");
    }
  }
}
