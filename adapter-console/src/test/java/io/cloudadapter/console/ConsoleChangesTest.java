package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.refresh.RefreshStatus;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** What a person changes in the console: each change names what follows and its call, and some can be taken back. */
class ConsoleChangesTest extends ConsoleFixture {
  @BeforeEach
  void threeMachines() throws InterruptedException {
    settle(3);
    open("#/pools/web/machines");
  }

  @Test
  void aResizeIsTakenBackByTheSizeBeforeAfterItsPlanIsShown() throws InterruptedException {
    browser.signIn(ConsoleServer.OPERATOR);
    browser.clickButton("Resize…");
    fill("size", "5");
    browser.clickButton("Show what follows");
    browser.clickButton("Set the desired size to 5");
    browser.awaitText("Desired size 5: done.");
    settledAt(5);

    browser.clickButton("Undo…");
    browser.awaitText("Set web back to 3");
    browser.awaitText("{\"desiredSize\":3}");
    assertThat(browser.text()).contains("Terminates ");
    browser.clickButton("Set the desired size to 3");
    browser.awaitText("Set the desired size to 3: done.");

    settledAt(3);
    assertThat(browser.driver.findElements(ChromiumBrowser.button("Undo…"))).isEmpty();
  }

  @Test
  void aMachineIsDetachedAndAttachedAgain() throws InterruptedException {
    browser.signIn(ConsoleServer.OPERATOR);
    String id = openFirstMachine();
    browser.clickButton("Detach…");
    browser.awaitText("The machine leaves the pool and goes on running.");
    assertThat(browser.text())
        .contains(
            "POST /pools/web/pool/" + id + "/detach",
            "{\"decrementDesiredSize\":true}",
            "The desired size becomes smaller by one");
    browser.clickButton("Detach the machine");
    browser.awaitText("Detach " + id + ": done.");
    settledAt(2);
    assertThat(console.cloud.machines())
        .anyMatch(each -> each.id().value().equals(id) && each.state() == MachineState.RUNNING);

    browser.clickButton("Undo…");
    browser.awaitText(id + " becomes a member of the pool");
    attachOnceThePoolHasLetGo("Attach the machine: done.");

    settledAt(3);
    assertThat(machine(id).id().value()).isEqualTo(id);
  }

  /** For a moment after its detachment, a machine is refused. */
  private void attachOnceThePoolHasLetGo(String done) {
    browser.await("attaches", () -> {
      if (browser.text().contains(done)) {
        return true;
      }
      browser.driver.findElement(ChromiumBrowser.button("Attach the machine")).click();
      return false;
    });
    assertThat(browser.complaints()).allMatch(each -> each.contains("409"));
  }

  @Test
  void aMachineIsAttachedByItsIdAndAWrongOneIsRefusedInTheWordsOfTheServer()
      throws InterruptedException {
    browser.signIn(ConsoleServer.OPERATOR);
    browser.clickButton("Attach a machine…");
    fill("machine", "no-such-machine");
    browser.awaitText("POST /pools/web/pool/no-such-machine/attach");
    browser.clickButton("Attach the machine");
    browser.seen(By.cssSelector("dialog [role=alert]"));
    browser.clickButton("Cancel");
    assertThat(browser.complaints()).allMatch(each -> each.contains("404"));

    Machine member = console.web().view().machines().get(0);
    console.web().detach(member.id(), true);
    settledAt(2);
    browser.clickButton("Attach a machine…");
    fill("machine", member.id().value());
    attachOnceThePoolHasLetGo("Attached " + member.id() + ": done.");

    settledAt(3);
    browser.clickButton("Undo…");
    browser.awaitText("The machine leaves the pool and goes on running.");
    browser.clickButton("Detach the machine");
    browser.awaitText("Detach the machine: done.");
    settledAt(2);
  }

  @Test
  void theServiceStateAndTheProtectionOfAMachineAreTakenBack() {
    browser.signIn(ConsoleServer.OPERATOR);
    String id = openFirstMachine();
    browser.clickButton("Protect…");
    browser.clickButton("Protect the machine");
    browser.awaitText("Protect the machine: done.");
    browser.clickButton("Undo…");
    browser.awaitText("{\"protected\":false}");
    browser.clickButton("End the protection");
    browser.awaitText("End the protection: done.");
    assertThat(machine(id).isProtected()).isFalse();

    ServiceState before = machine(id).serviceState();
    browser.clickButton(id);
    browser.clickButton("Set the service state…");
    browser.clickButton("Set out of service");
    browser.awaitText(id + ": out of service: done.");
    browser.clickButton("Undo…");
    browser.awaitText("{\"serviceState\":\"" + before + "\"}");
    browser.clickButton(
        "Set " + before.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    browser.await("has its former state", () -> machine(id).serviceState() == before);
  }

  @Test
  void anActionIsRequestedWithItsParametersAndIsListed() {
    browser.signIn(ConsoleServer.OPERATOR);
    String id = openFirstMachine();
    browser.clickButton("Request an action…");
    browser.awaitText("The machine is not reached while it boots.");
    fill("parameters", "{\"mode\": ");
    browser.awaitText("The text must be a JSON object");
    fill("parameters", "{\"mode\": \"hard\"}");
    browser.awaitText("{\"type\":\"Reboot\",\"parameters\":{\"mode\":\"hard\"}}");
    browser.clickButton("Request the action");
    browser.awaitText("Action of " + id + ": done.");

    browser.await(
        "is requested by olga",
        () -> actions().stream()
            .anyMatch(action ->
                action.machine().value().equals(id) && action.requestedBy().contains("olga")));
    browser.click(ChromiumBrowser.link("Actions"));
    browser.awaitText("Reboot");
    assertThat(browser.text()).contains(id);
  }

  @Test
  void anActionThatWaitsIsCancelled() {
    browser.signIn(ConsoleServer.OPERATOR);
    String id = openFirstMachine();
    browser.clickButton("Request an action…");
    fill("delay", "3000");
    browser.awaitText("\"delay\":3000");
    browser.clickButton("Request the action");
    browser.awaitText("Action of " + id + ": done.");
    browser.click(ChromiumBrowser.link("Actions"));
    browser.clickButton("Cancel…");
    browser.awaitText("No further attempt begins.");
    browser.clickButton("Cancel the action");
    browser.awaitText("Cancel the action: done.");

    browser.await(
        "is cancelled",
        () -> actions().stream().anyMatch(action -> action.phase() == ActionPhase.CANCELLED));
  }

  private List<ActionStatus> actions() {
    return console.web().actions().actions();
  }

  @Test
  void aRefreshIsStartedWithSettingsWithinTheirRanges() {
    browser.signIn(ConsoleServer.OPERATOR);
    browser.click(ChromiumBrowser.link("Refresh"));
    browser.clickButton("Start a refresh…");
    fill("minHealthyPercent", "101");
    browser.awaitText("Least healthy, percent must be a whole number from 0 to 100.");
    fill("minHealthyPercent", "50");
    fill("batchSize", "2");
    browser.click(By.name("skipMatching"));
    browser.awaitText("{\"minHealthyPercent\":50,\"batchSize\":2,\"skipMatching\":false}");
    assertThat(browser.text()).contains("The pool replaces every machine");
    browser.clickButton("Start a refresh");
    browser.awaitText("Start a refresh: done.");

    RefreshStatus refresh = console.web().refreshStatus().orElseThrow();
    assertThat(refresh.startedBy()).contains("olga");
    browser.await(
        "ends",
        () -> console
            .web()
            .refreshStatus()
            .filter(status -> status.endedAt().isPresent())
            .isPresent());
  }

  @Test
  void aPoolIsSuspendedAndRunsAgain() {
    browser.signIn(ConsoleServer.ADMIN);
    browser.clickButton("Suspend…");
    browser.awaitText("The pool launches and terminates nothing until someone lets it run.");
    assertThat(browser.text()).contains("POST /pools/web/state", "{\"state\":\"suspended\"}");
    browser.clickButton("Suspend the pool");
    browser.awaitText("Suspend the pool: done.");
    browser.await("is suspended", () -> console.web().view().status() == PoolStatus.SUSPENDED);
    browser.awaitText("Let it run…");

    browser.clickButton("Undo…");
    browser.clickButton("Let the pool run");
    browser.await("runs", () -> console.web().view().status() == PoolStatus.ACTIVE);
  }

  @Test
  void aConfigurationIsTriedAppliedAndRolledBack() {
    browser.signIn(ConsoleServer.ADMIN);
    browser.click(ChromiumBrowser.link("Configuration"));
    browser.clickButton("Have the API manage it…");
    browser.awaitText("If-Match: ");
    browser.clickButton("Let the API manage the pool");
    browser.awaitText("Let the API manage the pool: done.");
    browser.clickButton("Change the configuration…");
    fill("patch", "{\"maxSize\": 15}");
    browser.clickButton("Show what follows");
    browser.awaitText("maxSize: 20 → 15");
    assertThat(browser.text()).contains("PATCH /pools/web", "If-Match: ", "{\"maxSize\":15}");
    assertThat(maxSize()).isEqualTo(20);
    browser.clickButton("Apply the change");
    browser.awaitText("Apply the change: done.");
    browser.await("has the new limit", () -> maxSize() == 15);

    browser.awaitText("maxSize: 20 → 15");
    browser.clickButton("Roll back…");
    browser.awaitText("maxSize: 15 → 20");
    browser.click(By.cssSelector("dialog button.main"));
    browser.await("has the former limit", () -> maxSize() == 20);
  }

  private int maxSize() {
    return console
        .pools
        .administration()
        .pool("web")
        .orElseThrow()
        .config()
        .orElseThrow()
        .maxSize();
  }

  @Test
  void onlyWhatTheRoleAllowsIsOffered() {
    browser.signIn(ConsoleServer.READER);
    openFirstMachine();
    for (String change : List.of(
        "Resize…",
        "Suspend…",
        "Attach a machine…",
        "Detach…",
        "Request an action…",
        "Protect…",
        "Terminate…",
        "Set the service state…")) {
      assertThat(browser.driver.findElements(ChromiumBrowser.button(change)))
          .as(change)
          .isEmpty();
    }
    open("#/pools/web/configuration");
    browser.signIn(ConsoleServer.OPERATOR);
    browser.awaitText("the first version that is kept");
    for (String change :
        List.of("Suspend…", "Change the configuration…", "Have the API manage it…", "Roll back…")) {
      assertThat(browser.driver.findElements(ChromiumBrowser.button(change)))
          .as(change)
          .isEmpty();
    }
    assertThat(browser.driver.findElements(ChromiumBrowser.button("Resize…"))).hasSize(1);
  }

  @Test
  void machinesThatAFreshLedgerFindsAreAdopted(@TempDir Path tls) throws Exception {
    // The cloud keeps its machines, and the ledger of the second server has none.
    try (ConsoleServer second = new ConsoleServer(tls, console.cloud)) {
      browser.open(second.address() + "/console#/pools/web/machines");
      browser.signIn(ConsoleServer.ADMIN);
      browser.clickButton("Adopt…");
      browser.awaitText("The pool takes over the machines with its mark");
      browser.clickButton("Adopt the machines");
      browser.awaitText("Adopt the machines: done.");
      PoolView unused = second
          .web()
          .await(view -> view.status() == PoolStatus.ACTIVE && view.size().allocated() == 3, SOON);
      browser.driver.get("about:blank");
    }
  }
}
