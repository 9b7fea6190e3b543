package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.TlsConfig;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** What pools cost is shown where prices are known, and as unknown elsewhere. */
class ConsoleCostTest extends StillPoolsFixture {
  @Override
  StillPools pools() {
    return new StillPools()
        .with(new StillPools.StillPool("empty", 2, List.of()))
        .with(new StillPools.StillPool("web", 6));
  }

  @Override
  AdapterServer.Builder settings(AdapterServer.Builder builder) {
    return builder.prices(MachinePrices.bySize(Map.of("small", new BigDecimal("0.0125"))));
  }

  private String costOf(String pool) {
    return browser
        .seen(By.xpath("//tr[th/a='" + pool + "']/td[@data-column='Cost now / desired']"))
        .getText();
  }

  @Test
  void eachPoolAndTheirSumShowWhatIsKnown() {
    go("#/", "Pools: 2.");

    assertThat(costOf("web")).isEqualTo("0.075 / 0.075");
    assertThat(costOf("empty")).isEqualTo("0.00 / unknown");
    assertThat(browser.text())
        .contains("Cost per hour: 0.075 now, 0.075 (1 of 2 pools unknown) as desired.");
  }

  @Test
  void aServerWithoutPricesShowsThatTheCostIsUnknown() throws Exception {
    StillPools unpriced = new StillPools().with(new StillPools.StillPool("web", 6));
    try (AdapterServer other =
        AdapterServer.builder(unpriced).tls(TlsConfig.off()).start()) {
      browser.open(other.uri() + "/console");
      browser.clickButton("Continue without a credential");
      browser.awaitText("Pools: 1. Machines in service: 6. Alarms: 0. Cost per hour: unknown.");
      assertThat(costOf("web")).isEqualTo("unknown / unknown");
      leavePages();
    }
    openConsole();
  }

  @Test
  void thePageOfAPoolFollowsItsDesiredSize() {
    go("#/pools/web/machines", "Machines by zone and state");
    browser.await("shows the cost", () -> number("cost").equals("0.075 / 0.075"));

    pools.named("web").wants(8);
    browser.await("shows the cost", () -> number("cost").equals("0.075 / 0.10"));
    pools.named("web").wants(6);
    browser.await("shows the cost", () -> number("cost").equals("0.075 / 0.075"));
  }
}
