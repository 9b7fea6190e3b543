package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/**
 * Each page of the console for everybody: by the rules of axe-core, in both colours, and on a phone. The pictures of
 * the docs are made here: with {@code -Dpictures=FOLDER} they go there.
 */
@Timeout(120)
@ExtendWith(BrowserExtension.class)
class ConsolePagesTest {
  private static final Path PICTURES = Path.of(System.getProperty("pictures", "target/pictures"));
  private static final int PHONE = 375;

  private static ChromiumBrowser browser;
  private static ConsoleServer console;

  @BeforeAll
  static void start(ChromiumBrowser shared, @TempDir Path tls) throws Exception {
    browser = shared;
    console = new ConsoleServer(tls);
    console.web().setDesiredSize(6);
    PoolView unused = console
        .web()
        .await(view -> view.settled() && view.size().allocated() == 6, Duration.ofSeconds(30));
    console.cloud.setQuota(8);
    console.pools.find("batch").orElseThrow().setDesiredSize(4);
  }

  @AfterAll
  static void stop() {
    if (console != null) {
      browser.driver.get("about:blank");
      console.close();
    }
  }

  @AfterEach
  void theBrowserComplainsAboutNothing() {
    assertThat(browser.complaints()).isEmpty();
  }

  /** Each page by its place, with a text that is there once it is complete. */
  private static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("#/", "team=shop");
    pages.put("#/pools/web/machines", "Machines by zone and state");
    pages.put("#/pools/web/plan", "What holds it back");
    pages.put("#/pools/web/plots", "The same in numbers");
    pages.put("#/pools/web/hooks", "No row matches.");
    pages.put("#/pools/web/actions", "No row matches.");
    pages.put("#/pools/web/refresh", "Start a refresh…");
    pages.put("#/pools/web/scaling", "The desired size may be");
    pages.put("#/pools/web/history", "machine in service");
    pages.put("#/pools/web/configuration", "the first version that is kept");
    return pages;
  }

  private static void go(String place) {
    browser.run("location.hash = arguments[0]", place);
  }

  private static void openResize() {
    browser.clickButton("Resize…");
    browser.clickButton("Show what follows");
    browser.awaitText("Neither launches nor terminates");
  }

  @Test
  void noPageHasABarrierInLightOrDark() {
    browser.open(console.address() + "/console");
    browser.awaitText("Sign in with the token");
    assertThat(browser.barriers()).as("sign in").isEmpty();
    browser.signIn(ConsoleServer.ADMIN);
    pages().forEach((place, text) -> {
      go(place);
      browser.awaitText(text);
      assertThat(browser.barriers()).as(place).isEmpty();
      // The colours of the other pages are those of these.
      if (place.equals("#/") || place.endsWith("/machines") || place.endsWith("/plan")) {
        browser.dark(true);
        assertThat(browser.barriers("color-contrast"))
            .as("%s in the dark", place)
            .isEmpty();
        browser.dark(false);
      }
    });
    openResize();
    assertThat(browser.barriers()).as("dialog").isEmpty();
    browser.clickButton("Cancel");
  }

  @Test
  void onAPhoneEachPageIsReadWithoutScrollingSideways() {
    browser.open(console.address() + "/console");
    browser.size(PHONE, 800);
    browser.signIn(ConsoleServer.ADMIN);
    pages().forEach((place, text) -> {
      go(place);
      browser.awaitText(text);
      assertThat(browser.run("return document.documentElement.scrollWidth"))
          .as(place)
          .isEqualTo((long) PHONE);
    });
    openResize();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo((long) PHONE);
    browser.clickButton("Cancel");
  }

  @Test
  void thePicturesOfTheDocsAreMade() throws Exception {
    browser.open(console.address() + "/console");
    browser.signIn(ConsoleServer.ADMIN);
    for (boolean dark : List.of(false, true)) {
      String colour = dark ? "dark" : "light";
      browser.dark(dark);
      go("#/");
      browser.awaitText("team=shop");
      browser.size(1280, 420);
      browser.picture(PICTURES.resolve("pools-" + colour + ".png"));
      go("#/pools/web/machines");
      browser.awaitText("Machines by zone and state");
      browser.size(1280, 800);
      browser.picture(PICTURES.resolve("pool-" + colour + ".png"));
    }
    browser.dark(false);
    openResize();
    browser.picture(PICTURES.resolve("resize.png"));
    browser.clickButton("Cancel");
    go("#/pools/web/refresh");
    browser.clickButton("Start a refresh…");
    browser.seen(By.name("minHealthyPercent")).sendKeys("80");
    browser.awaitText("{\"minHealthyPercent\":80}");
    browser.picture(PICTURES.resolve("refresh-start.png"));
    browser.clickButton("Cancel");
    browser.size(PHONE, 760);
    go("#/");
    browser.awaitText("team=shop");
    browser.picture(PICTURES.resolve("pools-phone.png"));
    browser.dark(true);
    go("#/pools/batch/plan");
    browser.awaitText("What holds it back");
    browser.picture(PICTURES.resolve("plan-phone-dark.png"));
    try (var pictures = Files.list(PICTURES)) {
      assertThat(pictures)
          .hasSizeGreaterThanOrEqualTo(8)
          .allSatisfy(file -> assertThat(file.toFile().length()).isBetween(3_000L, 150_000L));
    }
  }

  @Test
  void theChoiceOfColoursStaysAfterReloading() {
    browser.open(console.address() + "/console");
    browser.signIn(ConsoleServer.READER);
    new Select(browser.seen(By.cssSelector("header select"))).selectByVisibleText("dark");
    browser.driver.navigate().refresh();
    browser.awaitText("Sign out");
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(20, 23, 28)");
  }
}
