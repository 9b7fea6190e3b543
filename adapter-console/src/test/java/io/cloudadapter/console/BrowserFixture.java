package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/**
 * What tests of pages share: the browser, the ways of a person through the pages, and that the browser complains about
 * nothing after a test.
 */
@Timeout(120)
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserFixture {
  /** The width of a phone, in pixels. */
  static final int PHONE = 375;

  ChromiumBrowser browser;

  @BeforeAll
  void takeBrowser(ChromiumBrowser shared) {
    browser = shared;
  }

  @AfterEach
  void theBrowserComplainsAboutNothing() {
    assertThat(browser.complaints()).isEmpty();
  }

  /** Leaves the pages of a server before that stops. */
  final void leavePages() {
    browser.driver.get("about:blank");
  }

  /** Goes to a place of the open console, as #/pools/web/plan. */
  final void go(String place) {
    browser.run("location.hash = arguments[0]", place);
  }

  /** Goes to a place, and waits for a text that is there once it is complete. */
  final void go(String place, String text) {
    go(place);
    browser.awaitText(text);
  }

  final void fill(String name, String value) {
    // A field that is cleared first may get its former value back, by a change of the pool.
    browser.seen(By.name(name)).sendKeys(Keys.chord(Keys.CONTROL, "a"), value);
  }

  final void choose(By select, String text) {
    new Select(browser.seen(select)).selectByVisibleText(text);
  }

  /** Opens the first machine of the table that runs in the pool, and returns its id. Others may leave the table. */
  final String openFirstMachine() {
    WebElement machine = browser.seen(By.xpath("//tbody/tr[td[1][normalize-space(.)='running']"
        + " and not(td[normalize-space(.)='in quarantine'])]/th//button[@class='link']"));
    String id = machine.getText();
    machine.click();
    browser.awaitText("Facts");
    return id;
  }

  /** The number that the page of a pool shows at its head. */
  final String number(String field) {
    return browser
        .driver
        .findElement(By.cssSelector("[data-number='" + field + "']"))
        .getText();
  }

  final long count(String selector) {
    return browser.driver.findElements(By.cssSelector(selector)).size();
  }

  /** Whether a page is read without scrolling sideways. */
  final void fitsAPhone(String what) {
    browser.await(
        what + " fits",
        () -> browser.run("return document.documentElement.scrollWidth").equals((long) PHONE));
  }
}
