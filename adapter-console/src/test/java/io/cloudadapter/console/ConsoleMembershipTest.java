package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/**
 * The membership of machines in the console: whether they count and may leave, and those in quarantine, which a person
 * decides about.
 */
class ConsoleMembershipTest extends ConsoleFixture {
  private static final By FILTER = By.name("membershipFilter");

  private List<String> shownMachines() {
    return browser.driver.findElements(By.cssSelector("tbody th button.link")).stream()
        .map(button -> button.getText())
        .toList();
  }

  private void showsMachines(String... ids) {
    browser.await(
        "shows only " + List.of(ids), () -> Set.copyOf(shownMachines()).equals(Set.of(ids)));
  }

  private void signedIn(String token) {
    open("#/pools/web/machines");
    browser.signIn(token);
  }

  @Test
  void aMachineIsBlessedAndTheUndoBringsItsStatusBack() throws InterruptedException {
    settle(2);
    signedIn(ConsoleServer.OPERATOR);
    String id = openFirstMachine();
    browser.clickButton("Set the membership…");
    browser.awaitText("neither the pool nor a caller terminates or detaches it");
    assertThat(browser.text())
        .contains(
            "POST /pools/web/pool/" + id + "/membershipStatus",
            "{\"membershipStatus\":{\"active\":true,\"evictable\":false}}");
    browser.clickButton("Set blessed");
    browser.awaitText(id + ": blessed: done.");
    assertThat(machine(id).membershipStatus()).isEqualTo(MembershipStatus.BLESSED);

    browser.clickButton("Undo…");
    browser.awaitText("{\"membershipStatus\":{\"active\":true,\"evictable\":true}}");
    browser.clickButton("Set default");
    browser.awaitText("Set default: done.");
    assertThat(machine(id).membershipStatus()).isEqualTo(MembershipStatus.DEFAULT);
  }

  @Test
  void eachStatusNamesWhatFollows() throws InterruptedException {
    settle(1);
    signedIn(ConsoleServer.OPERATOR);
    openFirstMachine();
    browser.clickButton("Set the membership…");

    choose(By.name("membership"), "awaiting service");
    browser.awaitText("The machine does not count, and stays.");
    browser.awaitText("{\"active\":false,\"evictable\":false}");
    choose(By.name("membership"), "disposable");
    browser.awaitText("The pool launches another machine, and ends this one.");
    browser.awaitText("{\"active\":false,\"evictable\":true}");
    choose(By.name("membership"), "default");
    browser.awaitText("The machine counts, and may leave the pool.");
    browser.clickButton("Cancel");
  }

  @Test
  void theTableIsFilteredByMembership() throws InterruptedException {
    settle(3);
    List<MachineId> members = console.web().view().machines().stream()
        .filter(Machine::allocated)
        .map(Machine::id)
        .toList();
    MachineId blessed = members.get(0);
    console.web().setMembershipStatus(blessed, MembershipStatus.BLESSED);
    signedIn(ConsoleServer.READER);

    choose(FILTER, "blessed");
    showsMachines(blessed.value());
    choose(FILTER, "default");
    showsMachines(members.get(1).value(), members.get(2).value());
    choose(FILTER, "disposable");
    browser.awaitText("No row matches.");
    console.web().setMembershipStatus(blessed, MembershipStatus.DEFAULT);
  }

  @Test
  void aReaderChangesNoMembership() throws InterruptedException {
    settle(1);
    signedIn(ConsoleServer.READER);
    openFirstMachine();

    assertThat(browser.text()).contains("Membership");
    assertThat(browser.driver.findElements(ChromiumBrowser.button("Set the membership…")))
        .isEmpty();
  }

  @Test
  void anAdministratorDecidesAboutEachMachineInQuarantine() throws InterruptedException {
    List<String> unknown = threeInQuarantine();
    signedIn(ConsoleServer.ADMIN);
    browser.await("has rows of machines", () -> !shownMachines().isEmpty());
    choose(FILTER, "in quarantine");
    showsMachines(unknown.toArray(String[]::new));

    decide(unknown.get(0), "adopt", "Adopt the machine", "It fills a gap if there is one");
    browser.awaitText("Adopt " + unknown.get(0) + ": done.");
    browser.await(
        "is a member",
        () -> console.web().view().machines().stream()
            .anyMatch(each -> each.id().value().equals(unknown.get(0))));
    showsMachines(unknown.get(1), unknown.get(2));

    decide(unknown.get(1), "disown", "Disown the machine", "It goes on running, and costs.");
    browser.awaitText("Disown " + unknown.get(1) + ": done.");
    showsMachines(unknown.get(2));

    decide(unknown.get(2), "terminate", "Terminate it", "what is on it is lost");
    browser.awaitText("Terminate " + unknown.get(2) + " in quarantine: done.");
    browser.awaitText("No row matches.");
    assertThat(console.web().quarantine()).isEmpty();
  }

  private void decide(String id, String verb, String button, String consequence) {
    browser.clickButton(id);
    browser.awaitText("The machine has the mark of the pool and is not in its ledger.");
    browser.clickButton(button + "…");
    browser.awaitText(consequence);
    assertThat(browser.text()).contains("POST /pools/web/pool/quarantine/" + id + "/" + verb);
    browser.clickButton(button);
  }

  @Test
  void anOperatorSeesWhyAMachineIsInQuarantineAndDecidesNothing() throws InterruptedException {
    List<String> unknown = threeInQuarantine();
    signedIn(ConsoleServer.OPERATOR);
    browser.clickButton(unknown.get(0));
    browser.awaitText(console.web().quarantine().get(0).reason());

    for (String button : List.of("Adopt the machine…", "Disown the machine…", "Terminate it…")) {
      assertThat(browser.driver.findElements(ChromiumBrowser.button(button)))
          .as(button)
          .isEmpty();
    }
  }

  private List<String> threeInQuarantine() throws InterruptedException {
    if (console.web().quarantine().isEmpty()) {
      settle(0);
      console.makeUnknownMachines(3);
      browser.await("three are in quarantine", () -> console.web().quarantine().size() == 3);
    }
    return console.web().quarantine().stream()
        .map(machine -> machine.id().value())
        .toList();
  }
}
