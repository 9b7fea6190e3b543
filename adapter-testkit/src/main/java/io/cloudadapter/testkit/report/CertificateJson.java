package io.cloudadapter.testkit.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.testkit.rule.Waiver;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A certificate for programs. */
final class CertificateJson {
  private static final int SCHEMA = 1;

  private CertificateJson() {}

  /**
   * The text of {@code certificate.json}.
   *
   * @param files the digests of the files beside it: a signature of this text holds for them as well
   */
  static String of(Certificate certificate, Map<String, String> files) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema", SCHEMA);
    root.put("result", certificate.result().name());
    root.put("headline", certificate.headline());
    root.setAll(asked(certificate));
    root.put("started", certificate.started());
    root.put("seconds", certificate.seconds());
    ObjectNode times = root.putObject("secondsByRule");
    certificate.ruleTimes().forEach((rule, took) -> times.put(rule, took.toMillis() / 1000.0));
    root.put("runs", certificate.runs());
    root.set("environment", texts(certificate.environment()));
    ObjectNode counts = root.putObject("verdicts");
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict.name(), certificate.count(verdict));
    }
    texts(root.putArray("reasons"), certificate.reasons());
    ObjectNode rulings = root.putObject("rulings");
    certificate.rulings().forEach(one -> rulings.set(one.rule().id(), ruling(one)));
    ObjectNode untested = root.putObject("untested");
    certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.UNTESTED)
        .forEach(ruling -> untested.put(ruling.rule().id(), ruling.why()));
    root.put("digest", certificate.digest());
    root.set("files", texts(files));
    return root.toPrettyString() + "\n";
  }

  /**
   * What the same adapter, kit, tier and seed give again: neither times nor machine, nor words in which
   * these could show.
   */
  static String facts(Certificate certificate) {
    ObjectNode root = asked(certificate);
    root.put("result", certificate.result().name());
    ObjectNode rulings = root.putObject("rulings");
    certificate.rulings().stream()
        .sorted(Comparator.comparing((RuleResult ruling) -> ruling.rule().id()))
        .forEach(one -> {
          ObjectNode ruling = rulings.putObject(one.rule().id());
          ruling.put("verdict", one.verdict().name());
          ruling.set("faults", faults(one));
        });
    return root.toString();
  }

  private static ObjectNode asked(Certificate certificate) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode subject = root.putObject("subject");
    subject.put("name", certificate.subject());
    subject.put("version", certificate.version());
    subject.put("sha256", certificate.codeSha256());
    ObjectNode rules = root.putObject("rules");
    rules.put("version", certificate.rules());
    rules.put("sha256", certificate.rulesSha256());
    root.put("mode", certificate.mode());
    root.put("tier", certificate.tier().name());
    root.put("seed", certificate.seed());
    root.set("features", texts(certificate.features()));
    ArrayNode waivers = root.putArray("waivers");
    certificate.waivers().stream()
        .sorted(Comparator.comparing(Waiver::rule).thenComparing(Waiver::until))
        .forEach(one -> {
          ObjectNode waiver = waivers.addObject();
          waiver.put("rule", one.rule());
          waiver.put("why", one.why());
          waiver.put("until", one.until().toString());
        });
    return root;
  }

  static ObjectNode ruling(RuleResult ruling) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("level", ruling.rule().level().name());
    node.put("verdict", ruling.verdict().name());
    if (!ruling.why().isEmpty()) {
      node.put("why", ruling.why());
    }
    if (ruling.inconclusive()) {
      node.put("inconclusive", true);
    }
    node.put("runs", ruling.runs());
    node.set("faults", faults(ruling));
    if (!ruling.findings().isEmpty()) {
      ArrayNode findings = node.putArray("findings");
      for (Violation finding : ruling.findings()) {
        findings.add(finding(finding));
      }
    }
    return node;
  }

  static ObjectNode finding(Violation finding) {
    ObjectNode one = JsonNodeFactory.instance.objectNode();
    one.put("rule", finding.rule());
    one.put("seen", finding.seen());
    one.put("scenario", finding.scenario());
    one.put("replay", finding.replay());
    one.put("evidence", finding.evidence());
    return one;
  }

  private static ObjectNode faults(RuleResult ruling) {
    ObjectNode faults = JsonNodeFactory.instance.objectNode();
    ruling.faults().forEach((fault, bites) -> {
      ObjectNode one = faults.putObject(fault.name());
      one.put("runs", bites.runs());
      one.put("broken", bites.broken());
      one.put("vacuous", bites.vacuous());
    });
    return faults;
  }

  private static ObjectNode texts(Map<String, String> map) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    map.forEach(node::put);
    return node;
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
