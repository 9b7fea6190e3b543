package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/**
 * Each dialog of the console for everybody: by the rules of axe-core, in both colours, in a wide window and on a phone,
 * and left by the keyboard. The list of dialogs is that of strings.js.
 */
@Timeout(600)
class ConsoleDialogsTest extends StillPoolsFixture {

  /** Opens a dialog. */
  private interface Opener {
    void open() throws InterruptedException;
  }

  @Override
  StillPools pools() {
    return DialogPools.all();
  }

  private void machineOf(String id) {
    go("#/pools/web/machines", "Machines by zone and state");
    browser.clickButton(id);
  }

  private Opener change(String machine, String button) {
    return () -> {
      machineOf(machine);
      browser.clickButton(button);
    };
  }

  private Opener tab(String place, String button) {
    return () -> {
      go(place);
      browser.clickButton(button);
    };
  }

  /** How a person comes to each dialog of a pool that stands still. */
  private Map<String, Opener> dialogs() {
    Map<String, Opener> all = new LinkedHashMap<>();
    all.put("resize", () -> {
      tab("#/pools/web/machines", "Resize…").open();
      browser.clickButton("Show what follows");
      browser.awaitText("Neither launches nor terminates");
    });
    all.put("thaw", tab("#/pools/frozen/machines", "Thaw…"));
    all.put("adopt", tab("#/pools/observing/machines", "Adopt…"));
    all.put("disown", tab("#/pools/observing/machines", "Disown…"));
    all.put("suspend", tab("#/pools/web/machines", "Suspend…"));
    all.put("run", tab("#/pools/suspended/machines", "Let it run…"));
    all.put("attach", () -> {
      tab("#/pools/web/machines", "Attach a machine…").open();
      fill("machine", "i-other");
    });
    all.put("machine", () -> machineOf("i-web-00000"));
    all.put("detach", change("i-web-00000", "Detach…"));
    all.put("terminate", change("i-web-00000", "Terminate…"));
    all.put("serviceState", change("i-web-00000", "Set the service state…"));
    all.put("membership", change("i-web-00000", "Set the membership…"));
    all.put("protect", change("i-web-00000", "Protect…"));
    all.put("unprotect", change("i-spared", "End the protection…"));
    all.put("action", change("i-web-00000", "Request an action…"));
    all.put("cancelAction", tab("#/pools/web/actions", "Cancel…"));
    all.put("quarantine", () -> machineOf("i-unknown"));
    all.put("adoptQuarantined", change("i-unknown", "Adopt the machine…"));
    all.put("disownQuarantined", change("i-unknown", "Disown the machine…"));
    all.put("terminateQuarantined", change("i-unknown", "Terminate it…"));
    all.put("completeHook", tab("#/pools/web/hooks", "Complete…"));
    all.put("abandonHook", tab("#/pools/web/hooks", "Abandon…"));
    all.put("startRefresh", tab("#/pools/web/refresh", "Start a refresh…"));
    all.put("pauseRefresh", tab("#/pools/running/refresh", "Pause the refresh…"));
    all.put("resumeRefresh", tab("#/pools/paused/refresh", "Resume the refresh…"));
    all.put("cancelRefresh", tab("#/pools/running/refresh", "Cancel the refresh…"));
    all.put("rollbackRefresh", tab("#/pools/running/refresh", "Roll the refresh back…"));
    all.put("undo", () -> {
      change("i-web-00000", "Protect…").open();
      browser.clickButton("Protect the machine");
      browser.clickButton("Undo…");
    });
    return all;
  }

  /** The same for the dialogs about the configuration of a pool, which a real pool has. */
  private Map<String, Opener> dialogsOfConfigurations() {
    Map<String, Opener> all = new LinkedHashMap<>();
    all.put("takeover", tab("#/pools/web/configuration", "Have the API manage it…"));
    all.put("apply", () -> {
      browser.clickButton("Have the API manage it…");
      browser.clickButton("Let the API manage the pool");
      browser.clickButton("Change the configuration…");
      fill("patch", "{\"maxSize\": 15}");
      browser.clickButton("Show what follows");
      browser.awaitText("maxSize: 20 → 15");
    });
    all.put("rollback", () -> {
      browser.clickButton("Change the configuration…");
      fill("patch", "{\"maxSize\": 14}");
      browser.clickButton("Show what follows");
      browser.clickButton("Apply the change");
      browser.clickButton("Roll back…");
      browser.awaitText("maxSize: 14 → 20");
    });
    return all;
  }

  @Test
  void thisTestOpensEachDialogThatTheConsoleHas() {
    openConsole();
    List<?> names = (List<?>) browser.driver.executeAsyncScript("""
        const done = arguments[0];
        import('/console/strings.js').then(({ t }) => done(Object.keys(t.dialogs)), (error) => done([String(error)]));
        """);

    assertThat(
            Stream.concat(dialogs().keySet().stream(), dialogsOfConfigurations().keySet().stream()))
        .containsExactlyInAnyOrderElementsOf(names.stream().map(String::valueOf).toList());
  }

  @Test
  void aDialogThatItsButtonClosesGivesTheFocusBack() throws InterruptedException {
    openConsole();
    tab("#/pools/web/machines", "Attach a machine…").open();
    fill("machine", "i-other");
    browser.clickButton("Cancel");

    browser.await(
        "the focus is back",
        () -> browser.run("return document.activeElement.textContent").equals("Attach a machine…"));
    assertThat(count("dialog")).isZero();
  }

  @Test
  void noDialogOfAPoolHasABarrierAndAllFitAPhone() throws InterruptedException {
    openConsole();
    for (Map.Entry<String, Opener> dialog : dialogs().entrySet()) {
      dialog.getValue().open();
      check(dialog.getKey());
    }
  }

  @Test
  void noDialogOfAConfigurationHasABarrierAndAllFitAPhone(@TempDir Path tls) throws Exception {
    try (ConsoleServer console = new ConsoleServer(tls)) {
      browser.open(console.address() + "/console");
      browser.signIn(ConsoleServer.ADMIN);
      for (Map.Entry<String, Opener> dialog : dialogsOfConfigurations().entrySet()) {
        dialog.getValue().open();
        check(dialog.getKey());
      }
      leavePages();
    }
  }

  /** Holds the open dialog against the rules, and leaves it. */
  private void check(String name) {
    browser.seen(By.cssSelector("dialog[data-dialog='" + name + "']"));
    for (int width : List.of(1280, PHONE)) {
      browser.size(width, 900);
      assertThat(browser.barriersOf("dialog"))
          .as("%s at %d pixels", name, width)
          .isEmpty();
      assertThat(browser.run("return document.documentElement.scrollWidth"))
          .as("%s at %d pixels", name, width)
          .isEqualTo((long) width);
      browser.dark(true);
      assertThat(browser.barriersOf("dialog", "color-contrast"))
          .as("%s at %d pixels in the dark", name, width)
          .isEmpty();
      browser.dark(false);
    }
    browser.size(1280, 900);
    browser.driver.switchTo().activeElement().sendKeys(Keys.ESCAPE);
    browser.await(name + " is left", () -> count("dialog") == 0);
    browser.await(
        "the focus is where it was before " + name,
        () -> browser.run("return document.activeElement.localName").equals("button"));
  }
}
