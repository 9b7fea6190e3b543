package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.ledger.OutcomeCodec;
import io.cloudadapter.core.ledger.ReplyPage;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept under idempotency keys: whose it is, how much, for how long, and in how little. */
class KeyedAnswersTest {
  private static final Optional<String> KEY = Optional.of("key-1");

  private static CompletableFuture<CommandResult> ask(
      KeeperHarness story, String caller, Command command, Optional<String> key) {
    CommandSender asking = CommandSender.under(key).named(caller);
    story.tell(new Event.Asked(command, asking));
    return asking.answer();
  }

  private static long pages(KeeperHarness story) {
    return story.disk.keySet().stream()
        .filter(key -> key.contains("/reply/page-"))
        .count();
  }

  @Test
  void aKeyOfOneCallerIsAnotherKeyForAnother() {
    KeeperHarness story = KeeperHarness.begins().run();

    ask(story, "token:a", new Command.SetDesiredSize(3), KEY);
    assertThat(ask(story, "token:b", new Command.SetDesiredSize(5), KEY))
        .isCompletedWithValue(null);

    assertThat(story.view().desiredSize()).isEqualTo(5);
    assertThat(ask(story, "token:a", new Command.SetDesiredSize(3), KEY))
        .isCompletedWithValue(null);
    assertThat(story.view().desiredSize()).as("a repetition changes nothing").isEqualTo(5);
  }

  @Test
  void callersAndKeysThatReadTheSameTogetherAreDifferent() {
    KeeperHarness story = KeeperHarness.begins().run();

    ask(story, "token:a", new Command.SetDesiredSize(3), Optional.of("b-1"));
    ask(story, "token:ab", new Command.SetDesiredSize(5), Optional.of("-1"));

    assertThat(story.view().desiredSize()).isEqualTo(5);
  }

  @Test
  void aRefusalUnderAUsedKeyShowsNoRequest() {
    KeeperHarness story = KeeperHarness.begins().run();
    ask(story, "token:a", new Command.SetDesiredSize(13), KEY);

    PoolException refusal =
        KeeperHarness.refusal(ask(story, "token:a", new Command.SetDesiredSize(4), KEY));

    assertThat(refusal.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(refusal.getMessage() + refusal.detail()).doesNotContain("13");
  }

  @Test
  void aCommandThatChangedNothingIsRememberedToo() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(5).run();

    ask(story, "token:a", new Command.SetDesiredSize(5), KEY);
    ask(story, "token:b", new Command.SetDesiredSize(7), Optional.of("other"));
    story.crashAndRestart().run();
    assertThat(ask(story, "token:a", new Command.SetDesiredSize(5), KEY))
        .isCompletedWithValue(null);

    assertThat(story.view().desiredSize()).isEqualTo(7);
  }

  @Test
  void aCallerWithAllItsKeysIsRefusedAndLosesNone() {
    KeeperHarness story = KeeperHarness.with(b -> b.keysPerCaller(40)).run();
    for (int i = 0; i < 40; i++) {
      assertThat(ask(story, "token:a", new Command.SetDesiredSize(i % 2), Optional.of("k-" + i)))
          .isCompletedWithValue(null);
    }

    PoolException refusal = KeeperHarness.refusal(
        ask(story, "token:a", new Command.SetDesiredSize(9), Optional.of("k-40")));
    assertThat(refusal.reason()).isEqualTo(Reason.THROTTLED);
    assertThat(refusal).hasMessageContaining("pool web keeps 40 idempotency keys");
    assertThat(refusal.retryAfter()).hasValue(Duration.ofHours(1));
    assertThat(story.view().desiredSize()).as("nothing was changed").isEqualTo(1);

    assertThat(ask(story, "token:a", new Command.SetDesiredSize(0), Optional.of("k-0")))
        .as("the oldest is still known")
        .isCompletedWithValue(null);
    assertThat(story.view().desiredSize()).isEqualTo(1);
    assertThat(ask(story, "token:a", new Command.SetDesiredSize(6), Optional.empty()))
        .as("a write without a key")
        .isCompletedWithValue(null);
    assertThat(ask(story, "token:b", new Command.SetDesiredSize(8), Optional.of("k-40")))
        .as("another caller")
        .isCompletedWithValue(null);
    story.crashAndRestart().run();
    assertThat(KeeperHarness.refusal(
                ask(story, "token:a", new Command.SetDesiredSize(9), Optional.of("k-41")))
            .reason())
        .as("after a restart")
        .isEqualTo(Reason.THROTTLED);
  }

  @Test
  void aCallerMaySendNewKeysOnceTheOldOnesAreForgotten() {
    KeeperHarness story = KeeperHarness.with(b -> b.keysPerCaller(1)).run();
    ask(story, "token:a", new Command.SetDesiredSize(1), Optional.of("k-0"));

    story.run(Duration.ofHours(50));

    assertThat(pages(story)).isZero();
    assertThat(ask(story, "token:a", new Command.SetDesiredSize(2), Optional.of("k-1")))
        .isCompletedWithValue(null);
  }

  @Test
  void keysOfASlowCallerAreForgottenAlthoughItGoesOn() {
    KeeperHarness story = KeeperHarness.begins().run();
    for (int hour = 0; hour < 120; hour++) {
      ask(story, "token:a", new Command.SetDesiredSize(hour % 2), Optional.of("k-" + hour));
      story.run(Duration.ofHours(1));
    }

    long kept = story.disk.entrySet().stream()
        .filter(entry -> entry.getKey().contains("/reply/page-"))
        .mapToLong(entry -> ReplyPage.keys(entry.getValue()).size())
        .sum();
    assertThat(kept).isBetween(48L, 51L);
  }

  @Test
  void aDecisionIsRepeatedWordForWordAfterARestart() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(ScalingConfig.none()
        .with(
            "more",
            AdjustmentPolicy.of(
                ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_PERCENTAGE, 50))));
    story.resize(4).run();
    CommandResult first = ask(
            story, "token:a", new Command.Scale(ScalingRequest.out(), PolicySelector.own()), KEY)
        .join();
    story.crashAndRestart().run();

    CommandResult again = ask(
            story, "token:a", new Command.Scale(ScalingRequest.out(), PolicySelector.own()), KEY)
        .join();

    assertThat(((CommandResult.Scaled) again).decision().toMap())
        .isEqualTo(((CommandResult.Scaled) first).decision().toMap());
    assertThat(((CommandResult.Scaled) again).decision().steps())
        .isNotEmpty()
        .isEqualTo(((CommandResult.Scaled) first).decision().steps());
  }

  @Test
  void thePlanIsKeptInFewBytes() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(ScalingConfig.none()
        .with(
            "more",
            AdjustmentPolicy.of(
                ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_PERCENTAGE, 50))));
    story.resize(4).run();
    CommandResult scaled = ask(
            story,
            "token:a",
            new Command.Scale(ScalingRequest.out(), PolicySelector.own()),
            Optional.empty())
        .join();

    assertThat(OutcomeCodec.write(Optional.of(scaled))).hasSizeLessThan(90);
  }

  @Test
  void whatAnOlderVersionHasKeptHoldsAndIsWrittenAnew() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(7).run();
    Instant at = story.now().wall();
    for (int i = 0; i < 3_000; i++) {
      story.disk.put(
          "pools/web/reply/" + sha256("old-" + i),
          ("{\"command\":\"{\\\"desiredSize\\\": 2}\",\"at\":\"" + at.minusSeconds(i) + "\"}")
              .getBytes(StandardCharsets.UTF_8));
    }

    story.crashAndRestart().run();

    assertThat(story.disk.keySet()).noneMatch(key -> key.matches(".*/reply/[0-9a-f]{64}"));
    assertThat(pages(story)).isBetween(50L, 120L);
    for (String key : List.of("old-0", "old-1777", "old-2999")) {
      assertThat(ask(story, "token:a", new Command.SetDesiredSize(2), Optional.of(key)))
          .isCompletedWithValue(null);
      assertThat(KeeperHarness.refusal(
                  ask(story, "token:b", new Command.SetDesiredSize(3), Optional.of(key)))
              .reason())
          .isEqualTo(Reason.CONFLICT);
    }
    assertThat(story.view().desiredSize()).isEqualTo(7);
    story.crashAndRestart().run(Duration.ofHours(52));
    assertThat(pages(story)).isZero();
  }

  @Test
  void decisionsAndActionsOfAnOlderVersionAreRepeatedWordForWord() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(7).run();
    story.disk.put(
        "pools/web/reply/" + sha256("old-scale"),
        """
        {"command":"scale {\\"event\\":\\"out\\"}","at":"%s","outcome":{"seen":{"committed":6,
        "desiredSize":6,"minSize":1,"maxSize":30,"perPoolCap":40},"event":"SCALE_OUT","count":1,
        "steps":["the first step","6 machines are there or promised","OK: scale out by 1 to 7"],
        "capacity":7,"desiredSize":7}}""".formatted(story.now().wall()).getBytes(StandardCharsets.UTF_8));
    story.disk.put(
        "pools/web/reply/" + sha256("old-beat"),
        """
        {"command":"thaw","at":"%s","action":\
        "ff5b125f-3123-449b-ab4c-70477036d4d2"}""".formatted(story.now().wall()).getBytes(StandardCharsets.UTF_8));

    story.crashAndRestart().run();

    CommandResult scaled = ask(
            story,
            "token:a",
            new Command.Scale(ScalingRequest.out(), PolicySelector.own()),
            Optional.of("old-scale"))
        .join();
    assertThat(((CommandResult.Scaled) scaled).decision().steps())
        .containsExactly(
            "the first step", "6 machines are there or promised", "OK: scale out by 1 to 7");
    assertThat(((CommandResult.Scaled) scaled).decision().view().perPoolCap()).isEqualTo(40);
    assertThat(
            ask(story, "token:a", new Command.Thaw(), Optional.of("old-beat")).join())
        .hasToString("Accepted[action=ff5b125f-3123-449b-ab4c-70477036d4d2]");
    assertThat(story.view().desiredSize()).isEqualTo(7);
  }

  @Test
  void whatAnOlderVersionHasKeptSurvivesACrashWhileItIsWrittenAnew() {
    for (int atoms : new int[] {0, 1, 3, 64, 70}) {
      KeeperHarness story = KeeperHarness.begins();
      story.resize(7).run();
      Instant at = story.now().wall();
      for (int i = 0; i < 3_000; i++) {
        story.disk.put(
            "pools/web/reply/" + sha256("old-" + i),
            ("{\"command\":\"{\\\"desiredSize\\\": 2}\",\"at\":\"" + at.minusSeconds(i) + "\"}")
                .getBytes(StandardCharsets.UTF_8));
      }
      story.diesAfterAtoms(atoms);
      try {
        story.crashAndRestart().run();
      } catch (KeeperHarness.Died expected) {
        assertThat(expected).hasNoCause();
      }

      story.crashAndRestart().run();

      for (int i = 0; i < 3_000; i += 97) {
        assertThat(ask(story, "token:a", new Command.SetDesiredSize(2), Optional.of("old-" + i)))
            .isCompletedWithValue(null);
      }
      assertThat(story.view().desiredSize()).isEqualTo(7);
    }
  }

  /** Under 40 MB of heap; a record for each key took 1 kB, and so 100 MB. */
  @Test
  @Tag("proof")
  void aHundredThousandKeysFitIntoASmallHeap() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx40m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path")
                + System.getProperty("path.separator")
                + System.getProperty("jdk.module.path", ""),
            KeyedCrowd.class.getName(),
            "100000")
        .redirectErrorStream(true)
        .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("100000 keys");
  }

  private static String sha256(String key) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
