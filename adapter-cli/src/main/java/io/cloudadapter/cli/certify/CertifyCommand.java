package io.cloudadapter.cli.certify;

import static java.time.ZoneOffset.UTC;

import io.cloudadapter.cli.server.SimulatedAccounts;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OfflineCommand;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.RuleExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Certifies an adapter without a class of tests. */
@Command(
    name = "certify",
    sortOptions = false,
    description = {
      "Tests an adapter against the numbered rules, and writes a certificate that "
          + "lists which rules hold under which faults.",
      "Exit code 1 if the certificate is refused, 2 if nothing could be tested."
    })
public final class CertifyCommand extends OfflineCommand {
  @Option(names = "--provider", paramLabel = "NAME", description = "The name of the adapter.")
  private String provider = "";

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description =
          "A jar or a folder of classes with the adapter or with a library that it needs; "
              + "repeatable.")
  private List<Path> jars = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A properties file that configures the cloud (see "
          + "docs/how-to/write-an-adapter.md). The simulated cloud needs none.")
  private @Nullable Path config;

  @Option(
      names = "--tier",
      paramLabel = "TIER",
      description =
          "The tier: smoke, sample, full, deep or live. Default: full; smoke with --watch.")
  private @Nullable Thoroughness tier;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The random seed. The same seed gives the same certificate.")
  private long seed = 1;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "About how many steps the drawn conversations of MP-14.1 have in all. "
          + "Default: by the tier.")
  private @Nullable Integer steps;

  @Option(
      names = "--replay",
      paramLabel = "RUN",
      description = "Replays one run, by the name in a finding.")
  private @Nullable String replay;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "certificate",
      description = "The directory for the certificate. Default: certificate.")
  private Path out = Path.of("certificate");

  @Option(
      names = "--sign",
      paramLabel = "KEY",
      description = "Signs the certificate with this private key (see certificate sign).")
  private @Nullable Path sign;

  @Option(
      names = "--watch",
      description =
          "Tries the rules again each time that the classes of --jar change, and shows the "
              + "verdicts that differ, until Ctrl-C. Writes no certificate.")
  private boolean watch;

  @Option(
      names = "--rules",
      paramLabel = "RULES",
      description =
          "With --watch: the numbers of the rules or chapters to try, such as MP-2.3,MP-4. "
              + "Default: all.")
  private @Nullable String rules;

  @Option(
      names = "--explain",
      paramLabel = "RULE",
      description = "Explains a rule, such as MP-2.1, and tries nothing.")
  private @Nullable String explain;

  @Spec
  private @Nullable CommandSpec spec;

  public CertifyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public int run() throws IOException {
    String asked = explain;
    if (asked != null) {
      return explainRule(prepared(() -> RuleExplanationText.explained(asked)));
    }
    if (provider.isEmpty() && spec != null) {
      throw new ParameterException(
          spec.commandLine(), "Missing required option: '--provider=NAME'");
    }
    prepared(this::combination);
    try (CertifyLock turn = new CertifyLock()) {
      return watch ? watch(turn) : certify(turn);
    }
  }

  private int explainRule(RuleExplanation rule) {
    if (structured()) {
      show(RuleExplanationText.fields(rule));
    } else {
      RuleExplanationText.lines(rule).forEach(this::print);
    }
    return 0;
  }

  /** Options that exclude each other. */
  private boolean combination() {
    refuse(sign != null && replay != null, "--sign needs a certificate, and --replay earns none");
    refuse(sign != null && watch, "--sign needs a certificate, and --watch earns none");
    refuse(watch && replay != null, "--watch tries rules, and --replay one run");
    refuse(
        watch && tier == Thoroughness.LIVE,
        "--watch tries the rules at each change, and --tier"
            + " live launches machines that cost money");
    refuse(watch && jars.isEmpty(), "--watch needs --jar, the folder of classes to watch");
    refuse(rules != null && !watch, "--rules needs --watch: some rules earn no certificate");
    return true;
  }

  private static void refuse(boolean wrong, String why) {
    if (wrong) {
      throw new IllegalArgumentException(why);
    }
  }

  private int watch(CertifyLock turn) throws IOException {
    List<Rule> selected = prepared(() ->
        rules == null ? RuleBook.standard().rules() : RuleBook.standard().select("--rules", rules));
    boolean all = rules == null;
    CertifyWatch rounds =
        new CertifyWatch(terminal, jars, () -> round(turn, selected, all), this::showRound);
    prepared(() -> {
      rounds.run();
      return true;
    });
    return 0;
  }

  /** Tries the classes as they are now. */
  private List<RuleResult> round(CertifyLock turn, List<Rule> selected, boolean all)
      throws IOException {
    try (AdapterLoader.Loaded adapter = new AdapterLoader(provider, jars).load();
        CertifyProgress progress = new CertifyProgress(terminal)) {
      AdapterCertifier certification = begin(subject(adapter.factory(), turn));
      List<RuleResult> own = progress.through(certification, selected);
      // The certificate has what runs of one rule show of another, too.
      return all ? certification.certificate().rulings() : own;
    }
  }

  private void showRound(Optional<List<RuleResult>> before, List<RuleResult> now) {
    if (structured()) {
      show(VerdictChanges.fields(before, now));
    } else {
      VerdictChanges.lines(before, now).forEach(this::explain);
    }
  }

  private int certify(CertifyLock turn) {
    // Before work that may take an hour.
    Optional<SigningKey> key = prepared(this::signingKey);
    // Its class loader stays open for as long as the adapter is in use: until the process ends.
    AdapterCertifier certification =
        prepared(() -> begin(subject(new AdapterLoader(provider, jars).load().factory(), turn)));
    String run = replay;
    if (run != null) {
      return tell(prepared(() -> certification.replay(run)), run);
    }
    try (CertifyProgress progress = new CertifyProgress(terminal)) {
      progress.through(certification);
    }
    int code = tell(certification.certificate(), out);
    key.ifPresent(this::sign);
    return code;
  }

  private Optional<SigningKey> signingKey() {
    return Optional.ofNullable(sign).map(SigningKeys::signingKey);
  }

  private void sign(SigningKey key) {
    Path file = out.resolve("certificate.json");
    try {
      CertificateSignature made = CertificateSignCommand.sign(file, key);
      if (!structured()) {
        print("signature: " + CertificateSignature.fileOf(file) + ", by the key " + made.key());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the signature of " + file, e);
    }
  }

  /** Checks everything that can be checked before the work begins, which may take an hour. */
  private AdapterCertifier begin(AdapterUnderTest subject) {
    AdapterCertifier certification = new AdapterCertifier(
        subject, tier(), seed, LocalDate.ofInstant(terminal.clock().instant(), UTC));
    Integer asked = steps;
    if (asked != null) {
      certification = stepping(certification, asked);
    }
    if (replay == null && !watch) {
      writable();
    }
    if (config != null) {
      certification.unreachable().ifPresent(why -> {
        throw new IllegalArgumentException(
            "the cloud of " + config + " does not answer, so nothing was tried: " + why);
      });
    }
    return certification;
  }

  private Thoroughness tier() {
    return tier != null ? tier : watch ? Thoroughness.SMOKE : Thoroughness.FULL;
  }

  private static AdapterCertifier stepping(AdapterCertifier certification, int asked) {
    try {
      return certification.conversationSteps(asked);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("--steps: " + refused.getMessage(), refused);
    }
  }

  private void writable() {
    try {
      Files.createDirectories(out);
      Files.delete(Files.createTempFile(out, "certificate", ".tmp"));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--out must be a folder that can be written, was " + out, e);
    }
  }

  /** Writes the certificate, and prints what it came to. */
  public int tell(Certificate certificate, Path folder) {
    certificate.writeTo(folder);
    if (structured()) {
      show(fields(certificate));
    } else {
      lines(certificate);
      print("certificate: " + folder.resolve("certificate.html"));
    }
    return switch (certificate.result()) {
      case CERTIFIED, CERTIFIED_WITH_WAIVERS, SMOKE_ONLY -> 0;
      case INCOMPLETE, NOT_CERTIFIED -> ErrorReporter.FAILED;
    };
  }

  private int tell(List<String> findings, String run) {
    findings.forEach(this::explain);
    print(
        findings.isEmpty() ? "every rule held in " + run : findings.size() + " findings in " + run);
    return findings.isEmpty() ? 0 : ErrorReporter.FAILED;
  }

  private AdapterUnderTest subject(MachineProviderFactory factory, CertifyLock turn)
      throws IOException {
    if (config != null) {
      LocalDate today = LocalDate.ofInstant(terminal.clock().instant(), UTC);
      AdapterUnderTest read =
          CertifyConfig.subject(config, out.resolve("launches.log"), factory, today);
      if (read.journal().isPresent()) {
        if (tier() != Thoroughness.LIVE) {
          throw new IllegalArgumentException(
              "--tier must be live where mode is live, as no fault may strike a real account, was "
                  + CertifyProgress.word(tier()));
        }
        writable();
      }
      turn.take(CertifyConfig.cloud(config, factory));
      return read;
    }
    if (provider.equals(SimulatedAccounts.PROVIDER)) {
      return SimulatedTestCloud.subject(Map.of());
    }
    throw new IllegalArgumentException("--config is missing: it configures the cloud to certify "
        + provider + " against; only the simulated cloud can be tried without");
  }

  private void lines(Certificate certificate) {
    print(certificate.subject() + " " + certificate.version() + ", " + certificate.mode()
        + ", tier " + CertifyProgress.word(certificate.tier()) + ", seed " + certificate.seed()
        + ": "
        + certificate.headline());
    certificate
        .waivers()
        .forEach(waiver ->
            print("  waived until " + waiver.until() + ": " + waiver.rule() + ", " + waiver.why()));
    for (Verdict verdict : Verdict.values()) {
      if (certificate.count(verdict) > 0) {
        print("  %-12s %d".formatted(CertifyProgress.word(verdict), certificate.count(verdict)));
      }
    }
    print("  %-12s %d".formatted("runs", certificate.runs()));
    certificate.reasons().forEach(reason -> print("  " + reason));
    certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.PASS && !ruling.why().isEmpty())
        .forEach(ruling -> print("  " + ruling.rule().id() + " PASS, " + ruling.why()));
    certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.FAIL)
        .map(ViolationExplanation::of)
        .forEach(this::explain);
  }

  /** Explains to a person at the command line what a test would log. */
  private void explain(String text) {
    text.replace("-Dcertify.replay=", "--replay ").lines().forEach(this::print);
  }

  private static Map<String, Object> fields(Certificate certificate) {
    Map<String, Object> verdicts = new TreeMap<>();
    for (RuleResult ruling : certificate.rulings()) {
      verdicts.put(ruling.rule().id(), ruling.verdict().name());
    }
    return JsonOutput.fields(
        "subject", certificate.subject(),
        "version", certificate.version(),
        "mode", certificate.mode(),
        "tier", certificate.tier().name(),
        "seed", certificate.seed(),
        "result", certificate.result().name(),
        "headline", certificate.headline(),
        "sha256", certificate.codeSha256(),
        "runs", certificate.runs(),
        "rules", verdicts,
        "reasons", certificate.reasons(),
        "digest", certificate.digest());
  }
}
