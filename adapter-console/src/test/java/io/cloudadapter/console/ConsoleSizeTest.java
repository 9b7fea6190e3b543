package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** A hundred pools with ten thousand machines, and one pool with ten thousand, stay fluid. */
class ConsoleSizeTest extends StillPoolsFixture {
  private static final int POOLS = 100;
  private static final int MACHINES = 100;

  @Override
  StillPools pools() {
    StillPools all = new StillPools();
    for (int i = 0; i < POOLS; i++) {
      all.with(new StillPools.StillPool("pool-%03d".formatted(i), MACHINES));
    }
    return all.with(new StillPools.StillPool("vast", POOLS * MACHINES));
  }

  private static long millis(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    return (System.nanoTime() - begun) / 1_000_000;
  }

  @Test
  void aHundredPoolsShowAndFollowAChangeWithinSeconds() {
    browser.driver.get("about:blank");
    long first = millis(() -> {
      browser.driver.get(server.uri() + "/console");
      browser.seen(ChromiumBrowser.link("pool-099"));
    });
    assertThat(browser.text()).contains("Pools: 101. Machines in service: 20,000.");

    long change = millis(() -> {
      pools.named("pool-050").wants(7);
      browser.await(
          "shows the new size",
          () -> browser
              .driver
              .findElement(By.xpath("//tr[th/a='pool-050']/td[@data-column='Desired']"))
              .getText()
              .equals("7"));
    });
    long search = millis(() -> {
      browser.seen(By.cssSelector("input[type=search]")).sendKeys("pool-07");
      browser.await("finds ten", () -> rows() == 10);
    });
    System.out.printf(
        "100 pools: shown after %d ms, a change after %d ms, a search after %d ms%n",
        first, change, search);
    assertThat(List.of(first, change, search)).allMatch(time -> time < 15_000);
  }

  @Test
  void aPoolOfTenThousandMachinesShowsAHundredAtATimeAndFindsEach() {
    browser.run("location.hash = '#/'");
    browser.awaitText("Pools: 101.");
    long first = millis(() -> {
      browser.run("location.hash = '#/pools/vast/machines'");
      browser.awaitText("1 to 100 of 10,000");
    });
    assertThat(rows()).isEqualTo(100 + 3);
    assertThat(browser.text()).contains("3,334", "3,333");

    long page = millis(() -> {
      browser.clickButton("Later rows");
      browser.awaitText("101 to 200 of 10,000");
    });
    long search = millis(() -> {
      browser.seen(By.cssSelector("input[type=search]")).sendKeys("vast-09999");
      browser.await("finds one", () -> rows() == 1 + 3);
    });
    System.out.printf(
        "10,000 machines: shown after %d ms, the next page after %d ms, a search after %d ms%n",
        first, page, search);
    assertThat(List.of(first, page, search)).allMatch(time -> time < 15_000);
  }

  private int rows() {
    return browser.driver.findElements(By.cssSelector("tbody tr")).size();
  }
}
