package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.spi.MachineSighting;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/**
 * Ten questions of an operator, those of docs/explanation/console.md, answered from the pages alone. The score compares
 * each answer with what the simulated cloud and the pool have recorded.
 */
@Timeout(240)
class ConsoleQuestionsTest extends ConsoleFixture {
  private static final Duration A_MINUTE = Duration.ofSeconds(60);

  private String died;
  private String replacement;
  private String rebooted;
  private String spared;

  /** A question, what the pages answer, and what is recorded. */
  private record Question(String text, Supplier<String> answer, Supplier<String> recorded) {}

  @BeforeAll
  void aDayPasses() throws Exception {
    post("olga", "/pools/web/pool/size", "{\"desiredSize\": 4}");
    Set<MachineId> before = settled(console.web(), 4);

    died = before.iterator().next().value();
    console.cloud.kill(new MachineId(died));
    PoolView replaced = console
        .web()
        .await(
            view -> view.settled()
                && view.inService() == 4
                && view.machines().stream()
                    .noneMatch(machine -> machine.id().value().equals(died)),
            A_MINUTE);
    replacement = replaced.machines().stream()
        .map(Machine::id)
        .filter(id -> !before.contains(id))
        .findFirst()
        .orElseThrow()
        .value();

    post("ann", "/pools/web/takeover", "{}");
    send("ann", "PATCH", "/pools/web", "{\"maxSize\": 15}");
    post(
        "olga",
        "/pools/web/pool/refresh",
        "{\"skipMatching\": false, \"batchSize\": 1,"
            + " \"minHealthyPercent\": 50, \"warmup\": 3000}");
    browser.await("the refresh waits after its first machine", () -> {
      return console.web().view().inService() == 4
          && replaced.machines().stream().anyMatch(machine -> isGone(machine.id()))
          && console.web().refreshStatus().flatMap(RefreshStatus::waitsFor).isPresent();
    });
    List<String> members =
        settled(console.web(), 4).stream().map(MachineId::value).toList();
    rebooted = members.get(0);
    post(
        "olga",
        "/pools/web/pool/" + rebooted + "/actions",
        "{\"type\": \"Reboot\", \"parameters\": {\"mode\": \"soft\"}}");
    browser.await(
        "the reboot has succeeded",
        () -> console.web().actions().actions().stream()
            .anyMatch(action -> action.phase() == ActionPhase.SUCCEEDED));
    spared = members.get(1);
    post("olga", "/pools/web/pool/" + spared + "/protection", "{\"protected\": true}");

    console.cloud.setQuota(5);
    post("ann", "/pools/batch/pool/size", "{\"desiredSize\": 3}");
    browser.await("the quota holds back", () -> !batch().plan().holds().isEmpty());
    open("");
    browser.signIn(ConsoleServer.READER);
  }

  private boolean isGone(MachineId id) {
    return console.web().view().machines().stream()
        .noneMatch(machine -> machine.id().equals(id));
  }

  private void post(String who, String path, String body) {
    send(who, "POST", path, body);
  }

  private void send(String who, String method, String path, String body) {
    String token = who.equals("ann") ? ConsoleServer.ADMIN : ConsoleServer.OPERATOR;
    HttpResponse<String> answer = new ConsoleClient(
            console.server.uri(), console.server.selfSignedCertificate())
        .with("Authorization", "Bearer " + token)
        .with("Content-Type", "application/json")
        .with("If-Match", "*")
        .send(method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
  }

  private MachinePool batch() {
    return console.pools.find("batch").orElseThrow();
  }

  private Set<MachineId> settled(MachinePool pool, int size) throws InterruptedException {
    PoolView view =
        pool.await(each -> each.inService() == size && each.size().allocated() == size, A_MINUTE);
    return view.machines().stream()
        .filter(Machine::allocated)
        .map(Machine::id)
        .collect(Collectors.toCollection(java.util.LinkedHashSet::new));
  }

  private WebElement cell(String rowText, String column) {
    return browser.seen(By.xpath("//main//tbody/tr[contains(normalize-space(.), \"" + rowText
        + "\")]/*[@data-column=\"" + column + "\"]"));
  }

  private String history(String kind, String rowText, String column) {
    go("#/pools/web/history", "The latest events first.");
    browser.await(
        "offers " + kind,
        () -> browser.driver.findElements(By.xpath("//main//option[. = '" + kind + "']")).stream()
            .findAny()
            .isPresent());
    new Select(browser.driver.findElements(By.cssSelector("main form select")).get(1))
        .selectByVisibleText(kind);
    return cell(rowText, column).getText();
  }

  private String zonesOfTheGrid() {
    go("#/pools/web/machines", "Machines by zone and state");
    Map<String, Integer> zones = new TreeMap<>();
    for (WebElement row : browser.driver.findElements(By.cssSelector("table.grid tbody tr"))) {
      int machines = row.findElements(By.tagName("td")).stream()
          .mapToInt(number -> Integer.parseInt(number.getText()))
          .sum();
      zones.put(row.findElement(By.tagName("th")).getText(), machines);
    }
    return zones.toString();
  }

  private String zonesOfTheCloud() {
    Map<String, Integer> zones = new TreeMap<>();
    console.cloud.machines().stream()
        .filter(machine -> machine.pool().filter(new PoolName("web")::equals).isPresent())
        .filter(machine -> machine.state() == MachineState.RUNNING)
        .forEach(machine -> zones.merge(machine.zone().orElseThrow(), 1, Integer::sum));
    return zones.toString();
  }

  private MachineSighting inTheCloud(String machine) {
    return console.cloud.machine(new MachineId(machine)).orElseThrow();
  }

  private String addressAndLaunch() {
    go("#/pools/web/machines", "Machines by zone and state");
    String launched =
        cell(rebooted, "Launched").findElement(By.tagName("time")).getAttribute("datetime");
    return cell(rebooted, "Addresses").getText() + " since "
        + Instant.parse(launched).truncatedTo(ChronoUnit.SECONDS);
  }

  private String action() {
    go("#/pools/web/actions", "Reboot");
    return cell(rebooted, "Requested by").getText() + " "
        + cell(rebooted, "Phase").getText();
  }

  private String configuration() {
    go("#/pools/web/configuration", "the first version that is kept");
    String change = "maxSize: 20 → 15";
    return cell(change, "Changes since the version before").getText() + " by "
        + cell(change, "Author").getText();
  }

  private List<Question> questions() {
    return List.of(
        new Question(
            "Which machine died?",
            () -> history("machine died", "ended unplanned", "Machine"),
            () -> died),
        new Question(
            "What replaced it?",
            () -> history("machine launched", "Replaces " + died, "Machine"),
            () -> replacement),
        new Question(
            "Who set the desired size, and to what?",
            () -> history("size changed", "was 0", "Reason") + " by "
                + history("size changed", "was 0", "By"),
            () -> "desired size 4, was 0 by token:olga"),
        new Question(
            "Why does the pool not grow?",
            () -> {
              go("#/pools/batch/plan", "What holds it back");
              return browser
                  .seen(By.xpath("//h3[. = 'What holds it back']/following-sibling::ul[1]/li[1]"))
                  .getText()
                  .replaceFirst("^\\S+ ", "")
                  .replaceFirst(" until .*", "");
            },
            () -> batch().plan().holds().get(0).reason()),
        new Question(
            "How many machines run in each zone?", this::zonesOfTheGrid, this::zonesOfTheCloud),
        new Question(
            "Which address has a machine, and since when does it run?",
            this::addressAndLaunch,
            () -> {
              MachineSighting machine = inTheCloud(rebooted);
              List<String> addresses = new ArrayList<>(machine.publicIps());
              addresses.addAll(machine.privateIps());
              return String.join(", ", addresses) + " since "
                  + machine.launchTime().orElseThrow().truncatedTo(ChronoUnit.SECONDS);
            }),
        new Question(
            "Which machine does the pool spare when it shrinks?",
            () -> {
              go("#/pools/web/machines", "Machines by zone and state");
              return cell("protected", "Machine").getText();
            },
            () -> spared),
        new Question(
            "Who has rebooted a machine, and did it succeed?",
            this::action,
            () -> console.cloud.executions().stream()
                .filter(done -> done.machine().value().equals(rebooted))
                .map(done -> "token:olga succeeded")
                .findFirst()
                .orElse("no execution")),
        new Question(
            "What holds the refresh back?",
            () -> {
              go("#/pools/web/refresh", "Refresh: ");
              String text = browser.text();
              return text.substring(text.indexOf("waits for ") + 10)
                  .lines()
                  .findFirst()
                  .orElse("");
            },
            () -> console.web().refreshStatus().orElseThrow().waitsFor().orElseThrow()),
        new Question(
            "What has changed in the configuration, and by whom?",
            this::configuration,
            () -> console
                .pools
                .administration()
                .pool("web")
                .map(pool -> "maxSize: 20 → " + pool.config().orElseThrow().maxSize() + " by "
                    + pool.author())
                .orElseThrow()));
  }

  @Test
  void allAreAnsweredAsRecorded() {
    int right = 0;
    List<String> wrong = new ArrayList<>();
    for (Question question : questions()) {
      String answer = question.answer().get().strip();
      String recorded = question.recorded().get().strip();
      if (answer.equals(recorded)) {
        right++;
      } else {
        wrong.add(question.text() + " The console: " + answer + ". The record: " + recorded);
      }
    }
    System.out.printf(
        "questions of an operator: %d of %d answered%n", right, questions().size());
    assertThat(wrong).isEmpty();
    assertThat(right).isEqualTo(10);
  }
}
