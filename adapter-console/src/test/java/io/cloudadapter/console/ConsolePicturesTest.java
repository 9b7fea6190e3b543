package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/**
 * The pictures of the docs: each page in both colours, in a wide window and on a phone. With
 * {@code -Dpictures=../docs/explanation/console} they go there.
 */
@Timeout(300)
class ConsolePicturesTest extends BrowserFixture {
  private static final Path PICTURES = Path.of(System.getProperty("pictures", "target/pictures"));
  private static final Path DOCS = Path.of("../docs/explanation");
  private static final int WIDE = 1120;
  private static final long MOST_BYTES = 4_000_000;
  private static final MachinePrices PRICES =
      MachinePrices.bySize(Map.of("small", new BigDecimal("0.0125")));

  @AfterEach
  void light() {
    browser.dark(false);
    browser.size(1280, 900);
  }

  /** Makes the four pictures of the page that is open, from an element down if one is named. */
  private void pictures(String page, String... from) {
    for (boolean dark : List.of(false, true)) {
      browser.dark(dark);
      for (int width : List.of(WIDE, PHONE)) {
        browser.size(width, width == PHONE ? 760 : 600);
        browser.await(
            page + " has its width",
            () -> browser.run("return document.documentElement.scrollWidth").equals((long) width));
        browser.run("scrollTo(0, 0)");
        for (String element : from) {
          browser.run("document.querySelector(arguments[0]).scrollIntoView()", element);
        }
        Path file = PICTURES.resolve(name(page, width == PHONE, dark));
        browser.picture(file);
        assertThat(file.toFile().length()).as(file.toString()).isBetween(3_000L, 150_000L);
      }
    }
    light();
  }

  private static String name(String page, boolean phone, boolean dark) {
    return page + (phone ? "-phone-" : "-wide-") + (dark ? "dark" : "light") + ".png";
  }

  @Test
  void poolsOnACloud(@TempDir Path tls) throws Exception {
    try (ConsoleServer console = new ConsoleServer(tls)) {
      console.web().setDesiredSize(6);
      browser.await("six machines serve", () -> console.web().view().inService() == 6);
      console.cloud.setQuota(8);
      console.pools.find("batch").orElseThrow().setDesiredSize(4);
      browser.open(console.address() + "/console");
      browser.awaitText("Sign in with the token");
      pictures("sign-in");
      browser.signIn(ConsoleServer.ADMIN);
      browser.awaitText("▲ quota");
      pictures("pools");
      go("#/pools/batch/plan", "What holds it back");
      pictures("plan", ".tabs");
      go("#/pools/web/history", "machine in service");
      pictures("history", ".tabs");
      go("#/pools/web/configuration", "the first version that is kept");
      pictures("configuration", ".tabs");
      go("#/pools/web/machines", "Machines by zone and state");
      browser.clickButton("Resize…");
      browser.clickButton("Show what follows");
      browser.awaitText("Neither launches nor terminates");
      pictures("resize");
      leavePages();
    }
  }

  @Test
  void poolsThatStandStill() throws Exception {
    try (AdapterServer server = AdapterServer.builder(DialogPools.all())
        .prices(PRICES)
        .tls(TlsConfig.off())
        .start()) {
      enter(server);
      go("#/pools/web/machines", "Machines by zone and state");
      pictures("machines", ".tabs");
      go("#/pools/web/hooks", "drain");
      pictures("hooks", ".tabs");
      go("#/pools/web/actions", "Reboot");
      pictures("actions", ".tabs");
      go("#/pools/running/refresh", "Refresh: running");
      pictures("refresh", ".tabs");
      leavePages();
    }
  }

  @Test
  void poolsOverTime() throws Exception {
    Instant now = Instant.ofEpochMilli((Long) browser.run("return Date.now()"));
    try (AdapterServer server =
        AdapterServer.builder(PlotPools.all(now)).tls(TlsConfig.off()).start()) {
      enter(server);
      go("#/pools/web/plots", "The same in numbers");
      choose(By.cssSelector("main form select"), "last day");
      browser.await(
          "has the day",
          () -> browser.text().contains("The last day by ten minutes")
              || count(".plot path.s0") == 2);
      pictures("plots", ".tabs");
      go("#/pools/web/scaling", "The next 24 hours");
      browser.await("has drawn it", () -> count(".plot path.s0") == 1);
      pictures("scaling", ".tabs");
      leavePages();
    }
  }

  private void enter(AdapterServer server) {
    browser.open(server.uri() + "/console");
    browser.clickButton("Continue without a credential");
    browser.awaitText("Sign out");
  }

  /** The pages are those of the address: signing in, all pools, and each tab of a pool. */
  private TreeSet<String> pages() throws IOException {
    try (AdapterServer server =
        AdapterServer.builder(DialogPools.all()).tls(TlsConfig.off()).start()) {
      browser.open(server.uri() + "/console");
      List<?> tabs = (List<?>) browser.driver.executeAsyncScript("""
          const done = arguments[0];
          import('/console/strings.js').then(({ t }) => done(Object.keys(t.tabs)), (error) => done([String(error)]));
          """);
      leavePages();
      TreeSet<String> pages = new TreeSet<>(List.of("sign-in", "pools"));
      tabs.forEach(tab -> pages.add(String.valueOf(tab)));
      return pages;
    }
  }

  @Test
  void theDocsShowEachPageInBothColoursAndWidths() throws IOException {
    String shown = Files.readString(DOCS.resolve("console-pictures.md"));
    for (String page : pages()) {
      for (boolean phone : List.of(false, true)) {
        for (boolean dark : List.of(false, true)) {
          assertThat(shown).contains("(console/" + name(page, phone, dark) + ")");
        }
      }
    }
  }

  @Test
  void thePicturesOfTheDocsAreAllShownAndTakeUpLittleRoom() throws IOException {
    String shown = Files.readString(DOCS.resolve("console-pictures.md"))
        + Files.readString(DOCS.resolve("console.md"));
    try (Stream<Path> files = Files.list(DOCS.resolve("console"))) {
      List<Path> all = files.toList();

      assertThat(all)
          .isNotEmpty()
          .allSatisfy(file -> assertThat(shown).contains("console/" + file.getFileName()));
      assertThat(all.stream().mapToLong(file -> file.toFile().length()).sum())
          .isLessThan(MOST_BYTES);
    }
  }
}
