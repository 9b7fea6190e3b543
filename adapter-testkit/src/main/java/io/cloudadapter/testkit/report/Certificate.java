package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kit has found out about an adapter, or about a hook channel. The same adapter, kit, tier and seed give the
 * same digest, in any order of the rules.
 *
 * @param subject the adapter's name
 * @param version its own version
 * @param mode what kind of cloud it was tried against
 * @param tier how thoroughly
 * @param seed what decided all chance
 * @param rules the version of the rules
 * @param rulesSha256 their digest
 * @param codeSha256 the digest of the jar that the adapter is in, or of the folder of its classes; {@code
 *     unknown} if it is in neither
 * @param features each feature that the kit knows: {@code claimed}, {@code untried} if it is claimed and no rule on it
 *     was tried, or {@code lacking}
 * @param rulings one for each rule, in the order of the rules
 * @param waivers what the adapter admits
 * @param result the sum of it
 * @param reasons why it is not CERTIFIED
 * @param runs how many runs there were
 * @param environment the machine: {@code jdk}, {@code os}, {@code processors}; and {@code part 1} and so on, when
 *     each part was, if it was stopped and went on; not part of the digest
 * @param started when, as an instant; not part of the digest
 * @param seconds how long it took, all parts together; not part of the digest
 * @param ruleTimes how long the runs of each rule took; rules without runs are missing; not part of the digest
 */
public record Certificate(
    String subject,
    String version,
    String mode,
    Thoroughness tier,
    long seed,
    String rules,
    String rulesSha256,
    String codeSha256,
    Map<String, String> features,
    List<RuleResult> rulings,
    List<Waiver> waivers,
    Result result,
    List<String> reasons,
    int runs,
    Map<String, String> environment,
    String started,
    double seconds,
    Map<String, Duration> ruleTimes) {

  /** What a certificate says in a word. */
  public enum Result {
    /** Every MUST that applies was tried and holds; on a real account, every one that was tried. */
    CERTIFIED,
    /** As CERTIFIED, but for rules that are waived. */
    CERTIFIED_WITH_WAIVERS,
    /** Nothing is broken, but no fault was tried either: what the tier SMOKE can say at best. */
    SMOKE_ONLY,
    /** Nothing is broken, but a rule that binds was not tried, or a fault never struck. */
    INCOMPLETE,
    /** A rule is broken. */
    NOT_CERTIFIED
  }

  /** Copies the collections. */
  public Certificate {
    features = java.util.Collections.unmodifiableMap(new TreeMap<>(features));
    rulings = List.copyOf(rulings);
    waivers = List.copyOf(waivers);
    reasons = List.copyOf(reasons);
    environment = java.util.Collections.unmodifiableMap(new TreeMap<>(environment));
    ruleTimes = java.util.Collections.unmodifiableMap(new TreeMap<>(ruleTimes));
  }

  /**
   * The same, with the circumstances that are no part of its digest.
   *
   * @param machine its processors, its system, its Java
   * @param start when the certification began
   * @param took how long all of it took
   * @param byRule how long the runs of each rule took
   */
  public Certificate made(
      Map<String, String> machine, Instant start, Duration took, Map<String, Duration> byRule) {
    return new Certificate(
        subject,
        version,
        mode,
        tier,
        seed,
        rules,
        rulesSha256,
        codeSha256,
        features,
        rulings,
        waivers,
        result,
        reasons,
        runs,
        machine,
        start.toString(),
        took.toMillis() / 1000.0,
        byRule);
  }

  /**
   * The ruling on one rule.
   *
   * @param rule the rule's id
   * @return the ruling
   */
  public RuleResult ruling(String rule) {
    return rulings.stream()
        .filter(r -> r.rule().id().equals(rule))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no rule " + rule));
  }

  /**
   * Returns the result with the tier of its runs, without which it means little.
   *
   * @return such as {@code CERTIFIED (FULL)}
   */
  public String headline() {
    return result == Result.SMOKE_ONLY ? result.name() : result + " (" + tier + ")";
  }

  /**
   * What identifies it: subject, code, rules, tier, seed, verdicts and faults, but no time and no machine.
   *
   * @return a SHA-256, in hexadecimal
   */
  public String digest() {
    return CertificateWriter.digest(this);
  }

  /** Whether it is about a hook channel, and not about an adapter. */
  boolean isOfChannel() {
    return rulings.stream().anyMatch(ruling -> RuleBook.isOfChannels(ruling.rule()));
  }

  /**
   * Writes {@code certificate.json}, {@code certificate.html}, {@code badge.json} as shields.io reads it,
   * {@code badge.svg}, and {@code rules/} with a page for each rule. A signature that is there is removed, as it
   * belongs to another certificate.
   *
   * @param folder where to; made if it is not there
   */
  public void writeTo(Path folder) {
    CertificateWriter.write(this, folder);
  }

  /**
   * How many rules have a verdict.
   *
   * @param verdict which
   * @return 0 or more
   */
  public int count(Verdict verdict) {
    return (int) rulings.stream().filter(r -> r.verdict() == verdict).count();
  }
}
