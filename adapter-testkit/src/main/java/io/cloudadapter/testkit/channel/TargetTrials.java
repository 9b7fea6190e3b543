package io.cloudadapter.testkit.channel;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.run.RuleViolation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chapter 10: what channels are called, which targets they take, what they must not show. */
final class TargetTrials {
  private static final int OFTEN = 100;
  private static final String UNKNOWN = "nonesuch";

  private TargetTrials() {}

  static List<ChannelTrial> all() {
    return List.of(
        ChannelTrial.of("MP-10.1", TargetTrials::isNamed),
        ChannelTrial.of("MP-10.2", TargetTrials::refusesWrongTargets),
        ChannelTrial.of("MP-10.3", TargetTrials::takesRightTargets),
        ChannelTrial.of("MP-10.16", TargetTrials::keepsSecrets).withFaults());
  }

  private static void isNamed(ChannelTestBench bench) {
    HookChannel channel = bench.channel();
    String name = channel.channel();
    bench.require(name.matches("[a-z0-9-]{1,32}"), "the channel calls itself \"" + name + "\"");
    bench.require(
        !name.equals(HookTarget.LISTENER), "the channel takes the name of listeners, " + name);
    bench.require(
        name.equals(bench.end().target().channel()),
        "the channel calls itself " + name + ", but the test's target is for "
            + bench.end().target().channel());
    for (int i = 0; i < OFTEN; i++) {
      same(bench, name, channel);
    }
    same(bench, name, bench.another());
    // Whether it arrives is another rule's matter.
    ChannelTestBench.Sent unused = bench.send(bench.message(), bench.call());
    same(bench, name, channel);
    channel.close();
    same(bench, name, channel);
  }

  private static void same(ChannelTestBench bench, String name, HookChannel channel) {
    String now = channel.channel();
    bench.require(now.equals(name), "the channel called itself " + name + ", and now " + now);
  }

  private static void refusesWrongTargets(ChannelTestBench bench) {
    HookTarget good = bench.end().target();
    Map<String, String> more = new HashMap<>(good.parameters());
    more.put(UNKNOWN, "x");
    names(bench, with(good, more), UNKNOWN, "a target with the unknown parameter " + UNKNOWN);
    for (String name : good.parameters().keySet()) {
      String slip = name + name.charAt(name.length() - 1);
      Map<String, String> slipped = new HashMap<>(good.parameters());
      slipped.put(slip, String.valueOf(slipped.remove(name)));
      names(bench, with(good, slipped), slip, "a target with " + slip + " in place of " + name);

      Map<String, String> fewer = new HashMap<>(good.parameters());
      fewer.remove(name);
      refusal(bench, with(good, fewer))
          .ifPresent(said -> bench.require(
              said.contains(name),
              "a target without " + name + " is refused without naming it: " + said));
    }
    if (!good.parameters().isEmpty()) {
      String said = refusal(bench, with(good, Map.of()))
          .orElseThrow(() -> new RuleViolation("a target without any parameter is accepted"));
      bench.require(
          good.parameters().keySet().stream().anyMatch(said::contains),
          "a target without any parameter is refused without naming one: " + said);
    }
    silent(bench);
  }

  private static void names(ChannelTestBench bench, HookTarget target, String name, String what) {
    String said =
        refusal(bench, target).orElseThrow(() -> new RuleViolation(what + " is accepted by check"));
    bench.require(said.contains(name), what + " is refused without naming it: " + said);
  }

  private static HookTarget with(HookTarget target, Map<String, String> parameters) {
    return new HookTarget(target.channel(), parameters, target.secret());
  }

  private static Optional<String> refusal(ChannelTestBench bench, HookTarget target) {
    try {
      bench.channel().check(target);
      return Optional.empty();
    } catch (IllegalArgumentException refused) {
      bench.shownBy("check", refused);
      return Optional.of(String.valueOf(refused.getMessage()));
    } catch (RuntimeException wrong) {
      bench.shownBy("check", wrong);
      throw new RuleViolation(
          "check threw " + wrong + " instead of an IllegalArgumentException", wrong);
    }
  }

  private static void silent(ChannelTestBench bench) {
    bench.require(bench.end().exchanges().isEmpty(), "check made an exchange with the receiver");
    bench.require(bench.end().heard().isEmpty(), "check told the receiver something");
  }

  private static void takesRightTargets(ChannelTestBench bench) {
    for (int i = 0; i < 10; i++) {
      refusal(bench, bench.end().target()).ifPresent(said -> {
        throw new RuleViolation("check refuses the test's target: " + said);
      });
    }
    silent(bench);
    HookMessage message = bench.arrives(bench.channel(), bench.end());
    int copies = bench.end().heard(message).size();
    bench.require(copies == 1, "one message arrived " + copies + " times");
  }

  private static void keepsSecrets(ChannelTestBench bench) {
    // The result does not matter here: a check after every run looks at every error.
    ChannelTestBench.Sent unused = bench.send(bench.message(), bench.call());
    if (bench.fault().isPresent()) {
      return;
    }
    HookTarget good = bench.end().target();
    good.parameters().forEach((name, value) -> {
      if (ReceiverHarness.addresses(value).isPresent()) {
        for (String odd : List.of(value + " ", value + "\u0000", value + "^", "x" + value)) {
          Map<String, String> parameters = new HashMap<>(good.parameters());
          parameters.put(name, odd);
          tried(bench, with(good, parameters));
        }
      }
    });
    String secret = good.secret().map(Secret::reveal).orElse("a secret of some length");
    for (String odd : List.of(secret + "\n", "\u00e9 " + secret, "whsec_" + secret, "ab\u0000cd")) {
      bench.witness().alsoSecret("a secret of the target", odd);
      tried(bench, good.with(Secret.of(odd)));
    }
  }

  /** A target that may be wrong in any way: only what is shown matters. */
  private static void tried(ChannelTestBench bench, HookTarget target) {
    try {
      bench.channel().check(target);
    } catch (RuntimeException refused) {
      bench.shownBy("check", refused);
    }
    try {
      bench.channel().send(bench.message(), target, bench.call());
    } catch (RuntimeException refused) {
      bench.shownBy("send", refused);
    }
  }
}
