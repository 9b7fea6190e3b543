package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProviderFactory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./adapter certify --watch} on a folder of classes that a compiler writes meanwhile. */
@Tag("proof")
class CertifyWatchTest {
  private static final String KEY = "The colour of the machine's case.";

  @TempDir
  private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path classes;

  @BeforeEach
  void compileARightAdapter() throws IOException {
    classes = Files.createDirectories(directory.resolve("classes"));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("io.cloudadapter.spi.MachineProviderFactory"), "acme.AcmeFactory\n");
    compile(KEY);
  }

  /** Compiles an adapter whose template has a key with this documentation: MP-1.7 is about that. */
  private void compile(String documentation) {
    String source = """
        package acme;

        import io.cloudadapter.simulated.SimulatedProviderFactory;
        import io.cloudadapter.spi.*;
        import io.cloudadapter.spi.config.*;

        @SpiVersion(SpiVersion.CURRENT)
        public final class AcmeFactory implements MachineProviderFactory {
          private final MachineProviderFactory cloud = new SimulatedProviderFactory();

          public String name() {
            return "acme";
          }

          public ConfigSpec config() {
            return cloud.config();
          }

          public ConfigSpec template() {
            return ConfigSpec.builder()
                .optional("colour", ConfigKey.Type.TEXT, "grey", "%s")
                .build();
          }

          public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
            return cloud.open(config, environment);
          }
        }
        """.formatted(documentation);
    String path = Stream.of(MachineProviderFactory.class, SimulatedProviderFactory.class)
        .map(type -> Path.of(uri(type)).toString())
        .collect(Collectors.joining(File.pathSeparator));
    StringWriter said = new StringWriter();
    PrintWriter print = new PrintWriter(said);
    int code = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(
            print,
            print,
            "-proc:none",
            "-cp",
            path,
            "-d",
            classes.toString(),
            write(source).toString());
    assertThat(code).as(said.toString()).isZero();
  }

  private Path write(String source) {
    try {
      return Files.writeString(directory.resolve("AcmeFactory.java"), source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI uri(Class<?> type) {
    return URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString());
  }

  /** Runs the command; each pause is an event in place of time, and after the last event comes Ctrl-C. */
  private int watch(List<Runnable> events, String... more) throws IOException {
    Path config = Files.write(
        directory.resolve("cloud.properties"),
        List.of(
            "mode = emulator",
            "account.file = " + directory.resolve("cloud").toString().replace('\\', '/')));
    List<Runnable> left = new ArrayList<>(events);
    Terminal terminal = new Terminal(
        new PrintWriter(out),
        new PrintWriter(err),
        Map.of(),
        false,
        () -> CommandRunner.NOW,
        time -> {
          if (left.isEmpty()) {
            throw new InterruptedException("Ctrl-C");
          }
          left.remove(0).run();
        },
        new BufferedReader(Reader.nullReader()));
    List<String> args = new ArrayList<>(List.of(
        "certify",
        "--watch",
        "--provider",
        "acme",
        "--jar",
        classes.toString(),
        "--config",
        config.toString(),
        "--rules",
        "MP-1.1,MP-1.7",
        "--out",
        directory.resolve("certificate").toString()));
    args.addAll(List.of(more));
    return RootCommand.run(terminal, args.toArray(String[]::new));
  }

  private static void nothing() {}

  private void delete(String file) {
    try {
      Files.delete(classes.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void showsTheVerdictsThatDifferAfterEachChange() throws IOException {
    int code = watch(List.of(
        () -> compile("Bad"),
        CertifyWatchTest::nothing,
        CertifyWatchTest::nothing,
        () -> compile(KEY),
        CertifyWatchTest::nothing));

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString().lines())
        .startsWith("2 pass", "MP-1.7 fail, was pass")
        .endsWith("1 pass, 1 fail", "MP-1.7 pass, was fail", "2 pass");
    assertThat(out.toString()).contains("  seen  ", "colour");
    assertThat(code).isZero();
    assertThat(directory.resolve("certificate")).doesNotExist();
  }

  @Test
  void namesTheBrokenRulesFirst() throws IOException {
    compile("Bad");

    watch(List.of());

    assertThat(out.toString().lines()).startsWith("MP-1.7 fail").endsWith("1 pass, 1 fail");
  }

  @Test
  void waitsUntilTheCompilerIsDone() throws IOException {
    watch(List.of(
        () -> compile("Bad"),
        () -> compile("The colour, half written."),
        () -> compile("The colour of the case."),
        CertifyWatchTest::nothing));

    assertThat(out.toString().lines())
        .containsExactly("2 pass", "no verdict has changed", "2 pass");
  }

  @Test
  void goesOnAfterClassesThatDoNotLoad() throws IOException {
    int code = watch(List.of(
        () -> delete("acme/AcmeFactory.class"),
        CertifyWatchTest::nothing,
        () -> compile("Bad"),
        CertifyWatchTest::nothing));

    assertThat(err.toString())
        .startsWith("adapter: an adapter in --jar ")
        .contains("acme.AcmeFactory")
        .hasLineCount(1);
    assertThat(out.toString().lines()).contains("2 pass", "MP-1.7 fail, was pass");
    assertThat(code).isZero();
  }

  @Test
  void tellsProgramsWhatDiffers() throws IOException {
    watch(List.of(() -> compile("Bad"), CertifyWatchTest::nothing), "--json");

    assertThat(out.toString().replaceAll("\\s", ""))
        .isEqualTo("{\"MP-1.1\":\"PASS\",\"MP-1.7\":\"PASS\"}{\"MP-1.7\":\"FAIL\"}");
  }

  @Test
  void refusesWhatCannotBeWatched() throws IOException {
    delete("acme/AcmeFactory.class");

    assertThat(watch(List.of())).isEqualTo(2);
    assertThat(watch(List.of(), "--tier", "live")).isEqualTo(2);
    assertThat(watch(List.of(), "--replay", "MP-2.1/seed=5")).isEqualTo(2);
    assertThat(watch(List.of(), "--sign", "key.pem")).isEqualTo(2);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("cannot be loaded", "acme.AcmeFactory"),
            line -> assertThat(line).startsWith("adapter: --watch tries the rules at each change"),
            line ->
                assertThat(line).isEqualTo("adapter: --watch tries rules, and --replay one run"),
            line -> assertThat(line)
                .isEqualTo("adapter: --sign needs a certificate, and --watch earns none"));
    assertThat(
            new CommandRunner().run("certify", "--provider", "acme", "--watch").err())
        .isEqualTo("adapter: --watch needs --jar, the folder of classes to watch\n");
    assertThat(new CommandRunner()
            .run("certify", "--provider", "acme", "--rules", "MP-1")
            .err())
        .isEqualTo("adapter: --rules needs --watch: some rules earn no certificate\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesRulesThatDoNotExist() throws IOException {
    CommandRunner.Result result = new CommandRunner()
        .run(
            "certify",
            "--provider",
            "acme",
            "--watch",
            "--jar",
            classes.toString(),
            "--rules",
            "MP-1.1,MP-99");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("adapter: --rules must be numbers of rules")
        .endsWith("was \"MP-99\"\n");
  }
}
