package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.sample.SampleSpan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What a pool was like, in plots and in numbers; what its schedules set next; and what its warm pool does. */
class ConsolePlotsTest extends StillPoolsFixture {
  private Instant now;

  @Override
  StillPools pools() {
    // The pages show times up to that of the browser.
    now = Instant.ofEpochMilli((Long) browser.run("return Date.now()"));
    return PlotPools.all(now);
  }

  @AfterEach
  void light() {
    browser.dark(false);
    browser.size(1280, 900);
  }

  private void plots() {
    go("#/pools/web/plots", "The same in numbers");
    browser.await("has drawn them", () -> count(".plot path.s0") > 0);
  }

  private void choose(String span) {
    choose(By.cssSelector("main form select"), span);
  }

  private String told(String title) {
    return browser
        .seen(By.cssSelector("svg[role=img][aria-label^='" + title + ".']"))
        .getAttribute("aria-label");
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
          int rows = PlotPools.samples(span, now).samples().size();
          browser.await(
              "has " + rows + " samples",
              () -> rows > 100
                  ? browser.text().contains("1 to 100 of " + rows)
                  : count("details tbody tr") == rows);
        });
  }

  /** Where the axes of time of all plots begin and end, to a tenth of a pixel, each place once. */
  private List<?> ends(String edge) {
    return (List<?>) browser.run("""
        return [...new Set([...document.querySelectorAll('.plot svg[role=img]')].map((plot) =>
          plot.querySelector('line.rule-line').getBoundingClientRect()[arguments[0]].toFixed(1)))];
        """, edge);
  }

  @Test
  void thePlotsOfAPageHaveTheirTimesBelowEachOther() {
    plots();
    for (int width : List.of(1280, PHONE)) {
      browser.size(width, 900);
      browser.await(
          "draws them anew",
          () -> browser.run("return document.documentElement.scrollWidth").equals((long) width));
      assertThat(count(".plot svg[role=img]")).isEqualTo(3);
      assertThat(ends("left")).as("begin at %d pixels", width).hasSize(1);
      assertThat(ends("right")).as("end at %d pixels", width).hasSize(1);
      assertThat(browser.run("""
          return [...document.querySelectorAll('.plot svg[role=img]')].every((plot) =>
            [...plot.querySelectorAll('text.tick')].every((text) => text.getBBox().x >= 0
              && text.getBBox().x + text.getBBox().width <= plot.clientWidth));
          """)).as("no text is cut off at %d pixels", width).isEqualTo(true);
    }
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
    go("#/pools/web/plan", "Takes i-warm-0 out of the warm pool into service");
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
}
