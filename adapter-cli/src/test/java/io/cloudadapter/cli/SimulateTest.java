package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.simulate.SimulateCommand;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class SimulateTest {
  private static final String CONFIG = """
      accounts:
        demo: {provider: simulated, listLag: 5s}
      pools:
        web: {maxSize: 10, zones: [a, b]}
        jobs: {maxSize: 4}
      """;

  @TempDir
  private Path directory;

  private Path page;

  @BeforeEach
  void chooseAPage() {
    page = directory.resolve("out/page.html");
  }

  private CommandRunner.Result simulate(String... more) throws IOException {
    Path config = Files.writeString(directory.resolve("adapter.yaml"), CONFIG);
    List<String> args = new ArrayList<>(
        List.of("simulate", "--config", config.toString(), "--out", page.toString()));
    args.addAll(List.of(more));
    return new CommandRunner().run(args.toArray(String[]::new));
  }

  private static Document parsed(Path page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(page)));
  }

  private static List<String> texts(Document document, String tag) {
    NodeList nodes = document.getElementsByTagNameNS("*", tag);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  void livesThroughADayAndDrawsIt() throws Exception {
    CommandRunner.Result result = simulate("--load", "spike", "--seed", "5");

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.lines().get(0))
        .isEqualTo("pool web, 1 day, load spike, climate rough, seed 5: every rule held");
    assertThat(result.out()).contains("machine-hours", "launches", "plots: " + page);
    Document document = parsed(page);
    assertThat(texts(document, "h2"))
        .containsExactly(
            "Totals",
            "Machines",
            "Launches and terminations",
            "Cost in machine-hours, added up",
            "Faults that struck",
            "Settings");
    assertThat(texts(document, "title"))
        .contains("Machines over time", "Faults over time, by kind");
    assertThat(texts(document, "td")).contains("web, maxSize 10", "rough");
  }

  @Test
  void a_warm_pool_is_compared_with_the_same_days_without_it() throws IOException {
    String[] asked = {"--load", "spike", "--climate", "fair", "--set", "warm.size=6"};
    CommandRunner.Result result = simulate(asked);

    assertThat(result.err()).isEmpty();
    assertThat(result.lines())
        .anyMatch(line -> line.matches(
            "  with warm pool a growth takes \\d+s, .* at most, of \\d+; .* of them stopped; .*"))
        .anyMatch(line -> line.matches(
            "  without it     a growth takes .* 0\\.0 of them stopped; \\d+ launches"));

    List<String> structured = new ArrayList<>(List.of(asked));
    structured.add("--json");
    JsonNode sides = JsonMapper.builder()
        .build()
        .readTree(simulate(structured.toArray(String[]::new)).out())
        .path("warmPool");
    JsonNode warm = sides.path("warm");
    JsonNode cold = sides.path("cold");
    assertThat(warm.path("growths").asInt())
        .isEqualTo(cold.path("growths").asInt())
        .isPositive();
    assertThat(warm.path("medianGrowthSeconds").asInt())
        .isLessThan(cold.path("medianGrowthSeconds").asInt());
    assertThat(warm.path("stoppedHours").asDouble()).isPositive();
    assertThat(cold.path("stoppedHours").asDouble()).isZero();
    assertThat(warm.path("machineHours").asDouble())
        .isGreaterThan(cold.path("machineHours").asDouble());
  }

  @Test
  void a_pool_without_a_warm_pool_is_simulated_once() throws IOException {
    assertThat(simulate("--climate", "fair").out()).doesNotContain("warm pool", "without it");
  }

  @Test
  void needsNothingButThePage() throws Exception {
    simulate("--climate", "fair");

    assertThat(Files.readString(page))
        .doesNotContain("<script", "<link", "<img", "url(", "src=", "href=", "@import");
    assertThat(texts(parsed(page), "p")).contains("None.");
  }

  @Test
  void takesATableOfSizesAndAnotherPool() throws IOException {
    Path table = Files.writeString(directory.resolve("week.csv"), "time,size\n0s,1\n30h,4\n");

    CommandRunner.Result result = simulate(
        "--pool", "jobs", "--load", table.toString(), "--days", "2", "--climate", "FAIR", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isZero();
    assertThat(json.path("pool").asText()).isEqualTo("jobs");
    assertThat(json.path("held").asBoolean()).isTrue();
    assertThat(json.path("launches").asInt()).isEqualTo(4);
    assertThat(json.path("terminations").asInt()).isZero();
    assertThat(json.path("machineHours").asDouble()).isBetween(101.0, 102.0);
    assertThat(json.path("faults").isEmpty()).isTrue();
    assertThat(page).exists();
  }

  @Test
  void countsAndDrawsLoadThatThePoolsLimitsRefuse() throws IOException {
    Path config = Files.writeString(directory.resolve("adapter.yaml"), """
        accounts: {lab: {provider: simulated}}
        pools:
          web:
            maxSize: 20
            schedules: {low: {cron: "0 0 * * *", zone: UTC, maxSize: 10}}
        """);
    Path table =
        Files.writeString(directory.resolve("shop.csv"), "time,size\n00:00,1\n06:00,16\n12:00,4\n");
    String[] command = {
      "simulate",
      "--config",
      config.toString(),
      "--load",
      table.toString(),
      "--climate",
      "fair",
      "--days",
      "2",
      "--out",
      page.toString()
    };

    CommandRunner.Result result = new CommandRunner().run(command);

    assertThat(result.out())
        .containsPattern("load refused +12 % of the time, by up to 15 machines beyond its limits");
    assertThat(Files.readString(page))
        .contains("class=\"load\"", "refused by the pool's limits", "Load, desired, effective");
    simulate("--climate", "fair");
    assertThat(Files.readString(page)).doesNotContain("refused by the pool's limits");
  }

  @Test
  void thePageHasTheColoursAndPlotsOfAllPages() throws IOException {
    simulate("--climate", "fair");

    assertThat(Files.readString(page))
        .contains(Files.readString(Path.of("../src/main/style/page.css")).strip());
  }

  @Test
  void printsWhatThePageShows() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    String text = Files.readString(root.resolve("docs/how-to/simulate.md"));
    Matcher table = Pattern.compile("```\n(time,size\n.*?)```", Pattern.DOTALL).matcher(text);
    assertThat(table.find()).as("the page has a table of sizes").isTrue();
    Path shop = Files.writeString(directory.resolve("shop.csv"), table.group(1));
    Matcher sample = Pattern.compile(
            "\\$ ./adapter (simulate --config examples/adapter.yaml .*)\n((?:.*\n)+?)plots:")
        .matcher(text);
    int samples = 0;
    while (sample.find()) {
      samples++;
      String command = sample
          .group(1)
          .replace(
              "examples/adapter.yaml", root.resolve("examples/adapter.yaml").toString())
          .replace("shop.csv", shop.toString());

      CommandRunner.Result result =
          new CommandRunner().run((command + " --out " + page).split(" "));

      assertThat(result.err()).isEmpty();
      assertThat(result.out().replace(shop.toString(), "shop.csv"))
          .isEqualTo(sample.group(2) + "plots: " + page + "\n");
    }
    assertThat(samples).as("samples of the page").isEqualTo(3);
  }

  @Test
  void drawsHowManyMachinesWaitForAHook() throws IOException {
    Path config = Files.writeString(directory.resolve("adapter.yaml"), """
        accounts: {lab: {provider: simulated}}
        pools:
          web:
            maxSize: 20
            hooks: {drain: {timeout: 1h, target: {url: "https://drain.example.org"}}}
        """);

    CommandRunner.Result result = new CommandRunner()
        .run("simulate", "--config", config.toString(), "--load", "saw", "--out", page.toString());

    assertThat(result.code()).isZero();
    assertThat(Files.readString(page)).contains("<h2>Machines that wait for a hook</h2>");
  }

  @Test
  void tellsHowLongARefreshTakesAndHowManyMachinesItMakesUnavailable() throws IOException {
    String[] command = {
      "--load",
      "flat",
      "--climate",
      "breezy",
      "--set",
      "disruption.maxUnavailable=10%",
      "--refresh",
      "2h",
      "--min-healthy",
      "0"
    };

    CommandRunner.Result result = simulate(command);

    assertThat(result.code()).as(result.out() + result.err()).isZero();
    assertThat(result.lines())
        .anyMatch(line -> line.matches(
            " +refresh +from 2 h 1 min: SUCCEEDED after [0-9]+ min, 10 machines, at most 1"
                + " unavailable"));
    assertThat(simulate(command).lines()).isEqualTo(result.lines());
    JsonNode json = JsonMapper.builder()
        .build()
        .readTree(
            simulate(Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new))
                .out());
    assertThat(json.path("refreshes").path(0).path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(json.path("refreshes").path(0).path("fromMinutes").asInt()).isEqualTo(121);
    assertThat(json.path("refreshes").path(0).path("remaining").asInt()).isZero();
  }

  @Test
  void tellsOfRefreshesThatStartByThemselves() throws IOException {
    CommandRunner.Result drift = simulate(
        "--load",
        "flat",
        "--climate",
        "fair",
        "--new-image",
        "3h",
        "--set",
        "drift=automatic",
        "--set",
        "refreshPercentPerDay=50");
    assertThat(drift.out()).contains("for drift from 3 h 1 min: SUCCEEDED", "5 machines");

    CommandRunner.Result age = simulate(
        "--load",
        "flat",
        "--climate",
        "fair",
        "--set",
        "maxInstanceLifetime=6h",
        "--set",
        "refreshPercentPerDay=100");
    assertThat(age.out()).contains("for lifetime from 5 h ");
  }

  @Test
  void refusesSettingsAndRefreshesThatCannotBe() throws IOException {
    assertThat(simulate("--set", "hardLifetime=5m").err())
        .contains("--set hardLifetime must be 1h to 3650d, was 5m");
    assertThat(simulate("--set", "maxSize=5").err())
        .contains("--set must name another setting than account and maxSize, was maxSize=5");
    assertThat(simulate("--refresh", "24h").err())
        .contains("--refresh must be above 0s and below 1d, was 1d");
    CommandRunner.Result result = simulate("--min-healthy", "50");
    assertThat(result.err()).contains("--refresh must be given with settings of a refresh");
    assertThat(result.code()).isEqualTo(2);
    assertThat(page).doesNotExist();
  }

  @Test
  void takesTwoSettingsThatAreValidOnlyTogetherInAnyOrder() throws IOException {
    Path config = Files.writeString(directory.resolve("adapter.yaml"), """
        accounts: {lab: {provider: simulated}}
        pools:
          web: {maxSize: 5, maxInstanceLifetime: 30d, hardLifetime: 45d}
        """);
    for (String[] ages : new String[][] {{"60d", "90d"}, {"5d", "10d"}}) {
      CommandRunner.Result result = new CommandRunner()
          .run(
              "simulate",
              "--config",
              config.toString(),
              "--out",
              page.toString(),
              "--set",
              "maxInstanceLifetime=" + ages[0],
              "--set",
              "hardLifetime=" + ages[1]);
      assertThat(result.code()).as(result.err()).isZero();
    }
    assertThat(new CommandRunner()
            .run("simulate", "--config", config.toString(), "--set", "maxInstanceLifetime=60d")
            .err())
        .contains("hardLifetime must be at least maxInstanceLifetime, which is 60d, was 45d");
  }

  @Test
  void printsWhyThePoolRefusedTheRefreshAndEndsWithTwo() throws IOException {
    Path config = Files.writeString(directory.resolve("adapter.yaml"), """
        accounts: {lab: {provider: simulated, keys: target}}
        pools:
          web: {maxSize: 5}
        """);

    CommandRunner.Result result = new CommandRunner()
        .run(
            "simulate",
            "--config",
            config.toString(),
            "--climate",
            "fair",
            "--out",
            page.toString(),
            "--refresh",
            "2h");

    assertThat(result.out())
        .contains("refused: pool web is a group that its cloud sizes by itself");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void livesThroughTheSameDayAgain() throws IOException {
    CommandRunner.Result one = simulate("--seed", "9");
    byte[] drawn = Files.readAllBytes(page);

    assertThat(simulate("--seed", "9")).isEqualTo(one);
    assertThat(Files.readAllBytes(page)).isEqualTo(drawn);
  }

  @Test
  void saysWhatIsWrongAndWhatIsAllowed() throws IOException {
    Path table = Files.writeString(directory.resolve("bad.csv"), "time,size\n08:00,many\n");
    Path large = Files.writeString(directory.resolve("large.csv"), "time,size\n08:00,11\n");

    assertThat(simulate("--load", table.toString()).err())
        .isEqualTo("adapter: " + table
            + ": line 2, column size: must be a whole number from 0 to 100000, was many\n");
    assertThat(simulate("--load", large.toString()).err())
        .isEqualTo(
            "adapter: " + large + ": sizes must be at most 10, the maxSize of pool web, was 11\n");
    assertThat(simulate("--load", "nowhere.csv").err())
        .isEqualTo("adapter: nowhere.csv cannot be read: there is no such file\n");
    assertThat(simulate("--load", "dya").err())
        .startsWith("adapter: load must be one of day, spike, ramp, flat, saw, was dya");
    assertThat(simulate("--pool", "db").err())
        .isEqualTo("adapter: --pool must be one of [web, jobs], was db\n");
    CommandRunner.Result none = simulate("--days", "0");
    assertThat(none.err()).isEqualTo("adapter: --days must be 1 to 366, was 0\n");
    assertThat(none.code()).isEqualTo(2);
    assertThat(page).doesNotExist();
  }

  @Test
  void tellsTheStoryOfABrokenRule() throws Exception {
    StringWriter out = new StringWriter();
    PoolConfig config = PoolConfig.named("web", "demo", 5).build();
    Path here = Path.of("simulation.html");
    SimulationReport broken = new SimulationReport(
        77,
        Optional.of("I2 is broken: two machines for <one> launch & a \u0001"),
        "  1.000s cloud   makes m-1\n",
        1,
        1,
        1,
        Duration.ofHours(1),
        1,
        2,
        0,
        1.5,
        0,
        0,
        Map.of(FaultKind.LOST_REPLY, new FaultCount(3, 1)),
        List.of());

    SimulateCommand command =
        new SimulateCommand(new CommandRunner().terminal(out, new StringWriter()));
    int code = command.tell(config, broken, page);

    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .contains("seed 77: A RULE WAS BROKEN", "I2 is broken", "makes m-1")
        .contains("again: ./adapter simulate --load day --days 1 --climate rough --seed 77");
    assertThat(texts(parsed(page), "pre").get(0))
        .contains("two machines for <one> launch & a", "makes m-1");
    assertThat(here).doesNotExist();
  }
}
