package io.cloudadapter.cli.certify;

import static java.time.ZoneOffset.UTC;

import io.cloudadapter.cli.server.ServeOptions;
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
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
  @Option(
      names = "--provider",
      paramLabel = "NAME",
      required = true,
      description = "The name of the adapter.")
  private String provider = "";

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "A jar with the adapter or with a library that it needs; repeatable.")
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
      defaultValue = "full",
      description = "The tier: smoke, sample, full, deep or live. Default: full.")
  private Thoroughness tier = Thoroughness.FULL;

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

  public CertifyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    try (CertifyLock turn = new CertifyLock()) {
      return certify(turn);
    }
  }

  private int certify(CertifyLock turn) {
    AdapterCertifier certification = prepared(() -> begin(turn));
    String run = replay;
    if (run != null) {
      return tell(prepared(() -> certification.replay(run)), run);
    }
    try (CertifyProgress progress = new CertifyProgress(terminal)) {
      progress.through(certification);
    }
    return tell(certification.certificate(), out);
  }

  /** Checks everything that can be checked before the work begins, which may take an hour. */
  private AdapterCertifier begin(CertifyLock turn) throws IOException {
    AdapterUnderTest subject = subject(turn);
    AdapterCertifier certification = new AdapterCertifier(
        subject, tier, seed, LocalDate.ofInstant(terminal.clock().instant(), UTC));
    Integer asked = steps;
    if (asked != null) {
      certification = stepping(certification, asked);
    }
    if (replay == null) {
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
    if (json()) {
      printJson(fields(certificate));
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

  private AdapterUnderTest subject(CertifyLock turn) throws IOException {
    MachineProviderFactory factory = factory();
    if (config != null) {
      LocalDate today = LocalDate.ofInstant(terminal.clock().instant(), UTC);
      AdapterUnderTest read =
          CertifyConfig.subject(config, out.resolve("launches.log"), factory, today);
      if (read.journal().isPresent()) {
        if (tier != Thoroughness.LIVE) {
          throw new IllegalArgumentException(
              "--tier must be live where mode is live, as no fault may strike a real account, was "
                  + CertifyProgress.word(tier));
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

  private MachineProviderFactory factory() throws IOException {
    Map<String, MachineProviderFactory> found = new TreeMap<>();
    ServeOptions.adapters().forEach(factory -> found.put(factory.name(), factory));
    refuseShadowed(found.values());
    // Stays open for as long as the adapter is in use: until the process ends.
    ClassLoader more = new URLClassLoader(urls(), CertifyCommand.class.getClassLoader());
    try {
      ServiceLoader.load(MachineProviderFactory.class, more)
          .forEach(factory -> bring(found, factory));
    } catch (ServiceConfigurationError | LinkageError broken) {
      throw new IllegalArgumentException(
          "an adapter in --jar " + jars + " cannot be loaded: " + broken
              + "; if a library is missing, name its jar with another --jar",
          broken);
    }
    MachineProviderFactory factory = found.get(provider);
    if (factory == null) {
      throw new IllegalArgumentException("--provider must be one of "
          + String.join(", ", found.keySet()) + ", was " + provider
          + (jars.isEmpty()
              ? "; name the jar of any other adapter with --jar FILE"
              : "; the jars of --jar have no other"));
    }
    return factory;
  }

  /** An adapter of a jar must not replace another of the same name; otherwise it is unclear which one was certified. */
  private void bring(Map<String, MachineProviderFactory> found, MachineProviderFactory factory) {
    MachineProviderFactory known = found.putIfAbsent(factory.name(), factory);
    if (known == null) {
      return;
    }
    if (known.getClass() != factory.getClass()) {
      throw new IllegalArgumentException("an adapter in --jar " + jars + " has the name "
          + factory.name() + ", as another has that is here already; give it another name");
    }
  }

  /** A class of this command comes before the same class in a jar. */
  private void refuseShadowed(Collection<MachineProviderFactory> ours) throws IOException {
    try (URLClassLoader theirs = new URLClassLoader(urls(), null)) {
      for (MachineProviderFactory factory : ours) {
        String name = factory.getClass().getName();
        if (theirs.findResource(name.replace('.', '/') + ".class") != null) {
          throw new IllegalArgumentException("--jar " + jars + " has the adapter " + factory.name()
              + ", which is part of this command: that one would be tried, not the jar's");
        }
      }
    }
  }

  private URL[] urls() throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      if (!Files.isReadable(jars.get(i))) {
        throw new IllegalArgumentException("--jar " + jars.get(i) + " cannot be read"
            + (Files.exists(jars.get(i)) ? "" : ": there is no such file"));
      }
      urls[i] = url(jars.get(i));
    }
    return urls;
  }

  private static URL url(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
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
