package io.cloudadapter.testkit;

import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialResult;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of one run, by which it can be repeated, as text: {@code MP-2.3/LOST_REPLY@3/seed=42}.
 *
 * @param rule the rule that was tried
 * @param faults what struck, as {@link FaultInjection#toString} has it
 * @param seed the run's own seed
 */
record ReplayId(String rule, List<String> faults, long seed) {
  private static final Pattern FAULT =
      Pattern.compile("([A-Z_]+)@([0-9]{1,9})(?::(-?[0-9]{1,9}))?");
  private static final List<String> NAMES =
      Arrays.stream(WireFault.values()).map(WireFault::name).toList();
  private static final String SEED = "seed=";

  static ReplayId parse(String text) {
    List<String> parts = List.of(text.split("/"));
    String last = parts.get(parts.size() - 1);
    if (parts.size() < 2 || !last.startsWith(SEED)) {
      throw new IllegalArgumentException(
          "a replay must be like MP-2.3/LOST_REPLY@3/seed=42, was: " + text);
    }
    List<String> faults = parts.subList(1, parts.size() - 1);
    faults.forEach(ReplayId::matched);
    try {
      return new ReplayId(parts.get(0), faults, Long.parseLong(last.substring(SEED.length())));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a seed is a whole number, was: " + last, e);
    }
  }

  /** The faults at the exchanges of a clean run. */
  List<FaultInjection> injections(TrialResult clean) {
    List<FaultInjection> all = new ArrayList<>();
    for (String fault : faults) {
      Matcher parts = matched(fault);
      int exchange = Integer.parseInt(parts.group(2));
      int call = clean.crossings().stream()
          .filter(crossing -> crossing.number() == exchange)
          .mapToInt(ExchangePoint::call)
          .findFirst()
          .orElse(0);
      int detail = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
      all.add(new FaultInjection(WireFault.valueOf(parts.group(1)), exchange, call, detail));
    }
    return all;
  }

  /** On a real account nothing is done that the tier LIVE would not do. */
  void mustSuitARealAccount(Trial trial, Optional<NotTestableException> unclean) {
    if (!faults.isEmpty() || !trial.live()) {
      throw new IllegalArgumentException(
          "on a real account only rules of the tier LIVE can be repeated, and without faults, was:  "
              + this);
    }
    unclean.ifPresent(why -> {
      throw new IllegalArgumentException(this + " tries nothing: " + why.why());
    });
  }

  /** That nothing was seen broken says something only if something was tried. */
  void mustHaveTried(TrialResult clean, TrialResult result) {
    if (!result.findings().isEmpty()) {
      return;
    }
    result.untestable().ifPresent(why -> {
      throw new IllegalArgumentException(this + " tries nothing: " + why);
    });
    if (!faults.isEmpty() && !result.bit()) {
      throw new IllegalArgumentException(
          this + " tries nothing: the fault did not strike; without it, the" + " run has "
              + clean.crossings().size() + " exchanges");
    }
  }

  /** As it was written. */
  @Override
  public String toString() {
    return rule + "/"
        + String.join("", faults.stream().map(fault -> fault + "/").toList()) + SEED + seed;
  }

  private static Matcher matched(String fault) {
    Matcher parts = FAULT.matcher(fault);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a fault must be like LOST_REPLY@3 or CUT@3:17, was: " + fault);
    }
    if (!NAMES.contains(parts.group(1))) {
      throw new IllegalArgumentException(
          "a fault must be one of " + String.join(", ", NAMES) + ", was: " + fault);
    }
    return parts;
  }
}
