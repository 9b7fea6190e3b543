package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Follows docs/tour.md to the letter, in a shell, with a server of its own. Where there is no curl,
 * or with -Dtour.standInCurl=true, a stand-in takes its place.
 */
class TourTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().resolveSibling("docs").resolve("tour.md");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STEP_DONE = "--- done: line ";

  @TempDir
  private Path directory = Path.of("");

  private TourPage tour = new TourPage(List.of());

  @BeforeEach
  void readPage() throws IOException {
    tour = TourPage.read(PAGE);
  }

  @Test
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    Map<Integer, List<String>> printed = followed();

    SoftAssertions all = new SoftAssertions();
    for (TourPage.Step step : tour.steps()) {
      List<String> lines = printed.getOrDefault(step.line(), List.of("(never got there)"));
      all.assertThat(TourPage.asOnPage(lines, step.printed()))
          .as("docs/tour.md, line %d: %s", step.line(), String.join("\n", step.commands()))
          .isEqualTo(step.printed());
    }
    all.assertAll();
  }

  /** What each step printed, by the line where it begins. */
  private Map<Integer, List<String>> followed() throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process shell = shell(output);
    try {
      // A generous bound: each wait of the page has its own, and machines that build are slow.
      if (!shell.waitFor(6, TimeUnit.MINUTES)) {
        throw new AssertionError("the tour does not end; so far:\n" + Files.readString(output));
      }
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
    Map<Integer, List<String>> printed = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(output)) {
      if (line.startsWith(STEP_DONE)) {
        printed.put(Integer.valueOf(line.substring(STEP_DONE.length())), TourPage.plain(lines));
        lines.clear();
      } else {
        lines.add(line);
      }
    }
    return printed;
  }

  private Process shell(Path output) throws IOException {
    List<String> script = new ArrayList<>();
    // Whatever happens, no server is left behind.
    script.add("trap 'kill -9 $(jobs -p) 2> /dev/null' EXIT");
    for (TourPage.Step step : tour.steps()) {
      script.addAll(step.commands());
      script.add("echo; echo '" + STEP_DONE + step.line() + "'");
    }
    Path file = Files.write(directory.resolve("script"), script);
    command("adapter", "io.cloudadapter.cli.Main");
    Path tools = Files.createDirectory(directory.resolve("tools"));
    if (Boolean.getBoolean("tour.standInCurl") || !hasCurl()) {
      command("tools/curl", StandInCurl.class.getName());
    }
    ProcessBuilder shell = new ProcessBuilder("bash", file.toString())
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    Map<String, String> environment = shell.environment();
    environment.keySet().removeIf(name -> name.startsWith("ADAPTER_"));
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.put("PATH", tools + File.pathSeparator + environment.get("PATH"));
    environment.put("TMPDIR", directory.toString());
    environment.put("no_proxy", "127.0.0.1");
    return shell.start();
  }

  /** Makes a command of a class of this build. */
  private void command(String name, String mainClass) throws IOException {
    String path = String.join(
        File.pathSeparator,
        System.getProperty("jdk.module.path", ""),
        System.getProperty("java.class.path"),
        Path.of("target/classes").toAbsolutePath().toString(),
        Path.of("target/test-classes").toAbsolutePath().toString());
    Path file = directory.resolve(name);
    Files.writeString(
        file,
        String.join(
            "\n",
            "#!/bin/sh",
            "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '" + path + "' " + mainClass
                + " \"$@\"",
            ""));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static boolean hasCurl() {
    for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(place, "curl"))) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pool/size -d '{ \"desiredSize\": 3 }'",
        "/terminate -d '{ \"decrementDesiredSize\": false }'",
        "/terminate -d '{ \"decrementDesiredSize\": true }'",
        "/detach -d '{ \"decrementDesiredSize\": false }'",
        "/detach -d '{ \"decrementDesiredSize\": true }'",
        "/serviceState -d '{ \"serviceState\": \"IN_SERVICE\" }'",
        "/attach -X POST"
      })
  void sendsEachMessageOfTheSpecification(String request) {
    assertThat(tour.steps())
        .anySatisfy(step -> assertThat(step.commands()).anyMatch(line -> line.contains(request)));
  }

  @Test
  void showsTheSamplePoolSizeMessageToTheNumber() throws JsonProcessingException {
    JsonNode sample =
        JSON.readTree("{ \"desiredSize\": 3, \"allocated\": 4, \"outOfService\": 1 }");

    assertThat(answers()).contains(sample);
  }

  @Test
  void showsAnErrorMessageWithTheFieldsOfTheSpecification() {
    assertThat(answers())
        .anySatisfy(answer -> assertThat(answer.fieldNames())
            .toIterable()
            .containsExactlyInAnyOrder("message", "detail"));
  }

  @Test
  void showsAPoolMessageWithTheFieldsOfTheSpecification() {
    assertThat(answers()).anySatisfy(answer -> {
      assertThat(answer.fieldNames())
          .toIterable()
          .containsExactlyInAnyOrder("timestamp", "machines");
      assertThat(answer.get("machines"))
          .isNotEmpty()
          .allSatisfy(machine -> assertThat(machine.fieldNames())
              .toIterable()
              .containsExactlyInAnyOrder(
                  "id",
                  "machineState",
                  "serviceState",
                  "launchtime",
                  "publicIps",
                  "privateIps",
                  "metadata"));
    });
  }

  /** The JSON that the page shows as answers. */
  private List<JsonNode> answers() {
    List<JsonNode> answers = new ArrayList<>();
    for (TourPage.Step step : tour.steps()) {
      for (String line : step.printed()) {
        if (line.startsWith("{")) {
          try {
            answers.add(JSON.readTree(line));
          } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON at line " + step.line() + ": " + line, e);
          }
        }
      }
    }
    return answers;
  }
}
