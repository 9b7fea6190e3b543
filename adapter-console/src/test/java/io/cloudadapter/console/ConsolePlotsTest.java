package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

/** What a pool was like, in plots and in numbers; what its schedules set next; and what its warm pool does. */
@Timeout(120)
@ExtendWith(BrowserExtension.class)
class ConsolePlotsTest {
  private static final Path PICTURES = Path.of(System.getProperty("pictures", "target/pictures"));

  private static final DisruptionStatus NO_DISRUPTION =
      new DisruptionStatus(0, OptionalInt.empty(), List.of());

  private static ChromiumBrowser browser;
  private static AdapterServer server;
  private static Instant now;

  @BeforeAll
  static void start(ChromiumBrowser shared) throws Exception {
    browser = shared;
    // The pages show times up to that of the browser.
    now = Instant.ofEpochMilli((Long) browser.run("return Date.now()"));
    StillPools.StillPool web = new StillPools.StillPool("web", 6, machines())
        .answering("samples", arguments -> samples((SampleSpan) arguments[0]))
        .answering("scaling", arguments -> scaling())
        .answering("plan", arguments -> plan())
        .answering("disruption", arguments -> NO_DISRUPTION);
    StillPools.StillPool bare = new StillPools.StillPool("bare", 1)
        .answering("samples", arguments -> new PoolSamples((SampleSpan) arguments[0], List.of()));
    server = AdapterServer.builder(new StillPools().with(web).with(bare))
        .tls(TlsConfig.off())
        .start();
    browser.open(server.uri() + "/console");
    browser.clickButton("Continue without a credential");
    browser.awaitText("Sign out");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      browser.driver.get("about:blank");
      server.stop();
    }
  }

  @AfterEach
  void theBrowserComplainsAboutNothing() {
    browser.dark(false);
    browser.size(1280, 900);
    assertThat(browser.complaints()).isEmpty();
  }

  /** Full, but for a fifth of the time in the middle; the desired size rises by two at the end. */
  private static PoolSamples samples(SampleSpan span) {
    List<PoolSample> samples = new ArrayList<>();
    long step = span.step().toSeconds();
    long last = now.getEpochSecond() / step;
    int count = span.samples();
    for (int i = 1; i < count; i++) {
      if (i * 5 / count == 2) {
        continue;
      }
      boolean late = i * 5 / count == 4;
      samples.add(new PoolSample(
          Instant.ofEpochSecond((last - count + i) * step),
          late ? 6 : 4,
          late && i < count - 3 ? 5 : late ? 6 : 4,
          i % 20 == 0 ? 2 : 4,
          i % 20 == 0 ? 2 : 0,
          i % 30 == 10 ? 1 : 0,
          i % 7 == 0 ? 0 : 12,
          i % 7 == 0 ? 0 : 0.2 + i % 5 * 0.1));
    }
    return new PoolSamples(span, samples);
  }

  private static PoolScaling scaling() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    Instant evening = now.plus(Duration.ofHours(3));
    Instant morning = now.plus(Duration.ofHours(15));
    return new PoolScaling(
        1,
        20,
        100,
        1,
        20,
        Map.of(),
        Map.of(),
        Map.of(
            "evening",
                new ScheduledSize(
                    "0 18 * * *",
                    berlin,
                    OptionalInt.of(3),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.of(evening),
                    List.of(evening)),
            "morning",
                new ScheduledSize(
                    "0 6 * * *",
                    berlin,
                    OptionalInt.empty(),
                    OptionalInt.of(8),
                    OptionalInt.of(12),
                    Optional.of(morning),
                    List.of(morning))));
  }

  private static PoolPlan plan() {
    WarmPlan warm = new WarmPlan(
        3,
        "the largest growth of the last 24h is 3",
        2,
        1,
        List.of(new MachineId("i-warm-0")),
        1,
        List.of(),
        List.of(),
        List.of());
    return new PoolPlan(6, 6, 0, List.of(), List.of(), List.of(), List.of(), 0, Optional.of(warm));
  }

  private static List<Machine> machines() {
    List<Machine> machines = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      machines.add(machine("i-" + i, ServiceState.IN_SERVICE, Optional.empty()));
    }
    for (int i = 0; i < 2; i++) {
      machines.add(machine("i-warm-" + i, ServiceState.UNKNOWN, Optional.of(WarmState.WARM)));
    }
    machines.add(machine("i-warming", ServiceState.UNKNOWN, Optional.of(WarmState.WARMING)));
    return machines;
  }

  private static Machine machine(String id, ServiceState service, Optional<WarmState> warm) {
    return new Machine(
        new MachineId(id),
        MachineState.RUNNING,
        service,
        Optional.of(StillPools.LAUNCHED),
        List.of(),
        List.of(),
        Optional.of("zone-" + "ab".charAt(id.length() % 2)),
        Optional.of("small"),
        false,
        Map.of(),
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT,
        Optional.empty(),
        warm);
  }

  private static void go(String place, String text) {
    browser.run("location.hash = arguments[0]", place);
    browser.awaitText(text);
  }

  private static void plots() {
    go("#/pools/web/plots", "The same in numbers");
    browser.await("has drawn them", () -> count(".plot path.s0") > 0);
  }

  private static void choose(String span) {
    new Select(browser.seen(By.cssSelector("main form select"))).selectByVisibleText(span);
  }

  private static String told(String title) {
    return browser
        .seen(By.cssSelector("svg[role=img][aria-label^='" + title + ".']"))
        .getAttribute("aria-label");
  }

  private static long count(String selector) {
    return browser.driver.findElements(By.cssSelector(selector)).size();
  }

  @Test
  void thePlotsOfTheLastHourTellWhatTheyShow() {
    plots();
    choose("last hour");
    browser.await("has samples", () -> told("Machines").contains("last 6"));

    assertThat(told("Machines"))
        .isEqualTo("Machines. Desired: 4 to 6, last 6. In service: 4 to 6, last 6."
            + " Fewest in service: 2 to 4, last 4.");
    assertThat(told("Launches"))
        .isEqualTo("Launches. Machines launched: 0 to 2, last 0. Failed launches: 0 to 1, last 0.");
    assertThat(told("Latency of the cloud"))
        .isEqualTo("Latency of the cloud. Mean time of a call: 0.2 s to 0.6 s, last 0.6 s.");
  }

  @Test
  void aTimeWithoutSamplesIsAGapInTheLine() {
    plots();
    choose("last day");
    browser.await("has samples", () -> count(".plot path.s0") == 2);

    String path = browser.driver.findElement(By.cssSelector(".plot path.s0")).getAttribute("d");
    assertThat(path.chars().filter(each -> each == 'M').count()).isEqualTo(2);
  }

  @Test
  void eachSpanHasItsSamplesInATableThatOpensByKeyboardToo() {
    plots();
    browser.run("document.querySelector('summary').focus()");
    browser.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    browser.awaitText("The last");
    Map.of("last hour", SampleSpan.HOUR, "last day", SampleSpan.DAY, "last week", SampleSpan.WEEK)
        .forEach((text, span) -> {
          choose(text);
          int rows = samples(span).samples().size();
          browser.await(
              "has " + rows + " samples",
              () -> rows > 100
                  ? browser.text().contains("1 to 100 of " + rows)
                  : count("details tbody tr") == rows);
        });
  }

  @Test
  void seriesDifferWithoutColours() {
    plots();

    assertThat(browser.run("""
        return new Set(['s0', 's1', 's2'].map((each) =>
          getComputedStyle(document.querySelector('.plot path.' + each)).strokeDasharray)).size;
        """)).isEqualTo(3L);
    assertThat(browser.run("""
        return ['s0', 's1'].map((each) => getComputedStyle(document.querySelector('.plot rect.' + each)).fill)
          .filter((each, i, all) => all.indexOf(each) === i).length;
        """)).isEqualTo(2L);
  }

  @Test
  void aPoolWithoutSamplesTellsSo() {
    go("#/pools/bare/plots", "There are no samples of this time yet.");
    assertThat(told("Machines")).contains("Desired: no values.");
  }

  @Test
  void thePreviewShowsWhatTheSchedulesSetWithinADay() {
    go("#/pools/web/scaling", "The next 24 hours");

    assertThat(told("Size by schedules"))
        .isEqualTo("Size by schedules. Desired: 3 to 8, last 8. Least size: 1 to 8, last 8."
            + " Greatest size: 12 to 20, last 12.");
    assertThat(browser.text()).containsSubsequence("evening", "morning");
  }

  @Test
  void warmMachinesAreShownByWordsOfTheirOwn() {
    go("#/pools/web/machines", "Machines by zone and state");

    assertThat(browser.text())
        .contains("2 ready", "1 being prepared", "warm pool: ready", "warm pool: being prepared");
    assertThat(browser
            .driver
            .findElement(By.cssSelector("[data-number=inService]"))
            .getText())
        .isEqualTo("6");
    go("#/pools/web/plan", "Warm pool");
    assertThat(browser.text())
        .contains(
            "Wanted 3; ready 2, being prepared 1.",
            "the largest growth of the last 24h is 3",
            "Takes i-warm-0 out of the warm pool into service",
            "Launches 1 machine for the warm pool");
  }

  @Test
  void noPlotHasABarrierInLightOrDarkAndAllFitAPhone() {
    for (String[] page : new String[][] {
      {"#/pools/web/plots", "The same in numbers"}, {"#/pools/web/scaling", "The next 24 hours"}
    }) {
      go(page[0], page[1]);
      assertThat(browser.barriers()).as(page[0]).isEmpty();
      browser.dark(true);
      assertThat(browser.barriers("color-contrast"))
          .as("%s in the dark", page[0])
          .isEmpty();
      browser.dark(false);
      browser.size(375, 800);
      browser.await(
          page[0] + " fits",
          () -> browser.run("return document.documentElement.scrollWidth").equals(375L));
      browser.size(1280, 900);
    }
  }

  @Test
  void thePicturesOfTheDocsAreMade() {
    plots();
    choose("last day");
    browser.await("has samples", () -> told("Machines").contains("last 6"));
    browser.size(1280, 1000);
    browser.picture(PICTURES.resolve("plots-light.png"));
    browser.dark(true);
    browser.size(375, 760);
    browser.await(
        "fits", () -> browser.run("return document.documentElement.scrollWidth").equals(375L));
    browser.run("document.querySelector('.plot').scrollIntoView()");
    browser.picture(PICTURES.resolve("plots-phone-dark.png"));
    browser.dark(false);
    go("#/pools/web/scaling", "The next 24 hours");
    browser.size(1280, 900);
    browser.picture(PICTURES.resolve("scaling-light.png"));

    assertThat(List.of("plots-light.png", "plots-phone-dark.png", "scaling-light.png"))
        .allSatisfy(name ->
            assertThat(PICTURES.resolve(name).toFile().length()).isBetween(3_000L, 150_000L));
  }
}
