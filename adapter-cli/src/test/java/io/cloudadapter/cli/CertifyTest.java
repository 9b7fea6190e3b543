package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.certify.CertifyCommand;
import io.cloudadapter.cli.certify.CertifyConfig;
import io.cloudadapter.cli.certify.CertifyLock;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.Certificate;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifyTest {
  @TempDir
  private Path directory;

  private Path out;

  @BeforeEach
  void chooseAFolder() {
    out = directory.resolve("deep/certificate");
  }

  private CommandRunner.Result certify(String... more) {
    List<String> args = new ArrayList<>(List.of("certify", "--out", out.toString()));
    args.addAll(List.of(more));
    return new CommandRunner().run(args.toArray(String[]::new));
  }

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("cloud.properties"), List.of(lines));
  }

  /** The complaints about a file, without the name of the program. */
  private List<String> complaints(String... lines) throws IOException {
    CommandRunner.Result result =
        certify("--provider", "simulated", "--config", file(lines).toString());
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(out).doesNotExist();
    return result.err().lines().map(line -> line.replaceFirst("adapter: ", "")).toList();
  }

  @Test
  void certifiesByNameAndWritesACertificate() throws IOException {
    CommandRunner.Result result =
        certify("--provider", "simulated", "--tier", "smoke", "--seed", "7");

    assertThat(result.code()).isZero();
    assertThat(result.lines().get(0))
        .isEqualTo("simulated unversioned, simulated, tier smoke, seed 7: SMOKE_ONLY");
    assertThat(result.out()).contains("  pass  ", "certificate: " + out);
    assertThat(result.err().lines())
        .as("how far it is, after each chapter")
        .containsExactly(
            "Identity and configuration: 10 pass",
            "Launch: 24 pass, 1 not claimed",
            "List: 16 pass, 5 not claimed",
            "Terminate: 8 pass, 2 not claimed",
            "Errors: 11 pass, 4 not claimed",
            "Time: 9 pass, 2 not claimed, 1 untested",
            "Threads: 7 pass",
            "Lifecycle: 6 pass",
            "Features: 18 pass, 9 not claimed",
            "Actions: 16 pass, 1 not claimed",
            "Beside machines: 31 pass",
            "Groups: 12 not claimed",
            "Conversations: 1 pass");
    JsonNode json =
        JsonMapper.builder().build().readTree(out.resolve("certificate.json").toFile());
    assertThat(json.path("result").asText()).isEqualTo("SMOKE_ONLY");
    assertThat(json.at("/subject/sha256").asText()).matches("[0-9a-f]{64}");
    assertThat(out.resolve("certificate.html")).content().contains("<h1>smoke only</h1>");
    assertThat(out.resolve("badge.svg")).content().contains("<svg", " · smoke · ");
    assertThat(out.resolve("badge.json")).exists();
  }

  @Test
  void countsRulesOnAScreenBesideTheResult() throws IOException {
    CommandRunner.Result result = new CommandRunner()
        .live()
        .run(
            "certify",
            "--provider",
            "simulated",
            "--tier",
            "LIVE",
            "--json",
            "--out",
            out.toString());

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(json.path("result").asText()).isEqualTo("INCOMPLETE");
    assertThat(json.path("rules").path("MP-1.1").asText()).isEqualTo("PASS");
    assertThat(result.err())
        .contains("\r\u001b[K1 of ", ": MP-1.1\r\u001b[K2 of ")
        .contains("\r\u001b[KLaunch: ")
        .endsWith("\r\u001b[K");
  }

  @Test
  void refusesWhatIsNotEarnedAndShowsWaivers() {
    AdapterUnderTest liar = SimulatedTestCloud.subject(Map.of())
        .claims(Adoption.class)
        .waives("MP-4.7", "ACME-17: ports outlive servers", LocalDate.parse("2027-01-31"));
    Certificate broken = new AdapterCertifier(
            liar, Thoroughness.LIVE, 3, LocalDate.parse("2026-11-21"))
        .certificate();
    StringWriter said = new StringWriter();
    CertifyCommand command =
        new CertifyCommand(new CommandRunner().terminal(said, new StringWriter()));

    int code = command.tell(broken, out);

    assertThat(code).isEqualTo(1);
    assertThat(said.toString().lines())
        .startsWith(
            "simulated unversioned, simulated, tier live, seed 3: NOT_CERTIFIED (LIVE)",
            "  waived until 2027-01-31: MP-4.7, ACME-17: ports outlive servers");
    assertThat(said.toString())
        .contains("  MP-9.1 FAIL: ", "  seen  ", "  replay    --replay MP-9.1/")
        .doesNotContain("-Dcertify");
    assertThat(out.resolve("certificate.html"))
        .content()
        .contains("<h1>not certified (live)</h1>", "ACME-17: ports outlive");
  }

  @Test
  void triesACloudThatAFileDescribes() throws IOException {
    Path file = file(
        "mode = live",
        "zones = a, b",
        "size = small",
        "waive.MP-4.7 = 2026-11-21 ACME-17: ports outlive servers",
        "account.listLag = 0s",
        "account.file = " + directory.resolve("cloud").toString().replace('\\', '/'));

    CommandRunner.Result result = certify(
        "--provider",
        "simulated",
        "--config",
        file.toString(),
        "--tier",
        "live",
        "--replay",
        "MP-2.1/seed=5");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("every rule held in MP-2.1/seed=5\n");
    assertThat(result.code()).isZero();
    assertThat(out.resolve("launches.log")).content().startsWith("adapter-kit ");
  }

  @Test
  void tellsOneRunAgainAndWritesNothing() {
    CommandRunner.Result result =
        certify("--provider", "simulated", "--replay", "MP-2.3/LOST_REPLY@2/seed=5");

    assertThat(result.out()).isEqualTo("every rule held in MP-2.3/LOST_REPLY@2/seed=5\n");
    assertThat(result.code()).isZero();
    assertThat(certify("--provider", "simulated", "--replay", "MP-2.3").err())
        .isEqualTo("adapter: a replay must be like MP-2.3/LOST_REPLY@3/seed=42, was: MP-2.3\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void takesNoRunForAPassThatTriesNothing() {
    CommandRunner.Result result =
        certify("--provider", "simulated", "--replay", "MP-2.3/LOST_REPLY@99/seed=5");

    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("adapter: MP-2.3/LOST_REPLY@99/seed=5 tries nothing: the fault did not strike;")
        .hasLineCount(1);
    assertThat(result.code()).isEqualTo(2);
    assertThat(certify("--provider", "simulated", "--replay", "MP-5.3/seed=5x").code())
        .isEqualTo(2);
  }

  @Test
  void certifiesOnOneCloudOnceAtATime() throws IOException {
    Path file = file("mode = emulator", "account.file = " + slashed(directory.resolve("cloud")));
    String cloud =
        CertifyConfig.cloud(file, SimulatedTestCloud.subject(Map.of()).factory());

    try (CertifyLock other = new CertifyLock()) {
      other.take(cloud);
      CommandRunner.Result result = certify("--provider", "simulated", "--config", file.toString());

      assertThat(result.code()).isEqualTo(2);
      assertThat(result.err())
          .startsWith("adapter: another certification runs on the same cloud")
          .hasLineCount(1);
    }
    try (CertifyLock next = new CertifyLock()) {
      next.take(cloud);
    }
    assertThat(out).doesNotExist();
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  @Test
  void namesTheAdaptersItKnowsAndHowToBringOthers() throws IOException {
    Path jar = Files.createDirectories(directory.resolve("empty"));

    assertThat(certify("--provider", "acme").err())
        .isEqualTo(
            "adapter: --provider must be one of aws, aws-asg, openstack, simulated, was acme; name the jar of"
                + " any other adapter with --jar FILE\n");
    assertThat(certify("--provider", "acme", "--jar", jar.toString()).err())
        .isEqualTo(
            "adapter: --provider must be one of aws, aws-asg, openstack, simulated, was acme; the jars of --jar"
                + " have no other\n");
    assertThat(certify("--provider", "simulated", "--jar", "no.jar").err())
        .isEqualTo("adapter: --jar no.jar cannot be read: there is no such file\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void tellsAnAdapterThatCannotBeLoaded() throws IOException {
    Path services = Files.createDirectories(directory.resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve("io.cloudadapter.spi.MachineProviderFactory"), "com.acme.Missing\n");

    CommandRunner.Result result =
        certify("--provider", "acme", "--jar", directory.resolve("classes").toString());

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains("cannot be loaded", "com.acme.Missing", "another --jar")
        .hasLineCount(1);
  }

  @Test
  void takesNoAdapterOfAJarForItsOwn() throws IOException {
    Path package_ = directory.resolve("new/io/cloudadapter/simulated");
    Files.createDirectories(package_);
    Files.write(package_.resolve("SimulatedProviderFactory.class"), new byte[0]);

    CommandRunner.Result result =
        certify("--provider", "simulated", "--jar", directory.resolve("new").toString());

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains("has the adapter simulated, which is part of this command")
        .hasLineCount(1);
    assertThat(out).doesNotExist();
  }

  @Test
  void explainsARuleAndTriesNothing() throws IOException {
    CommandRunner.Result result = new CommandRunner().run("certify", "--explain", "MP-2.1");

    assertThat(result.code()).isZero();
    assertThat(result.lines())
        .startsWith("MP-2.1 MUST Pool, incarnation and launch key are set by the very request that")
        .containsSubsequence(
            "Why it is there",
            "How it shows",
            "How it is tried",
            "Code that fails",
            "Code that holds",
            "What to look at when it fails")
        .allMatch(line -> line.length() <= 100);
    assertThat(new CommandRunner().run("certify", "--explain", "MP-10.1").code())
        .isZero();
    assertThat(new CommandRunner().run("certify", "--explain", "2.1"))
        .satisfies(wrong -> assertThat(wrong.err()).contains("did you mean MP-2.1?"))
        .satisfies(wrong -> assertThat(wrong.code()).isEqualTo(2));
  }

  @Test
  void doesNotUnderstandABadTierSeedOrNoProvider() {
    CommandRunner.Result result = certify("--provider", "simulated", "--tier", "deeper");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--tier", "SMOKE, SAMPLE, FULL, DEEP, LIVE", "deeper");
    assertThat(certify("--provider", "simulated", "--seed", "x").code()).isEqualTo(2);
    assertThat(certify().err()).contains("--provider");
    assertThat(out).doesNotExist();
  }

  @Test
  void tellsAllThatIsWrongInAFileAtOnce() throws IOException {
    assertThat(complaints(
            "mode = fake",
            "zone = a",
            "maxTags = many",
            "account.listLagg = 1s",
            "account.pageSize = 0",
            "template.netwrok = x",
            "waive.MP-4.77 = 2027-01-31 ACME-17",
            "waive.MP-4.7 = 2027-01-31",
            "waive.MP-4.6 = tomorrow ACME-18",
            "waive.MP-4.5 = 2026-11-20 ACME-19"))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("maxTags: ").contains("many"),
            line -> assertThat(line).startsWith("mode: ").contains("emulator, live", "fake"),
            line -> assertThat(line).isEqualTo("zone: is unknown; did you mean zones?"),
            line -> assertThat(line).startsWith("account.listLagg: is unknown; did you mean list"),
            line -> assertThat(line).startsWith("account.pageSize: must be").contains("0"),
            line -> assertThat(line).startsWith("template.netwrok: is unknown"),
            line -> assertThat(line)
                .isEqualTo("waive.MP-4.5: must last until today, 2026-11-21, or longer, ended on"
                    + " 2026-11-20; mend the rule, or say a later day"),
            line -> assertThat(line)
                .isEqualTo(
                    "waive.MP-4.6: must begin with a day like 2027-01-31, was tomorrow ACME-18"),
            line -> assertThat(line)
                .isEqualTo("waive.MP-4.7: must be a last day and a reason, like 2027-01-31"
                    + " ACME-17, was 2027-01-31"),
            line -> assertThat(line).startsWith("waive.MP-4.77: is no rule: ").contains("MP-4.7?"));
  }

  @Test
  void namesWhatAListMayHold() throws IOException {
    assertThat(complaints("claims = Adoptoin", "wire = seed, endpoint"))
        .containsExactly(
            "wire: must name some of " + keys() + ", was endpoint",
            "claims: must name some of [Adoption, BatchTerminate, Clusters, GroupLifecycleHooks, ImageResolver, "
                + "InstanceStatus, Instances, Labeling, LaunchOperations, LoadBalancerHealth, "
                + "LoadBalancerRegistration, LoadBalancers, MachineGroup, "
                + "MachineResources, MachineSizeCatalog, Quotas, Reboot, Routes, Snapshots, SpotNotices, "
                + "StartStop, Zones], was Adoptoin");
    assertThat(complaints("wire = seed, file", "account.seed = 5"))
        .containsExactly(
            "account.file: must be an address like http://localhost:4566, as wire names it, is"
                + " missing",
            "account.seed: must be an address like http://localhost:4566, as wire names it, was 5");
  }

  private static String keys() {
    return SimulatedTestCloud.subject(Map.of()).factory().config().keys().stream()
        .map(key -> key.name())
        .sorted()
        .toList()
        .toString();
  }

  @Test
  void needsAFileForAllButTheSimulatedCloud() throws IOException {
    assertThat(certify("--provider", "simulated", "--config", "no.file").err())
        .isEqualTo("adapter: no.file cannot be read: there is no such file\n");
    assertThat(
            certify("--provider", "simulated", "--config", file("mode = live").toString())
                .err())
        .isEqualTo("adapter: --tier must be live where mode is live, as no fault may strike a real"
            + " account, was full\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void findsOutFirstThatNothingCanBeWritten() throws IOException {
    Files.createDirectories(directory.resolve("deep"));
    Files.writeString(out, "a file");

    assertThat(certify("--provider", "simulated").err())
        .isEqualTo("adapter: --out must be a folder that can be written, was " + out + "\n");
    assertThat(certify("--provider", "simulated").code()).isEqualTo(2);
  }
}
