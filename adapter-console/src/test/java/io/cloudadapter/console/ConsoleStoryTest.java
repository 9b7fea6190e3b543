package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.ServiceState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** What a person does in the console, in a real browser against a real server. */
class ConsoleStoryTest extends ConsoleFixture {
  @BeforeEach
  void signIn() throws InterruptedException {
    settle(3);
    open("");
    browser.signIn(ConsoleServer.ADMIN);
  }

  private void openWeb() {
    openWebOf("3");
  }

  private void openWebOf(String inService) {
    browser.click(ChromiumBrowser.link("web"));
    browser.await("shows " + inService + " machines", () -> number("inService").equals(inService));
  }

  @Test
  void aPersonResizesSeesAFaultAndThawsThePool() throws Exception {
    openWeb();
    browser.clickButton("Resize…");
    fill("size", "6");
    browser.clickButton("Show what follows");
    browser.awaitText("Launches 3 machines");
    assertThat(browser.text()).contains("POST /pools/web/pool/size", "{\"desiredSize\":6}");
    assertThat(console.web().view().desiredSize()).isEqualTo(3);

    console.cloud.setQuota(4);
    browser.clickButton("Set the desired size to 6");
    browser.awaitText("Desired size 6: done.");
    browser.await("shows four machines in service", () -> number("inService").equals("4"));
    browser.awaitText("▲ quota");

    console.cloud.setQuota(1000);
    browser.clickButton("Thaw…");
    browser.awaitText("POST /pools/web/pool/thaw");
    browser.clickButton("Thaw the pool");
    browser.awaitText("Thaw the pool: done.");
    browser.await("shows six machines in service", () -> number("inService").equals("6"));
    browser.await("shows no alarm any more", () -> !browser.text().contains("▲ quota"));

    browser.click(ChromiumBrowser.link("History"));
    browser.awaitText("alarm cleared");
    assertThat(browser.text()).contains("ann", "alarm raised", "launch failed", "size changed");
  }

  @Test
  void aMachineIsSetOutOfServiceAfterItsDialogHasNamedWhatFollows() {
    openWeb();
    String id = openFirstMachine();
    browser.clickButton("Set the service state…");
    browser.awaitText("The machine no longer counts.");
    assertThat(browser.text())
        .contains(
            "POST /pools/web/pool/" + id + "/serviceState",
            "{\"serviceState\":\"OUT_OF_SERVICE\"}");
    browser.clickButton("Set out of service");

    browser.awaitText(id + ": out of service: done.");
    assertThat(machine(id).serviceState()).isEqualTo(ServiceState.OUT_OF_SERVICE);
    console.web().terminate(machine(id).id(), false);
  }

  @Test
  void aMachineIsProtectedAndTerminatedBothAfterAConfirmation() {
    openWeb();
    String id = openFirstMachine();
    browser.clickButton("Protect…");
    browser.clickButton("Protect the machine");
    browser.awaitText("Protect the machine: done.");
    assertThat(machine(id).isProtected()).isTrue();

    browser.await("marks the machine", () -> browser.text().contains("protected"));
    browser.clickButton(id);
    browser.clickButton("Terminate…");
    browser.awaitText("launches another machine in its place");
    browser.click(By.cssSelector("dialog input[type=checkbox]"));
    browser.awaitText("so no other machine replaces it");
    assertThat(browser.text()).contains("{\"decrementDesiredSize\":true}");
    browser.clickButton("Terminate the machine");
    browser.awaitText("Terminate " + id + ": done.");
    assertThat(console.web().view().desiredSize()).isEqualTo(2);
  }

  @Test
  void aChangeByAnotherCallerShowsWithoutReloading() {
    openWeb();
    browser.run("window.loadedOnce = true");
    console.web().setDesiredSize(4);
    browser.await("shows four machines", () -> number("inService").equals("4"));
    assertThat(browser.run("return window.loadedOnce")).isEqualTo(true);
  }

  @Test
  void manyPagesAreOpenAtOnceSinceThoseThatAreHiddenHoldNoConnection() {
    String first = browser.driver.getWindowHandle();
    List<String> others = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        browser.driver.switchTo().newWindow(WindowType.TAB);
        others.add(browser.driver.getWindowHandle());
        browser.driver.get(console.address() + "/console#/pools/web/machines");
        browser.awaitText("Machines by zone and state");
      }
    } finally {
      others.forEach(each -> browser.driver.switchTo().window(each).close());
      browser.driver.switchTo().window(first);
    }
    console.web().setDesiredSize(4);
    openWebOf("4");
  }

  @Test
  void theKeyboardAloneIsEnough() {
    Actions keys = new Actions(browser.driver);
    WebElement web = browser.seen(ChromiumBrowser.link("web"));
    browser.run("arguments[0].focus()", web);
    keys.sendKeys(Keys.ENTER).perform();
    WebElement resize = browser.seen(ChromiumBrowser.button("Resize…"));
    browser.run("arguments[0].focus()", resize);
    keys.sendKeys(Keys.ENTER).perform();
    browser.awaitText("Resize web");
    // The browser puts the focus into the dialog.
    keys.sendKeys(Keys.END, Keys.BACK_SPACE, "5", Keys.ENTER).perform();
    browser.awaitText("Set the desired size to 5");
    keys.sendKeys(Keys.ESCAPE).perform();
    browser.await(
        "closes the dialog",
        () -> browser.driver.findElements(By.tagName("dialog")).isEmpty());
    assertThat(browser.run("return document.activeElement.textContent.trim()"))
        .isEqualTo("Resize…");
    assertThat(console.web().view().desiredSize()).isEqualTo(3);
  }

  @Test
  void poolsAreSearchedFilteredByLabelAndSorted() {
    browser.awaitText("batch");
    browser.seen(By.cssSelector("input[type=search]")).sendKeys("shop");
    browser.await(
        "leaves out batch",
        () -> browser.driver.findElements(ChromiumBrowser.link("batch")).isEmpty());
    browser.seen(By.cssSelector("input[type=search]")).clear();
    browser.seen(By.cssSelector("input[type=search]")).sendKeys(" ");
    new Select(browser.driver.findElements(By.cssSelector("form select")).get(1))
        .selectByVisibleText("team=data");
    browser.await(
        "leaves out web",
        () -> browser.driver.findElements(ChromiumBrowser.link("web")).isEmpty());
    new Select(browser.driver.findElements(By.cssSelector("form select")).get(1))
        .selectByVisibleText("all");
    browser.clickButton("Desired");
    browser.clickButton("Desired ▲");
    browser.await(
        "has the largest pool first",
        () -> browser.driver.findElement(By.cssSelector("tbody th a")).getText().equals("web"));
    assertThat(
            browser.driver.findElement(By.cssSelector("th[aria-sort]")).getAttribute("aria-sort"))
        .isEqualTo("descending");
  }

  @Test
  void timesAreInTheZoneOfTheReader() {
    browser.awaitText("Times are in Europe/Berlin.");
    assertThat(browser.run("""
        return [...document.querySelectorAll('time')].every((each) => each.textContent
          === new Intl.DateTimeFormat(undefined,
            { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Berlin' })
            .format(new Date(each.dateTime)));
        """)).isEqualTo(true);
  }
}
