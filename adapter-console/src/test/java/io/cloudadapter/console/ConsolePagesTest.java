package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/** Each page of the console for everybody: by the rules of axe-core, in both colours, and on a phone. */
class ConsolePagesTest extends ConsoleFixture {
  @BeforeAll
  void pools() throws Exception {
    settle(6);
    console.cloud.setQuota(8);
    console.pools.find("batch").orElseThrow().setDesiredSize(4);
  }

  /** Each page by its place, with a text that is there once it is complete. */
  private Map<String, String> pages() {
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

  private void openResize() {
    browser.clickButton("Resize…");
    browser.clickButton("Show what follows");
    browser.awaitText("Neither launches nor terminates");
  }

  @Test
  void noPageHasABarrierInLightOrDark() {
    open("");
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
    open("");
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
  void theChoiceOfColoursStaysAfterReloading() {
    open("");
    browser.signIn(ConsoleServer.READER);
    new Select(browser.seen(By.cssSelector("header select"))).selectByVisibleText("dark");
    browser.driver.navigate().refresh();
    browser.awaitText("Sign out");
    assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(20, 23, 28)");
  }
}
